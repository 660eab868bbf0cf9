// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call of a function with a body do?  (Saturn, Section 4.5.3.)
//
// Its behaviour (summary/behaviour.h) is a list of outcomes.  Exactly one
// of them happens at a call: one whose tests on arguments hold, and whose
// class of results has the number returned.  Where more than one is possible
// an atom decides.
//
// Paths of the callee are resolved (callee_paths.cpp) before any effect is
// applied, since they name what was there when the call began.

#include "engine/sat/evaluate.h"

#include "engine/sat/callee_paths.h"
#include "summary/fresh.h"

#include <algorithm>
#include <functional>

namespace wt::sat {

using infer::Term;
using ir::ValueId;
using model::Place;

namespace {

// Is what is there handed back?
bool is_returned(const AccessPath &path, const infer::Outcome &outcome) {
  const Term &term = outcome.value;
  return term.kind == Term::Kind::kPath && term.path == path &&
         !term.is_perhaps;
}

// Null, a number, or what a global holds (`stdin`): callers can compare with
// it.
bool is_number_or_global(const Term &term) {
  return term.kind == Term::Kind::kNumber ||
         (term.kind == Term::Kind::kPath && !term.is_perhaps &&
          term.path.root().kind == PathRoot::Kind::kGlobal);
}

// Bytes of a record, all zero.
bool is_cleared(const infer::Effect &effect) {
  return effect.value.kind == Term::Kind::kNumber && effect.value.number == 0 &&
         effect.bytes > kPointerShape.bytes();
}

} // namespace

// What is handed out or not, and neither the result nor the place itself says
// which: callers know it by other means.
bool Evaluation::is_seen(std::span<const infer::Outcome> outcomes,
                         std::span<const Cond> chosen, std::size_t i,
                         const AccessPath &place) {
  for (std::size_t j = 0; j < outcomes.size(); ++j) {
    if (j == i || chosen[j].is_no() ||
        infer::are_told_apart(outcomes[i], outcomes[j]))
      continue;
    auto places = infer::places_of_new(outcomes[j]);
    bool is_there =
        std::ranges::find(places, std::optional(place)) != places.end();
    for (std::size_t n = 0; n < places.size(); ++n)
      is_there |= infer::global_of_new(outcomes[j], n) == place;
    bool is_told = std::ranges::any_of(
        outcomes[j].effects, [&](const infer::Effect &effect) {
          return effect.kind == infer::Effect::Kind::kWrite &&
                 effect.is_certain && is_number_or_global(effect.value) &&
                 infer::seen_by_caller(effect.path, places) == place;
        });
    if (!is_there && !is_told)
      return false;
  }
  return true;
}

// The new objects of the i-th outcome.
std::vector<ObjectId>
Evaluation::make_objects(ValueId v, std::span<const infer::Outcome> outcomes,
                         std::span<const Cond> chosen, std::size_t i) {
  const infer::Outcome &outcome = outcomes[i];
  std::vector<ObjectId> out;
  Point here = at(v);
  here.guard = table.both(here.guard, chosen[i]);
  std::vector<std::optional<AccessPath>> places = infer::places_of_new(outcome);
  for (std::size_t n = 0; n < outcome.objects.size(); ++n) {
    const infer::NewObject &object = outcome.objects[n];
    if (!places[n])
      places[n] = owned_global_of_new(setting.facts, outcome, n);
    ObjectId id = heap.fresh(here, places[n] ? site_place(*places[n]) : Place{},
                             object.family, here.guard, object.is_zeroed);
    out.push_back(id);
    // How success is told differs between callees: only results are sure.
    bool is_sure = places[n] &&
                   (!is_one_of_several_ || *places[n] == AccessPath::result());
    bool is_one = !object.is_many && is_sure;
    if (!is_one) // one name for several, or in a global that others change
      heap.objects[id].blurred = kYes;
    if (is_one && is_seen(outcomes, chosen, i, *places[n]))
      acquired.push_back(id);
    else
      heap.set_escaped(id, kYes);
  }
  return out;
}

// The address of one of several globals, or null.
Value Evaluation::one_of(ValueId v, const infer::Outcome &outcome) {
  Value out = null_pointer();
  out.targets.clear();
  Cond rest = kYes;
  if (outcome.result.may_be_zero()) {
    Cond is_null = table.atom();
    add_target(table, out.targets, {is_null, kAddresses, {}});
    rest = !is_null;
  }
  for (const AccessPath &path : outcome.value.among) {
    bool is_last = &path == &outcome.value.among.back();
    Cond here = is_last ? rest : table.both(rest, table.atom());
    Value address = root_value(v, path, {});
    for (const Target &target : address.targets)
      add_target(table, out.targets, {here, target.object, target.offset});
    rest = table.both(rest, !here);
  }
  return out;
}

Value Evaluation::result_value(ValueId v, const infer::Outcome &outcome,
                               const Value &unknown_number,
                               std::span<const ObjectId> made) {
  Shape wanted = shape(v);
  if (!outcome.value.among.empty() && wanted.is_pointer)
    return one_of(v, outcome);
  bool is_unknown = outcome.value.kind == Term::Kind::kUnknown;
  if (is_unknown && !wanted.is_pointer)
    return unknown_number;
  if (is_unknown && outcome.result.is_zero())
    return null_pointer();
  if (is_unknown && !outcome.result.may_be_zero())
    return pointer_to(heap.unknown_object(v.value));
  return term_value(v, outcome.value, wanted, made);
}

void Evaluation::apply_effect(ValueId v, const ResolvedEffect &resolved,
                              Cond guard) {
  using Kind = infer::Effect::Kind;
  const infer::Effect &effect = *resolved.effect;
  bool is_deep = effect.path.is_deep();
  if (effect.kind == Kind::kWrite)
    return apply_write(v, resolved, guard);
  bool is_certain = effect.is_certain && !resolved.is_perhaps;
  if (effect.kind == Kind::kFree && is_certain && !is_deep) {
    // What points into an object is not what the callee means to free: nobody
    // knows what happens to it.
    Value freed = resolved.object, other = resolved.object;
    auto is_start = [&](const Target &target) {
      return !target.offset.is_known() ||
             target.offset.base + effect.offset == 0;
    };
    std::erase_if(other.targets, is_start);
    std::erase_if(freed.targets, std::not_fn(is_start));
    heap.escape(other.targets, guard);
    return free_value(v, freed, resolved.family, guard);
  }
  if (effect.kind != Kind::kForget && !is_deep)
    return heap.escape(resolved.object.targets, guard);
  Point here = at(v);
  here.guard = guard;
  for (const Target &target : resolved.object.targets) {
    if (is_deep || resolved.is_before_free)
      heap.escape_contents(target.object, table.both(guard, target.guard));
    if (effect.kind == Kind::kForget)
      heap.forget(target.object, target.guard, here,
                  !is_deep && holds_fresh(target.object),
                  forgotten_in(effect, target));
  }
}

// The bytes of the object that the effect speaks of, if not all.
std::optional<Heap::Bounds>
Evaluation::forgotten_in(const infer::Effect &effect, const Target &target) {
  if (effect.extent == 0 || effect.path.is_deep() || !target.offset.is_known())
    return std::nullopt;
  std::int64_t begin = target.offset.base + effect.offset;
  return Heap::Bounds{begin, begin + effect.extent};
}

// Was it made for the global that is written?
bool Evaluation::is_at_home(const Value &value, const Target &target) const {
  const Object &global = heap.objects[target.object];
  if (global.kind != Object::Kind::kGlobal)
    return false;
  return std::ranges::any_of(value.targets, [&](const Target &made) {
    const Object &object = heap.objects[made.object];
    return object.kind == Object::Kind::kFresh &&
           object.place.root == model::Place::Root::kGlobal &&
           object.place.argument == global.global.value;
  });
}

// Is it the callee's to say what becomes of the value that it overwrites?  Not
// if it puts something new there, or nothing, without a look.  Of globals it
// is: what their tests showed is the first that merging forgets in large
// programs.
bool Evaluation::answers_for_old(const ResolvedEffect &resolved,
                                 const Target &target) {
  const infer::Effect &effect = *resolved.effect;
  bool is_replaced =
      effect.is_certain &&
      (effect.value.is_new() || effect.value.kind == Term::Kind::kNumber);
  return !is_replaced || resolved.is_looked_at ||
         effect.path.root().kind != PathRoot::Kind::kParameter ||
         effect.path.steps().back().any_element || !target.offset.is_known();
}

void Evaluation::apply_write(ValueId v, const ResolvedEffect &resolved,
                             Cond guard) {
  const infer::Effect &effect = *resolved.effect;
  Point here = at(v);
  here.guard = guard;
  if (!effect.is_certain) {
    heap.escape(resolved.value.targets, guard);
    here.guard = table.both(guard, table.atom());
  }
  PathStep last = effect.path.steps().back();
  for (Target target : resolved.object.targets) {
    if (target.object == kAddresses)
      continue;
    bool is_array =
        last.any_element && effect.extent > 0 && target.offset.is_known();
    if (is_array && resolved.value.targets.empty()) { // numbers, somewhere
      std::int64_t begin = target.offset.base + last.offset;
      heap.forget(target.object, target.guard, here, holds_fresh(target.object),
                  Heap::Bounds{begin, begin + effect.extent});
      continue;
    }
    target.offset = after_step(target.offset, last);
    if (heap.objects[target.object].is_outside()) {
      // Others change it too: what is there is out of danger.
      if (!is_at_home(resolved.value, target))
        heap.escape(resolved.value.targets, guard);
      heap.blur(resolved.value.targets);
      if (answers_for_old(resolved, target))
        heap.escape_inherited(target.object, target.offset, effect.bytes,
                              here.guard);
    }
    if (is_cleared(effect)) {
      heap.zero(target, effect.bytes, here);
      continue;
    }
    if (effect.value.kind != Term::Kind::kUnknown) {
      heap.store(target, resolved.value, here);
      continue;
    }
    if (!effect.value.is.is_any()) {
      Value some = integer(logic::unknown(table, effect.bytes * 8));
      Cond is = belongs(some, 0, effect.value.is);
      solver.add_fact(!table.both(here.guard, !is), is);
      heap.store(target, some, here);
      continue;
    }
    if (effect.bytes >= kPointerShape.bytes()) // it may be there still
      heap.escape_cell(target.object, target.offset, effect.bytes, here.guard);
    heap.forget_cell(target.object, target.offset, effect.bytes, target.guard,
                     here);
  }
}

Evaluation::ResolvedEffect
Evaluation::resolved(ValueId v, const infer::Effect &effect,
                     std::span<const ObjectId> made) {
  bool is_write = effect.kind == infer::Effect::Kind::kWrite;
  AccessPath path = is_write ? holder_of(effect.path) : effect.path;
  ResolvedEffect out{&effect, null_pointer(), {}, effect.family, false};
  bool changes_nothing = effect.kind == infer::Effect::Kind::kFree ||
                         effect.kind == infer::Effect::Kind::kKeep;
  if (changes_nothing && is_untouched(v, path))
    return out;
  bool is_handle = effect.family.valid() &&
                   setting.facts.models.family(effect.family).is_handle;
  Shape shape = is_handle ? Shape{false, kHandleWidth} : kPointerShape;
  if (std::optional<Value> object = resolve(v, path, shape, made)) {
    out.object = std::move(*object);
    if (is_write)
      out.object = heap.converted(out.object, kPointerShape);
  }
  if (is_write && effect.value.kind != Term::Kind::kUnknown &&
      !is_cleared(effect)) {
    bool is_pointer = effect.bytes == 8 && effect.value.is_pointer;
    out.value = term_value(v, effect.value,
                           shape_of_bytes(effect.bytes, is_pointer), made);
  }
  return out;
}

// What a callee frees or keeps or not, and neither its result nor its arguments
// say which (one that returns it instead does), is out of danger: programs keep
// what it looks at in step with the objects.  Not where what lies in its place
// afterwards says which.
void Evaluation::spare_undecided(
    std::span<const infer::Outcome> outcomes, std::span<const Cond> chosen,
    std::span<const std::vector<ResolvedEffect>> effects) {
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    for (const ResolvedEffect &done : effects[i]) {
      std::optional<AccessPath> given = infer::given_away(*done.effect);
      if (!given)
        continue;
      bool is_write = done.effect->kind == infer::Effect::Kind::kWrite;
      if (is_write && !is_put_outside(done))
        continue;
      const Value &object = is_write ? done.value : done.object;
      for (std::size_t j = 0; j < outcomes.size(); ++j) {
        bool is_too =
            infer::is_vacuous(outcomes[j], *given) ||
            is_returned(*given, outcomes[j]) ||
            infer::shows_which(outcomes[i], outcomes[j], *given) ||
            std::ranges::any_of(outcomes[j].effects, [&](const auto &other) {
              return infer::given_away(other) == given &&
                     (other.is_certain || !done.effect->is_certain);
            });
        if (is_too || chosen[j].is_no() ||
            infer::are_told_apart(outcomes[i], outcomes[j]))
          continue;
        Cond guard = table.both(point_.guard, chosen[j]);
        heap.blur(object.targets);
        if (!given->is_deep())
          heap.escape(object.targets, guard);
        else
          for (const Target &target : object.targets)
            heap.escape_contents(target.object,
                                 table.both(guard, target.guard));
      }
    }
}

void Evaluation::note_taking(
    ValueId v, std::span<const infer::Outcome> outcomes,
    std::span<const Cond> chosen,
    std::span<const std::vector<ResolvedEffect>> effects) {
  using Kind = infer::Effect::Kind;
  auto is_fresh = [&](const Target &target) {
    return heap.objects[target.object].kind == Object::Kind::kFresh;
  };
  Taking taking{at(v), {}};
  bool takes = false, refuses = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (table.both(point_.guard, chosen[i]).is_no())
      continue;
    Taking::Way way{chosen[i], outcomes[i].result, {}};
    for (const ResolvedEffect &done : effects[i]) {
      bool is_write = done.effect->kind == Kind::kWrite;
      const Value &object = is_write ? done.value : done.object;
      if (!infer::given_away(*done.effect) ||
          (is_write && !is_put_outside(done)) ||
          std::ranges::none_of(object.targets, is_fresh))
        continue;
      bool is_freed = done.effect->kind == Kind::kFree;
      way.given.push_back({object, is_freed ? "release" : "keep"});
      takes = true;
    }
    refuses |= way.given.empty();
    taking.ways.push_back(std::move(way));
  }
  if (takes && refuses)
    takings.push_back(std::move(taking));
}

