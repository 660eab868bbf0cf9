// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where may the value of this definition get to?
//
// The value-flow graph of a body (Sui, Ye and Xue 2012, "Phase 3"): a node is a
// value, an edge leads from a value to what may be it, or an address in the
// same object:
//
//   p = q, casts, phi, select, p + n     q -> p
//   *a = q  ...  p = *b                  q -> p  where a and b may be one cell
//   r = f(q)                             q -> r, q -> what f may write it to
//
// Call and return edges are closed into summary edges by the behaviours of
// callees, so that what enters a call leaves by the same call.  The engine
// computes the conditions on the edges on demand.
//
// Tested by tests/unit/engine/valueflow_paths_test.cpp.

#pragma once

#include "flow/cell_history.h"

#include <optional>

namespace wt::flow {

class ValueFlow {
public:
  // `returns_contents`: may the call return what it finds in memory?
  ValueFlow(const ir::Function &function, const CellHistory &history,
            const std::function<bool(ir::ValueId)> &returns_contents);

  // By value: may it come from `from`?
  std::vector<bool> forward(ir::ValueId from) const;
  // ... or from what lies in the cell; none: in any.
  std::vector<bool> forward_in(ir::ValueId from,
                               const std::optional<Cell> &cell) const;

  // Loads that are not replaced by values: they may read what was put there.
  std::span<const ir::ValueId> loads() const { return loads_; }
  // Calls that may return what was put into memory.
  std::span<const ir::ValueId> readers() const { return readers_; }
  // Copies of blocks of memory.
  std::span<const ir::ValueId> copies() const { return copies_; }
  // Instructions that have the value as operand.
  std::span<const ir::ValueId> users(ir::ValueId v) const {
    return std::span(users_).subspan(
        first_user_[v.value], first_user_[v.value + 1] - first_user_[v.value]);
  }
  std::size_t node_count() const { return function_.insts.size(); }

private:
  const ir::Function &function_;
  const CellHistory &history_;
  std::vector<std::uint32_t> first_user_; // into users_, one more than values
  std::vector<ir::ValueId> users_;        // instructions, by operand
  std::vector<ir::ValueId> loads_, readers_, copies_;
};

} // namespace wt::flow
