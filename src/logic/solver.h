// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can these conditions hold together?
//
// The seam in front of the SAT solver (CaDiCaL).  Cheap layers come first:
// constants and contradictions among the conjuncts; a conjunction that was
// refuted before; an assignment that was found before (assignments.h).  Only
// what is left reaches the solver, and only the part of the graph below the
// question is ever handed over, once, and stays there for the next question.
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
  // Makes the next satisfying assignment respect the facts about `c`.
  void include(Cond c);

  // After kSatisfiable: values in the assignment found.
  bool value(Cond c) const;
  std::uint64_t number(const Bits &bits) const;

  std::uint64_t questions() const;   // asked
  std::uint64_t solver_runs() const; // that the cheap layers did not answer

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace wt::logic
