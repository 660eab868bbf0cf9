// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One outcome of one call, backwards.  See one_outcome.h.

#include "engine/contradiction/one_outcome.h"

#include "engine/contradiction/declared_types.h"
#include "engine/contradiction/object_types.h"

#include <algorithm>

namespace wt::contradiction {

using infer::Effect;
using infer::Outcome;
using infer::Term;
using ir::ValueId;
using Moved = CallNames::Moved;

namespace {

// A new descriptor is none of the standard streams.
constexpr std::int64_t kSomeHandle = 1000, kSomeAddress = 1 << 30;

} // namespace

OneOutcome::OneOutcome(Workspace &workspace, FunctionView &view,
                       Transfer &transfer, bool is_sound, ValueId call,
                       ProcedureId callee, const Outcome &outcome)
    : workspace_(workspace), exprs_(workspace.exprs), view_(view),
      transfer_(transfer), is_sound_(is_sound), call_(call), callee_(callee),
      behaviour_(workspace.facts.behaviours.of(callee)), outcome_(outcome),
      names_(workspace.names(view, call, callee, outcome, is_sound)) {}

// The new object that the error cell is; `fits`: all hits agree.
std::optional<std::uint32_t> OneOutcome::object_hit(const ErrorCell &post,
                                                    bool &fits) {
  std::optional<std::uint32_t> object;
  bool is_older = false;
  for (ExprId e : post.hits) {
    Moved before = names_.moved(e);
    if (before.kind == Moved::Kind::kNew) {
      fits &= !object || *object == before.object;
      object = before.object;
    } else if (before.kind != Moved::Kind::kLost) {
      is_older = true;
    }
  }
  fits &= !object || !is_older;
  return object;
}

// What is found at a place of the callee when it has ended so.
Term OneOutcome::term_at(const Outcome &outcome, const AccessPath &place) {
  Term at = outcome.value;
  if (place.root().kind != PathRoot::Kind::kResult) {
    at = Term();
    at.kind = Term::Kind::kPath;
    at.path = AccessPath(place.root());
  }
  for (PathStep step : place.steps()) {
    if (at.kind != Term::Kind::kPath)
      return at; // nothing lies behind it
    if (at.path.is_deep())
      return {};
    AccessPath cell = at.path.then(step);
    auto write =
        std::ranges::find_if(outcome.effects, [&](const Effect &effect) {
          return effect.kind == Effect::Kind::kWrite && effect.path == cell;
        });
    at.path = cell;
    if (write != outcome.effects.end())
      at = write->value;
  }
  return at;
}

std::optional<infer::FreshPlace>
OneOutcome::place_of(std::uint32_t object) const {
  for (const infer::FreshPlace &fresh :
       workspace_.facts.behaviours.in(view_.procedure)) {
    if (fresh.call != call_)
      continue;
    Term at = term_at(outcome_, fresh.place);
    if (at.is_new() && at.path.root().index == object && at.path.length() == 0)
      return fresh;
  }
  return std::nullopt;
}

bool OneOutcome::move_facts(const ErrorCell &post, ErrorCell &pre) {
  Cells &cells = transfer_.cells;
  for (const Holder &holder : post.holders) {
    Moved before{Moved::Kind::kLost, {}, 0};
    if (holder.only.valid())
      before = names_.moved(holder.only);
    if (before.kind == Moved::Kind::kNothing)
      continue; // a cell of a new object: it was not there before
    // A cell that the call has written is the same one, whatever was in it.
    if (!is_sound_ &&
        (before.kind == Moved::Kind::kForgotten ||
         (before.kind == Moved::Kind::kLost && names_.is_written(holder.only))))
      before = {Moved::Kind::kExpr, holder.only, 0};
    cells.add_holder(pre, holder.region,
                     before.kind == Moved::Kind::kExpr ? before.expr
                                                       : ExprId());
  }
  for (const Known &known : post.known) {
    Moved before = names_.moved(known.value);
    if (before.kind == Moved::Kind::kNew && known.is.is_zero())
      return false;
    if (before.kind == Moved::Kind::kExpr &&
        !cells.add_known(pre, before.expr, known.is))
      return false;
  }
  for (ExprId e : post.misses) {
    Moved before = names_.moved(e);
    if (before.kind == Moved::Kind::kExpr && !cells.add_miss(pre, before.expr))
      return false;
  }
  for (ExprId e : post.hits) {
    Moved before = names_.moved(e);
    if (before.kind == Moved::Kind::kNothing)
      return false;
    if (before.kind == Moved::Kind::kExpr && !cells.add_hit(pre, before.expr))
      return false;
  }
  return true;
}

bool OneOutcome::apply_tests(ErrorCell &pre) {
  for (const infer::Given &given : outcome_.given) {
    std::optional<ExprId> value = names_.before(given.path);
    if (value && given.offset != 0)
      value = exprs_.operation(Operation::kAdd,
                               given.bytes ? given.bytes * 8u : 64u, *value,
                               exprs_.number(given.offset));
    if (value && given.mask != 0)
      value = exprs_.operation(
          Operation::kAnd, given.bytes ? given.bytes * 8u : 32u, *value,
          exprs_.number(static_cast<std::int64_t>(given.mask)));
    if (value && !transfer_.cells.add_known(pre, *value, given.is))
      return false;
  }
  for (const infer::Given &need : outcome_.needs)
    if (std::optional<ExprId> value = names_.before(need.path);
        value && !transfer_.cells.add_known(pre, *value, need.is))
      return false;
  for (const infer::Comparison &compared : outcome_.compared) {
    std::optional<ExprId> a = names_.before(compared.a),
                          b = names_.before(compared.b);
    auto test =
        a && b ? exprs_.compare(compared.predicate, *a, *b) : std::nullopt;
    if (test && !transfer_.cells.add_known(pre, *test, NumberClass::differs(0)))
      return false;
  }
  return true;
}

// Is the error cell at the path, or reached from there if the path is deep?
bool OneOutcome::is_reached(const ErrorCell &cell,
                            const CallNames::End &end) const {
  if (!end.object)
    return false;
  if (transfer_.cells.is_hit(cell, *end.object))
    return true;
  return end.effect->path.is_deep() &&
         std::ranges::any_of(cell.hits, [&](ExprId e) {
           return exprs_.contains(e, exprs_.strip(*end.object));
         });
}

// Freed and kept objects.
bool OneOutcome::apply_ends(ErrorCell &pre) {
  for (const CallNames::End &end : names_.ends) {
    const Effect &effect = *end.effect;
    if (is_sound_ && !effect.is_certain)
      continue;
    if (is_reached(pre, end)) {
      is_assumption |= effect.kind == Effect::Kind::kKeep || !effect.is_certain;
      return false;
    }
    if (end.object && !effect.path.is_deep() &&
        !transfer_.release(pre, *end.object))
      return false;
    if (is_sound_ && effect.kind == Effect::Kind::kFree &&
        !end_fields(pre, effect.path))
      return false;
  }
  return true;
}

// What is put into a cell that has no name of its own is held there.
bool OneOutcome::end_stored(ErrorCell &pre) const {
  for (const Effect &effect : outcome_.effects) {
    const AccessPath &path = effect.path;
    bool is_nameless =
        path.is_deep() ||
        std::ranges::any_of(path.steps(), &PathStep::any_element);
    if (effect.kind != Effect::Kind::kWrite || !is_nameless ||
        effect.value.kind != Term::Kind::kPath || effect.value.is_new())
      continue;
    auto value = names_.before(effect.value.path);
    if (value && !transfer_.cells.add_miss(pre, *value))
      return false;
  }
  return true;
}

// Does it free an object and make another of its kind?  Then that one may hold
// what the old one held, as with realloc().
bool OneOutcome::moves_contents() const {
  return std::ranges::any_of(outcome_.effects, [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kFree &&
           std::ranges::any_of(outcome_.objects, [&](const auto &object) {
             return object.family == effect.family;
           });
  });
}

// The cells of a freed object may have held the pointer until now.
bool OneOutcome::end_fields(ErrorCell &pre, const AccessPath &path) {
  std::span<const ValueId> arguments = view_.function.arguments(call_);
  if (path.root().kind != PathRoot::Kind::kParameter || path.length() > 0 ||
      path.root().index >= arguments.size()) {
    stopped_by = "a call that frees what is not seen";
    return true;
  }
  ValueId object = arguments[path.root().index];
  if (closes_in_library(workspace_, view_.procedure, call_, callee_,
                        path.root().index))
    return true;
  bool is_possible = true;
  for (ir::TypeId type : view_.object_types(object))
    each_scalar(view_.unit, type, [&](std::int64_t offset, ir::TypeId scalar) {
      if (!view_.unit.types.is_pointer(scalar))
        return;
      if (moves_contents()) { // which part of it, nobody knows
        stopped_by = "a call that moves what a block holds";
        return;
      }
      Assignment by;
      by.address = exprs_.offset(view_.expr(object), offset);
      by.written = view_.regions_of_object(object, type, offset);
      by.value = exprs_.null();
      is_possible = is_possible && transfer_.assign(pre, by);
    });
  return is_possible;
}

// What is put into a cell that does not hold the error cell is not the error
// cell: SUBST2.
bool OneOutcome::apply_writes(const ErrorCell &post, ErrorCell &pre) {
  for (const CallNames::Written &written : names_.written) {
    const Term &value = written.value;
    if (value.kind != Term::Kind::kPath || value.is_new())
      continue;
    if (!written.from)
      continue;
    if (!written.address.valid()) { // the result, whatever becomes of it
      if (transfer_.cells.is_miss(post, written.cell) &&
          !transfer_.cells.add_miss(pre, *written.from))
        return false;
      continue;
    }
    bool holds = is_sound_ ? !transfer_.cells.is_miss(post, written.cell)
                           : transfer_.cells.is_hit(post, written.cell);
    if (!holds && !transfer_.cells.add_miss(pre, *written.from))
      return false;
  }
  return true;
}

// Objects whose references the call counts are in good hands.  What an argument
// was loaded from is seen further back: so it misses.
bool OneOutcome::end_counted(ErrorCell &pre) const {
  auto end = [&](const AccessPath &path) {
    for (std::size_t steps = 0; steps < path.length(); ++steps)
      if (auto value = names_.before(path, steps);
          value && !transfer_.cells.add_miss(pre, *value))
        return false;
    return true;
  };
  return std::ranges::all_of(behaviour_.acquires, end) &&
         std::ranges::all_of(behaviour_.releases, end);
}

// Another outcome, which the caller cannot tell from this one, frees, keeps or
// stores an object, or gives it back: it is not the error cell.
bool OneOutcome::end_unseen(const ErrorCell &post, ErrorCell &pre) const {
  if (!names_.unseen_results.empty() &&
      transfer_.cells.is_miss(post, names_.result))
    for (ExprId value : names_.unseen_results)
      if (!transfer_.cells.add_miss(pre, value))
        return false;
  for (ExprId value : names_.unseen_stored)
    if (!transfer_.cells.add_miss(pre, value))
      return false;
  for (const CallNames::End &end : names_.unseen_ends)
    if (is_reached(pre, end) || (end.object && !end.effect->path.is_deep() &&
                                 !transfer_.cells.add_miss(pre, *end.object)))
      return false;
  return true;
}

// Is the new object in an element of something, or in other hands?
bool OneOutcome::is_held_elsewhere(std::uint32_t object) const {
  return std::ranges::any_of(outcome_.effects, [&](const Effect &effect) {
    if (effect.kind == Effect::Kind::kKeep)
      return effect.path.root() == PathRoot{PathRoot::Kind::kSite, object} &&
             effect.path.length() == 0;
    return effect.kind == Effect::Kind::kWrite && effect.value.is_new() &&
           effect.value.path.root().index == object &&
           (effect.path.is_deep() ||
            std::ranges::any_of(effect.path.steps(), &PathStep::any_element));
  });
}

// Is there an outcome that looks the same to the caller, and gives something
// else there?  Null does not look the same.
bool OneOutcome::is_perhaps_other(const AccessPath &place) const {
  auto gives_other = [&](const Outcome &outcome) {
    Term at = term_at(outcome, place);
    bool is_untouched = at.kind == Term::Kind::kPath && at.path == place;
    return !at.is_new() && !is_untouched && at.kind != Term::Kind::kNumber;
  };
  return std::ranges::any_of(behaviour_.outcomes, [&](const Outcome &other) {
    return other.throws == outcome_.throws && gives_other(other) &&
           !infer::are_told_apart(outcome_, other);
  });
}

std::optional<BeforeCall> OneOutcome::made_here(const ErrorCell &post,
                                                std::uint32_t object) {
  // Whatever else it is found in must be able to hold it.
  for (const CallNames::Written &written : names_.written)
    if (written.value.is_new() && written.value.path.root().index == object &&
        transfer_.cells.is_miss(post, written.cell))
      return std::nullopt;
  if (!is_sound_ && is_held_elsewhere(object)) {
    is_assumption = true;
    return std::nullopt;
  }
  std::optional<infer::FreshPlace> place = place_of(object);
  if (!is_sound_ && (!place || is_perhaps_other(place->place))) {
    is_assumption = true;
    return std::nullopt;
  }
  ErrorCell tested = post;
  tested.hits.clear();
  if (place && workspace_.facts.models.family(place->family).is_handle &&
      place->place == AccessPath::result() &&
      !transfer_.define(tested, names_.result, exprs_.number(kSomeHandle)))
    return std::nullopt;
  std::optional<BeforeCall> way = conditions(tested);
  if (!way)
    return std::nullopt;
  way->made = place;
  if (!place)
    way->made = infer::FreshPlace{call_, AccessPath::result(), {}, false};
  return way;
}

// Was a new object found to be equal to something from before the call?
bool OneOutcome::equals_older(const Known &known) const {
  const Expr &expr = exprs_[known.value];
  if (expr.kind != Expr::Kind::kOperation || known.is.may_be_zero() ||
      exprs_.operation_of(known.value) != Operation::kEqual)
    return false;
  auto is_new = [&](ExprId e) {
    return names_.moved(e).kind == Moved::Kind::kNew;
  };
  auto is_older = [&](ExprId e) {
    Moved::Kind kind = names_.moved(e).kind;
    return kind == Moved::Kind::kExpr || kind == Moved::Kind::kForgotten;
  };
  return (is_new(expr.base) && is_older(expr.index)) ||
         (is_new(expr.index) && is_older(expr.base));
}

// What was computed from the address of the new object: `lost | (p == 0)`.
std::optional<ExprId> OneOutcome::test_of_new(ExprId e) const {
  if (!outcome_.value.is_new() || exprs_[e].has_load ||
      !exprs_.contains(e, names_.result))
    return std::nullopt;
  return exprs_.substitute(e, names_.result, exprs_.number(kSomeAddress));
}

// What the walker is told that the call returned.
std::optional<std::int64_t> OneOutcome::number() const {
  if (outcome_.value.kind == Term::Kind::kNumber)
    return outcome_.value.number;
  if (outcome_.value.is_new())
    return 1;
  return outcome_.result.number();
}

std::optional<BeforeCall> OneOutcome::conditions(const ErrorCell &post) {
  if (!transfer_.cells.known_of(post, names_.result)
           .meet(names_.returned)
           .signs())
    return std::nullopt;
  BeforeCall way;
  for (const Known &known : post.known) {
    Moved before = names_.moved(known.value);
    if ((before.kind == Moved::Kind::kNew && known.is.is_zero()) ||
        equals_older(known))
      return std::nullopt;
    if (auto tested = before.kind == Moved::Kind::kExpr
                          ? std::optional(before.expr)
                          : test_of_new(known.value);
        tested && !transfer_.cells.add_known(way.cell, *tested, known.is))
      return std::nullopt;
  }
  if (!apply_tests(way.cell))
    return std::nullopt;
  way.number = number();
  return way;
}

std::optional<BeforeCall> OneOutcome::back(const ErrorCell &post) {
  if (!transfer_.cells.known_of(post, names_.result)
           .meet(names_.returned)
           .signs())
    return std::nullopt;
  bool fits = true;
  std::optional<std::uint32_t> object = object_hit(post, fits);
  if (!fits)
    return std::nullopt;
  if (object)
    return made_here(post, *object);
  BeforeCall way;
  if (!move_facts(post, way.cell) || !apply_tests(way.cell) ||
      !apply_ends(way.cell) || !apply_writes(post, way.cell))
    return std::nullopt;
  if (!is_sound_ && !(end_counted(way.cell) && end_unseen(post, way.cell) &&
                      end_stored(way.cell))) {
    is_assumption = true;
    return std::nullopt;
  }
  if (transfer_.cells.is_infeasible(way.cell))
    return std::nullopt;
  // A proof must not take a new object for an old one.
  if (is_sound_ && outcome_.value.is_new() && way.cell.hits.empty() &&
      !transfer_.cells.is_miss(post, names_.result))
    return made_here(post, outcome_.value.path.root().index);
  way.number = number();
  return way;
}

} // namespace wt::contradiction
