// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of work, arrival: see interpreter.h.

#include "interpret/interpreter.h"

#include "summary/merge.h"

#include <algorithm>

namespace wt::infer {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Interpreter::Interpreter(const Setting &setting, ProcedureId procedure,
                         Budget &budget, std::size_t max_states)
    : setting_(setting), procedure_(procedure),
      unit_(setting.program.unit_of(procedure)),
      function_(setting.program.body(procedure)), budget_(budget),
      max_states_(max_states), nodes_(function_), ignored_(unit_, function_) {
  computed_.resize(function_.insts.size());
  computed_in_.resize(function_.insts.size(), 0);
  states_.resize(nodes_.size());
}

Behaviour Interpreter::run() {
  Behaviour out;
  states_[NodeId(0)].push_back({});
  worklist_.insert(NodeId(0));
  for (NodeId node(0); !worklist_.empty();) {
    node = nodes_.next_after(node, worklist_);
    worklist_.erase(node);
    // Running a node may change its own list when it is its own successor.
    for (std::size_t i = 0; i < states_[node].size(); ++i) {
      Disjunct &disjunct = states_[node][i];
      if (!disjunct.is_pending)
        continue;
      disjunct.is_pending = false;
      run_node(node, State(disjunct.state));
      if (budget_.exhausted())
        return out;
    }
  }
  out.source = Behaviour::Source::kBody;
  out.outcomes = merge_outcomes(std::move(outcomes_), Behaviour::kMaxOutcomes);
  return out;
}

void Interpreter::run_node(NodeId node, State state) {
  ++round_;
  here_ = node;
  run_from(nodes_[node].begin, node, std::move(state),
           max_states_ > 1 && !nodes_[node].is_in_loop() ? kMaxFlags : 0);
}

// `flags`: so many truths that are stored may still be told apart.
void Interpreter::run_from(std::uint32_t first, NodeId node, State state,
                           int flags) {
  BlockId block = nodes_[node].block;
  const std::vector<ValueId> &insts = function_.blocks[block].insts;
  for (std::uint32_t i = first; i < nodes_[node].end; ++i) {
    if (!budget_.spend())
      return;
    if (flags > 0 && is_told_flag(insts[i], state)) {
      for (bool holds : {true, false})
        if (State then = state;
            assume_condition(function_.operand(insts[i], 1), holds, then) &&
            execute_store(insts[i], number(holds), then))
          run_from(i + 1, node, std::move(then), flags - 1);
      return;
    }
    if (function_.insts[insts[i]].op == Op::kCall)
      return run_call(insts[i], node, state);
    if (!execute(insts[i], state))
      return;
  }
  branch(block, std::move(state));
}

void Interpreter::go_on(NodeId to, State state) {
  Environment env;
  env.reserve(nodes_[to].live.size());
  for (ValueId v : nodes_[to].live)
    env.push_back({v, value(v, state)});
  state.env = std::move(env);
  arrive(to, std::move(state));
}

// Does a pointer walk through an object, round by round?
bool Interpreter::is_moving(ValueId phi, const Value &value,
                            NodeId node) const {
  return std::ranges::any_of(states_[node], [&](const Disjunct &d) {
    auto at = std::ranges::lower_bound(*d.state.env, phi, {},
                                       &std::pair<ValueId, Value>::first);
    return at != d.state.env->end() && at->first == phi &&
           at->second.base == value.base && at->second.offset != value.offset;
  });
}

// A variable at the end of a round of a loop.  A counter takes too many values
// to tell its rounds apart, but what is counted up from zero is positive then;
// a flag keeps its number as a fact.
Value Interpreter::generalised(ValueId phi, const Value &value, NodeId node,
                               State &state) {
  BaseId merged = bases_.make(Base::Kind::kMerged, node.value, phi.value);
  if (value.base == merged) {
    bool is_up = !value.is_inside && value.offset > 0 &&
                 class_of({merged}, state).low() >= 0;
    state.renew(merged, is_up ? Numbers::at_least(1) : Numbers::any());
    return {merged, 0, false};
  }
  if (!is_number(value) && is_moving(phi, value, node))
    return {value.base, value.offset, true};
  if (!is_number(value) || !unit_.types.is_int(function_.insts[phi].type))
    return value;
  state.renew(merged, class_of(value, state));
  return {merged, 0, false};
}

// Control goes from one block to another: phis, then arrival.
void Interpreter::go(BlockId from, BlockId to, State state) {
  Environment env;
  NodeId node = nodes_.first_of(to);
  for (ValueId v : nodes_[node].live)
    env.push_back({v, value(v, state)});
  // All phis read before any of them changes what is known.
  std::size_t live = env.size();
  for (ValueId v : function_.blocks[to].insts) {
    if (function_.insts[v].op != Op::kPhi)
      break;
    auto incoming = function_.incoming(v);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == from) {
        env.push_back({v, value(function_.operand(v, i), state)});
        break;
      }
  }
  if (node <= here_)
    for (std::size_t i = live; i < env.size(); ++i)
      env[i].second = generalised(env[i].first, env[i].second, node, state);
  std::sort(env.begin(), env.end());
  state.env = std::move(env);
  arrive(node, std::move(state));
}

