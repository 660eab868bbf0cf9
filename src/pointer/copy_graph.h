// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sets flow where, and what is left to do?
//
// The graph of the solver: nodes with their sets, plain copies as edges, all
// other constraints as *uses* of the node whose set they watch.  Nodes found
// equal are merged.  Work is handed out in topological order of the last
// search for cycles; a search is due when as much work was done since the last
// one as several cost, so searching takes a small part of the time.
//
// A node that *shares* with outside (a cell of escaped memory) holds a pointer
// to outside, and what flows into it flows into `escaped`.  It needs no more:
// its set stays as it is, edges into it lead to `escaped`, and those out of it
// are dropped once they have carried outside.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#pragma once

#include "pointer/constraints.h"
#include "pointer/pair_set.h"
#include "pointer/point_set.h"

#include <queue>
#include <span>

namespace wt::pointer {

// A constraint seen from the node it watches.
struct Use {
  Constraint::Kind kind;
  NodeId other;             // gets what comes out, or is stored
  std::int32_t offset = 0;  // of moves, loads and stores
  std::uint32_t extent = 0; // stride, token, or which memcopy
  auto operator<=>(const Use &) const = default;
};

class CopyGraph {
public:
  void resize(std::size_t nodes);
  std::size_t size() const { return parents_.size(); }
  NodeId find(NodeId node);

  const PointSet &points(NodeId node) { return nodes_[find(node).value].all; }
  void add_point(NodeId node, LocationId location);
  void add_points(NodeId node, const PointSet &points);
  void add_edge(NodeId from, NodeId to);
  // Uses are kept only: what is there already is not handed out again.
  void add_use(NodeId node, const Use &use);
  void unify(NodeId a, NodeId b);

  // See constraints.h.
  void set_outside(LocationId outside, NodeId escaped) {
    outside_ = outside;
    escaped_ = escaped;
  }
  NodeId escaped() const { return escaped_; }
  void share(NodeId node);
  // The location is meant by outside, and left out where that is.
  void mark_escaped(LocationId location);

  // The next node with something new, taken out; nothing: all is done.
  struct Work {
    NodeId node;
    PointSet fresh;
  };
  bool take(Work &work);
  // Everybody has seen what was taken out of the node.
  void finish(NodeId node);
  // Of a representative; both may grow while they are read by index.
  const std::vector<std::uint32_t> &edges(NodeId node) const {
    return nodes_[node.value].edges;
  }
  const std::vector<Use> &uses(NodeId node) const {
    return nodes_[node.value].uses;
  }

  bool is_search_due() const {
    return new_edges_ > 0 && work_ >= 2 * search_cost_;
  }
  // Merges cycles of plain copies and orders the rest.  Returns nodes whose
  // pointers are moved around a cycle, and by what.
  struct Growth {
    NodeId node;
    std::uint32_t stride;
  };
  std::vector<Growth> search_cycles();

  // Steps of work so far: one for each edge followed and chunk looked at.
  std::uint64_t steps() const { return steps_; }
  void count(std::uint64_t steps) {
    steps_ += steps;
    work_ += steps;
  }
  std::size_t merged() const { return merged_; }
  std::size_t searches() const { return searches_; }
  std::size_t edge_count() const;

private:
  struct Node {
    PointSet all;
    PointSet pending; // part of `all` that edges and uses have not seen
    std::vector<std::uint32_t> edges;
    std::vector<Use> uses;
    std::uint32_t order = UINT32_MAX;
    bool is_queued = false;
    bool has_outside = false; // but for `escaped` itself
    bool is_shared = false;
  };
  struct Queued {
    std::uint32_t order, node;
    bool operator>(const Queued &other) const {
      return order != other.order ? order > other.order : node > other.node;
    }
  };

  void enqueue(NodeId node);
  // Where what is sent to a node arrives.
  NodeId sink(NodeId node) {
    NodeId own = find(node);
    return nodes_[own.value].is_shared ? find(escaped_) : own;
  }
  void leave_out_escaped(Node &node);
  void tidy_edges();
  void merge_cycles();
  std::vector<Growth> order_nodes();
  void find_growth(std::span<const std::uint32_t> component,
                   std::vector<Growth> &out);

  std::vector<std::uint32_t> parents_;
  std::vector<Node> nodes_;
  PairSet known_edges_;
  LocationId outside_;
  NodeId escaped_;
  std::vector<std::uint32_t> escaped_words_; // bits of locations
  std::priority_queue<Queued, std::vector<Queued>, std::greater<>> queue_;
  std::vector<std::uint32_t> component_of_; // these two: during a search
  std::vector<std::int64_t> place_of_;
  std::uint64_t steps_ = 0;
  std::uint64_t work_ = 0;        // since the last search
  std::uint64_t search_cost_ = 0; // of the last search
  std::size_t new_edges_ = 0;     // since the last search
  std::size_t merged_ = 0;
  std::size_t searches_ = 0;
};

} // namespace wt::pointer
