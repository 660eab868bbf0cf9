// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does an operand, an operator, a comparison, a conversion give?
// The arithmetic half of the oracle's interpreter; see interpreter.h.

#include "interpreter.h"

namespace wt::agree {

using namespace ir;

Value Interpreter::value_of(ValueId v) {
  Frame &frame = machine_.top();
  const Inst &what = frame.function->insts[v];
  switch (what.op) {
  case Op::kInt:
    return Value::of(
        wrap(frame.function->int_value(v), unit().types[what.type].width));
  case Op::kNull:
    return Value::of(0);
  case Op::kGlobal:
    return global_address(frame.unit, frame.function->global(v));
  case Op::kFunction:
    return Value::function_address(
        setting_.program.procedure(frame.unit, frame.function->function(v)));
  default:
    if (!frame.registers[v]) // kUndef, kOpaque, or a result nobody gave
      frame.registers[v] = machine_.new_input(unit().types, what.type);
    return *frame.registers[v];
  }
}

Value Interpreter::cell_value(UnitId unit, const InitCell &cell) {
  switch (cell.kind) {
  case InitCell::Kind::kInt:
    return Value::of(wrap(cell.value, cell.width));
  case InitCell::Kind::kFunction:
    return Value::function_address(
        setting_.program.procedure(unit, cell.function));
  case InitCell::Kind::kGlobal:
    break;
  }
  Value address = global_address(unit, cell.global);
  address.number += cell.value;
  return address;
}

// Before main the globals have their initial values; any other procedure may
// find anything in those that the program writes.
Value Interpreter::global_address(UnitId unit, GlobalId id) {
  ProgramVariableId variable = setting_.program.variable(unit, id);
  auto [entry, is_new] = globals_.try_emplace(variable);
  if (!is_new)
    return Value::pointer(entry->second);
  ObjectId object = machine_.new_object(Object::Kind::kGlobal);
  entry->second = object;
  const ProgramVariable &known = setting_.program.variables()[variable];
  if (!known.is_defined || !(setting_.root_is_main || known.is_never_written))
    return Value::pointer(object);
  const Global &global =
      setting_.program.units()[known.unit]->globals[known.global];
  if (global.init_is_complete)
    machine_.fill(Value::pointer(object), 0, global.size);
  for (const InitCell &cell : global.init)
    machine_.store(Value::pointer(object, cell.offset),
                   cell_value(known.unit, cell),
                   cell.kind == InitCell::Kind::kInt ? cell.width / 8 : 8);
  return Value::pointer(object);
}

Value Interpreter::cast(ValueId v) {
  const Inst &what = inst(v);
  ValueId operand = machine_.top().function->operand(v, 0);
  Value from = value_of(operand);
  CastKind kind = static_cast<CastKind>(what.code);
  if (kind == CastKind::kNumeric)
    return machine_.new_input(unit().types, what.type);
  if (kind == CastKind::kBitcast || kind == CastKind::kPtrToInt ||
      kind == CastKind::kIntToPtr)
    return from;
  Value value = machine_.look(from);
  if (!value.is_number())
    return value; // a descriptor, or a pointer that was made an integer
  std::uint32_t width = unit().types[inst(operand).type].width;
  std::int64_t number = value.number;
  if (kind == CastKind::kZext && width < 64)
    number &= (std::int64_t(1) << width) - 1;
  if (kind == CastKind::kSext && width == 1)
    number = -number;
  return Value::of(wrap(number, unit().types[what.type].width));
}

Value Interpreter::binary(ValueId v) {
  const Function &function = *machine_.top().function;
  Value a = machine_.look(value_of(function.operand(v, 0)));
  Value b = machine_.look(value_of(function.operand(v, 1)));
  BinaryOp op = static_cast<BinaryOp>(inst(v).code);
  if (a.is_pointer() && b.is_number() &&
      (op == BinaryOp::kAdd || op == BinaryOp::kSub)) {
    a.number += op == BinaryOp::kAdd ? b.number : -b.number;
    return a;
  }
  if (b.is_pointer() && a.is_number() && op == BinaryOp::kAdd) {
    b.number += a.number;
    return b;
  }
  if (a.is_pointer() && b.is_pointer() && a.object == b.object &&
      op == BinaryOp::kSub)
    return Value::of(a.number - b.number);
  if (!a.is_number() || !b.is_number())
    throw PathEnd{PathEnd::Why::kGaveUp, "arithmetic on addresses"};

  std::uint32_t width = unit().types[inst(v).type].width;
  std::uint64_t mask = width == 0 || width >= 64 ? ~0ull : (1ull << width) - 1;
  std::uint64_t x = std::uint64_t(a.number) & mask;
  std::uint64_t y = std::uint64_t(b.number) & mask;
  bool divides = op == BinaryOp::kSDiv || op == BinaryOp::kUDiv ||
                 op == BinaryOp::kSRem || op == BinaryOp::kURem;
  if (divides && y == 0)
    throw PathEnd{PathEnd::Why::kUndefined, "division by zero"};
  bool shifts =
      op == BinaryOp::kShl || op == BinaryOp::kLShr || op == BinaryOp::kAShr;
  if (shifts && y >= (width ? width : 64))
    throw PathEnd{PathEnd::Why::kUndefined, "shift too far"};
  // -1 is the only divisor that can overflow; its quotient is the negation.
  std::int64_t divisor = b.number == -1 ? 1 : b.number;
  std::uint64_t out = 0;
  switch (op) {
  case BinaryOp::kAdd:
    out = x + y;
    break;
  case BinaryOp::kSub:
    out = x - y;
    break;
  case BinaryOp::kMul:
    out = x * y;
    break;
  case BinaryOp::kSDiv:
    out = b.number == -1 ? 0 - x : std::uint64_t(a.number / divisor);
    break;
  case BinaryOp::kSRem:
    out = b.number == -1 ? 0 : std::uint64_t(a.number % divisor);
    break;
  case BinaryOp::kUDiv:
    out = x / y;
    break;
  case BinaryOp::kURem:
    out = x % y;
    break;
  case BinaryOp::kShl:
    out = x << y;
    break;
  case BinaryOp::kLShr:
    out = x >> y;
    break;
  case BinaryOp::kAShr:
    out = std::uint64_t(a.number >> y);
    break;
  case BinaryOp::kAnd:
    out = x & y;
    break;
  case BinaryOp::kOr:
    out = x | y;
    break;
  case BinaryOp::kXor:
    out = x ^ y;
    break;
  }
  return Value::of(wrap(static_cast<std::int64_t>(out), width));
}

Value Interpreter::compare(ValueId v) {
  const Function &function = *machine_.top().function;
  ValueId left = function.operand(v, 0);
  Value a = machine_.look(value_of(left));
  Value b = machine_.look(value_of(function.operand(v, 1)));
  // Every object gets an address of its own, far from all small numbers;
  // descriptors get the next small ones.
  auto address = [&](const Value &x) -> std::int64_t {
    if (x.kind == Value::Kind::kFunction)
      return (std::int64_t(1) << 28) + x.function.value;
    if (!x.is_pointer())
      return x.number;
    if (machine_.object(x.object).is_handle)
      return 3 + x.object.value;
    return (std::int64_t(x.object.value + 1) << 32) + x.number;
  };
  std::int64_t x = address(a), y = address(b);
  const Type &type = unit().types[inst(left).type];
  std::uint32_t width = type.kind == TypeKind::kInt ? type.width : 64;
  std::uint64_t mask =
      width == 0 || width >= 64 || !a.is_number() || !b.is_number()
          ? ~0ull
          : (1ull << width) - 1;
  std::uint64_t ux = std::uint64_t(x) & mask, uy = std::uint64_t(y) & mask;
  bool holds = false;
  switch (static_cast<Predicate>(inst(v).code)) {
  case Predicate::kEq:
    holds = ux == uy;
    break;
  case Predicate::kNe:
    holds = ux != uy;
    break;
  case Predicate::kSLt:
    holds = x < y;
    break;
  case Predicate::kSLe:
    holds = x <= y;
    break;
  case Predicate::kSGt:
    holds = x > y;
    break;
  case Predicate::kSGe:
    holds = x >= y;
    break;
  case Predicate::kULt:
    holds = ux < uy;
    break;
  case Predicate::kULe:
    holds = ux <= uy;
    break;
  case Predicate::kUGt:
    holds = ux > uy;
    break;
  case Predicate::kUGe:
    holds = ux >= uy;
    break;
  }
  return Value::of(holds);
}

} // namespace wt::agree