// Is the cell that is written the outside's, or in a new object?
bool Evaluation::is_put_outside(const ResolvedEffect &done) const {
  if (done.effect->path.root().kind == PathRoot::Kind::kSite)
    return true;
  return std::ranges::all_of(done.object.targets, [&](const Target &target) {
    return target.object == kAddresses ||
           heap.objects[target.object].is_outside();
  });
}

// The family of what is freed; none where it depends on what the callee sees.
model::FamilyId
Evaluation::freed_family(std::span<const infer::Outcome> outcomes,
                         const infer::Effect &effect) {
  for (const infer::Outcome &outcome : outcomes)
    for (const infer::Effect &other : outcome.effects)
      if (other.kind == infer::Effect::Kind::kFree &&
          other.path == effect.path && other.family != effect.family)
        return {};
  return effect.family;
}

// Does the i-th outcome free what others resize, and return null as they do
// when they fail?  Callers cannot tell the two apart by the result: who takes
// null for failure asks for no size of zero.  Where that is known to be the
// size, the others cannot happen.
bool Evaluation::is_resized_to_nothing(std::span<const infer::Outcome> outcomes,
                                       std::span<const Cond> chosen,
                                       std::size_t i,
                                       const infer::Effect &effect) {
  using Kind = infer::Effect::Kind;
  if (effect.kind != Kind::kFree || !outcomes[i].result.is_zero())
    return false;
  bool is_resized = false, may_fail = false;
  for (std::size_t j = 0; j < outcomes.size(); ++j) {
    const infer::Outcome &other = outcomes[j];
    bool frees =
        std::ranges::any_of(other.effects, [&](const infer::Effect &e) {
          return e.kind == Kind::kFree && e.path == effect.path;
        });
    is_resized |= frees && other.value.is_new() &&
                  other.objects[number_of_object(other.value.path)].family ==
                      effect.family;
    may_fail |= !frees && !chosen[j].is_no() && other.result.is_zero() &&
                !infer::is_vacuous(other, effect.path);
  }
  return is_resized && may_fail;
}

