// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does every task wait for what it needs, and for nothing else?

#include "model/infer/tasks.h"

#include <gtest/gtest.h>

namespace wt::infer {
namespace {

Callees calls(const std::vector<std::vector<std::uint32_t>> &graph) {
  Callees out;
  for (const auto &callees : graph) {
    for (std::uint32_t callee : callees)
      out.add(ProcedureId(callee));
    out.end_node();
  }
  return out;
}

// "member/round: what it waits for", a line per task; "-" for a component in
// one piece.
std::string print(const TaskGraph &work) {
  auto name = [&](const Task &task) {
    return task.member.valid() ? std::to_string(task.member.value) + "/" +
                                     std::to_string(task.round)
                               : "-" + std::to_string(task.component.value);
  };
  std::string out;
  for (std::uint32_t i = 0; i < work.tasks.size(); ++i) {
    out += name(work.tasks[i]) + ":";
    for (SccId needed : work.graph.callees[SccId(i)])
      out += " " + name(work.tasks[needed.value]);
    out += "\n";
  }
  return out;
}

// 0 and 1 call each other and 2; 3 calls 0.
const Callees kCalls = calls({{1, 2}, {0, 2}, {}, {0}});

TEST(Tasks, AComponentInOnePieceWaitsForItsCallees) {
  auto sccs = components(kCalls);
  IdMap<SccId, std::vector<ProcedureId>> orders(sccs.size());
  EXPECT_EQ(print(make_tasks(kCalls, sccs, orders, 2)), "-0:\n"
                                                        "-1: -0\n"
                                                        "-2: -1\n");
}

TEST(Tasks, MembersWaitForThisRoundOrTheOneBefore) {
  auto sccs = components(kCalls);
  IdMap<SccId, std::vector<ProcedureId>> orders(sccs.size());
  orders[SccId(1)] = {ProcedureId(1), ProcedureId(0)};
  EXPECT_EQ(print(make_tasks(kCalls, sccs, orders, 2)), "-0:\n"
                                                        "1/0: -0\n"
                                                        "0/0: -0 1/0\n"
                                                        "1/1: -0 1/0 0/0\n"
                                                        "0/1: -0 0/0 1/1\n"
                                                        "-2: 0/1\n");
}

TEST(Tasks, CalleesComeFirst) {
  Callees graph = calls({{1}, {2}, {0}, {1}});
  ProcedureId members[] = {ProcedureId(0), ProcedureId(1), ProcedureId(2)};
  std::vector<ProcedureId> expected = {ProcedureId(2), ProcedureId(1),
                                       ProcedureId(0)};
  EXPECT_EQ(callees_first(graph, members), expected);
}

} // namespace
} // namespace wt::infer
