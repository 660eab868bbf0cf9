// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See left_open.h.

#include "summary/left_open.h"

#include <algorithm>
#include <set>

namespace wt::infer {

namespace {

// What becomes of the arguments, in any of the ways to end.
std::set<AccessPath> taken_by(const Behaviour &behaviour) {
  std::set<AccessPath> out;
  auto add = [&](const AccessPath &path) {
    if (path.root().kind == PathRoot::Kind::kParameter)
      out.insert(path);
  };
  for (const Outcome &outcome : behaviour.outcomes)
    for (const Effect &effect : outcome.effects) {
      if (effect.kind == Effect::Kind::kFree ||
          effect.kind == Effect::Kind::kKeep)
        add(effect.path);
      else if (effect.kind == Effect::Kind::kWrite &&
               effect.value.kind == Term::Kind::kPath)
        add(effect.value.path);
    }
  return out;
}

} // namespace

std::vector<AccessPath> left_open(std::span<const Behaviour *const> callees) {
  std::set<AccessPath> some;
  std::vector<std::set<AccessPath>> all;
  for (const Behaviour *callee : callees) {
    if (!callee->is_known() || callee->keeps_all)
      continue; // keeps everything anyway
    all.push_back(taken_by(*callee));
    some.insert(all.back().begin(), all.back().end());
  }
  std::vector<AccessPath> out;
  for (const AccessPath &path : some)
    if (!std::ranges::all_of(
            all, [&](const auto &taken) { return taken.contains(path); }))
      out.push_back(path);
  return out;
}

} // namespace wt::infer
