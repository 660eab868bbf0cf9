// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are the constraints solved?
//
// Everything new in a node's set is sent along its plain copies and shown to
// its uses; a use may add copies, locations and, through the client, further
// constraints.  What a use finds out about objects (new cells, folds) and what
// the client adds is dealt with after the node, so that nothing is changed
// under the feet of a loop.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#include "pointer/solver.h"

#include "pointer/cells.h"
#include "pointer/copy_graph.h"
#include "pointer/flows.h"
#include "pointer/solution_builder.h"
#include "pointer/value_numbers.h"

#include <algorithm>
#include <utility>

namespace wt::pointer {

using Kind = Constraint::Kind;

namespace {

class Solver {
public:
  Solver(Constraints &constraints, Client &client, Budget &budget,
         const Limits &limits)
      : constraints_(constraints), client_(client), budget_(budget),
        most_steps_(limits.steps),
        cells_(constraints, limits.locations_per_object),
        flows_(constraints, cells_, graph_, limits.pairs_per_memcopy) {}

  bool run() {
    std::vector<EqualNodes> equal = find_equal_nodes(constraints_);
    add_outside();
    settle();
    for (const EqualNodes &nodes : equal)
      graph_.unify(nodes.first, nodes.second);
    search_cycles();
    propagate();
    while (!is_exhausted_ && client_.on_fixpoint()) {
      settle();
      propagate();
    }
    return !is_exhausted_;
  }

  CopyGraph &graph() { return graph_; }
  const Cells &cells() const { return cells_; }
  const Flows &flows() const { return flows_; }
  std::size_t growing_cycles() const { return growing_; }

private:
  // Spends what was done since the last call.
  bool pay() {
    std::uint64_t steps = graph_.steps() - paid_;
    paid_ = graph_.steps();
    is_exhausted_ |= !budget_.spend(steps) || paid_ > most_steps_;
    return !is_exhausted_;
  }

  void add_outside() {
    if (!constraints_.outside().valid())
      return;
    sync();
    LocationId outside = cells_.get(constraints_.outside(), 0);
    sync();
    graph_.set_outside(outside, constraints_.escaped());
    graph_.add_point(constraints_.escaped(), outside);
    flows_.escape(constraints_.outside());
  }

  void propagate() {
    CopyGraph::Work work;
    while (pay() && graph_.take(work)) {
      process(work);
      graph_.finish(work.node);
      settle();
      if (graph_.is_search_due())
        search_cycles();
    }
  }

  void process(const CopyGraph::Work &work) {
    NodeId node = work.node;
    for (std::size_t i = 0; i < graph_.edges(node).size(); ++i)
      graph_.add_points(NodeId(graph_.edges(node)[i]), work.fresh);
    bool is_escaped = constraints_.escaped().valid() &&
                      node == graph_.find(constraints_.escaped());
    if (graph_.uses(node).empty() && !is_escaped)
      return;
    std::vector<LocationId> fresh = distinct(work.fresh);
    if (is_escaped)
      for (LocationId id : fresh)
        flows_.escape(cells_.location(id).object);
    for (std::size_t i = 0; i < graph_.uses(node).size() && pay(); ++i)
      apply(Use(graph_.uses(node)[i]), fresh);
  }

  // Takes in what was added to the constraints and learnt about the cells.
  void settle() {
    do {
      sync();
      while (next_ < constraints_.list().size() && pay())
        take_in(Constraint(constraints_.list()[next_++]));
      flows_.settle();
    } while (next_ < constraints_.list().size() && !is_exhausted_);
    sync();
  }
  void sync() {
    cells_.sync();
    graph_.resize(constraints_.node_count());
  }

  void take_in(const Constraint &c) {
    assert((!has_started_ || !c.to.valid() || c.kind == Kind::kStore ||
            c.kind == Kind::kStoreAll || c.kind == Kind::kMemcopy ||
            c.kind == Kind::kIndirectCall || constraints_.is_open(c.to)) &&
           "a closed node got a constraint while solving");
    switch (c.kind) {
    case Kind::kAddressOf:
      return take_address(c);
    case Kind::kCopy:
      if (c.offset == 0)
        return graph_.add_edge(c.from, c.to);
      [[fallthrough]];
    case Kind::kCopyAny:
    case Kind::kLoad:
    case Kind::kLoadAll:
      return add_use(c.from, {c.kind, c.to, c.offset, c.extent});
    case Kind::kStore:
    case Kind::kStoreAll:
      return add_use(c.to, {c.kind, c.from, c.offset, c.extent});
    case Kind::kMemcopy: {
      std::uint32_t index = flows_.add_memcopy(c.extent);
      add_use(c.to, {c.kind, NodeId(), kTarget, index});
      return add_use(c.from, {c.kind, NodeId(), kSource, index});
    }
    case Kind::kIndirectCall:
      return add_use(c.to, {c.kind, NodeId(), 0, c.extent});
    }
  }

  void take_address(const Constraint &c) {
    auto offset = static_cast<std::uint32_t>(c.offset);
    if (std::optional<std::uint32_t> place =
            cells_.offsets(c.object).normalise(offset)) {
      LocationId location = cells_.get(c.object, *place);
      sync();
      graph_.add_point(c.to, location);
    }
  }

  void add_use(NodeId node, const Use &use) {
    graph_.add_use(node, use);
    apply(use, distinct(graph_.points(node)));
  }

