// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order are the nodes of a graph with cycles stabilised?
//
// A weak topological order (Bourdoncle, "Efficient chaotic iteration
// strategies with widenings", 1993) is a sequence of nodes with nested
// components, each beginning with its head:
//
//   1 2 (3 4 (5 6) 7) 8
//
// such that every edge leads forward, or back to the head of a component that
// it starts in.  So every cycle passes a head, widening at heads is enough,
// and a component is stable as soon as its head is.
//
// Found from the nesting of loops (Havlak, 1997), which irreducible graphs
// have too, in almost linear time and without recursion; Bourdoncle's own
// algorithm is quadratic in deeply nested graphs.
//
// Tested by tests/unit/interpret/weak_order_test.cpp.

#pragma once

#include "interpret/graph.h"

#include <iosfwd>

namespace wt::fixpoint {

class WeakOrder {
public:
  static constexpr std::uint32_t kUnreached = UINT32_MAX;

  // Nodes that no root reaches are left out.
  WeakOrder(const Graph &graph, std::span<const std::uint32_t> roots);

  std::size_t size() const { return order_.size(); }
  std::span<const std::uint32_t> order() const { return order_; }
  // Place of a node in the order, or kUnreached.
  std::uint32_t position(std::uint32_t node) const { return position_[node]; }
  bool is_reached(std::uint32_t node) const {
    return position_[node] != kUnreached;
  }
  bool is_head(std::uint32_t node) const { return is_head_[node]; }
  // Position behind the last node of the component of the head at `position`.
  std::uint32_t component_end(std::uint32_t position) const {
    return end_[position];
  }
  // Is `node` in the component of `head`?
  bool is_inside(std::uint32_t node, std::uint32_t head) const {
    return position_[node] >= position_[head] &&
           position_[node] < end_[position_[head]];
  }

  // As above: "0 (1 2) 3".
  void print(std::ostream &out) const;

private:
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> end_;      // by position; position + 1 if no head
  std::vector<std::uint32_t> position_; // by node
  std::vector<bool> is_head_;           // by node
};

} // namespace wt::fixpoint
