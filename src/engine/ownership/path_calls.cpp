// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls do to the object of a path: outcome by outcome, as the behaviours
// of model/infer tell them.  See path_search.h.

#include "engine/ownership/path_walker.h"
#include "model/model_of.h"
#include "summary/followed.h"
#include "summary/fresh.h"
#include "summary/ignored.h"
#include "summary/left_open.h"

#include <algorithm>

namespace wt::ownership {

using infer::Effect;
using infer::NumberClass;
using infer::Term;
using ir::ValueId;
using Kind = PathValue::Kind;

namespace {

bool is_throw(std::string_view link_name) {
  return link_name == "__cxa_throw" || link_name == "__cxa_rethrow";
}

// Is the result what others hold: found somewhere, and not taken out there?
bool is_borrowed(const infer::Outcome &outcome) {
  if (outcome.throws || outcome.result.is_zero() ||
      outcome.value.kind == Term::Kind::kNumber)
    return false;
  const AccessPath &from = outcome.value.path;
  if (outcome.value.kind == Term::Kind::kPath &&
      (from.length() == 0 || from.root().kind == PathRoot::Kind::kSite))
    return false; // an argument, or something new
  return std::ranges::none_of(outcome.effects, [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kWrite && effect.path == from;
  });
}

// Is the result borrowed in an outcome that looks the same to callers?  Then
// they know by other means whether it is theirs.
bool is_sometimes_borrowed(const infer::Behaviour &behaviour,
                           const infer::Outcome &made) {
  return std::ranges::any_of(
      behaviour.outcomes, [&](const infer::Outcome &other) {
        return is_borrowed(other) && !infer::are_told_apart(made, other);
      });
}

bool is_new_at(const infer::Outcome &outcome, const AccessPath &place) {
  std::vector<std::optional<AccessPath>> places = infer::places_of_new(outcome);
  return std::ranges::find(places, std::optional(place)) != places.end();
}

// May the callee have left the place as it was, without callers seeing it?
bool is_sometimes_missing(const infer::Behaviour &behaviour,
                          const infer::Outcome &made, const AccessPath &place) {
  return std::ranges::any_of(
      behaviour.outcomes, [&](const infer::Outcome &other) {
        return !other.throws && !is_new_at(other, place) &&
               !infer::are_told_apart(made, other);
      });
}

// Does the outcome stand for several ways to end that had to be merged?  What
// belongs together in them is not known.
bool is_merged(const infer::Outcome &outcome) {
  return !std::ranges::all_of(outcome.effects, &Effect::is_certain);
}

// Does the callee return a negative number when it fails?  A result that is
// computed is not negative then: that is what makes it a sign.
bool fails_negatively(const infer::Behaviour &behaviour) {
  return std::ranges::any_of(
      behaviour.outcomes, [](const infer::Outcome &outcome) {
        return outcome.objects.empty() &&
               outcome.value.kind == Term::Kind::kNumber &&
               outcome.value.number < 0;
      });
}

} // namespace

std::vector<PathWalker::AfterCall> PathWalker::call(WalkState &state,
                                                    ValueId v) {
  std::vector<AfterCall> out;
  if (is_container_call(state, v)) {
    state.set(v, container_result(state, v));
    bool is_asked = state.object == WalkState::Object::kInContainer;
    if (call_container(state, v)) {
      // How many elements there are says whether the object is one of them.
      if (is_asked && !is_pointer(function_.insts[v].type))
        state.note_neighbour(state[v]);
      name_element(state, v, *setting_.interface_of(v));
      out.push_back({std::move(state)});
    }
    return out;
  }
  // `take(&v[0], n)`: whoever is given elements by address may take them all.
  for (ValueId argument : function_.arguments(v)) {
    PathValue given = value(state, argument);
    if (state.element_at(given) && reaches_object(state, given))
      return out;
  }
  const ir::CallInfo &info = function_.call(v);
  std::span<const ProcedureId> callees =
      infer::followed(setting_.facts.program, setting_.procedure, v);
  if (is_left_open(state, v, callees))
    return out;
  for (ProcedureId callee : callees)
    call_known(state, v, callee, out);
  if (callees.empty() && !info.does_not_return)
    call_unknown(state, v, out);
  if (const Interface *interface = setting_.interface_of(v))
    for (AfterCall &after : out)
      if (!after.is_exceptional)
        name_element(after.state, v, *interface);
  return out;
}

// Do some overriders take the object, and others not?
bool PathWalker::is_left_open(const WalkState &state, ValueId v,
                              std::span<const ProcedureId> callees) const {
  if (callees.size() < 2 || unit_.text(function_.call(v).virtual_class).empty())
    return false;
  std::vector<const infer::Behaviour *> behaviours;
  for (ProcedureId callee : callees)
    behaviours.push_back(&setting_.facts.behaviours.of(callee));
  return std::ranges::any_of(
      infer::left_open(behaviours), [&](const AccessPath &path) {
        return reaches_object(state, at_path(state, v, path));
      });
}

void PathWalker::call_unknown(WalkState &state, ValueId v,
                              std::vector<AfterCall> &out) {
  // It may find what a field or a global holds.
  if (state.is_at_home())
    return;
  infer::Arguments borrowed = setting_.facts.behaviours.borrowed().through_hook(
      setting_.facts.program, setting_.procedure, v);
  for (std::uint32_t i = 0; i < function_.arguments(v).size(); ++i) {
    PathValue given = value(state, function_.arguments(v)[i]);
    if (borrowed.has(i) && given.is(Kind::kObject)) {
      state.forget_object(given);
      continue;
    }
    if (reaches_object(state, given))
      return;
    if (state.is_local(given))
      state.forget_object(given);
    state.give_away(given);
  }
  state.forget_outside();
  state.set(v, state.symbol());
  out.push_back({std::move(state)});
}

void PathWalker::call_known(const WalkState &before, ValueId v,
                            ProcedureId callee, std::vector<AfterCall> &out) {
  const Procedure &procedure = setting_.facts.program.procedures()[callee];
  const infer::Behaviour &behaviour =
      setting_.facts.behaviours.at(setting_.procedure, callee);
  const ir::CallInfo &info = function_.call(v);
  if (behaviour.is_known() && behaviour.outcomes.empty() &&
      !is_throw(procedure.link_name))
    return found_end(before, v);
  bool can_throw = info.may_throw || info.has_unwind;
  if (can_throw && is_throw(procedure.link_name)) {
    bool is_given =
        std::ranges::any_of(function_.arguments(v), [&](ValueId argument) {
          return reaches_object(before, value(before, argument));
        });
    if (!is_given)
      out.push_back({before, true});
    return;
  }
  if (!behaviour.is_known()) {
    WalkState state = before;
    if (!info.does_not_return)
      call_unknown(state, v, out);
    return;
  }
  if (behaviour.keeps_all)
    for (std::uint32_t i = 0; i < function_.arguments(v).size(); ++i)
      if ((!behaviour.spared.has(i) ||
           before.object == WalkState::Object::kInContainer) &&
          reaches_object(before, value(before, function_.arguments(v)[i])))
        return;
  objects_.clear();
  if (!is_clear(before, v, behaviour)) {
    answer_.is_complete = false;
    return;
  }
  bool is_ignored = !setting_.plan.is_used(v) &&
                    unit_.types.is_pointer(function_.insts[v].type);
  bool is_taken = false;           // on one of the ways to end
  std::vector<std::size_t> merged; // of `out`
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    if ((outcome.throws && !can_throw) ||
        (is_ignored && infer::gives_another(outcome, behaviour.outcomes)))
      continue;
    WalkState state = before;
    if (is_acquired_at(before, v) && is_hard_to_tell(behaviour, outcome))
      state.doubt();
    if (!is_allowed(state, v, outcome))
      continue;
    if (!apply(state, v, callee, outcome)) {
      is_taken = true;
      continue;
    }
    if (is_filled_at(before, v, outcome) && !fill(state, v))
      continue;
    if (is_merged(outcome))
      merged.push_back(out.size());
    out.push_back({std::move(state), outcome.throws});
  }
  // Nobody looks at the result: whether it was taken is not known where ways
  // to end were merged.
  if (is_taken && before.object == WalkState::Object::kOurs &&
      !setting_.plan.is_used(v))
    for (std::size_t i : merged)
      out[i].state.doubt();
}

