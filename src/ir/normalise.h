// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In what form do engines get a function?
//
// The front end lowers into memory form.  normalise() runs the passes that
// every unit goes through once, before it is stored:
//
//   thread_cleanups   each way out of a scope becomes a path of its own
//   promote           locals become values, markers stay
//   simplify          boolean round trips (`!!x`, bool in memory) disappear
//   compact           no dead values, ids in order

#pragma once

#include "ir/unit.h"

namespace wt::ir {

void normalise(Unit &unit);

} // namespace wt::ir
