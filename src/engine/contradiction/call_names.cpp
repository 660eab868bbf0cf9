// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions on both sides of a call.  See call_names.h.

#include "engine/contradiction/call_names.h"

#include <algorithm>

namespace wt::contradiction {

using infer::Behaviour;
using infer::Effect;
using infer::Term;
using ir::ValueId;

CallNames::CallNames(Workspace &workspace, FunctionView &view, ValueId call,
                     ProcedureId callee, const infer::Outcome &outcome,
                     bool is_sound)
    : result(view.value(call)), returned(outcome.result), workspace_(workspace),
      exprs_(workspace.exprs), view_(view), call_(call), callee_(callee),
      behaviour_(workspace.facts.behaviours.of(callee)), outcome_(outcome) {
  if (!is_sound) {
    returned = told_result();
    model_ = find_model();
    answer_ = find_answer();
    collect_unseen();
  }
  collect_written();
  collect_ends(outcome_, ends);
  collect_changed();
}

// A length that comes with a new object is no number by which the callee says
// that it has failed: -1 next to a length says that lengths are not negative.
NumberClass CallNames::told_result() const {
  NumberClass out = outcome_.result;
  if (outcome_.objects.empty() || outcome_.value.is_new() ||
      !out.numbers().empty())
    return out;
  for (const infer::Outcome &other : behaviour_.outcomes) {
    if (!other.objects.empty() || other.throws != outcome_.throws)
      continue;
    NumberClass rest = out;
    if (other.result.signs() == NumberClass::kNegative)
      rest = out.meet(NumberClass::where(ir::Predicate::kSGe, 0));
    else if (auto failure = other.result.number())
      rest = out.meet(NumberClass::differs(*failure));
    if (!rest.is_none())
      out = rest;
  }
  return out;
}

std::optional<ExprId> CallNames::root(const AccessPath &path) const {
  PathRoot root = path.root();
  std::span<const ValueId> arguments = view_.function.arguments(call_);
  switch (root.kind) {
  case PathRoot::Kind::kParameter:
    if (root.index < arguments.size())
      return view_.expr(arguments[root.index]);
    return std::nullopt;
  case PathRoot::Kind::kGlobal:
  case PathRoot::Kind::kFunction:
    return exprs_.root(root);
  default:
    return std::nullopt;
  }
}

// Where the cell of a step of the path lies: known for what an argument points
// to, and where the caller loads from the same address.
RegionSetId CallNames::regions_of(const AccessPath &path,
                                  std::size_t step) const {
  std::span<const ValueId> arguments = view_.function.arguments(call_);
  if (step == 0 && path.root().kind == PathRoot::Kind::kParameter &&
      path.root().index < arguments.size() && path.steps()[0].offset == 0)
    return view_.regions(arguments[path.root().index]);
  return RegionTable::unknown();
}

// The value at the first steps of the path, before the call.
std::optional<ExprId> CallNames::before(const AccessPath &path,
                                        std::size_t steps) const {
  std::optional<ExprId> out = root(path);
  for (std::size_t i = 0; out && i < steps; ++i) {
    if (path.steps()[i].any_element)
      return std::nullopt;
    out = exprs_.load(exprs_.offset(*out, path.steps()[i].offset),
                      regions_of(path, i));
  }
  return out;
}

// Cells in new objects are named by where the object is found.
void CallNames::collect_written() {
  std::vector<std::vector<ExprId>> names(outcome_.objects.size());
  auto add = [&](ExprId cell, ExprId address, const Term &value,
                 bool is_certain) {
    written.push_back({cell, address, value, is_certain, std::nullopt});
    if (value.is_new() && value.path.root().index < names.size() && is_certain)
      names[value.path.root().index].push_back(cell);
  };
  add(result, ExprId(), outcome_.value, !outcome_.value.is_perhaps);
  for (bool in_new : {false, true, true}) // objects in new objects, one deep
    for (const Effect &effect : outcome_.effects) {
      const AccessPath &path = effect.path;
      bool is_in_new = path.root().kind == PathRoot::Kind::kSite;
      if (effect.kind != Effect::Kind::kWrite || is_in_new != in_new ||
          path.length() == 0 || path.is_deep() ||
          path.steps().back().any_element)
        continue;
      std::vector<ExprId> holders;
      if (!is_in_new) {
        if (auto holder = before(path, path.length() - 1))
          holders.push_back(*holder);
      } else if (path.length() == 1 && path.root().index < names.size()) {
        holders = names[path.root().index];
      }
      for (ExprId holder : holders) {
        ExprId address = exprs_.offset(holder, path.steps().back().offset);
        auto cell = exprs_.load(address, regions_of(path, path.length() - 1));
        auto is_known = [&](const Written &w) { return w.cell == *cell; };
        if (cell && std::ranges::none_of(written, is_known))
          add(*cell, address, effect.value, effect.is_certain);
      }
    }
  for (Written &w : written)
    if (w.value.kind == Term::Kind::kPath && !w.value.is_new())
      w.from = before(w.value.path);
  std::ranges::stable_sort(
      written, std::ranges::greater(),
      [&](const Written &w) { return exprs_[w.cell].loads; });
}

void CallNames::collect_ends(const infer::Outcome &outcome,
                             std::vector<End> &out) const {
  for (const Effect &effect : outcome.effects)
    if (effect.kind == Effect::Kind::kFree ||
        effect.kind == Effect::Kind::kKeep)
      out.push_back({&effect, before(effect.path, effect.path.length())});
}

// What this outcome gives back it has surely not stored.
void CallNames::collect_stored(const infer::Outcome &outcome) {
  for (const Effect &effect : outcome.effects)
    if (effect.kind == Effect::Kind::kWrite &&
        effect.value.kind == Term::Kind::kPath && !effect.value.is_new() &&
        effect.path.root().kind != PathRoot::Kind::kSite &&
        effect.value.path != outcome_.value.path)
      if (auto value = before(effect.value.path))
        unseen_stored.push_back(*value);
}

void CallNames::collect_unseen() {
  for (const infer::Outcome &other : behaviour_.outcomes) {
    if (&other == &outcome_ || other.throws != outcome_.throws ||
        infer::are_told_apart(outcome_, other))
      continue;
    collect_ends(other, unseen_ends);
    collect_stored(other);
    if (outcome_.value.kind == Term::Kind::kUnknown &&
        other.value.kind == Term::Kind::kPath && !other.value.is_new())
      if (auto value = before(other.value.path))
        unseen_results.push_back(*value);
  }
}

void CallNames::collect_changed() {
  for (const Effect &effect : outcome_.effects) {
    const AccessPath &path = effect.path;
    if (effect.kind == Effect::Kind::kWrite && path.length() > 0) {
      if (auto object = before(path, path.length() - 1))
        changed_.push_back(*object);
    } else if (effect.kind == Effect::Kind::kForget) {
      if (auto object = before(path))
        forgotten_.push_back(*object);
    }
  }
}

// Cells of an object that may have changed in a way that is not known.
bool CallNames::is_forgotten(ExprId e) const {
  auto is_read = [&](ExprId object) { return exprs_.reads(e, object); };
  auto is_behind = [&](ExprId object) {
    return exprs_.looks_behind(e, object);
  };
  return std::ranges::any_of(forgotten_, is_read) ||
         std::ranges::any_of(changed_, is_behind);
}

// strcmp() and its kind: the answer as an expression.
std::optional<ExprId> CallNames::find_answer() const {
  bool only_looks = behaviour_.only_looks ||
                    (model_ && model_->effects.empty() &&
                     model_->written.empty() && !model_->may_throw &&
                     !model_->returns_twice && !model_->does_not_return);
  const ir::Function &function = view_.function;
  auto is_pointer = [&](ValueId v) {
    return view_.unit.types.is_pointer(function.insts[v].type);
  };
  std::span<const ValueId> arguments = function.arguments(call_);
  if (!only_looks || is_pointer(call_) ||
      std::ranges::none_of(arguments, is_pointer)) // rand(), getpid()
    return std::nullopt;
  std::vector<ExprId> given;
  for (ValueId argument : arguments)
    given.push_back(view_.expr(argument));
  return exprs_.answer(callee_, given);
}

const model::FunctionModel *CallNames::find_model() const {
  return behaviour_.source == Behaviour::Source::kModel
             ? workspace_.model(callee_)
             : nullptr;
}

CallNames::Moved CallNames::moved_by(ExprId e, const Written &by) const {
  using Kind = Moved::Kind;
  const Term &value = by.value;
  if (!by.is_certain || value.is_perhaps)
    return {Kind::kLost, {}, 0};
  std::optional<ExprId> to;
  switch (value.kind) {
  case Term::Kind::kUnknown:
    if (by.cell != result || !answer_)
      return {Kind::kLost, {}, 0};
    to = *answer_;
    break;
  case Term::Kind::kNumber:
    to = exprs_.number(value.number);
    break;
  case Term::Kind::kPath:
    if (!value.is_new()) {
      to = by.from;
      break;
    }
    if (e == by.cell)
      return {Kind::kNew, {}, value.path.root().index};
    // A block that is freed while another one is made: its contents move.
    for (const End &end : ends)
      if (end.effect->kind == Effect::Kind::kFree &&
          end.effect->path.length() == 0 && !end.effect->path.is_deep())
        to = end.object;
    if (!to)
      return in_new(e, by);
    break;
  }
  if (to && value.offset != 0 && value.kind == Term::Kind::kPath)
    to = exprs_.offset(*to, value.offset);
  if (to)
    to = exprs_.substitute(e, by.cell, *to);
  return to ? Moved{Kind::kExpr, *to, 0} : Moved{Kind::kLost, {}, 0};
}

namespace {

// A part of `e` that loads from the object at `object` itself.
std::optional<ExprId> load_from(const Expressions &exprs, ExprId e,
                                ExprId object) {
  const Expr &expr = exprs[e];
  bool is_load = expr.kind == Expr::Kind::kLoad;
  if (is_load && exprs.strip(expr.base) == object &&
      exprs[expr.base].kind != Expr::Kind::kElement)
    return e;
  for (ExprId part : {expr.base, expr.index})
    if (part.valid())
      if (auto found = load_from(exprs, part, object))
        return found;
  return std::nullopt;
}

} // namespace

// Nothing is in a new object but what the outcome says, or zeros.
CallNames::Moved CallNames::in_new(ExprId e, const Written &by) const {
  std::uint32_t number = by.value.path.root().index;
  bool is_known =
      outcome_.objects[number].is_zeroed &&
      std::ranges::none_of(outcome_.effects, [&](const Effect &effect) {
        return effect.path.root() == by.value.path.root() &&
               (!effect.is_certain || effect.path.length() != 1 ||
                effect.path.steps()[0].any_element);
      });
  std::optional<ExprId> out = e;
  while (is_known && out && exprs_.contains(*out, by.cell)) {
    auto load = load_from(exprs_, *out, by.cell);
    if (!load)
      break;
    out = exprs_.substitute(*out, *load, exprs_.number(0));
  }
  if (!out || exprs_.contains(*out, by.cell))
    return {Moved::Kind::kNothing, {}, 0};
  return {Moved::Kind::kExpr, *out, 0};
}

// What an expression after the call was before it.
CallNames::Moved CallNames::moved(ExprId e) const {
  for (const Written &by : written)
    if (exprs_.contains(e, by.cell))
      return moved_by(e, by);
  if (is_forgotten(e))
    return {Moved::Kind::kForgotten, {}, 0};
  return {Moved::Kind::kExpr, e, 0};
}

bool CallNames::is_written(ExprId cell) const {
  return std::ranges::any_of(written, [&](const Written &by) {
    return by.cell == cell && by.address.valid();
  });
}

// A term that was there before the call.
std::optional<ExprId> CallNames::before(const Term &term) const {
  if (term.kind == Term::Kind::kNumber)
    return exprs_.number(term.number);
  if (term.kind != Term::Kind::kPath || term.is_new() || term.is_inside ||
      term.is_perhaps)
    return std::nullopt;
  std::optional<ExprId> value = before(term.path);
  if (!value || term.offset == 0)
    return value;
  return term.is_pointer ? std::optional(exprs_.offset(*value, term.offset))
                         : std::nullopt;
}

} // namespace wt::contradiction
