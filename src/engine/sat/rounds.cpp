// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths with few rounds of loops (see rounds.h).

#include "engine/sat/rounds.h"

#include <algorithm>

namespace wt::sat {
namespace {

constexpr std::size_t kMostTries = 3;

bool is_back_edge(const Graph &graph, NodeId from, NodeId to) {
  ir::BlockId head = graph.nodes[to].block;
  LoopId loop = graph.forest.innermost[head];
  return loop.valid() && graph.forest.loops[loop].header == head &&
         graph.forest.contains(loop, graph.nodes[from].block);
}

} // namespace

Rounds::Rounds(const Graph &graph) {
  IdMap<NodeId, std::size_t> least(graph.nodes.size(), 0);
  for (NodeId node : graph.nodes.ids()) { // in topological order
    const Node &copy = graph.nodes[node];
    std::size_t fewest = copy.predecessors.empty() ? 0 : SIZE_MAX;
    bool is_head = false;
    for (const Node::Edge &edge : copy.predecessors) {
      bool is_back = is_back_edge(graph, edge.from, node);
      is_head |= is_back;
      fewest = std::min(fewest, least[edge.from] + is_back);
    }
    least[node] = fewest;
    if (!is_head || fewest == 0)
      continue;
    if (heads_.size() < fewest)
      heads_.resize(fewest);
    heads_[fewest - 1].push_back(node);
  }
}

void Rounds::take_fewest(Evaluation &e, std::span<const Cond> parts) const {
  auto is_reached = [&](NodeId node) { return e.solver.value(e.guards[node]); };
  std::size_t taken = 0;
  while (taken < heads_.size() &&
         std::ranges::any_of(heads_[taken], is_reached))
    ++taken;
  for (std::size_t rounds = 0; rounds < std::min(taken, kMostTries); ++rounds) {
    std::vector<Cond> fewer(parts.begin(), parts.end());
    for (NodeId head : heads_[rounds])
      if (!e.guards[head].is_no())
        fewer.push_back(!e.guards[head]);
    if (e.solver.solve(fewer) == logic::Solver::Answer::kSatisfiable)
      return;
  }
  if (taken > 0)
    e.solver.solve(parts);
}

} // namespace wt::sat
