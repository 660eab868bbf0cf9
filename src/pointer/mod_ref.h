// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory may a procedure change or look at, with all that it calls?
//
// Bottom-up over the call graph that points-to has found.  A procedure's own
// locals are dead when it returns and are left out, unless it is recursive.
// What code outside the program may do is a mark on the set, not a list: it
// means all that has escaped.  Such code may also call every function that has
// escaped: together they are one more procedure of the call graph.
//
// Sets stay small: beyond a limit single locations become whole objects, and
// equal sets are kept once.
//
// Tested by tests/unit/pointer/mod_ref_test.cpp.

#pragma once

#include "pointer/points_to.h"

#include <unordered_map>

namespace wt::pointer {

// A set of memory cells.
class CellSet {
public:
  bool empty() const {
    return locations_.empty() && objects_.empty() && !is_outside_;
  }
  // Includes all that has escaped to code outside the program.
  bool is_outside() const { return is_outside_; }
  // Single cells, and objects of which any cell is meant.  Ascending.
  const PointSet &locations() const { return locations_; }
  std::vector<ObjectId> objects() const;
  bool operator==(const CellSet &) const = default;

private:
  friend class ModRef;
  friend class ModRefBuilder;
  PointSet locations_;
  PointSet objects_; // numbers of objects
  bool is_outside_ = false;
};

class ModRef {
public:
  explicit ModRef(const PointsTo &facts, std::size_t most_locations = 512);

  const CellSet &modified(ProcedureId p) const { return *sets_[modified_[p]]; }
  const CellSet &referenced(ProcedureId p) const {
    return *sets_[referenced_[p]];
  }
  // Could the call change, or look at, the cell?  Results are not asked for.
  bool may_modify(ProcedureId caller, ir::ValueId call, LocationId cell) const;
  bool may_reference(ProcedureId caller, ir::ValueId call,
                     LocationId cell) const;
  CellSet modified_by(ProcedureId caller, ir::ValueId call) const;
  CellSet referenced_by(ProcedureId caller, ir::ValueId call) const;

  bool contains(const CellSet &set, LocationId cell) const;
  std::size_t set_count() const { return sets_.size(); }
  std::string names(const CellSet &set) const; // "{g+8, all of list, outside}"

private:
  friend class ModRefBuilder;
  using SetNumber = std::uint32_t;

  const PointsTo &facts_;
  std::vector<std::unique_ptr<const CellSet>> sets_;
  IdMap<ProcedureId, SetNumber> modified_, referenced_; // outside is the last
};

} // namespace wt::pointer
