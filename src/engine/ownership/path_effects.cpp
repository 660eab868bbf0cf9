// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one effect of a callee do to the state of a path, and to the
// object?
//
// It is freed, kept, or put somewhere; cells are written or may have changed.
// See path_walker.h.  Tested by tests/leak.

#include "engine/ownership/path_walker.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::ownership {

using infer::Effect;
using ir::ValueId;
using Kind = PathValue::Kind;

namespace {

constexpr std::int64_t kWord = 8; // bytes of a pointer

} // namespace

bool PathWalker::is_only_modelled(ValueId call) const {
  return std::ranges::all_of(
      infer::followed(setting_.facts.program, setting_.procedure, call),
      [&](ProcedureId callee) {
        return setting_.facts.behaviours.of(callee).source ==
               infer::Behaviour::Source::kModel;
      });
}

// `fclose(NULL)`: what is no memory must be there to be released.
bool PathWalker::is_fatal_release(ValueId v, const Effect &effect,
                                  const PathValue &at) const {
  if (at != PathValue::number(0) || !effect.family.valid())
    return false;
  const model::Family &family = setting_.facts.models.family(effect.family);
  return !family.is_memory && !family.is_handle && is_only_modelled(v);
}

bool PathWalker::apply_effect(WalkState &state, const WalkState &before,
                              const WalkState &unwritten, ValueId v,
                              const Effect &effect) {
  PathValue at = at_path(before, v, effect.path);
  if (effect.kind != Effect::Kind::kWrite &&
      covers_object(before, v, effect.path))
    return false;
  if (effect.path.is_deep() && effect.kind != Effect::Kind::kForget) {
    for (const PathValue &held : below(before, at))
      state.give_away(held);
    return true;
  }
  switch (effect.kind) {
  case Effect::Kind::kFree:
    if (is_fatal_release(v, effect, at))
      return false;
    if (!at.is(Kind::kObject)) {
      state.is_number_free |=
          at.is(Kind::kNumber) && effect.family.valid() &&
          subject_.site.family == effect.family &&
          !setting_.facts.models.family(effect.family).is_memory;
      // The record that owned it is freed.
      state.is_home_gone |= effect.is_certain && at.is(Kind::kSymbol) &&
                            at.offset == 0 && at.kind == state.home.kind &&
                            at.id == state.home.id &&
                            state.object == WalkState::Object::kOurs;
      if (!state.is_local(at))
        return true;
      // A new one takes its place: what lay there has moved, as realloc() does,
      // or perhaps something else has become of it.
      if (is_only_modelled(v) && objects_.size() == 1)
        state.move_cells(at, objects_[0]);
      else if (!objects_.empty() && reaches_object(state, at))
        return false;
      state.forget_object(at); // what only it holds is lost
      return true;
    }
    return effect.is_certain && freed(state, v);
  case Effect::Kind::kKeep:
    if (reaches_object(before, at))
      return false;
    state.give_away(at);
    return true;
  case Effect::Kind::kForget:
    // Who changes a record and frees it may have freed what it held.
    if (state.is_local(at)) {
      if (!at.is(Kind::kObject) && reaches_object(unwritten, at))
        return false;
      state.forget_object(at);
    } else {
      if (state.is_at_home())
        return false; // perhaps the cell that owns it
      return forget(state, before, v, effect.path);
    }
    return true;
  case Effect::Kind::kWrite: {
    if (is_perhaps_object(before, v, effect.value))
      return false;
    PathValue cell = cell_at(before, v, effect.path);
    PathValue now = of_term(state, before, v, effect.value, effect.value.is);
    if (!state.is_local(cell) || !effect.is_certain) {
      if (reaches_object(state, now))
        return false;
      state.give_away(now);
    }
    if (cell.is(Kind::kUnknown))
      return forget(state, before, v, holder_of(effect.path));
    std::vector<PathValue> lost =
        state.write(cell, effect.is_certain ? now : state.symbol());
    for (const PathValue &other : more_cells(state, cell, effect.bytes))
      std::ranges::copy(
          state.write(other, effect.is_certain ? now : state.symbol()),
          std::back_inserter(lost));
    return !reaches_object(state, lost);
  }
  }
  return true;
}

// Of a record that is cleared: behind the first cell those of pointers, and all
// that are known.
std::vector<PathValue> PathWalker::more_cells(const WalkState &state,
                                              PathValue cell,
                                              std::int64_t bytes) const {
  std::vector<PathValue> out;
  if (bytes <= kWord)
    return out;
  for (const auto &[other, held] : state.memory())
    if (other.kind == cell.kind && other.id == cell.id &&
        other.offset > cell.offset && other.offset - cell.offset < bytes)
      out.push_back(other);
  for (std::int64_t i = kWord; i + kWord <= bytes; i += kWord) {
    PathValue other = cell;
    other.offset += i;
    if (std::ranges::find(out, other) == out.end())
      out.push_back(other);
  }
  return out;
}

// Two names that are not known to lead to one object lead to two: what a
// callee changes under one is not changed under another.
bool PathWalker::forget(WalkState &state, const WalkState &before, ValueId v,
                        const AccessPath &path) const {
  std::optional<std::vector<PathValue>> all = all_at_path(before, v, path);
  if (!all)
    state.forget_outside();
  for (const PathValue &at : all.value_or(std::vector<PathValue>())) {
    if (!at.is(Kind::kObject) && reaches_object(before, at))
      return false;
    if (path.is_deep())
      state.forget_reachable(at);
    else
      state.forget_object(at);
  }
  return true;
}

bool PathWalker::freed(WalkState &state, ValueId at, const char *how) {
  if (state.object == WalkState::Object::kFreed) {
    bool is_better = !answer_.double_free ||
                     (answer_.double_free->is_doubtful && !state.is_doubtful());
    if (is_better && subject_.may_be_freed_again)
      answer_.double_free =
          PathAnswer::Event{at, "it is freed again", witness(state, at),
                            state.is_doubtful(), state.freed_at};
    return false;
  }
  if (state.object == WalkState::Object::kInContainer && state.inner->empty())
    state.other = state.in; // which may free it again
  state.object = WalkState::Object::kFreed;
  state.freed_at = at;
  if (*how) {
    WitnessStep step;
    step.kind = WitnessStep::Kind::kEvent;
    step.value = at;
    step.message = how;
    state.steps.push_back(step);
  }
  return subject_.may_be_freed_again;
}

} // namespace wt::ownership
