// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See shared_result.h.

#include "summary/shared_result.h"

#include <algorithm>

namespace wt::infer {

bool stores_result(const Outcome &outcome, const Effect &effect) {
  return outcome.value.is_new() && effect.kind == Effect::Kind::kWrite &&
         effect.value == outcome.value &&
         effect.path.root().kind != PathRoot::Kind::kSite;
}

bool shares_result(const Behaviour &behaviour) {
  return std::ranges::any_of(behaviour.outcomes, [](const Outcome &outcome) {
    return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
      return stores_result(outcome, effect);
    });
  });
}

} // namespace wt::infer
