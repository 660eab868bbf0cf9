// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of the bottom-up pass can be done at once?
//
// A component of the call graph is one task, after the components it calls.
// A large one would keep one processor busy and the others waiting, so it is
// taken apart: looking at one member in one round is a task.  Members have an
// order, callees first as far as that is possible:
//
//   order a b c, calls a -> c, c -> a, c -> b
//     c in round 1 needs a and b of round 1;
//     a in round 1 needs c of round 0 (it comes later), and itself
//
// A member sees exactly what it would see if all were looked at one after the
// other, so nothing depends on the number of threads.
//
// Tested by tests/unit/infer/tasks_test.cpp.

#pragma once

#include "program/scc.h"

namespace wt::infer {

using Callees = Adjacency<ProcedureId, ProcedureId>;

struct Task {
  SccId component;
  ProcedureId member; // invalid: the whole component
  std::uint32_t round = 0;
};

struct TaskGraph {
  std::vector<Task> tasks; // in an order in which they can be done
  SccGraph graph;          // indices of `tasks`: who needs whom
};

// `orders`: the members that are looked at one by one; empty: in one piece.
TaskGraph make_tasks(const Callees &callees,
                     const IdMap<SccId, std::vector<ProcedureId>> &components,
                     const IdMap<SccId, std::vector<ProcedureId>> &orders,
                     std::uint32_t rounds);

// `members`, each after as many of its callees as possible.
std::vector<ProcedureId> callees_first(const Callees &callees,
                                       std::span<const ProcedureId> members);

} // namespace wt::infer
