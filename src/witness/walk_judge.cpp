// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the object lost at the end of the walk?  See walk.h.

#include "witness/walk.h"

#include "witness/liveness.h"

#include <algorithm>

namespace wt::walking {

// Does the outermost function end at `last`?
bool Walk::is_exit() const {
  const Frame &f = frames_.back();
  Op op = f.function->insts[witness_.last].op;
  bool ends = op == Op::kReturn || op == Op::kRethrow ||
              op == Op::kUnreachable || is_unwound_;
  return (frames_.size() == 1 && ends) || verdict_.is_at_exit;
}

// A constructor that throws leaves no object behind: nobody looks at *this.
std::optional<ObjectId> Walk::unborn_object() const {
  const Frame &f = frames_.back();
  bool throws =
      is_unwound_ || f.function->insts[witness_.last].op == Op::kRethrow;
  if (!throws || !f.function->is_constructor || f.function->param_count == 0)
    return std::nullopt;
  return memory_.outside(f.values[ValueId(0)]);
}

// Whatever the rest of the program can start from.
std::vector<ObjectId> Walk::roots() const {
  std::vector<ObjectId> roots;
  std::optional<ObjectId> unborn = unborn_object();
  for (ObjectId id : memory_.ids()) {
    const Object &object = memory_[id];
    if (id == unborn)
      continue;
    bool is_outside = object.kind == Object::Kind::kOutside ||
                      object.kind == Object::Kind::kGlobal;
    bool is_kept =
        object.kind == Object::Kind::kHeap && memory_.any(object.kept) == true;
    if (is_outside || is_kept)
      roots.push_back(id);
  }
  if (returned_)
    for (ObjectId id : terms_.objects_in(returned_))
      roots.push_back(id);
  if (is_exit())
    return roots;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame &f = frames_[i];
    bool is_top = i + 1 == frames_.size();
    ValueId at = is_top ? witness_.last : f.calling;
    if (is_top && f.function->insts[at].op == Op::kReturn)
      continue; // this frame is just ending
    for (ValueId v : f.values.ids())
      if (f.values[v] && is_used_after(*f.function, v, at))
        for (ObjectId id : terms_.objects_in(f.values[v]))
          roots.push_back(id);
  }
  return roots;
}

Replay Walk::judge() {
  using enum Replay::Outcome;
  auto answer = [](bool yes, const char *why) {
    return yes ? Replay{kConfirmed, ""} : Replay{kUndecided, why};
  };
  switch (verdict_.kind) {
  case FindingKind::kLeak:
  case FindingKind::kResourceLeak:
    return judge_leak();
  case FindingKind::kDoubleFree:
    return answer(at_last_.again, "nothing shows that it was freed before");
  case FindingKind::kMismatchedFree:
    return answer(at_last_.mismatched, "the families could not be compared");
  case FindingKind::kUseAfterFree:
    return answer(at_last_.used || at_last_.again,
                  "nothing shows that it was freed before");
  }
  return {kUndecided, ""};
}

std::vector<ValueId> Walk::failed_calls() const {
  std::vector<ValueId> failed = thrown_;
  for (ObjectId id : memory_.ids())
    if (memory_[id].needs_memory.valid() &&
        memory_.holds(memory_[id].exists) == false)
      failed.push_back(memory_[id].needs_memory);
  std::ranges::sort(failed);
  auto repeated = std::ranges::unique(failed);
  failed.erase(repeated.begin(), repeated.end());
  return failed;
}

Replay Walk::judge_leak() {
  if (tracked_.empty())
    return {Replay::Outcome::kContradicted,
            !no_object_.empty() ? no_object_
                                : "the path does not pass the place where the "
                                  "object is acquired",
            {}};
  Replay best{Replay::Outcome::kContradicted, ""};
  for (auto object = tracked_.rbegin(); object != tracked_.rend(); ++object) {
    Terms before = terms_; // assumptions about one object end with it
    Replay replay = judge_object(*object);
    terms_ = std::move(before);
    if (replay.outcome == Replay::Outcome::kConfirmed)
      return replay;
    if (best.why.empty() || replay.outcome == Replay::Outcome::kUndecided)
      best = replay;
  }
  return best;
}

Replay Walk::judge_object(ObjectId id) {
  using enum Replay::Outcome;
  const Object &object = memory_[id];
  if (!memory_.assume(object.exists, true))
    return {kContradicted, "the object does not exist on this path"};
  for (const Condition &condition : object.freed)
    if (!memory_.assume(condition, false))
      return {kContradicted, "the object is freed on this path", {}, true};
  for (const Condition &condition : object.kept)
    if (!memory_.assume(condition, false))
      return {kContradicted, "the object is kept by somebody else", {}, true};
  std::vector<ValueId> failed = failed_calls();
  if (!object.unsure.empty())
    return {kUndecided, object.unsure, failed};
  std::string why;
  std::optional<bool> reachable = memory_.is_reachable(id, roots(), why);
  if (reachable == true)
    return {
        kContradicted, "the object can still be reached at the end", {}, true};
  if (!reachable)
    return {kUndecided, why, failed};
  return {kConfirmed, "", failed};
}

} // namespace wt::walking
