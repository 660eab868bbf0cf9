// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values as bits: see numbers.h.

#include "engine/valueflow/numbers.h"

namespace wt::valueflow {

using ir::BinaryOp;
using ir::Op;
using ir::ValueId;
using logic::Bits;

namespace {

constexpr std::uint32_t kMostBits = 64;
// Which addresses are equal and which are null can be told with few bits: more
// only make the solver slow.
constexpr std::uint32_t kPointerBits = 16;

} // namespace

std::uint32_t Numbers::width(ValueId value) const {
  const ir::Type &type =
      body_.setting.facts.program.unit_of(body_.setting.procedure)
          .types[body_.function.insts[value].type];
  if (body_.is_pointer(value))
    return kPointerBits;
  bool is_number = type.kind == ir::TypeKind::kInt && type.width >= 1 &&
                   type.width <= kMostBits;
  return is_number ? type.width : kMostBits;
}

// As many bits; (void *)-1 stays -1.
Bits Numbers::resized(ValueId value, std::uint32_t width) {
  return logic::resized(bits(value), width, body_.is_pointer(value));
}

Bits Numbers::free_bits(ValueId value) {
  return logic::unknown(body_.table, width(value));
}

const Bits &Numbers::bits(ValueId value) {
  auto found = known_.find(value);
  if (found != known_.end())
    return found->second;
  Bits made = find(value);
  return known_[value] = std::move(made);
}

Bits Numbers::find(ValueId v) {
  const ir::Function &f = body_.function;
  logic::Conditions &table = body_.table;
  std::uint32_t wide = width(v);
  auto operand = [&](std::uint32_t i) {
    return resized(f.operand(v, i), wide);
  };
  switch (f.insts[v].op) {
  case Op::kInt:
    return logic::constant(static_cast<std::uint64_t>(f.int_value(v)), wide);
  case Op::kNull:
    return logic::constant(0, wide);
  case Op::kCast:
    return cast(v);
  case Op::kBinop:
    if (auto made =
            logic::computed(table, static_cast<BinaryOp>(f.insts[v].code),
                            operand(0), operand(1)))
      return *made;
    break;
  case Op::kCompare: {
    std::uint32_t other = width(f.operand(v, 0));
    Cond holds =
        logic::compared(table, static_cast<ir::Predicate>(f.insts[v].code),
                        bits(f.operand(v, 0)), resized(f.operand(v, 1), other));
    Bits out = logic::constant(0, wide);
    out[0] = holds;
    return out;
  }
  case Op::kSelect: {
    Cond test = body_.guards().condition(f.operand(v, 0), f.insts[v].block);
    return logic::choose(table, test, operand(1), operand(2));
  }
  case Op::kPhi:
    return over_phi(v);
  default:
    break;
  }
  return free_bits(v);
}

Bits Numbers::over_phi(ValueId phi) {
  const ir::Function &f = body_.function;
  std::uint32_t count = f.insts[phi].operand_count;
  if (count == 0)
    return free_bits(phi);
  Bits out = bits(f.operand(phi, count - 1));
  for (std::uint32_t i = count - 1; i-- > 0;)
    out = logic::choose(body_.table,
                        body_.guard(f.incoming(phi)[i], f.insts[phi].block),
                        bits(f.operand(phi, i)), out);
  return out;
}

Bits Numbers::cast(ValueId v) {
  auto kind = static_cast<ir::CastKind>(body_.function.insts[v].code);
  if (kind == ir::CastKind::kNumeric)
    return free_bits(v);
  ValueId from = body_.function.operand(v, 0);
  return logic::resized(bits(from), width(v),
                        kind == ir::CastKind::kSext || body_.is_pointer(from));
}

Cond Numbers::belongs(const Bits &bits, const infer::NumberClass &is) {
  using infer::NumberClass;
  logic::Conditions &table = body_.table;
  auto width = static_cast<std::uint32_t>(bits.size());
  auto equals = [&](std::int64_t number) {
    return logic::equal(
        table, bits,
        logic::constant(static_cast<std::uint64_t>(number), width));
  };
  if (!is.numbers().empty()) {
    Cond out = kNo;
    for (std::int64_t number : is.numbers())
      out = table.either(out, equals(number));
    return out;
  }
  Cond is_negative = bits.back(), is_zero = equals(0);
  Cond out = kYes;
  if (!(is.signs() & NumberClass::kZero))
    out = table.both(out, !is_zero);
  if (!(is.signs() & NumberClass::kNegative))
    out = table.both(out, !is_negative);
  if (!(is.signs() & NumberClass::kPositive))
    out = table.both(out, table.either(is_negative, is_zero));
  for (std::int64_t number : is.excluded())
    out = table.both(out, !equals(number));
  return out;
}

Cond Numbers::meaning(const logic::BranchAtom &atom) {
  using Kind = logic::BranchAtom::Kind;
  Bits x = resized(body_.guards().value_of(atom.value), atom.width);
  Bits y = atom.is_about_two()
               ? resized(body_.guards().value_of(atom.other), atom.width)
               : logic::constant(static_cast<std::uint64_t>(atom.constant),
                                 atom.width);
  if (atom.kind == Kind::kEqual || atom.kind == Kind::kEqualConstant)
    return logic::equal(body_.table, x, y);
  return !logic::less(body_.table, y, x, atom.is_signed);
}

} // namespace wt::valueflow
