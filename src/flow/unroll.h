// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which finite, acyclic graph stands for the paths of a function?
//
// Loops are unrolled a fixed number of times and the edge back from the last
// copy is cut (Saturn, Section 3.5, first pass).  A loop that is written out is
// copied as often as it is said to be.  A widened one has its first round, and
// then as many again from a header that stands for "some later iteration": the
// evaluation forgets there what the loop may have changed (second pass).
// Where there is room for one round only, that header is the first.
//
// Loops are found by nested strongly connected components, so irreducible
// graphs are unrolled too: a second entry simply starts in iteration 0.
//
// Tested by tests/unit/flow/unroll_test.cpp.

#pragma once

#include "ir/function.h"

#include <map>
#include <optional>
#include <set>

namespace wt::flow {

using LoopId = Id<struct LoopTag>;
using NodeId = Id<struct NodeTag>;

struct Loop {
  ir::BlockId header;
  LoopId parent; // invalid: outermost
  std::uint32_t depth = 0;
};

struct LoopForest {
  IdMap<LoopId, Loop> loops;
  IdMap<ir::BlockId, LoopId> innermost; // invalid: in no loop

  bool contains(LoopId loop, ir::BlockId block) const;
};

LoopForest find_loops(const ir::Function &function);

// One copy of a block.  Nodes are numbered in topological order.
struct Node {
  struct Edge {
    NodeId from;
    std::uint32_t which; // index into Block::successors
  };
  ir::BlockId block;
  std::vector<Edge> predecessors;
  std::vector<NodeId> successors; // as Block::successors; invalid: cut
  NodeId dominator;               // immediate; invalid for the entry
  LoopId widens;                  // header copy of a widened loop, or invalid
  std::uint32_t copy = 0;         // number among the copies of its block
};

struct Graph {
  LoopForest forest;
  IdMap<NodeId, Node> nodes;
  std::set<LoopId> cut; // loops that lost a back edge

  bool dominates(NodeId a, NodeId b) const;
  // Once, before reaches() is asked: the square of the nodes in bits.
  void find_reachability();
  bool reaches(NodeId a, NodeId b) const {
    return a == b || (before[b][a.value / 64] >> (a.value % 64) & 1);
  }
  IdMap<NodeId, std::vector<std::uint64_t>> before; // all that reach a node
};

struct Copies {
  std::uint32_t iterations = 1;                     // of each loop
  std::set<LoopId> widened = {};                    // but of these
  std::map<LoopId, std::uint32_t> written_out = {}; // and of these so many
};

// Nothing when more than `max_nodes` copies would be needed.
std::optional<Graph> unroll(const ir::Function &function, LoopForest forest,
                            const Copies &copies, std::size_t max_nodes);

} // namespace wt::flow
