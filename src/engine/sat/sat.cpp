// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of work for one procedure: unroll, evaluate, widen the loops that
// could not be left and evaluate again (Saturn, Section 3.5), check.

#include "engine/sat/sat.h"

#include "engine/sat/check.h"
#include "model/infer/followed.h"

#include <algorithm>

namespace wt::sat {
namespace {

constexpr int kMaxPasses = 4;

// Can the evaluation get out of the copies of `loop`?
bool can_be_left(Evaluation &e, LoopId loop) {
  Cond entered = kNo, left = kNo;
  bool has_exit = false;
  for (NodeId n : e.graph.nodes.ids()) {
    const Node &node = e.graph.nodes[n];
    if (!e.graph.forest.contains(loop, node.block))
      continue;
    entered = e.table.either(entered, e.guards[n]);
    const auto &successors = e.function.blocks[node.block].successors;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (e.graph.forest.contains(loop, successors[i]))
        continue;
      has_exit = true;
      left = e.table.either(left, e.edge_guards[n][i]);
    }
  }
  if (!has_exit || entered.is_no())
    return true;
  return e.solver.solve(left) != logic::Solver::Answer::kUnsatisfiable;
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

class SatEngine final : public Engine {
public:
  SatEngine(const Facts &facts, const Question &question, const Limits &limits)
      : facts_(facts), question_(question), limits_(limits) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      result.summaries.push_back(nullptr);
      if (!facts_.program.procedures()[procedure].has_body ||
          !is_worth_asking(procedure))
        continue;
      Relevance relevance(facts_, procedure);
      Setting setting{facts_, question_, limits_, procedure, relevance};
      std::uint64_t steps = std::min(limits_.steps, budget.left());
      Budget own(steps);
      if (!analyse_one(setting, own, result)) {
        result.over_budget.push_back(procedure);
        std::ranges::move(
            unknown_verdicts(setting, "the function is too large"),
            std::back_inserter(result.verdicts));
      }
      budget.spend(std::min(budget.left(), steps - own.left()));
    }
    return result;
  }

private:
  // Something is acquired here, or may be freed twice.
  bool is_worth_asking(ProcedureId procedure) const {
    if (!facts_.behaviours.in(procedure).empty())
      return true;
    const ir::Function &function = facts_.program.body(procedure);
    std::size_t frees = 0;
    for (ir::BlockId block : function.blocks.ids())
      for (ir::ValueId v : function.blocks[block].insts)
        if (function.insts[v].op == ir::Op::kCall)
          for (ProcedureId callee :
               infer::followed(facts_.program, procedure, v))
            frees += frees_something(facts_.behaviours.of(callee));
    return frees > 1 || (frees > 0 && !find_loops(function).loops.empty());
  }

  static bool frees_something(const infer::Behaviour &behaviour) {
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const infer::Effect &effect : outcome.effects)
        if (effect.kind == infer::Effect::Kind::kFree)
          return true;
    return false;
  }

  // False: over budget.
  bool analyse_one(const Setting &setting, Budget &budget,
                   SccResult &result) const {
    const ir::Function &function = facts_.program.body(setting.procedure);
    LoopForest forest = find_loops(function);
    ObjectKeys keys;
    std::map<LoopId, LoopEffects> widened;
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      std::optional<Graph> graph = unrolled(setting.procedure, forest, widened);
      if (!graph)
        return false;
      Evaluation evaluation(setting, *graph, keys, budget, widened);
      if (!evaluation.run())
        return false;
      if (pass + 1 < kMaxPasses && widen_more(evaluation, widened)) {
        count(evaluation, result.counters);
        continue;
      }
      std::vector<Verdict> verdicts = check(evaluation);
      count(evaluation, result.counters);
      if (budget.exhausted())
        return false;
      sort_by_source(function, verdicts);
      std::ranges::move(verdicts, std::back_inserter(result.verdicts));
      return true;
    }
    return false;
  }

  static void count(const Evaluation &evaluation, Counters &counters) {
    const logic::Solver::Layers &layers = evaluation.solver.layers();
    counters["constant"] += layers.constant;
    counters["contradiction"] += layers.contradiction;
    counters["assignment"] += layers.assignment;
    counters["refuted"] += layers.refuted;
    counters["search"] += layers.search;
    counters["solver"] += layers.solver;
    counters["conditions"] += evaluation.table.size();
  }

  std::optional<Graph>
  unrolled(ProcedureId procedure, const LoopForest &forest,
           const std::map<LoopId, LoopEffects> &widened) const {
    const ir::Function &function = facts_.program.body(procedure);
    std::set<LoopId> loops;
    for (const auto &[loop, effects] : widened)
      loops.insert(loop);
    // Large functions get fewer rounds; the last try may have any size.
    for (std::uint32_t n = limits_.iterations; n > 0; --n) {
      auto graph = unroll(function, forest, n, loops, limits_.max_nodes);
      if (graph && (n == 1 || work_in(procedure, *graph) <= limits_.max_work))
        return graph;
    }
    return std::nullopt;
  }

  // How much there is to evaluate: a call counts for all that it may do.
  std::size_t work_in(ProcedureId procedure, const Graph &graph) const {
    const ir::Function &function = facts_.program.body(procedure);
    std::vector<std::size_t> of_block(function.blocks.size());
    for (ir::BlockId block : function.blocks.ids())
      for (ir::ValueId v : function.blocks[block].insts) {
        ++of_block[block.value];
        if (function.insts[v].op != ir::Op::kCall)
          continue;
        for (ProcedureId callee : infer::followed(facts_.program, procedure, v))
          for (const infer::Outcome &outcome :
               facts_.behaviours.of(callee).outcomes)
            of_block[block.value] +=
                2 + outcome.given.size() + outcome.effects.size();
      }
    std::size_t out = 0;
    for (NodeId node : graph.nodes.ids())
      out += of_block[graph.nodes[node].block.value];
    return out;
  }

  // Innermost loops first: an outer one may be left once they are.
  bool widen_more(Evaluation &evaluation,
                  std::map<LoopId, LoopEffects> &widened) const {
    std::vector<LoopId> stuck;
    const LoopForest &forest = evaluation.graph.forest;
    for (LoopId loop : evaluation.graph.cut)
      if (!widened.contains(loop) && !can_be_left(evaluation, loop))
        stuck.push_back(loop);
    for (LoopId loop : stuck) {
      bool has_stuck_inside = std::ranges::any_of(stuck, [&](LoopId other) {
        return other != loop &&
               forest.contains(loop, forest.loops[other].header);
      });
      if (!has_stuck_inside)
        widened[loop] = effects_of(evaluation, loop);
    }
    return !stuck.empty();
  }

  static void sort_by_source(const ir::Function &function,
                             std::vector<Verdict> &verdicts) {
    std::ranges::stable_sort(verdicts, {}, [&](const Verdict &verdict) {
      const SourcePos &pos = function.insts[verdict.site.value].pos;
      return std::tuple(pos.line, pos.column, verdict.site.value.value);
    });
  }

  Facts facts_;
  Question question_;
  Limits limits_;
};

} // namespace

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<SatEngine>(facts, question, limits);
}

} // namespace wt::sat
