// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one instruction compute?  See interpret.h.

#include "model/infer/interpret.h"

#include <algorithm>

namespace wt::infer {

using ir::Op;
using ir::ValueId;

// Parameters, addresses and what is never computed.
BaseId Interpreter::leaf(ValueId v) {
  const ir::Inst &inst = function_.insts[v];
  const Program &program = setting_.program;
  UnitId unit = program.procedures()[procedure_].unit;
  switch (inst.op) {
  case Op::kParam:
    return bases_.entry(AccessPath::parameter(v.value),
                        unit_.types.is_pointer(inst.type), bytes_of(inst.type));
  case Op::kGlobal:
    return bases_.entry(
        AccessPath::global(program.variable(unit, function_.global(v))), true);
  case Op::kFunction:
    return bases_.entry(
        AccessPath::function(program.procedure(unit, function_.function(v))),
        true);
  default:
    return bases_.make(Base::Kind::kOpaque, v.value);
  }
}

Value Interpreter::value(ValueId v, const State &state) {
  switch (function_.insts[v].op) {
  case Op::kInt:
    return number(function_.int_value(v));
  case Op::kNull:
    return number(0);
  case Op::kParam:
  case Op::kGlobal:
  case Op::kFunction:
  case Op::kUndef:
  case Op::kOpaque:
    if (computed_in_[v] == 0) // rounds begin with one
      computed_[v] = {leaf(v), 0, false}, computed_in_[v] = kEver;
    return computed_[v];
  default:
    break;
  }
  if (computed_in_[v] == round_)
    return computed_[v];
  auto at = std::lower_bound(
      state.env->begin(), state.env->end(), v,
      [](const auto &entry, ValueId id) { return entry.first < id; });
  if (at != state.env->end() && at->first == v)
    return at->second;
  return {bases_.make(Base::Kind::kOpaque, v.value), 0, false};
}

void Interpreter::define(ValueId v, const Value &value) {
  computed_[v] = value;
  computed_in_[v] = round_;
}

// Something that nobody knows.  In a loop, what was computed here in the last
// round gets another name.
Value Interpreter::opaque(ValueId v, State &state, std::uint64_t variant) {
  BaseId base = bases_.make(Base::Kind::kOpaque, v.value, variant);
  if (nodes_[here_].is_in_loop())
    rename(state, base, bases_.make(Base::Kind::kStale, v.value, variant));
  return {base, 0, false};
}

void Interpreter::rename(State &state, BaseId from, BaseId to) {
  if (std::ranges::any_of(*state.env, [&](const auto &entry) {
        return entry.second.base == from;
      }))
    for (auto &[v, known] : state.env.edit())
      if (known.base == from)
        known.base = to;
  if (std::ranges::any_of(*state.cells, [&](const auto &entry) {
        return entry.second.value.base == from;
      }))
    for (auto &[cell, content] : state.cells.edit())
      if (content.value.base == from)
        content.value.base = to;
  state.renew(from, NumberClass::any());
  state.renew(to, NumberClass::any()); // several values from now on
}

bool Interpreter::execute(ValueId v, State &state) {
  const ir::Inst &inst = function_.insts[v];
  switch (inst.op) {
  case Op::kPhi: // done on arrival
  case Op::kAssign:
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kReturn:
  case Op::kRethrow:
  case Op::kUnreachable:
    return true;
  case Op::kScopeEnd: {
    BaseId slot = bases_.make(Base::Kind::kSlot, inst.extra);
    forget_cells(state, slot);
    return true;
  }
  case Op::kStore: {
    Value to = value(function_.operand(v, 0), state);
    if (!assume_accessible(to, state))
      return false;
    use(to, state);
    ValueId stored = function_.operand(v, 1);
    store(to, value(stored, state), bytes_of(function_.insts[stored].type),
          state);
    return true;
  }
  case Op::kMemCopy: {
    Value to = value(function_.operand(v, 0), state);
    Value from = value(function_.operand(v, 1), state);
    Value length = value(function_.operand(v, 2), state);
    if (is_number(length) && length.offset > 0)
      use(to, state), use(from, state);
    copy(to, from, length, state, v);
    return true;
  }
  case Op::kMemFill: {
    Value length = value(function_.operand(v, 2), state);
    bool is_known = is_number(length) && length.offset > 0;
    Value to = value(function_.operand(v, 0), state);
    std::uint64_t size =
        is_known ? static_cast<std::uint64_t>(length.offset) : 0;
    if (is_known)
      use(to, state);
    bool is_zero = value(function_.operand(v, 1), state) == number(0);
    if (is_known && is_zero && !to.is_inside && size <= kMaxZeroed)
      clear(to, size, state);
    else
      forget(to, size, state, v);
    return true;
  }
  case Op::kUnknown:
    for (ValueId operand : function_.operands_of(v))
      expose(value(operand, state), state);
    define(v, opaque(v, state));
    return true;
  case Op::kLoad: {
    Value from = value(function_.operand(v, 0), state);
    if (!assume_accessible(from, state))
      return false;
    use(from, state);
    if (inst.is_volatile)
      define(v, opaque(v, state));
    else
      define(v, load(from, access(inst.type), state, v));
    return true;
  }
  default:
    define(v, compute(v, state));
    return true;
  }
}

// `base` plus so many times a stride; somewhere in it when that is not known.
Value Interpreter::shifted(Value base, const Value &amount,
                           std::int64_t stride) const {
  if (is_number(amount))
    base.offset += amount.offset * stride;
  else
    base.is_inside = true;
  return base;
}

// Some bits of a number; nullopt: no names for them.
std::optional<Value> Interpreter::masked(const Value &value,
                                         std::uint64_t mask) {
  if (is_number(value))
    return number(static_cast<std::int64_t>(
        static_cast<std::uint64_t>(value.offset) & mask));
  const Base base = bases_[value.base];
  if (value.offset || value.is_inside)
    return std::nullopt;
  if (base.kind == Base::Kind::kMasked)
    return Value{
        bases_.make(Base::Kind::kMasked, base.index, base.variant & mask), 0,
        false};
  if (base.kind != Base::Kind::kEntry || base.is_pointer)
    return std::nullopt;
  return Value{bases_.make(Base::Kind::kMasked, value.base.value, mask), 0,
               false};
}

// The bits of a value under a mask: `flags | 4` has bit 4 whatever flags is,
// and its bit 1 is that of flags.
std::optional<Value> Interpreter::bits_of(ValueId v, std::uint64_t mask,
                                          const State &state, int depth) {
  constexpr int kDeepest = 4;
  const ir::Inst &inst = function_.insts[v];
  auto operand = [&](std::uint32_t i, std::uint64_t part) {
    return bits_of(function_.operand(v, i), part, state, depth + 1);
  };
  auto op = static_cast<ir::BinaryOp>(inst.code);
  bool is_binop = inst.op == Op::kBinop && depth < kDeepest;
  if (is_binop && op == ir::BinaryOp::kAnd)
    for (std::uint32_t i : {0, 1}) {
      Value other = value(function_.operand(v, 1 - i), state);
      if (is_number(other) && !other.is_inside)
        return operand(i, mask & static_cast<std::uint64_t>(other.offset));
    }
  if (is_binop && op == ir::BinaryOp::kOr) {
    auto a = operand(0, mask), b = operand(1, mask);
    Value all = number(static_cast<std::int64_t>(mask)), none = number(0);
    if (a == all || b == all)
      return all;
    return a == none ? b : b == none ? a : std::nullopt;
  }
  bool is_choice = inst.op == Op::kSelect || inst.op == Op::kPhi;
  if (is_choice && depth < kDeepest) {
    std::uint32_t first = inst.op == Op::kSelect ? 1 : 0;
    std::optional<Value> out = operand(first, mask);
    for (std::uint32_t i = first + 1; out && i < inst.operand_count; ++i)
      if (operand(i, mask) != out)
        out = std::nullopt;
    if (out)
      return out;
  }
  return masked(value(v, state), mask);
}

namespace {

// Of `a | b` or `a & b`, as far as the classes say.
NumberClass combined(ir::BinaryOp op, const NumberClass &a,
                     const NumberClass &b) {
  if (a.numbers().empty() || b.numbers().empty())
    return NumberClass::any();
  NumberClass out = NumberClass::none();
  for (std::int64_t x : a.numbers())
    for (std::int64_t y : b.numbers())
      out = out.join(
          NumberClass::equals(op == ir::BinaryOp::kOr ? x | y : x & y));
  return out;
}

} // namespace

// Zero or one: what a comparison says, as a number.
bool Interpreter::is_truth(ValueId v) const {
  auto is_cast = [&](ValueId x, ir::CastKind kind) {
    const ir::Inst &inst = function_.insts[x];
    return inst.op == Op::kCast && static_cast<ir::CastKind>(inst.code) == kind;
  };
  if (is_cast(v, ir::CastKind::kSext))
    v = function_.operand(v, 0);
  if (!is_cast(v, ir::CastKind::kZext))
    return false;
  ValueId from = function_.operand(v, 0);
  return unit_.types[function_.insts[from].type].width == 1;
}

Value Interpreter::binop(ValueId v, State &state) {
  Value a = value(function_.operand(v, 0), state);
  Value b = value(function_.operand(v, 1), state);
  auto op = static_cast<ir::BinaryOp>(function_.insts[v].code);
  bool both_numbers = is_number(a) && is_number(b);
  switch (op) {
  case ir::BinaryOp::kAdd:
    if (is_number(a))
      std::swap(a, b);
    if (is_number(b))
      return shifted(a, b, 1);
    break;
  case ir::BinaryOp::kSub:
    if (is_number(b))
      return shifted(a, b, -1);
    break;
  case ir::BinaryOp::kMul:
    if (both_numbers)
      return number(a.offset * b.offset);
    break;
  case ir::BinaryOp::kAnd: // pointers with tags in their low bits
    if (both_numbers)
      return number(a.offset & b.offset);
    if (is_number(b) && b.offset < 0 && b.offset >= -4096)
      return {a.base, a.offset, true};
    if (is_number(b) && b.offset == 0)
      return number(0);
    if (is_number(a) || is_number(b))
      if (std::optional<Value> bits = bits_of(v, UINT64_MAX, state))
        return *bits;
    break;
  case ir::BinaryOp::kOr:
    if (both_numbers)
      return number(a.offset | b.offset);
    if (is_number(b) && b.offset >= 0 && b.offset < 16 && bases_.is_new(a.base))
      return {a.base, a.offset, true};
    break;
  default:
    return opaque(v, state);
  }
  NumberClass is = NumberClass::any();
  if (op == ir::BinaryOp::kOr || op == ir::BinaryOp::kAnd)
    is = combined(op, class_of(a, state), class_of(b, state));
  Value out = opaque(v, state);
  if (!is.is_any())
    state.renew(out.base, is);
  // Sizes do not wrap around.
  if (op == ir::BinaryOp::kAdd && is_truth(function_.operand(v, 0)))
    assume_compare(ir::Predicate::kUGe, out, b, state);
  if (op == ir::BinaryOp::kAdd && is_truth(function_.operand(v, 1)))
    assume_compare(ir::Predicate::kUGe, out, a, state);
  return out;
}

Value Interpreter::compute(ValueId v, State &state) {
  const ir::Inst &inst = function_.insts[v];
  auto operand = [&](std::uint32_t i) {
    return value(function_.operand(v, i), state);
  };
  switch (inst.op) {
  case Op::kSlot:
    return {bases_.make(Base::Kind::kSlot, inst.extra), 0, false};
  case Op::kField: {
    Value base = operand(0);
    base.offset += function_.field(v).offset;
    return base;
  }
  case Op::kElement: {
    Value base = operand(0);
    // Elements that are told apart by a variable are one cell.
    if (Value index = operand(1); is_number(index))
      return shifted(base, index, inst.extra);
    return {base.base, base.offset, true};
  }
  case Op::kCast: {
    auto kind = static_cast<ir::CastKind>(inst.code);
    Value a = operand(0);
    if (kind == ir::CastKind::kNumeric)
      return opaque(v, state);
    if (kind == ir::CastKind::kTrunc && !is_number(a))
      return unit_.types[inst.type].width >= 32 ? a : opaque(v, state);
    // Widened with zeros, it is not negative.  A byte may be a `char` that has
    // a sign elsewhere.
    ir::TypeId narrow = function_.insts[function_.operand(v, 0)].type;
    if (kind == ir::CastKind::kZext && unit_.types[narrow].width >= 16)
      assume(a, NumberClass::signs(NumberClass::kZero | NumberClass::kPositive),
             state);
    return a;
  }
  case Op::kBinop:
    return binop(v, state);
  case Op::kCompare: {
    auto predicate = static_cast<ir::Predicate>(inst.code);
    std::optional<bool> known =
        decide(predicate, operand(0), operand(1), state);
    return known ? number(*known) : opaque(v, state);
  }
  case Op::kSelect: {
    Value condition = operand(0);
    NumberClass is = class_of(condition, state);
    if (is.is_zero())
      return operand(2);
    if (!is.may_be_zero())
      return operand(1);
    Value a = operand(1), b = operand(2);
    if (a == b)
      return a;
    BaseId merged = bases_.make(Base::Kind::kMerged, inst.block.value,
                                v.value); // as a phi would be
    bases_.add_alternative(merged, a);
    bases_.add_alternative(merged, b);
    state.renew(merged, class_of(a, state).join(class_of(b, state)));
    return {merged, 0, false};
  }
  default:
    return opaque(v, state);
  }
}

} // namespace wt::infer
