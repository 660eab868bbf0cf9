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

// What the callee tests behind its arguments, it reads.
void Evaluation::note_reads(ValueId v, const infer::Outcome &outcome,
                            Cond guard) {
  Point before = point_;
  point_.guard = guard;
  for (const infer::Given &given : outcome.given)
    if (given.path.length() == 1)
      if (auto object = resolve(v, holder_of(given.path), kPointerShape, {}))
        note_use(*object, v);
  point_ = before;
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
  Point before = point_;
  point_.guard = table.both(point_.guard, chosen[i]);
  for (const AccessPath &path : outcomes[i].used)
    if (!is_untouched(v, path) && is_surely_used(outcomes, chosen, i, path))
      if (auto object = resolve(v, path, kPointerShape, {}))
        note_use(*object, v);
  point_ = before;
}

} // namespace wt::sat
