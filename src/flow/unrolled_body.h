// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a body look like when its loops are written out?
//
// A function without cycles whose paths are the paths of the body that go
// round each loop at most a few times (flow/unroll.h).  Every value has one
// meaning there, so a guard, a memory version and a flow of values need no
// talk about iterations:
//
//   while (n--) p = next(p);          p1 = next(p0); p2 = next(p1); ...
//
// Where copies of one value meet behind a loop they are joined by a new phi.
// A loop that counts cannot always be left after a few rounds: in the last
// copy of its head, numbers that it counts with are unknown, so that the last
// round stands for any later one.
//
// Tested by tests/unit/flow/unrolled_body_test.cpp.

#pragma once

#include "flow/unroll.h"
#include "ir/unit.h"

#include <functional>

namespace wt::flow {

struct UnrolledBody {
  ir::Function function; // blocks in topological order
  // What each value and block is a copy of.  A phi that joins copies stands
  // for the value it joins.
  IdMap<ir::ValueId, ir::ValueId> origin;
  IdMap<ir::BlockId, ir::BlockId> block_origin;
  // Numbers of later rounds: what is unknown, and where it has got so far.
  struct Later {
    ir::ValueId number, so_far;
    int direction = 0;           // 1: it grows, -1: it shrinks, 0: either
    bool is_by_constants = true; // else: if what is added is not negative
  };
  std::vector<Later> later;
  // Where cut edges lead: ends with `unreachable`.
  ir::BlockId cut;

  // Adds a value that is no copy: what the body computes at `origin`.
  ir::ValueId add_phi(ir::BlockId block, ir::ValueId origin, ir::TypeId type,
                      const std::vector<ir::BlockId> &from,
                      const std::vector<ir::ValueId> &values);
};

// `is_dead(block, i)`: the i-th successor of the block is never taken.
using IsDeadEdge = std::function<bool(ir::BlockId, std::size_t)>;

UnrolledBody unrolled_body(const ir::Unit &unit, const ir::Function &function,
                           const Graph &graph, const IsDeadEdge &is_dead);

} // namespace wt::flow
