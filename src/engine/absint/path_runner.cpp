// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From node to node: see path_runner.h.

#include "engine/absint/path_runner.h"

#include "ir/uses.h"

#include <algorithm>

namespace wt::absint {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

PathRunner::PathRunner(const Setting &setting, ProcedureId procedure)
    : setting_(setting), procedure_(procedure),
      unit_(setting.facts.program.unit_of(procedure)),
      function_(setting.facts.program.body(procedure)),
      is_main_(setting.facts.program.procedures()[procedure].link_name ==
               "main"),
      is_questioned_(questioned(function_)),
      is_looked_at_(ir::looked_at(function_)), nodes_(function_),
      computed_(function_.insts.size()),
      computed_in_(function_.insts.size(), 0) {}

// What is known before the first instruction: bits that all callers pass.
State PathRunner::at_entry() {
  State out;
  for (std::uint32_t i = 0; i < function_.param_count; ++i) {
    const ir::Type &type = unit_.types[function_.insts[ValueId(i)].type];
    if (type.kind != ir::TypeKind::kInt)
      continue;
    BaseId argument = value(ValueId(i), out).base;
    KnownBits bits = passed_bits(argument);
    if (bits != KnownBits{})
      out.facts.edit().insert_or_assign(
          argument, Numbers::of_bits(bits, bits_of(ValueId(i))));
  }
  return out;
}

void PathRunner::run_node(NodeId node, State state) {
  ++round_;
  here_ = node;
  BlockId block = nodes_[node].block;
  const std::vector<ValueId> &insts = function_.blocks[block].insts;
  for (std::uint32_t i = nodes_[node].begin; i < nodes_[node].end; ++i) {
    if (!budget_->spend())
      return;
    if (function_.insts[insts[i]].op == Op::kCall)
      return run_call(insts[i], node, state);
    if (!execute(insts[i], state))
      return;
  }
  branch(block, std::move(state));
}

// The call that ends a node, and where each of its cases goes on.
void PathRunner::run_call(ValueId v, NodeId node, State &state) {
  std::vector<After> ends = call(v, state);
  for (After &after : ends) {
    std::size_t size = after.state.cells->size() + after.state.facts->size();
    if (!budget_->spend(1 + size / 4))
      return;
    std::vector<std::pair<ValueId, Value>> before; // what has another name
    for (const Renamed &one : after.renamed)
      for (ValueId known : function_.blocks[nodes_[node].block].insts)
        if (computed_in_[known] == round_ &&
            computed_[known].base == one.from) {
          before.push_back({known, computed_[known]});
          computed_[known].base = one.to;
        }
    define(v, after.result);
    go_on_after(v, node, std::move(after));
    for (const auto &[known, was] : before)
      computed_[known] = was;
  }
}

void PathRunner::go_on_after(ValueId v, NodeId node, After after) {
  BlockId block = nodes_[node].block;
  bool has_unwind = function_.call(v).has_unwind;
  if (after.throws && !has_unwind)
    leave(after.state, std::nullopt, v);
  else if (has_unwind)
    go(block, function_.blocks[block].successors[after.throws ? 1 : 0],
       std::move(after.state));
  else
    go_on(NodeId(node.value + 1), std::move(after.state));
}

void PathRunner::go_on(NodeId to, State state) {
  Environment env;
  env.reserve(nodes_[to].live.size());
  for (ValueId v : nodes_[to].live)
    env.push_back({v, value(v, state)});
  state.env = std::move(env);
  departures_.push_back({to, std::move(state)});
}

// Control goes from one block to another: phis, then arrival.
void PathRunner::go(BlockId from, BlockId to, State state) {
  Environment env;
  NodeId node = nodes_.first_of(to);
  env.reserve(nodes_[node].live.size() + 4);
  for (ValueId v : nodes_[node].live)
    env.push_back({v, value(v, state)});
  // All phis read before any of them changes what is known.
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
  std::sort(env.begin(), env.end());
  state.env = std::move(env);
  departures_.push_back({node, std::move(state)});
}

} // namespace wt::absint
