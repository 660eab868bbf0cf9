// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When are two paths that meet at a block the same from there on?
//
// When the object is in the same hands and the tests that are still to come
// have the same answers.  For each block: which values that were computed
// before decide a branch from there on, and which are used at all.  Both belong
// to the function, not to the object that is followed.
//
// Tested by tests/unit/engine/ownership_paths_test.cpp.

#pragma once

#include "engine/ownership/bases.h"
#include "ir/cfg.h"

#include <algorithm>
#include <vector>

namespace wt::ownership {

class PathPlan {
public:
  explicit PathPlan(const ir::Function &function);

  // Values from before the block that decide a branch in it or behind it.
  const std::vector<ir::ValueId> &tested_at(ir::BlockId block) const {
    return tested_at_[block];
  }
  // Values of the block itself that decide branches.
  const std::vector<ir::ValueId> &tested_of(ir::BlockId block) const {
    return tested_of_[block];
  }
  // Is the value used in the block or behind it, before it is computed anew?
  bool is_live_at(ir::ValueId v, ir::BlockId block) const;
  // Is the value used by its block from this instruction on, or elsewhere?
  bool is_used_after(ir::ValueId v, std::size_t index) const {
    return last_use_[v] > index;
  }
  bool is_used(ir::ValueId v) const { return last_use_[v] > 0; }
  // Is the value, or what else was loaded from such a field, compared with null
  // anywhere?  Who passes a parameter or a field on and never asks relies on
  // it.
  bool is_compared_with_null(const ir::Function &function, ir::ValueId v) const;

  // Blocks from which one of the targets can be reached, themselves included.
  IdMap<ir::BlockId, std::uint8_t>
  blocks_before(std::vector<ir::BlockId> targets) const;

private:
  // What a load of a field reads: record and offset.
  using FieldLoad = std::pair<ir::TypeId, std::int64_t>;
  static std::optional<FieldLoad> field_load(const ir::Function &function,
                                             ir::ValueId v);
  // Adds the value to the blocks that are entered with it: those between its
  // computation and a use.
  void mark(const ir::Function &function, ir::ValueId v,
            std::vector<ir::BlockId> used,
            IdMap<ir::BlockId, std::vector<ir::ValueId>> &out) const;
  void find_compared(const ir::Function &function);
  void find_live(const ir::Function &function);

  ir::Predecessors predecessors_;
  IdMap<ir::BlockId, std::vector<ir::ValueId>> tested_at_, tested_of_;
  IdMap<ir::BlockId, std::vector<ir::ValueId>> live_at_; // sorted
  // The instruction of its own block behind the last one that uses the value.
  IdMap<ir::ValueId, std::size_t> last_use_;
  std::vector<ir::ValueId> compared_with_null_; // sorted
  std::vector<FieldLoad> compared_fields_;      // sorted
};

} // namespace wt::ownership
