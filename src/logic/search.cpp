// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A circuit search with chronological backtracking: see search.h.

#include "logic/search.h"

namespace wt::logic {
namespace {

constexpr std::uint32_t kMaxContradictions = 300;
constexpr std::uint64_t kMaxWork = 20'000; // nodes, per question

} // namespace

Search::Truth Search::truth(Cond c) const {
  auto value = static_cast<Truth>(values_[c.node()]);
  if (value == kUnknown || !c.negated())
    return value;
  return value == kTrue ? kFalse : kTrue;
}

// The value of `c`, or what those of its parts say.
Search::Truth Search::implied(Cond c) const {
  Truth known = truth(c);
  if (known != kUnknown || table_.is_atom(c.node()))
    return known;
  Truth left = truth(table_.left(c.node()));
  Truth right = truth(table_.right(c.node()));
  if (left == kFalse || right == kFalse)
    return c.negated() ? kTrue : kFalse;
  if (left == kTrue && right == kTrue)
    return c.negated() ? kFalse : kTrue;
  return kUnknown;
}

bool Search::assign(Cond c) {
  Truth known = truth(c);
  if (known != kUnknown)
    return known == kTrue;
  values_[c.node()] = c.negated() ? kFalse : kTrue;
  trail_.push_back(c.node());
  return true;
}

void Search::watch(std::uint32_t node, std::uint32_t watcher) {
  watches_.push_back({node, watcher, first_watch_[node]});
  first_watch_[node] = static_cast<std::uint32_t>(watches_.size() - 1);
}

// One part of `node` must not hold.
bool Search::require_false(std::uint32_t node) {
  Cond l = table_.left(node), r = table_.right(node);
  Truth left = implied(l), right = implied(r);
  if (left == kFalse || right == kFalse)
    return true;
  if (left == kTrue)
    return assign(!r);
  if (right == kTrue)
    return assign(!l);
  return true;
}

// What follows from the value of `node` alone.
bool Search::visit(std::uint32_t node) {
  if (table_.is_atom(node)) {
    auto found = facts_.find(node);
    if (found == facts_.end())
      return true;
    for (Cond fact : found->second)
      if (!assign(fact))
        return false;
    return true;
  }
  Cond l = table_.left(node), r = table_.right(node);
  if (values_[node] == kTrue)
    return assign(l) && assign(r);
  open_.push_back(node);
  watch(l.node(), node);
  watch(r.node(), node);
  return require_false(node);
}

bool Search::propagate() {
  while (done_ < trail_.size()) {
    std::uint32_t node = trail_[done_++];
    ++work_;
    if (!visit(node))
      return false;
    for (std::uint32_t w = first_watch_[node]; w; w = watches_[w].next) {
      ++work_;
      if (!require_false(watches_[w].watcher))
        return false;
    }
  }
  return true;
}

// Gives the next conjunction without a reason one.
bool Search::choose(const std::function<bool(Cond)> &prefers, bool &is_done) {
  for (; cursor_ < open_.size(); ++cursor_) {
    Cond l = table_.left(open_[cursor_]), r = table_.right(open_[cursor_]);
    Truth left = implied(l), right = implied(r);
    if (left == kFalse || right == kFalse)
      continue;
    if (left == kTrue || right == kTrue)
      return require_false(open_[cursor_]);
    Cond refused = prefers(l) && !prefers(r) ? r : l;
    choices_.push_back({trail_.size(), open_.size(), watches_.size(), cursor_,
                        refused, refused == l ? r : l});
    return assign(!refused);
  }
  is_done = true;
  return true;
}

void Search::undo(const Choice &to) {
  while (watches_.size() > to.watches) {
    first_watch_[watches_.back().node] = watches_.back().next;
    watches_.pop_back();
  }
  while (trail_.size() > to.trail) {
    values_[trail_.back()] = kUnknown;
    trail_.pop_back();
  }
  open_.resize(to.open);
  cursor_ = to.cursor;
  done_ = trail_.size();
}

// The last choice was wrong; false: there was none.
bool Search::take_back() {
  while (!choices_.empty()) {
    Choice last = choices_.back();
    choices_.pop_back();
    undo(last);
    if (assign(last.refused) && assign(!last.other))
      return true;
  }
  return false;
}

Search::Answer Search::run(std::span<const Cond> parts,
                           const std::function<bool(Cond)> &prefers) {
  if (watches_.empty())
    watches_.push_back({});
  undo({0, 0, 1, 0, kYes, kYes});
  choices_.clear();
  values_.resize(table_.size());
  first_watch_.resize(table_.size());
  values_[0] = kTrue;
  std::uint64_t limit = work_ + kMaxWork;
  for (Cond part : parts)
    if (!assign(part))
      return Answer::kUnsatisfiable;
  std::uint32_t contradictions = 0;
  bool is_done = false;
  while (!is_done) {
    if (work_ > limit)
      return Answer::kOpen;
    if (propagate() && choose(prefers, is_done))
      continue;
    if (++contradictions > kMaxContradictions)
      return Answer::kOpen;
    if (!take_back())
      return Answer::kUnsatisfiable;
    is_done = false;
  }
  return Answer::kSatisfiable;
}

} // namespace wt::logic
