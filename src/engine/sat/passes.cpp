// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes over one procedure (see passes.h).

#include "engine/sat/passes.h"

#include "model/infer/followed.h"

#include <algorithm>

namespace wt::sat {
namespace {

constexpr int kMaxPasses = 4;

// Can the evaluation get out of the copies of `loop`?  Asked way by way: the
// first ones are about little, and mostly do.
bool can_be_left(Evaluation &e, LoopId loop) {
  bool has_exit = false, is_entered = false;
  for (NodeId n : e.graph.nodes.ids()) {
    const Node &node = e.graph.nodes[n];
    if (!e.graph.forest.contains(loop, node.block))
      continue;
    is_entered |= !e.guards[n].is_no();
    const auto &successors = e.function.blocks[node.block].successors;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (e.graph.forest.contains(loop, successors[i]))
        continue;
      has_exit = true;
      Cond left = e.edge_guards[n][i];
      if (!left.is_no() &&
          e.solver.solve(left) != logic::Solver::Answer::kUnsatisfiable)
        return true;
    }
  }
  return !has_exit || !is_entered;
}

LoopEffects effects_of(const Evaluation &e, LoopId loop) {
  LoopEffects out;
  auto is_inside = [&](NodeId node) {
    return node.valid() &&
           e.graph.forest.contains(loop, e.graph.nodes[node].block);
  };
  for (ObjectId object : e.heap.objects.ids())
    for (const Write &write : e.heap.log(object))
      if (is_inside(write.at.node)) {
        out.written.insert(e.heap.objects[object].key);
        break;
      }
  for (const auto &[node, object] : e.heap.given_away)
    if (is_inside(node))
      out.given_away.insert(e.heap.objects[object].key);
  return out;
}

// How much there is to evaluate: a call counts for all that it may do.
std::size_t work_in(const Setting &setting, const Graph &graph) {
  const Facts &facts = setting.facts;
  const ir::Function &function = facts.program.body(setting.procedure);
  std::vector<std::size_t> of_block(function.blocks.size());
  for (ir::BlockId block : function.blocks.ids())
    for (ir::ValueId v : function.blocks[block].insts) {
      ++of_block[block.value];
      if (function.insts[v].op != ir::Op::kCall)
        continue;
      for (ProcedureId callee :
           infer::followed(facts.program, setting.procedure, v))
        for (const infer::Outcome &outcome :
             facts.behaviours.of(callee).outcomes)
          of_block[block.value] +=
              2 + outcome.given.size() + outcome.effects.size();
    }
  std::size_t out = 0;
  for (NodeId node : graph.nodes.ids())
    out += of_block[graph.nodes[node].block.value];
  return out;
}

std::optional<Graph> unrolled(const Setting &setting, const LoopForest &forest,
                              const std::map<LoopId, LoopEffects> &widened) {
  const ir::Function &function = setting.facts.program.body(setting.procedure);
  const Limits &limits = setting.limits;
  std::set<LoopId> loops;
  for (const auto &[loop, effects] : widened)
    loops.insert(loop);
  // Large functions get fewer rounds; the last try may have any size.
  for (std::uint32_t n = limits.iterations; n > 0; --n) {
    auto graph = flow::unroll(function, forest, n, loops, limits.max_nodes);
    if (graph && (n == 1 || work_in(setting, *graph) <= limits.max_work)) {
      graph->find_reachability();
      return graph;
    }
  }
  return std::nullopt;
}

// Innermost loops first: an outer one may be left once they are.
bool widen_more(Evaluation &evaluation,
                std::map<LoopId, LoopEffects> &widened) {
  std::vector<LoopId> stuck;
  const LoopForest &forest = evaluation.graph.forest;
  for (LoopId loop : evaluation.graph.cut)
    if (!widened.contains(loop) && !can_be_left(evaluation, loop))
      stuck.push_back(loop);
  for (LoopId loop : stuck) {
    bool has_stuck_inside = std::ranges::any_of(stuck, [&](LoopId other) {
      return other != loop && forest.contains(loop, forest.loops[other].header);
    });
    if (!has_stuck_inside)
      widened[loop] = effects_of(evaluation, loop);
  }
  return !stuck.empty();
}

} // namespace

bool evaluate_procedure(const Setting &setting, Budget &budget,
                        const std::function<void(Evaluation &)> &ask) {
  LoopForest forest = find_loops(setting.facts.program.body(setting.procedure));
  ObjectKeys keys;
  std::map<LoopId, LoopEffects> widened;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    std::optional<Graph> graph = unrolled(setting, forest, widened);
    if (!graph)
      return false;
    Evaluation evaluation(setting, *graph, keys, budget, widened);
    if (!evaluation.run())
      return false;
    if (pass + 1 < kMaxPasses && widen_more(evaluation, widened))
      continue;
    ask(evaluation);
    return true;
  }
  return false;
}

} // namespace wt::sat
