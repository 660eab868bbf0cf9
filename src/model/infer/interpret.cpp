// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes, liveness, arrival: see interpret.h.

#include "model/infer/interpret.h"

#include "fixpoint/weak_order.h"
#include "ir/cfg.h"
#include "model/infer/merge.h"

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
      max_states_(max_states) {
  computed_.resize(function_.insts.size());
  computed_in_.resize(function_.insts.size(), 0);
  make_nodes();
  find_live();
}

void Interpreter::make_nodes() {
  fixpoint::WeakOrder order(
      fixpoint::make_graph<BlockId>(
          function_.blocks.size(),
          [&](BlockId b) { return std::span(function_.blocks[b].successors); }),
      {{ir::Function::entry().value}});
  first_node_.resize(function_.blocks.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open; // loop, its end
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    BlockId b(order.order()[at]);
    for (; !open.empty() && open.back().second == at; open.pop_back())
      loops_[open.back().first].end = NodeId(nodes_.size());
    first_node_[b] = NodeId(nodes_.size());
    if (order.is_head(b.value)) {
      std::uint32_t around = open.empty() ? Loop::kNone : open.back().first;
      open.push_back({loops_.size(), order.component_end(at)});
      loops_.push_back({first_node_[b], {}, around});
    }
    const std::vector<ValueId> &insts = function_.blocks[b].insts;
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < insts.size(); ++i)
      if (function_.insts[insts[i]].op == Op::kCall || i + 1 == insts.size()) {
        nodes_.push({.block = b,
                     .begin = begin,
                     .end = i + 1,
                     .loop = open.empty() ? Loop::kNone : open.back().first});
        begin = i + 1;
      }
  }
  for (auto [loop, end] : open)
    loops_[loop].end = NodeId(nodes_.size());
  for (Node &node : nodes_)
    node.is_last = node.begin == 0 && only_returns(node.block);
}

// Does the way from here lead to the return, and nothing happens on it?
bool Interpreter::only_returns(BlockId block) const {
  constexpr int kSteps = 4;
  for (int step = 0; step < kSteps; ++step) {
    const ir::Block &b = function_.blocks[block];
    for (ValueId v : b.insts) {
      Op op = function_.insts[v].op;
      if (op == Op::kReturn)
        return true;
      if (op != Op::kPhi && op != Op::kAssign && op != Op::kScopeEnd &&
          op != Op::kBranch)
        return false;
    }
    if (b.successors.size() != 1)
      return false;
    block = b.successors[0];
  }
  return false;
}

// Which values does a node, or one after it, use that were computed before?
void Interpreter::find_live() {
  ir::Predecessors preds(function_);
  IdMap<ValueId, NodeId> made(function_.insts.size());
  IdMap<BlockId, NodeId> last(function_.blocks.size());
  for (NodeId n : nodes_.ids()) {
    const Node &node = nodes_[n];
    last[node.block] = n;
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      made[function_.blocks[node.block].insts[i]] = n;
  }
  std::vector<std::pair<ValueId, NodeId>> uses; // value, node that needs it
  for (NodeId n : nodes_.ids())
    for (std::uint32_t i = nodes_[n].begin; i < nodes_[n].end; ++i) {
      ValueId v = function_.blocks[nodes_[n].block].insts[i];
      auto operands = function_.operands_of(v);
      for (std::size_t k = 0; k < operands.size(); ++k) {
        bool is_phi = function_.insts[v].op == Op::kPhi;
        NodeId at = is_phi ? last[function_.incoming(v)[k]] : n;
        NodeId from = made[operands[k]]; // invalid: a leaf
        if (from.valid() && at.valid() && from != at)
          uses.push_back({operands[k], at});
      }
    }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  std::vector<NodeId> todo;
  for (auto [v, use] : uses) {
    todo.push_back(use);
    while (!todo.empty()) {
      NodeId n = todo.back();
      todo.pop_back();
      std::vector<ValueId> &live = nodes_[n].live;
      if (made[v] == n || (!live.empty() && live.back() == v))
        continue; // values come in order
      live.push_back(v);
      if (nodes_[n].begin > 0)
        todo.push_back(NodeId(n.value - 1));
      else
        for (BlockId p : preds[nodes_[n].block])
          if (last[p].valid())
            todo.push_back(last[p]);
    }
  }
}

