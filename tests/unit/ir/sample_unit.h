// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit that uses every operation and every table, built by hand, for the
// tests of the text form, the binary form and the verifier.

#pragma once

#include "ir/print.h"
#include "ir/unit.h"

#include <initializer_list>
#include <sstream>
#include <string>

namespace wt::ir::test {

inline std::string text_of(const Unit &unit) {
  std::ostringstream out;
  print(out, unit);
  return out.str();
}

// Appends instructions to one function, with a new line for each.
class Builder {
public:
  Builder(Unit &unit, Function &f) : unit_(unit), f_(f) {
    unknown_ = TypeTable::unknown();
    none_ = TypeTable::void_type();
    i1_ = unit.types.int_type(1, false);
    i32_ = unit.types.int_type(32, true);
    ptr_ = unit.types.pointer_to(unit.types.int_type(8, true));
  }
  BlockId block() { return at_ = f_.blocks.push(Block{}); }
  void go_to(BlockId b) { at_ = b; }
  void successors(std::initializer_list<BlockId> list) {
    f_.blocks[at_].successors = list;
  }
  VariableId variable(const char *name, TypeId type, bool is_param = false) {
    return f_.variables.push(Variable{.name = unit_.strings.intern(name),
                                      .type = type,
                                      .pos = {FileId(0), ++line_, 3},
                                      .is_param = is_param});
  }
  ValueId leaf(Op op, TypeId type, std::uint32_t extra = 0) {
    if (op == Op::kParam)
      ++f_.param_count;
    return f_.add(Inst{.op = op, .type = type, .extra = extra}, {});
  }
  ValueId inst(Op op, TypeId type, std::initializer_list<ValueId> operands,
               std::size_t extra = 0, unsigned code = 0) {
    return f_.append(at_,
                     Inst{.op = op,
                          .code = static_cast<std::uint8_t>(code),
                          .type = type,
                          .extra = static_cast<std::uint32_t>(extra),
                          .pos = {FileId(line_ % 2), ++line_, 7}},
                     operands);
  }