// A body that frees an object and makes another of its kind resizes it, as far
// as can be seen here: what the old one held, the new one holds.
void Evaluation::move_contents(ValueId v, const infer::Outcome &outcome,
                               std::span<const ObjectId> made,
                               std::span<const ResolvedEffect> effects,
                               Cond guard) {
  Point here = at(v);
  here.guard = guard;
  for (const ResolvedEffect &done : effects) {
    if (done.effect->kind != infer::Effect::Kind::kFree ||
        done.effect->path.is_deep())
      continue;
    for (std::size_t n = 0; n < made.size(); ++n)
      for (const Target &from : done.object.targets)
        if (outcome.objects[n].family == done.effect->family &&
            holds_fresh(from.object))
          heap.copy({kYes, made[n], {}}, from, -1, here);
  }
}

// Counted objects whose count is not known here: nobody can say whether giving
// back one reference frees them.
void Evaluation::give_up_counted(ValueId v, const infer::Behaviour &behaviour) {
  for (const auto *counts : {&behaviour.acquires, &behaviour.releases})
    for (const AccessPath &count : *counts) {
      if (count.length() == 0)
        continue;
      std::optional<Value> number = resolve(v, count, Shape{false, 32}, {});
      std::optional<Value> object =
          resolve(v, holder_of(count), kPointerShape, {});
      if (!object || (number && constant_of(*number)))
        continue;
      heap.escape(object->targets, point_.guard);
      heap.blur(object->targets);
    }
}

