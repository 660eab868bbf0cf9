// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields, and who destroys what has them: see forgotten.h.

#include "engine/ownership/forgotten.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/constraints.h"
#include "engine/ownership/element_use.h"
#include "engine/ownership/treatment.h"
#include "engine/ownership/walked_off.h"
#include "model/model_of.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::ownership {

using infer::NamedCell;
using ir::Op;
using ir::TypeId;
using ir::ValueId;

namespace {

// A local that the compiler made, of the same layout as what it stands for.
bool is_temporary(const ir::Unit &unit, TypeId type) {
  return unit.types.is_record(type) &&
         unit.text(unit.types[type].discriminator).starts_with("llvm:");
}
// Found behind a parameter or a global, on some path: a list is freed cell by
// cell.  What was made here may be freed because it could not be filled.
bool is_from_elsewhere(const ir::Function &body, ValueId v) {
  std::set<ValueId> met;
  std::vector<ValueId> todo{v};
  while (!todo.empty()) {
    ValueId at = base_of(body, todo.back());
    todo.pop_back();
    if (!met.insert(at).second)
      continue;
    switch (body.insts[at].op) {
    case Op::kParam:
    case Op::kGlobal:
      return true;
    case Op::kLoad:
      todo.push_back(body.operand(at, 0));
      break;
    case Op::kPhi:
      for (ValueId one : body.operands_of(at))
        todo.push_back(one);
      break;
    default:
      break;
    }
  }
  return false;
}

bool is_base_of(const ir::Unit &unit, TypeId base, TypeId derived) {
  return std::ranges::any_of(
      unit.types[derived].fields, [&](const ir::FieldDecl &field) {
        return field.is_base &&
               (field.type == base || is_base_of(unit, base, field.type));
      });
}

} // namespace

Forgotten::Forgotten(const Facts &facts) : facts_(facts) {
  look_at_globals();
  look_at_unions();
  for (ProcedureId id : facts_.program.procedures().ids())
    if (facts_.program.procedures()[id].has_body)
      look_at_body(id);
}

void Forgotten::add_record(const ir::Unit &unit, TypeId type,
                           std::set<Record> &to) const {
  if (!type.valid())
    return;
  const ir::Type &what = unit.types[type];
  if (what.kind == ir::TypeKind::kArray)
    return add_record(unit, what.element, to);
  if (what.kind != ir::TypeKind::kRecord ||
      !to.insert(infer::record_key(unit, type)).second)
    return;
  for (const ir::FieldDecl &field : what.fields)
    add_record(unit, field.type, to);
}

// What lies in a union is reached under several names.
void Forgotten::look_at_unions() {
  for (const auto &unit : facts_.program.units())
    for (TypeId id : unit->types.ids()) {
      const ir::Type &type = unit->types[id];
      if (type.kind == ir::TypeKind::kRecord && type.is_union)
        for (const ir::FieldDecl &member : type.fields)
          add_record(*unit, member.type, left_out_);
    }
}

void Forgotten::look_at_globals() {
  const Program &program = facts_.program;
  for (const ProgramVariable &variable : program.variables()) {
    const ir::Unit &unit = *program.units()[variable.unit];
    add_record(unit, unit.globals[variable.global].type, left_out_);
  }
}

void Forgotten::look_at_body(ProcedureId procedure) {
  const Program &program = facts_.program;
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &body = program.body(procedure);
  if (body.is_destructor && !program.callers(procedure).empty())
    add_record(unit, body.parent, destroyed_);
  if (body.is_destructor && !body.is_implicit && body.parent.valid())
    destructors_.insert(infer::record_key(unit, body.parent));
  for (ir::BlockId block : body.blocks.ids())
    for (ValueId v : body.blocks[block].insts) {
      const ir::Inst &inst = body.insts[v];
      switch (inst.op) {
      case Op::kMemCopy:
        note_copy(unit, body.insts[body.operand(v, 0)].type,
                  body.insts[body.operand(v, 1)].type);
        break;
      case Op::kCast:
        note_conversion(unit, body.insts[body.operand(v, 0)].type, inst.type);
        break;
      case Op::kCall:
        look_at_call(procedure, v);
        break;
      default:
        break;
      }
      for (ValueId used : body.operands_of(v))
        if (auto cell = cell_of_address(procedure, used))
          look_at_address(*cell, procedure, used, v);
    }
}

// A field, or a global that the program has and that holds a pointer.
std::optional<NamedCell> Forgotten::cell_of_address(ProcedureId procedure,
                                                    ValueId address) const {
  const ir::Function &body = facts_.program.body(procedure);
  if (body.insts[address].op == Op::kField)
    return infer::field_cell(facts_.program.unit_of(procedure),
                             body.field(address));
  std::optional<NamedCell> cell =
      infer::cell_at(facts_.program, procedure, address);
  bool is_known = cell && facts_.program.variables()[cell->global].is_defined;
  return is_known ? cell : std::nullopt;
}

