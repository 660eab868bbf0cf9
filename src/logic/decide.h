// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does one condition over branch atoms follow from another?
//
// Without a SAT solver: by splitting on the atoms, one after the other, and
// giving up a case as soon as the formula or the meaning of the atoms decides
// it (logic/branch_theory.h).  What a case says about a value decides other
// atoms about it at once, so the cases of a switch cost one split each.
//
//   x == 3           implies      x > 0
//   x < 5, x > 9     contradict
//   x == 1 | x == 2 | x != 1 & x != 2     cover all cases
//
// Exact for few atoms; each question has a number of steps, and when they are
// used up the answer is *cannot tell*.  *Yes* and *no* are always right: there
// is a choice of numbers for the values that shows it, or none.
//
// Tested by tests/unit/logic/decide_test.cpp (against all numbers of 3 bits).

#pragma once

#include "logic/branch_theory.h"
#include "support/budget.h"

namespace wt::logic {

class Decider {
public:
  static constexpr std::uint64_t kSteps = 200'000;

  // `steps`: nodes of formulas looked at, per question.  `budget`: for all
  // questions together; may be null.
  explicit Decider(BranchAtoms &atoms, std::uint64_t steps = kSteps,
                   Budget *budget = nullptr)
      : atoms_(atoms), steps_(steps), budget_(budget) {}

  Answer can_hold(Cond c);
  Answer implies(Cond a, Cond b);
  Answer contradict(Cond a, Cond b);
  Answer are_equivalent(Cond a, Cond b);
  // Does one of the parts hold whenever `under` does?
  Answer covers_all(std::span<const Cond> parts, Cond under = kYes);

  // A condition that is the same as `c` wherever `assumption` holds, and is
  // hopefully smaller.
  Cond simplified_under(Cond c, Cond assumption);

private:
  BranchAtoms &atoms_;
  std::uint64_t steps_;
  Budget *budget_;
};

} // namespace wt::logic
