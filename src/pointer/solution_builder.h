// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does the state of the solver become what readers see?
//
// Every id is replaced by the one that stands for it, and sets with outside are
// freed of what has escaped: then equal meanings are equal sets.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#pragma once

#include "pointer/cells.h"
#include "pointer/copy_graph.h"
#include "pointer/flows.h"
#include "pointer/solver.h"

namespace wt::pointer {

class SolutionBuilder {
public:
  SolutionBuilder(CopyGraph &graph, const Cells &cells, const Flows &flows,
                  ObjectId outside)
      : graph_(graph), cells_(cells), flows_(flows), outside_(outside) {}

  Solution build(bool is_complete, std::size_t growing_cycles);
  // An object of one cell that no constraint was about; its address is in the
  // node that is returned.
  static NodeId add(Solution &out, const Object &layout);

private:
  void add_locations();
  void add_sets();
  PointSet canonical(const PointSet &points) const;

  CopyGraph &graph_;
  const Cells &cells_;
  const Flows &flows_;
  ObjectId outside_; // invalid: there is none
  bool has_aliases_ = false;
  Solution out_;
};

} // namespace wt::pointer
