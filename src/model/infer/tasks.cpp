// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks and what they wait for: see tasks.h.

#include "model/infer/tasks.h"

#include <algorithm>
#include <set>

namespace wt::infer {

namespace {

class Maker {
public:
  Maker(const Callees &callees,
        const IdMap<SccId, std::vector<ProcedureId>> &components,
        const IdMap<SccId, std::vector<ProcedureId>> &orders,
        std::uint32_t rounds)
      : callees_(callees), components_(components), orders_(orders),
        rounds_(rounds), last_(callees.size()) {}

  TaskGraph run() {
    for (SccId component : components_.ids())
      if (orders_[component].empty())
        add_whole(component);
      else
        for (std::uint32_t round = 0; round < rounds_; ++round)
          add_round(component, round);
    out_.graph.callers = out_.graph.callees.reversed(out_.tasks.size());
    return std::move(out_);
  }

private:
  SccId next() const { return SccId(out_.tasks.size()); }

  // Callees have smaller ids, so their last tasks are known.
  void add_whole(SccId component) {
    std::vector<SccId> needed;
    for (ProcedureId p : components_[component])
      for (ProcedureId callee : callees_[p])
        if (last_[callee].valid())
          needed.push_back(last_[callee]);
    for (ProcedureId p : components_[component])
      last_[p] = next();
    add({component, {}, 0}, std::move(needed));
  }

  // What comes earlier in the order has its task of this round already, the
  // others that of the round before, or none.
  void add_round(SccId component, std::uint32_t round) {
    for (ProcedureId p : orders_[component]) {
      std::vector<SccId> needed;
      if (last_[p].valid())
        needed.push_back(last_[p]);
      for (ProcedureId callee : callees_[p])
        if (last_[callee].valid())
          needed.push_back(last_[callee]);
      last_[p] = next();
      add({component, p, round}, std::move(needed));
    }
  }

  void add(const Task &task, std::vector<SccId> needed) {
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    for (SccId one : needed)
      out_.graph.callees.add(one);
    out_.graph.callees.end_node();
    out_.tasks.push_back(task);
  }

  const Callees &callees_;
  const IdMap<SccId, std::vector<ProcedureId>> &components_, &orders_;
  std::uint32_t rounds_;
  IdMap<ProcedureId, SccId> last_; // the task that was added last
  TaskGraph out_;
};

} // namespace

TaskGraph make_tasks(const Callees &callees,
                     const IdMap<SccId, std::vector<ProcedureId>> &components,
                     const IdMap<SccId, std::vector<ProcedureId>> &orders,
                     std::uint32_t rounds) {
  return Maker(callees, components, orders, rounds).run();
}

std::vector<ProcedureId> callees_first(const Callees &callees,
                                       std::span<const ProcedureId> members) {
  std::vector<ProcedureId> order;
  std::set<ProcedureId> met;
  std::vector<std::pair<ProcedureId, std::size_t>> path;
  for (ProcedureId root : members) {
    if (met.insert(root).second)
      path.push_back({root, 0});
    while (!path.empty()) {
      auto &[p, next] = path.back();
      if (next == callees[p].size()) {
        order.push_back(p);
        path.pop_back();
        continue;
      }
      ProcedureId callee = callees[p][next++];
      if (std::ranges::binary_search(members, callee) &&
          met.insert(callee).second)
        path.push_back({callee, 0});
    }
  }
  return order;
}

} // namespace wt::infer
