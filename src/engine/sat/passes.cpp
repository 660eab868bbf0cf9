// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes over one procedure (see passes.h).

#include "engine/sat/passes.h"

#include "summary/followed.h"

#include <algorithm>

namespace wt::sat {
namespace {

constexpr int kMaxPasses = 6;
constexpr std::uint32_t kWrittenOut = 17; // rounds of a loop, at most

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

// How the loops are copied in a pass.
struct Plan {
  flow::Copies copies;
  std::map<LoopId, LoopEffects> widened;
};

bool is_small(const Setting &setting, const Graph &graph) {
  return work_in(setting, graph) <= setting.limits.max_work;
}

std::optional<Graph> unrolled(const Setting &setting, const LoopForest &forest,
                              flow::Copies copies) {
  const ir::Function &function = setting.facts.program.body(setting.procedure);
  // Large functions get fewer rounds; the last try may have any size.
  for (; copies.iterations > 0; --copies.iterations) {
    auto graph =
        flow::unroll(function, forest, copies, setting.limits.max_nodes);
    if (graph && (copies.iterations == 1 || is_small(setting, *graph))) {
      graph->find_reachability();
      return graph;
    }
  }
  return std::nullopt;
}

// The numbers that the test of a branch compares, in one copy of it.
std::optional<std::int64_t> compared(const Evaluation &e, NodeId node,
                                     ir::ValueId test, std::uint32_t i) {
  const ir::Inst &inst = e.function.insts[test];
  if (inst.op != ir::Op::kCompare)
    return std::nullopt;
  const Value *value = e.computed(node, e.function.operand(test, i));
  return value ? constant_of(*value) : std::nullopt;
}

// Does a test that leaves the loop count with numbers that are known, and are
// too far apart?
bool counts_for_long(const Evaluation &e, LoopId loop) {
  std::map<ir::ValueId, std::vector<std::int64_t>> seen; // by test: distances
  for (NodeId n : e.graph.nodes.ids()) {
    const Node &node = e.graph.nodes[n];
    const auto &successors = e.function.blocks[node.block].successors;
    auto leads_out = [&](ir::BlockId to) {
      return !e.graph.forest.contains(loop, to);
    };
    ir::ValueId end = e.function.terminator(node.block);
    if (!e.graph.forest.contains(loop, node.block) ||
        e.function.insts[end].op != ir::Op::kBranch ||
        e.function.insts[end].operand_count == 0 ||
        std::ranges::none_of(successors, leads_out))
      continue;
    ir::ValueId test = e.function.operand(end, 0);
    auto a = compared(e, n, test, 0), b = compared(e, n, test, 1);
    if (a && b)
      seen[test].push_back(*a - *b);
  }
  return std::ranges::any_of(seen, [](const auto &entry) {
    const std::vector<std::int64_t> &far = entry.second;
    if (far.size() < 2)
      return false;
    std::int64_t step = far[0] - far[1];
    return step == 0 || far.back() / step > std::int64_t(kWrittenOut);
  });
}

// A loop that cannot be left is written out if that is not much, and widened
// otherwise.  Innermost loops first: an outer one may be left once they are.
bool get_out(Evaluation &evaluation, const LoopForest &forest, Plan &plan) {
  std::vector<LoopId> stuck;
  for (LoopId loop : evaluation.graph.cut)
    if (!plan.widened.contains(loop) && !can_be_left(evaluation, loop))
      stuck.push_back(loop);
  for (LoopId loop : stuck) {
    bool has_stuck_inside = std::ranges::any_of(stuck, [&](LoopId other) {
      return other != loop && forest.contains(loop, forest.loops[other].header);
    });
    if (has_stuck_inside)
      continue;
    const Setting &setting = evaluation.setting;
    if (!plan.copies.written_out.contains(loop) &&
        !counts_for_long(evaluation, loop)) {
      flow::Copies more = plan.copies;
      more.written_out[loop] = kWrittenOut;
      auto graph = flow::unroll(evaluation.function, forest, more,
                                setting.limits.max_nodes);
      if (graph && is_small(setting, *graph)) {
        plan.copies = std::move(more);
        continue;
      }
    }
    plan.copies.written_out.erase(loop);
    plan.copies.widened.insert(loop);
    plan.widened[loop] = effects_of(evaluation, loop);
  }
  return !stuck.empty();
}

} // namespace

bool evaluate_procedure(const Setting &setting, Budget &budget,
                        const std::function<void(Evaluation &)> &ask) {
  LoopForest forest = find_loops(setting.facts.program.body(setting.procedure));
  ObjectKeys keys;
  Plan plan;
  plan.copies.iterations = setting.limits.iterations;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    std::optional<Graph> graph = unrolled(setting, forest, plan.copies);
    if (!graph)
      return false;
    Evaluation evaluation(setting, *graph, keys, budget, plan.widened);
    if (!evaluation.run())
      return false;
    if (pass + 1 < kMaxPasses && get_out(evaluation, forest, plan))
      continue;
    ask(evaluation);
    return true;
  }
  return false;
}

} // namespace wt::sat
