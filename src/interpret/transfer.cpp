// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one instruction compute?  See interpreter.h.

#include "interpret/interpreter.h"

#include "number/fold.h"

#include <algorithm>
#include <map>

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
  state.renew(from, Numbers::any());
  state.renew(to, Numbers::any()); // several values from now on
}

// left = first(); while (more()) left = node_new(left, right());   What `left`
// was when a node is made is the first one or an earlier node, not this node.
Interpreter::Renamed Interpreter::rename_in_merged(State &state, BaseId from,
                                                   BaseId to) {
  constexpr std::uint64_t kAged = std::uint64_t(1) << 47;
  std::map<BaseId, BaseId> aged;
  auto age = [&](BaseId base) {
    const Base what = bases_[base];
    std::span<const Value> known = bases_.alternatives(base);
    if (what.kind != Base::Kind::kMerged || (what.variant & kAged) ||
        std::ranges::find(known, from, &Value::base) == known.end())
      return base;
    auto [found, is_new] = aged.try_emplace(base);
    if (is_new) {
      std::vector<Value> parts(known.begin(), known.end());
      found->second =
          bases_.make(Base::Kind::kMerged, what.index, what.variant | kAged);
      for (Value part : parts) {
        if (part.base == from)
          part.base = to;
        bases_.add_alternative(found->second, part);
      }
    }
    return found->second;
  };
  for (std::size_t i = 0; i < state.env->size(); ++i)
    if (BaseId base = (*state.env)[i].second.base; age(base) != base)
      state.env.edit()[i].second.base = age(base);
  std::vector<std::pair<Cell, Content>> changed;
  for (const auto &[cell, content] : *state.cells)
    if (BaseId base = age(content.value.base); base != content.value.base) {
      changed.push_back({cell, content});
      changed.back().second.value.base = base;
    }
  for (const auto &[cell, content] : changed)
    state.cells.edit().insert_or_assign(cell, content);
  for (auto [before, now] : aged)
    state.renew(now, class_of({before, 0, false}, state));
  return {aged.begin(), aged.end()};
}

bool Interpreter::execute_store(ValueId v, const Value &stored, State &state) {
  Value to = value(function_.operand(v, 0), state);
  if (!assume_accessible(to, state))
    return false;
  use(to, state);
  // An index stays in its array.
  Room room = to.is_inside ? room_at(function_.operand(v, 0), state) : Room{};
  bool is_known = room.bytes > 0 && room.begin.offset <= to.offset;
  std::int64_t end = room.begin.offset + std::int64_t(room.bytes);
  store(to, stored, bytes_of(function_.insts[function_.operand(v, 1)].type),
        state, is_known ? static_cast<std::uint32_t>(end - to.offset) : 0);
  return true;
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
  case Op::kStore:
    return execute_store(v, value(function_.operand(v, 1), state), state);
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
    Room room{to, size};
    if (!is_known || to.is_inside)
      room = room_at(function_.operand(v, 0), state);
    if (is_known && is_zero && !to.is_inside && size <= kMaxZeroed)
      clear(to, size, state);
    else
      forget(room.begin, room.bytes, state, v);
    return true;
  }
  case Op::kUnknown:
    if (read_rest(v, state))
      return true;
    for (ValueId operand : function_.operands_of(v))
      expose(value(operand, state), state);
    define(v, opaque(v, state));
    return true;
  case Op::kLoad: {
    Value from = value(function_.operand(v, 0), state);
    if (!assume_accessible(from, state))
      return false;
    use(from, state);
    // Locals that nobody else knows change only here, volatile or not.
    bool is_own = bases_[from.base].kind == Base::Kind::kSlot &&
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

// A va_list leads to one object, the arguments behind the dots: what a
// parameter after the last one would point to (rest.h).
bool Interpreter::read_rest(ValueId v, State &state) {
  const std::string &name = unit_.text(StrId(function_.insts[v].extra));
  if (name == "llvm.va_end")
    return true;
  auto operand = [&](std::uint32_t i) {
    return value(function_.operand(v, i), state);
  };
  bool is_start = name == "llvm.va_start", is_copy = name == "llvm.va_copy";
  if (!is_start && !is_copy)
    return false;
  Value list = operand(0);
  ir::TypeId element =
      unit_.types.pointee(function_.insts[function_.operand(v, 0)].type);
  std::uint64_t size = unit_.types.size_of(element);
  if (is_copy) {
    copy(list, operand(1), number(static_cast<std::int64_t>(size)), state, v);
    return true;
  }
  blur(state, list.base);
  Value rest{bases_.entry(AccessPath::parameter(function_.param_count), true),
             0, true};
  // Pointers to them; on x86-64 two numbers come first.
  auto end = static_cast<std::int64_t>(std::max<std::uint64_t>(size, 8));
  for (std::int64_t at = end > 8 ? 8 : 0; at < end; at += 8)
    store({list.base, list.offset + at, list.is_inside}, rest, 8, state);
  return true;
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
  if (is_number(a) && is_number(b) && !a.is_inside && !b.is_inside)
    if (auto n = fold(op, a.offset, b.offset, width_of(v)))
      return number(*n);
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
  case ir::BinaryOp::kAnd: // pointers with tags in their low bits
    if (is_number(b) && b.offset < 0 && b.offset >= -4096 && width_of(v) == 64)
      return {a.base, a.offset, true};
    if (is_number(b) && b.offset == 0)
      return number(0);
    if (is_number(a) || is_number(b))
      if (std::optional<Value> bits = bits_of(v, UINT64_MAX, state))
        return *bits;
    break;
  case ir::BinaryOp::kOr:
    if (is_number(b) && b.offset >= 0 && b.offset < 16 && bases_.is_new(a.base))
      return {a.base, a.offset, true};
    break;
  default:
    break;
  }
  Value out = known_as(v, computed_from(v, state), state);
  // Sizes do not wrap around.
  if (op == ir::BinaryOp::kAdd && is_truth(function_.operand(v, 0)))
    assume_compare(ir::Predicate::kUGe, out, b, state);
  if (op == ir::BinaryOp::kAdd && is_truth(function_.operand(v, 1)))
    assume_compare(ir::Predicate::kUGe, out, a, state);
  return out;
}

