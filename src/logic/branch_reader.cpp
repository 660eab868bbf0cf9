// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From values of the IR to atoms.

#include "logic/branch_reader.h"

#include "logic/bits.h"

namespace wt::logic {
namespace {

using ir::BinaryOp;
using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

constexpr std::uint32_t kMostNested = 12;
constexpr std::size_t kMostPhiOperands = 16;

} // namespace

bool BranchReader::is_in_loop(std::uint32_t loop, BlockId block) const {
  std::uint32_t at = loops_.innermost[block];
  while (at != ir::Loop::kNone && at != loop)
    at = loops_.loops[at].parent;
  return at == loop;
}

ValueId BranchReader::without_bitcasts(ValueId value) const {
  while (function_.insts[value].op == Op::kCast &&
         static_cast<ir::CastKind>(function_.insts[value].code) ==
             ir::CastKind::kBitcast)
    value = function_.operand(value, 0);
  return value;
}

std::optional<std::int64_t> BranchReader::constant(ValueId value) const {
  if (function_.insts[value].op == Op::kInt)
    return function_.int_value(value);
  if (function_.insts[value].op == Op::kNull)
    return 0;
  return std::nullopt;
}

std::uint32_t BranchReader::width(ValueId value) const {
  const ir::Type &type = unit_.types[function_.insts[value].type];
  if (type.kind == ir::TypeKind::kPointer)
    return 64;
  bool is_number = type.kind == ir::TypeKind::kInt && type.width >= 1;
  return is_number && type.width <= 64 ? type.width : 0;
}

// 0 stays 0 when it is made wider.
ValueId BranchReader::widened_from(ValueId value, std::int64_t number) const {
  while (number == 0 && function_.insts[value].op == Op::kCast) {
    auto kind = static_cast<ir::CastKind>(function_.insts[value].code);
    if (kind != ir::CastKind::kZext && kind != ir::CastKind::kSext &&
        kind != ir::CastKind::kBitcast)
      break;
    value = function_.operand(value, 0);
  }
  return value;
}

// How many loops around the definition does the block lie outside of?
std::uint32_t BranchReader::version(ValueId value, BlockId seen_from) const {
  BlockId defined = function_.insts[value].block;
  if (!defined)
    return 0;
  std::uint32_t out = 0, loop = loops_.innermost[defined];
  for (; loop != ir::Loop::kNone; loop = loops_.loops[loop].parent)
    out += !is_in_loop(loop, seen_from);
  return out;
}

BranchAtoms::Value BranchReader::number_of(ValueId value, BlockId seen_from) {
  Seen seen{value, version(value, seen_from)};
  auto [found, is_new] = numbers_.try_emplace(
      seen, static_cast<BranchAtoms::Value>(values_.size()));
  if (is_new)
    values_.push_back(seen);
  return found->second;
}

std::optional<bool> BranchReader::are_equal_addresses(ValueId a,
                                                      ValueId b) const {
  if (a == b)
    return true;
  auto is_object = [&](ValueId v) {
    Op op = function_.insts[v].op;
    return op == Op::kSlot || op == Op::kGlobal || op == Op::kFunction;
  };
  auto is_fresh = [&](ValueId v) { return is_fresh_ && is_fresh_(v); };
  Op x = function_.insts[a].op, y = function_.insts[b].op;
  bool has_slot = x == Op::kSlot || y == Op::kSlot;
  if (has_slot && (x == Op::kNull || y == Op::kNull))
    return false;
  if (has_slot && is_object(a) && is_object(b))
    return x == y && function_.variable(a) == function_.variable(b)
               ? std::nullopt // one local, perhaps in two iterations
               : std::optional(false);
  if ((is_object(a) && is_fresh(b)) || (is_object(b) && is_fresh(a)))
    return false;
  if (is_older_ &&
      ((is_fresh(a) && is_older_(b, a)) || (is_fresh(b) && is_older_(a, b))))
    return false;
  return std::nullopt;
}

// What the test says of the operand that came in.
template <class Test>
std::optional<Cond> BranchReader::over_phi(const PhiTest &key,
                                           BlockId seen_from, Test test) {
  const ir::Inst &inst = function_.insts[key.phi];
  if (inst.op != Op::kPhi || inst.operand_count > kMostPhiOperands ||
      loops_.is_header(inst.block) || version(key.phi, seen_from) != 0)
    return std::nullopt;
  if (depth_ >= kMostNested) {
    is_cut_ = true;
    return std::nullopt;
  }
  if (auto found = read_.find(key);
      found != read_.end() &&
      (!found->second.is_cut || depth_ >= found->second.depth)) {
    is_cut_ |= found->second.is_cut;
    return found->second.holds;
  }
  bool was_cut = is_cut_;
  is_cut_ = false;
  std::optional<Cond> out = read_phi(key.phi, test);
  read_[key] = {out, depth_, is_cut_};
  is_cut_ |= was_cut;
  return out;
}

template <class Test>
std::optional<Cond> BranchReader::read_phi(ValueId phi, Test test) {
  const ir::Inst &inst = function_.insts[phi];
  ++depth_;
  std::optional<Cond> out = kNo;
  for (std::uint32_t i = 0; i < inst.operand_count && out; ++i) {
    std::optional<Cond> arrives =
        arrival_(function_.incoming(phi)[i], inst.block);
    if (!arrives) {
      out = std::nullopt;
      break;
    }
    // An operand lies in no loop around the place it is seen from that the phi
    // is not in, so it is the same version from there.
    Cond holds = test(function_.operand(phi, i));
    out = atoms_.table().either(*out, atoms_.table().both(*arrives, holds));
  }
  --depth_;
  return out;
}

// One bit made of comparisons.
std::optional<Cond> BranchReader::bit_formula(ValueId value,
                                              BlockId seen_from) {
  const ir::Inst &inst = function_.insts[value];
  Conditions &table = atoms_.table();
  auto operand = [&](std::uint32_t i) {
    return truth(function_.operand(value, i), seen_from);
  };
  if (inst.op == Op::kCompare)
    return compare(static_cast<Predicate>(inst.code),
                   function_.operand(value, 0), function_.operand(value, 1),
                   seen_from);
  if (width(value) != 1 || (inst.op != Op::kSelect && inst.op != Op::kBinop))
    return std::nullopt;
  if (depth_ >= kMostNested) {
    is_cut_ = true;
    return std::nullopt;
  }
  std::optional<Cond> out;
  ++depth_;
  if (inst.op == Op::kSelect)
    out = table.choose(operand(0), operand(1), operand(2));
  if (inst.op == Op::kBinop) {
    BinaryOp op = static_cast<BinaryOp>(inst.code);
    if (op == BinaryOp::kAnd)
      out = table.both(operand(0), operand(1));
    else if (op == BinaryOp::kOr)
      out = table.either(operand(0), operand(1));
    else if (op == BinaryOp::kXor)
      out = table.differ(operand(0), operand(1));
  }
  --depth_;
  return out;
}

Cond BranchReader::truth(ValueId value, BlockId seen_from) {
  return !equals(value, 0, seen_from);
}

Cond BranchReader::equals(ValueId value, std::int64_t number,
                          BlockId seen_from) {
  value = widened_from(without_bitcasts(value), number);
  const ir::Inst &inst = function_.insts[value];
  std::uint32_t bits = width(value) ? width(value) : 64;
  if (std::optional<std::int64_t> known = constant(value))
    return ValueSet::of(Predicate::kEq, number, bits)
                   .contains(std::uint64_t(*known) & all_ones(bits))
               ? kYes
               : kNo;
  if (std::optional<Cond> bit = bit_formula(value, seen_from))
    return number & 1 ? *bit : !*bit;
  PhiTest key{value, loop_around(seen_from), Predicate::kEq,
              PhiTest::Against::kNumber, number};
  std::optional<Cond> over = over_phi(key, seen_from, [&](ValueId operand) {
    return equals(operand, number, seen_from);
  });
  if (over)
    return *over;
  if (number == 0 && inst.op == Op::kSlot)
    return kNo;
  return atoms_.compare(Predicate::kEq, number_of(value, seen_from), number,
                        bits);
}

Cond BranchReader::compare(Predicate predicate, ValueId a, std::int64_t number,
                           BlockId seen_from) {
  a = without_bitcasts(a);
  std::uint32_t bits = width(a) ? width(a) : 64;
  if (std::optional<std::int64_t> known = constant(a))
    return ValueSet::of(predicate, number, bits)
                   .contains(std::uint64_t(*known) & all_ones(bits))
               ? kYes
               : kNo;
  if (predicate == Predicate::kNe)
    return !equals(a, number, seen_from);
  if (predicate == Predicate::kEq)
    return equals(a, number, seen_from);
  PhiTest key{a, loop_around(seen_from), predicate, PhiTest::Against::kNumber,
              number};
  std::optional<Cond> over = over_phi(key, seen_from, [&](ValueId operand) {
    return compare(predicate, operand, number, seen_from);
  });
  return over
             ? *over
             : atoms_.compare(predicate, number_of(a, seen_from), number, bits);
}

Cond BranchReader::compare(Predicate predicate, ValueId a, ValueId b,
                           BlockId seen_from) {
  a = without_bitcasts(a), b = without_bitcasts(b);
  if (std::optional<std::int64_t> y = constant(b))
    return compare(predicate, a, *y, seen_from);
  if (std::optional<std::int64_t> x = constant(a))
    return compare(ir::mirrored(predicate), b, *x, seen_from);
  if (predicate == Predicate::kNe)
    return !compare(Predicate::kEq, a, b, seen_from);
  if (predicate == Predicate::kEq)
    if (std::optional<bool> equal = are_equal_addresses(a, b))
      return *equal ? kYes : kNo;
  PhiTest key{a, loop_around(seen_from), predicate, PhiTest::Against::kRight,
              b.value};
  std::optional<Cond> over = over_phi(key, seen_from, [&](ValueId operand) {
    return compare(predicate, operand, b, seen_from);
  });
  if (!over) {
    key.phi = b;
    key.against = PhiTest::Against::kLeft;
    key.other = a.value;
    over = over_phi(key, seen_from, [&](ValueId operand) {
      return compare(predicate, a, operand, seen_from);
    });
  }
  if (over)
    return *over;
  return atoms_.compare_values(predicate, number_of(a, seen_from),
                               number_of(b, seen_from),
                               width(a) ? width(a) : 64);
}

} // namespace wt::logic