// Can callers tell that they have it?
bool PathWalker::is_hard_to_tell(const infer::Behaviour &behaviour,
                                 const infer::Outcome &outcome) const {
  const AccessPath &place = subject_.fresh->place;
  if (place == AccessPath::result())
    return outcome.value.is_new() && is_sometimes_borrowed(behaviour, outcome);
  return behaviour.source != infer::Behaviour::Source::kModel &&
         is_merged(outcome) && is_new_at(outcome, place) &&
         is_sometimes_missing(behaviour, outcome, place);
}

bool PathWalker::is_allowed(WalkState &state, ValueId v,
                            const infer::Outcome &outcome) const {
  bool is_site = is_acquired_at(state, v);
  auto code = [](ir::BinaryOp op) { return static_cast<std::uint8_t>(op); };
  for (const infer::Given &given : outcome.given) {
    PathValue at = read_path(state, v, given.path);
    if (at.is(Kind::kUnknown))
      continue;
    if (given.offset != 0)
      at = state.combine(ir::Op::kBinop, code(ir::BinaryOp::kAdd), at,
                         PathValue::number(given.offset));
    if (given.mask != 0)
      at = state.combine(
          ir::Op::kBinop, code(ir::BinaryOp::kAnd), at,
          PathValue::number(static_cast<std::int64_t>(given.mask)));
    // Who passes on a buffer of the caller does not think of null.
    bool is_assumed_null = is_site && given.is.is_zero() && given.is_pointer &&
                           !state.class_of(at).is_zero();
    if (is_assumed_null || is_relied_on(state, v, given) ||
        !state.restrict(at, given.is))
      return false;
  }
  for (const infer::Given &need : outcome.needs) {
    PathValue at = read_path(state, v, need.path);
    if (!at.is(Kind::kUnknown) && state.class_of(at).meet(need.is).is_none())
      return false;
  }
  for (const infer::Comparison &test : outcome.compared) {
    PathValue a = entry_value(state, v, test.a);
    PathValue b = entry_value(state, v, test.b);
    if (!a.is(Kind::kUnknown) && !b.is(Kind::kUnknown) &&
        !state.assume(state.compare(test.predicate, a, b), true))
      return false;
  }
  return true;
}

