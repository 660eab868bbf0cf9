// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access paths under points-to.  See path_alias.h.

#include "pointer/path_alias.h"

#include <algorithm>

namespace wt::pointer {

using ir::Op;
using ir::ValueId;

namespace {

// Where an address moved by `offset` may lie: the location, if it was needed
// by any pointer; else every cell that it could be.  In escaped memory a cell
// that nobody needed by name holds what outside holds.
void add_moved(const PointsTo &facts, LocationId from, PathStep step,
               PointSet &out) {
  Location at = facts.location(from);
  std::int64_t offset = std::int64_t(at.offset) + step.offset;
  if (!step.any_element && offset >= 0)
    if (auto exact =
            facts.find(at.object, static_cast<std::uint32_t>(offset))) {
      out.insert(*exact);
      return;
    }
  if (facts.is_escaped(at.object))
    out.insert(facts.outside());
  if (step.any_element || offset < 0)
    for (LocationId id : facts.cells(at.object))
      out.insert(id);
}

PointSet load(const PointsTo &facts, const PointSet &from, PathStep step) {
  PointSet places, out;
  for (LocationId id : from)
    add_moved(facts, id, step, places);
  for (LocationId id : places)
    out.insert(facts.contents(id));
  return out;
}

PointSet follow(const PointsTo &facts, PointSet at, const AccessPath &path) {
  for (const PathStep &step : path.steps())
    at = load(facts, at, step);
  return path.is_deep() ? reachable(facts, std::move(at)) : at;
}

PointSet start_of(const PointsTo &facts, ObjectId object) {
  PointSet out;
  if (auto id = facts.find(object, 0))
    out.insert(*id);
  return out;
}

PointSet returned(const PointsTo &facts, ProcedureId p) {
  PointSet out;
  const ir::Function &f = facts.program().body(p);
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == Op::kReturn && f.insts[v].operand_count > 0)
      out.insert(facts.targets(p, f.operand(v, 0)));
  return out;
}

// Roots that mean the same in every procedure, and sites.
PointSet common_root(const PointsTo &facts, ProcedureId p, PathRoot root) {
  switch (root.kind) {
  case PathRoot::Kind::kGlobal:
    return start_of(facts, facts.object_of(ProgramVariableId(root.index)));
  case PathRoot::Kind::kFunction:
    return start_of(facts, facts.object_of(ProcedureId(root.index)));
  case PathRoot::Kind::kSite:
    return facts.targets(p, ValueId(root.index));
  default:
    return {};
  }
}

} // namespace

PointSet reachable(const PointsTo &facts, PointSet from) {
  PointSet done, next = from;
  PointSet objects;
  while (!next.empty()) {
    PointSet found;
    for (LocationId id : next) {
      ObjectId object = facts.location(id).object;
      done.insert(id);
      if (!objects.insert(LocationId(object.value)))
        continue;
      for (LocationId cell : facts.cells(object)) {
        done.insert(cell);
        found.insert(facts.contents(cell));
      }
    }
    found.subtract(done);
    next = std::move(found);
  }
  return done;
}

PointSet targets(const PointsTo &facts, ProcedureId procedure,
                 const AccessPath &path) {
  PathRoot root = path.root();
  PointSet at;
  if (root.kind == PathRoot::Kind::kParameter)
    at = facts.targets(procedure, ValueId(root.index));
  else if (root.kind == PathRoot::Kind::kResult)
    at = returned(facts, procedure);
  else
    at = common_root(facts, procedure, root);
  return follow(facts, std::move(at), path);
}

PointSet targets_at(const PointsTo &facts, ProcedureId caller, ValueId call,
                    const AccessPath &path) {
  const ir::Function &f = facts.program().body(caller);
  PathRoot root = path.root();
  PointSet at;
  if (root.kind == PathRoot::Kind::kParameter) {
    if (root.index < f.arguments(call).size())
      at = facts.targets(caller, f.arguments(call)[root.index]);
  } else if (root.kind == PathRoot::Kind::kResult) {
    at = facts.targets(caller, call);
  } else {
    at = common_root(facts, caller, root);
  }
  return follow(facts, std::move(at), path);
}

bool may_alias(const PointsTo &facts, ProcedureId p, const AccessPath &a,
               ProcedureId q, const AccessPath &b) {
  return facts.may_meet(targets(facts, p, a), targets(facts, q, b));
}

} // namespace wt::pointer
