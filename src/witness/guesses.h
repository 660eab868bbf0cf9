// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are branches taken that nothing decides?
//
// A walk guesses; walks that follow take some guesses the other way.  Those
// with the fewest such guesses come first, and among them those that take
// another branch of the program the other way, the latest first: so one long
// loop does not use up all walks.
//
//   walk 1   a, b, b, b, c            (b: a loop, three rounds)
//   walk 2   a, b, b, b, not c
//   walk 3   a, b, b, not b ...
//   walk 4   not a ...
//
// That finds what one guess decides; what several in a row decide is found
// sooner with the last guess the other way first, however many that makes.
//
// Tested by tests/unit/witness/guesses_test.cpp.

#pragma once

#include "program/writers.h"

#include <map>
#include <set>
#include <vector>

namespace wt::walking {

class Guesses {
public:
  // What all walks share.
  std::set<ProcedureId> opaque;                 // bodies too long to run
  std::map<ProgramVariableId, Writers> writers; // of variables met so far
  bool is_restart = false;     // a body was just found to be too long
  bool enters_none = false;    // no body is run
  bool ignores_values = false; // kValue steps say nothing
  bool is_deep = false;        // the last guess first

  // The answer at a branch: `first`, unless this walk takes it the other way.
  bool guess(ProcedureId procedure, ir::ValueId branch, bool first);

  // The next walk; false: there is none.
  bool advance();
  // All walks again.
  void restart();

private:
  using Branch = std::pair<ProcedureId, ir::ValueId>;
  using Flips = std::vector<std::uint32_t>; // numbers of guesses, ascending
  struct Plan {
    std::size_t rank;    // the lowest first
    bool repeats_branch; // one that a later guess asks, too
    std::uint32_t order; // of making
    Flips flips;

    auto key() const { return std::tuple(rank, repeats_branch, order); }
    bool operator<(const Plan &other) const { return key() < other.key(); }
  };

  std::vector<Branch> taken_; // on this walk
  Flips flips_;               // of this walk
  std::set<Plan> plans_;
  std::uint32_t made_ = 0; // plans
};

} // namespace wt::walking