// Does the outcome need null for a parameter or a field that is passed on, and
// that nobody here ever compares with null?
bool PathWalker::is_relied_on(const WalkState &state, ValueId v,
                              const infer::Given &given) const {
  std::span<const ValueId> arguments = function_.arguments(v);
  if (!given.is.is_zero() || !given.is_pointer || given.path.length() > 0 ||
      given.path.root().kind != PathRoot::Kind::kParameter ||
      given.path.root().index >= arguments.size())
    return false;
  ValueId base = base_of(function_, arguments[given.path.root().index]);
  ir::Op op = function_.insts[base].op;
  bool is_field =
      op == ir::Op::kLoad &&
      function_.insts[function_.operand(base, 0)].op == ir::Op::kField &&
      !state.class_of(value(state, base)).is_zero();
  return (op == ir::Op::kParam || is_field) &&
         !setting_.plan.is_compared_with_null(function_, base);
}

bool PathWalker::is_acquired_at(const WalkState &state, ValueId v) const {
  return subject_.fresh && subject_.site.kind == Site::Kind::kCall &&
         subject_.site.value == v && state.object == WalkState::Object::kNotYet;
}

// The result of a function that only reads, asked again with the same.
PathValue PathWalker::pure_result(WalkState &state, ValueId v,
                                  ProcedureId callee) const {
  const model::FunctionModel *model =
      model::model_of(setting_.facts.program, setting_.facts.models, callee);
  bool is_pure =
      setting_.facts.behaviours.of(callee).only_looks ||
      (model && model->has_shape && model->effects.empty() &&
       model->written.empty() && !model->shape.is_variadic &&
       std::ranges::find(model->shape.params, model::ParamKind::kPointer) !=
           model->shape.params.end());
  if (!is_pure)
    return {};
  PathValue out{Kind::kFunction, 0, callee.value, 0};
  for (ValueId argument : function_.arguments(v))
    out = state.combine(ir::Op::kCall, 0, out, value(state, argument));
  return out;
}

