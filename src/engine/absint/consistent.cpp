// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts as formulas: see consistent.h.
//
// Every number is 64 bits wide and sign-extended from its own width, as in the
// rest of the engine; operations are cut to the width of their result.

#include "engine/absint/consistent.h"

#include "logic/solver.h"

#include <map>

namespace wt::absint {
namespace {

using ir::BinaryOp;
using logic::Bits;
using logic::Cond;

constexpr std::uint32_t kWidth = 64;
constexpr std::uint32_t kMaxFactorBits = 16; // of products of two unknowns
constexpr std::uint64_t kConflicts = 1000;

class Formulas {
public:
  explicit Formulas(const Bases &bases) : bases_(bases) {}

  Cond fact(BaseId base, const Numbers &is) {
    Bits bits = of(Value{base});
    Cond out = logic::kNo;
    for (const Interval &part : is.intervals()) {
      Cond not_below = !logic::less(table, bits, number(part.low), true);
      Cond not_above = !logic::less(table, number(part.high), bits, true);
      out = table.either(out, table.both(not_below, not_above));
    }
    return out;
  }

  logic::Conditions table;

private:
  static Bits number(std::int64_t n) {
    return logic::constant(static_cast<std::uint64_t>(n), kWidth);
  }
  static Bits cut(const Bits &bits, unsigned width) {
    if (width >= kWidth)
      return bits;
    return logic::resized(logic::resized(bits, width, false), kWidth,
                          width > 1);
  }
  static Bits low(const Bits &bits, unsigned width) { // without its sign
    return width >= kWidth ? bits
                           : logic::resized(logic::resized(bits, width, false),
                                            kWidth, false);
  }

  unsigned width_of(const Value &value) const {
    if (is_number(value))
      return kWidth;
    const Base &base = bases_[value.base];
    if (base.kind == Base::Kind::kTerm)
      return base.bits;
    unsigned bytes = bases_.info(value.base).bytes;
    return bytes && !bases_.is_pointer(value.base) ? bytes * 8 : kWidth;
  }

  Bits of(const Value &value) {
    if (is_number(value))
      return value.is_inside ? logic::unknown(table, kWidth)
                             : number(value.offset);
    if (value.is_inside)
      return logic::unknown(table, kWidth);
    auto known = known_.find(value.base);
    if (known == known_.end()) {
      Bits bits = compute(value.base);
      known = known_.emplace(value.base, std::move(bits)).first;
    }
    if (value.offset == 0)
      return known->second;
    return cut(logic::add(table, known->second, number(value.offset)),
               width_of({value.base}));
  }

  Bits compute(BaseId id) {
    const Base &base = bases_[id];
    if (base.kind != Base::Kind::kTerm) {
      unsigned width = width_of({id});
      return cut(logic::unknown(table, kWidth), width);
    }
    TermCode code = TermCode::of(base.code);
    if (code.kind == TermCode::Kind::kAnswer)
      return cut(logic::unknown(table, kWidth), base.bits);
    Bits a = of(base.a);
    if (code.kind == TermCode::Kind::kCast) {
      bool is_wider =
          static_cast<ir::CastKind>(code.code) == ir::CastKind::kZext;
      auto from = static_cast<unsigned>(base.b.offset);
      return is_wider ? low(a, from) : cut(a, base.bits);
    }
    Bits b = of(base.b);
    if (code.kind == TermCode::Kind::kCompare) {
      Cond holds = compare(static_cast<ir::Predicate>(code.code), a, b);
      Bits out = number(0);
      out[0] = holds;
      return out;
    }
    return cut(binary(base, static_cast<BinaryOp>(code.code), a, b), base.bits);
  }

  Cond compare(ir::Predicate predicate, const Bits &a, const Bits &b) {
    using ir::Predicate;
    switch (predicate) {
    case Predicate::kEq:
      return logic::equal(table, a, b);
    case Predicate::kNe:
      return !logic::equal(table, a, b);
    case Predicate::kSLt:
    case Predicate::kULt:
      return logic::less(table, a, b, predicate == Predicate::kSLt);
    case Predicate::kSGt:
    case Predicate::kUGt:
      return logic::less(table, b, a, predicate == Predicate::kSGt);
    case Predicate::kSLe:
    case Predicate::kULe:
      return !logic::less(table, b, a, predicate == Predicate::kSLe);
    case Predicate::kSGe:
    case Predicate::kUGe:
      return !logic::less(table, a, b, predicate == Predicate::kSGe);
    }
    return table.atom();
  }

  Bits binary(const Base &base, BinaryOp op, const Bits &a, const Bits &b) {
    switch (op) {
    case BinaryOp::kAdd:
      return logic::add(table, a, b);
    case BinaryOp::kSub:
      return logic::subtract(table, a, b);
    case BinaryOp::kAnd:
      return logic::bit_and(table, a, b);
    case BinaryOp::kOr:
      return logic::bit_or(table, a, b);
    case BinaryOp::kXor:
      return logic::bit_xor(table, a, b);
    case BinaryOp::kMul:
      if (is_number(base.b))
        return logic::times(table, a,
                            static_cast<std::uint64_t>(base.b.offset));
      if (width_of(base.a) <= kMaxFactorBits &&
          width_of(base.b) <= kMaxFactorBits)
        return logic::product(table, a, b);
      return logic::unknown(table, kWidth);
    case BinaryOp::kShl:
    case BinaryOp::kLShr:
    case BinaryOp::kAShr:
      return shift(base, op, a, b);
    case BinaryOp::kUDiv:
    case BinaryOp::kURem:
      return divide(base, op, a);
    default:
      return logic::unknown(table, kWidth);
    }
  }

  Bits shift(const Base &base, BinaryOp op, const Bits &a, const Bits &b) {
    bool is_arithmetic = op == BinaryOp::kAShr;
    Bits from = op == BinaryOp::kLShr ? low(a, base.bits) : a;
    if (is_number(base.b)) {
      std::int64_t by = base.b.offset;
      if (by < 0 || by >= kWidth)
        return logic::unknown(table, kWidth);
      auto places = static_cast<std::uint64_t>(by);
      return op == BinaryOp::kShl
                 ? logic::shift_left(from, places)
                 : logic::shift_right(from, places, is_arithmetic);
    }
    return op == BinaryOp::kShl
               ? logic::shift_left(table, from, b)
               : logic::shift_right(table, from, b, is_arithmetic);
  }

  Bits divide(const Base &base, BinaryOp op, const Bits &a) {
    if (!is_number(base.b) || base.b.offset <= 0)
      return logic::unknown(table, kWidth);
    logic::Division out = logic::divide(
        table, low(a, base.bits), static_cast<std::uint64_t>(base.b.offset));
    return op == BinaryOp::kUDiv ? out.quotient : out.remainder;
  }

  const Bases &bases_;
  std::map<BaseId, Bits> known_;
};

} // namespace

bool are_consistent(const Bases &bases, const State &state) {
  auto is_term = [&](const auto &entry) {
    return bases.is(entry.first, Base::Kind::kTerm);
  };
  if (std::ranges::none_of(*state.facts, is_term))
    return true; // intervals say it all
  Formulas formulas(bases);
  std::vector<Cond> parts;
  for (const auto &[base, is] : *state.facts)
    if (!bases.is_many(base))
      parts.push_back(formulas.fact(base, is));
  logic::Solver solver(formulas.table, kConflicts);
  return solver.solve(parts) != logic::Solver::Answer::kUnsatisfiable;
}

} // namespace wt::absint
