// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one instruction compute?  See path_runner.h.

#include "engine/absint/path_runner.h"

#include <algorithm>

namespace wt::absint {

using ir::Op;
using ir::ValueId;

unsigned PathRunner::bits_of(ValueId v) const {
  const ir::Type &type = unit_.types[function_.insts[v].type];
  return type.kind == ir::TypeKind::kInt && type.width ? type.width : 64;
}

// Parameters, addresses and what is never computed.
Value PathRunner::leaf(ValueId v) {
  const ir::Inst &inst = function_.insts[v];
  const Program &program = setting_.facts.program;
  UnitId unit = program.procedures()[procedure_].unit;
  bool is_pointer = unit_.types.is_pointer(inst.type);
  switch (inst.op) {
  case Op::kInt:
    return number(function_.int_value(v));
  case Op::kNull:
    return number(0);
  case Op::kParam:
    return {bases_.entry(AccessPath::parameter(v.value), is_pointer,
                         bytes_of(inst.type))};
  case Op::kGlobal:
    return {bases_.entry(
        AccessPath::global(program.variable(unit, function_.global(v))), true)};
  case Op::kFunction:
    return {bases_.entry(
        AccessPath::function(program.procedure(unit, function_.function(v))),
        true)};
  default:
    return {bases_.opaque(v, 0, is_pointer)};
  }
}

Value PathRunner::value(ValueId v, const State &state) {
  const ir::Inst &inst = function_.insts[v];
  if (ir::is_leaf(inst.op)) {
    if (computed_in_[v] == 0) // rounds begin with one
      computed_[v] = leaf(v), computed_in_[v] = kEver;
    return is_number(computed_[v]) ? computed_[v]
                                   : simplified(computed_[v], state);
  }
  if (computed_in_[v] == round_)
    return simplified(computed_[v], state);
  auto at = std::lower_bound(
      state.env->begin(), state.env->end(), v,
      [](const auto &entry, ValueId id) { return entry.first < id; });
  if (at != state.env->end() && at->first == v)
    return simplified(at->second, state);
  return {bases_.opaque(v, 0, unit_.types.is_pointer(inst.type))};
}

void PathRunner::define(ValueId v, const Value &value) {
  computed_[v] = value;
  computed_in_[v] = round_;
}

// The base is another value from now on: what it was gets another name.
void PathRunner::age(State &state, BaseId base) {
  auto is_it = [&](BaseId other) {
    return other == base || bases_.mentions(other, base);
  };
  BaseSet met;
  for (const auto &[v, known] : *state.env)
    if (is_it(known.base))
      insert_sorted(met, known.base);
  for (const auto &[cell, content] : *state.cells)
    if (is_it(content.value.base))
      insert_sorted(met, content.value.base);
  for (BaseId old : met) {
    BaseId stale = bases_.stale(old);
    Numbers was = base_range(old, state);
    bool is_there = false; // from rounds before the last
    for (const auto &[v, known] : *state.env)
      is_there |= known.base == stale;
    for (const auto &[cell, content] : *state.cells)
      is_there |= content.value.base == stale;
    if (is_there)
      was = was.join(base_range(stale, state));
    state.replace(old, {stale});
    state.renew(stale, was, bases_);
  }
  state.renew(base, Numbers::any(), bases_);
}

// Something that nobody knows.
Value PathRunner::opaque(ValueId v, State &state, std::uint64_t variant,
                         const AccessPath &found_at) {
  BaseId base = bases_.opaque(
      v, variant, unit_.types.is_pointer(function_.insts[v].type), found_at);
  age(state, base);
  return {base};
}

bool PathRunner::execute(ValueId v, State &state) {
  const ir::Inst &inst = function_.insts[v];
  auto operand = [&](std::uint32_t i) {
    return value(function_.operand(v, i), state);
  };
  switch (inst.op) {
  case Op::kPhi: // done on arrival
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kReturn:
  case Op::kRethrow:
  case Op::kUnreachable:
    return true;
  case Op::kAssign:
    // Locals of main are in nobody's way: what they hold is not lost.
    if (is_main_)
      store({bases_.slot(ir::VariableId(inst.extra))}, operand(0), 8, state);
    return true;
  case Op::kScopeEnd:
    if (!is_main_)
      state.forget_cells(bases_.slot(ir::VariableId(inst.extra)));
    return true;
  case Op::kStore: {
    Value to = operand(0);
    if (!assume_accessible(to, state))
      return false;
    store(to, operand(1),
          bytes_of(function_.insts[function_.operand(v, 1)].type), state);
    return true;
  }
  case Op::kMemCopy:
    copy(operand(0), operand(1), operand(2), state, v);
    return true;
  case Op::kMemFill: {
    Value length = operand(2), byte = operand(1), to = operand(0);
    bool is_known = is_number(length) && length.offset > 0;
    auto size = is_known ? static_cast<std::uint64_t>(length.offset) : 0;
    if (byte == number(0) && is_known && size <= kMaxForgotten &&
        !to.is_inside && bases_.has_cells(to.base)) {
      for (std::uint64_t done = 0; done < size; done += 8)
        store({to.base, to.offset + std::int64_t(done)}, number(0),
              static_cast<unsigned>(std::min<std::uint64_t>(8, size - done)),
              state);
      return true;
    }
    forget(to, size, state, v);
    return true;
  }
  case Op::kUnknown:
    for (ValueId each : function_.operands_of(v))
      expose(value(each, state), state);
    define(v, opaque(v, state));
    return true;
  case Op::kLoad: {
    Value from = operand(0);
    if (!assume_accessible(from, state))
      return false;
    // Locals that nobody else knows change only here, volatile or not.
    bool is_own = bases_.is(from.base, Base::Kind::kSlot) &&
                  !contains(*state.exposed, from.base);
    define(v, inst.is_volatile && !is_own
                  ? opaque(v, state)
                  : load(from, access(inst.type), state, v));
    return true;
  }
  default:
    define(v, compute(v, state));
    return true;
  }
}

// `base` plus so many times a stride; somewhere in it when that is not known.
Value PathRunner::shifted(Value base, const Value &amount,
                          std::int64_t stride) const {
  if (is_number(amount)) {
    std::int64_t bytes;
    if (__builtin_mul_overflow(amount.offset, stride, &bytes) ||
        __builtin_add_overflow(base.offset, bytes, &base.offset))
      base.is_inside = true;
  } else {
    base.is_inside = true;
  }
  return base;
}

// Two values are one name for their result as long as both are.
Value PathRunner::term(TermCode code, const Value &a, const Value &b,
                       unsigned bits, ValueId at, State &state) {
  auto is_one = [&](const Value &v) {
    return is_number(v) ? !v.is_inside
                        : !v.is_inside && !bases_.is_many(v.base);
  };
  if (is_one(a) && is_one(b))
    if (BaseId base = bases_.term(code, a, b, bits); base.valid()) {
      if (auto n = base_range(base, state).number())
        return number(*n);
      return {base};
    }
  Numbers is;
  if (code.kind == TermCode::Kind::kBinary)
    is = computed(static_cast<ir::BinaryOp>(code.code), range(a, state),
                  range(b, state), bits);
  else if (code.kind == TermCode::Kind::kCompare)
    is = Numbers::between(0, 1);
  else
    is = converted(static_cast<ir::CastKind>(code.code), range(a, state),
                   static_cast<unsigned>(b.offset), bits);
  Value out = opaque(at, state);
  if (!is.is_any())
    state.renew(out.base, is, bases_);
  return out;
}

Value PathRunner::binop(ValueId v, State &state) {
  Value a = value(function_.operand(v, 0), state);
  Value b = value(function_.operand(v, 1), state);
  auto op = static_cast<ir::BinaryOp>(function_.insts[v].code);
  unsigned bits = bits_of(v);
  if (is_number(a) && is_number(b)) {
    Numbers out =
        computed(op, Numbers::only(a.offset), Numbers::only(b.offset), bits);
    if (out.number())
      return number(*out.number());
  }
  auto is_object = [&](const Value &value) {
    return !is_number(value) && bases_.is_pointer(value.base);
  };
  // The remainder of a power of two is its lower bits.
  if (op == ir::BinaryOp::kURem && is_number(b) && b.offset > 0 &&
      (b.offset & (b.offset - 1)) == 0) {
    op = ir::BinaryOp::kAnd;
    b = number(b.offset - 1);
  }
  switch (op) {
  case ir::BinaryOp::kAdd:
  case ir::BinaryOp::kSub:
    if (op == ir::BinaryOp::kAdd && is_number(a))
      std::swap(a, b);
    if (is_number(b) && !is_number(a)) // numbers are taken not to wrap here
      return shifted(a, b, op == ir::BinaryOp::kAdd ? 1 : -1);
    break;
  case ir::BinaryOp::kAnd: // pointers with tags in their low bits
    if (is_number(b) && b.offset == 0)
      return number(0);
    if (is_number(b) && b.offset < 0 && b.offset >= -4096 && is_object(a))
      return {a.base, a.offset, true};
    break;
  case ir::BinaryOp::kOr:
    if (is_number(b) && b.offset >= 0 && b.offset < 16 && bases_.is_new(a.base))
      return {a.base, a.offset, true};
    break;
  default:
    break;
  }
  return term({TermCode::Kind::kBinary, static_cast<std::uint8_t>(op)}, a, b,
              bits, v, state);
}

Value PathRunner::cast(ValueId v, State &state) {
  auto kind = static_cast<ir::CastKind>(function_.insts[v].code);
  ValueId from = function_.operand(v, 0);
  Value a = value(from, state);
  unsigned before = bits_of(from), after = bits_of(v);
  switch (kind) {
  case ir::CastKind::kNumeric:
    return opaque(v, state);
  case ir::CastKind::kZext:
  case ir::CastKind::kTrunc: {
    Numbers is = range(a, state), to = converted(kind, is, before, after);
    if (is_number(a) && to.number())
      return number(*to.number());
    bool is_handle = bases_.is_new(a.base);
    if (is == to || is_handle)
      return a;
    return term({TermCode::Kind::kCast, static_cast<std::uint8_t>(kind)}, a,
                number(before), after, v, state);
  }
  default:
    return a;
  }
}

Value PathRunner::compare(ValueId v, State &state) {
  auto predicate = static_cast<ir::Predicate>(function_.insts[v].code);
  Value a = value(function_.operand(v, 0), state);
  Value b = value(function_.operand(v, 1), state);
  if (auto known = decide(predicate, a, b, state))
    return number(*known);
  return term({TermCode::Kind::kCompare, static_cast<std::uint8_t>(predicate)},
              a, b, 1, v, state);
}

Value PathRunner::select(ValueId v, State &state) {
  Value condition = value(function_.operand(v, 0), state);
  Numbers is = range(condition, state);
  Value a = value(function_.operand(v, 1), state);
  Value b = value(function_.operand(v, 2), state);
  if (is.is_zero() || a == b)
    return b;
  if (!is.may_be_zero())
    return a;
  BaseId choice = bases_.choice(UINT32_MAX, v.value);
  age(state, choice);
  Numbers one = range(a, state), other = range(b, state);
  bases_.add_alternative(choice, a, one);
  bases_.add_alternative(choice, b, other);
  state.renew(choice, one.join(other), bases_);
  return {choice};
}

Value PathRunner::compute(ValueId v, State &state) {
  const ir::Inst &inst = function_.insts[v];
  auto operand = [&](std::uint32_t i) {
    return value(function_.operand(v, i), state);
  };
  switch (inst.op) {
  case Op::kSlot:
    return {bases_.slot(ir::VariableId(inst.extra))};
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
  case Op::kCast:
    return cast(v, state);
  case Op::kBinop:
    return binop(v, state);
  case Op::kCompare:
    return compare(v, state);
  case Op::kSelect:
    return select(v, state);
  default:
    return opaque(v, state);
  }
}

} // namespace wt::absint
