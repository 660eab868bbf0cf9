// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms and what assumptions say about them: see terms.h.

#include "witness/terms.h"

#include "ir/predicate.h"

#include <algorithm>
#include <cassert>

namespace wt {

using ir::BinaryOp;
using ir::CastKind;
using ir::is_unsigned;
using ir::Predicate;
using ir::signed_form;

std::int64_t wrap(std::int64_t value, std::uint32_t width) {
  if (width >= 64 || width == 0)
    return value;
  std::uint64_t low =
      static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << width) - 1);
  if (width > 1 && (low >> (width - 1)) & 1)
    low |= ~std::uint64_t{0} << width;
  return static_cast<std::int64_t>(low);
}

namespace {

std::uint64_t as_unsigned(std::int64_t value, std::uint32_t width) {
  std::uint64_t bits = static_cast<std::uint64_t>(value);
  return width >= 64 || width == 0 ? bits
                                   : bits & ((std::uint64_t{1} << width) - 1);
}

Range range_of_width(std::uint32_t width) {
  if (width == 1)
    return {0, 1, {}};
  if (width == 0 || width >= 64)
    return {};
  return {-(std::int64_t{1} << (width - 1)),
          (std::int64_t{1} << (width - 1)) - 1,
          {}};
}

template <class T> bool holds(Predicate p, T a, T b) {
  switch (signed_form(p)) {
  case Predicate::kEq:
    return a == b;
  case Predicate::kNe:
    return a != b;
  case Predicate::kSLt:
    return a < b;
  case Predicate::kSLe:
    return a <= b;
  case Predicate::kSGt:
    return a > b;
  default:
    return a >= b;
  }
}

std::optional<std::int64_t> fold(BinaryOp op, std::int64_t a, std::int64_t b,
                                 std::uint32_t width) {
  std::uint64_t ua = as_unsigned(a, width), ub = as_unsigned(b, width);
  bool is_shift =
      op == BinaryOp::kShl || op == BinaryOp::kLShr || op == BinaryOp::kAShr;
  if (is_shift && ub >= std::min<std::uint32_t>(width, 64))
    return std::nullopt;
  bool divides = op == BinaryOp::kSDiv || op == BinaryOp::kUDiv ||
                 op == BinaryOp::kSRem || op == BinaryOp::kURem;
  if (divides && (b == 0 || b == -1))
    return std::nullopt; // undefined, or overflow for the smallest number
  switch (op) {
  case BinaryOp::kAdd:
    return static_cast<std::int64_t>(ua + ub);
  case BinaryOp::kSub:
    return static_cast<std::int64_t>(ua - ub);
  case BinaryOp::kMul:
    return static_cast<std::int64_t>(ua * ub);
  case BinaryOp::kSDiv:
    return a / b;
  case BinaryOp::kUDiv:
    return static_cast<std::int64_t>(ua / ub);
  case BinaryOp::kSRem:
    return a % b;
  case BinaryOp::kURem:
    return static_cast<std::int64_t>(ua % ub);
  case BinaryOp::kShl:
    return static_cast<std::int64_t>(ua << ub);
  case BinaryOp::kLShr:
    return static_cast<std::int64_t>(ua >> ub);
  case BinaryOp::kAShr:
    return a >> ub;
  case BinaryOp::kAnd:
    return a & b;
  case BinaryOp::kOr:
    return a | b;
  case BinaryOp::kXor:
    return a ^ b;
  }
  return std::nullopt;
}

// What `x op constant` can be, when no x of the range makes it overflow.
Range range_of_constant(BinaryOp op, const Range &x, std::int64_t constant,
                        const Range &all) {
  std::int64_t low, high;
  bool overflows = true;
  if (op == BinaryOp::kMul)
    overflows = __builtin_mul_overflow(x.low, constant, &low) ||
                __builtin_mul_overflow(x.high, constant, &high);
  else if (op == BinaryOp::kAdd)
    overflows = __builtin_add_overflow(x.low, constant, &low) ||
                __builtin_add_overflow(x.high, constant, &high);
  if (overflows || low < all.low || high > all.high)
    return all;
  return {low, high, {}};
}

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t out;
  return __builtin_add_overflow(a, b, &out) ? INT64_MAX : out;
}