// The next one to run: forwards to the end of the innermost loop, then again
// from its head as long as there is something to do, then on in the loop around
// it.  What comes after a loop sees it only when it is stable.
Interpreter::NodeId Interpreter::next_after(NodeId node) const {
  auto on = worklist_.upper_bound(node);
  for (std::uint32_t loop = nodes_[node].loop; loop != Loop::kNone;
       loop = loops_[loop].around) {
    if (on != worklist_.end() && *on < loops_[loop].end)
      return *on;
    auto again = worklist_.lower_bound(loops_[loop].head);
    if (again != worklist_.end() && *again <= node)
      return *again;
  }
  return on != worklist_.end() ? *on : *worklist_.begin();
}

Behaviour Interpreter::run() {
  Behaviour out;
  nodes_[NodeId(0)].states.push_back({});
  worklist_.insert(NodeId(0));
  for (NodeId node(0); !worklist_.empty();) {
    node = next_after(node);
    worklist_.erase(node);
    // Running a node may change its own list when it is its own successor.
    for (std::size_t i = 0; i < nodes_[node].states.size(); ++i) {
      Disjunct &disjunct = nodes_[node].states[i];
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
  BlockId block = nodes_[node].block;
  const std::vector<ValueId> &insts = function_.blocks[block].insts;
  for (std::uint32_t i = nodes_[node].begin; i < nodes_[node].end; ++i) {
    if (!budget_.spend())
      return;
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
  return std::ranges::any_of(nodes_[node].states, [&](const Disjunct &d) {
    auto at = std::ranges::lower_bound(*d.state.env, phi, {},
                                       &std::pair<ValueId, Value>::first);
    return at != d.state.env->end() && at->first == phi &&
           at->second.base == value.base && at->second.offset != value.offset;
  });
}

// A variable at the end of a round of a loop.  A counter takes too many values
// to tell its rounds apart; a flag keeps its number as a fact.
Value Interpreter::generalised(ValueId phi, const Value &value, NodeId node,
                               State &state) {
  BaseId merged = bases_.make(Base::Kind::kMerged, node.value, phi.value);
  if (value.base == merged) {
    state.renew(merged, NumberClass::any());
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
  NodeId node = first_node_[to];
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
  std::pair<Disjunct *, Distance> out{nullptr, kOtherOwners};
  for (Disjunct &d : disjuncts)
    if (Distance far = distance(d.state, state); far <= out.second)
      out = {&d, far};
  return out;
}

// The last place is for a state that is far from all others.  At a return there
// is nothing more to do: what tests have shown is kept apart as well, for
// merge_outcomes to decide.
void Interpreter::arrive(NodeId node, State state) {
  std::vector<Disjunct> &disjuncts = nodes_[node].states;
  bool is_last = nodes_[node].is_last && max_states_ > 1;
  std::size_t most = is_last ? kMaxLast : max_states_;
  bool is_full = disjuncts.size() + 1 >= most;
  Disjunct *into = nullptr;
  for (Disjunct &d : disjuncts)
    if (same_property(d.state, state) &&
        (!is_last || is_full || d.state.facts == state.facts)) {
      into = &d;
      break;
    }
  if (!into && is_full) {
    auto [other, far] = nearest(disjuncts, state);
    if (far != kOtherOwners || disjuncts.size() >= most)
      into = other;
  }
  if (!into)
    disjuncts.push_back({std::move(state)});
  else if (!absorb(*into, state, node))
    return;
  worklist_.insert(node);
}

} // namespace wt::infer