bool PathWalker::is_clear(const WalkState &state, ValueId v,
                          const infer::Behaviour &behaviour) const {
  if (state.object == WalkState::Object::kNotYet)
    return true;
  // Frees it, keeps it, or puts it where others find it.
  auto takes_object = [&](const infer::Outcome &outcome) {
    return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
      if (effect.kind == Effect::Kind::kWrite)
        return entry_value(state, v, effect.value).is(Kind::kObject) &&
               !state.is_local(cell_at(state, v, effect.path));
      return effect.kind != Effect::Kind::kForget &&
             ((!effect.path.is_deep() &&
               at_path(state, v, effect.path).is(Kind::kObject)) ||
              covers_object(state, v, effect.path));
    });
  };
  auto is_counted = [&](const AccessPath &path) {
    return path.length() > 0 && cell_at(state, v, path).is(Kind::kObject);
  };
  if (std::ranges::any_of(behaviour.acquires, is_counted) ||
      std::ranges::any_of(behaviour.releases, is_counted))
    return false;
  std::vector<const infer::Outcome *> takes, leaves;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    (takes_object(outcome) ? takes : leaves).push_back(&outcome);
  for (const infer::Outcome *a : takes)
    for (const infer::Outcome *b : leaves)
      if (!infer::are_told_apart(*a, *b))
        return false;
  return true;
}

