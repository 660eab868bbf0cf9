// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One small change for every field of a unit.  Applied to sample_unit(), each
// must show in the text form and survive both forms: a field that is added to
// the IR and forgotten in a form fails here as soon as it has its line.

#pragma once

#include "ir/unit.h"

#include <vector>

namespace wt::ir::test {

struct Mutation {
  const char *name;
  void (*apply)(Unit &unit);
};

inline StrId text(Unit &u) { return u.strings.intern("changed"); }
inline Function &body(Unit &u) { return u.functions[FunctionId(1)]; }
inline Global &table(Unit &u) { return u.globals[GlobalId(1)]; }
inline TypeId f32(Unit &u) { return u.types.float_type(32); }

// The n-th instruction with that operation.
inline Inst &inst(Unit &u, Op op, unsigned n = 0) {
  for (Inst &i : body(u).insts)
    if (i.op == op && n-- == 0)
      return i;
  return *body(u).insts.begin();
}

inline CallInfo &call(Unit &u) { return body(u).calls[0]; }

inline void recomplete(Unit &u, void (*change)(FieldDecl &, Unit &)) {
  for (TypeId id : u.types.ids()) {
    Type record = u.types[id];
    if (record.fields.size() != 4)
      continue;
    change(record.fields[2], u);
    u.types.complete_record(id, record.size, record.fields);
  }
}

// clang-format off
inline const std::vector<Mutation> kMutations = {
  // Unit.
  {"main_file", [](Unit &u) { u.main_file += "x"; }},
  {"language", [](Unit &u) { u.language = Language::kC; }},
  {"files", [](Unit &u) { u.files[FileId(1)] = text(u); }},
  {"more files", [](Unit &u) { u.files.push(text(u)); }},
  {"static_initialisers", [](Unit &u) { u.static_initialisers.pop_back(); }},
  {"static_finalisers", [](Unit &u) { u.static_finalisers = {FunctionId(1)}; }},
  {"suppression.pos", [](Unit &u) { u.suppressions[0].pos.line++; }},
  {"suppression.text", [](Unit &u) { u.suppressions[0].text = text(u); }},
  {"source_lines", [](Unit &u) { u.source_lines++; }},
  // Types.
  {"new record", [](Unit &u) { u.types.record(text(u), StrId(0), false); }},
  {"new discriminator", [](Unit &u) { u.types.record(text(u), text(u), true); }},
  {"field.name", [](Unit &u) { recomplete(u, [](FieldDecl &f, Unit &v) { f.name = text(v); }); }},
  {"field.type", [](Unit &u) { recomplete(u, [](FieldDecl &f, Unit &v) { f.type = f32(v); }); }},
  {"field.offset", [](Unit &u) { recomplete(u, [](FieldDecl &f, Unit &) { f.offset++; }); }},
  {"field.bit_width", [](Unit &u) { recomplete(u, [](FieldDecl &f, Unit &) { f.bit_width++; }); }},
  {"field.is_base", [](Unit &u) { recomplete(u, [](FieldDecl &f, Unit &) { f.is_base = true; }); }},
  {"record.size", [](Unit &u) { u.types.complete_record(u.types.record(u.strings.intern("Base"), StrId(0), false), 9, {}); }},
  {"signed", [](Unit &u) { table(u).type = u.types.int_type(32, false); }},
  {"width", [](Unit &u) { table(u).type = u.types.int_type(128, true); }},
  {"const pointee", [](Unit &u) { table(u).type = u.types.pointer_to(f32(u), true); }},
  {"array count", [](Unit &u) { table(u).type = u.types.array_of(f32(u), UINT64_MAX); }},
  {"variadic", [](Unit &u) { table(u).type = u.types.function(f32(u), {}, true); }},
  // Globals.
  {"global.link_name", [](Unit &u) { table(u).link_name = text(u); }},
  {"global.name", [](Unit &u) { table(u).name = text(u); }},
  {"global.name empty", [](Unit &u) { table(u).name = StrId(0); }},
  {"global.linkage", [](Unit &u) { table(u).linkage = Linkage::kAvailable; }},
  {"global.type", [](Unit &u) { table(u).type = f32(u); }},
  {"global.size", [](Unit &u) { table(u).size = UINT64_MAX; }},
  {"global.is_definition", [](Unit &u) { table(u).is_definition ^= 1; }},
  {"global.is_constant", [](Unit &u) { table(u).is_constant ^= 1; }},
  {"global.is_thread_local", [](Unit &u) { table(u).is_thread_local ^= 1; }},
  {"global.init_is_complete", [](Unit &u) { table(u).init_is_complete ^= 1; }},
  {"global.alias_of", [](Unit &u) { table(u).alias_of = text(u); }},
  {"global.pos", [](Unit &u) { table(u).pos = {FileId(), 4, 0}; }},
  {"cell.kind", [](Unit &u) { auto &c = table(u).init[1]; c.kind = InitCell::Kind::kFunction; c.function = FunctionId(1); c.global = {}; }},
  {"cell.offset", [](Unit &u) { table(u).init[1].offset = UINT64_MAX; }},
  {"cell.width", [](Unit &u) { table(u).init[0].width = 1; }},
  {"cell.value", [](Unit &u) { table(u).init[0].value = INT64_MAX; }},
  {"cell addend", [](Unit &u) { table(u).init[2].value = 12; }},
  {"cell.global", [](Unit &u) { table(u).init[1].global = GlobalId(1); }},
  {"cell.function", [](Unit &u) { table(u).init[2].function = FunctionId(1); }},
  {"vtable.type_id", [](Unit &u) { table(u).vtable[0].type_id = text(u); }},
  {"vtable.offset", [](Unit &u) { table(u).vtable[0].offset++; }},
  // Functions.
  {"function.link_name", [](Unit &u) { body(u).link_name = text(u); }},
  {"one name twice", [](Unit &u) { body(u).link_name = u.functions[FunctionId(0)].link_name; }},
  {"no link name", [](Unit &u) { u.functions[FunctionId(0)].link_name = StrId(0); }},
  {"function.name", [](Unit &u) { body(u).name = text(u); }},
  {"function.linkage", [](Unit &u) { body(u).linkage = Linkage::kWeak; }},
  {"function.access", [](Unit &u) { body(u).access = Access::kPrivate; }},
  {"function.is_variadic", [](Unit &u) { body(u).is_variadic ^= 1; }},
  {"function.does_not_return", [](Unit &u) { body(u).does_not_return ^= 1; }},
  {"function.may_throw", [](Unit &u) { body(u).may_throw ^= 1; }},
  {"function.is_constructor", [](Unit &u) { body(u).is_constructor ^= 1; }},
  {"function.is_destructor", [](Unit &u) { body(u).is_destructor ^= 1; }},
  {"function.is_virtual", [](Unit &u) { body(u).is_virtual ^= 1; }},
  {"function.is_method", [](Unit &u) { body(u).is_method ^= 1; }},
  {"function.returns_by_slot", [](Unit &u) { body(u).returns_by_slot ^= 1; }},
  {"function.address_taken", [](Unit &u) { body(u).address_taken ^= 1; }},
  {"function.is_implicit", [](Unit &u) { body(u).is_implicit ^= 1; }},
  {"function.alias_of", [](Unit &u) { body(u).alias_of = StrId(0); }},
  {"function.type", [](Unit &u) { body(u).type = TypeTable::unknown(); }},
  {"function.result_type", [](Unit &u) { body(u).result_type = f32(u); }},
  {"function.parent", [](Unit &u) { body(u).parent = {}; }},
  {"function.pos", [](Unit &u) { body(u).pos.column = 0; }},
  {"function.end", [](Unit &u) { body(u).end = {}; }},
  {"attribute.kind", [](Unit &u) { u.functions[FunctionId(0)].attributes[1].kind = DeclAttribute::Kind::kOwnershipHolds; }},
  {"attribute.args", [](Unit &u) { u.functions[FunctionId(0)].attributes[0].args = {7}; }},
  {"attribute.text", [](Unit &u) { u.functions[FunctionId(0)].attributes[0].text = StrId(0); }},
  {"variable.name", [](Unit &u) { body(u).variables[VariableId(0)].name = text(u); }},
  {"variable.type", [](Unit &u) { body(u).variables[VariableId(0)].type = f32(u); }},
  {"variable.pos", [](Unit &u) { body(u).variables[VariableId(0)].pos.line = 1; }},
  {"variable.is_param", [](Unit &u) { body(u).variables[VariableId(1)].is_param = true; }},
  {"variable.is_promoted", [](Unit &u) { body(u).variables[VariableId(1)].is_promoted = true; }},
  {"successors", [](Unit &u) { body(u).blocks[BlockId(2)].successors[1] = BlockId(3); }},
  // Instructions.
  {"inst.op", [](Unit &u) { inst(u, Op::kUndef).op = Op::kOpaque; }},
  {"binop", [](Unit &u) { inst(u, Op::kBinop).code = 0; }},
  {"binop overflow", [](Unit &u) { inst(u, Op::kBinop).extra = 1; }},
  {"compare", [](Unit &u) { inst(u, Op::kCompare).code = 0; }},
  {"cast", [](Unit &u) { inst(u, Op::kCast).code = 0; }},
  {"landing", [](Unit &u) { inst(u, Op::kLanding).code = 0; }},
  {"inst.is_volatile", [](Unit &u) { inst(u, Op::kStore).is_volatile = true; }},
  {"inst.type", [](Unit &u) { inst(u, Op::kLoad).type = f32(u); }},
  {"store type", [](Unit &u) { inst(u, Op::kStore).type = f32(u); }},
  {"inst.pos file", [](Unit &u) { inst(u, Op::kLoad).pos.file = FileId(1); }},
  {"inst.pos line", [](Unit &u) { inst(u, Op::kLoad).pos.line = 4000000000u; }},
  {"inst.pos column", [](Unit &u) { inst(u, Op::kLoad).pos.column = 9; }},
  {"inst.pos none", [](Unit &u) { inst(u, Op::kLoad).pos = {}; }},
  {"inst.macro", [](Unit &u) { inst(u, Op::kStore).macro = text(u); }},
  {"inst.macro none", [](Unit &u) { inst(u, Op::kLoad).macro = StrId(0); }},
  {"operand", [](Unit &u) { body(u).operands[inst(u, Op::kStore).first_operand + 1] = ValueId(2); }},
  {"int", [](Unit &u) { body(u).ints[0] = 3; }},
  {"param variable", [](Unit &u) { inst(u, Op::kParam).extra = 1; }},
  {"global", [](Unit &u) { inst(u, Op::kGlobal).extra = 1; }},
  {"function", [](Unit &u) { inst(u, Op::kFunction).extra = 1; }},
  {"slot variable", [](Unit &u) { inst(u, Op::kSlot).extra = 2; }},
  {"field record", [](Unit &u) { body(u).fields[0] = {TypeTable::unknown(), {}, 20}; }},
  {"field path", [](Unit &u) { body(u).fields[0].path = {2}; }},
  {"field offset", [](Unit &u) { body(u).fields[0].offset = -20; }},
  {"stride", [](Unit &u) { inst(u, Op::kElement).extra++; }},
  {"phi block", [](Unit &u) { body(u).phi_blocks[0][0] = BlockId(5); }},
  {"unknown text", [](Unit &u) { inst(u, Op::kUnknown).extra = text(u).value; }},
  {"assign variable", [](Unit &u) { inst(u, Op::kAssign).extra = 0; }},
  {"scope_end variable", [](Unit &u) { inst(u, Op::kScopeEnd).extra = 0; }},
  {"branch text", [](Unit &u) { inst(u, Op::kBranch).extra = text(u).value; }},
  {"switch case", [](Unit &u) { body(u).switches[0].cases[1] = INT64_MIN; }},
  {"switch text", [](Unit &u) { body(u).switches[0].text = text(u); }},
  {"call.may_throw", [](Unit &u) { call(u).may_throw ^= 1; }},
  {"call.does_not_return", [](Unit &u) { call(u).does_not_return ^= 1; }},
  {"call.virtual_class", [](Unit &u) { call(u).virtual_class = text(u); }},
  {"call.virtual_offset", [](Unit &u) { call(u).virtual_offset = 0; }},
  {"call.function_type", [](Unit &u) { call(u).function_type = TypeTable::unknown(); }},
  {"call not virtual", [](Unit &u) { call(u).virtual_class = StrId(0); call(u).virtual_offset = 0; }},
};
// clang-format on

} // namespace wt::ir::test
