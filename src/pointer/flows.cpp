// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a cell copied?  To the same distance behind the target as it has
// behind the source.  Where that distance is unknown (an object without
// offsets, a long array into something else), to all that is within reach.
//
// Tested by tests/unit/pointer/solver_random_test.cpp.

#include "pointer/flows.h"

#include <algorithm>
#include <utility>

namespace wt::pointer {

namespace {

constexpr std::size_t kMostRanges = 16; // of one object; then it is all of it

} // namespace

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
  if (target != source)
    add_copy(source.object, {{source.offset, size}, target});
}

void Flows::add_whole(ObjectId object, NodeId node, bool is_store) {
  if (is_store)
    add_inflow(object, {}, node);
  else
    graph_.add_edge(out_of(object), node);
}

// The first object to escape is outside itself.
void Flows::escape(ObjectId object) {
  sync();
  if (pieces_[object].is_escaped)
    return;
  pieces_[object].is_escaped = true;
  if (object == constraints_.outside())
    outside_ = cells_.contents(cells_.of(object).front());
  for (LocationId cell : cells_of(object))
    escape_cell(cell);
  const Piece piece = pieces_[object]; // others get more while it is read
  for (const Inflow &inflow : piece.inflows)
    graph_.add_edge(inflow.node, graph_.escaped());
  for (const Copy &copy : piece.copies)
    add_inflow(copy.target.object, {copy.target.offset, copy.range.size},
               outside_);
  if (piece.out.valid())
    graph_.add_edge(outside_, piece.out);
}

void Flows::escape_cell(LocationId cell) {
  ObjectId object = cells_.location(cell).object;
  if (object != constraints_.outside())
    graph_.mark_escaped(cell);
  if (!constraints_.objects()[object].holds_nothing)
    graph_.share(cells_.contents(cell));
}

void Flows::sync() {
  pieces_.resize(cells_.object_count());
  graph_.resize(constraints_.node_count());
}

NodeId Flows::add_node() {
  NodeId node = constraints_.add_node();
  sync();
  return node;
}

void Flows::add_inflow(ObjectId object, Range range, NodeId from) {
  sync();
  if (pieces_[object].is_escaped)
    return graph_.add_edge(from, graph_.escaped());
  std::vector<Inflow> &inflows = pieces_[object].inflows;
  if (inflows.size() >= kMostRanges)
    range = {};
  auto found = std::ranges::find(inflows, range, &Inflow::range);
  if (found != inflows.end())
    return graph_.add_edge(from, found->node);
  inflows.push_back({range, add_node()});
  new_inflows_.push_back({object, inflows.back()});
  graph_.add_edge(from, inflows.back().node);
}

NodeId Flows::out_of(ObjectId object) {
  sync();
  Piece &piece = pieces_[object];
  if (piece.is_escaped)
    return outside_;
  if (piece.out.valid())
    return piece.out;
  piece.out = add_node();
  for (const Inflow &inflow : piece.inflows)
    graph_.add_edge(inflow.node, piece.out);
  for (LocationId cell : cells_of(object))
    graph_.add_edge(cells_.contents(cell), piece.out);
  return piece.out;
}

void Flows::add_copy(ObjectId object, const Copy &copy) {
  sync();
  graph_.count(1);
  if (!known_copies_.insert({object, copy}).second)
    return;
  if (pieces_[object].is_escaped)
    return add_inflow(copy.target.object, {copy.target.offset, copy.range.size},
                      outside_);
  pieces_[object].copies.push_back(copy);
  for (std::size_t i = 0; i < pieces_[object].inflows.size(); ++i)
    pass_on(object, Inflow(pieces_[object].inflows[i]), copy);
  for (LocationId cell : cells_of(object))
    apply(copy, cell);
}

// What flows into cells that nobody has asked for yet flows out of them, too.
void Flows::pass_on(ObjectId object, const Inflow &inflow, const Copy &copy) {
  graph_.count(1);
  // Ranges that move would be ever new ones around a cycle: the range of the
  // copy is taken whole.
  const Range &in = inflow.range, &out = copy.range;
  if (cells_.offsets(object).is_plain() &&
      (std::uint64_t{in.begin} + in.size <= out.begin ||
       std::uint64_t{out.begin} + out.size <= in.begin))
    return;
  add_inflow(copy.target.object, {copy.target.offset, out.size}, inflow.node);
}

