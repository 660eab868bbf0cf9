// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixpoint of function_flow.h.  What is not understood goes first: sets are
// then carried only where they count, and none of them grows beyond a limit,
// so the work is bounded by the copies times that limit.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#include "program/function_flow.h"

#include <algorithm>
#include <iterator>

namespace wt {

namespace {

template <class T> void sort_and_unite(std::vector<T> &list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

void FunctionFlow::solve() {
  std::vector<HolderId> unknown;
  for (HolderId h : nodes_.ids()) {
    Node &n = nodes_[h];
    sort_and_unite(n.copied_to);
    sort_and_unite(n.functions);
    n.is_unknown |= n.functions.size() > kMost;
    if (n.is_unknown)
      unknown.push_back(h);
  }
  spread_unknown(std::move(unknown));
  spread_functions();
}

void FunctionFlow::spread_unknown(std::vector<HolderId> work) {
  while (!work.empty()) {
    HolderId h = work.back();
    work.pop_back();
    nodes_[h].functions.clear();
    for (HolderId to : nodes_[h].copied_to)
      if (!nodes_[to].is_unknown) {
        nodes_[to].is_unknown = true;
        work.push_back(to);
      }
  }
}

void FunctionFlow::spread_functions() {
  std::vector<HolderId> work;
  for (HolderId h : nodes_.ids())
    if (!nodes_[h].functions.empty()) {
      nodes_[h].is_waiting = true;
      work.push_back(h);
    }
  std::vector<ProcedureId> joined;
  for (std::size_t next = 0; next < work.size(); ++next) {
    Node &from = nodes_[work[next]];
    from.is_waiting = false;
    for (HolderId h : from.copied_to) {
      Node &to = nodes_[h];
      if (from.is_unknown || to.is_unknown)
        continue;
      joined.clear();
      std::set_union(from.functions.begin(), from.functions.end(),
                     to.functions.begin(), to.functions.end(),
                     std::back_inserter(joined));
      if (joined.size() == to.functions.size())
        continue;
      to.functions = joined;
      if (joined.size() > kMost) {
        to.is_unknown = true;
        spread_unknown({h});
      } else if (!to.is_waiting) {
        to.is_waiting = true;
        work.push_back(h);
      }
    }
  }
}

} // namespace wt
