// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was the last thing that happened to this cell?
//
// Goes back over the versions of memory that the cell's region has, and leaves
// out writes that surely went elsewhere: another field of the same base, a new
// object, a call whose behaviour has no such write.  This refines points-to
// on demand, cell by cell.
//
// Addresses that were got on different ways (two parameters, what lies in two
// cells) may be the same.  `kLikely` takes them to be different, as programs
// mostly have it; `kPossible` does not.
//
// Tested by tests/unit/flow/.

#pragma once

#include "flow/address.h"
#include "flow/points_to_effects.h"

#include <map>

namespace wt::flow {

enum class Aliases : std::uint8_t { kPossible, kLikely };

struct CellEvent {
  enum class Kind : std::uint8_t {
    kNothing, // not written since entry
    kStored,  // exactly `value` was put there
    kPerhaps, // `value`, or not
    kCopied,  // with a block of memory, or not: see is_whole
    kFilled,  // with a block of equal bytes
    kCall,    // by a callee, or not
    kUnknown, // something was put there, or not
    kMeets,   // versions of several ways: the operands of the phi
  };
  Kind kind = Kind::kNothing;
  VersionId version;     // whose write or phi this is
  ir::ValueId inst;      // of the write
  ir::ValueId value;     // kStored, kPerhaps
  bool is_whole = false; // kCopied: nothing of before is left
};

class CellHistory {
public:
  // `may_write`: could the call change the cell, as far as callers know?
  using MayWrite = std::function<bool(ir::ValueId call, const Cell &)>;

  CellHistory(const ir::Function &function, MemorySsa &memory,
              const PointsToEffects &effects, IsFresh is_fresh,
              MayWrite may_write)
      : function_(function), memory_(memory), effects_(effects),
        is_fresh_(std::move(is_fresh)), may_write_(std::move(may_write)) {}

  RegionId region(const Cell &cell);
  // The version of the cell's region that the instruction sees.
  VersionId before(const Cell &cell, ir::ValueId inst) {
    return memory_.before(region(cell), inst);
  }
  CellEvent last_event(const Cell &cell, VersionId from,
                       Aliases which = Aliases::kPossible) const;
  Alias alias(const Cell &a, const Cell &b) const {
    return flow::alias(function_, a, b, is_fresh_);
  }
  // Two addresses that no arithmetic stands behind; of a phi, all that came in.
  bool are_got_differently(ir::ValueId a, ir::ValueId b, int depth = 0) const;
  MemorySsa &memory() { return memory_; }

private:
  CellEvent event_at(const Cell &cell, VersionId version, Aliases which) const;
  // Does the block that the instruction writes surely contain the cell?
  bool covers(ir::ValueId inst, const Cell &cell) const;
  // ... surely not touch it?
  bool misses(ir::ValueId inst, const Cell &cell) const;

  const ir::Function &function_;
  MemorySsa &memory_;
  const PointsToEffects &effects_;
  IsFresh is_fresh_;
  MayWrite may_write_;
  std::map<std::pair<ir::ValueId, std::int64_t>, RegionId> regions_;
};

} // namespace wt::flow
