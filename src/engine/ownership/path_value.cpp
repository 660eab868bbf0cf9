// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See path_value.h.

#include "engine/ownership/path_value.h"

#include "ir/predicate.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

using infer::NumberClass;
using ir::BinaryOp;
using ir::Predicate;
using Kind = PathValue::Kind;

namespace {

std::optional<std::int64_t> computed(BinaryOp op, std::int64_t a,
                                     std::int64_t b) {
  auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (op) {
  case BinaryOp::kAdd:
    return static_cast<std::int64_t>(ua + ub);
  case BinaryOp::kSub:
    return static_cast<std::int64_t>(ua - ub);
  case BinaryOp::kMul:
    return static_cast<std::int64_t>(ua * ub);
  case BinaryOp::kAnd:
    return a & b;
  case BinaryOp::kOr:
    return a | b;
  case BinaryOp::kXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

// `x <= n` is `x < n + 1`: one way to write a test.
void write_plainly(Predicate &predicate, std::int64_t &n) {
  if (n == INT64_MAX || n == -1)
    return;
  switch (predicate) {
  case Predicate::kSLe:
    predicate = Predicate::kSLt, ++n;
    break;
  case Predicate::kSGt:
    predicate = Predicate::kSGe, ++n;
    break;
  case Predicate::kULe:
    predicate = Predicate::kULt, ++n;
    break;
  case Predicate::kUGt:
    predicate = Predicate::kUGe, ++n;
    break;
  default:
    break;
  }
}

// An address is a large number that no test of the program names.
constexpr std::int64_t kSomeAddress = 0x7654'3210'0000;

} // namespace

void PathState::set(ir::ValueId v, const PathValue &value) {
  values_.edit(v.value) = value;
  bool is_holder = value.is(Kind::kObject);
  if (is_holder == holders_->contains(v))
    return;
  if (is_holder)
    holders_.edit().insert_or_assign(v, true);
  else
    holders_.edit().erase(v);
}

PathValue PathState::symbol(NumberClass is) {
  if (std::optional<std::int64_t> number = is.number())
    return PathValue::number(*number);
  symbols_.push_back({is, {}});
  return {Kind::kSymbol, 0, static_cast<std::int64_t>(symbols_.size()) - 1, 0};
}

PathValue PathState::make() {
  PathValue made_now = symbol(NumberClass::signs(NumberClass::kPositive));
  made_.edit().insert_or_assign(made_now.id, true);
  return made_now;
}

NumberClass PathState::class_of(const PathValue &value) const {
  switch (value.kind) {
  case Kind::kNumber:
    return NumberClass::equals(value.id);
  case Kind::kSymbol:
    return value.offset == 0 ? known(value.id).is : NumberClass::any();
  case Kind::kUnknown:
    return NumberClass::any();
  case Kind::kTest:
    return NumberClass::signs(NumberClass::kZero | NumberClass::kPositive);
  default:
    return NumberClass::signs(NumberClass::kPositive);
  }
}

bool PathState::restrict(const PathValue &value, const NumberClass &to) {
  NumberClass met = class_of(value).meet(to);
  // No object lies at an address that programs use as a sign.
  if (met.is_none() || (value.is_address() && !met.numbers().empty()))
    return false;
  if (value.is(Kind::kSymbol) && value.offset == 0) {
    if (std::optional<std::int64_t> number = to.number())
      if (!narrow(edit(value.id).range, Predicate::kEq, *number))
        return false;
    if (!(to.signs() & NumberClass::kNegative) &&
        !narrow(edit(value.id).range, Predicate::kSGe, 0))
      return false;
  }
  if (value.is(Kind::kSymbol) && met != class_of(value)) {
    auto companion = companions_->find(value.id);
    is_doubtful_ |= companion != companions_->end() &&
                    !met.meet(companion->second).is_none();
    is_doubtful_ |= neighbours_->contains(value.id);
  }
  if (value.is(Kind::kSymbol) && value.offset == 0) {
    edit(value.id).is = met;
    return restrict_factor(value.id, to) && are_bits_possible(value.id);
  }
  if (value.is(Kind::kTest)) {
    if (!to.may_be_zero())
      return assume(value, true);
    if (to.is_zero())
      return assume(value, false);
  }
  return true;
}

void PathState::use_as_address(const PathValue &value) {
  bool was_doubtful = is_doubtful_;
  restrict(value, NumberClass::differs(0));
  is_doubtful_ = was_doubtful;
}

PathValue PathState::simplified(const PathValue &value) const {
  if (!value.is(Kind::kSymbol))
    return value;
  std::optional<std::int64_t> number = known(value.id).is.number();
  return number ? PathValue::number(*number + value.offset) : value;
}

bool PathState::restrict_factor(std::int64_t symbol, const NumberClass &to) {
  auto origin = origins_->find(symbol);
  if (origin == origins_->end() || origin->second.factor < 0)
    return true;
  return restrict({Kind::kSymbol, 0, origin->second.factor, 0},
                  NumberClass::signs(to.signs()));
}

bool PathState::are_bits_possible(std::int64_t symbol) const {
  auto origin = origins_->find(symbol);
  if (origin == origins_->end() || origin->second.set < 0)
    return true;
  std::int64_t clear = 0;
  for (const auto &[other, from] : *origins_)
    if (from.set == origin->second.set && known(other).is.is_zero())
      clear |= from.bits;
  return std::ranges::none_of(*origins_, [&](const auto &other) {
    return other.second.set == origin->second.set &&
           !known(other.first).is.may_be_zero() &&
           (other.second.bits & ~clear) == 0;
  });
}

void PathState::note_companion(const PathValue &value,
                               const NumberClass &without) {
  if (value.is(Kind::kSymbol))
    companions_.edit().insert_or_assign(value.id, without);
}

void PathState::note_neighbour(const PathValue &value) {
  if (value.is(Kind::kSymbol))
    neighbours_.edit().insert_or_assign(value.id, true);
}

PathValue PathState::combine(ir::Op op, std::uint8_t code, PathValue a,
                             PathValue b) {
  a = simplified(a);
  b = simplified(b);
  if (op == ir::Op::kBinop) {
    auto binary = BinaryOp(code);
    if (a.is(Kind::kNumber) && b.is(Kind::kNumber))
      if (std::optional<std::int64_t> n = computed(binary, a.id, b.id))
        return PathValue::number(*n);
    bool is_shift = binary == BinaryOp::kAdd || binary == BinaryOp::kSub;
    if (is_shift && b.is(Kind::kNumber) &&
        (a.is_address() || a.is(Kind::kSymbol))) {
      a.offset += binary == BinaryOp::kAdd ? b.id : -b.id;
      return a;
    }
    if (a.is(Kind::kObject))
      return a;
    // (flags | 1) & 4 is flags & 4, (flags | 4) & 4 is 4.
    if (binary == BinaryOp::kAnd && b.is(Kind::kNumber) &&
        a.is(Kind::kSymbol)) {
      a = without_other_bits(a, b.id);
      if ((bits_set(a) & b.id) == b.id)
        return b;
    }
    if (binary == BinaryOp::kXor && a.is(Kind::kTest) &&
        b == PathValue::number(1)) {
      a.code = static_cast<std::uint8_t>(ir::inverse(Predicate(a.code)));
      return a;
    }
  }
  auto found = terms_->find({op, code, a, b});
  if (found != terms_->end())
    return found->second;
  PathValue made = symbol();
  terms_.edit().try_emplace({op, code, a, b}, made);
  // Single bits of a set of flags have nothing to do with each other.
  bool is_flag = op == ir::Op::kBinop && BinaryOp(code) == BinaryOp::kAnd &&
                 b.is(Kind::kNumber);
  Origin origin;
  origin.is_arithmetic = op != ir::Op::kCompare;
  if (is_flag && a.is(Kind::kSymbol) && a.offset == 0) {
    origin.set = a.id;
    origin.bits = b.id;
    origins_.edit().insert_or_assign(made.id, std::move(origin));
    return made;
  }
  bool is_product = op == ir::Op::kBinop && BinaryOp(code) == BinaryOp::kMul &&
                    a.is(Kind::kSymbol) && a.offset == 0 &&
                    b.is(Kind::kNumber) && b.id > 0;
  if (is_product) {
    origin.factor = a.id;
    edit(made.id).is = NumberClass::signs(known(a.id).is.signs());
  }
  for (const PathValue &part : {a, b}) {
    if (!part.is(Kind::kSymbol) || is_flag)
      continue;
    origin.is_arithmetic |= part.offset != 0;
    auto from = origins_->find(part.id);
    if (from == origins_->end() || from->second.leaves.empty()) {
      origin.leaves.push_back(part.id);
      continue;
    }
    origin.is_arithmetic |= from->second.is_arithmetic;
    std::ranges::copy(from->second.leaves, std::back_inserter(origin.leaves));
  }
  if (!origin.leaves.empty() && origin.leaves.size() <= 8)
    origins_.edit().insert_or_assign(made.id, std::move(origin));
  return made;
}

void PathState::note_test(std::int64_t symbol) {
  auto origin = origins_->find(symbol);
  bool is_computed =
      origin != origins_->end() && !origin->second.leaves.empty();
  std::vector<std::int64_t> leaves =
      is_computed ? origin->second.leaves : std::vector{symbol};
  bool is_comparison = !is_computed || !origin->second.is_arithmetic;
  for (std::int64_t leaf : leaves) {
    is_doubtful_ |= is_comparison && neighbours_->contains(leaf);
    auto found = tested_through_->find(leaf);
    if (found == tested_through_->end()) {
      tested_through_.edit().try_emplace(leaf, symbol);
      continue;
    }
    if (found->second == symbol)
      continue;
    if (is_sum_of(symbol, leaf) && is_sum_of(found->second, leaf))
      continue;
    auto other = origins_->find(found->second);
    is_doubtful_ |= (is_computed && origin->second.is_arithmetic) ||
                    (other != origins_->end() && other->second.is_arithmetic);
  }
}

PathValue PathState::without_other_bits(PathValue a, std::int64_t mask) const {
  for (const auto &[term, result] : *terms_) {
    const auto &[op, code, x, y] = term;
    bool sets = BinaryOp(code) == BinaryOp::kOr && (y.id & mask) == 0;
    bool keeps = BinaryOp(code) == BinaryOp::kAnd && (~y.id & mask) == 0;
    if (result == a && op == ir::Op::kBinop && y.is(Kind::kNumber) &&
        (sets || keeps))
      return without_other_bits(x, mask);
  }
  return a;
}

std::int64_t PathState::bits_set(const PathValue &a) const {
  for (const auto &[term, result] : *terms_) {
    const auto &[op, code, x, y] = term;
    if (result == a && op == ir::Op::kBinop &&
        BinaryOp(code) == BinaryOp::kOr && y.is(Kind::kNumber))
      return y.id | bits_set(x);
  }
  return 0;
}

std::optional<PathState::Inverted>
PathState::inverted_bits(const PathValue &value) const {
  auto term_of = [&](const PathValue &made, BinaryOp wanted) {
    return std::ranges::find_if(*terms_, [&](const auto &term) {
      const auto &[op, code, x, y] = term.first;
      return term.second == made && op == ir::Op::kBinop &&
             BinaryOp(code) == wanted && y.is(Kind::kNumber);
    });
  };
  auto bits =
      value.is(Kind::kSymbol) ? term_of(value, BinaryOp::kAnd) : terms_->end();
  if (bits == terms_->end())
    return std::nullopt;
  auto whole = term_of(std::get<2>(bits->first), BinaryOp::kXor);
  std::int64_t mask = std::get<3>(bits->first).id;
  if (whole == terms_->end() || (std::get<3>(whole->first).id & mask) != mask)
    return std::nullopt;
  return Inverted{std::get<2>(whole->first), mask};
}

PathValue PathState::compare(Predicate predicate, PathValue a, PathValue b) {
  a = simplified(a);
  b = simplified(b);
  if (a.is(Kind::kNumber) && !b.is(Kind::kNumber)) {
    std::swap(a, b);
    predicate = ir::mirrored(predicate);
  }
  if (b.is(Kind::kNumber) && a.is(Kind::kTest)) {
    bool when_true = holds(predicate, 1, b.id);
    if (when_true == holds(predicate, 0, b.id))
      return PathValue::number(when_true);
    if (!when_true)
      a.code = static_cast<std::uint8_t>(ir::inverse(Predicate(a.code)));
    return a;
  }
  if (a.is(Kind::kNumber))
    return PathValue::number(holds(predicate, a.id, b.id));
  bool is_equality = predicate == Predicate::kEq || predicate == Predicate::kNe;
  if (a == b)
    return PathValue::number(holds(predicate, 0, 0));
  bool is_one_object = a.kind == b.kind && a.id == b.id &&
                       (a.is_address() || (a.is(Kind::kSymbol) && is_equality));
  if (is_one_object)
    return PathValue::number(
        holds(predicate, kSomeAddress + a.offset, kSomeAddress + b.offset));
  if (b.is(Kind::kNumber) && a.is_address())
    return PathValue::number(holds(predicate, kSomeAddress, b.id));
  // The object is new: nothing else has its address.
  if (is_equality && (a.is_address() || b.is_address()) &&
      (a.is(Kind::kObject) || b.is(Kind::kObject) ||
       (a.is_address() && b.is_address())) &&
      (a.kind != b.kind || a.id != b.id))
    return PathValue::number(predicate == Predicate::kNe);
  if (is_equality && are_different_objects(a, b))
    return PathValue::number(predicate == Predicate::kNe);
  if (is_equality && b == PathValue::number(0))
    if (std::optional<Inverted> inverted = inverted_bits(a)) {
      PathValue plain =
          combine(ir::Op::kBinop, static_cast<std::uint8_t>(BinaryOp::kAnd),
                  inverted->of, PathValue::number(inverted->bits));
      bool is_single = (inverted->bits & (inverted->bits - 1)) == 0;
      return is_single
                 ? compare(ir::inverse(predicate), plain, b)
                 : compare(predicate, plain, PathValue::number(inverted->bits));
    }
  if (is_equality && b.is(Kind::kNumber) && a.is(Kind::kSymbol)) {
    b.id -= a.offset;
    a.offset = 0;
  }
  if (b.is(Kind::kNumber) && a.is(Kind::kSymbol) && a.offset == 0) {
    write_plainly(predicate, b.id);
    if (std::optional<bool> known = truth(a.id, predicate, b.id))
      return PathValue::number(*known);
    return {Kind::kTest, static_cast<std::uint8_t>(predicate), a.id, b.id};
  }
  if (predicate != Predicate::kEq && predicate != Predicate::kNe && b < a) {
    std::swap(a, b);
    predicate = ir::mirrored(predicate);
  } else if (b < a) {
    std::swap(a, b);
  }
  if (std::optional<bool> known = order_of(a, b).decide(predicate))
    return PathValue::number(*known);
  // One symbol for a test and its opposite.
  bool is_opposite = predicate > ir::inverse(predicate);
  auto code = static_cast<std::uint8_t>(is_opposite ? ir::inverse(predicate)
                                                    : predicate);
  PathValue truth = combine(ir::Op::kCompare, code, a, b);
  if (truth.is(Kind::kNumber))
    return PathValue::number((truth.id != 0) != is_opposite);
  note_sum(truth.id, Predicate(code), a, b);
  restrict(truth,
           NumberClass::signs(NumberClass::kZero | NumberClass::kPositive));
  return compare(is_opposite ? Predicate::kEq : Predicate::kNe, truth,
                 PathValue::number(0));
}

// By all that they were compared.  `a` comes first.
Order PathState::order_of(const PathValue &a, const PathValue &b) const {
  Order out;
  for (int i = 0; i <= static_cast<int>(Predicate::kUGe); ++i) {
    auto predicate = static_cast<Predicate>(i);
    auto term =
        terms_->find({ir::Op::kCompare, static_cast<std::uint8_t>(i), a, b});
    if (term == terms_->end() || !term->second.is(Kind::kSymbol))
      continue;
    if (auto holds = truth(term->second.id, Predicate::kNe, 0))
      out.note(*holds ? predicate : ir::inverse(predicate));
  }
  return out;
}

std::optional<bool> PathState::truth(std::int64_t symbol, Predicate predicate,
                                     std::int64_t n) const {
  auto found = decided_->find({symbol, predicate, n});
  if (found != decided_->end())
    return found->second;
  const Known &now = known(symbol);
  auto is_possible = [&](Predicate wanted) {
    Range range = now.range;
    if (!narrow(range, wanted, n))
      return false;
    std::span<const std::int64_t> numbers = now.is.numbers();
    if (numbers.empty())
      return !now.is.meet(NumberClass::where(wanted, n)).is_none();
    return std::ranges::any_of(numbers, [&](std::int64_t number) {
      return holds(wanted, number, n) && range.low <= number &&
             number <= range.high;
    });
  };
  if (!is_possible(predicate))
    return false;
  if (!is_possible(ir::inverse(predicate)))
    return true;
  return std::nullopt;
}

// Unsigned tests say something where both sides are not negative.
bool PathState::narrow(Range &range, Predicate predicate, std::int64_t n) {
  bool is_below =
      n >= 0 && (predicate == Predicate::kULt || predicate == Predicate::kULe);
  bool is_natural = n >= 0 && range.low >= 0;
  if (is_below)
    range.low = std::max<std::int64_t>(range.low, 0);
  if (predicate == Predicate::kEq)
    range.low = std::max(range.low, n), range.high = std::min(range.high, n);
  else if (predicate == Predicate::kNe)
    range.low += range.low == n, range.high -= range.high == n;
  else if (predicate == Predicate::kSLt ||
           (is_below && predicate == Predicate::kULt))
    range.high = std::min(range.high, n == INT64_MIN ? n : n - 1);
  else if (predicate == Predicate::kSLe || is_below)
    range.high = std::min(range.high, n);
  else if (predicate == Predicate::kSGt ||
           (is_natural && predicate == Predicate::kUGt))
    range.low = std::max(range.low, n == INT64_MAX ? n : n + 1);
  else if (predicate == Predicate::kSGe ||
           (is_natural && predicate == Predicate::kUGe))
    range.low = std::max(range.low, n);
  return range.low <= range.high;
}

bool PathState::assume(const PathValue &condition, bool is_true) {
  switch (condition.kind) {
  case Kind::kNumber:
    return (condition.id != 0) == is_true;
  case Kind::kTest: {
    auto predicate = Predicate(condition.code);
    if (!is_true)
      predicate = ir::inverse(predicate);
    std::optional<bool> known =
        truth(condition.id, predicate, condition.offset);
    if (known)
      return *known;
    note_test(condition.id);
    decided_.edit().insert_or_assign(
        {condition.id, predicate, condition.offset}, true);
    decided_.edit().insert_or_assign(
        {condition.id, ir::inverse(predicate), condition.offset}, false);
    return narrow(edit(condition.id).range, predicate, condition.offset)
               &&restrict({Kind::kSymbol, 0, condition.id, 0},
                          NumberClass::where(predicate, condition.offset)) &&
           are_sums_possible(condition.id);
  }
  case Kind::kSymbol:
    return restrict(condition,
                    is_true ? NumberClass::differs(0) : NumberClass::equals(0));
  default:
    return is_true || condition.is(Kind::kUnknown);
  }
}

void PathState::add_to(StateHash &hash, const PathValue &value) const {
  hash.add(static_cast<std::int64_t>(value.kind));
  if (!value.is(Kind::kSymbol) && !value.is(Kind::kTest))
    hash.add(value.id);
  NumberClass known = class_of(value);
  hash.add(known.signs());
  for (std::int64_t number : known.numbers())
    hash.add(number);
  for (std::int64_t number : known.excluded())
    hash.add(number);
}

void PathState::add_values_to(StateHash &hash,
                              std::span<const ir::ValueId> tested) const {
  for (ir::ValueId v : tested)
    add_to(hash, (*this)[v]);
}

void PathState::add_memory_to(StateHash &hash) const {
  for (const auto &[address, value] : *memory_) {
    // Numbers behind what was only found are many, and seldom decide.
    bool is_number = value.is(Kind::kNumber) &&
                     (is_local(address) || !address.is(Kind::kSymbol) ||
                      address.id < parameters_);
    if (!value.is(Kind::kObject) && !is_number)
      continue;
    hash.add(address.id);
    hash.add(address.offset);
    add_to(hash, value);
  }
}

} // namespace wt::ownership