// `(x + a) op b` is x plus this.
std::optional<std::int64_t> folded_sum(BinaryOp op, std::int64_t a,
                                       std::int64_t b, std::uint32_t width) {
  if (op != BinaryOp::kAdd && op != BinaryOp::kSub)
    return std::nullopt;
  return fold(op, a, b, width);
}

} // namespace

bool Range::contains(std::int64_t value) const {
  return low <= value && value <= high &&
         std::find(excluded.begin(), excluded.end(), value) == excluded.end();
}

TermId Terms::intern(Term term, Range range) {
  auto [at, is_new] = index_.emplace(term, TermId(terms_.size()));
  if (is_new) {
    terms_.push(term);
    ranges_.push(std::move(range));
  }
  return at->second;
}

TermId Terms::integer(std::int64_t value, std::uint32_t width) {
  value = wrap(value, width);
  Term term;
  term.kind = Term::Kind::kInt;
  term.number = value; // the width plays no part: 0 is null and false too
  return intern(term, {value, value, {}});
}

TermId Terms::address(ObjectId object, std::int64_t offset) {
  Term term;
  term.kind = Term::Kind::kAddress;
  term.object = object;
  term.number = offset;
  return intern(term, {0, INT64_MAX, {}});
}

TermId Terms::blurred(ObjectId object, TermId depends_on) {
  Term term;
  term.kind = Term::Kind::kBlurred;
  term.object = object;
  term.a = depends_on;
  return intern(term, {0, INT64_MAX, {}});
}

TermId Terms::symbol(std::uint32_t width) {
  Term term;
  term.kind = Term::Kind::kSymbol;
  term.width = width;
  term.number = symbols_++;
  return intern(term, range_of_width(width));
}

TermId Terms::binop(BinaryOp op, TermId a, TermId b, std::uint32_t width) {
  std::optional<std::int64_t> va = value(a), vb = value(b);
  if (va && vb)
    if (std::optional<std::int64_t> folded = fold(op, *va, *vb, width))
      return integer(*folded, width);
  bool keeps_a = vb == 0 && (op == BinaryOp::kAdd || op == BinaryOp::kSub ||
                             op == BinaryOp::kOr || op == BinaryOp::kXor);
  if (keeps_a)
    return a;
  if (Sum sum = sum_of(a); vb && sum.offset != 0)
    if (std::optional<std::int64_t> total =
            folded_sum(op, sum.offset, *vb, width))
      return binop(BinaryOp::kAdd, sum.base, integer(*total, width), width);
  const Term &ta = terms_[a], &tb = terms_[b];
  bool one_object = ta.kind == Term::Kind::kAddress &&
                    tb.kind == Term::Kind::kAddress && ta.object == tb.object;
  if (op == BinaryOp::kSub && one_object)
    return integer(ta.number - tb.number);
  if (ta.kind == Term::Kind::kAddress && vb) {
    if (op == BinaryOp::kAdd)
      return address(ta.object, ta.number + *vb);
    if (op == BinaryOp::kSub)
      return address(ta.object, ta.number - *vb);
  }
  Term term;
  term.kind = Term::Kind::kBinop;
  term.code = static_cast<std::uint8_t>(op);
  term.width = width;
  term.a = a;
  term.b = b;
  Range range = range_of_width(width);
  const Range &ra = ranges_[a], &rb = ranges_[b];
  bool adds_counts = op == BinaryOp::kAdd && width == 64 && ra.low >= 0 &&
                     rb.low >= 0; // counts do not wrap around
  if (adds_counts)
    range = {
        saturated_sum(ra.low, rb.low), saturated_sum(ra.high, rb.high), {}};
  else if (vb && *vb >= 0)
    range = range_of_constant(op, ra, *vb, range);
  return intern(term, range);
}