void Flows::apply(const Inflow &inflow, LocationId cell) {
  graph_.count(1);
  Location place = cells_.location(cell);
  if (cells_.offsets(place.object)
          .may_cover(inflow.range.begin, inflow.range.size, place.offset))
    graph_.add_edge(inflow.node, cells_.contents(cell));
}

void Flows::apply(const Copy &copy, LocationId cell) {
  Location place = cells_.location(cell);
  ObjectId object = copy.target.object;
  const Offsets &own = cells_.offsets(place.object);
  const Offsets &target = cells_.offsets(object);
  // Both may have been folded since the copy was written down.
  std::uint32_t from = *own.normalise(copy.range.begin);
  std::uint32_t to = *target.normalise(copy.target.offset);
  std::uint32_t size = copy.range.size;
  std::vector<std::uint32_t> distances;
  if (!own.distances(place.offset, from, size, target, to, distances))
    return add_inflow(object, {to, size}, cells_.contents(cell));
  graph_.count(1 + distances.size());
  for (std::uint32_t distance : distances) {
    // Asked anew each time: a cell too many folds the target.
    const Offsets &there = cells_.offsets(object);
    std::int64_t offset = std::int64_t{*there.normalise(to)} + distance;
    if (!there.has_byte(offset))
      continue;
    LocationId made = cells_.get(object, *there.normalise(offset));
    sync();
    graph_.add_edge(cells_.contents(cell), cells_.contents(made));
  }
}

void Flows::settle() {
  sync();
  while (!cells_.made.empty() || !cells_.folded.empty() ||
         !cells_.same.empty() || !new_inflows_.empty()) {
    for (const Cells::Same &nodes : std::exchange(cells_.same, {}))
      graph_.unify(nodes.kept, nodes.merged);
    for (LocationId cell : std::exchange(cells_.made, {}))
      add_cell(cells_.canonical(cell));
    for (ObjectId object : std::exchange(cells_.folded, {}))
      apply_all(object);
    for (const NewInflow &added : std::exchange(new_inflows_, {}))
      apply_all(added.object, added.inflow);
  }
}

void Flows::add_cell(LocationId cell) {
  ObjectId object = cells_.location(cell).object;
  if (pieces_[object].is_escaped)
    return escape_cell(cell);
  for (std::size_t i = 0; i < pieces_[object].inflows.size(); ++i)
    apply(Inflow(pieces_[object].inflows[i]), cell);
  if (pieces_[object].out.valid())
    graph_.add_edge(cells_.contents(cell), pieces_[object].out);
  for (std::size_t i = 0; i < pieces_[object].copies.size(); ++i)
    apply(Copy(pieces_[object].copies[i]), cell);
}

void Flows::apply_all(ObjectId object) {
  for (std::size_t i = 0; i < pieces_[object].inflows.size(); ++i)
    apply_all(object, Inflow(pieces_[object].inflows[i]));
  for (LocationId cell : cells_of(object))
    add_cell(cells_.canonical(cell));
}

void Flows::apply_all(ObjectId object, const Inflow &inflow) {
  if (pieces_[object].is_escaped)
    return;
  for (LocationId cell : cells_of(object))
    apply(inflow, cell);
  if (pieces_[object].out.valid())
    graph_.add_edge(inflow.node, pieces_[object].out);
  for (std::size_t i = 0; i < pieces_[object].copies.size(); ++i)
    pass_on(object, inflow, Copy(pieces_[object].copies[i]));
}

std::size_t Flows::Hash::operator()(const KnownCopy &known) const {
  std::uint64_t hash = known.source.value;
  for (std::uint32_t part :
       {known.copy.range.begin, known.copy.range.size,
        known.copy.target.object.value, known.copy.target.offset})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

} // namespace wt::pointer
