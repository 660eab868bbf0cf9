// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a test show about values?  See path_runner.h.

#include "engine/absint/path_runner.h"

#include "number/order.h"

#include <algorithm>

namespace wt::absint {

using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

// Of an argument that all callers pass with some bits.
KnownBits PathRunner::passed_bits(BaseId base) const {
  const AccessPath &path = bases_[base].path;
  bool is_argument = bases_.is_entry(base) && path.length() == 0 &&
                     !path.is_deep() &&
                     path.root().kind == PathRoot::Kind::kParameter;
  return is_argument ? setting_.passed.of(procedure_, path.root().index)
                     : KnownBits{};
}

// Operands of a term are themselves known by their numbers.
Numbers PathRunner::term_range(const Base &term, const State &state) const {
  TermCode code = TermCode::of(term.code);
  Numbers a = range(term.a, state);
  switch (code.kind) {
  case TermCode::Kind::kBinary: {
    auto op = static_cast<ir::BinaryOp>(code.code);
    Numbers out = computed(op, a, range(term.b, state), term.bits);
    if (op != ir::BinaryOp::kAnd || !is_number(term.b) || term.a.offset != 0)
      return out;
    auto mask = static_cast<std::uint64_t>(term.b.offset);
    KnownBits bits = passed_bits(term.a.base);
    return out.meet(
        Numbers::of_bits({bits.zeros | ~mask, bits.ones & mask}, term.bits));
  }
  case TermCode::Kind::kCast:
    return converted(static_cast<ir::CastKind>(code.code), a,
                     static_cast<unsigned>(term.b.offset), term.bits);
  case TermCode::Kind::kAnswer:
    return Numbers::any();
  case TermCode::Kind::kCompare:
    break;
  }
  auto known =
      a.decide(static_cast<Predicate>(code.code), range(term.b, state));
  return known ? Numbers::only(*known) : Numbers::between(0, 1);
}

Numbers PathRunner::base_range(BaseId id, const State &state) const {
  // The standard descriptors are open from the start.
  constexpr std::int64_t kFirstHandle = 3;
  constexpr std::int64_t kFirstAddress = 4096; // no object is in the first page
  const Base &base = bases_[id];
  if (bases_.is_new(id))
    return Numbers::at_least(bases_.info(id).is_handle ? kFirstHandle
                                                       : kFirstAddress);
  if (bases_.is_address(id))
    return Numbers::at_least(kFirstAddress);
  Numbers out;
  if (base.kind == Base::Kind::kTerm)
    out = term_range(base, state);
  else if (bases_.is_pointer(id))
    out = Numbers::at_least(0);
  auto at = state.facts->find(id);
  return at == state.facts->end() ? out : out.meet(at->second);
}

Numbers PathRunner::range(const Value &value, const State &state) const {
  if (is_number(value))
    return value.is_inside ? Numbers::any() : Numbers::only(value.offset);
  Numbers out = base_range(value.base, state);
  if (value.offset == 0 && !value.is_inside)
    return out;
  if (bases_.is_pointer(value.base))
    return Numbers::at_least(out.may_be_zero() ? 0 : 1);
  if (value.is_inside)
    return Numbers::any();
  return out.plus(value.offset);
}

// The number, or the one alternative, that is left of it.
Value PathRunner::simplified(const Value &value, const State &state) const {
  if (is_number(value) || bases_.is_new(value.base) ||
      bases_.is_address(value.base))
    return value;
  bool is_choice = bases_.is(value.base, Base::Kind::kChoice);
  if (!is_choice && !state.facts->contains(value.base) &&
      !bases_.is(value.base, Base::Kind::kTerm))
    return value;
  Numbers is = base_range(value.base, state);
  if (auto n = is.number(); n && !value.is_inside)
    return number(*n + value.offset);
  const BaseInfo &info = bases_.info(value.base);
  if (!is_choice || info.has_more || !info.numbers.is_apart_from(is))
    return value;
  const Value *left = nullptr;
  for (const Value &part : info.alternatives) {
    if (range(part, state).is_apart_from(is))
      continue;
    if (left)
      return value;
    left = &part;
  }
  if (!left || bases_.is_many(left->base)) // which of the many is known here
    return value;
  return {left->base, left->offset + value.offset,
          left->is_inside || value.is_inside};
}

bool PathRunner::assume(const Value &given, const Numbers &is, State &state) {
  Value value = simplified(given, state);
  Numbers known = range(value, state).meet(is);
  if (known.is_none())
    return false;
  if (is_number(value) || bases_.is_new(value.base) ||
      bases_.is_address(value.base) || value.is_inside ||
      bases_.is_many(value.base))
    return true;
  Numbers of_base = known;
  if (value.offset != 0) {
    // &p->field is null only if p is (or less).
    if (bases_.info(value.base).is_pointer)
      of_base = known.may_be_zero() ? Numbers::any() : Numbers::except(0);
    else
      of_base =
          computed(ir::BinaryOp::kSub, known, Numbers::only(value.offset), 64);
  }
  Numbers before = base_range(value.base, state);
  Numbers after = before.meet(of_base);
  if (after.is_none())
    return false;
  if (after == before)
    return true;
  if (is_branching_ && (after.is_zero() || !after.may_be_zero()))
    bases_.info(value.base).is_tested = true;
  if (state.facts->contains(value.base) || state.facts->size() < kMaxFacts)
    state.facts.edit().insert_or_assign(value.base, after);
  if (bases_.is(value.base, Base::Kind::kTerm))
    return assume_term(Base(bases_[value.base]), after, state);
  Value left = simplified({value.base}, state);
  if (left.base == value.base || is_number(left))
    return true;
  // Where null is one of those that met, it was asked which way was taken.
  bool asks = is_branching_ && !bases_.info(value.base).numbers.may_be_zero();
  bool was_branching = std::exchange(is_branching_, asks);
  bool holds = assume(left, after, state);
  is_branching_ = was_branching;
  return holds;
}

// `(a | b) & mask` is zero: so is what each of them has of the mask.
bool PathRunner::assume_no_bits(const Base &masked, State &state) {
  const Base inner = bases_[masked.a.base];
  bool is_or = inner.kind == Base::Kind::kTerm &&
               TermCode::of(inner.code).kind == TermCode::Kind::kBinary &&
               static_cast<ir::BinaryOp>(TermCode::of(inner.code).code) ==
                   ir::BinaryOp::kOr;
  if (!is_or || !is_number(masked.b) || masked.a.offset != 0)
    return true;
  for (const Value &part : {inner.a, inner.b}) {
    if (is_number(part)) {
      if (part.offset & masked.b.offset)
        return false;
      continue;
    }
    BaseId bits =
        bases_.term(TermCode::of(masked.code), part, masked.b, masked.bits);
    if (bits.valid() && !assume({bits}, Numbers::only(0), state))
      return false;
  }
  return true;
}

// What a computed number says of the values that it was computed from.
bool PathRunner::assume_term(const Base &term, const Numbers &is,
                             State &state) {
  TermCode code = TermCode::of(term.code);
  bool is_true = !is.may_be_zero(), is_false = is.is_zero();
  if ((!is_true && !is_false) || code.kind == TermCode::Kind::kAnswer)
    return true;
  Numbers truth = is_true ? Numbers::except(0) : Numbers::only(0);
  if (code.kind == TermCode::Kind::kCompare) {
    auto predicate = static_cast<Predicate>(code.code);
    return assume_compare(is_true ? predicate : ir::inverse(predicate), term.a,
                          term.b, state);
  }
  if (code.kind == TermCode::Kind::kCast) {
    bool is_wider = static_cast<ir::CastKind>(code.code) == ir::CastKind::kZext;
    return !(is_wider || is_true) || assume(term.a, truth, state);
  }
  switch (static_cast<ir::BinaryOp>(code.code)) {
  case ir::BinaryOp::kAnd:
    if (is_true)
      return assume(term.a, truth, state) && assume(term.b, truth, state);
    return assume_no_bits(term, state);
  case ir::BinaryOp::kOr:
    return !is_false ||
           (assume(term.a, truth, state) && assume(term.b, truth, state));
  case ir::BinaryOp::kXor:
    if (term.bits == 1 && term.b == number(1))
      return assume(term.a, is_true ? Numbers::only(0) : Numbers::except(0),
                    state);
    return assume_compare(is_true ? Predicate::kNe : Predicate::kEq, term.a,
                          term.b, state);
  case ir::BinaryOp::kSub:
    return assume_compare(is_true ? Predicate::kNe : Predicate::kEq, term.a,
                          term.b, state);
  default:
    return true;
  }
}

// Nothing is at null, nor in the page behind it.
bool PathRunner::assume_accessible(const Value &address, State &state) {
  constexpr std::int64_t kPage = 4096;
  if (is_number(address) && !address.is_inside)
    return address.offset < 0 || address.offset >= kPage;
  // Nor is there an array.
  bool is_element = address.is_inside && bases_.is_pointer(address.base);
  return assume(is_element ? Value{address.base} : address, Numbers::except(0),
                state);
}

// Are these never the same address?  As long as an object is ours alone, all
// values that lead to it are known.
bool PathRunner::is_apart(const Value &a, const Value &b,
                          const State &state) const {
  if (a.base == b.base)
    return false;
  for (auto [choice, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const BaseInfo &info = bases_.info(choice->base);
    if (!bases_.is(choice->base, Base::Kind::kChoice))
      continue;
    return !info.has_more && !info.alternatives.empty() &&
           info.numbers.is_apart_from(range(*other, state)) &&
           std::ranges::all_of(info.alternatives, [&](const Value &part) {
             return is_apart(part, *other, state);
           });
  }
  auto is_object = [&](const Value &v) {
    return bases_.is_address(v.base) || bases_.is_new(v.base);
  };
  auto is_unheard_of = [&](const Value &own, const Value &other) {
    bool is_slot = bases_.is(own.base, Base::Kind::kSlot);
    bool is_live =
        bases_.is_new(own.base) && state.fate(own.base) == Fate::kLive;
    if (bases_.is_entry(other.base))
      return is_slot || is_live;
    return bases_.is(other.base, Base::Kind::kOpaque) &&
           !bases_.info(other.base).is_found_inside &&
           (is_live || (is_slot && !contains(*state.exposed, own.base)));
  };
  return (is_object(a) && is_object(b)) || is_unheard_of(a, b) ||
         is_unheard_of(b, a);
}

std::optional<bool> PathRunner::decide(Predicate predicate, const Value &a,
                                       const Value &b,
                                       const State &state) const {
  if (auto known = range(a, state).decide(predicate, range(b, state)))
    return known;
  if (is_number(a) || is_number(b))
    return std::nullopt;
  if (a.base == b.base && !bases_.is_many(a.base) && !a.is_inside &&
      !b.is_inside) {
    Numbers base = range({a.base}, state);
    bool is_pointer = bases_.is_pointer(a.base) || bases_.is_new(a.base) ||
                      bases_.is_address(a.base);
    if (auto known =
            compare_sums(predicate, a.offset, b.offset,
                         is_pointer || base.is_none() ? INT64_MAX : base.low()))
      return known;
  }
  bool is_equality = predicate == Predicate::kEq || predicate == Predicate::kNe;
  if (is_equality && is_apart(a, b, state))
    return predicate == Predicate::kNe;
  // What earlier tests showed together, however they were written.
  Order order;
  for (const auto &[id, is] : *state.facts) {
    const Base &base = bases_[id];
    if (base.kind != Base::Kind::kTerm ||
        TermCode::of(base.code).kind != TermCode::Kind::kCompare)
      continue;
    auto held = static_cast<Predicate>(TermCode::of(base.code).code);
    if (base.a == b && base.b == a)
      held = ir::mirrored(held);
    else if (base.a != a || base.b != b)
      continue;
    bool was_true = !is.may_be_zero();
    if (!was_true && !is.is_zero())
      continue;
    order.note(was_true ? held : ir::inverse(held));
  }
  return order.decide(predicate);
}

bool PathRunner::assume_compare(Predicate predicate, const Value &x,
                                const Value &y, State &state) {
  Value a = simplified(x, state), b = simplified(y, state);
  if (auto known = decide(predicate, a, b, state))
    return *known;
  Numbers one = range(a, state), other = range(b, state);
  if (!assume(a, other.related(predicate), state) ||
      !assume(b, one.related(ir::mirrored(predicate)), state))
    return false;
  bool are_named = !is_number(a) && !is_number(b) && !a.is_inside &&
                   !b.is_inside && !bases_.is_many(a.base) &&
                   !bases_.is_many(b.base);
  if (are_named && state.facts->size() < kMaxFacts)
    if (BaseId shown = bases_.term(
            {TermCode::Kind::kCompare, static_cast<std::uint8_t>(predicate)}, a,
            b, 1);
        shown.valid())
      state.facts.edit().insert_or_assign(shown, Numbers::only(1));
  if (predicate != Predicate::kEq)
    return true;
  // What equals a known address is that address from here on.
  auto identify = [&](const Value &unknown, const Value &address) {
    bool is_unnamed = bases_.is(unknown.base, Base::Kind::kOpaque) ||
                      bases_.is(unknown.base, Base::Kind::kChoice);
    bool is_named =
        !is_number(address) && (bases_.is_address(address.base) ||
                                bases_.is(address.base, Base::Kind::kRegion));
    if (is_unnamed && is_named && !unknown.is_inside && !address.is_inside)
      state.replace(unknown.base,
                    {address.base, address.offset - unknown.offset});
  };
  identify(a, b);
  identify(b, a);
  return true;
}

void PathRunner::branch(BlockId block, State state) {
  const ir::Block &b = function_.blocks[block];
  ValueId last = b.insts.back();
  const ir::Inst &inst = function_.insts[last];
  switch (inst.op) {
  case Op::kBranch: {
    if (inst.operand_count == 0)
      return go(block, b.successors[0], std::move(state));
    Value condition = value(function_.operand(last, 0), state);
    State then = state;
    is_branching_ = true;
    bool may_hold = assume(condition, Numbers::except(0), then);
    bool may_fail = assume(condition, Numbers::only(0), state);
    is_branching_ = false;
    if (may_hold)
      go(block, b.successors[0], std::move(then));
    if (may_fail)
      go(block, b.successors[1], std::move(state));
    return;
  }
  case Op::kSwitch: {
    Value selector = value(function_.operand(last, 0), state);
    const std::vector<std::int64_t> &cases = function_.switch_info(last).cases;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (State next = state; assume(selector, Numbers::only(cases[i]), next))
        go(block, b.successors[1 + i], std::move(next));
      if (!assume(selector, Numbers::except(cases[i]), state))
        return;
    }
    return go(block, b.successors[0], std::move(state));
  }
  case Op::kReturn:
    if (inst.operand_count)
      leave(state, value(function_.operand(last, 0), state), last);
    else
      leave(state, std::nullopt, last);
    return;
  case Op::kRethrow: {
    // That none of the typed handlers catches is not followed.
    Value thrown = value(function_.operand(last, 0), state);
    const Base &base = bases_[thrown.base];
    bool is_landing = base.kind == Base::Kind::kOpaque &&
                      function_.insts[ValueId(base.index)].op == Op::kLanding;
    if (is_landing && function_.insts[ValueId(base.index)].code !=
                          static_cast<std::uint8_t>(ir::LandingKind::kCleanup))
      return;
    return leave(state, std::nullopt, last);
  }
  case Op::kUnreachable:
    return;
  default:
    return; // calls that unwind went on by themselves
  }
}

} // namespace wt::absint
