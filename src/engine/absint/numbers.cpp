// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of intervals: see numbers.h.

#include "engine/absint/numbers.h"

#include <algorithm>
#include <bit>

namespace wt::absint {

using ir::BinaryOp;
using ir::Predicate;

namespace {

constexpr std::int64_t kMin = INT64_MIN, kMax = INT64_MAX;

std::int64_t above(std::int64_t n) { return n == kMax ? kMax : n + 1; }

// How many numbers lie between; huge when it does not fit.
std::uint64_t gap(const Interval &a, const Interval &b) {
  return static_cast<std::uint64_t>(b.low) - static_cast<std::uint64_t>(a.high);
}

// The numbers of a signed type; bits are kept sign-extended (docs/dev/ir.md).
Interval of_width(unsigned bits) {
  if (bits == 0 || bits >= 64)
    return {};
  std::int64_t half = std::int64_t(1) << (bits - 1);
  return bits == 1 ? Interval{0, 1} : Interval{-half, half - 1};
}

} // namespace

Numbers Numbers::none() {
  Numbers out;
  out.count_ = 0;
  out.parts_ = {Interval{0, 0}, Interval{0, 0}};
  return out;
}

Numbers Numbers::between(std::int64_t low, std::int64_t high) {
  if (low > high)
    return none();
  Numbers out;
  out.parts_[0] = {low, high};
  return out;
}

Numbers Numbers::except(std::int64_t n) {
  Parts parts;
  if (n != kMin)
    parts.add({kMin, n - 1});
  if (n != kMax)
    parts.add({n + 1, kMax});
  return of(parts);
}

Numbers Numbers::of_bits(std::uint64_t zeros, std::uint64_t ones,
                         unsigned bits) {
  Interval all = of_width(bits);
  std::uint64_t mask = bits >= 64 ? ~std::uint64_t(0)
                                  : (std::uint64_t(1) << bits) - 1;
  std::uint64_t top = (mask >> 1) + 1;
  if (bits < 2 || (zeros & ones & mask))
    return between(all.low, all.high);
  if (!((zeros | ones) & top)) // either sign
    return of_bits(zeros | top, ones, bits)
        .join(of_bits(zeros, ones | top, bits));
  auto extended = [&](std::uint64_t n) {
    return static_cast<std::int64_t>(n & top ? n | ~mask : n);
  };
  return between(extended(ones & mask), extended(~zeros & mask));
}

Numbers Numbers::of(Parts parts) {
  if (parts.count == 1)
    return between(parts.all[0].low, parts.all[0].high);
  std::sort(parts.all.begin(), parts.all.begin() + parts.count);
  Parts apart;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const Interval &part = parts.all[i];
    if (apart.count && part.low <= above(apart.all[apart.count - 1].high))
      apart.all[apart.count - 1].high =
          std::max(apart.all[apart.count - 1].high, part.high);
    else
      apart.add(part);
  }
  while (apart.count > 2) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < apart.count; ++i)
      if (gap(apart.all[i], apart.all[i + 1]) <
          gap(apart.all[best], apart.all[best + 1]))
        best = i;
    apart.all[best].high = apart.all[best + 1].high;
    for (std::size_t i = best + 1; i + 1 < apart.count; ++i)
      apart.all[i] = apart.all[i + 1];
    --apart.count;
  }
  Numbers out = none();
  for (std::size_t i = 0; i < apart.count; ++i)
    out.parts_[out.count_++] = apart.all[i];
  return out;
}

// As unsigned numbers, negative ones are greater than all others.
Numbers Numbers::where(Predicate predicate, std::int64_t n) {
  switch (predicate) {
  case Predicate::kEq:
    return only(n);
  case Predicate::kNe:
    return except(n);
  case Predicate::kSLt:
    return n == kMin ? none() : at_most(n - 1);
  case Predicate::kSLe:
    return at_most(n);
  case Predicate::kSGt:
    return n == kMax ? none() : at_least(n + 1);
  case Predicate::kSGe:
    return at_least(n);
  case Predicate::kULt:
    return n == 0  ? none()
           : n > 0 ? between(0, n - 1)
                   : at_least(0).join(n == kMin ? none() : at_most(n - 1));
  case Predicate::kULe:
    return n >= 0 ? between(0, n) : at_least(0).join(at_most(n));
  case Predicate::kUGt:
    return n >= 0 ? at_most(-1).join(n == kMax ? none() : at_least(n + 1))
                  : between(n + 1, -1);
  case Predicate::kUGe:
    return n >= 0 ? at_most(-1).join(at_least(n)) : between(n, -1);
  }
  return any();
}

