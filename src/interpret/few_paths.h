// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are many paths behind one argument told by a few?
//
//   p->a->b, p->a->c, p->d, ...   ->   everything below p->a, everything below
//   p
//
// Used for what may have happened to objects, where naming more of them than
// there are does no harm.  Tested by tests/unit/engine/absint_summary_test.cpp.

#pragma once

#include "path/access_path.h"

#include <vector>

namespace wt::absint {

// The first steps of a path.
AccessPath prefix_of(const AccessPath &path, std::size_t length);

// At most eight paths (all of one root) that cover the given ones; sorted.
void make_few(std::vector<AccessPath> &paths);

} // namespace wt::absint
