// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must a domain offer to be iterated over, and what a problem?
//
// A state is a value with a join and an order; widening and narrowing are for
// domains with long chains.  All of them change the state in place and say
// whether it changed, so that nothing is compared twice.
//
//   struct Interval {
//     bool join_with(const Interval &other);
//     bool is_below(const Interval &other) const;   // less or equal
//     bool widen_with(const Interval &next);        // this: before
//     bool narrow_with(const Interval &next);       // this: before
//   };
//
// A problem says what holds before anything runs and what an edge does:
//
//   struct Problem {
//     using Node = ir::BlockId;
//     using State = Interval;
//     State bottom() const;               // nothing reaches this
//     State initial(Node) const;          // holds at the node from outside
//     State transfer(Node from, Node to, const State &at_from);
//   };
//
// The solution is the least (or a larger) assignment of states with
//   state(n)  >=  initial(n)  joined with  transfer(p, n, state(p))  for all p.

#pragma once

#include "fixpoint/graph.h"

namespace wt::fixpoint {

template <class S>
concept Lattice = std::copyable<S> && requires(S state, const S &other) {
  { state.join_with(other) } -> std::same_as<bool>;
  { other.is_below(other) } -> std::convertible_to<bool>;
};

// Post-condition: at least both, and no infinite chain of changes.
template <class S>
concept Widenable = Lattice<S> && requires(S state, const S &next) {
  { state.widen_with(next) } -> std::same_as<bool>;
};

// Pre-condition: `next` is below the state.  Post-condition: between the two,
// and no infinite chain of changes.
template <class S>
concept Narrowable = Lattice<S> && requires(S state, const S &next) {
  { state.narrow_with(next) } -> std::same_as<bool>;
};

template <class P>
concept Problem =
    NodeId<typename P::Node> && Lattice<typename P::State> &&
    requires(P problem, typename P::Node node, const typename P::State &state) {
      { problem.bottom() } -> std::convertible_to<typename P::State>;
      { problem.initial(node) } -> std::convertible_to<typename P::State>;
      {
        problem.transfer(node, node, state)
      } -> std::convertible_to<typename P::State>;
    };

// Joins, or widens when the domain can.
template <Lattice S> bool widen_or_join(S &state, const S &next) {
  if constexpr (Widenable<S>)
    return state.widen_with(next);
  else
    return state.join_with(next);
}

struct Limits {
  std::uint32_t widening_delay = 2;   // rounds with join before widening
  std::uint32_t narrowing_rounds = 1; // per component, where it is offered
};

template <class N, class S> class Solution {
public:
  Solution(std::size_t nodes, const S &bottom) : states_(nodes, bottom) {}

  const S &operator[](N node) const { return states_[index_of(node)]; }
  // False: the budget ran out, and the states are no solution.
  bool is_complete() const { return is_complete_; }
  std::uint64_t steps() const { return steps_; } // nodes evaluated

  // For the iterators.
  S &at(std::uint32_t index) { return states_[index]; }
  const S &at(std::uint32_t index) const { return states_[index]; }
  bool step(bool is_paid) {
    ++steps_;
    return is_complete_ = is_complete_ && is_paid;
  }

private:
  std::vector<S> states_;
  bool is_complete_ = true;
  std::uint64_t steps_ = 0;
};

} // namespace wt::fixpoint
