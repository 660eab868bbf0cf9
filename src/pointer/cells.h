// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which locations exist, and which of them have become one?
//
// A location is made when some pointer first needs it, and its contents become
// a node of the constraints.  When an object is folded, several locations get
// one canonical id; sets made before may still hold the others.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#pragma once

#include "pointer/constraints.h"
#include "pointer/offsets.h"

#include <span>

namespace wt::pointer {

class Cells {
public:
  Cells(Constraints &constraints, std::uint32_t locations_per_object)
      : constraints_(constraints), most_(locations_per_object) {}

  // Must be called when objects may have been added.
  void sync();

  // The location of a normalised offset, made if needed.
  LocationId get(ObjectId object, std::uint32_t offset);
  LocationId canonical(LocationId id) const {
    while (aliases_[id] != id) // as long as its object was folded often
      id = aliases_[id];
    return id;
  }
  Location location(LocationId id) const { return locations_[canonical(id)]; }
  NodeId contents(LocationId id) const { return contents_[canonical(id)]; }
  std::size_t location_count() const { return locations_.size(); }
  // In order of offsets.
  std::span<const LocationId> of(ObjectId object) const {
    return by_object_[object];
  }
  const Offsets &offsets(ObjectId object) const { return offsets_[object]; }
  std::size_t object_count() const { return offsets_.size(); }

  // Takes all offsets modulo `modulus` from now on.
  void fold(ObjectId object, std::uint32_t modulus);
  std::size_t folded_objects() const { return folded_objects_; }

  // What happened since these were last cleared by their reader.
  std::vector<LocationId> made;
  std::vector<ObjectId> folded;
  struct Same {
    NodeId kept, merged;
  };
  std::vector<Same> same; // contents that are one cell now

private:
  LocationId add(Location location, NodeId contents);

  Constraints &constraints_;
  std::uint32_t most_;
  std::size_t folded_objects_ = 0;
  IdMap<ObjectId, Offsets> offsets_;
  IdMap<ObjectId, std::vector<LocationId>> by_object_;
  IdMap<LocationId, Location> locations_;
  IdMap<LocationId, LocationId> aliases_; // itself: canonical
  IdMap<LocationId, NodeId> contents_;
};

} // namespace wt::pointer
