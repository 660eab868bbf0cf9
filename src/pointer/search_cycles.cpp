// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do pointers run in circles?
//
// Nodes on a cycle of plain copies hold the same set and are merged.  In the
// graph of plain copies and moves together, a component may hold cycles that
// move the pointer on: all its cycles move by multiples of one number, the
// greatest common divisor of what each edge disagrees with a spanning tree.
//
// Tested by tests/unit/pointer/solver_cycle_test.cpp.

#include "pointer/components.h"
#include "pointer/copy_graph.h"

#include <algorithm>
#include <numeric>

namespace wt::pointer {

namespace {

constexpr std::int64_t kNoPlace = INT64_MIN;

bool is_step(const Use &use) {
  return use.kind == Constraint::Kind::kCopy ||
         use.kind == Constraint::Kind::kCopyAny;
}

} // namespace

std::vector<CopyGraph::Growth> CopyGraph::search_cycles() {
  ++searches_;
  std::uint64_t before = steps_;
  std::size_t merged_before = merged_;
  merge_cycles();
  tidy_edges();
  if (merged_ != merged_before) {
    known_edges_.clear();
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      for (std::uint32_t to : nodes_[node].edges)
        known_edges_.insert(node, to);
  }
  std::vector<Growth> growth = order_nodes();
  count(nodes_.size());
  search_cost_ = steps_ - before;
  work_ = 0;
  new_edges_ = 0;
  return growth;
}

void CopyGraph::merge_cycles() {
  Components components = find_components(
      static_cast<std::uint32_t>(nodes_.size()),
      [&](std::uint32_t node) { return parents_[node] != node; },
      [&](std::uint32_t node, std::uint32_t i) {
        ++steps_;
        const std::vector<std::uint32_t> &edges = nodes_[node].edges;
        return i < edges.size() ? sink(NodeId(edges[i])).value : kNoSuccessor;
      });
  for (std::size_t i = 0; i < components.size(); ++i)
    for (std::uint32_t at = components.begins[i] + 1;
         at < components.begins[i + 1]; ++at)
      unify(NodeId(components.members[components.begins[i]]),
            NodeId(components.members[at]));
}

// Every edge and use names a representative, once.
void CopyGraph::tidy_edges() {
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].has_outside)
      leave_out_escaped(nodes_[node]);
    std::vector<std::uint32_t> &edges = nodes_[node].edges;
    for (std::uint32_t &to : edges)
      to = sink(NodeId(to)).value;
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::erase(edges, node);
    std::vector<Use> &uses = nodes_[node].uses;
    for (Use &use : uses)
      if (use.other.valid())
        use.other = find(use.other);
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  }
}

std::vector<CopyGraph::Growth> CopyGraph::order_nodes() {
  Components components = find_components(
      static_cast<std::uint32_t>(nodes_.size()),
      [&](std::uint32_t node) { return parents_[node] != node; },
      [&](std::uint32_t node, std::uint32_t i) {
        ++steps_;
        const Node &own = nodes_[node];
        if (i < own.edges.size())
          return own.edges[i];
        i -= static_cast<std::uint32_t>(own.edges.size());
        // Uses are sorted by kind: moves and walks are the first ones.
        return i < own.uses.size() && is_step(own.uses[i])
                   ? own.uses[i].other.value
                   : kNoSuccessor;
      });
  component_of_.assign(nodes_.size(), 0);
  for (std::uint32_t i = 0; i < components.size(); ++i)
    for (std::uint32_t at = components.begins[i]; at < components.begins[i + 1];
         ++at)
      component_of_[components.members[at]] = i;
  queue_ = {};
  std::vector<Growth> growth;
  for (std::uint32_t i = 0; i < components.size(); ++i) {
    std::span<const std::uint32_t> members(
        components.members.data() + components.begins[i],
        components.begins[i + 1] - components.begins[i]);
    std::uint32_t order = static_cast<std::uint32_t>(components.size()) - i;
    for (std::uint32_t node : members) {
      nodes_[node].order = order;
      nodes_[node].is_queued = false;
      if (!nodes_[node].pending.empty())
        enqueue(NodeId(node));
    }
    find_growth(members, growth);
  }
  return growth;
}

void CopyGraph::find_growth(std::span<const std::uint32_t> component,
                            std::vector<Growth> &out) {
  std::uint32_t own = component_of_[component.front()];
  auto is_inside = [&](const Use &use) {
    return is_step(use) && component_of_[use.other.value] == own;
  };
  auto has_move = [&](std::uint32_t node) {
    return std::ranges::any_of(nodes_[node].uses, [&](const Use &use) {
      return is_inside(use) && use.kind == Constraint::Kind::kCopy;
    });
  };
  std::vector<std::uint32_t> movers;
  std::ranges::copy_if(component, std::back_inserter(movers), has_move);
  if (movers.empty())
    return;

  // A place for each node, by any path from the first one.
  std::vector<std::pair<std::uint32_t, std::int64_t>> places{
      {component.front(), 0}};
  std::int64_t divisor = 0;
  place_of_.resize(nodes_.size());
  for (std::uint32_t node : component)
    place_of_[node] = kNoPlace;
  place_of_[component.front()] = 0;
  auto follow = [&](std::int64_t place, std::uint32_t to) {
    if (place_of_[to] != kNoPlace) {
      divisor = std::gcd(divisor, place - place_of_[to]);
      return;
    }
    place_of_[to] = place;
    places.emplace_back(to, place);
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto [node, place] = places[i];
    for (std::uint32_t to : nodes_[node].edges)
      if (component_of_[to] == own)
        follow(place, to);
    for (const Use &use : nodes_[node].uses) {
      if (!is_inside(use))
        continue;
      follow(place + use.offset, use.other.value);
      divisor = std::gcd(divisor, std::int64_t{use.extent});
    }
  }
  if (divisor == 0)
    return;
  std::sort(movers.begin(), movers.end());
  for (std::uint32_t node : movers)
    out.push_back({NodeId(node), static_cast<std::uint32_t>(divisor)});
}

} // namespace wt::pointer
