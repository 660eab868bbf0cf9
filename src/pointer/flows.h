// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do whole pieces of memory flow, whose cells are not all known yet?
//
// A memory copy, or an access of unknown extent, is written down at the object
// and applied to each of its cells: those there now, and those made later.
//
// What is put anywhere into an object is one node for each range of bytes, what
// is taken from anywhere one more: `n` sources and `m` targets are n + m edges.
//
// What flows into an object that has escaped goes to `escaped`; what flows out
// is a pointer to outside (constraints.h).
//
// A memory copy relates each of its targets with each of its sources.  Beyond
// a limit of pairs all are related with one *hub* object instead, in which the
// copied bytes lie as they do in both.
//
// Tested by tests/unit/pointer/solver_random_test.cpp.

#pragma once

#include "pointer/cells.h"
#include "pointer/copy_graph.h"

#include <unordered_set>

namespace wt::pointer {

class Flows {
public:
  Flows(Constraints &constraints, Cells &cells, CopyGraph &graph,
        std::uint32_t pairs_per_memcopy)
      : constraints_(constraints), cells_(cells), graph_(graph),
        most_pairs_(pairs_per_memcopy) {}

  std::uint32_t add_memcopy(std::uint32_t size);
  // A new target, or source, of a memory copy.
  void add_end(std::uint32_t memcopy, LocationId end, bool is_target);
  // All cells of an object flow into `node`, or `node` into all of them.
  void add_whole(ObjectId object, NodeId node, bool is_store);
  // The object escapes, with all its cells.
  void escape(ObjectId object);
  bool is_escaped(ObjectId object) const {
    return pieces_.contains(object) && pieces_[object].is_escaped;
  }

  // Deals with cells made and objects folded until there are no more.
  void settle();

private:
  struct Memcopy {
    std::uint32_t size;
    ObjectId hub = {}; // once there are too many pairs
    std::vector<LocationId> targets = {}, sources = {};
    PointSet known_targets = {}, known_sources = {};
  };
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t size = kUnknownSize;
    bool operator==(const Range &) const = default;
  };
  // `node` flows into the cells within the range.
  struct Inflow {
    Range range;
    NodeId node;
  };
  // Cells within the range flow into cells of `target`.
  struct Copy {
    Range range;
    Location target;
    bool operator==(const Copy &) const = default;
  };
  // What happens to the cells of an object.
  struct Piece {
    std::vector<Inflow> inflows; // by different ranges
    std::vector<Copy> copies;
    NodeId out; // all cells flow into it, once it is valid
    bool is_escaped = false;
  };
  struct KnownCopy {
    ObjectId source;
    Copy copy;
    bool operator==(const KnownCopy &) const = default;
  };
  struct Hash {
    std::size_t operator()(const KnownCopy &known) const;
  };

  void sync();
  NodeId add_node();
  void add_pair(Location target, Location source, std::uint32_t size);
  void add_hub(Memcopy &memcopy);
  void add_inflow(ObjectId object, Range range, NodeId from);
  void add_copy(ObjectId object, const Copy &copy);
  NodeId out_of(ObjectId object);
  void pass_on(ObjectId object, const Inflow &inflow, const Copy &copy);
  void apply(const Inflow &inflow, LocationId cell);
  void apply(const Copy &copy, LocationId cell);
  void apply_all(ObjectId object);
  void apply_all(ObjectId object, const Inflow &inflow);
  void add_cell(LocationId cell);
  void escape_cell(LocationId cell);
  std::vector<LocationId> cells_of(ObjectId object) const {
    return {cells_.of(object).begin(), cells_.of(object).end()};
  }

  Constraints &constraints_;
  Cells &cells_;
  CopyGraph &graph_;
  std::uint32_t most_pairs_;
  std::vector<Memcopy> memcopies_;
  IdMap<ObjectId, Piece> pieces_;
  std::unordered_set<KnownCopy, Hash> known_copies_;
  struct NewInflow {
    ObjectId object;
    Inflow inflow;
  };
  std::vector<NewInflow> new_inflows_; // not applied yet
  NodeId outside_;                     // contents of outside, once there is any
};

} // namespace wt::pointer
