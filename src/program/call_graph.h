// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whom does every call of the program reach?
//
//   direct        the procedure that the name means             exact
//   by pointer    to constants: exactly what lies there         exact
//   virtual       what vtables hold (virtual_calls.h)           candidates
//   by pointer    what is ever put where it comes from
//                 (stored_functions.h)                          stored
//   by pointer    otherwise, by type (signatures.h)             candidates
//
// More candidates than a limit say nothing, and none are kept.  Engines that
// know more (points-to) narrow the candidates; they never need to add any, but
// for code outside the program.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#pragma once

#include "program/adjacency.h"
#include "program/program.h"

namespace wt {

class CallGraph {
public:
  static constexpr std::size_t kMostByType = 64;
  static constexpr std::size_t kMostVirtual = 256;

  CallGraph() = default;
  explicit CallGraph(const Program &program);

  CallTargets targets(ProcedureId caller, ir::ValueId call) const;
  // Sorted, without doubles.
  std::span<const ProcedureId> callees(ProcedureId p) const {
    return callees_[p];
  }
  std::span<const ProcedureId> callers(ProcedureId p) const {
    return callers_[p];
  }
  const Adjacency<ProcedureId, ProcedureId> &edges() const { return callees_; }

private:
  friend class CallGraphBuilder;
  struct Site {
    ir::ValueId call;
    std::uint32_t begin = 0; // into pool_
    std::uint32_t count = 0;
    CallTargets::Certainty certainty = CallTargets::Certainty::kExact;
  };
  std::vector<std::uint32_t> first_site_; // by procedure, and one more
  std::vector<Site> sites_;               // by procedure, then by value
  std::vector<ProcedureId> pool_;         // targets; equal lists are shared
  Adjacency<ProcedureId, ProcedureId> callees_;
  Adjacency<ProcedureId, ProcedureId> callers_;
};

} // namespace wt
