// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which writes may have put there what this instruction finds in memory?
//
// Memory SSA (Chow et al. 1996) as Sui, Ye and Xue use it in "Static Memory
// Leak Detection Using Full-Sparse Value-Flow Analysis" (2012): memory falls
// into regions, a store or call that may write one of its cells makes a new
// version of the region (their chi), a load or call sees the latest version
// (their mu), and versions meet in phis on dominance frontiers.
//
//   *q = p;        a2 = chi(a1)
//   if (c) f(q);   a3 = chi(a2)
//   r = *q;        a4 = phi(a2, a3)   mu(a4)
//
// A region is a set of cells, most often those that one address may mean.
// Regions are versioned when somebody asks for them, so a function pays only
// for the memory that a slice goes through.  Regions may overlap: a write makes
// a new version of every region it meets, so each load has one mu.
//
// Tested by tests/unit/flow/memory_ssa_test.cpp, against reaching definitions
// by enumeration.

#pragma once

#include "ir/dominators.h"
#include "pointer/point_set.h"

#include <vector>

namespace wt::flow {

using RegionId = Id<struct MemoryRegionTag>;
using VersionId = Id<struct MemoryVersionTag>;

enum class Writes : std::uint8_t {
  kNothing,
  kPerhaps,
  kAll // exactly this region: what was there is gone
};

// Who writes what.
class MemoryEffects {
public:
  virtual ~MemoryEffects() = default;
  virtual Writes writes(ir::ValueId inst,
                        const pointer::PointSet &cells) const = 0;
};

// One version of a region.
struct Version {
  enum class Kind : std::uint8_t { kEntry, kWrite, kPhi };
  Kind kind = Kind::kEntry;
  bool is_whole = false; // kWrite: nothing of `before` is left
  ir::BlockId block;
  ir::ValueId inst; // kWrite
  VersionId before; // kWrite
  // kPhi: one per predecessor that is reached.
  std::vector<std::pair<ir::BlockId, VersionId>> operands;
};

class MemorySsa {
public:
  // All must outlive it.
  MemorySsa(const ir::Function &function, const MemoryEffects &effects);

  RegionId region(const pointer::PointSet &cells);
  // The version that `inst` sees; reachable instructions only.
  VersionId before(RegionId region, ir::ValueId inst);
  VersionId at_end(RegionId region, ir::BlockId block);

  const Version &operator[](VersionId id) const { return versions_[id]; }
  std::size_t size() const { return versions_.size(); }
  const pointer::PointSet &cells(RegionId id) const {
    return regions_[id].cells;
  }
  const ir::Dominators &dominators() const { return dominators_; }

private:
  struct Region {
    pointer::PointSet cells;
    VersionId entry;
    // The last version of each block that has its own, and all in order.
    IdMap<ir::BlockId, VersionId> last, phi;
  };
  void find_versions(Region &region);
  void place_phis(Region &region);
  void link(Region &region);
  VersionId at_start(const Region &region, ir::BlockId block) const;

  const ir::Function &function_;
  const MemoryEffects &effects_;
  ir::Predecessors preds_;
  ir::Dominators dominators_;
  ir::DominanceFrontiers frontiers_;
  IdMap<ir::BlockId, std::vector<ir::ValueId>>
      writers_;                                // that may write at all
  IdMap<ir::ValueId, std::uint32_t> position_; // in its block
  IdMap<RegionId, Region> regions_;
  IdMap<VersionId, Version> versions_;
};

} // namespace wt::flow
