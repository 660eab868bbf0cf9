// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds at every node, when only a part of the graph changes at a time?
//
// The plain worklist: a node whose state grew hands it on to its successors;
// among the waiting nodes the first in the given order is next, so a change
// runs forward through the graph before it goes round a cycle.  States only
// grow.  Compared with iterate() it evaluates single edges, which pays when
// states are large and changes are few; it never narrows.
//
// Tested by tests/unit/fixpoint/iterate_test.cpp.

#pragma once

#include "fixpoint/lattice.h"
#include "fixpoint/weak_order.h"
#include "support/budget.h"

#include <functional>
#include <queue>

namespace wt::fixpoint {

// Nodes waiting for their turn, each once, smallest position first.
class PriorityWorklist {
public:
  explicit PriorityWorklist(std::size_t positions) : is_waiting_(positions) {}

  void push(std::uint32_t position) {
    if (is_waiting_[position])
      return;
    is_waiting_[position] = true;
    queue_.push(position);
  }
  std::uint32_t pop() {
    std::uint32_t position = queue_.top();
    queue_.pop();
    is_waiting_[position] = false;
    return position;
  }
  bool empty() const { return queue_.empty(); }

private:
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>
      queue_;
  std::vector<bool> is_waiting_;
};

// Widens at the heads of `order`, after `widening_delay` changes of a head.
template <Problem P>
Solution<typename P::Node, typename P::State>
propagate(const Graph &graph, const WeakOrder &order, P &problem,
          Budget &budget, const Limits &limits = {}) {
  using Node = typename P::Node;
  using State = typename P::State;
  Solution<Node, State> out(graph.size(), problem.bottom());
  PriorityWorklist waiting(order.size());
  std::vector<std::uint32_t> changes(graph.size(), 0);
  for (std::uint32_t position = 0; position < order.size(); ++position) {
    std::uint32_t node = order.order()[position];
    out.at(node) = problem.initial(node_at<Node>(node));
    waiting.push(position);
  }
  while (!waiting.empty()) {
    if (!out.step(budget.spend()))
      break;
    std::uint32_t from = order.order()[waiting.pop()];
    for (std::uint32_t to : graph.successors(from)) {
      State next = problem.transfer(node_at<Node>(from), node_at<Node>(to),
                                    out.at(from));
      State &state = out.at(to);
      bool widens = order.is_head(to) && changes[to] >= limits.widening_delay;
      bool has_changed =
          !next.is_below(state) &&
          (widens ? widen_or_join(state, next) : state.join_with(next));
      if (!has_changed)
        continue;
      ++changes[to];
      waiting.push(order.position(to));
    }
  }
  return out;
}

} // namespace wt::fixpoint
