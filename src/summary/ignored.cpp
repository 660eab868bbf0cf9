// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that nobody looks at: see ignored.h.

#include "summary/ignored.h"

#include "ir/uses.h"

#include <algorithm>

namespace wt::infer {

std::optional<AccessPath> given_away(const Effect &effect) {
  using Kind = Effect::Kind;
  if (effect.kind == Kind::kFree || effect.kind == Kind::kKeep)
    return effect.path;
  bool is_object =
      effect.kind == Kind::kWrite && effect.value.kind == Term::Kind::kPath &&
      effect.value.path.root().kind == PathRoot::Kind::kParameter &&
      (effect.value.is_pointer || effect.value.path.length() == 0);
  return is_object ? std::optional(effect.value.path) : std::nullopt;
}

IgnoredResults::IgnoredResults(const ir::Unit &unit,
                               const ir::Function &function)
    : unit_(&unit), function_(&function),
      is_looked_at_(ir::looked_at(function)) {}

bool gives_another(const Outcome &outcome, std::span<const Outcome> outcomes) {
  if (outcome.throws || !outcome.objects.empty() ||
      outcome.result.may_be_zero())
    return false;
  auto takes = [](const Outcome &one, const AccessPath &argument) {
    return std::ranges::any_of(one.effects, [&](const Effect &effect) {
      return given_away(effect) == argument;
    });
  };
  for (const Outcome &other : outcomes)
    if (!other.throws && other.result.is_zero())
      for (const Effect &effect : other.effects)
        if (auto path = given_away(effect);
            path && path->length() == 0 &&
            path->root().kind == PathRoot::Kind::kParameter &&
            !takes(outcome, *path))
          return true;
  return false;
}

bool IgnoredResults::rules_out(ir::ValueId call,
                               std::span<const Outcome> outcomes,
                               const Outcome &outcome) const {
  return !is_looked_at_[call.value] &&
         unit_->types.is_pointer(function_->insts[call].type) &&
         gives_another(outcome, outcomes);
}

} // namespace wt::infer
