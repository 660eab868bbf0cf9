// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference counts: see counts.h.

#include "model/infer/counts.h"

#include <algorithm>
#include <set>
#include <string>

namespace wt::infer {

namespace {

// A counter of a record, whichever object it is in.
using Counter = std::pair<std::string, std::int32_t>;

// The record that a parameter points to, and the offset in it.
std::optional<Counter> counter_of(const Program &program, ProcedureId procedure,
                                  const AccessPath &cell) {
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &body = program.body(procedure);
  if (cell.root().kind != PathRoot::Kind::kParameter || cell.length() == 0 ||
      cell.root().index >= body.param_count)
    return std::nullopt;
  ir::TypeId type = body.insts[ir::ValueId(cell.root().index)].type;
  for (PathStep step : cell.steps().first(cell.length() - 1)) {
    type = unit.types.pointee(type);
    if (step.any_element)
      return std::nullopt;
    if (unit.types.is_record(type)) {
      const auto &fields = unit.types[type].fields;
      auto field = std::ranges::find(fields, std::uint64_t(step.offset),
                                     &ir::FieldDecl::offset);
      if (field == fields.end())
        return std::nullopt;
      type = field->type;
    }
  }
  type = unit.types.pointee(type);
  if (!unit.types.is_record(type) || cell.steps().back().any_element)
    return std::nullopt;
  return Counter{unit.text(unit.types[type].name), cell.steps().back().offset};
}

// Cells whose number an outcome changes by a constant.
std::vector<std::pair<AccessPath, std::int64_t>>
changed_counters(const Outcome &outcome) {
  std::vector<std::pair<AccessPath, std::int64_t>> out;
  for (const Effect &effect : outcome.effects)
    if (effect.kind == Effect::Kind::kWrite &&
        effect.value.kind == Term::Kind::kPath &&
        effect.value.path == effect.path && effect.value.offset != 0 &&
        !effect.value.is_inside)
      out.push_back({effect.path, effect.value.offset});
  return out;
}

AccessPath holder_of(const AccessPath &cell) {
  AccessPath out(cell.root());
  for (PathStep step : cell.steps().first(cell.length() - 1))
    out = out.then(step);
  return out;
}

bool is_partly_freed(const Behaviour &behaviour, const AccessPath &path) {
  Extent extent = frees(behaviour, path);
  return extent == Extent::kSometimes || extent == Extent::kPerhaps;
}

// Cells that are counted down while the object they are in is sometimes freed.
std::vector<AccessPath> counted_down(const Behaviour &behaviour) {
  std::vector<AccessPath> out;
  for (const Outcome &outcome : behaviour.outcomes)
    for (const auto &[cell, change] : changed_counters(outcome))
      if (change < 0 && !outcome.throws &&
          is_partly_freed(behaviour, holder_of(cell)) &&
          std::ranges::find(out, cell) == out.end())
        out.push_back(cell);
  return out;
}

bool counts_otherwise(const Outcome &outcome, const AccessPath &cell) {
  return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
    bool is_up = effect.value.kind == Term::Kind::kPath &&
                 effect.value.path == cell && effect.value.offset > 0;
    return effect.kind == Effect::Kind::kWrite && effect.path == cell && !is_up;
  });
}

// Somebody has the object afterwards, for certain.
bool is_held(const Outcome &outcome, const AccessPath &object) {
  return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
    bool keeps = effect.kind == Effect::Kind::kKeep && effect.path == object;
    bool writes = effect.kind == Effect::Kind::kWrite &&
                  effect.value.kind == Term::Kind::kPath &&
                  effect.value.path == object;
    return effect.is_certain && (keeps || writes);
  });
}

// What is counted up here, and there, where it looks the same to a caller, is
// changed in a way that is not followed: a child took it, and gave it back when
// it went.  Then nobody can say that there is one more reference.
bool is_surely_counted_up(const Behaviour &behaviour, const Outcome &outcome,
                          const AccessPath &cell) {
  return is_held(outcome, holder_of(cell)) ||
         std::ranges::all_of(behaviour.outcomes, [&](const Outcome &other) {
           return are_disjoint(outcome, other) ||
                  !counts_otherwise(other, cell);
         });
}

} // namespace

std::vector<AccessPath> released_counts(const Program &program,
                                        ProcedureId procedure,
                                        const Behaviour &behaviour) {
  std::vector<AccessPath> out;
  std::set<Counter> counters;
  for (const AccessPath &cell : counted_down(behaviour))
    if (auto counter = counter_of(program, procedure, cell)) {
      counters.insert(*counter);
      out.push_back(cell);
    }
  if (counters.empty())
    return out;
  // The same counter of other objects, when it is tested after counting down:
  // of the parent of a part, say.
  for (const Outcome &outcome : behaviour.outcomes)
    for (const Given &given : outcome.given) {
      auto counter = counter_of(program, procedure, given.path);
      if (given.offset < 0 && counter && counters.contains(*counter) &&
          std::ranges::find(out, given.path) == out.end())
        out.push_back(given.path);
    }
  return out;
}

void find_counts(const Program &program,
                 IdMap<ProcedureId, std::shared_ptr<const Behaviour>> &all) {
  std::set<Counter> counters;
  for (ProcedureId p : program.procedures().ids())
    for (const AccessPath &cell : all[p]->releases)
      counters.insert(*counter_of(program, p, cell));
  for (ProcedureId p : program.procedures().ids()) {
    if (all[p]->source != Behaviour::Source::kBody)
      continue;
    std::vector<AccessPath> acquired;
    for (const Outcome &outcome : all[p]->outcomes)
      for (const auto &[cell, amount] : changed_counters(outcome)) {
        auto counter = counter_of(program, p, cell);
        if (amount > 0 && counter && counters.contains(*counter) &&
            std::ranges::find(acquired, cell) == acquired.end() &&
            is_surely_counted_up(*all[p], outcome, cell))
          acquired.push_back(cell);
      }
    if (acquired.empty())
      continue;
    Behaviour changed = *all[p];
    changed.acquires = std::move(acquired);
    all[p] = std::make_shared<const Behaviour>(std::move(changed));
  }
}

} // namespace wt::infer
