// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A circuit search with backjumping: see search.h.

#include "logic/search.h"

#include <algorithm>
#include <bit>

namespace wt::logic {
namespace {

constexpr std::uint32_t kMaxContradictions = 300;
constexpr std::size_t kLastBit = 63;       // of reasons
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

Search::Reasons Search::reasons(Cond c) const {
  if (truth(c) != kUnknown || table_.is_atom(c.node()))
    return why_[c.node()];
  Cond left = table_.left(c.node()), right = table_.right(c.node());
  if (truth(left) == kFalse)
    return why_[left.node()];
  if (truth(right) == kFalse)
    return why_[right.node()];
  return why_[left.node()] | why_[right.node()];
}

Search::Reasons Search::bit(std::size_t choice) {
  return Reasons(1) << std::min<std::size_t>(choice, kLastBit);
}

bool Search::assign(Cond c, Reasons why) {
  Truth known = truth(c);
  if (known == kFalse)
    conflict_ = why | why_[c.node()];
  if (known != kUnknown)
    return known == kTrue;
  values_[c.node()] = c.negated() ? kFalse : kTrue;
  why_[c.node()] = why;
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
    return assign(!r, why_[node] | reasons(l));
  if (right == kTrue)
    return assign(!l, why_[node] | reasons(r));
  return true;
}

// What follows from the value of `node` alone.
bool Search::visit(std::uint32_t node) {
  if (table_.is_atom(node)) {
    auto found = facts_.find(node);
    if (found == facts_.end())
      return true;
    for (Cond fact : found->second)
      if (!assign(fact, 0))
        return false;
    return true;
  }
  Cond l = table_.left(node), r = table_.right(node);
  if (values_[node] == kTrue)
    return assign(l, why_[node]) && assign(r, why_[node]);
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
    Reasons why = bit(choices_.size());
    choices_.push_back({trail_.size(), open_.size(), watches_.size(), cursor_,
                        refused, refused == l ? r : l, why_[open_[cursor_]]});
    return assign(!refused, why);
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

// One of the choices that led to the contradiction was wrong, the last of them
// first; false: none did.
bool Search::take_back() {
  while (conflict_) {
    std::size_t last = kLastBit - std::size_t(std::countl_zero(conflict_));
    if (last < kLastBit)
      choices_.resize(last + 1);
    Choice wrong = choices_.back();
    choices_.pop_back();
    undo(wrong);
    Reasons why = conflict_;
    if (choices_.size() <= kLastBit) // else others share the bit
      why &= ~bit(choices_.size());
    if (assign(wrong.refused, why) && assign(!wrong.other, why | wrong.node))
      return true;
  }
  return false;
}

Search::Answer Search::run(std::span<const Cond> parts,
                           const std::function<bool(Cond)> &prefers) {
  if (watches_.empty())
    watches_.push_back({});
  undo({0, 0, 1, 0, kYes, kYes, 0});
  choices_.clear();
  values_.resize(table_.size());
  why_.resize(table_.size());
  first_watch_.resize(table_.size());
  values_[0] = kTrue;
  std::uint64_t limit = work_ + kMaxWork;
  for (Cond part : parts)
    if (!assign(part, 0))
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