bool PathWalker::apply(WalkState &state, ValueId v, ProcedureId callee,
                       const infer::Outcome &outcome) {
  bool is_site = is_acquired_at(state, v);
  // Paths name what was there at entry, and the objects that are new.
  objects_.clear();
  for (const std::optional<AccessPath> &place : infer::places_of_new(outcome)) {
    bool is_ours = is_site && place == subject_.fresh->place;
    if (is_ours)
      state.object = WalkState::Object::kOurs;
    objects_.push_back(is_ours ? PathValue{Kind::kObject, 0, 0, 0}
                               : state.make());
    if (outcome.objects[objects_.size() - 1].is_zeroed)
      state.set_zeroed(objects_.back());
    // Perhaps others have it, and callers cannot tell.
    if (!is_ours && place == AccessPath::result() &&
        is_sometimes_borrowed(setting_.facts.behaviours.of(callee), outcome))
      state.give_away(objects_.back());
  }
  const WalkState before = state;
  bool is_acquired = is_site && before.object == WalkState::Object::kOurs;
  if (is_acquired && (is_holder_kept(outcome) || state.is_number_free))
    return false; // others find it there
  if (is_perhaps_object(before, v, outcome.value))
    return false;
  // The result may be an argument that is freed: it is read first.
  PathValue result = of_term(state, before, v, outcome.value, outcome.result);
  // Cells that are written hold their value at the end, whatever else changed.
  WalkState unwritten = before;
  bool is_any_forgotten =
      std::ranges::any_of(outcome.effects, [](const Effect &effect) {
        return effect.kind == Effect::Kind::kForget;
      });
  for (const Effect &effect : outcome.effects)
    if (is_any_forgotten && effect.kind == Effect::Kind::kWrite &&
        effect.is_certain)
      unwritten.forget_if([cell = cell_at(before, v, effect.path)](
                              const PathValue &at) { return at == cell; });
  for (bool is_forgotten : {true, false})
    for (const Effect &effect : outcome.effects)
      if ((effect.kind == Effect::Kind::kForget) == is_forgotten &&
          !apply_effect(state, before, unwritten, v, effect))
        return false;
  if (!is_home_known(state))
    return false;
  if (outcome.effects.empty() && outcome.value.kind == Term::Kind::kUnknown)
    if (PathValue again = pure_result(state, v, callee);
        !again.is(Kind::kUnknown))
      result = again;
  if (entry_value(before, v, outcome.value).is(Kind::kUnknown) &&
      is_stranger(before, v))
    state.note_from_strangers(result);
  if (result.is(Kind::kSymbol) && !state.restrict(result, outcome.result))
    return false;
  if (!outcome.objects.empty() && outcome.value.kind == Term::Kind::kUnknown &&
      fails_negatively(setting_.facts.behaviours.of(callee)) &&
      !state.restrict(result, NumberClass::signs(NumberClass::kZero |
                                                 NumberClass::kPositive)))
    return false;
  if (is_acquired)
    note_companions(state, before, v, setting_.facts.behaviours.of(callee),
                    outcome, result);
  state.set(v, result);
  return true;
}

// Is the callee given nothing of what only this function knows?
bool PathWalker::is_stranger(const WalkState &state, ValueId v) const {
  return std::ranges::none_of(function_.arguments(v), [&](ValueId argument) {
    return state.leads_to_own(value(state, argument));
  });
}

// Does the callee keep the record that it puts the object into?
bool PathWalker::is_holder_kept(const infer::Outcome &outcome) const {
  const AccessPath &place = subject_.fresh->place;
  return place.length() > 0 &&
         std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
           return effect.kind == Effect::Kind::kKeep &&
                  effect.path.covers(holder_of(place));
         });
}

// What the callee returns when it leaves nothing there, called like this.
NumberClass
PathWalker::results_without(const WalkState &before, ValueId v,
                            const infer::Behaviour &behaviour) const {
  NumberClass out = NumberClass::none();
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    WalkState state = before;
    if (!outcome.throws && !is_new_at(outcome, subject_.fresh->place) &&
        is_allowed(state, v, outcome))
      out = out.join(outcome.result);
  }
  return out;
}

// Numbers that come with the object.  What a specification does not tie to it
// says nothing about it.
void PathWalker::note_companions(WalkState &state, const WalkState &before,
                                 ValueId v, const infer::Behaviour &behaviour,
                                 const infer::Outcome &outcome,
                                 const PathValue &result) const {
  if (behaviour.source == infer::Behaviour::Source::kModel)
    return;
  if (outcome.value.kind == Term::Kind::kUnknown ||
      (outcome.value.kind == Term::Kind::kPath && !outcome.value.is_pointer))
    state.note_companion(result, result.offset == 0
                                     ? results_without(before, v, behaviour)
                                     : NumberClass::any());
  for (const Effect &effect : outcome.effects) {
    bool is_number =
        effect.value.kind == Term::Kind::kUnknown ||
        (effect.value.kind == Term::Kind::kPath && !effect.value.is_pointer &&
         effect.value.offset != 0); // a count
    if (effect.kind != Effect::Kind::kWrite || !is_number)
      continue;
    auto held = state.memory().find(cell_at(before, v, effect.path));
    if (held != state.memory().end())
      state.note_companion(held->second, NumberClass::any());
  }
}

} // namespace wt::ownership