// What is computed has no other name than its numbers.
Value Interpreter::known_as(ValueId v, const Numbers &is, State &state) {
  if (auto n = is.number())
    return number(*n);
  Value out = opaque(v, state);
  if (!is.is_none() && is != Numbers::of_width(width_of(v)))
    state.renew(out.base, is);
  return out;
}

// What stays the same number keeps its name, so that tests of one are tests of
// the other.
Value Interpreter::cast(ValueId v, State &state) {
  auto kind = static_cast<ir::CastKind>(function_.insts[v].code);
  ValueId operand = function_.operand(v, 0);
  Value a = value(operand, state);
  unsigned from = width_of(operand), to = width_of(v);
  bool is_integer = from && to;
  if (kind == ir::CastKind::kNumeric)
    return opaque(v, state);
  if (is_number(a) && !a.is_inside && is_integer)
    return number(fold(kind, a.offset, from, to).value_or(a.offset));
  Numbers is = class_of(a, state);
  if (kind == ir::CastKind::kTrunc) {
    // A truth in memory is zero or one.  Wide numbers are not cut in practice.
    bool is_truth =
        to == 1 && from == 8 && function_.insts[operand].op == Op::kLoad;
    if (is_truth || (to >= 32 && !is.is_apart_from(Numbers::of_width(to))))
      return a;
    Numbers before = numbers_of(operand, state);
    Numbers after = converted(kind, before, from, to);
    return before == after ? a : known_as(v, after, state);
  }
  // Widened with zeros, it is not negative.  A byte may be a `char` that has
  // a sign elsewhere.
  if (kind == ir::CastKind::kZext && is_integer && !is.is_none()) {
    bool has_sign = is.low() < 0 && Numbers::of_width(from).includes(is);
    if (is.high() < 0 || has_sign)
      return known_as(v, converted(kind, is, from, to), state);
    if (from >= 16)
      assume(a, Numbers::not_negative(), state);
  }
  return a;
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
  case Op::kCast:
    return cast(v, state);
  case Op::kBinop:
    return binop(v, state);
  case Op::kCompare: {
    auto predicate = static_cast<ir::Predicate>(inst.code);
    std::optional<bool> known =
        decide(predicate, operand(0), operand(1), state);
    if (!known)
      known = decide_numbers(predicate, function_.operand(v, 0),
                             function_.operand(v, 1), state);
    return known ? number(*known) : opaque(v, state);
  }
  case Op::kSelect: {
    Value condition = operand(0);
    Numbers is = class_of(condition, state);
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