std::optional<bool> Terms::decide(Predicate p, TermId a, TermId b) const {
  std::optional<bool> known = decide_by_range(p, a, b);
  if (!known)
    known = decide_by_sum(p, a, b);
  return known ? known : decide_by_order(p, a, b);
}

std::optional<bool> Terms::decide_by_range(Predicate p, TermId a,
                                           TermId b) const {
  if (a == b)
    return holds(p, 0, 0);
  const Range &ra = ranges_[a], &rb = ranges_[b];
  if (p == Predicate::kEq || p == Predicate::kNe) {
    const Term &ta = terms_[a], &tb = terms_[b];
    bool addresses =
        ta.kind == Term::Kind::kAddress && tb.kind == Term::Kind::kAddress;
    if (addresses && ta.object == tb.object)
      return holds(p, ta.number, tb.number);
    if (addresses && ra.low > 0 && rb.low > 0)
      return p == Predicate::kNe; // two objects never share an address
    std::optional<std::int64_t> va = value(a), vb = value(b);
    if (va && vb)
      return holds(p, *va, *vb);
    bool apart = ra.high < rb.low || rb.high < ra.low ||
                 (vb && !ra.contains(*vb)) || (va && !rb.contains(*va));
    if (apart)
      return p == Predicate::kNe;
    return std::nullopt;
  }
  Predicate q = p;
  if (is_unsigned(p)) {
    std::optional<std::int64_t> va = value(a), vb = value(b);
    if (va && vb) {
      std::uint32_t width = std::max(terms_[a].width, terms_[b].width);
      return holds(p, as_unsigned(*va, width), as_unsigned(*vb, width));
    }
    if (ra.low < 0 || rb.low < 0)
      return std::nullopt;
    q = signed_form(p);
  }
  // Both ends of the ranges agree: the answer is the same for all values.
  bool nearest = holds(q, ra.low, rb.high),
       farthest = holds(q, ra.high, rb.low);
  if (nearest == farthest)
    return nearest;
  return std::nullopt;
}

TermId Terms::compare(Predicate p, TermId a, TermId b, std::uint32_t width) {
  if (is_unsigned(p) && width < 64) {
    std::optional<std::int64_t> va = value(a), vb = value(b);
    if (va && vb)
      return integer(holds(p, as_unsigned(*va, width), as_unsigned(*vb, width)),
                     1);
  }
  if (std::optional<bool> known = decide(p, a, b))
    return integer(*known, 1);
  Term term;
  term.kind = Term::Kind::kCompare;
  // One form per test: != is tested as !(==), and the smaller id is on the
  // left unless it is a constant.
  term.a = a;
  term.b = b;
  bool a_is_constant = terms_[a].kind == Term::Kind::kInt;
  bool b_is_constant = terms_[b].kind == Term::Kind::kInt;
  if (a_is_constant || (!b_is_constant && b < a)) {
    std::swap(term.a, term.b);
    p = ir::mirrored(p);
  }
  term.code = static_cast<std::uint8_t>(p);
  term.width = 1;
  return intern(term, {0, 1, {}});
}

TermId Terms::select(TermId condition, TermId a, TermId b,
                     std::uint32_t width) {
  if (std::optional<bool> known = truth(condition))
    return *known ? a : b;
  if (a == b)
    return a;
  Term term;
  term.kind = Term::Kind::kSelect;
  term.width = width;
  term.a = condition;
  term.b = a;
  term.c = b;
  return intern(term, range_of_width(width));
}

