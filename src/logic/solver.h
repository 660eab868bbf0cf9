// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can these conditions hold together?
//
// The seam in front of the SAT solver (CaDiCaL).  Cheap layers come first:
// constants and contradictions among the conjuncts; a conjunction that was
// refuted before; an assignment that was found before (assignments.h); a short
// search (search.h).  Only what is left reaches the solver, and only the part
// of the graph below the question is ever handed over, once, and stays there
// for the next question.
//
// Facts are conditions that hold in every execution ("this pointer was
// dereferenced, so it was not null").  A fact comes into play as soon as a
// question involves one of the atoms it is about, so that a function with a
// thousand dereferences does not drag them into every question.
//
// Work is bounded by conflicts per question and by steps for all of them,
// neither of which depends on the machine.
//
// Tested by tests/unit/logic/solver_test.cpp.

#pragma once

#include "logic/bits.h"
#include "support/budget.h"

#include <memory>

namespace wt::logic {

class Solver {
public:
  enum class Answer : std::uint8_t { kSatisfiable, kUnsatisfiable, kUnknown };

  // `conflicts`: per question.  `budget`: for all questions; may be null.
  Solver(const Conditions &table, std::uint64_t conflicts,
         Budget *budget = nullptr);
  ~Solver();

  void add_fact(Cond fact, Cond about);
  // Asks whether all parts can hold together.
  Answer solve(std::span<const Cond> parts);
  Answer solve(Cond a) { return solve(std::span(&a, 1)); }
  Answer solve(Cond a, Cond b);
  // Makes the next satisfying assignment respect the facts about `c`, and all
  // that come after it.
  void include(Cond c);

  // After kSatisfiable: values in the assignment found.
  bool value(Cond c) const;
  std::uint64_t number(const Bits &bits) const;

  // How many questions each layer answered, in the order they are tried.
  struct Layers {
    std::uint64_t constant = 0;      // a part is false, or nothing is open
    std::uint64_t contradiction = 0; // two parts, as the graph shows
    std::uint64_t assignment = 0;    // found before, fits
    std::uint64_t refuted = 0;       // asked before
    std::uint64_t search = 0;
    std::uint64_t solver = 0;
  };
  const Layers &layers() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace wt::logic
