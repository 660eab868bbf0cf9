// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions to a solved system.  See points_to.h.

#include "pointer/points_to.h"

#include <algorithm>

namespace wt::pointer {

using ir::ValueId;

bool intersect(const PointSet &a, const PointSet &b) {
  auto x = a.begin(), y = b.begin();
  while (x != a.end() && y != b.end()) {
    if (*x == *y)
      return true;
    if (*x < *y)
      ++x;
    else
      ++y;
  }
  return false;
}

PointsTo::PointsTo(const Program &program, System system)
    : program_(program), system_(std::move(system)),
      united_(program.procedures().size()), slots_(program.procedures().size()),
      calls_(program.procedures().size()),
      callbacks_(program.procedures().size()),
      is_recursive_(program.procedures().size()) {
  unite_copies();
  collect_slots();
  collect_calls();
  for (ProcedureId p : program.procedures().ids())
    is_recursive_[p.value] =
        program.sccs()[program.procedures()[p].scc].size() > 1 ||
        std::ranges::binary_search(program.callees(p), p);
  // What others can call may be called while it runs.
  for (const PointSet *known : {&outside(), &library()})
    for (LocationId id : *known)
      if (const ObjectInfo &info = object(location(id).object);
          info.kind == ObjectKind::kFunction)
        is_recursive_[info.procedure.value] = true;
}

void PointsTo::unite_copies() {
  for (ContextId c : system_.contexts.ids()) {
    const Context &context = system_.contexts[c];
    if (!context.caller.valid())
      continue;
    std::vector<PointSet> &sets = united_[context.procedure];
    const std::vector<NodeId> &own =
        system_.values[ContextId(context.procedure.value)];
    if (sets.empty()) {
      sets.resize(own.size());
      for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i].valid())
          sets[i].insert(system_.solution.points_to(own[i]));
    }
    const std::vector<NodeId> &values = system_.values[c];
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i].valid())
        sets[i].insert(system_.solution.points_to(values[i]));
  }
}

void PointsTo::collect_slots() {
  for (ContextId c : system_.contexts.ids()) {
    std::vector<ObjectId> &slots = slots_[system_.contexts[c].procedure];
    slots.insert(slots.end(), system_.slots[c.value].begin(),
                 system_.slots[c.value].end());
  }
  for (std::vector<ObjectId> &slots : slots_)
    std::ranges::sort(slots);
}

// The sites of all copies of a procedure become one per call.
void PointsTo::collect_calls() {
  for (const IndirectSite &site : system_.indirect_sites) {
    ProcedureId p = system_.contexts[site.context].procedure;
    (site.is_by_model ? callbacks_ : calls_)[p].push_back(
        {site.call, site.targets, site.reaches_outside, site.fell_back});
  }
  for (auto *table : {&calls_, &callbacks_})
    for (std::vector<CallFacts> &facts : *table) {
      std::ranges::stable_sort(facts, {}, &CallFacts::call);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < facts.size(); ++i) {
        if (kept == 0 || facts[kept - 1].call != facts[i].call) {
          if (kept != i)
            facts[kept] = std::move(facts[i]);
          ++kept;
          continue;
        }
        CallFacts &into = facts[kept - 1];
        into.targets.insert(into.targets.end(), facts[i].targets.begin(),
                            facts[i].targets.end());
        into.reaches_outside |= facts[i].reaches_outside;
        into.fell_back |= facts[i].fell_back;
      }
      facts.resize(kept);
      for (CallFacts &fact : facts) {
        std::ranges::sort(fact.targets);
        auto rest = std::ranges::unique(fact.targets);
        fact.targets.erase(rest.begin(), rest.end());
      }
    }
}

const PointSet &PointsTo::targets(ProcedureId p, ValueId v) const {
  if (!united_[p].empty())
    return united_[p][v.value];
  const std::vector<NodeId> &values = system_.values[ContextId(p.value)];
  if (v.value >= values.size() || !values[v.value].valid())
    return nothing_;
  return system_.solution.points_to(values[v.value]);
}

