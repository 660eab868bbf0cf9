// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whom do calls through pointers reach?  See points_to.h.
//
// A pointer from outside may hold every function that has escaped.  These are
// many, and the same ones for most calls: one list for each number of arguments
// is shared by all that it fits.
//
// Tested by tests/unit/pointer/calls_test.cpp.

#include "pointer/points_to.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace wt::pointer {

using ir::ValueId;

namespace {

// Adds what is missing; all are sorted.
void unite(std::vector<ProcedureId> &into, std::span<const ProcedureId> more) {
  std::vector<ProcedureId> out;
  std::ranges::set_union(into, more, std::back_inserter(out));
  into = std::move(out);
}

} // namespace

// Which escaped functions a call through a pointer from outside may mean.
class EscapedTargets {
public:
  EscapedTargets(const PointsTo &facts,
                 std::vector<std::vector<ProcedureId>> &lists)
      : program_(facts.program()), lists_(lists) {
    for (LocationId id : facts.escaped())
      if (const ObjectInfo &info = facts.object(facts.location(id).object);
          info.kind == ObjectKind::kFunction)
        functions_.push_back(info.procedure);
    std::ranges::sort(functions_);
  }

  // The list of these and of `known`.
  std::uint32_t list(ProcedureId caller, const IndirectSite &site,
                     const std::vector<ProcedureId> &known) {
    std::vector<ProcedureId> others = known;
    if (!site.is_by_model)
      unite(others, escaped(program_.targets(caller, site.call).procedures));
    if (is_bound_to_class(program_, caller, site))
      return add(std::move(others));
    std::uint32_t fitting = by_arguments(site.argument_count);
    if (std::ranges::includes(lists_[fitting], others))
      return fitting;
    unite(others, lists_[fitting]);
    return add(std::move(others));
  }

private:
  std::uint32_t add(std::vector<ProcedureId> list) {
    lists_.push_back(std::move(list));
    return static_cast<std::uint32_t>(lists_.size() - 1);
  }

  std::uint32_t by_arguments(std::uint32_t count) {
    auto [found, is_new] = by_arguments_.try_emplace(count);
    if (is_new) {
      std::vector<ProcedureId> fitting;
      std::ranges::copy_if(
          functions_, std::back_inserter(fitting),
          [&](ProcedureId p) { return takes(program_.body(p), count); });
      found->second = add(std::move(fitting));
    }
    return found->second;
  }

  std::vector<ProcedureId> escaped(std::span<const ProcedureId> from) const {
    std::vector<ProcedureId> out;
    std::ranges::set_intersection(from, functions_, std::back_inserter(out));
    return out;
  }

  const Program &program_;
  std::vector<std::vector<ProcedureId>> &lists_;
  std::vector<ProcedureId> functions_; // ascending
  std::map<std::uint32_t, std::uint32_t> by_arguments_;
};

// The sites of all copies of a procedure become one per call.
void PointsTo::collect_calls() {
  struct Order {
    bool is_by_model;
    ProcedureId procedure;
    ValueId call;
    const IndirectSite *site;
  };
  std::vector<Order> sites;
  for (const IndirectSite &site : system_.indirect_sites)
    sites.push_back({site.is_by_model, system_.contexts[site.context].procedure,
                     site.call, &site});
  auto key = [](const Order &o) {
    return std::tuple(o.is_by_model, o.procedure, o.call);
  };
  std::ranges::stable_sort(sites, {}, key);
  EscapedTargets escaped(*this, lists_);
  for (std::size_t begin = 0, end; begin < sites.size(); begin = end) {
    CallFacts facts{.call = sites[begin].call};
    const IndirectSite *from_outside = nullptr;
    for (end = begin;
         end < sites.size() && key(sites[end]) == key(sites[begin]); ++end) {
      const IndirectSite &site = *sites[end].site;
      unite(facts.known, site.targets);
      facts.reaches_outside |= site.reaches_outside;
      facts.fell_back |= site.fell_back;
      if (site.is_from_outside)
        from_outside = &site;
    }
    ProcedureId p = sites[begin].procedure;
    if (from_outside)
      facts.with_escaped = escaped.list(p, *from_outside, facts.known);
    (sites[begin].is_by_model ? callbacks_ : calls_)[p].push_back(
        std::move(facts));
  }
}

const PointsTo::CallFacts *
PointsTo::find_call(const IdMap<ProcedureId, std::vector<CallFacts>> &table,
                    ProcedureId caller, ValueId call) {
  const std::vector<CallFacts> &facts = table[caller];
  auto found = std::ranges::lower_bound(facts, call, {}, &CallFacts::call);
  return found != facts.end() && found->call == call ? &*found : nullptr;
}

std::span<const ProcedureId>
PointsTo::all_targets(const CallFacts &facts) const {
  if (facts.with_escaped != kNoList)
    return lists_[facts.with_escaped];
  return facts.known;
}

CallTargets PointsTo::call_targets(ProcedureId caller, ValueId call) const {
  const CallFacts *facts = find_call(calls_, caller, call);
  if (!facts)
    return program_.targets(caller, call);
  return {facts->fell_back || facts->reaches_outside
              ? CallTargets::Certainty::kCandidates
              : CallTargets::Certainty::kExact,
          all_targets(*facts)};
}

std::span<const ProcedureId> PointsTo::known_targets(ProcedureId caller,
                                                     ValueId call) const {
  if (const CallFacts *facts = find_call(calls_, caller, call))
    return facts->known;
  return program_.targets(caller, call).procedures;
}

bool PointsTo::may_call_outside(ProcedureId caller, ValueId call) const {
  const CallFacts *facts = find_call(calls_, caller, call);
  if (facts && (facts->reaches_outside || facts->fell_back))
    return true;
  return std::ranges::any_of(
      call_targets(caller, call).procedures, [&](ProcedureId p) {
        return !program_.procedures()[p].has_body && !model_of(p);
      });
}

std::span<const ProcedureId> PointsTo::called_back(ProcedureId caller,
                                                   ValueId call) const {
  const CallFacts *facts = find_call(callbacks_, caller, call);
  return facts ? all_targets(*facts) : std::span<const ProcedureId>();
}

} // namespace wt::pointer