void Forgotten::note_copy(const ir::Unit &unit, TypeId to, TypeId from) {
  TypeId target = unit.types.pointee(to), source = unit.types.pointee(from);
  bool from_record = unit.types.is_record(source);
  bool to_record = unit.types.is_record(target);
  if (from_record && source == target)
    moved_.insert(infer::record_key(unit, source));
  else if (from_record && to_record)
    copies_[infer::record_key(unit, source)].insert(
        infer::record_key(unit, target));
  else if (from_record != to_record)
    left_out_.insert(infer::record_key(unit, from_record ? source : target));
}

// A record that is looked at as something else.  Void says nothing yet.
void Forgotten::note_conversion(const ir::Unit &unit, TypeId from, TypeId to) {
  TypeId record = unit.types.pointee(from), other = unit.types.pointee(to);
  if (!unit.types.is_record(record) || record == other ||
      unit.types[other].kind == ir::TypeKind::kVoid ||
      unit.types[other].kind == ir::TypeKind::kUnknown)
    return;
  if (is_temporary(unit, record) || is_temporary(unit, other)) {
    note_copy(unit, to, from);
    note_copy(unit, from, to);
    return;
  }
  bool is_class =
      unit.types.is_record(other) &&
      (is_base_of(unit, other, record) || is_base_of(unit, record, other));
  if (!is_class)
    left_out_.insert(infer::record_key(unit, record));
}

void Forgotten::look_at_call(ProcedureId procedure, ValueId call) {
  const Program &program = facts_.program;
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &body = program.body(procedure);
  std::span<const ValueId> arguments = body.arguments(call);
  for (ProcedureId callee : infer::followed(program, procedure, call)) {
    const infer::Behaviour &behaviour = facts_.behaviours.of(callee);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      ValueId base = base_of(body, arguments[i]);
      Treatment is = treatment(behaviour, AccessPath::parameter(i));
      if (is.is_freed && !is.is_replaced && is_from_elsewhere(body, base))
        add_record(unit, unit.types.pointee(body.insts[base].type), destroyed_);
    }
    if (program.procedures()[callee].has_body &&
        !model::model_of(program, facts_.models, callee)) {
      calls_[callee].push_back({procedure, call});
      const ir::Function &target = program.body(callee);
      if (program.procedures()[callee].unit !=
          program.procedures()[procedure].unit)
        continue; // types of another unit
      for (std::uint32_t i = 0; i < arguments.size() && i < target.param_count;
           ++i)
        note_conversion(unit, body.insts[arguments[i]].type,
                        target.insts[ValueId(i)].type);
    }
  }
}

void Forgotten::look_at_address(const NamedCell &cell, ProcedureId procedure,
                                ValueId address, ValueId user) {
  const Program &program = facts_.program;
  const ir::Function &body = program.body(procedure);
  switch (body.insts[user].op) {
  case Op::kLoad:
    loads_[cell].push_back({procedure, user});
    return;
  case Op::kStore:
    if (body.operand(user, 1) == address) {
      spoiled_.insert(cell);
      exposed_.insert(cell);
    } else if (drops_first(facts_, procedure, user)) {
      walked_off_.insert(cell);
    }
    return;
  case Op::kCompare:
  case Op::kMemFill:
  case Op::kAssign:
    return;
  case Op::kCall: {
    auto callees = infer::followed(program, procedure, user);
    std::span<const ValueId> arguments = body.arguments(user);
    bool is_looked_at = !callees.empty();
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      for (ProcedureId callee : callees)
        if (arguments[i] == address)
          for (const AccessPath &path :
               {AccessPath::parameter(i), AccessPath::parameter(i).then({})}) {
            Treatment is = treatment(facts_.behaviours.of(callee), path);
            is_looked_at &= !is.is_unknown && !is.is_freed && !is.is_returned;
          }
    if (!is_looked_at)
      spoiled_.insert(cell);
    if (!note_container(cell, procedure, address, user))
      exposed_.insert(cell);
    return;
  }
  default:
    spoiled_.insert(cell);
    exposed_.insert(cell);
  }
}

// A routine of the container that the field is, or its constructor.
bool Forgotten::note_container(const NamedCell &cell, ProcedureId procedure,
                               ValueId address, ValueId call) {
  const ir::Function &body = facts_.program.body(procedure);
  std::span<const ValueId> arguments = body.arguments(call);
  auto callees = infer::followed(facts_.program, procedure, call);
  if (arguments.size() == 1 && callees.size() == 1 &&
      facts_.program.body(callees[0]).is_constructor)
    return true;
  std::optional<Interface> interface =
      container_interface(facts_, procedure, call);
  if (!interface)
    return false;
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != address)
      continue;
    if (!element_use(*interface, i).is_container)
      return false;
    container_calls_[cell].push_back({{procedure, call}, i});
  }
  return true;
}

} // namespace wt::ownership
