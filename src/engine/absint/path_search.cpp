// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there one path that shows what joined states suggest?
//
// Joins forget which tests went together.  So the paths of a suspect are tried
// one by one and without joins: from the entry to the call that makes the
// object, from there to the place where it is lost.  What is near to the next
// of these, and was not often there, goes first.  The first path that shows the
// suspect is the witness; if none of those with few rounds of loops does, or
// the steps run out, the suspect is dropped.

#include "engine/absint/consistent.h"
#include "engine/absint/path_runner.h"
#include "ir/cfg.h"

#include <algorithm>
#include <queue>

namespace wt::absint {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

class PathFinder {
public:
  PathFinder(PathRunner &interpreter, const ShownSuspect &suspect)
      : in_(interpreter), suspect_(suspect),
        call_(interpreter.bases_[suspect.object].index),
        preds_(interpreter.function_) {
    if (in_.bases_.is_new(suspect.object))
      to_call_ = distances_to(in_.function_.insts[call_].block);
    to_end_ = distances_to(in_.function_.insts[suspect.at].block);
    visits_.assign(in_.nodes_.size(), 0);
  }

  PathRunner::Path find() {
    add(NodeId(0), in_.at_entry(), kNone);
    PathRunner::Path out;
    while (!todo_.empty() && !is_found_ && !in_.budget_->exhausted()) {
      std::size_t next = todo_.top().step;
      todo_.pop();
      take(next);
    }
    // What only contradictory paths show, as far as was looked, is not there.
    out.is_complete = !in_.budget_->exhausted() || was_shown_;
    if (!is_found_)
      return out;
    for (std::size_t i = last_; i != kNone; i = steps_[i].before)
      path_.push_back(i);
    std::ranges::reverse(path_);
    for (std::size_t i : path_)
      if (in_.nodes_[steps_[i].node].begin == 0)
        out.blocks.push_back(in_.nodes_[steps_[i].node].block);
    out.lost_at = where_lost();
    return out;
  }

private:
  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr std::uint32_t kNever = UINT32_MAX; // as a distance
  static constexpr std::uint32_t kDetour = 3;         // for every earlier visit

  struct Step {
    NodeId node;
    State state;        // at its beginning
    std::size_t before; // the step before it on the path
  };
  struct Waiting {
    std::uint32_t cost;
    std::size_t step;
    // Of equal ones the newest, as in a search that goes deep first.
    bool operator<(const Waiting &other) const {
      return cost != other.cost ? cost > other.cost : step < other.step;
    }
  };

  // In blocks, backwards.
  std::vector<std::uint32_t> distances_to(BlockId target) const {
    std::vector<std::uint32_t> out(in_.function_.blocks.size(), kNever);
    std::vector<BlockId> todo{target};
    out[target.value] = 0;
    for (std::size_t i = 0; i < todo.size(); ++i)
      for (BlockId before : preds_[todo[i]])
        if (out[before.value] == kNever) {
          out[before.value] = out[todo[i].value] + 1;
          todo.push_back(before);
        }
    return out;
  }

  bool is_it(BaseId object) const {
    const Base &a = in_.bases_[object], &b = in_.bases_[suspect_.object];
    if (in_.bases_.is_new(object) && in_.bases_.is_new(suspect_.object))
      return a.index == b.index && a.path == b.path;
    return object == suspect_.object;
  }

  bool is_there(const State &state) const {
    return std::ranges::any_of(*state.objects, [&](const auto &entry) {
      return is_it(entry.first) &&
             (entry.second == Fate::kLive || entry.second == Fate::kLost ||
              (entry.second == Fate::kFreed &&
               suspect_.kind == ShownSuspect::Kind::kDoubleFree));
    });
  }

  // How far is it to lose the object, or to make and lose it?
  std::uint32_t distance(NodeId node, const State &state) const {
    BlockId block = in_.nodes_[node].block;
    std::uint32_t to_end = to_end_[block.value];
    if (to_end == kNever || !in_.bases_.is_new(suspect_.object) ||
        is_there(state))
      return to_end;
    std::uint32_t to_call = to_call_[block.value];
    std::uint32_t beyond = to_end_[in_.function_.insts[call_].block.value];
    return to_call == kNever || beyond == kNever ? kNever : to_call + beyond;
  }

