// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a branch show about values?  See interpreter.h.

#include "interpret/interpreter.h"

#include "ir/predicate.h"

#include <algorithm>

namespace wt::infer {

using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

Numbers Interpreter::class_of(const Value &value, const State &state) const {
  if (is_number(value))
    return value.is_inside ? Numbers::any() : Numbers::only(value.offset);
  if (bases_.is_address(value.base))
    return Numbers::except(0);
  if (value.is_inside)
    return Numbers::any();
  if (const Base &base = bases_[value.base];
      base.kind == Base::Kind::kMasked && value.offset == 0) {
    Numbers all = class_of({BaseId(base.index), 0, false}, state);
    if (auto number = all.number())
      return Numbers::only(static_cast<std::int64_t>(
          static_cast<std::uint64_t>(*number) & base.variant));
  }
  auto at = state.facts->find({value.base, value.offset});
  if (at != state.facts->end())
    return at->second;
  if (value.offset == 0)
    return Numbers::any();
  // From the number itself: x == 2 says x + 3 == 5, counts do not wrap around.
  // A place in a new object is not null.
  at = state.facts->find({value.base, 0});
  if (at != state.facts->end())
    return at->second.plus(value.offset);
  return bases_.is_new(value.base) ? Numbers::except(0) : Numbers::any();
}

bool Interpreter::assume(const Value &value, const Numbers &is,
                         State &state) const {
  Numbers known = class_of(value, state).meet(is);
  if (known.is_none())
    return false;
  if (is_number(value) || bases_.is_address(value.base) || value.is_inside ||
      bases_.is_many(value.base) || known.is_any())
    return true;
  auto at = state.facts->find({value.base, value.offset});
  if (at == state.facts->end() && state.facts->size() >= kMaxFacts)
    return true;
  if (at == state.facts->end() || at->second != known)
    state.facts.edit().insert_or_assign({value.base, value.offset}, known);
  if (value.offset == 0)
    return true;
  // x + 3 == 5 says x == 2; &p->field is null only if p is (or less).
  if (auto number = known.number(); number && *number != 0)
    return assume({value.base, 0, false}, Numbers::only(*number - value.offset),
                  state);
  if (bases_[value.base].is_pointer && !known.may_be_zero())
    return assume({value.base, 0, false}, Numbers::except(0), state);
  return true;
}

// Nothing is at null, nor in the page behind it.
bool Interpreter::assume_accessible(const Value &address, State &state) const {
  constexpr std::int64_t kPage = 4096;
  if (is_number(address) && !address.is_inside)
    return address.offset < 0 || address.offset >= kPage;
  return assume(address, Numbers::except(0), state);
}

// Is `one`, the address of one of several globals, this address?
std::optional<bool> Interpreter::is_that(const Value &one, const Value &address,
                                         const State &state) const {
  bool is_choice =
      !one.offset && !one.is_inside && bases_.is_one_of_addresses(one.base);
  if (!is_choice || !bases_.is_address(address.base) || address.is_inside)
    return std::nullopt;
  bool may_be = false, may_be_other = class_of(one, state).may_be_zero();
  for (const Value &part : bases_.alternatives(one.base)) {
    auto is_refuted = [&](const Atom &atom) {
      auto known = state.atoms->find(atom);
      return known != state.atoms->end() && !known->second;
    };
    bool is_possible = !is_refuted({Predicate::kEq, one, part}) &&
                       !is_refuted({Predicate::kEq, part, one});
    may_be |= is_possible && part == address;
    may_be_other |= is_possible && part != address;
  }
  if (may_be && may_be_other)
    return std::nullopt;
  return may_be;
}

std::optional<bool> Interpreter::decide(Predicate predicate, const Value &a,
                                        const Value &b,
                                        const State &state) const {
  if (is_number(a) && !is_number(b))
    return decide(ir::mirrored(predicate), b, a, state);
  if (is_number(b)) {
    if (auto known =
            class_of(a, state).decide(predicate, Numbers::only(b.offset)))
      return known;
  } else if (a.base == b.base) {
    bool is_one_value =
        bases_[a.base].kind != Base::Kind::kMerged && !bases_.is_many(a.base);
    Numbers base = class_of({a.base, 0, false}, state);
    bool is_pointer = bases_[a.base].is_pointer || bases_.is_new(a.base) ||
                      bases_.is_address(a.base);
    if (is_one_value && !a.is_inside && !b.is_inside && !base.is_none())
      if (auto known = compare_sums(predicate, a.offset, b.offset,
                                    is_pointer ? INT64_MAX : base.low()))
        return known;
  } else {
    auto is_object = [&](const Value &v) {
      return bases_.is_address(v.base) || bases_.is_new(v.base);
    };
    auto is_given = [&](const Value &v) { return bases_.is_entry(v.base); };
    bool are_apart = (is_object(a) && is_object(b)) ||
                     (bases_.is_new(a.base) && is_given(b)) ||
                     (bases_.is_new(b.base) && is_given(a));
    std::optional<bool> are_equal = is_that(a, b, state);
    if (!are_equal)
      are_equal = is_that(b, a, state);
    if (are_apart)
      are_equal = false;
    if (are_equal && predicate == Predicate::kEq)
      return *are_equal;
    if (are_equal && predicate == Predicate::kNe)
      return !*are_equal;
  }
  if (auto known = order_of(a, b, state).decide(predicate))
    return known;
  if (predicate == Predicate::kEq && is_another_address(a, b, state))
    return false;
  return std::nullopt;
}

// By all that they were compared.
Order Interpreter::order_of(const Value &a, const Value &b,
                            const State &state) const {
  Order out;
  for (const auto &[atom, holds] : *state.atoms)
    if (holds && atom.a == a && atom.b == b)
      out.note(atom.predicate);
    else if (holds && atom.a == b && atom.b == a)
      out.note(ir::mirrored(atom.predicate));
  return out;
}

// Is `value` known to be the address of something else than `address`?
bool Interpreter::is_another_address(const Value &value, const Value &address,
                                     const State &state) const {
  return bases_.is_address(address.base) &&
         std::ranges::any_of(*state.atoms, [&](const auto &entry) {
           const Atom &atom = entry.first;
           return entry.second && atom.predicate == Predicate::kEq &&
                  atom.a == value && bases_.is_address(atom.b.base) &&
                  atom.b.base != address.base;
         });
}

// A value that equals the address of a global is that address from here on.
void Interpreter::identify(const Value &value, const Value &address,
                           State &state) const {
  Base::Kind kind = bases_[value.base].kind;
  bool is_unnamed = kind == Base::Kind::kOpaque || kind == Base::Kind::kMerged;
  if (!is_unnamed || !bases_.is_entry(address.base) ||
      !bases_.is_address(address.base))
    return;
  auto is_it = [&](const Value &other) { return other == value; };
  if (std::ranges::any_of(*state.env, is_it,
                          &std::pair<ValueId, Value>::second))
    for (auto &[v, known] : state.env.edit())
      if (is_it(known))
        known = address;
  bool is_held = std::ranges::any_of(*state.cells, [&](const auto &entry) {
    return is_it(entry.second.value);
  });
  if (is_held)
    for (auto &[cell, content] : state.cells.edit())
      if (is_it(content.value))
        content.value = address;
}

bool Interpreter::assume_compare(Predicate predicate, const Value &a,
                                 const Value &b, State &state) const {
  if (is_number(a) && !is_number(b))
    return assume_compare(ir::mirrored(predicate), b, a, state);
  if (auto known = decide(predicate, a, b, state))
    return *known;
  if (is_number(b) && !assume(a, Numbers::where(predicate, b.offset), state))
    return false;
  if (!is_number(b) && predicate == Predicate::kEq &&
      !(assume(a, class_of(b, state), state) &&
        assume(b, class_of(a, state), state)))
    return false;
  if (predicate == Predicate::kEq) {
    identify(a, b, state);
    identify(b, a, state);
  }
  if (bases_.is_many(a.base) || bases_.is_many(b.base) ||
      state.atoms->size() >= kMaxAtoms)
    return true;
  auto &atoms = state.atoms.edit();
  atoms.insert_or_assign({predicate, a, b}, true);
  atoms.insert_or_assign({ir::inverse(predicate), a, b}, false);
  return true;
}

// `(x & mask) predicate b`, where x is one of a few numbers.
bool Interpreter::assume_bits(ValueId bits, Predicate predicate, const Value &b,
                              State &state) {
  const ir::Inst &inst = function_.insts[bits];
  if (inst.op != Op::kBinop || !is_number(b) ||
      static_cast<ir::BinaryOp>(inst.code) != ir::BinaryOp::kAnd)
    return true;
  Value x = value(function_.operand(bits, 0), state);
  Value mask = value(function_.operand(bits, 1), state);
  FewNumbers few = class_of(x, state).few();
  if (!is_number(mask) || is_number(x) || few.empty())
    return true;
  Numbers left = Numbers::none();
  for (std::int64_t n : few)
    if (ir::holds(predicate, n & mask.offset, b.offset))
      left = left.join(Numbers::only(n));
  return assume(x, left, state);
}

bool Interpreter::assume_condition(ValueId condition, bool holds,
                                   State &state) {
  const ir::Inst &inst = function_.insts[condition];
  auto operand = [&](std::uint32_t i) {
    return function_.operand(condition, i);
  };
  Value known = value(condition, state);
  if (!assume(known, holds ? Numbers::except(0) : Numbers::only(0), state))
    return false;
  switch (inst.op) {
  case Op::kCompare: {
    auto predicate = static_cast<Predicate>(inst.code);
    Value a = value(operand(0), state), b = value(operand(1), state);
    // `(x < y) != 0`: one step further down.
    if (is_number(b) && b.offset == 0 &&
        (predicate == Predicate::kEq || predicate == Predicate::kNe) &&
        function_.insts[operand(0)].op != Op::kPhi &&
        unit_.types[function_.insts[operand(0)].type].kind ==
            ir::TypeKind::kInt &&
        !assume_condition(operand(0), holds == (predicate == Predicate::kNe),
                          state))
      return false;
    if (!holds)
      predicate = ir::inverse(predicate);
    if (decide_numbers(predicate, operand(0), operand(1), state) == false)
      return false;
    return assume_bits(operand(0), predicate, b, state) &&
           assume_compare(predicate, a, b, state);
  }
  case Op::kCast:
    if (static_cast<ir::CastKind>(inst.code) == ir::CastKind::kZext)
      return assume_condition(operand(0), holds, state);
    return true;
  case Op::kBinop: {
    auto op = static_cast<ir::BinaryOp>(inst.code);
    if (unit_.types[inst.type].width != 1)
      return true;
    if (op == ir::BinaryOp::kXor && value(operand(1), state) == number(1))
      return assume_condition(operand(0), !holds, state);
    if ((op == ir::BinaryOp::kAnd && holds) ||
        (op == ir::BinaryOp::kOr && !holds))
      return assume_condition(operand(0), holds, state) &&
             assume_condition(operand(1), holds, state);
    return true;
  }
  default: {
    // A comparison that came through a phi: it was made in this round.
    const Base &base = bases_[known.base];
    if (base.kind == Base::Kind::kOpaque && base.index != condition.value &&
        function_.insts[ValueId(base.index)].op == Op::kCompare)
      return assume_condition(ValueId(base.index), holds, state);
    return true;
  }
  }
}

// Is the value the outcome of a comparison, as 0 or 1?
bool Interpreter::is_truth(ValueId v, const State &state) {
  const Base &base = bases_[value(v, state).base];
  while (function_.insts[v].op == Op::kCast &&
         static_cast<ir::CastKind>(function_.insts[v].code) ==
             ir::CastKind::kZext)
    v = function_.operand(v, 0);
  return function_.insts[v].op == Op::kCompare ||
         (base.kind == Base::Kind::kOpaque &&
          function_.insts[ValueId(base.index)].op == Op::kCompare);
}

// Something that callers can test too, or bits of it.
bool Interpreter::is_from_caller(ValueId v, const State &state) {
  auto is_mask = [&](const ir::Inst &inst) {
    return inst.op == Op::kBinop &&
           static_cast<ir::BinaryOp>(inst.code) == ir::BinaryOp::kAnd;
  };
  while (function_.insts[v].op == Op::kCast || is_mask(function_.insts[v]))
    v = function_.operand(v, 0);
  const Base &base = bases_[value(v, state).base];
  return base.kind == Base::Kind::kEntry &&
         base.path.root().kind == PathRoot::Kind::kParameter;
}

// `b->owned = (flags & 2) != 0;` tells callers what was compared, as a branch
// does, if they see the flag.
bool Interpreter::is_told_flag(ValueId store, const State &state) {
  if (function_.insts[store].op != Op::kStore)
    return false;
  ValueId flag = function_.operand(store, 1);
  if (is_number(value(flag, state)))
    return false;
  while (function_.insts[flag].op == Op::kCast &&
         static_cast<ir::CastKind>(function_.insts[flag].code) ==
             ir::CastKind::kZext)
    flag = function_.operand(flag, 0);
  const Base &to = bases_[value(function_.operand(store, 0), state).base];
  return function_.insts[flag].op == Op::kCompare &&
         to.kind != Base::Kind::kSlot &&
         (is_from_caller(function_.operand(flag, 0), state) ||
          is_from_caller(function_.operand(flag, 1), state));
}

// `return s->error == NULL;` tells callers what was compared, as a branch does.
void Interpreter::leave_with(ValueId result, const State &state, ValueId at) {
  Value returned = value(result, state);
  if (is_number(returned) || !is_truth(result, state))
    return leave(state, returned, false, at);
  for (bool holds : {true, false})
    if (State then = state; assume_condition(result, holds, then))
      leave(then, number(holds), false, at);
}

void Interpreter::branch(BlockId block, State state) {
  const ir::Block &b = function_.blocks[block];
  ValueId last = b.insts.back();
  const ir::Inst &inst = function_.insts[last];
  switch (inst.op) {
  case Op::kBranch: {
    if (inst.operand_count == 0)
      return go(block, b.successors[0], std::move(state));
    ValueId condition = function_.operand(last, 0);
    if (State then = state; assume_condition(condition, true, then))
      go(block, b.successors[0], std::move(then));
    if (assume_condition(condition, false, state))
      go(block, b.successors[1], std::move(state));
    return;
  }
  case Op::kSwitch: {
    Value selector = value(function_.operand(last, 0), state);
    const std::vector<std::int64_t> &cases = function_.switch_info(last).cases;
    State rest = state;
    bool may_be_other = true;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      State next = rest;
      if (assume_compare(Predicate::kEq, selector, number(cases[i]), next))
        go(block, b.successors[1 + i], std::move(next));
      may_be_other = may_be_other && assume_compare(Predicate::kNe, selector,
                                                    number(cases[i]), rest);
      if (!may_be_other)
        return;
    }
    return go(block, b.successors[0], std::move(rest));
  }
  case Op::kReturn:
    if (inst.operand_count)
      return leave_with(function_.operand(last, 0), state, last);
    return leave(state, std::nullopt, false, last);
  case Op::kRethrow:
    return leave(state, std::nullopt, true, last);
  default:
    return; // unreachable; calls that unwind went on by themselves
  }
}

} // namespace wt::infer
