// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a cell copied?  To the same distance behind the target as it has
// behind the source.  Where that distance is unknown (an object without
// offsets, a long array into something else), to all that is within reach.
//
// Tested by tests/unit/pointer/solver_random_test.cpp.

#include "pointer/flows.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace wt::pointer {

std::uint32_t Flows::add_memcopy(std::uint32_t size) {
  memcopies_.push_back({.size = size});
  return static_cast<std::uint32_t>(memcopies_.size() - 1);
}

void Flows::add_end(std::uint32_t index, LocationId end, bool is_target) {
  Memcopy &memcopy = memcopies_[index];
  if (!(is_target ? memcopy.known_targets : memcopy.known_sources).insert(end))
    return;
  (is_target ? memcopy.targets : memcopy.sources).push_back(end);
  Location place = cells_.location(end);
  if (!memcopy.hub.valid() &&
      memcopy.targets.size() * memcopy.sources.size() > most_pairs_)
    return add_hub(memcopy);
  if (memcopy.hub.valid()) {
    Location hub{memcopy.hub, 0};
    return is_target ? add_pair(place, hub, memcopy.size)
                     : add_pair(hub, place, memcopy.size);
  }
  for (LocationId other : is_target ? memcopy.sources : memcopy.targets)
    if (is_target)
      add_pair(place, cells_.location(other), memcopy.size);
    else
      add_pair(cells_.location(other), place, memcopy.size);
}

void Flows::add_hub(Memcopy &memcopy) {
  memcopy.hub = constraints_.add_object({.size = memcopy.size});
  cells_.sync();
  Location hub{memcopy.hub, 0};
  for (LocationId source : memcopy.sources)
    add_pair(hub, cells_.location(source), memcopy.size);
  for (LocationId target : memcopy.targets)
    add_pair(cells_.location(target), hub, memcopy.size);
}

void Flows::add_pair(Location target, Location source, std::uint32_t size) {
  if (target == source)
    return;
  add_flow(source.object, {.kind = Flow::Kind::kCopy,
                           .begin = source.offset,
                           .size = size,
                           .target = target.object,
                           .target_begin = target.offset});
}

void Flows::add_whole(ObjectId object, NodeId node, bool is_store) {
  add_flow(object, {.kind = is_store ? Flow::Kind::kFrom : Flow::Kind::kTo,
                    .node = graph_.find(node)});
}

void Flows::add_flow(ObjectId object, const Flow &flow) {
  known_.resize(cells_.object_count());
  flows_.resize(cells_.object_count());
  inflows_.resize(cells_.object_count());
  graph_.count(1);
  if (!known_[object].insert(flow).second)
    return;
  bool is_inflow = flow.kind == Flow::Kind::kFrom;
  if (is_inflow)
    inflows_[object].push_back(flow);
  // Those of the other direction; most objects have no inflows.
  IdMap<ObjectId, std::vector<Flow>> &others = is_inflow ? flows_ : inflows_;
  for (std::size_t i = 0; i < others[object].size(); ++i) {
    Flow other = others[object][i];
    is_inflow ? pass_on(object, flow, other) : pass_on(object, other, flow);
  }
  flows_[object].push_back(flow);
  std::vector<LocationId> there(cells_.of(object).begin(),
                                cells_.of(object).end());
  for (LocationId cell : there)
    apply(flow, cell);
}

// What flows into cells that nobody has asked for yet flows out of them, too.
void Flows::pass_on(ObjectId object, const Flow &in, const Flow &out) {
  if (in.kind != Flow::Kind::kFrom || out.kind == Flow::Kind::kFrom)
    return;
  graph_.count(1);
  if (out.kind == Flow::Kind::kTo)
    return graph_.add_edge(in.node, out.node);
  // Ranges that move would be ever new ones around a cycle: the range of the
  // copy is taken whole.
  std::uint64_t in_end = std::uint64_t{in.begin} + in.size;
  std::uint64_t out_end = std::uint64_t{out.begin} + out.size;
  if (cells_.offsets(object).is_plain() &&
      (in_end <= out.begin || out_end <= in.begin))
    return;
  add_flow(out.target, {.kind = Flow::Kind::kFrom,
                        .node = graph_.find(in.node),
                        .begin = out.target_begin,
                        .size = out.size});
}

void Flows::apply(const Flow &flow, LocationId cell) {
  graph_.count(1);
  Location place = cells_.location(cell);
  const Offsets &own = cells_.offsets(place.object);
  switch (flow.kind) {
  case Flow::Kind::kTo:
    return graph_.add_edge(cells_.contents(cell), flow.node);
  case Flow::Kind::kFrom:
    if (own.may_cover(flow.begin, flow.size, place.offset))
      graph_.add_edge(flow.node, cells_.contents(cell));
    return;
  case Flow::Kind::kCopy:
    return copy_cell(flow, cell);
  }
}

void Flows::copy_cell(const Flow &flow, LocationId cell) {
  Location place = cells_.location(cell);
  const Offsets &own = cells_.offsets(place.object);
  const Offsets &target = cells_.offsets(flow.target);
  // Both may have been folded since the flow was written down.
  std::uint32_t from = *own.normalise(flow.begin);
  std::uint32_t to = *target.normalise(flow.target_begin);
  std::vector<std::uint32_t> distances;
  if (!own.distances(place.offset, from, flow.size, target, to, distances)) {
    graph_.resize(constraints_.node_count());
    return add_flow(flow.target, {.kind = Flow::Kind::kFrom,
                                  .node = cells_.contents(cell),
                                  .begin = to,
                                  .size = flow.size});
  }
  graph_.count(distances.size());
  for (std::uint32_t distance : distances) {
    // Asked anew each time: a cell too many folds the target.
    const Offsets &there = cells_.offsets(flow.target);
    std::int64_t offset = std::int64_t{*there.normalise(to)} + distance;
    if (!there.has_byte(offset))
      continue;
    LocationId copy = cells_.get(flow.target, *there.normalise(offset));
    graph_.resize(constraints_.node_count());
    graph_.add_edge(cells_.contents(cell), cells_.contents(copy));
  }
}

void Flows::settle() {
  known_.resize(cells_.object_count());
  flows_.resize(cells_.object_count());
  inflows_.resize(cells_.object_count());
  graph_.resize(constraints_.node_count());
  while (!cells_.made.empty() || !cells_.folded.empty() ||
         !cells_.same.empty()) {
    std::vector<Cells::Same> same = std::exchange(cells_.same, {});
    for (const Cells::Same &nodes : same)
      graph_.unify(nodes.kept, nodes.merged);
    std::vector<LocationId> made = std::exchange(cells_.made, {});
    for (LocationId cell : made) {
      ObjectId object = cells_.location(cell).object;
      for (std::size_t i = 0; i < flows_[object].size(); ++i)
        apply(Flow(flows_[object][i]), cells_.canonical(cell));
    }
    std::vector<ObjectId> folded = std::exchange(cells_.folded, {});
    for (ObjectId object : folded)
      apply_all(object);
  }
}

void Flows::apply_all(ObjectId object) {
  std::vector<LocationId> there(cells_.of(object).begin(),
                                cells_.of(object).end());
  for (std::size_t i = 0; i < flows_[object].size(); ++i)
    for (LocationId cell : there)
      apply(Flow(flows_[object][i]), cell);
}

} // namespace wt::pointer