TermId Terms::cast(CastKind kind, TermId a, std::uint32_t from,
                   std::uint32_t width) {
  std::optional<std::int64_t> known = value(a);
  const Range &range = ranges_[a];
  Range target = range_of_width(width);
  bool fits = target.low <= range.low && range.high <= target.high;
  switch (kind) {
  case CastKind::kBitcast:
  case CastKind::kPtrToInt:
  case CastKind::kIntToPtr:
    return a;
  case CastKind::kSext:
    if (from == 1 && known)
      return integer(*known ? -1 : 0, width);
    if (from != 1)
      return a;
    break;
  case CastKind::kZext:
    if (known)
      return integer(static_cast<std::int64_t>(as_unsigned(*known, from)),
                     width);
    if (range.low >= 0)
      return a;
    if (from < 64)
      target = {0, static_cast<std::int64_t>(as_unsigned(-1, from)), {}};
    break;
  case CastKind::kTrunc:
    if (known)
      return integer(*known, width);
    if (fits)
      return a;
    break;
  case CastKind::kNumeric:
    break;
  }
  Term term;
  term.kind = Term::Kind::kCast;
  term.code = static_cast<std::uint8_t>(kind);
  term.width = width;
  term.a = a;
  return intern(term, target);
}

std::optional<std::int64_t> Terms::value(TermId id) const {
  const Range &range = ranges_[id];
  if (range.low == range.high)
    return range.low;
  return std::nullopt;
}

std::optional<bool> Terms::truth(TermId id) const {
  const Range &range = ranges_[id];
  if (!range.contains(0))
    return true;
  if (range.low == 0 && range.high == 0)
    return false;
  const Term &term = terms_[id];
  if (term.kind == Term::Kind::kCompare)
    return decide(static_cast<Predicate>(term.code), term.a, term.b);
  return std::nullopt;
}

bool Terms::assume_between(TermId id, std::int64_t low, std::int64_t high) {
  Range &range = ranges_[id];
  std::int64_t old_low = range.low, old_high = range.high;
  range.low = std::max(range.low, low);
  range.high = std::min(range.high, high);
  while (!range.is_empty() && !range.contains(range.low))
    ++range.low;
  while (!range.is_empty() && !range.contains(range.high))
    --range.high;
  if (range.is_empty())
    return false;
  if (range.low == old_low && range.high == old_high)
    return true;
  return propagate(id);
}

bool Terms::assume_not(TermId id, std::int64_t value) {
  Range &range = ranges_[id];
  if (!range.contains(value))
    return true;
  range.excluded.push_back(value);
  std::int64_t old_low = range.low, old_high = range.high;
  while (!range.is_empty() && !range.contains(range.low))
    ++range.low;
  while (!range.is_empty() && !range.contains(range.high))
    --range.high;
  if (range.is_empty())
    return false;
  if (value == 0 || range.low != old_low || range.high != old_high)
    return propagate(id);
  return true;
}

bool Terms::assume(TermId test, bool truth) {
  if (std::optional<bool> known = this->truth(test))
    return *known == truth;
  return truth ? assume_not(test, 0) : assume_between(test, 0, 0);
}

// What a new fact about `id` says about the terms it was computed from.
bool Terms::propagate(TermId id) {
  const Term term = terms_[id]; // a copy: the table may grow
  Range range = ranges_[id];
  bool is_zero = range.low == 0 && range.high == 0;
  bool is_set = !range.contains(0);
  if (!is_zero && !is_set)
    return true;
  switch (term.kind) {
  case Term::Kind::kCompare:
    return assume_compare(term, is_set);
  case Term::Kind::kCast:
    if (static_cast<CastKind>(term.code) == CastKind::kZext ||
        static_cast<CastKind>(term.code) == CastKind::kSext)
      return assume(term.a, is_set);
    return true;
  case Term::Kind::kSelect: {
    // c && x is select(c, x, 0); c || x is select(c, 1, x).
    std::optional<bool> b = truth(term.b), c = truth(term.c);
    if (b && *b != is_set && !(c && *c != is_set))
      return assume(term.a, false) && assume(term.c, is_set);
    if (c && *c != is_set && !(b && *b != is_set))
      return assume(term.a, true) && assume(term.b, is_set);
    return true;
  }
  case Term::Kind::kBinop:
    switch (static_cast<BinaryOp>(term.code)) {
    case BinaryOp::kXor:
      if (term.width == 1 && value(term.b) == 1)
        return assume(term.a, !is_set);
      return true;
    case BinaryOp::kAnd:
      if (is_set && term.width == 1)
        return assume(term.a, true) && assume(term.b, true);
      return !is_set || (assume_not(term.a, 0) && assume_not(term.b, 0));
    case BinaryOp::kOr:
      return is_set ||
             (assume_between(term.a, 0, 0) && assume_between(term.b, 0, 0));
    default:
      return true;
    }
  default:
    return true;
  }
}

