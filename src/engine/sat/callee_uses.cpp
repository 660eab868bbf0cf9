// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a callee access, and is it freed already?
//
// What an outcome tests behind its arguments was read.  What is surely accessed
// (infer::Outcome::used) is a use if no other outcome that the same arguments
// allow does without:  `free(p); show(p);`

#include "engine/sat/evaluate.h"

#include "engine/sat/callee_paths.h"

#include <algorithm>

namespace wt::sat {

using ir::ValueId;

// Paths are resolved where the call is, once for all of its outcomes; only the
// look is taken under the condition of one outcome.
template <class Look>
void Evaluation::look_under(Cond guard, std::span<const Value> objects,
                            const Look &look) {
  Point before = point_;
  point_.guard = guard;
  for (const Value &object : objects)
    look(object);
  point_ = before;
}

// What the callee tests behind its arguments, it reads.
void Evaluation::note_reads(ValueId v, const infer::Outcome &outcome,
                            Cond guard) {
  std::vector<Value> read;
  for (const infer::Given &given : outcome.given)
    if (given.path.length() == 1)
      if (auto object = resolve(v, holder_of(given.path), kPointerShape, {}))
        read.push_back(std::move(*object));
  look_under(guard, read, [&](const Value &object) { note_use(object, v); });
}

// Is the path surely used at a call that ends in the i-th outcome?  Not if the
// same arguments may lead to another one, in which it is not.  Of what may be
// freed there, that is told.
static bool is_surely_used(std::span<const infer::Outcome> outcomes,
                           std::span<const Cond> chosen, std::size_t i,
                           const AccessPath &path) {
  for (std::size_t j = 0; j < outcomes.size(); ++j) {
    const infer::Outcome &other = outcomes[j];
    bool is_used = std::ranges::binary_search(other.used, path) ||
                   infer::is_vacuous(other, path);
    if (!is_used && !chosen[j].is_no() &&
        !infer::are_told_apart_by_arguments(outcomes[i], other))
      return false;
    if (std::ranges::any_of(other.effects, [&](const infer::Effect &effect) {
          return effect.kind == infer::Effect::Kind::kFree &&
                 effect.path == path;
        }))
      return false;
  }
  return true;
}

// What the callee reads or writes behind its arguments.
void Evaluation::note_uses(ValueId v, std::span<const infer::Outcome> outcomes,
                           std::span<const Cond> chosen, std::size_t i) {
  if (!heap.has_freed())
    return;
  std::vector<Value> used;
  for (const AccessPath &path : outcomes[i].used)
    if (!is_untouched(v, path) && is_surely_used(outcomes, chosen, i, path))
      if (auto object = resolve(v, path, kPointerShape, {}))
        used.push_back(std::move(*object));
  look_under(table.both(point_.guard, chosen[i]), used,
             [&](const Value &object) { note_use(object, v); });
}

// A wrapper of realloc() fails: what it would have released is alive.  Where it
// releases nothing for reasons that it finds at entry, nobody knows.
void Evaluation::note_released(ValueId v,
                               std::span<const infer::Outcome> outcomes,
                               std::span<const Cond> chosen, std::size_t i) {
  auto is_release = [&](const infer::Effect &effect) {
    bool is_handle = effect.family.valid() &&
                     setting.facts.models.family(effect.family).is_handle;
    return effect.kind == infer::Effect::Kind::kFree && effect.is_certain &&
           !effect.path.is_deep() && !is_handle;
  };
  std::vector<Value> released;
  for (const infer::Outcome &other : outcomes)
    if (std::ranges::includes(outcomes[i].given, other.given) &&
        std::ranges::includes(outcomes[i].compared, other.compared))
      for (const infer::Effect &effect : other.effects)
        if (is_release(effect))
          if (auto object = resolve(v, effect.path, kPointerShape, {}))
            released.push_back(std::move(*object));
  look_under(table.both(point_.guard, chosen[i]), released,
             [&](const Value &object) { note_alive(object); });
}

} // namespace wt::sat
