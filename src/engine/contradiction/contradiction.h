// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assume that this instruction loses the last reference: can that be?
//
// The engine of Orlovich and Rugina, "Memory Leak Analysis by Contradiction"
// (2006): for every place where a reference goes away, the leak is assumed, and
// a backward analysis of the one lost object tries to refute it.
//
// What its answers mean.  *leaks*: there is a way from the entry over an
// acquiring call to the loss on which nothing contradicts that the object is
// lost; the witness is that way.  Found by a search that takes cells with
// different access paths for different cells.  *safe* is said by the judge
// only (judge.h): proved, for referencing leaks; cycles are not covered.
//
// docs/engines/contradiction.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/contradiction/walk.h"
#include "engine/engine.h"

namespace wt::contradiction {

struct Limits {
  WalkLimits walk;                     // of each probe
  std::uint64_t steps = 100'000;       // transfers per function
  std::uint32_t max_losing_places = 8; // listed per site
};

// By name, as in docs/engines/contradiction.md; false: there is no such option.
bool set_option(Limits &limits, std::string_view name, std::uint64_t value);

std::unique_ptr<Engine>
make_engine(const Facts &facts, const Question &question, const Limits &limits);

} // namespace wt::contradiction