  std::uint32_t times(NodeId node, std::size_t last) const {
    std::uint32_t out = 0;
    for (std::size_t i = last; i != kNone; i = steps_[i].before)
      out += steps_[i].node == node;
    return out;
  }

  // Would the path leave a loop at its head, without one round?
  bool goes_past_loop(NodeId node, std::size_t before) const {
    if (before == kNone || !in_.setting_.limits.loops_iterate)
      return false;
    NodeId from = steps_[before].node;
    return in_.nodes_[from].is_head && !in_.nodes_.is_in_loop_of(from, node) &&
           times(from, before) == 1;
  }

  void add(NodeId node, State state, std::size_t before) {
    if (goes_past_loop(node, before))
      return;
    std::uint32_t far = distance(node, state);
    if (far == kNever ||
        times(node, before) > in_.setting_.limits.rounds_on_path)
      return;
    todo_.push({far + kDetour * visits_[node.value], steps_.size()});
    steps_.push_back({node, std::move(state), before});
  }

  void take(std::size_t step) {
    NodeId node = steps_[step].node;
    ++visits_[node.value];
    in_.departures_.clear();
    in_.shown_.clear();
    in_.run_node(node, State(steps_[step].state));
    bool is_shown = std::ranges::any_of(in_.shown_, [&](const ShownSuspect &s) {
      return s.kind == suspect_.kind && s.at == suspect_.at &&
             s.is_at_exit == suspect_.is_at_exit && is_it(s.object);
    });
    if (is_shown) {
      is_found_ = are_consistent(in_.bases_, in_.shown_in_);
      was_shown_ = true;
      last_ = step;
      return;
    }
    for (auto at = in_.departures_.rbegin(); at != in_.departures_.rend(); ++at)
      add(at->to, std::move(at->state), step);
  }

  // The node in which the last reference goes, then the instruction there that
  // may have done it.
  ValueId where_lost() {
    if (suspect_.kind != ShownSuspect::Kind::kLeak ||
        !in_.bases_.is_new(suspect_.object))
      return suspect_.at;
    bool was_held = false;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const State &state = steps_[path_[i]].state;
      bool is_held = false, is_there = false;
      std::vector<Value> roots;
      for (const auto &[v, known] : *state.env)
        roots.push_back(known);
      BaseSet held =
          in_.reachable(state, roots, PathRunner::Hands::kCallerAndLocals);
      for (const auto &[object, fate] : *state.objects)
        if (is_it(object) && (fate == Fate::kLive || fate == Fate::kLost)) {
          is_there = true;
          is_held |= fate == Fate::kLive && contains(held, object);
        }
      if (is_there && !is_held)
        return letting_go(steps_[path_[i - 1]].node, was_held);
      was_held |= is_held;
    }
    return suspect_.at;
  }

  ValueId letting_go(NodeId node, bool was_held) const {
    const infer::BodyNode &n = in_.nodes_[node];
    const auto &insts = in_.function_.blocks[n.block].insts;
    for (std::uint32_t i = n.end; i-- > n.begin;) {
      Op op = in_.function_.insts[insts[i]].op;
      if (op == Op::kStore || op == Op::kAssign || op == Op::kScopeEnd ||
          op == Op::kCall || op == Op::kMemCopy || op == Op::kMemFill)
        return insts[i];
    }
    return was_held ? insts[n.end - 1] : call_;
  }

  PathRunner &in_;
  const ShownSuspect &suspect_;
  ValueId call_; // that makes the object
  ir::Predecessors preds_;
  std::vector<std::uint32_t> to_call_, to_end_; // by block
  std::vector<std::uint32_t> visits_;           // by node
  std::vector<Step> steps_;
  std::priority_queue<Waiting> todo_;
  std::vector<std::size_t> path_; // steps, once it is found
  std::size_t last_ = kNone;
  bool is_found_ = false, was_shown_ = false;
};

PathRunner::Path PathRunner::find_path(const infer::Suspect &asked,
                                       Budget &budget) {
  ShownSuspect suspect;
  suspect.kind = asked.kind;
  suspect.object = asked.call.valid() ? bases_.region(asked.call, asked.place)
                                      : bases_.entry(asked.place, true);
  suspect.at = asked.at;
  suspect.is_at_exit = asked.is_at_exit;
  Budget *before = std::exchange(budget_, &budget);
  Path out = PathFinder(*this, suspect).find();
  budget_ = before;
  return out;
}

} // namespace wt::absint
