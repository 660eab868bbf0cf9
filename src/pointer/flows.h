// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do whole pieces of memory flow, whose cells are not all known yet?
//
// A memory copy, or an access of unknown extent, is written down at the object
// and applied to each of its cells: those there now, and those made later.
//
// A memory copy relates each of its targets with each of its sources.  Beyond
// a limit of pairs all are related with one *hub* object instead, in which the
// copied bytes lie as they do in both.
//
// Tested by tests/unit/pointer/solver_random_test.cpp.

#pragma once

#include "pointer/cells.h"
#include "pointer/copy_graph.h"

#include <set>

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

  // Deals with cells made and objects folded until there are no more.
  void settle();

private:
  struct Memcopy {
    std::uint32_t size;
    ObjectId hub = {}; // once there are too many pairs
    std::vector<LocationId> targets = {}, sources = {};
    PointSet known_targets = {}, known_sources = {};
  };
  // What happens to the cells of an object.
  struct Flow {
    enum class Kind : std::uint8_t {
      kTo,   // they flow into `node`
      kFrom, // `node` flows into those within the range
      kCopy, // those within the range flow into cells of `target`
    };
    Kind kind;
    NodeId node = {};
    std::uint32_t begin = 0;
    std::uint32_t size = kUnknownSize;
    ObjectId target = {};
    std::uint32_t target_begin = 0;
    auto operator<=>(const Flow &) const = default;
  };

  void add_pair(Location target, Location source, std::uint32_t size);
  void add_hub(Memcopy &memcopy);
  void add_flow(ObjectId object, const Flow &flow);
  void pass_on(ObjectId object, const Flow &in, const Flow &out);
  void apply(const Flow &flow, LocationId cell);
  void copy_cell(const Flow &flow, LocationId cell);
  void apply_all(ObjectId object);

  Constraints &constraints_;
  Cells &cells_;
  CopyGraph &graph_;
  std::uint32_t most_pairs_;
  std::vector<Memcopy> memcopies_;
  IdMap<ObjectId, std::set<Flow>> known_;
  IdMap<ObjectId, std::vector<Flow>> flows_;
  IdMap<ObjectId, std::vector<Flow>> inflows_; // those of kFrom again
};

} // namespace wt::pointer
