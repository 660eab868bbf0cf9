// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the solved constraints of a body say to its callers?
//
// Whether parameters are freed, kept or handed back is known from the behaviour
// (from_behaviour).  The constraints add the containers: which parameters and
// results are containers of what, and which ownership of their elements is
// possible, as the set of all assignments that satisfy the body.

#pragma once

#include "engine/ownership/body.h"

namespace wt::ownership {

// Adds what the body knows of containers to `interface`.
void add_containers(Body &body, const Solution &solution, Interface &interface);

} // namespace wt::ownership
