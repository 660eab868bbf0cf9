// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts on demand: see stages.h.

#include "engine/stages.h"

#include "support/reads.h"

namespace wt {

const PointerFacts &FactStages::pointers(bool is_library_too_much) const {
  std::call_once(once_, [&] {
    ReadLog all; // who asked first has not read all this
    ReadLog::Open open(all);
    if (larger_) {
      const PointerFacts &known = larger_->pointers(is_library_too_much);
      pointers_.facts = std::make_unique<PointerFacts>(
          PointerFacts{facts_, known.points_to, known.mod_ref});
      return;
    }
    Budget budget(kPointsToSteps, cancelled_);
    pointer::PointsToLimits limits;
    if (is_library_too_much)
      limits.library_steps_per_node = 0;
    pointers_.points_to = pointer::analyse(facts_.program, facts_.models,
                                           facts_.behaviours, budget, limits);
    pointers_.mod_ref = std::make_unique<pointer::ModRef>(*pointers_.points_to);
    pointers_.facts = std::make_unique<PointerFacts>(
        PointerFacts{facts_, *pointers_.points_to, *pointers_.mod_ref});
  });
  return *pointers_.facts;
}
} // namespace wt
