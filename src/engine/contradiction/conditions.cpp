// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions of branches as facts about the error cell.  See conditions.h.

#include "engine/contradiction/conditions.h"

namespace wt::contradiction {

using ir::BinaryOp;
using ir::CastKind;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

namespace {

constexpr int kDepth = 8; // of conditions in conditions
constexpr std::size_t kMostKnown = 24;

bool is_unsigned(Predicate p) {
  return p == Predicate::kULt || p == Predicate::kULe ||
         p == Predicate::kUGt || p == Predicate::kUGe;
}

} // namespace

bool Conditions::take(ErrorCell &cell, ir::BlockId block,
                      std::size_t successor) {
  ValueId end = function_.terminator(block);
  const ir::Inst &inst = function_.insts[end];
  const auto &successors = function_.blocks[block].successors;
  if (inst.op == Op::kSwitch)
    return take_switch(cell, end, successor);
  if (inst.op != Op::kBranch || inst.operand_count == 0 ||
      successors[0] == successors[1])
    return true;
  return assume(cell, function_.operand(end, 0), successor == 0);
}

bool Conditions::take_switch(ErrorCell &cell, ValueId v,
                             std::size_t successor) {
  const std::vector<std::int64_t> &cases = function_.switch_info(v).cases;
  ValueId selector = function_.operand(v, 0);
  if (successor > 0)
    return is_number(cell, selector, Predicate::kEq, cases[successor - 1], 0);
  for (std::int64_t number : cases)
    if (!is_number(cell, selector, Predicate::kNe, number, 0))
      return false;
  return true;
}

bool Conditions::assume(ErrorCell &cell, ValueId v, bool holds, int depth) {
  const ir::Inst &inst = function_.insts[v];
  if (depth > kDepth)
    return true;
  if (inst.op == Op::kCompare)
    return compare(cell, v, holds, depth);
  if (inst.op == Op::kBinop) {
    auto op = static_cast<BinaryOp>(inst.code);
    ValueId a = function_.operand(v, 0), b = function_.operand(v, 1);
    bool is_bit = view_.unit.types[inst.type].width == 1;
    if (is_bit && op == BinaryOp::kXor &&
        function_.insts[b].op == Op::kInt && function_.int_value(b) != 0)
      return assume(cell, a, !holds, depth + 1);
    if (is_bit && ((op == BinaryOp::kAnd && holds) ||
                   (op == BinaryOp::kOr && !holds)))
      return assume(cell, a, holds, depth + 1) &&
             assume(cell, b, holds, depth + 1);
  }
  return is_number(cell, v, holds ? Predicate::kNe : Predicate::kEq, 0,
                   depth + 1);
}

// `v predicate number`.
bool Conditions::is_number(ErrorCell &cell, ValueId v, Predicate predicate,
                           std::int64_t number, int depth) {
  const ir::Inst &inst = function_.insts[v];
  bool is_test = predicate == Predicate::kEq || predicate == Predicate::kNe;
  auto kind = static_cast<CastKind>(inst.code);
  if (depth <= kDepth && inst.op == Op::kCast && kind == CastKind::kZext &&
      is_test && number >= 0)
    return is_number(cell, function_.operand(v, 0), predicate, number,
                     depth + 1);
  // A boolean in memory is a byte: 0 or 1.
  if (depth <= kDepth && inst.op == Op::kCast && kind == CastKind::kTrunc &&
      is_test && number == 0 && view_.unit.types[inst.type].width == 1)
    return is_number(cell, function_.operand(v, 0), predicate, 0, depth + 1);
  // i + 1 is 2 if i is 1.
  if (depth <= kDepth && inst.op == Op::kBinop && is_test) {
    auto op = static_cast<BinaryOp>(inst.code);
    ValueId by = function_.operand(v, 1);
    if ((op == BinaryOp::kAdd || op == BinaryOp::kSub) &&
        function_.insts[by].op == Op::kInt) {
      std::int64_t change = function_.int_value(by);
      return is_number(cell, function_.operand(v, 0), predicate,
                       op == BinaryOp::kAdd ? number - change : number + change,
                       depth + 1);
    }
  }
  bool is_condition =
      inst.op == Op::kCompare ||
      (inst.op == Op::kBinop && view_.unit.types[inst.type].width == 1);
  if (depth <= kDepth && is_condition && is_test &&
      (number == 0 || number == 1 || number == -1))
    if (!assume(cell, v, (predicate == Predicate::kNe) == (number == 0),
                depth + 1))
      return false;
  ExprId value = view_.expr(v);
  bool are_equal = predicate == Predicate::kEq;
  if (is_test && !transfer_.compare(cell, value,
                                    transfer_.cells.exprs.number(number),
                                    are_equal))
    return false;
  if (is_unsigned(predicate)) { // as far as it is about zero
    if (number == 0 && predicate == Predicate::kUGt)
      predicate = Predicate::kNe;
    else if ((number == 0 && predicate == Predicate::kULe) ||
             (number == 1 && predicate == Predicate::kULt))
      predicate = Predicate::kEq, number = 0;
    else
      return true;
  }
  if (cell.known.size() >= kMostKnown)
    return true;
  return transfer_.cells.add_known(cell, value,
                                   NumberClass::where(predicate, number));
}

bool Conditions::compare(ErrorCell &cell, ValueId v, bool holds, int depth) {
  ValueId a = function_.operand(v, 0), b = function_.operand(v, 1);
  auto predicate = static_cast<Predicate>(function_.insts[v].code);
  if (!holds)
    predicate = ir::inverse(predicate);
  Expressions &exprs = transfer_.cells.exprs;
  if (exprs[view_.expr(a)].kind == Expr::Kind::kNumber) {
    std::swap(a, b);
    predicate = ir::mirrored(predicate);
  }
  ExprId left = view_.expr(a), right = view_.expr(b);
  if (exprs[right].kind == Expr::Kind::kNumber)
    return is_number(cell, a, predicate, exprs[right].number, depth + 1);
  if (predicate == Predicate::kEq || predicate == Predicate::kNe)
    if (!transfer_.compare(cell, left, right, predicate == Predicate::kEq))
      return false;
  NumberClass x = transfer_.cells.known_of(cell, left);
  NumberClass y = transfer_.cells.known_of(cell, right);
  if (predicate == Predicate::kEq)
    return transfer_.cells.add_known(cell, left, y) &&
           transfer_.cells.add_known(cell, right, x);
  // The comparison itself: it may be looked at twice.
  if (cell.known.size() >= kMostKnown)
    return true;
  return transfer_.cells.add_known(
      cell, view_.expr(v),
      holds ? NumberClass::differs(0) : NumberClass::equals(0));
}

bool Conditions::expand(ErrorCell &cell) {
  std::vector<Known> known = cell.known;
  for (const Known &fact : known) {
    Expressions &exprs = transfer_.cells.exprs;
    if (!exprs.is_value(fact.value))
      continue;
    ValueId v(exprs[fact.value].root.index);
    if (!function_.insts.contains(v))
      continue;
    const ir::Inst &inst = function_.insts[v];
    if (inst.op != Op::kCompare && inst.op != Op::kBinop &&
        inst.op != Op::kCast)
      continue;
    if (!fact.is.may_be_zero()) {
      if (!is_number(cell, v, Predicate::kNe, 0, 0))
        return false;
    } else if (auto number = fact.is.number()) {
      if (!is_number(cell, v, Predicate::kEq, *number, 0))
        return false;
    }
  }
  return true;
}

} // namespace wt::contradiction
