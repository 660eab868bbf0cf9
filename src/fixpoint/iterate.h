// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds at every node of a graph with cycles?
//
// iterate() stabilises the components of a weak topological order from the
// inside out (Bourdoncle's recursive strategy): the nodes of a component are
// evaluated in order until its head does not change any more; an inner
// component starts afresh each time, so widening inside costs no precision
// outside.  Heads are joined for `widening_delay` rounds, then widened; then,
// if the domain can narrow, the component is evaluated again from above.
//
// Its price: a change that goes round n nested components may evaluate the
// innermost 2^n times.  propagate() (fixpoint/worklist.h) does not have it.
//
// A backward analysis is the same on Graph::reversed(), starting at the exits.
//
// Each evaluation of a node costs one step of the budget.  When it runs out,
// the solution says that it is not complete and is good for nothing else.
//
// Tested by tests/unit/fixpoint/iterate_test.cpp.

#pragma once

#include "fixpoint/lattice.h"
#include "fixpoint/weak_order.h"
#include "support/budget.h"

#include <utility>

namespace wt::fixpoint {

template <Problem P> class Iteration {
public:
  using Node = typename P::Node;
  using State = typename P::State;

  Iteration(const Graph &graph, const WeakOrder &order, P &problem,
            const Limits &limits, Budget &budget)
      : graph_(graph), order_(order), problem_(problem), limits_(limits),
        budget_(budget), out_(graph.size(), problem.bottom()) {}

  Solution<Node, State> run() && {
    std::uint32_t position = 0;
    while (true) {
      if (!open_.empty() &&
          position == order_.component_end(open_.back().head)) {
        if (close_round())
          open_.pop_back();
        else
          position = open_.back().head + 1;
      } else if (position < order_.size()) {
        enter(position++);
      } else {
        break;
      }
      if (!out_.is_complete())
        break;
    }
    return std::move(out_);
  }

private:
  struct Component {
    std::uint32_t head; // position
    std::uint32_t rounds = 0;
    std::uint32_t narrowed = 0;
  };

  void enter(std::uint32_t position) {
    std::uint32_t node = order_.order()[position];
    bool is_head = order_.is_head(node);
    out_.at(node) = evaluate(node, !is_head);
    if (is_head)
      open_.push_back({.head = position});
  }

  // After the last node of the innermost component: is it stable?
  bool close_round() {
    Component &component = open_.back();
    std::uint32_t head = order_.order()[component.head];
    State next = evaluate(head, true);
    State &state = out_.at(head);
    // Narrowing an inner component is not monotone, so this may fail again
    // after narrowing; the number of rounds from above is limited.
    if (next.is_below(state))
      return !narrow(component, state, next);
    if (component.rounds++ < limits_.widening_delay)
      state.join_with(next);
    else
      widen_or_join(state, next);
    return false;
  }

  // True when the state became smaller and the body is to be evaluated again.
  bool narrow(Component &component, State &state, const State &next) {
    if constexpr (Narrowable<State>) {
      if (component.narrowed < limits_.narrowing_rounds) {
        ++component.narrowed;
        return state.narrow_with(next);
      }
    }
    return false;
  }

  // `with_back_edges`: also from nodes inside the component of a head.
  State evaluate(std::uint32_t node, bool with_back_edges) {
    out_.step(budget_.spend());
    State state = problem_.initial(node_at<Node>(node));
    for (std::uint32_t from : graph_.predecessors(node)) {
      if (!order_.is_reached(from))
        continue;
      if (!with_back_edges && order_.is_inside(from, node))
        continue;
      state.join_with(problem_.transfer(node_at<Node>(from),
                                        node_at<Node>(node), out_.at(from)));
    }
    return state;
  }

  const Graph &graph_;
  const WeakOrder &order_;
  P &problem_;
  Limits limits_;
  Budget &budget_;
  Solution<Node, State> out_;
  std::vector<Component> open_; // from the outside in
};

template <Problem P>
Solution<typename P::Node, typename P::State>
iterate(const Graph &graph, const WeakOrder &order, P &problem, Budget &budget,
        const Limits &limits = {}) {
  return Iteration<P>(graph, order, problem, limits, budget).run();
}

} // namespace wt::fixpoint
