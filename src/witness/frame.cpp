// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of one frame: see frame.h.

#include "witness/frame.h"

namespace wt {

using ir::Op;
using ir::ValueId;

std::uint32_t width_of(const ir::Unit &unit, ir::TypeId type) {
  if (!type)
    return 64;
  const ir::Type &t = unit.types[type];
  return t.kind == ir::TypeKind::kInt && t.width ? t.width : 64;
}

std::uint64_t size_of(const ir::Unit &unit, ir::TypeId type) {
  if (!type)
    return 8;
  const ir::Type &t = unit.types[type];
  switch (t.kind) {
  case ir::TypeKind::kInt:
  case ir::TypeKind::kFloat:
    return t.width < 8 ? 1 : t.width / 8;
  case ir::TypeKind::kArray:
    return t.count * size_of(unit, t.element);
  case ir::TypeKind::kRecord:
    return t.size ? t.size : 8;
  default:
    return 8;
  }
}

TermId Machine::existing(ObjectId object) {
  TermId address = terms.address(object, 0);
  (void)terms.assume_not(address, 0);
  return address;
}

TermId Machine::address_of_function(UnitId unit, ir::FunctionId function) {
  ProcedureId procedure = program_.procedure(unit, function);
  auto [at, is_new] = functions_.emplace(procedure, ObjectId());
  if (is_new)
    at->second = memory.add(Object::Kind::kCode);
  return existing(at->second);
}

// A global that is never written holds its initial value, any other anything.
TermId Machine::address_of_global(UnitId unit, ir::GlobalId global) {
  ProgramVariableId variable = program_.variable(unit, global);
  auto [at, is_new] = globals_.emplace(variable, ObjectId());
  if (!is_new)
    return existing(at->second);
  ObjectId object = at->second = memory.add(Object::Kind::kGlobal);
  const ProgramVariable &info = program_.variables()[variable];
  if (!info.is_never_written || !info.is_defined)
    return existing(object);
  const ir::Global &definition =
      program_.units()[info.unit]->globals[info.global];
  if (definition.init_is_complete)
    memory[object].fills.push_back(
        {0, static_cast<std::int64_t>(definition.size), true});
  for (const ir::InitCell &cell : definition.init) {
    TermId value;
    switch (cell.kind) {
    case ir::InitCell::Kind::kInt:
      value = terms.integer(cell.value, cell.width);
      break;
    case ir::InitCell::Kind::kGlobal:
      value = offset_address(address_of_global(info.unit, cell.global),
                             terms.integer(cell.value));
      break;
    case ir::InitCell::Kind::kFunction:
      value = address_of_function(info.unit, cell.function);
      break;
    }
    std::uint64_t size =
        cell.kind == ir::InitCell::Kind::kInt ? (cell.width + 7) / 8 : 8;
    memory[object].cells[static_cast<std::int64_t>(cell.offset)] = {value,
                                                                    size};
  }
  return existing(object);
}

TermId Machine::value_of(const Frame &frame, ValueId v) {
  const ir::Inst &inst = frame.function->insts[v];
  switch (inst.op) {
  case Op::kInt:
    return terms.integer(frame.function->int_value(v),
                         width_of(*frame.unit, inst.type));
  case Op::kNull:
    return terms.integer(0);
  case Op::kGlobal:
    return address_of_global(frame.unit_id, frame.function->global(v));
  case Op::kFunction:
    return address_of_function(frame.unit_id, frame.function->function(v));
  default:
    if (frame.values[v])
      return frame.values[v];
    return terms.symbol(width_of(*frame.unit, inst.type));
  }
}

TermId Machine::offset_address(TermId base, TermId offset) {
  std::optional<std::int64_t> bytes = terms.value(offset);
  if (bytes == 0)
    return base;
  if (terms.value(base)) // an offset from null
    return terms.binop(ir::BinaryOp::kAdd, base, offset, 64);
  Memory::Target target = memory.resolve(base);
  TermId result = bytes && target.is_exact
                      ? terms.address(target.object, target.offset + *bytes)
                      : terms.blurred(target.object, offset);
  (void)terms.assume_not(result, 0);
  return result;
}

TermId Machine::compute(const Frame &frame, ValueId v) {
  const ir::Function &function = *frame.function;
  const ir::Inst &inst = function.insts[v];
  std::uint32_t width = width_of(*frame.unit, inst.type);
  auto operand = [&](std::uint32_t i) {
    return value_of(frame, function.operand(v, i));
  };
  auto operand_width = [&](std::uint32_t i) {
    return width_of(*frame.unit, function.insts[function.operand(v, i)].type);
  };
  switch (inst.op) {
  case Op::kBinop:
    return terms.binop(static_cast<ir::BinaryOp>(inst.code), operand(0),
                       operand(1), width);
  case Op::kCompare:
    return terms.compare(static_cast<ir::Predicate>(inst.code), operand(0),
                         operand(1), operand_width(0));
  case Op::kSelect:
    return terms.select(operand(0), operand(1), operand(2), width);
  case Op::kCast:
    return terms.cast(static_cast<ir::CastKind>(inst.code), operand(0),
                      operand_width(0), width);
  default:
    return terms.symbol(width);
  }
}

void Machine::set(Frame &frame, ValueId v, TermId term) {
  frame.values[v] = term;
  auto found = frame.assumed.find(v);
  if (found == frame.assumed.end())
    return;
  std::int64_t number = found->second;
  frame.assumed.erase(found);
  assume_number(frame, term, v, number);
}

void Machine::assume_number(const Frame &frame, TermId term, ValueId v,
                            std::int64_t number) {
  ir::TypeId type = frame.function->insts[v].type;
  bool is_number = type && frame.unit->types.is_int(type);
  if (is_number)
    number = wrap(number, width_of(*frame.unit, type));
  // Addresses and handles: their numbers are our own, but null is null.
  bool is_some = !is_number || terms[term].kind == Term::Kind::kAddress;
  Terms before = terms;
  bool fits = is_some && number > 0
                  ? terms.assume_not(term, 0)
                  : terms.assume_between(term, number, number);
  if (!fits)
    terms = std::move(before);
}

} // namespace wt
