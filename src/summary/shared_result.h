// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function keep the new object that it returns?
//
//   static struct node *node_new(struct list *l) {
//     struct node *n = malloc(sizeof *n);
//     l->last = n;
//     return n;
//   }
//
// A caller that frees what it got leaves a pointer to it behind.
//
// Tested by tests/unit/summary/ (claims) and tests/cli/test_fixes.py.

#pragma once

#include "summary/behaviour.h"

namespace wt::infer {

// The effect stores the new object that is the result of the outcome in memory
// that the callee did not make itself.
bool stores_result(const Outcome &outcome, const Effect &effect);

// Some outcome has such an effect.
bool shares_result(const Behaviour &behaviour);

} // namespace wt::infer
