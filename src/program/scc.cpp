// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are components found?  Tarjan's algorithm ("Depth-first search and
// linear graph algorithms", 1972) finishes a component only after all that it
// reaches, which is the order wanted.  Written with an own stack: call chains
// of generated code are longer than a thread's stack.
//
// Tested by tests/unit/program/scc_test.cpp.

#include "program/scc.h"

#include <algorithm>

namespace wt {

namespace {

class Tarjan {
public:
  explicit Tarjan(const Adjacency<ProcedureId, ProcedureId> &callees)
      : callees_(callees), number_(callees.size(), 0), low_(callees.size(), 0) {
  }

  IdMap<SccId, std::vector<ProcedureId>> run() {
    for (std::uint32_t p = 0; p < callees_.size(); ++p)
      if (number_[p] == 0)
        walk(ProcedureId(p));
    return std::move(sccs_);
  }

private:
  static constexpr std::uint32_t kFinished = UINT32_MAX;
  struct Frame {
    ProcedureId node;
    std::uint32_t next = 0; // callee to look at
  };

  void open(ProcedureId p) {
    number_[p.value] = low_[p.value] = ++last_number_;
    pending_.push_back(p);
    frames_.push_back({p});
  }

  void walk(ProcedureId root) {
    open(root);
    while (!frames_.empty()) {
      Frame &frame = frames_.back();
      std::span<const ProcedureId> callees = callees_[frame.node];
      if (frame.next == callees.size()) {
        close(frame.node);
        continue;
      }
      ProcedureId callee = callees[frame.next++];
      std::uint32_t number = number_[callee.value];
      if (number == 0)
        open(callee);
      else if (number != kFinished)
        lower(frame.node, number);
    }
  }

  void lower(ProcedureId p, std::uint32_t to) {
    low_[p.value] = std::min(low_[p.value], to);
  }

  void close(ProcedureId p) {
    frames_.pop_back();
    if (!frames_.empty())
      lower(frames_.back().node, low_[p.value]);
    if (low_[p.value] != number_[p.value])
      return;
    std::vector<ProcedureId> members;
    do {
      members.push_back(pending_.back());
      number_[members.back().value] = kFinished;
      pending_.pop_back();
    } while (members.back() != p);
    std::sort(members.begin(), members.end());
    members.shrink_to_fit();
    sccs_.push(std::move(members));
  }

  const Adjacency<ProcedureId, ProcedureId> &callees_;
  std::vector<std::uint32_t> number_; // 0: not met
  std::vector<std::uint32_t> low_;    // smallest number reached
  std::uint32_t last_number_ = 0;
  std::vector<ProcedureId> pending_; // met, in no component yet
  std::vector<Frame> frames_;
  IdMap<SccId, std::vector<ProcedureId>> sccs_;
};

} // namespace

IdMap<SccId, std::vector<ProcedureId>>
components(const Adjacency<ProcedureId, ProcedureId> &callees) {
  return Tarjan(callees).run();
}

SccGraph scc_graph(const Adjacency<ProcedureId, ProcedureId> &callees,
                   const IdMap<SccId, std::vector<ProcedureId>> &sccs) {
  SccGraph graph;
  std::vector<SccId> scc_of(callees.size());
  for (SccId scc : sccs.ids())
    for (ProcedureId p : sccs[scc])
      scc_of[p.value] = scc;
  std::vector<SccId> below;
  for (SccId scc : sccs.ids()) {
    below.clear();
    for (ProcedureId p : sccs[scc])
      for (ProcedureId callee : callees[p])
        if (scc_of[callee.value] != scc)
          below.push_back(scc_of[callee.value]);
    std::sort(below.begin(), below.end());
    below.erase(std::unique(below.begin(), below.end()), below.end());
    for (SccId callee : below)
      graph.callees.add(callee);
    graph.callees.end_node();
  }
  graph.callers = graph.callees.reversed(sccs.size());
  return graph;
}

SccGraph scc_graph(const Program &program) {
  Adjacency<ProcedureId, ProcedureId> callees;
  for (ProcedureId p : program.procedures().ids()) {
    for (ProcedureId callee : program.callees(p))
      callees.add(callee);
    callees.end_node();
  }
  return scc_graph(callees, program.sccs());
}

} // namespace wt
