// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions to a solved system.  See points_to.h.

#include "pointer/points_to.h"

#include <algorithm>

namespace wt::pointer {

using ir::ValueId;

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
  for (ProcedureId p : called_from_elsewhere())
    is_recursive_[p.value] = true;
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

PointSet PointsTo::meaning(const PointSet &set) const {
  PointSet out = set;
  if (holds_outside(set))
    out.insert(escaped());
  return out;
}

bool PointsTo::means(const PointSet &set, LocationId id) const {
  return set.contains(id) || (holds_outside(set) && escaped().contains(id));
}

bool PointsTo::may_meet(const PointSet &a, const PointSet &b) const {
  return a.meets(b) || (holds_outside(a) && b.meets(escaped())) ||
         (holds_outside(b) && a.meets(escaped()));
}

const PointSet &PointsTo::library() const {
  return system_.solution.points_to(system_.library);
}

bool PointsTo::may_alias(ProcedureId p, ValueId v, ProcedureId q,
                         ValueId w) const {
  return may_meet(targets(p, v), targets(q, w));
}

bool PointsTo::may_share_object(ProcedureId p, ValueId v, ProcedureId q,
                                ValueId w) const {
  const PointSet &a = targets(p, v), &b = targets(q, w);
  if (may_meet(a, b))
    return true;
  std::vector<ObjectId> objects;
  for (LocationId id : a)
    objects.push_back(location(id).object);
  std::ranges::sort(objects);
  return std::ranges::any_of(b, [&](LocationId id) {
    return std::ranges::binary_search(objects, location(id).object);
  });
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

std::vector<RegionId> PointsTo::regions(ProcedureId p, ValueId v) const {
  std::vector<RegionId> out;
  for (LocationId id : targets(p, v))
    out.push_back(RegionId(id.value));
  return out;
}

std::vector<RegionId> PointsTo::regions_behind(ProcedureId p, ValueId v,
                                               ir::TypeId,
                                               std::int64_t offset) const {
  std::vector<RegionId> out;
  for (LocationId id : targets(p, v)) {
    Location at = location(id);
    if (is_foreign(at.object))
      out.push_back(RegionId(id.value));
    else if (auto behind = find(at.object,
                                static_cast<std::uint32_t>(at.offset + offset)))
      out.push_back(RegionId(behind->value));
  }
  std::ranges::sort(out);
  return out;
}

// A cell that no pointer ever needed by name is in no set, unless others may
// use it.
RegionId PointsTo::region(ProgramVariableId variable,
                          std::uint32_t offset) const {
  ObjectId object = system_.globals[variable];
  if (std::optional<LocationId> id = find(object, offset))
    return RegionId(id->value);
  return is_escaped(object) ? RegionId(outside().value) : RegionId();
}

bool PointsTo::may_overlap(RegionId a, RegionId b) const {
  auto covers = [&](RegionId x, RegionId y) {
    return x.value == outside().value &&
           escaped().contains(LocationId(y.value));
  };
  return a == b || covers(a, b) || covers(b, a);
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