// Adds what is known in `state` to `into`; false: it was there already.
bool Interpreter::absorb(Disjunct &into, const State &state, NodeId at) {
  bool grew = false;
  State both = joined(into.state, state, at, grew);
  budget_.spend(1 + both.cells->size() / 4);
  if (!grew && both == into.state)
    return false;
  into.state = std::move(both);
  into.is_pending = true;
  return true;
}

// The one with which it would be merged: the last of the nearest.
std::pair<Interpreter::Disjunct *, Interpreter::Distance>
Interpreter::nearest(std::vector<Disjunct> &disjuncts,
                     const State &state) const {
  std::pair<Disjunct *, Distance> out{nullptr, kOppositeOwners};
  for (Disjunct &d : disjuncts)
    if (Distance far = distance(d.state, state); far <= out.second)
      out = {&d, far};
  return out;
}

// The two nearest become one, unless they are `far` too.  Returns a place that
// is free then, or null.
Interpreter::Disjunct *
Interpreter::merge_nearest(std::vector<Disjunct> &disjuncts, Distance far,
                           NodeId at) {
  Disjunct *into = nullptr, *from = nullptr;
  for (std::size_t i = 1; i < disjuncts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Distance between = distance(disjuncts[j].state, disjuncts[i].state);
      if (between < far)
        into = &disjuncts[j], from = &disjuncts[i], far = between;
    }
  if (!into)
    return nullptr;
  absorb(*into, from->state, at);
  into->is_pending |= from->is_pending;
  return from;
}

// The last place is for a state that is far from all others.  At a return there
// is nothing more to do: what tests have shown is kept apart as well, for
// merge_outcomes to decide.
void Interpreter::arrive(NodeId node, State state) {
  std::vector<Disjunct> &disjuncts = states_[node];
  bool is_last = nodes_[node].is_last && max_states_ > 1;
  std::size_t most = is_last ? kMaxLast : max_states_;
  bool is_full = disjuncts.size() + 1 >= most;
  Disjunct *into = nullptr;
  for (Disjunct &d : disjuncts)
    if (same_property(d.state, state) &&
        (!is_last || is_full || show_the_same(d.state, state))) {
      into = &d;
      break;
    }
  if (!into && is_full) {
    auto [other, far] = nearest(disjuncts, state);
    Disjunct *free = far == kOpposite && max_states_ > 1
                         ? merge_nearest(disjuncts, far, node)
                         : nullptr;
    if (free) {
      *free = {std::move(state)};
      worklist_.insert(node);
      return;
    }
    if (far < kOtherOwners || disjuncts.size() >= most)
      into = other;
  }
  if (!into)
    disjuncts.push_back({std::move(state)});
  else if (!absorb(*into, state, node))
    return;
  worklist_.insert(node);
}

} // namespace wt::infer