Numbers Numbers::related(Predicate predicate) const {
  if (is_none())
    return none();
  switch (predicate) {
  case Predicate::kEq:
    return *this;
  case Predicate::kNe:
    return number() ? except(*number()) : any();
  case Predicate::kSLt:
  case Predicate::kSLe:
    return where(predicate, high());
  case Predicate::kSGt:
  case Predicate::kSGe:
    return where(predicate, low());
  default:
    break;
  }
  // Unsigned: as signed ones where the sign is known, else by the ends.
  Numbers out = none();
  bool is_less = predicate == Predicate::kULt || predicate == Predicate::kULe;
  for (const Interval &part : intervals()) {
    out =
        out.join(where(predicate, part.low)).join(where(predicate, part.high));
    if (part.low < 0 && part.high >= 0)
      out = out.join(where(predicate, is_less ? -1 : 0));
  }
  return out;
}

bool Numbers::has(std::int64_t n) const {
  return std::ranges::any_of(intervals(), [&](const Interval &part) {
    return part.low <= n && n <= part.high;
  });
}

std::optional<std::int64_t> Numbers::number() const {
  if (count_ == 1 && parts_[0].low == parts_[0].high)
    return parts_[0].low;
  return std::nullopt;
}

Numbers Numbers::meet(const Numbers &other) const {
  if (other.is_any() || *this == other)
    return *this;
  if (is_any())
    return other;
  Parts parts;
  for (const Interval &a : intervals())
    for (const Interval &b : other.intervals())
      if (std::max(a.low, b.low) <= std::min(a.high, b.high))
        parts.add({std::max(a.low, b.low), std::min(a.high, b.high)});
  return of(parts);
}

Numbers Numbers::join(const Numbers &other) const {
  if (*this == other)
    return *this;
  Parts parts;
  for (const Interval &part : intervals())
    parts.add(part);
  for (const Interval &part : other.intervals())
    parts.add(part);
  return of(parts);
}

Numbers Numbers::plus(std::int64_t n) const {
  auto moved = [n](std::int64_t end) {
    std::int64_t out;
    if (end == INT64_MIN || end == INT64_MAX) // nobody knows how far it goes
      return end;
    if (__builtin_add_overflow(end, n, &out))
      return n < 0 ? INT64_MIN : INT64_MAX;
    return out;
  };
  Numbers out = none();
  for (const Interval &part : intervals())
    out = out.join(between(moved(part.low), moved(part.high)));
  return out;
}

Numbers Numbers::widen(const Numbers &next) const {
  Numbers both = join(next);
  if (both == *this || is_none())
    return both;
  // The gap goes too, unless it is the one at zero.
  std::int64_t low = both.low(), high = both.high();
  if (low < this->low())
    low = low >= 1 ? 1 : low >= 0 ? 0 : low >= -1 ? -1 : kMin;
  if (high > this->high())
    high = high <= -1 ? -1 : high <= 0 ? 0 : high <= 1 ? 1 : kMax;
  Numbers out = between(low, high);
  return both.may_be_zero() ? out : out.meet(except(0));
}

std::optional<bool> Numbers::decide(Predicate predicate,
                                    const Numbers &other) const {
  if (meet(other.related(predicate)).is_none())
    return false;
  if (meet(other.related(ir::inverse(predicate))).is_none())
    return true;
  return std::nullopt;
}

std::string Numbers::describe() const {
  if (is_none())
    return "none";
  if (is_any())
    return "any";
  if (*this == except(0))
    return "not 0";
  std::string out;
  for (const Interval &part : intervals()) {
    out += out.empty() ? "" : " or ";
    if (part.low == part.high)
      out += std::to_string(part.low);
    else if (part.low == kMin)
      out += part.high == -1 ? std::string("< 0")
                             : "<= " + std::to_string(part.high);
    else if (part.high == kMax)
      out += part.low == 1 ? std::string("> 0")
                           : ">= " + std::to_string(part.low);
    else
      out += std::to_string(part.low) + ".." + std::to_string(part.high);
  }
  return out;
}

