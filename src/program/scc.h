// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order are procedures analysed bottom-up?
//
// Procedures that call each other form a strongly connected component; the
// components are numbered so that callees come before callers.  SccGraph is
// what remains of the call graph between components: for the scheduler.
//
// Tested by tests/unit/program/scc_test.cpp.

#pragma once

#include "program/adjacency.h"
#include "program/program.h"

namespace wt {

// Components of a graph, callees first; members of each in order of ids.
IdMap<SccId, std::vector<ProcedureId>>
components(const Adjacency<ProcedureId, ProcedureId> &callees);

// Edges between components, without doubles and without loops.
struct SccGraph {
  Adjacency<SccId, SccId> callees; // all smaller than the caller
  Adjacency<SccId, SccId> callers;

  std::size_t size() const { return callees.size(); }
};
SccGraph scc_graph(const Program &program);
// Likewise of another graph over procedures and its components.
SccGraph scc_graph(const Adjacency<ProcedureId, ProcedureId> &callees,
                   const IdMap<SccId, std::vector<ProcedureId>> &sccs);

} // namespace wt
