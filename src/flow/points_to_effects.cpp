// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes by points-to: see points_to_effects.h.

#include "flow/points_to_effects.h"

#include <algorithm>

namespace wt::flow {

using ir::Op;
using ir::ValueId;
using pointer::LocationId;
using pointer::PointSet;

Writes PointsToEffects::writes(ValueId inst, const PointSet &cells) const {
  auto perhaps = [](bool may) {
    return may ? Writes::kPerhaps : Writes::kNothing;
  };
  if (!facts_.is_complete())
    return Writes::kPerhaps;
  switch (function_.insts[inst].op) {
  case Op::kStore:
    return store(function_.operand(inst, 0), cells);
  case Op::kMemCopy:
  case Op::kMemFill:
    return perhaps(block_write(function_.operand(inst, 0), cells));
  case Op::kCall:
    return perhaps(call(inst, cells));
  case Op::kUnknown:
    return perhaps(!function_.operands_of(inst).empty());
  default:
    return Writes::kNothing;
  }
}

// A number that was folded is no value of the body, and points nowhere.
const PointSet &PointsToEffects::targets(ValueId address) const {
  ValueId there = in_body_(address);
  return there ? facts_.targets(procedure_, there) : nothing_;
}

Writes PointsToEffects::store(ValueId address, const PointSet &cells) const {
  const PointSet &to = targets(address);
  if (!facts_.may_meet(to, cells))
    return Writes::kNothing;
  bool is_one = to.size() == 1 && to == cells;
  return is_one && facts_.is_single(*to.begin()) ? Writes::kAll
                                                 : Writes::kPerhaps;
}

// A block may reach any cell of the objects it starts in.
bool PointsToEffects::block_write(ValueId address,
                                  const PointSet &cells) const {
  const PointSet &to = targets(address);
  if (to.size() > kMostCells || cells.size() > kMostCells ||
      facts_.may_meet(to, cells))
    return true;
  return std::ranges::any_of(to, [&](LocationId start) {
    return std::ranges::any_of(cells, [&](LocationId cell) {
      return facts_.location(start).object == facts_.location(cell).object;
    });
  });
}

bool PointsToEffects::call(ValueId inst, const PointSet &cells) const {
  ValueId call = in_body_(inst);
  auto [found, is_new] = of_calls_.try_emplace(call.value);
  if (is_new)
    found->second = effects_.modified_by(procedure_, call);
  const pointer::CellSet &modified = found->second;
  if (modified.empty())
    return false;
  if (cells.size() > kMostCells || facts_.holds_outside(cells))
    return true;
  return std::ranges::any_of(cells, [&](LocationId cell) {
    return effects_.contains(modified, cell);
  });
}

PointSet PointsToEffects::cells_behind(ValueId address,
                                       std::int64_t bytes) const {
  const PointSet &at = targets(address);
  if (bytes == 0)
    return at;
  PointSet out;
  for (LocationId id : at) {
    if (id == facts_.outside()) {
      out.insert(id);
      continue;
    }
    pointer::Location start = facts_.location(id);
    std::int64_t offset = std::int64_t(start.offset) + bytes;
    if (offset < 0)
      continue;
    if (auto found = facts_.find(start.object, std::uint32_t(offset)))
      out.insert(*found);
    else // folded, or never asked for: any of its cells
      for (LocationId cell : facts_.cells(start.object))
        out.insert(cell);
  }
  return out;
}

} // namespace wt::flow
