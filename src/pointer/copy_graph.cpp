// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do sets travel?  Each node remembers which part of its set its edges and
// uses have not seen; only that part is sent on.  Merging two nodes sends on
// again what the smaller one had not seen: through its edges alone, if it has
// no uses.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#include "pointer/copy_graph.h"

#include <algorithm>

namespace wt::pointer {

void CopyGraph::resize(std::size_t nodes) {
  for (std::size_t i = parents_.size(); i < nodes; ++i)
    parents_.push_back(static_cast<std::uint32_t>(i));
  nodes_.resize(std::max(nodes, nodes_.size()));
}

NodeId CopyGraph::find(NodeId node) {
  std::uint32_t at = node.value;
  while (parents_[at] != at)
    at = parents_[at] = parents_[parents_[at]];
  return NodeId(at);
}

void CopyGraph::enqueue(NodeId node) {
  Node &own = nodes_[node.value];
  if (own.is_queued)
    return;
  own.is_queued = true;
  // What has escaped should be known early: much need not be sent then.
  bool is_escaped = escaped_.valid() && node == find(escaped_);
  queue_.push({is_escaped ? 0 : own.order, node.value});
}

void CopyGraph::add_point(NodeId node, LocationId location) {
  PointSet single;
  single.append(location);
  add_points(node, single);
}

void CopyGraph::add_points(NodeId node, const PointSet &points) {
  NodeId to = sink(node);
  Node &own = nodes_[to.value];
  count(1 + points.chunk_count());
  bool grew;
  if (own.has_outside && points.meets(escaped_words_)) {
    PointSet rest = points;
    rest.subtract(escaped_words_);
    grew = own.all.insert(rest, own.pending);
  } else {
    grew = own.all.insert(points, own.pending);
  }
  if (!grew)
    return;
  enqueue(to);
  if (outside_.valid() && !own.has_outside && to != find(escaped_) &&
      points.contains(outside_)) {
    own.has_outside = true;
    leave_out_escaped(own);
  }
}

void CopyGraph::leave_out_escaped(Node &node) {
  node.all.subtract(escaped_words_);
  node.pending.subtract(escaped_words_);
}

void CopyGraph::mark_escaped(LocationId location) {
  std::size_t word = location.value / 32;
  if (word >= escaped_words_.size())
    escaped_words_.resize(word + 1, 0);
  escaped_words_[word] |= 1u << (location.value % 32);
}

void CopyGraph::share(NodeId node) {
  NodeId own = find(node);
  if (nodes_[own.value].is_shared)
    return;
  add_point(own, outside_);
  nodes_[own.value].is_shared = true;
  add_points(escaped_, nodes_[own.value].all);
}

void CopyGraph::add_edge(NodeId from, NodeId to) {
  NodeId source = find(from), target = sink(to);
  count(1);
  if (nodes_[source.value].is_shared) // its set is as large as ever
    return add_points(target, nodes_[source.value].all);
  if (source == target || !known_edges_.insert(source.value, target.value))
    return;
  nodes_[source.value].edges.push_back(target.value);
  ++new_edges_;
  if (!nodes_[source.value].all.empty())
    add_points(target, nodes_[source.value].all);
}

void CopyGraph::add_use(NodeId node, const Use &use) {
  nodes_[find(node).value].uses.push_back(use);
  new_edges_ += use.kind == Constraint::Kind::kCopy;
}

void CopyGraph::unify(NodeId a, NodeId b) {
  NodeId kept = find(a), gone = find(b);
  if (kept == gone)
    return;
  if (nodes_[kept.value].edges.size() + nodes_[kept.value].uses.size() <
      nodes_[gone.value].edges.size() + nodes_[gone.value].uses.size())
    std::swap(kept, gone);
  Node &to = nodes_[kept.value];
  Node from = std::move(nodes_[gone.value]);
  nodes_[gone.value] = Node();
  parents_[gone.value] = kept.value;
  ++merged_;
  ++new_edges_;
  count(1 + from.edges.size() + from.uses.size() + from.all.chunk_count());

  bool is_shared = to.is_shared || from.is_shared;
  bool was_shared = to.is_shared && from.is_shared;
  to.has_outside |= from.has_outside;
  PointSet seen = from.all;
  seen.subtract(from.pending);
  to.all.insert(from.all, to.pending);
  std::erase_if(from.edges, [&](std::uint32_t target) {
    return find(NodeId(target)) == kept;
  });
  PointSet missed; // by the edges and uses of the one that is gone
  if (!from.edges.empty() || !from.uses.empty()) {
    missed = PointSet(to.all);
    missed.subtract(seen);
  }
  if (!from.uses.empty())
    to.pending.insert(missed);
  to.edges.insert(to.edges.end(), from.edges.begin(), from.edges.end());
  to.uses.insert(to.uses.end(), from.uses.begin(), from.uses.end());
  if (!to.pending.empty())
    enqueue(kept);
  if (from.uses.empty() && !missed.empty())
    for (std::uint32_t target : from.edges)
      add_points(NodeId(target), missed);
  to.is_shared = is_shared;
  if (is_shared && !was_shared)
    add_points(escaped_, to.all);
}

bool CopyGraph::take(Work &work) {
  while (!queue_.empty()) {
    NodeId node(queue_.top().node);
    queue_.pop();
    Node &own = nodes_[node.value];
    own.is_queued = false;
    if (find(node) != node || own.pending.empty())
      continue;
    work.node = node;
    work.fresh = PointSet();
    work.fresh.swap(own.pending);
    return true;
  }
  return false;
}

void CopyGraph::finish(NodeId node) {
  Node &own = nodes_[node.value];
  if (!own.is_shared || !own.pending.empty())
    return;
  own.edges = {};
  own.uses = {};
}

std::size_t CopyGraph::edge_count() const {
  std::size_t count = 0;
  for (const Node &node : nodes_)
    count += node.edges.size();
  return count;
}

} // namespace wt::pointer
