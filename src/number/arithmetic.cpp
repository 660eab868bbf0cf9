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

// Sums and products of ends; nullopt: one does not fit.
std::optional<std::int64_t> apply(BinaryOp op, std::int64_t x, std::int64_t y) {
  std::int64_t out;
  bool overflows = op == BinaryOp::kAdd   ? __builtin_add_overflow(x, y, &out)
                   : op == BinaryOp::kSub ? __builtin_sub_overflow(x, y, &out)
                                          : __builtin_mul_overflow(x, y, &out);
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

// Quotients and shifts to the right of numbers that are not negative shrink.
Numbers divided(BinaryOp op, const Numbers &a, const Numbers &b,
                const Numbers &all) {
  bool is_shift = op == BinaryOp::kLShr || op == BinaryOp::kAShr;
  if (a.low() < 0 || b.low() < (is_shift ? 0 : 1))
    return all;
  auto quotient = [&](std::int64_t x, std::int64_t y) {
    return is_shift ? (y >= 63 ? 0 : x >> y) : x / y;
  };
  return Numbers::between(quotient(a.low(), b.high()),
                          quotient(a.high(), b.low()));
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
    if (a.low() >= 0 && b.low() > 0)
      return Numbers::between(0, std::min(a.high(), b.high() - 1));
    return all;
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
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
