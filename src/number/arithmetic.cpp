// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operations make of sets of integers: see numbers.h.
//
// Of a few numbers each result is computed; else the ends of the intervals and
// the known bits tell.  What may not fit into the bits of the result is any of
// them.

#include "number/fold.h"
#include "number/numbers.h"

#include <algorithm>
#include <bit>

namespace wt {

using ir::BinaryOp;

namespace {

// Sums and products of ends; nullopt: one does not fit.  Numbers of 64 bits
// that are not negative are counts and lengths: their sum is not either.
std::optional<std::int64_t> apply(BinaryOp op, std::int64_t x, std::int64_t y) {
  std::int64_t out;
  bool overflows = op == BinaryOp::kAdd   ? __builtin_add_overflow(x, y, &out)
                   : op == BinaryOp::kSub ? __builtin_sub_overflow(x, y, &out)
                                          : __builtin_mul_overflow(x, y, &out);
  if (overflows && op == BinaryOp::kAdd && x >= 0 && y >= 0)
    return INT64_MAX;
  return overflows ? std::nullopt : std::optional(out);
}

// One by one; nullopt: too many, or one of them has no result.
std::optional<Numbers> each(BinaryOp op, const Numbers &a, const Numbers &b,
                            unsigned bits) {
  FewNumbers xs = a.few(), ys = b.few();
  if (xs.empty() || ys.empty())
    return std::nullopt;
  Numbers out = Numbers::none();
  for (std::int64_t x : xs)
    for (std::int64_t y : ys) {
      auto n = fold(op, x, y, bits);
      if (!n)
        return std::nullopt;
      out = out.join(Numbers::only(*n));
    }
  return out;
}

// Of sums, differences and products the ends tell.
Numbers by_ends(BinaryOp op, const Numbers &a, const Numbers &b,
                const Numbers &all) {
  Numbers out = Numbers::none();
  for (const Interval &x : a.intervals())
    for (const Interval &y : b.intervals()) {
      std::optional<std::int64_t> ends[] = {
          apply(op, x.low, y.low), apply(op, x.low, y.high),
          apply(op, x.high, y.low), apply(op, x.high, y.high)};
      if (!std::ranges::all_of(ends,
                               [](const auto &end) { return end.has_value(); }))
        return all;
      auto [low, high] =
          std::ranges::minmax({*ends[0], *ends[1], *ends[2], *ends[3]});
      out = out.join(Numbers::between(low, high));
    }
  return all.includes(out) ? out : all;
}

Numbers bitwise_or(const Numbers &a, const Numbers &b, const Numbers &all) {
  if (a.low() >= 0 && b.low() >= 0) { // at least the greater, same top bit
    auto top = static_cast<std::uint64_t>(std::max(a.high(), b.high()));
    return all.meet(Numbers::between(
        std::max(a.low(), b.low()),
        static_cast<std::int64_t>(all_ones(std::bit_width(top)))));
  }
  return a.may_be_zero() && b.may_be_zero() ? all
                                            : all.meet(Numbers::except(0));
}

// Quotients of numbers that are not negative shrink.
Numbers divided(BinaryOp op, const Numbers &a, const Numbers &b,
                const Numbers &all) {
  if (b.low() >= 2 && op == BinaryOp::kUDiv && a.low() < 0)
    return all.meet(Numbers::not_negative());
  if (a.low() < 0 || b.low() < 1)
    return all;
  return Numbers::between(a.low() / b.high(), a.high() / b.low());
}

// The sign stays, and the ends tell.
Numbers shifted_right(const Numbers &a, const Numbers &b, const Numbers &all) {
  if (b.low() < 0)
    return all;
  int least = static_cast<int>(std::min<std::int64_t>(b.low(), 63));
  int most = static_cast<int>(std::min<std::int64_t>(b.high(), 63));
  Numbers out = Numbers::none();
  for (const Interval &x : a.intervals())
    out = out.join(Numbers::between(std::min(x.low >> least, x.low >> most),
                                    std::max(x.high >> least, x.high >> most)));
  return out;
}

// Less than what divides; the sign is that of what is divided.
Numbers remainder(BinaryOp op, const Numbers &a, const Numbers &b,
                  const Numbers &all) {
  if (b.low() < 1)
    return all;
  std::int64_t most = b.high() - 1;
  if (a.low() >= 0)
    return Numbers::between(0, std::min(a.high(), most));
  if (op == BinaryOp::kURem)
    return Numbers::between(0, most);
  return Numbers::between(-most, a.high() <= 0 ? 0 : most);
}

Numbers by_intervals(BinaryOp op, const Numbers &a, const Numbers &b,
                     const Numbers &all) {
  switch (op) {
  case BinaryOp::kAdd:
  case BinaryOp::kSub:
  case BinaryOp::kMul:
    return by_ends(op, a, b, all);
  case BinaryOp::kShl:
    if (auto by = b.number(); by && *by >= 0 && *by < 62)
      return by_ends(BinaryOp::kMul, a, Numbers::only(std::int64_t(1) << *by),
                     all);
    return all;
  case BinaryOp::kOr:
    return bitwise_or(a, b, all);
  case BinaryOp::kAnd:
    if (a.low() >= 0 && b.low() >= 0)
      return Numbers::between(0, std::min(a.high(), b.high()));
    if (b.low() >= 0)
      return Numbers::between(0, b.high());
    return a.low() >= 0 ? Numbers::between(0, a.high()) : all;
  case BinaryOp::kSRem:
  case BinaryOp::kURem:
    return remainder(op, a, b, all);
  case BinaryOp::kAShr:
    return shifted_right(a, b, all);
  case BinaryOp::kLShr:
    return a.low() >= 0 ? shifted_right(a, b, all) : all;
  case BinaryOp::kSDiv:
  case BinaryOp::kUDiv:
    return divided(op, a, b, all);
  case BinaryOp::kXor:
    return all;
  }
  return all;
}

// Without its sign: a negative number is far above.
Numbers zero_extended(const Numbers &a, unsigned from) {
  if (a.low() >= 0)
    return a;
  if (from == 0 || from >= 64)
    return Numbers::any();
  Numbers up = a.meet(Numbers::negative());
  if (from == 1) // a truth
    return a.meet(Numbers::not_negative()).join(Numbers::only(1));
  if (from == 63 || !Numbers::of_width(from).includes(a))
    return Numbers::between(0, static_cast<std::int64_t>(all_ones(from)));
  return a.meet(Numbers::not_negative())
      .join(computed(BinaryOp::kAdd, up, Numbers::only(std::int64_t(1) << from),
                     64));
}

// Cut, an interval stays one as long as it does not go past an end.
Numbers truncated(const Numbers &a, unsigned to) {
  Numbers all = Numbers::of_width(to);
  if (all.includes(a))
    return a;
  Numbers out = Numbers::none();
  for (const Interval &part : a.intervals()) {
    auto size = static_cast<std::uint64_t>(part.high) -
                static_cast<std::uint64_t>(part.low);
    std::int64_t low = cut(part.low, to), high = cut(part.high, to);
    if (size >= all_ones(to))
      return all;
    if (low <= high)
      out = out.join(Numbers::between(low, high));
    else
      out = out.join(Numbers::between(all.low(), high))
                .join(Numbers::between(low, all.high()));
  }
  return out;
}

} // namespace

Numbers computed(BinaryOp op, const Numbers &a, const Numbers &b,
                 unsigned bits) {
  if (a.is_none() || b.is_none())
    return Numbers::none();
  Numbers all = Numbers::of_width(bits);
  if (bits == 0 || bits > 64)
    return all;
  if (auto out = each(op, a, b, bits))
    return *out;
  return by_intervals(op, a, b, all)
      .meet(computed(op, a.known_bits(), b.known_bits(), bits));
}

Numbers converted(ir::CastKind kind, const Numbers &a, unsigned from,
                  unsigned to) {
  if (a.is_none())
    return a;
  switch (kind) {
  case ir::CastKind::kZext:
    return zero_extended(a, from).meet(
        converted(kind, a.known_bits(), from, to));
  case ir::CastKind::kSext:
    if (from == 1)
      return computed(BinaryOp::kSub, Numbers::only(0),
                      a.meet(Numbers::between(0, 1)), 64);
    return a;
  case ir::CastKind::kTrunc:
    return truncated(a, to).meet(converted(kind, a.known_bits(), from, to));
  case ir::CastKind::kNumeric:
    return Numbers::of_width(to);
  default:
    return a;
  }
}

} // namespace wt
