// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there one path that shows what joined states suggest?
//
// Joins forget which tests went together.  So the paths of a suspect are tried
// one by one, depth first and without joins: from the entry to the call that
// makes the object, from there to the place where it is lost.  The first path
// that shows it is the witness; if none of those with few rounds of loops does,
// the suspect is dropped.

#include "engine/absint/consistent.h"
#include "engine/absint/interpreter.h"
#include "ir/cfg.h"

#include <algorithm>

namespace wt::absint {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

class PathFinder {
public:
  PathFinder(Interpreter &interpreter, const Suspect &suspect)
      : in_(interpreter), suspect_(suspect),
        call_(interpreter.bases_[suspect.object].index),
        preds_(interpreter.function_) {
    if (in_.bases_.is_new(suspect.object))
      find_ways_to(in_.function_.insts[call_].block, leads_to_call_);
    find_ways_to(in_.function_.insts[suspect.at].block, leads_to_end_);
  }

  Interpreter::Path find() {
    todo_.push_back({NodeId(0), State(), 0});
    is_complete_ = true;
    while (!todo_.empty() && !is_found_) {
      if (in_.budget_->exhausted()) {
        is_complete_ = false;
        break;
      }
      Step step = std::move(todo_.back());
      todo_.pop_back();
      path_.resize(step.depth);
      path_.push_back({step.node, step.state});
      take(step);
    }
    Interpreter::Path out;
    // What only contradictory paths show, as far as was looked, is not there.
    out.is_complete = is_complete_ || was_shown_;
    if (!is_found_)
      return out;
    for (const Passed &passed : path_)
      if (in_.nodes_[passed.node].begin == 0)
        out.blocks.push_back(in_.nodes_[passed.node].block);
    out.lost_at = where_lost();
    return out;
  }

private:
  struct Step {
    NodeId node;
    State state;
    std::size_t depth; // nodes before it on the path
  };
  struct Passed {
    NodeId node;
    State state; // at its beginning
  };

  void find_ways_to(BlockId target, std::vector<bool> &leads) {
    leads.assign(in_.function_.blocks.size(), false);
    std::vector<BlockId> todo{target};
    leads[target.value] = true;
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      for (BlockId before : preds_[block])
        if (!leads[before.value]) {
          leads[before.value] = true;
          todo.push_back(before);
        }
    }
  }

  bool is_it(BaseId object) const {
    const Base &a = in_.bases_[object], &b = in_.bases_[suspect_.object];
    if (in_.bases_.is_new(object) && in_.bases_.is_new(suspect_.object))
      return a.index == b.index && a.path == b.path;
    return object == suspect_.object;
  }

  // Can the object still be lost, or made and lost?
  bool is_promising(NodeId node, const State &state) const {
    BlockId block = in_.nodes_[node].block;
    if (!leads_to_end_[block.value])
      return false;
    if (!in_.bases_.is_new(suspect_.object) ||
        leads_to_call_[block.value])
      return true;
    for (const auto &[object, fate] : *state.objects)
      if (is_it(object) &&
          (fate == Fate::kLive || fate == Fate::kLost ||
           (fate == Fate::kFreed &&
            suspect_.kind == FindingKind::kDoubleFree)))
        return true;
    return false;
  }

  void take(Step &step) {
    in_.departures_.clear();
    in_.suspects_.clear();
    in_.run_node(step.node, std::move(step.state));
    is_found_ = std::ranges::any_of(in_.suspects_, [&](const Suspect &shown) {
      return shown.kind == suspect_.kind && shown.at == suspect_.at &&
             shown.is_at_exit == suspect_.is_at_exit && is_it(shown.object);
    });
    if (is_found_) {
      is_found_ = are_consistent(in_.bases_, in_.shown_in_);
      was_shown_ = true;
      return;
    }
    for (auto at = in_.departures_.rbegin(); at != in_.departures_.rend();
         ++at) {
      if (!is_promising(at->to, at->state))
        continue;
      auto times = std::ranges::count(path_, at->to, &Passed::node);
      if (static_cast<std::uint32_t>(times) <=
          in_.setting_.limits.rounds_on_path)
        todo_.push_back({at->to, std::move(at->state), path_.size()});
    }
  }

  // The node in which the last reference goes, then the instruction there that
  // may have done it.
  ValueId where_lost() {
    if (suspect_.kind != FindingKind::kLeak ||
        !in_.bases_.is_new(suspect_.object))
      return suspect_.at;
    bool was_held = false;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const State &state = path_[i].state;
      bool is_held = false, is_there = false;
      std::vector<Value> roots;
      for (const auto &[v, known] : *state.env)
        roots.push_back(known);
      BaseSet held =
          in_.reachable(state, roots, Interpreter::Hands::kCallerAndLocals);
      for (const auto &[object, fate] : *state.objects)
        if (is_it(object) && (fate == Fate::kLive || fate == Fate::kLost)) {
          is_there = true;
          is_held |= fate == Fate::kLive && contains(held, object);
        }
      if (is_there && !is_held)
        return letting_go(path_[i - 1].node, was_held);
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

  Interpreter &in_;
  const Suspect &suspect_;
  ValueId call_; // that makes the object
  ir::Predecessors preds_;
  std::vector<bool> leads_to_call_, leads_to_end_;
  std::vector<Step> todo_;
  std::vector<Passed> path_;
  bool is_found_ = false, is_complete_ = true, was_shown_ = false;
};

Interpreter::Path Interpreter::find_path(const Suspect &suspect,
                                         Budget &budget) {
  Budget *before = std::exchange(budget_, &budget);
  std::set<Suspect> known = suspects_;
  is_following_ = true;
  Path out = PathFinder(*this, suspect).find();
  is_following_ = false;
  suspects_ = std::move(known);
  budget_ = before;
  return out;
}

} // namespace wt::absint
