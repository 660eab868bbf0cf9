// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which pieces, and in which order, is a body interpreted?
//
// A node is a piece of a block that ends with a call or with the block: an
// interpreter keeps its states at the beginnings of nodes, so that states can
// be joined after every call.  Nodes are numbered in a weak topological order
// (interpret/weak_order.h): forwards, and every loop before what comes after
// it. Each node knows which values it or a later one uses that were computed
// before.
//
// Tested by tests/unit/infer/ and tests/unit/engine/absint_*.cpp.

#pragma once

#include "ir/function.h"

#include <set>
#include <vector>

namespace wt::infer {

using NodeId = Id<struct NodeTag>;

struct BodyLoop {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  NodeId head, end;
  std::uint32_t around = kNone; // the next larger one
};

struct BodyNode {
  ir::BlockId block;
  std::uint32_t begin = 0, end = 0;     // instructions of the block
  std::uint32_t loop = BodyLoop::kNone; // innermost
  bool is_head = false;                 // of a loop
  bool is_last = false;                 // nothing but the return comes after it
  std::vector<ir::ValueId> live;        // used here or later, computed before

  bool is_in_loop() const { return loop != BodyLoop::kNone; }
};

class BodyNodes {
public:
  explicit BodyNodes(const ir::Function &function);

  const BodyNode &operator[](NodeId node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  NodeId first_of(ir::BlockId block) const { return first_[block]; }
  // Is `node` in the loop that `head` is the head of?
  bool is_in_loop_of(NodeId head, NodeId node) const {
    return head <= node && node < loops_[nodes_[head].loop].end;
  }

  // The next one to run: forwards to the end of the innermost loop, then again
  // from its head as long as there is something to do, then on in the loop
  // around it.  What comes after a loop sees it only when it is stable.
  NodeId next_after(NodeId node, const std::set<NodeId> &worklist) const;

private:
  void make(const ir::Function &function);
  void find_live(const ir::Function &function);

  IdMap<NodeId, BodyNode> nodes_;
  std::vector<BodyLoop> loops_;
  IdMap<ir::BlockId, NodeId> first_; // invalid: never reached
};

} // namespace wt::infer