// When each outcome happens; kNo where it cannot.
std::vector<Cond>
Evaluation::choose_outcome(ValueId v, std::span<const infer::Outcome> outcomes,
                           const Value &unknown_number) {
  std::vector<Cond> possible;
  std::size_t last = 0;
  for (const infer::Outcome &outcome : outcomes) {
    Cond when = held_at_entry(v, outcome);
    bool by_number = !outcome.throws && !unknown_number.bits.empty() &&
                     (outcome.value.kind == Term::Kind::kUnknown ||
                      outcome.value.kind == Term::Kind::kNumber);
    if (by_number)
      when = table.both(when, belongs(unknown_number, 0, outcome.result));
    if (table.both(point_.guard, when).is_no() ||
        ignored_.rules_out(v, outcomes, outcome))
      when = kNo;
    else
      last = possible.size();
    possible.push_back(when);
  }
  std::vector<Cond> out;
  Cond rest = kYes;
  for (std::size_t i = 0; i < possible.size(); ++i) {
    Cond when = possible[i];
    bool is_shared = std::any_of(
        possible.begin() + std::ptrdiff_t(i) + 1, possible.end(),
        [&](Cond other) { return !table.both(when, other).is_no(); });
    if (i == last && !when.is_no()) {
      // The rest must be this one: a fact, so that guards stay small.
      Cond fact = !table.both(table.both(point_.guard, rest), !when);
      if (!fact.is_yes())
        solver.add_fact(fact, when);
      when = kYes;
    } else if (is_shared && !when.is_no()) {
      when = table.both(when, table.atom());
    }
    out.push_back(table.both(rest, when));
    rest = table.both(rest, !when);
  }
  return out;
}

