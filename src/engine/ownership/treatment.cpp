// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects on one path: see treatment.h.

#include "engine/ownership/treatment.h"

namespace wt::ownership {

using infer::Effect;
using infer::Outcome;
using infer::Term;

Treatment treatment(const infer::Behaviour &behaviour, const AccessPath &path) {
  Treatment out;
  bool is_spared = behaviour.spared.has(path.root().index);
  if (!behaviour.is_known() || (behaviour.keeps_all && !is_spared)) {
    out.is_unknown = true;
    return out;
  }
  auto is_it = [&](const Term &term) {
    return term.kind == Term::Kind::kPath && term.path == path;
  };
  auto covers = [&](const AccessPath &other) {
    return other == path || (other.is_deep() && other.root() == path.root() &&
                             other.length() <= path.length());
  };
  for (const Outcome &outcome : behaviour.outcomes) {
    out.is_returned |= is_it(outcome.value);
    for (const Effect &effect : outcome.effects) {
      bool is_freed = effect.kind == Effect::Kind::kFree && covers(effect.path);
      out.is_freed |= is_freed;
      out.is_replaced |= is_freed && outcome.value.is_new();
      out.is_unknown |=
          (effect.kind == Effect::Kind::kKeep && covers(effect.path)) ||
          (effect.kind == Effect::Kind::kWrite && is_it(effect.value));
    }
  }
  return out;
}

} // namespace wt::ownership
