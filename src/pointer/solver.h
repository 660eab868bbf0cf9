// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which locations may each pointer hold?
//
// solve() computes the least solution of the constraints: difference
// propagation along copy edges in topological order, cycles of copies merged
// into one node (Nuutila and Soisalon-Soininen; Pereira and Berlin, "Wave
// propagation and deep propagation for pointer analysis", 2009), functions
// reached through pointers reported while solving.  A cycle of copies that
// moves a pointer on at each turn would never end by itself: its targets are
// treated as walked by the sum of the moves (`copy_any`).
//
// The result does not depend on addresses or on hashing: the same constraints
// in the same order give the same ids and the same sets.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#pragma once

#include "pointer/constraints.h"
#include "pointer/offsets.h"
#include "pointer/point_set.h"
#include "support/budget.h"

#include <optional>
#include <span>

namespace wt::pointer {

// Told about every function that reaches an indirect call, once for each pair.
// It may add to the constraints being solved.
class Client {
public:
  virtual ~Client() = default;
  virtual void on_function(std::uint32_t token, ObjectId function) = 0;
  // Nothing is left to do.  True: it has added constraints, so there is.
  virtual bool on_fixpoint() { return false; }
};

struct Limits {
  std::uint32_t locations_per_object = 512; // more: it becomes one location
  std::uint32_t pairs_per_memcopy = 64;     // more: copied through a hub
  std::uint64_t steps = UINT64_MAX;         // more: gives up, as without budget
};

struct Statistics {
  std::size_t nodes = 0;        // cells of memory included
  std::size_t merged_nodes = 0; // found equal to another one
  std::size_t locations = 0;
  std::size_t edges = 0;          // of copies, at the end
  std::size_t folded_objects = 0; // made coarser than their layout
  std::size_t growing_cycles = 0; // cycles of copies that move the pointer
  std::size_t reorders = 0;       // searches for cycles
  std::size_t largest_set = 0;
  double average_set = 0; // over nodes that point to something
  std::uint64_t steps = 0;
};

// Constant after solve().  All ids handed out are representatives: a location
// of a folded object appears once.
class Solution {
public:
  // False: the budget ran out, and the sets are too small to rely on.
  bool is_complete() const { return is_complete_; }

  const PointSet &points_to(NodeId node) const {
    return sets_[representative(node).value];
  }
  // Nodes with one representative hold the same set.
  NodeId representative(NodeId node) const { return representatives_[node]; }

  // See constraints.h: the location of outside, and all locations of objects
  // that have escaped, its own among them.  Sets with outside hold none of the
  // others.
  LocationId outside() const { return outside_; }
  const PointSet &escaped() const { return escaped_; }
  bool is_escaped(ObjectId object) const { return is_escaped_[object.value]; }

  // `id` as handed out by points_to(), find() or cells().
  Location location(LocationId id) const { return locations_[id]; }
  NodeId contents(LocationId id) const { return contents_[id]; }
  std::size_t location_count() const { return locations_.size(); }

  // The location of an offset, if any pointer ever needed it.
  std::optional<LocationId> find(ObjectId object, std::uint32_t offset) const;
  // All locations of an object, by offset.
  std::span<const LocationId> cells(ObjectId object) const {
    return cells_[object];
  }
  // True: offsets in the object mean little (see constraints.h).
  bool is_folded(ObjectId object) const { return offsets_[object].fold() != 0; }

  const Statistics &statistics() const { return statistics_; }

private:
  friend class SolutionBuilder;

  bool is_complete_ = false;
  IdMap<NodeId, NodeId> representatives_;
  std::vector<PointSet> sets_; // by node; empty unless a representative
  IdMap<LocationId, Location> locations_;
  IdMap<LocationId, NodeId> contents_;
  IdMap<ObjectId, std::vector<LocationId>> cells_;
  IdMap<ObjectId, Offsets> offsets_;
  LocationId outside_; // invalid: there is none
  PointSet escaped_;
  std::vector<bool> is_escaped_; // by object
  Statistics statistics_;
};

// Adds to `constraints` the nodes of memory cells, and what the client adds.
Solution solve(Constraints &constraints, Client &client, Budget &budget,
               const Limits &limits = {});

} // namespace wt::pointer
