// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of integers: see numbers.h.

#include "number/numbers.h"

#include "support/bytes.h"

#include "number/fold.h"

#include <algorithm>
#include <bit>

namespace wt {

using ir::Predicate;

namespace {

constexpr std::int64_t kMin = INT64_MIN, kMax = INT64_MAX;

std::int64_t above(std::int64_t n) { return n == kMax ? kMax : n + 1; }

// How many numbers lie between; huge when it does not fit.
std::uint64_t gap(const Interval &a, const Interval &b) {
  return static_cast<std::uint64_t>(b.low) - static_cast<std::uint64_t>(a.high);
}

// The smallest n >= low that the bits allow; nothing: there is none.
std::optional<std::int64_t> first_allowed(const KnownBits &known,
                                          std::int64_t low) {
  if (known.allows(low))
    return low;
  constexpr std::uint64_t kTop = std::uint64_t(1) << 63;
  // Unsigned order, with the sign turned.
  auto from = static_cast<std::uint64_t>(low) ^ kTop;
  std::uint64_t zeros = known.zeros, ones = known.ones;
  if ((zeros ^ ones) & kTop)
    zeros ^= kTop, ones ^= kTop;
  std::uint64_t open = ~(zeros | ones);
  // The longest prefix of `from` that can stay; what follows is then smallest.
  std::optional<std::uint64_t> best;
  for (int bit = 63; bit >= 0; --bit) {
    std::uint64_t one = std::uint64_t(1) << bit;
    bool has_one = from & one;
    if (!has_one && (open & one)) // may be raised here
      best = (from & ~(one | (one - 1))) | one | (ones & (one - 1));
    if (has_one && (zeros & one))
      return best ? std::optional(static_cast<std::int64_t>(*best ^ kTop))
                  : std::nullopt;
    if (!has_one && (ones & one)) // raised for certain
      return static_cast<std::int64_t>(
          ((from & ~(one | (one - 1))) | one | (ones & (one - 1))) ^ kTop);
  }
  return low;
}

// The greatest n <= high that the bits allow: its complement is the smallest.
std::optional<std::int64_t> last_allowed(const KnownBits &known,
                                         std::int64_t high) {
  auto out = first_allowed({known.ones, known.zeros}, ~high);
  return out ? std::optional(~*out) : std::nullopt;
}

} // namespace

Numbers Numbers::none() {
  Numbers out;
  out.count_ = 0;
  out.parts_[0] = {0, 0};
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

Numbers Numbers::of_width(unsigned bits) {
  if (bits == 0 || bits >= 64)
    return any();
  std::int64_t half = std::int64_t(1) << (bits - 1);
  return bits == 1 ? between(0, 1) : between(-half, half - 1);
}

Numbers Numbers::of_bits(const KnownBits &known, unsigned bits) {
  return of_width(bits).meet(converted(ir::CastKind::kTrunc, known, 64, bits));
}

Numbers Numbers::of(Parts parts, const KnownBits &known) {
  std::sort(parts.all.begin(), parts.all.begin() + parts.count);
  Parts apart;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const Interval &part = parts.all[i];
    if (apart.count && part.low <= above(apart.last().high))
      apart.last().high = std::max(apart.last().high, part.high);
    else
      apart.add(part);
  }
  while (apart.count > kMaxParts) {
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
  if (known.has_any())
    out.settle(known);
  return out;
}

KnownBits Numbers::bits_of_parts() const {
  KnownBits out = KnownBits::nothing();
  for (const Interval &part : intervals()) {
    auto low = static_cast<std::uint64_t>(part.low);
    std::uint64_t differing = low ^ static_cast<std::uint64_t>(part.high);
    std::uint64_t same = ~all_ones(64 - std::countl_zero(differing));
    out = out.join({~low & same, low & same});
  }
  return out;
}

KnownBits Numbers::known_bits() const { return bits_of_parts().meet(bits_); }

void Numbers::settle(KnownBits known) {
  for (bool is_settled = false; !is_settled && count_;) {
    known = known.meet(bits_of_parts());
    if (known.is_nothing()) {
      *this = none();
      return;
    }
    is_settled = true;
    Parts left;
    for (const Interval &part : intervals()) {
      auto low = first_allowed(known, part.low);
      auto high = last_allowed(known, part.high);
      if (low && high && *low <= *high)
        left.add({*low, *high});
    }
    std::size_t before = count_;
    auto old = parts_;
    *this = of(left);
    is_settled = count_ == before && parts_ == old;
  }
  KnownBits told = bits_of_parts();
  if (count_)
    bits_ = {known.zeros & ~told.zeros, known.ones & ~told.ones};
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
  return bits_.allows(n) &&
         std::ranges::any_of(intervals(), [&](const Interval &part) {
           return part.low <= n && n <= part.high;
         });
}

std::optional<std::int64_t> Numbers::number() const {
  if (count_ == 1 && parts_[0].low == parts_[0].high)
    return parts_[0].low;
  return std::nullopt;
}

FewNumbers Numbers::few() const {
  FewNumbers out;
  auto is_wide = [](const Interval &part) {
    return static_cast<std::uint64_t>(part.high) -
               static_cast<std::uint64_t>(part.low) >=
           FewNumbers::kMost;
  };
  if (!bits_.has_any() && std::ranges::any_of(intervals(), is_wide))
    return {};
  KnownBits known = known_bits();
  for (const Interval &part : intervals())
    for (auto n = std::optional(part.low); n && *n <= part.high;
         n = *n == kMax ? std::nullopt : first_allowed(known, *n + 1)) {
      if (out.is_full())
        return {};
      out.add(*n);
    }
  return out;
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
  return of(parts, bits_.meet(other.bits_));
}

Numbers Numbers::meet(const KnownBits &known) const {
  Numbers out = *this;
  if (known.has_any())
    out.settle(known.meet(bits_));
  return out;
}

Numbers Numbers::join(const Numbers &other) const {
  if (*this == other || other.is_none())
    return *this;
  if (is_none())
    return other;
  Parts parts;
  for (const Interval &part : intervals())
    parts.add(part);
  for (const Interval &part : other.intervals())
    parts.add(part);
  // What is told by both stays told where an interval grows over a gap.
  return of(parts, known_bits().join(other.known_bits()));
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
  Numbers out = between(low, high).meet(both.bits_);
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
      out +=
          part.low == 1 ? std::string("> 0") : ">= " + std::to_string(part.low);
    else
      out += std::to_string(part.low) + ".." + std::to_string(part.high);
  }
  return out;
}

void Numbers::write(ByteWriter &out) const {
  out.byte(count_);
  for (const Interval &part : intervals()) {
    out.signed_number(part.low);
    out.signed_number(part.high);
  }
  out.number(bits_.zeros);
  out.number(bits_.ones);
}

Numbers Numbers::read(ByteReader &in) {
  Numbers out = none();
  std::uint8_t count = in.byte();
  if (count > kMaxParts)
    in.fail();
  for (std::size_t i = 0; i < count && !in.failed(); ++i) {
    std::int64_t low = in.signed_number();
    out.parts_[i] = {low, in.signed_number()};
  }
  out.count_ = count;
  out.bits_.zeros = in.number();
  out.bits_.ones = in.number();
  return in.failed() ? any() : out;
}

} // namespace wt
