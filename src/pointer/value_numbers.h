// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nodes are equal before anything is solved?
//
// A closed node is what its constraints say: two that copy, load or compute
// the same from equal nodes are equal, and one that only copies another is
// that other (Hardekopf and Lin, "Exploiting pointer and location equivalence
// to optimize pointer analysis", 2007).
//
// Tested by tests/unit/pointer/solver_equal_nodes_test.cpp.

#pragma once

#include "pointer/constraints.h"

#include <span>

namespace wt::pointer {

struct EqualNodes {
  NodeId first, second;
};

// Looks at all of `constraints`; open nodes equal nothing but their copies.
std::vector<EqualNodes> find_equal_nodes(const Constraints &constraints);

} // namespace wt::pointer