bool Terms::assume_compare(const Term &term, bool truth) {
  Predicate p = static_cast<Predicate>(term.code);
  if (!truth)
    p = inverse(p);
  TermId a = term.a, b = term.b;
  note_order(p, a, b);
  if (p == Predicate::kNe) {
    if (std::optional<std::int64_t> vb = value(b))
      return assume_not(a, *vb);
    if (std::optional<std::int64_t> va = value(a))
      return assume_not(b, *va);
    return true;
  }
  if (is_unsigned(p)) {
    // x < c with a non-negative c: x is in [0, c-1] whatever its sign.
    std::optional<std::int64_t> vb = value(b);
    if (vb && *vb >= 0 && (p == Predicate::kULt || p == Predicate::kULe))
      return assume_between(a, 0, p == Predicate::kULt ? *vb - 1 : *vb);
    if (ranges_[a].low < 0 || ranges_[b].low < 0)
      return !(vb == 0 && p == Predicate::kUGt) || assume_not(a, 0);
    p = signed_form(p);
  }
  Range ra = ranges_[a], rb = ranges_[b];
  auto less = [](std::int64_t v) { return v == INT64_MIN ? v : v - 1; };
  auto more = [](std::int64_t v) { return v == INT64_MAX ? v : v + 1; };
  switch (p) {
  case Predicate::kEq:
    return assume_between(a, rb.low, rb.high) &&
           assume_between(b, ra.low, ra.high);
  case Predicate::kSLt:
    return rb.high != INT64_MIN &&
           assume_between(a, INT64_MIN, less(rb.high)) &&
           assume_between(b, more(ra.low), INT64_MAX);
  case Predicate::kSLe:
    return assume_between(a, INT64_MIN, rb.high) &&
           assume_between(b, ra.low, INT64_MAX);
  case Predicate::kSGt:
    return rb.low != INT64_MAX && assume_between(a, more(rb.low), INT64_MAX) &&
           assume_between(b, INT64_MIN, less(ra.high));
  default:
    return assume_between(a, rb.low, INT64_MAX) &&
           assume_between(b, INT64_MIN, ra.high);
  }
}

// Too few bits are left of an address to find the object by: `p & 1`, (int)p.
bool Terms::is_number_only(const Term &term) const {
  constexpr std::int64_t kSmallMask = 4095;
  if (term.kind == Term::Kind::kCast)
    return term.width < 64;
  bool is_mask = term.kind == Term::Kind::kBinop &&
                 static_cast<BinaryOp>(term.code) == BinaryOp::kAnd;
  std::optional<std::int64_t> mask = is_mask ? value(term.b) : std::nullopt;
  return mask && *mask >= 0 && *mask <= kSmallMask;
}

std::vector<ObjectId> Terms::objects_in(TermId id) const {
  std::vector<ObjectId> found;
  if (terms_[id].kind == Term::Kind::kInt ||
      terms_[id].kind == Term::Kind::kSymbol)
    return found;
  std::vector<TermId> todo = {id};
  std::vector<bool> seen(terms_.size());
  while (!todo.empty()) {
    TermId at = todo.back();
    todo.pop_back();
    if (!at || seen[at.value])
      continue;
    seen[at.value] = true;
    const Term &term = terms_[at];
    if (term.object)
      found.push_back(term.object);
    if (term.kind == Term::Kind::kCompare)
      continue; // the answer of a test holds no address
    if (term.kind == Term::Kind::kSelect)
      if (std::optional<bool> chosen = truth(term.a)) {
        todo.push_back(*chosen ? term.b : term.c);
        continue;
      }
    if (!is_number_only(term))
      todo.insert(todo.end(), {term.a, term.b, term.c});
  }
  return found;
}

} // namespace wt