namespace {

// Sums and products of ends; nullopt: one does not fit.
std::optional<std::int64_t> apply(BinaryOp op, std::int64_t x, std::int64_t y) {
  std::int64_t out;
  bool overflows = op == BinaryOp::kAdd   ? __builtin_add_overflow(x, y, &out)
                   : op == BinaryOp::kSub ? __builtin_sub_overflow(x, y, &out)
                                          : __builtin_mul_overflow(x, y, &out);
  return overflows ? std::nullopt : std::optional(out);
}

std::optional<std::int64_t> exact(BinaryOp op, std::int64_t x, std::int64_t y) {
  switch (op) {
  case BinaryOp::kAdd:
  case BinaryOp::kSub:
  case BinaryOp::kMul:
    return apply(op, x, y);
  case BinaryOp::kSDiv:
    return y == 0 || y == -1 ? std::nullopt : std::optional(x / y);
  case BinaryOp::kSRem:
    return y == 0 || y == -1 ? std::nullopt : std::optional(x % y);
  case BinaryOp::kAnd:
    return x & y;
  case BinaryOp::kOr:
    return x | y;
  case BinaryOp::kXor:
    return x ^ y;
  case BinaryOp::kShl:
    return y >= 0 && y < 62 ? apply(BinaryOp::kMul, x, std::int64_t(1) << y)
                            : std::nullopt;
  case BinaryOp::kAShr:
    return y >= 0 && y < 64 ? std::optional(x >> y) : std::nullopt;
  default: // unsigned ones: where both are not negative
    if (x < 0 || y < 0)
      return std::nullopt;
    if (op == BinaryOp::kLShr)
      return y < 64 ? std::optional(x >> y) : std::nullopt;
    if (y == 0)
      return std::nullopt;
    return op == BinaryOp::kUDiv ? x / y : x % y;
  }
}

} // namespace

Numbers computed(BinaryOp op, const Numbers &a, const Numbers &b,
                 unsigned bits) {
  if (a.is_none() || b.is_none())
    return Numbers::none();
  Numbers all = Numbers::between(of_width(bits).low, of_width(bits).high);
  auto fitting = [&](const Numbers &out) {
    return all.includes(out) ? out : all;
  };
  if (a.number() && b.number()) {
    std::optional<std::int64_t> n = exact(op, *a.number(), *b.number());
    return n ? fitting(Numbers::only(*n)) : all;
  }
  switch (op) {
  case BinaryOp::kAdd:
  case BinaryOp::kSub: {
    Numbers out = Numbers::none();
    for (const Interval &x : a.intervals())
      for (const Interval &y : b.intervals()) {
        bool is_sub = op == BinaryOp::kSub;
        auto low = apply(op, x.low, is_sub ? y.high : y.low);
        auto high = apply(op, x.high, is_sub ? y.low : y.high);
        if (!low || !high)
          return all;
        out = out.join(Numbers::between(*low, *high));
      }
    return fitting(out);
  }
  case BinaryOp::kOr: // at least the greater one, with the same top bit
    if (a.low() >= 0 && b.low() >= 0) {
      auto top = static_cast<std::uint64_t>(std::max(a.high(), b.high()));
      return fitting(Numbers::between(
          std::max(a.low(), b.low()),
          static_cast<std::int64_t>(std::bit_ceil(top + 1) - 1)));
    }
    return a.may_be_zero() && b.may_be_zero() ? all
                                              : all.meet(Numbers::except(0));
  case BinaryOp::kAnd:
    if (b.low() >= 0)
      return Numbers::between(0, b.high());
    if (a.low() >= 0)
      return Numbers::between(0, a.high());
    return all;
  case BinaryOp::kSRem:
  case BinaryOp::kURem:
    if (a.low() >= 0 && b.low() > 0)
      return Numbers::between(0, std::min(a.high(), b.high() - 1));
    return all;
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
  case BinaryOp::kSDiv:
  case BinaryOp::kUDiv:
    if (a.low() >= 0 && b.low() >= (op == BinaryOp::kSDiv ||
                                    op == BinaryOp::kUDiv))
      return Numbers::between(0, a.high());
    return all;
  default:
    return all;
  }
}

Numbers converted(ir::CastKind kind, const Numbers &a, unsigned from,
                  unsigned to) {
  Interval target = of_width(to);
  Numbers all = Numbers::between(target.low, target.high);
  switch (kind) {
  case ir::CastKind::kZext:
    if (a.is_none() || a.low() >= 0)
      return a;
    if (from == 1)
      return a.may_be_zero() ? Numbers::between(0, 1) : Numbers::only(1);
    return from < 63 ? Numbers::between(0, (std::int64_t(1) << from) - 1) : all;
  case ir::CastKind::kTrunc:
    return all.includes(a) ? a : all;
  case ir::CastKind::kNumeric:
    return all;
  default:
    return a;
  }
}

} // namespace wt::absint
