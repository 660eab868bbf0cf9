// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is lost when a body is left?  (Jung and Yi, Section 4.2.)  See
// path_runner.h.
//
// What is allocated and can be reached neither from the result nor from what
// the caller and others have.

#include "engine/absint/path_runner.h"

#include <algorithm>

namespace wt::absint {

using ir::ValueId;

void PathRunner::show(const ShownSuspect &shown, const State &state) {
  shown_.insert(shown);
  shown_in_ = state;
}

void PathRunner::leave(const State &state, std::optional<Value> result,
                       ValueId at) {
  bool is_quiet = std::ranges::none_of(*state.objects, [](const auto &entry) {
    return entry.second != Fate::kFreed && entry.second != Fate::kGone;
  });
  if (is_quiet)
    return;
  std::vector<Value> roots;
  if (result)
    roots.push_back(*result);
  BaseSet held = reachable(state, roots,
                           is_main_ ? Hands::kCallerAndLocals : Hands::kCaller);
  BaseSet outside = held;
  if (is_main_ && setting_.question.at_exit)
    outside = reachable(state, roots, Hands::kCaller);
  for (const auto &[object, fate] : *state.objects) {
    bool may_be_live = fate == Fate::kLive || fate == Fate::kPerhaps;
    if (fate == Fate::kLost || (may_be_live && !contains(held, object)))
      show({ShownSuspect::Kind::kLeak, object, at, false}, state);
    else if (may_be_live && !contains(outside, object))
      show({ShownSuspect::Kind::kLeak, object, at, true}, state);
  }
}

// With --at-exit, what only locals hold is told.
void PathRunner::end_process(const State &state, ValueId at) {
  if (!setting_.question.at_exit)
    return;
  BaseSet held = reachable(state, {}, Hands::kCaller);
  for (const auto &[object, fate] : *state.objects)
    if (fate == Fate::kLost || (fate == Fate::kLive && !contains(held, object)))
      show({ShownSuspect::Kind::kLeak, object, at, true}, state);
}

} // namespace wt::absint