// `follows_throws`: outcomes that end with an exception count.
Evaluation::CallResult Evaluation::call_behaviour(ValueId v, ProcedureId callee,
                                                  bool follows_throws) {
  const infer::Behaviour &behaviour = setting.facts.behaviours.of(callee);
  bool is_void = function.insts[v].type == ir::TypeTable::void_type();
  std::span<const infer::Outcome> outcomes = setting.relevance.outcomes(callee);
  std::vector<infer::Outcome> without_throws;
  if (!follows_throws &&
      std::ranges::any_of(outcomes, &infer::Outcome::throws)) {
    std::ranges::copy_if(outcomes, std::back_inserter(without_throws),
                         [](const auto &outcome) { return !outcome.throws; });
    outcomes = without_throws;
  }
  resolved_.clear();
  give_up_counted(v, behaviour);
  Value unknown_number;
  if (!is_void && !shape(v).is_pointer)
    unknown_number = heap.unknown(shape(v), v.value);
  if (behaviour.only_looks && !is_void)
    if (std::optional<Value> same = answer_of(v, &behaviour))
      unknown_number = std::move(*same);
  std::vector<Cond> chosen = choose_outcome(v, outcomes, unknown_number);
  // All paths are resolved before the first effect.
  CallResult out;
  Cond returned = kNo;
  std::vector<std::pair<Cond, Value>> results;
  std::vector<std::vector<ResolvedEffect>> effects(outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    Cond guard = table.both(point_.guard, chosen[i]);
    if (guard.is_no())
      continue;
    std::vector<ObjectId> made = make_objects(v, outcomes, chosen, i);
    note_reads(v, outcomes[i], guard);
    note_uses(v, outcomes, chosen, i);
    note_released(v, outcomes, chosen, i);
    for (const infer::Effect &effect : outcomes[i].effects) {
      effects[i].push_back(resolved(v, effect, made));
      effects[i].back().family = freed_family(outcomes, effect);
      effects[i].back().is_perhaps =
          is_resized_to_nothing(outcomes, chosen, i, effect);
      effects[i].back().is_looked_at =
          infer::looks_at(outcomes[i], effect.path);
      effects[i].back().is_before_free =
          std::ranges::any_of(outcomes[i].effects, [&](const auto &other) {
            return other.kind == infer::Effect::Kind::kFree &&
                   other.path == effect.path;
          });
    }
    move_contents(v, outcomes[i], made, effects[i], guard);
    if (outcomes[i].throws) {
      out.thrown = table.either(out.thrown, guard);
      continue;
    }
    returned = table.either(returned, guard);
    if (is_void)
      continue;
    Value result = result_value(v, outcomes[i], unknown_number, made);
    Cond is_null = result.is_pointer ? null_guard(table, result) : kNo;
    if (!outcomes[i].result.may_be_zero() && !is_null.is_no())
      solver.add_fact(!table.both(guard, is_null), is_null);
    if (outcomes[i].value.kind == Term::Kind::kPath && !result.bits.empty()) {
      // `return s.size();` is never negative, whatever is known of s.
      Cond fits = belongs(result, 0, outcomes[i].result);
      if (!fits.is_yes())
        solver.add_fact(!table.both(guard, !fits), fits);
    }
    results.push_back({chosen[i], std::move(result)});
  }
  spare_undecided(outcomes, chosen, effects);
  note_taking(v, outcomes, chosen, effects);
  for (bool is_write : {false, true}) // contents are named as before the call
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      for (const ResolvedEffect &effect : effects[i])
        if ((effect.effect->kind == infer::Effect::Kind::kWrite) == is_write)
          apply_effect(v, effect, table.both(point_.guard, chosen[i]));
  if (is_void)
    out.result = integer(0, 1);
  else if (results.empty())
    out.result = heap.unknown(shape(v), v.value);
  else
    out.result = heap.merged(results, shape(v));
  Cond ways = table.either(out.thrown, returned);
  died_ = table.either(died_, table.both(point_.guard, !ways));
  return out;
}

} // namespace wt::sat
