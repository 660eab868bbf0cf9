// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is live where a body is left, and cannot be reached any more?  What is
// released that was released before?  (Jung and Yi, "Practical Memory Leak
// Detector Based on Parameterized Procedural Summaries", 2008, Section 4.2.)
// See interpreter.h.

#include "interpret/interpreter.h"

#include <algorithm>

namespace wt::infer {

using ir::ValueId;

bool Interpreter::is_handle(model::FamilyId family) const {
  return family.valid() && setting_.models.family(family).is_handle;
}

void Interpreter::suspect(Suspect::Kind kind, BaseId object, ValueId at,
                          const State &state, bool is_at_exit) {
  const Base &base = bases_[object];
  Suspect out;
  out.kind = kind;
  out.at = at;
  out.is_at_exit = is_at_exit;
  out.needs_oom = state.is_oom;
  out.place = base.path;
  if (bases_.is_new(object)) {
    out.call = ValueId(base.index);
    out.place = places_.at(out.call)[base.variant];
  }
  suspects_.insert(out);
}

BaseSet Interpreter::reachable(const State &state, std::span<const Value> roots,
                               bool with_locals) const {
  BaseSet found, todo;
  auto add = [&](BaseId base) {
    if (base == Bases::number() || contains(found, base))
      return;
    insert_sorted(found, base);
    todo.push_back(base);
  };
  for (const Value &root : roots)
    add(root.base);
  BaseId last;
  for (const auto &[cell, content] : *state.cells) {
    if (cell.base == last)
      continue;
    last = cell.base;
    bool is_local = bases_[cell.base].kind == Base::Kind::kSlot;
    bool is_known =
        bases_.is_entry(cell.base) || contains(*state.exposed, cell.base) ||
        state.fate(cell.base) == Fate::kGone || (is_local && with_locals);
    if (is_known)
      add(cell.base);
  }
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    for (const Value &part : bases_.alternatives(base))
      add(part.base);
    for (auto at = state.cells->lower_bound({base, INT64_MIN, false});
         at != state.cells->end() && at->first.base == base; ++at)
      add(at->second.value.base);
  }
  return found;
}

// Does anything here lead to the object, before the call at `at`?
bool Interpreter::is_held(BaseId object, ValueId at, const State &state) const {
  std::vector<Value> roots;
  for (const auto &[v, known] : *state.env)
    roots.push_back(known);
  const BodyNode &node = nodes_[here_];
  const auto &insts = function_.blocks[node.block].insts;
  for (std::uint32_t i = node.begin; i < node.end && insts[i] != at; ++i)
    if (computed_in_[insts[i]] == round_)
      roots.push_back(computed_[insts[i]]);
  return contains(reachable(state, roots, true), object);
}

void Interpreter::suspect_lost(const State &state, std::optional<Value> result,
                               ValueId at) {
  bool is_quiet = std::ranges::none_of(*state.fates, [](const auto &entry) {
    return entry.second != Fate::kFreed && entry.second != Fate::kGone;
  });
  if (is_quiet)
    return;
  std::vector<Value> roots;
  if (result)
    roots.push_back(*result);
  bool is_main = setting_.program.procedures()[procedure_].link_name == "main";
  BaseSet held = reachable(state, roots, is_main);
  BaseSet outside = is_main ? reachable(state, roots, false) : held;
  for (const auto &[object, fate] : *state.fates) {
    if (fate == Fate::kLost || (may_be_live(fate) && !contains(held, object)))
      suspect(Suspect::Kind::kLeak, object, at, state);
    // Variables in main that are no memory hold it, perhaps.
    if (is_main && may_be_live(fate) && !contains(outside, object))
      suspect(Suspect::Kind::kLeak, object, at, state, true);
  }
}

// Where the process ends, what only locals hold is told if it is asked for.
void Interpreter::end_process(const State &state, ValueId at) {
  bool is_quiet = std::ranges::none_of(*state.fates, [](const auto &entry) {
    return entry.second == Fate::kLost || entry.second == Fate::kLive;
  });
  if (is_quiet)
    return;
  BaseSet held = reachable(state, {}, false);
  for (const auto &[object, fate] : *state.fates)
    if (fate == Fate::kLost || (fate == Fate::kLive && !contains(held, object)))
      suspect(Suspect::Kind::kLeak, object, at, state, true);
}

void Interpreter::free_new(const Value &value, model::FamilyId family,
                           State &state, bool is_certain, ValueId at) {
  BaseId object = value.base;
  const NewObject &made = bases_.objects[object];
  bool is_it = is_certain && !bases_.is_many(object) && !made.is_many &&
               value.offset == 0 && !value.is_inside;
  if (is_it && state.is_live(object) && family.valid() && made.family.valid() &&
      family != made.family)
    suspect(Suspect::Kind::kMismatchedFree, object, at, state);
  // Where null and the object met, one path shows which it is.
  if (state.fate(object) == Fate::kFreed && !is_handle(family))
    suspect(Suspect::Kind::kDoubleFree, object, at, state);
  state.drop(object, is_it ? Fate::kFreed : Fate::kGone);
}

} // namespace wt::infer
