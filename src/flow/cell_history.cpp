// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks back over the versions of a region: see cell_history.h.

#include "flow/cell_history.h"

#include <algorithm>
#include <utility>

namespace wt::flow {

using ir::Op;
using ir::ValueId;
using Kind = CellEvent::Kind;

namespace {

constexpr int kDeepest = 4; // phis of phis

} // namespace

bool CellHistory::are_got_differently(ValueId a, ValueId b, int depth) const {
  auto is_got = [&](ValueId v) {
    Op op = function_.insts[v].op;
    return op == Op::kParam || op == Op::kLoad || op == Op::kCall;
  };
  if (a == b)
    return false;
  if (function_.insts[a].op == Op::kNull || function_.insts[b].op == Op::kNull)
    return true;
  if (is_got(a) && is_got(b))
    return true;
  if (function_.insts[a].op != Op::kPhi)
    std::swap(a, b);
  if (function_.insts[a].op == Op::kPhi)
    return depth < kDeepest &&
           std::ranges::all_of(
               function_.operands_of(a),
               [&](ValueId one) {
                 return are_got_differently(cell_at(function_, one).base, b,
                                            depth + 1);
               });
  return alias({a, 0, false}, {b, 0, false}) == Alias::kNever;
}

RegionId CellHistory::region(const Cell &cell) {
  auto [found, is_new] =
      regions_.try_emplace({cell.base, cell.is_exact ? cell.offset : -1});
  if (is_new)
    found->second = memory_.region(
        effects_.cells_behind(cell.base, cell.is_exact ? cell.offset : 0));
  return found->second;
}

CellEvent CellHistory::last_event(const Cell &cell, VersionId from,
                                  Aliases which) const {
  CellEvent event = event_at(cell, from, which);
  while (event.kind == Kind::kNothing && memory_[from].before) {
    from = memory_[from].before;
    event = event_at(cell, from, which);
  }
  event.version = from;
  return event;
}

bool CellHistory::covers(ValueId inst, const Cell &cell) const {
  Cell to = cell_at(function_, function_.operand(inst, 0));
  ValueId length = function_.operand(inst, 2);
  return to.base == cell.base && to.is_exact && cell.is_exact &&
         function_.insts[length].op == Op::kInt && cell.offset >= to.offset &&
         cell.offset + kCellBytes <= to.offset + function_.int_value(length);
}

bool CellHistory::misses(ValueId inst, const Cell &cell) const {
  Cell to = cell_at(function_, function_.operand(inst, 0));
  ValueId length = function_.operand(inst, 2);
  return to.base == cell.base && to.is_exact && cell.is_exact &&
         function_.insts[length].op == Op::kInt &&
         (cell.offset + kCellBytes <= to.offset ||
          cell.offset >= to.offset + function_.int_value(length));
}

CellEvent CellHistory::event_at(const Cell &cell, VersionId id,
                                Aliases which) const {
  const Version &version = memory_[id];
  CellEvent out{Kind::kNothing, id, version.inst, {}};
  if (version.kind == Version::Kind::kPhi)
    out.kind = Kind::kMeets;
  if (version.kind != Version::Kind::kWrite)
    return out;
  auto where = [&](bool is_block) {
    Cell written = cell_at(function_, function_.operand(version.inst, 0));
    written.is_exact &= !is_block; // a block reaches on
    Alias how = alias(cell, written);
    bool is_unlikely = which == Aliases::kLikely && how == Alias::kPerhaps &&
                       are_got_differently(cell.base, written.base);
    return is_unlikely ? Alias::kNever : how;
  };
  switch (function_.insts[version.inst].op) {
  case Op::kStore: {
    Alias how = where(false);
    out.value = function_.operand(version.inst, 1);
    if (how == Alias::kSame || version.is_whole)
      out.kind = Kind::kStored;
    else if (how == Alias::kPerhaps)
      out.kind = Kind::kPerhaps;
    break;
  }
  case Op::kMemCopy:
  case Op::kMemFill: {
    if (where(true) == Alias::kNever || misses(version.inst, cell))
      break;
    out.is_whole = covers(version.inst, cell);
    if (function_.insts[version.inst].op == Op::kMemCopy)
      out.kind = Kind::kCopied;
    else
      out.kind = out.is_whole ? Kind::kFilled : Kind::kUnknown;
    break;
  }
  case Op::kCall:
    if (may_write_(version.inst, cell))
      out.kind = Kind::kCall;
    break;
  default:
    out.kind = Kind::kUnknown;
  }
  return out;
}

} // namespace wt::flow
