// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which demands does a body break, and how does one say that?
//
// Demands that contradict those trusted more are left out by the solver
// (constraints.h).  Those that are connected have one cause, and belong to one
// warning (Heine and Lam 2006, sections 2.3 and 6.3); the reader sees the one
// that is trusted most, with its priority.
//
//   scope: the pointer must own nothing here: the function returns
//
// Tested by tests/cli/run.py.

#pragma once

#include "engine/ownership/body.h"

namespace wt::ownership {

// Those of one group, the most trusted first; `group`: of Solution, none: all.
std::vector<BrokenRule> broken_rules(const ir::Function &function,
                                     const Body &body, const Solution &solution,
                                     std::optional<std::uint32_t> group);

BrokenRule broken_rule(Priority priority, std::uint64_t allowed,
                       const std::string &reason, ir::ValueId at);

} // namespace wt::ownership