  // Sets may hold many ids of what is one location now.
  std::vector<LocationId> distinct(const PointSet &points) {
    std::vector<LocationId> out;
    for (LocationId id : points)
      out.push_back(cells_.canonical(id));
    drop_repeated(out);
    return out;
  }
  void drop_repeated(std::vector<LocationId> &ids) {
    seen_.resize(cells_.location_count(), 0);
    ++round_;
    std::erase_if(ids, [&](LocationId id) {
      return std::exchange(seen_[id.value], round_) == round_;
    });
  }

  void apply(const Use &use, std::span<const LocationId> fresh) {
    if (fresh.empty())
      return;
    graph_.count(1 + fresh.size());
    switch (use.kind) {
    case Kind::kCopy:
    case Kind::kCopyAny:
      return step(use, fresh);
    case Kind::kLoad:
    case Kind::kStore:
      return access(use, fresh);
    case Kind::kLoadAll:
    case Kind::kStoreAll:
      for (LocationId id : fresh)
        if (!holds_nothing(id))
          flows_.add_whole(cells_.location(id).object, use.other,
                           use.kind == Kind::kStoreAll);
      return;
    case Kind::kMemcopy:
      for (LocationId id : fresh)
        if (!holds_nothing(id))
          flows_.add_end(use.extent, cells_.canonical(id),
                         use.offset == kTarget);
      return;
    case Kind::kIndirectCall:
      return call(use, fresh);
    case Kind::kAddressOf:
      return;
    }
  }

  bool holds_nothing(LocationId id) const {
    return constraints_.objects()[cells_.location(id).object].holds_nothing;
  }

  void step(const Use &use, std::span<const LocationId> fresh) {
    reached_.clear();
    for (LocationId id : fresh) {
      if (use.kind == Kind::kCopy)
        move(id, use.offset);
      else
        walk(id, use.extent);
      reached_.insert(reached_.end(), places_.begin(), places_.end());
    }
    drop_repeated(reached_);
    std::ranges::sort(reached_);
    PointSet out;
    for (LocationId place : reached_)
      out.append(place);
    sync();
    graph_.add_points(use.other, out);
  }

  void access(const Use &use, std::span<const LocationId> fresh) {
    for (LocationId id : fresh) {
      if (holds_nothing(id))
        continue;
      move(id, use.offset);
      sync();
      for (LocationId place : places_)
        if (use.kind == Kind::kLoad)
          graph_.add_edge(cells_.contents(place), use.other);
        else
          graph_.add_edge(use.other, cells_.contents(place));
    }
  }

  // Both leave their results in places_.
  void move(LocationId id, std::int32_t delta) {
    places_.clear();
    if (delta == 0) {
      places_.push_back(cells_.canonical(id));
      return;
    }
    Location from = cells_.location(id);
    if (!cells_.offsets(from.object).move(from.offset, delta, offsets_)) {
      cells_.fold(from.object, 1);
      offsets_ = {0};
    }
    graph_.count(offsets_.size());
    for (std::uint32_t offset : offsets_)
      places_.push_back(cells_.get(from.object, offset));
  }
  void walk(LocationId id, std::uint32_t stride) {
    Location from = cells_.location(id);
    Offsets::Walk walk = cells_.offsets(from.object).walk(from.offset, stride);
    if (walk.fold != 0) {
      cells_.fold(from.object, walk.fold);
      walk.offsets = {from.offset % walk.fold};
    }
    graph_.count(walk.offsets.size());
    places_.clear();
    for (std::uint32_t offset : walk.offsets)
      places_.push_back(cells_.get(from.object, offset));
  }

  void call(const Use &use, std::span<const LocationId> fresh) {
    for (LocationId id : fresh) {
      ObjectId object = cells_.location(id).object;
      if (constraints_.objects()[object].is_function &&
          calls_.insert(use.extent, object.value))
        client_.on_function(use.extent, object);
    }
    sync();
  }

  void search_cycles() {
    has_started_ = true;
    for (const CopyGraph::Growth &growth : graph_.search_cycles()) {
      NodeId node = graph_.find(growth.node);
      Use walk{Kind::kCopyAny, node, 0, growth.stride};
      if (!walks_.insert(node.value, growth.stride))
        continue;
      ++growing_;
      add_use(node, walk);
    }
    settle();
  }

  static constexpr std::int32_t kTarget = 0, kSource = 1;

  Constraints &constraints_;
  Client &client_;
  Budget &budget_;
  std::uint64_t most_steps_;
  CopyGraph graph_;
  Cells cells_;
  Flows flows_;
  std::size_t next_ = 0; // constraint to take in
  std::uint64_t paid_ = 0;
  bool is_exhausted_ = false;
  bool has_started_ = false;
  std::size_t growing_ = 0;
  PairSet calls_; // token and function
  PairSet walks_; // node and stride, of growing cycles
  std::vector<std::uint32_t> offsets_;
  std::vector<LocationId> places_, reached_;
  std::vector<std::uint64_t> seen_; // by location: round in which it was
  std::uint64_t round_ = 0;
};

} // namespace

Solution solve(Constraints &constraints, Client &client, Budget &budget,
               const Limits &limits) {
  Solver solver(constraints, client, budget, limits);
  bool is_complete = solver.run();
  SolutionBuilder builder(solver.graph(), solver.cells(), solver.flows(),
                          constraints.outside());
  return builder.build(is_complete, solver.growing_cycles());
}

} // namespace wt::pointer