  TypeId unknown_, none_, i1_, i32_, ptr_;

private:
  Unit &unit_;
  Function &f_;
  BlockId at_;
  std::uint32_t line_ = 10;
};

inline void fill_globals(Unit &unit, TypeId node) {
  auto name = [&](const char *text) { return unit.strings.intern(text); };
  TypeId ptr = unit.types.pointer_to(node);
  unit.globals.push(Global{.link_name = name("head"),
                           .name = name("list::head"),
                           .linkage = Linkage::kInternal,
                           .type = ptr,
                           .size = 8,
                           .is_definition = true,
                           .is_thread_local = true,
                           .pos = {FileId(0), 3, 14}});
  Global table{.link_name = name("_ZTV4Node"),
               .name = name("vtable for Node"),
               .linkage = Linkage::kOnce,
               .type = unit.types.array_of(ptr, 4),
               .size = 32,
               .is_definition = true,
               .is_constant = true,
               .init_is_complete = true,
               .alias_of = name("other \"table\"\n")};
  table.init = {
      {.offset = 0, .width = 32, .value = -7},
      {.kind = InitCell::Kind::kGlobal,
       .offset = 8,
       .value = -4,
       .global = GlobalId(0)},
      {.kind = InitCell::Kind::kFunction,
       .offset = 16,
       .function = FunctionId(0)},
  };
  table.vtable = {{.type_id = name("_ZTS4Node"), .offset = 16}};
  unit.globals.push(std::move(table));
}

inline void fill_body(Unit &unit, Function &f, TypeId node) {
  Builder b(unit, f);
  auto str = [&](const char *text) { return unit.strings.intern(text).value; };
  TypeId node_ptr = unit.types.pointer_to(node);
  VariableId n = b.variable("n", b.i32_, true);
  VariableId buffer = b.variable("buffer", b.ptr_);
  VariableId temporary = b.variable("", b.unknown_);
  f.variables[temporary].is_promoted = true;

  ValueId param = b.leaf(Op::kParam, b.i32_, n.value);
  ValueId seven = f.int_constant(INT64_MIN, b.i32_);
  ValueId null = b.leaf(Op::kNull, b.ptr_);
  ValueId head = b.leaf(Op::kGlobal, unit.types.pointer_to(node_ptr), 0);
  ValueId callee = b.leaf(Op::kFunction, b.unknown_, 0);
  ValueId undef = b.leaf(Op::kUndef, b.i32_);
  ValueId opaque = b.leaf(Op::kOpaque, unit.types.float_type(64));

  BlockId entry = b.block(), then = b.block(), other = b.block(),
          join = b.block(), landing = b.block(), out = b.block(),
          dead = b.block();
  b.go_to(entry);
  ValueId slot =
      b.inst(Op::kSlot, unit.types.pointer_to(b.ptr_), {seven}, buffer.value);
  ValueId first = b.inst(Op::kLoad, node_ptr, {head});
  f.insts[first].is_volatile = true;
  f.insts[first].macro = unit.strings.intern("HEAD");
  f.fields.push_back({node, {3, 0}, 20});
  ValueId next = b.inst(Op::kField, b.ptr_, {first});
  ValueId third = b.inst(Op::kElement, b.ptr_, {next, param}, 24);
  b.inst(Op::kStore, b.none_, {slot, third});
  b.inst(Op::kMemCopy, b.none_, {third, next, param});
  b.inst(Op::kMemFill, b.none_, {third, undef, param});
  ValueId wide = b.inst(Op::kCast, b.i32_, {param}, 0,
                        static_cast<unsigned>(CastKind::kSext));
  ValueId sum = b.inst(Op::kBinop, b.i32_, {wide, undef}, 0,
                       static_cast<unsigned>(BinaryOp::kXor));
  ValueId less = b.inst(Op::kCompare, b.i1_, {sum, param}, 0,
                        static_cast<unsigned>(Predicate::kUGe));
  b.inst(Op::kBranch, b.none_, {less}, str("n \"<\" 3\t"));
  b.successors({then, other});

  b.go_to(then);
  f.calls.push_back(
      {.has_unwind = true,
       .may_throw = true,
       .virtual_class = unit.strings.intern("_ZTS4Node"),
       .virtual_offset = 16,
       .function_type = unit.types.function(b.ptr_, {b.i32_}, true)});
  ValueId result = b.inst(Op::kCall, b.ptr_, {callee, param});
  b.successors({join, landing});

  b.go_to(other);
  f.switches.push_back({{-1, 5}, unit.strings.intern("n")});
  b.inst(Op::kSwitch, b.none_, {param});
  b.successors({join, out, join});

  b.go_to(join);
  f.phi_blocks.push_back({then, other});
  ValueId phi = b.inst(Op::kPhi, b.ptr_, {result, null});
  ValueId pick = b.inst(Op::kSelect, b.ptr_, {less, phi, null});
  ValueId any = b.inst(Op::kUnknown, b.i32_, {pick, opaque}, str("inline asm"));
  b.inst(Op::kAssign, b.none_, {any}, temporary.value);
  b.inst(Op::kScopeEnd, b.none_, {}, buffer.value);
  b.inst(Op::kBranch, b.none_, {});
  b.successors({out});

  b.go_to(landing);
  ValueId caught = b.inst(Op::kLanding, b.ptr_, {}, 0,
                          static_cast<unsigned>(LandingKind::kCatchAll));
  b.inst(Op::kRethrow, b.none_, {caught});

  b.go_to(out);
  b.inst(Op::kReturn, b.none_, {wide});

  b.go_to(dead);
  f.calls.push_back({.does_not_return = true, .function_type = b.unknown_});
  b.inst(Op::kCall, b.none_, {callee}, 1);
  b.inst(Op::kUnreachable, b.none_, {});
}

inline Unit sample_unit() {
  Unit unit;
  auto name = [&](const char *text) { return unit.strings.intern(text); };
  unit.main_file = "/src/a b.cpp";
  unit.language = Language::kCxx;
  unit.source_lines = 77;
  unit.files.push(name("/src/a b.cpp"));
  unit.files.push(name("/src/node.h"));
  unit.suppressions.push_back(
      {{FileId(1), 4, 0}, name("// watertight: ignore(leak) caf\xc3\xa9")});

  TypeId i32 = unit.types.int_type(32, true);
  TypeId base = unit.types.record(name("Base"), StrId(0), false);
  TypeId node =
      unit.types.record(name("std::list<int>"), name("a.cpp:3"), false);
  TypeId either = unit.types.record(name(""), name("9"), true);
  unit.types.complete_record(
      node, 24,
      {{.name = name("Base"), .type = base, .offset = 0, .is_base = true},
       {.name = name("next"),
        .type = unit.types.pointer_to(node, true),
        .offset = 8},
       {.name = name("mark"),
        .type = unit.types.int_type(32, false),
        .offset = 16,
        .bit_width = 3},
       {.name = name(""), .type = either, .offset = 20}});
  unit.types.complete_record(either, 4, {{.name = name("i"), .type = i32}});
  fill_globals(unit, node);

  Function declared{
      .link_name = name("_Znwm"),
      .name = name("operator new"),
      .does_not_return = true,
      .type = unit.types.function(unit.types.pointer_to(TypeTable::void_type()),
                                  {unit.types.int_type(64, false)}, false),
      .result_type = unit.types.pointer_to(TypeTable::void_type())};
  declared.attributes = {
      {.kind = DeclAttribute::Kind::kMalloc, .text = name("free")},
      {.kind = DeclAttribute::Kind::kOwnershipTakes,
       .args = {0, 2},
       .text = name("malloc")}};
  unit.functions.push(std::move(declared));

  Function f{.link_name = name("_ZN4Node3getEi"),
             .name = name("Node::get"),
             .linkage = Linkage::kOnce,
             .access = Access::kProtected,
             .is_variadic = true,
             .may_throw = true,
             .is_virtual = true,
             .is_method = true,
             .address_taken = true,
             .alias_of = name("get"),
             .type = unit.types.function(i32, {i32}, true),
             .result_type = i32,
             .parent = node,
             .pos = {FileId(0), 9, 5},
             .end = {FileId(0), 70, 1}};
  fill_body(unit, f, node);
  unit.functions.push(std::move(f));
  unit.static_initialisers = {FunctionId(1), FunctionId(0)};
  unit.static_finalisers = {FunctionId(0)};
  return unit;
}

} // namespace wt::ir::test
