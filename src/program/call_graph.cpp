// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are the targets of calls found and kept?  See call_graph.h.
//
// All target lists lie in one pool.  Single targets get one entry per
// procedure, lists of candidates one per class and offset, per set of stored
// functions or per signature, so a thousand calls of one virtual function cost
// a thousand sites, not lists.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#include "program/call_graph.h"

#include "program/function_values.h"
#include "program/signatures.h"
#include "program/stored_functions.h"
#include "program/virtual_calls.h"

#include <algorithm>
#include <map>

namespace wt {

using ir::Op;
using ir::ValueId;
using Certainty = CallTargets::Certainty;

class CallGraphBuilder {
public:
  CallGraphBuilder(const Program &program, CallGraph &graph)
      : program_(program), graph_(graph), virtual_calls_(program),
        signatures_(program), stored_(program) {}

  void run() {
    // The pool begins with every procedure once: the single targets.
    for (ProcedureId p : program_.procedures().ids())
      graph_.pool_.push_back(p);
    for (ProcedureId p : program_.procedures().ids()) {
      graph_.first_site_.push_back(graph_.sites_.size());
      std::size_t first = graph_.sites_.size();
      if (program_.procedures()[p].has_body)
        add_sites(p);
      add_edges(first);
    }
    graph_.first_site_.push_back(graph_.sites_.size());
    graph_.callers_ = graph_.callees_.reversed(program_.procedures().size());
  }

private:
  using Site = CallGraph::Site;
  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  void add_sites(ProcedureId p) {
    const ir::Function &f = program_.body(p);
    for (ValueId v : f.insts.ids())
      if (f.insts[v].op == Op::kCall && f.insts[v].block.valid())
        graph_.sites_.push_back(site(p, f, v));
  }

  Site site(ProcedureId p, const ir::Function &f, ValueId call) {
    UnitId unit = program_.procedures()[p].unit;
    ValueId callee = f.callee(call);
    if (f.insts[callee].op == Op::kFunction)
      return single(call, program_.procedure(unit, f.function(callee)));
    const ir::CallInfo &info = f.call(call);
    if (info.virtual_class.valid() &&
        info.virtual_class != StringTable::empty())
      return virtual_site(unit, info, call);
    if (auto known = function_values(program_, p, callee);
        known && !known->empty()) {
      if (known->size() == 1)
        return single(call, known->front());
      List list = keep(*known);
      return {call, list.begin, list.count, Certainty::kExact};
    }
    if (auto stored = stored_.called(p, call); !stored.empty()) {
      List list = shared(std::move(stored));
      return {call, list.begin, list.count, Certainty::kStored};
    }
    List list = by_type(signatures_.matching(p, call));
    return {call, list.begin, list.count, Certainty::kCandidates};
  }

  Site single(ValueId call, ProcedureId target) const {
    return {call, target.value, 1, Certainty::kExact};
  }

  Site virtual_site(UnitId unit, const ir::CallInfo &info, ValueId call) {
    const std::string &type_id =
        program_.units()[unit]->text(info.virtual_class);
    bool closed = VirtualCalls::is_closed(type_id);
    auto [list, is_new] = virtual_lists_.try_emplace(
        {type_id, info.virtual_offset, closed ? unit : UnitId()});
    if (is_new) {
      auto found = virtual_calls_.targets(unit, type_id, info.virtual_offset);
      if (found.size() <= CallGraph::kMostVirtual)
        list->second = keep(found);
    }
    return {call, list->second.begin, list->second.count,
            closed ? Certainty::kExact : Certainty::kCandidates};
  }

  // `matches` is one of the vectors that signatures_ keeps.
  List by_type(const std::vector<ProcedureId> &matches) {
    auto [list, is_new] = type_lists_.try_emplace(&matches);
    if (is_new && matches.size() <= CallGraph::kMostByType)
      list->second = keep(matches);
    return list->second;
  }

  List shared(std::vector<ProcedureId> targets) {
    auto [list, is_new] = stored_lists_.try_emplace(std::move(targets));
    if (is_new)
      list->second = keep(list->first);
    return list->second;
  }

  List keep(const std::vector<ProcedureId> &targets) {
    List list{static_cast<std::uint32_t>(graph_.pool_.size()),
              static_cast<std::uint32_t>(targets.size())};
    graph_.pool_.insert(graph_.pool_.end(), targets.begin(), targets.end());
    return list;
  }

  void add_edges(std::size_t first) {
    edges_.clear();
    for (std::size_t i = first; i < graph_.sites_.size(); ++i) {
      const Site &site = graph_.sites_[i];
      auto begin = graph_.pool_.begin() + site.begin;
      edges_.insert(edges_.end(), begin, begin + site.count);
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    for (ProcedureId callee : edges_)
      graph_.callees_.add(callee);
    graph_.callees_.end_node();
  }

  const Program &program_;
  CallGraph &graph_;
  VirtualCalls virtual_calls_;
  Signatures signatures_;
  StoredFunctions stored_;
  std::map<std::tuple<std::string_view, std::uint32_t, UnitId>, List>
      virtual_lists_;
  std::unordered_map<const std::vector<ProcedureId> *, List> type_lists_;
  std::map<std::vector<ProcedureId>, List> stored_lists_;
  std::vector<ProcedureId> edges_; // of the procedure at hand
};

CallGraph::CallGraph(const Program &program) {
  CallGraphBuilder(program, *this).run();
}

CallTargets CallGraph::targets(ProcedureId caller, ValueId call) const {
  auto first = sites_.begin() + first_site_[caller.value];
  auto last = sites_.begin() + first_site_[caller.value + 1];
  auto site = std::lower_bound(
      first, last, call, [](const Site &s, ValueId v) { return s.call < v; });
  if (site == last || site->call != call)
    return {Certainty::kCandidates, {}};
  return {site->certainty, {pool_.data() + site->begin, site->count}};
}

} // namespace wt
