// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Solutions: how they are made, and searched.  See solution_builder.h.

#include "pointer/solution_builder.h"

#include <algorithm>

namespace wt::pointer {

Solution SolutionBuilder::build(bool is_complete, std::size_t growing_cycles) {
  out_.is_complete_ = is_complete;
  out_.statistics_.growing_cycles = growing_cycles;
  add_locations();
  add_sets();
  Statistics &statistics = out_.statistics_;
  statistics.nodes = graph_.size();
  statistics.merged_nodes = graph_.merged();
  statistics.locations = cells_.location_count();
  statistics.edges = graph_.edge_count();
  statistics.folded_objects = cells_.folded_objects();
  statistics.reorders = graph_.searches();
  statistics.steps = graph_.steps();
  return std::move(out_);
}

void SolutionBuilder::add_locations() {
  for (std::size_t i = 0; i < cells_.location_count(); ++i) {
    LocationId id(i);
    out_.locations_.push(cells_.location(id));
    out_.contents_.push(graph_.find(cells_.contents(id)));
    has_aliases_ |= cells_.canonical(id) != id;
  }
  if (outside_.valid())
    out_.outside_ = cells_.of(outside_).front();
  for (std::size_t i = 0; i < cells_.object_count(); ++i) {
    std::span<const LocationId> own = cells_.of(ObjectId(i));
    out_.cells_.push({own.begin(), own.end()});
    out_.is_escaped_.push_back(flows_.is_escaped(ObjectId(i)));
    if (out_.is_escaped_.back())
      for (LocationId id : own)
        out_.escaped_.insert(id);
    out_.offsets_.push(cells_.offsets(ObjectId(i)));
  }
}

void SolutionBuilder::add_sets() {
  std::size_t total = 0, filled = 0;
  out_.sets_.resize(graph_.size());
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    NodeId node(i), representative = graph_.find(node);
    out_.representatives_.push(representative);
    if (node != representative)
      continue;
    out_.sets_[i] = canonical(graph_.points(node));
    std::size_t size = out_.sets_[i].size();
    total += size;
    filled += size > 0;
    out_.statistics_.largest_set = std::max(out_.statistics_.largest_set, size);
  }
  if (filled > 0)
    out_.statistics_.average_set =
        static_cast<double>(total) / static_cast<double>(filled);
}

// What the set holds, but for what it means in any case.
PointSet SolutionBuilder::canonical(const PointSet &points) const {
  PointSet out;
  if (has_aliases_) {
    std::vector<LocationId> ids;
    for (LocationId id : points)
      ids.push_back(cells_.canonical(id));
    std::ranges::sort(ids);
    for (LocationId id : ids)
      out.append(id);
  } else {
    out = points;
  }
  if (outside_.valid() && out.contains(out_.outside_)) {
    out.subtract(out_.escaped_);
    out.insert(out_.outside_);
  }
  return out;
}

NodeId SolutionBuilder::add(Solution &out, const Object &layout) {
  ObjectId object(out.cells_.size());
  auto add_node = [&] {
    NodeId node(out.representatives_.size());
    out.sets_.emplace_back();
    return out.representatives_.push(node);
  };
  NodeId address = add_node();
  out.contents_.push(add_node());
  LocationId location = out.locations_.push({object, 0});
  out.sets_[address.value].insert(location);
  out.cells_.push({location});
  out.offsets_.push(Offsets(layout));
  out.is_escaped_.push_back(false);
  return address;
}

std::optional<LocationId> Solution::find(ObjectId object,
                                         std::uint32_t offset) const {
  std::optional<std::uint32_t> wanted = offsets_[object].normalise(offset);
  if (!wanted)
    return std::nullopt;
  auto at =
      std::ranges::lower_bound(cells_[object], *wanted, {}, [&](LocationId id) {
        return locations_[id].offset;
      });
  if (at == cells_[object].end() || locations_[*at].offset != *wanted)
    return std::nullopt;
  return *at;
}

} // namespace wt::pointer
