// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions arrive in a holder, through copies from others?
//
// A graph: functions are put into holders, holders are copied to holders, and
// some get a value that nobody understands.  solve() carries all of it along
// the copies to a fixpoint.  A holder that is not understood, or with more
// than kMost functions, has no set: everything it is copied to has none too.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#pragma once

#include "program/holders.h"

namespace wt {

class FunctionFlow {
public:
  static constexpr std::size_t kMost = 256;

  void put(HolderId into, ProcedureId function) {
    node(into).functions.push_back(function);
  }
  void put_unknown(HolderId into) { node(into).is_unknown = true; }
  void copy(HolderId from, HolderId to) {
    node(to);
    node(from).copied_to.push_back(to);
  }
  void solve();

  bool is_unknown(HolderId h) const {
    return nodes_.contains(h) && nodes_[h].is_unknown;
  }
  // Sorted.
  std::span<const ProcedureId> functions(HolderId h) const {
    if (!nodes_.contains(h))
      return {};
    return nodes_[h].functions;
  }

private:
  struct Node {
    std::vector<ProcedureId> functions;
    std::vector<HolderId> copied_to;
    bool is_unknown = false;
    bool is_waiting = false; // in work_
  };
  Node &node(HolderId h) {
    if (!nodes_.contains(h))
      nodes_.resize(h.value + 1);
    return nodes_[h];
  }
  void spread_unknown(std::vector<HolderId> work);
  void spread_functions();

  IdMap<HolderId, Node> nodes_;
};

} // namespace wt
