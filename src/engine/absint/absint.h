// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects does a procedure lose, and what does it do to its caller's?
//
// The engine of Jung and Yi, "Practical Memory Leak Detector Based on
// Parameterized Procedural Summaries" (2008): each procedure is interpreted
// over abstract memories until nothing changes, callees by their summaries;
// what is allocated at an exit and cannot be reached from the caller is lost.
// Ours keeps a few states per point and a case per class of results where
// theirs has one of each.
//
// What its answers mean.  *leaks*: in an abstract state at an exit the object
// is allocated, not freed and unreachable; and one path without joins shows
// it (the witness), unless the search for one ran out of steps.  *safe*: no
// abstract state loses it (strength: heuristic; cycles are covered).
//
// docs/engines/absint.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/absint/limits.h"
#include "engine/engine.h"

#include <string_view>

namespace wt::absint {

// By name; false: there is no such option.
bool set_option(Limits &limits, std::string_view name, std::uint64_t value);

std::unique_ptr<Engine>
make_engine(const Facts &facts, const Question &question, const Limits &limits);

} // namespace wt::absint