const PointSet &PointsTo::contents(LocationId id) const {
  return system_.solution.points_to(system_.solution.contents(id));
}

const PointSet &PointsTo::outside() const {
  return system_.solution.points_to(system_.outside);
}

const PointSet &PointsTo::library() const {
  return system_.solution.points_to(system_.library);
}

bool PointsTo::may_alias(ProcedureId p, ValueId v, ProcedureId q,
                         ValueId w) const {
  return intersect(targets(p, v), targets(q, w));
}

bool PointsTo::may_share_object(ProcedureId p, ValueId v, ProcedureId q,
                                ValueId w) const {
  std::vector<ObjectId> objects;
  for (LocationId id : targets(p, v))
    objects.push_back(location(id).object);
  std::ranges::sort(objects);
  for (LocationId id : targets(q, w))
    if (std::ranges::binary_search(objects, location(id).object))
      return true;
  return false;
}

bool PointsTo::is_single(LocationId id) const {
  Location at = location(id);
  const ObjectInfo &info = object(at.object);
  if (info.kind != ObjectKind::kGlobal && info.kind != ObjectKind::kSlot)
    return false;
  if (info.is_many || system_.solution.is_folded(at.object) ||
      (info.kind == ObjectKind::kSlot && is_recursive_[info.procedure.value]))
    return false;
  return std::ranges::none_of(layout(at.object).arrays, [&](const Array &a) {
    return a.begin <= at.offset && at.offset < a.end &&
           a.end - a.begin > a.stride;
  });
}

const PointsTo::CallFacts *PointsTo::facts_of(ProcedureId caller,
                                              ValueId call) const {
  const std::vector<CallFacts> &facts = calls_[caller];
  auto found = std::ranges::lower_bound(facts, call, {}, &CallFacts::call);
  return found != facts.end() && found->call == call ? &*found : nullptr;
}

CallTargets PointsTo::call_targets(ProcedureId caller, ValueId call) const {
  const CallFacts *facts = facts_of(caller, call);
  if (!facts)
    return program_.targets(caller, call);
  return {facts->fell_back || facts->reaches_outside
              ? CallTargets::Certainty::kCandidates
              : CallTargets::Certainty::kExact,
          facts->targets};
}

bool PointsTo::may_call_outside(ProcedureId caller, ValueId call) const {
  if (const CallFacts *facts = facts_of(caller, call)) {
    if (facts->reaches_outside || facts->fell_back)
      return true;
  }
  CallTargets reached = call_targets(caller, call);
  return std::ranges::any_of(reached.procedures, [&](ProcedureId p) {
    return !program_.procedures()[p].has_body && !model_of(p);
  });
}

std::vector<ProcedureId> PointsTo::called_back(ProcedureId caller,
                                               ValueId call) const {
  const std::vector<CallFacts> &facts = callbacks_[caller];
  auto found = std::ranges::lower_bound(facts, call, {}, &CallFacts::call);
  if (found == facts.end() || found->call != call)
    return {};
  return found->targets;
}

std::vector<RegionId> PointsTo::regions(ProcedureId p, ValueId v) const {
  std::vector<RegionId> out;
  for (LocationId id : targets(p, v))
    out.push_back(RegionId(id.value));
  return out;
}

// A cell that no pointer ever needed is one with the beginning.
RegionId PointsTo::region(ProgramVariableId variable,
                          std::uint32_t offset) const {
  ObjectId object = system_.globals[variable];
  if (std::optional<LocationId> id = find(object, offset))
    return RegionId(id->value);
  return RegionId();
}

std::unique_ptr<const PointsTo> analyse(const Program &program,
                                        const model::ModelSet &models,
                                        const infer::FreshPlaces &fresh,
                                        Budget &budget,
                                        const PointsToLimits &limits) {
  return std::make_unique<const PointsTo>(
      program, generate_and_solve(program, models, fresh, budget, limits));
}

} // namespace wt::pointer
