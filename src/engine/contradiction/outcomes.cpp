// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behaviours of callees, backwards.  See outcomes.h.

#include "engine/contradiction/outcomes.h"

#include "engine/contradiction/object_types.h"
#include "model/infer/followed.h"

#include <algorithm>

namespace wt::contradiction {

using infer::Behaviour;
using infer::Effect;
using infer::Outcome;
using infer::Term;
using ir::ValueId;

namespace {

// A new descriptor is none of the standard streams.
constexpr std::int64_t kSomeHandle = 1000;

// One outcome of one call.
class OneOutcome {
public:
  OneOutcome(Workspace &workspace, FunctionView &view, Transfer &transfer,
             bool is_sound, ValueId call, ProcedureId callee,
             const Behaviour &behaviour, const Outcome &outcome)
      : workspace_(workspace), exprs_(workspace.exprs), view_(view),
        transfer_(transfer), is_sound_(is_sound), call_(call),
        callee_(callee), behaviour_(behaviour), outcome_(outcome), result_(view.value(call)),
        returned_(is_sound ? outcome.result : told_result()) {
    if (!is_sound) {
      model_ = find_model();
      answer_ = find_answer();
    }
    collect_written();
  }

  bool is_assumption = false;
  std::string stopped_by;

  std::optional<BeforeCall> back(const ErrorCell &post);
  // Only what was tested.
  std::optional<BeforeCall> conditions(const ErrorCell &post);

private:
  // A cell after the call, or the result.
  struct Written {
    ExprId cell;
    ExprId address; // invalid: the result
    Term value;
    bool is_certain = true;
  };
  struct Moved {
    enum class Kind : std::uint8_t {
      kExpr,
      kNew,       // the object of that number
      kNothing,   // in a new object
      kForgotten, // something from before, nobody knows what
      kLost       // not known
    };
    Kind kind = Kind::kExpr;
    ExprId expr;
    std::uint32_t object = 0;
  };

  NumberClass told_result() const;
  const model::FunctionModel *find_model() const;
  std::optional<ExprId> find_answer() const;
  std::optional<ExprId> root(const AccessPath &path) const;
  std::optional<ExprId> before(const AccessPath &path, std::size_t steps) const;
  std::optional<ExprId> before(const AccessPath &path) const {
    return path.is_deep() ? std::nullopt : before(path, path.length());
  }
  std::optional<ExprId> before(const Term &term) const;
  RegionSetId regions_of(const AccessPath &path, std::size_t step) const;
  void collect_written();
  Moved moved(ExprId e) const;
  Moved moved_by(ExprId e, const Written &written) const;
  bool is_forgotten(ExprId e) const;
  std::optional<std::uint32_t> object_hit(const ErrorCell &post, bool &fits);
  static Term term_at(const Outcome &outcome, const AccessPath &place);
  std::optional<infer::FreshPlace> place_of(std::uint32_t object) const;
  bool move_facts(const ErrorCell &post, ErrorCell &pre);
  bool apply_tests(ErrorCell &pre);
  bool equals_older(const Known &known) const;
  bool is_reached(const ErrorCell &cell, const AccessPath &path) const;
  bool apply_ends(ErrorCell &pre);
  bool end_fields(ErrorCell &pre, const AccessPath &path);
  bool apply_writes(const ErrorCell &post, ErrorCell &pre);
  bool end_counted(ErrorCell &pre) const;
  bool end_unseen(const ErrorCell &post, ErrorCell &pre) const;
  bool end_stored(ErrorCell &pre) const;
  bool is_perhaps_other(const AccessPath &place) const;
  bool is_held_elsewhere(std::uint32_t object) const;
  std::optional<BeforeCall> made_here(const ErrorCell &post,
                                      std::uint32_t object);
  std::optional<std::int64_t> number() const {
    if (outcome_.value.kind == Term::Kind::kNumber)
      return outcome_.value.number;
    if (outcome_.value.is_new())
      return 1;
    return outcome_.result.number();
  }

  Workspace &workspace_;
  Expressions &exprs_;
  FunctionView &view_;
  Transfer &transfer_;
  bool is_sound_;
  ValueId call_;
  ProcedureId callee_;
  const Behaviour &behaviour_;
  const Outcome &outcome_;
  ExprId result_;
  NumberClass returned_; // the class of it
  const model::FunctionModel *model_ = nullptr; // for the search
  std::optional<ExprId> answer_; // it, when the callee only looks
  std::vector<Written> written_; // longest cells first
};

// A length that comes with a new object is no number by which the callee says
// that it has failed: -1 next to a length says that lengths are not negative.
NumberClass OneOutcome::told_result() const {
  NumberClass out = outcome_.result;
  if (outcome_.objects.empty() || outcome_.value.is_new() ||
      !out.numbers().empty())
    return out;
  for (const Outcome &other : behaviour_.outcomes) {
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

std::optional<ExprId> OneOutcome::root(const AccessPath &path) const {
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
RegionSetId OneOutcome::regions_of(const AccessPath &path,
                                   std::size_t step) const {
  std::span<const ValueId> arguments = view_.function.arguments(call_);
  if (step == 0 && path.root().kind == PathRoot::Kind::kParameter &&
      path.root().index < arguments.size() && path.steps()[0].offset == 0)
    return view_.regions(arguments[path.root().index]);
  return RegionTable::unknown();
}

// The value at the first steps of the path, before the call.
std::optional<ExprId> OneOutcome::before(const AccessPath &path,
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
void OneOutcome::collect_written() {
  std::vector<std::vector<ExprId>> names(outcome_.objects.size());
  auto add = [&](ExprId cell, ExprId address, const Term &value,
                 bool is_certain) {
    written_.push_back({cell, address, value, is_certain});
    if (value.is_new() && value.path.root().index < names.size() && is_certain)
      names[value.path.root().index].push_back(cell);
  };
  add(result_, ExprId(), outcome_.value, !outcome_.value.is_perhaps);
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
        if (cell && std::ranges::none_of(written_, is_known))
          add(*cell, address, effect.value, effect.is_certain);
      }
    }
  std::ranges::stable_sort(written_, std::ranges::greater(),
                           [&](const Written &w) { return exprs_[w.cell].loads; });
}

// Cells of an object that may have changed in a way that is not known.
bool OneOutcome::is_forgotten(ExprId e) const {
  // scanf() and its kind write behind `...`.
  std::span<const ValueId> arguments = view_.function.arguments(call_);
  for (std::size_t i = model_ && !model_->only_reads_rest && model_->has_shape
                           ? model_->shape.params.size()
                           : arguments.size();
       i < arguments.size(); ++i)
    if (exprs_.reads(e, view_.expr(arguments[i])))
      return true;
  return std::ranges::any_of(outcome_.effects, [&](const Effect &effect) {
    const AccessPath &path = effect.path;
    if (effect.kind == Effect::Kind::kWrite && path.length() > 0) {
      auto object = before(path, path.length() - 1);
      return object && exprs_.looks_behind(e, *object);
    }
    if (effect.kind != Effect::Kind::kForget)
      return false;
    auto object = before(path);
    return object && exprs_.reads(e, *object);
  });
}

// strcmp() and its kind: the answer as an expression.
std::optional<ExprId> OneOutcome::find_answer() const {
  bool only_looks = model_ && model_->effects.empty() &&
                    model_->written.empty() && !model_->may_throw &&
                    !model_->returns_twice && !model_->does_not_return;
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

const model::FunctionModel *OneOutcome::find_model() const {
  if (behaviour_.source != Behaviour::Source::kModel)
    return nullptr;
  const Procedure &info = workspace_.facts.program.procedures()[callee_];
  return workspace_.facts.models.find(info.link_name, info.name);
}

OneOutcome::Moved OneOutcome::moved_by(ExprId e, const Written &written) const {
  using Kind = Moved::Kind;
  const Term &value = written.value;
  if (!written.is_certain || value.is_perhaps)
    return {Kind::kLost, {}, 0};
  std::optional<ExprId> to;
  switch (value.kind) {
  case Term::Kind::kUnknown:
    if (written.cell != result_ || !answer_)
      return {Kind::kLost, {}, 0};
    to = *answer_;
    break;
  case Term::Kind::kNumber:
    to = exprs_.number(value.number);
    break;
  case Term::Kind::kPath:
    if (!value.is_new()) {
      to = before(value.path);
      break;
    }
    if (e == written.cell)
      return {Kind::kNew, {}, value.path.root().index};
    // A block that is freed while another one is made: its contents move.
    for (const Effect &effect : outcome_.effects)
      if (effect.kind == Effect::Kind::kFree && effect.path.length() == 0)
        to = before(effect.path);
    if (!to)
      return {Kind::kNothing, {}, 0};
    break;
  }
  if (to && value.offset != 0 && value.kind == Term::Kind::kPath)
    to = exprs_.offset(*to, value.offset);
  if (to)
    to = exprs_.substitute(e, written.cell, *to);
  return to ? Moved{Kind::kExpr, *to, 0} : Moved{Kind::kLost, {}, 0};
}

// What an expression after the call was before it.
OneOutcome::Moved OneOutcome::moved(ExprId e) const {
  for (const Written &written : written_)
    if (exprs_.contains(e, written.cell))
      return moved_by(e, written);
  if (is_forgotten(e))
    return {Moved::Kind::kForgotten, {}, 0};
  return {Moved::Kind::kExpr, e, 0};
}

// The new object that the error cell is; `fits`: all hits agree.
std::optional<std::uint32_t> OneOutcome::object_hit(const ErrorCell &post,
                                                    bool &fits) {
  std::optional<std::uint32_t> object;
  bool is_older = false;
  for (ExprId e : post.hits) {
    Moved before = moved(e);
    if (before.kind == Moved::Kind::kNew) {
      fits &= !object || *object == before.object;
      object = before.object;
    } else if (before.kind != Moved::Kind::kLost &&
               before.kind != Moved::Kind::kForgotten) {
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
    if (at.is_new() && at.path.root().index == object &&
        at.path.length() == 0)
      return fresh;
  }
  return std::nullopt;
}

bool OneOutcome::move_facts(const ErrorCell &post, ErrorCell &pre) {
  Cells &cells = transfer_.cells;
  for (const Holder &holder : post.holders) {
    Moved before{Moved::Kind::kLost, {}, 0};
    if (holder.only.valid())
      before = moved(holder.only);
    if (before.kind == Moved::Kind::kNothing)
      continue; // a cell of a new object: it was not there before
    cells.add_holder(pre, holder.region,
                     before.kind == Moved::Kind::kExpr ? before.expr
                                                       : ExprId());
  }
  for (const Known &known : post.known) {
    Moved before = moved(known.value);
    if (before.kind == Moved::Kind::kNew && known.is.is_zero())
      return false;
    if (before.kind == Moved::Kind::kExpr &&
        !cells.add_known(pre, before.expr, known.is))
      return false;
  }
  for (ExprId e : post.misses) {
    Moved before = moved(e);
    if (before.kind == Moved::Kind::kExpr && !cells.add_miss(pre, before.expr))
      return false;
  }
  for (ExprId e : post.hits) {
    Moved before = moved(e);
    if (before.kind == Moved::Kind::kNothing)
      return false;
    if (before.kind == Moved::Kind::kExpr && !cells.add_hit(pre, before.expr))
      return false;
  }
  return true;
}

bool OneOutcome::apply_tests(ErrorCell &pre) {
  for (const infer::Given &given : outcome_.given) {
    std::optional<ExprId> value = before(given.path);
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
  for (const infer::Comparison &compared : outcome_.compared) {
    std::optional<ExprId> a = before(compared.a), b = before(compared.b);
    auto test = a && b ? exprs_.compare(compared.predicate, *a, *b)
                       : std::nullopt;
    if (test &&
        !transfer_.cells.add_known(pre, *test, NumberClass::differs(0)))
      return false;
  }
  return true;
}

// A term that was there before the call.
std::optional<ExprId> OneOutcome::before(const Term &term) const {
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

// Is the error cell at the path, or reached from there if the path is deep?
bool OneOutcome::is_reached(const ErrorCell &cell,
                            const AccessPath &path) const {
  std::optional<ExprId> value = before(path, path.length());
  if (!value)
    return false;
  if (transfer_.cells.is_hit(cell, *value))
    return true;
  return path.is_deep() && std::ranges::any_of(cell.hits, [&](ExprId e) {
           return exprs_.contains(e, exprs_.strip(*value));
         });
}

// Freed and kept objects.
bool OneOutcome::apply_ends(ErrorCell &pre) {
  for (const Effect &effect : outcome_.effects) {
    if (effect.kind != Effect::Kind::kFree && effect.kind != Effect::Kind::kKeep)
      continue;
    if (is_sound_ && !effect.is_certain)
      continue;
    if (is_reached(pre, effect.path)) {
      is_assumption |=
          effect.kind == Effect::Kind::kKeep || !effect.is_certain;
      return false;
    }
    std::optional<ExprId> value = before(effect.path);
    if (value && !transfer_.release(pre, *value))
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
    auto value = before(effect.value.path);
    if (value && !transfer_.cells.add_miss(pre, *value))
      return false;
  }
  return true;
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
  bool is_possible = true;
  for (ir::TypeId type : view_.object_types(object))
    each_scalar(view_.unit, type, [&](std::int64_t offset, ir::TypeId scalar) {
      if (!view_.unit.types.is_pointer(scalar))
        return;
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
  for (const Written &written : written_) {
    const Term &value = written.value;
    if (value.kind != Term::Kind::kPath || value.is_new())
      continue;
    std::optional<ExprId> from = before(value.path);
    if (!from)
      continue;
    if (!written.address.valid()) { // the result, whatever becomes of it
      if (transfer_.cells.is_miss(post, written.cell) &&
          !transfer_.cells.add_miss(pre, *from))
        return false;
      continue;
    }
    bool holds = is_sound_ ? !transfer_.cells.is_miss(post, written.cell)
                           : transfer_.cells.is_hit(post, written.cell);
    if (!holds && !transfer_.cells.add_miss(pre, *from))
      return false;
  }
  return true;
}

// Objects whose references the call counts are in good hands.  What an argument
// was loaded from is seen further back: so it misses.
bool OneOutcome::end_counted(ErrorCell &pre) const {
  auto end = [&](const AccessPath &path) {
    for (std::size_t steps = 0; steps < path.length(); ++steps)
      if (auto value = before(path, steps);
          value && !transfer_.cells.add_miss(pre, *value))
        return false;
    return true;
  };
  return std::ranges::all_of(behaviour_.acquires, end) &&
         std::ranges::all_of(behaviour_.releases, end);
}

// Another outcome, which the caller cannot tell from this one, frees or keeps
// an object, or gives it back: it is not the error cell.
bool OneOutcome::end_unseen(const ErrorCell &post, ErrorCell &pre) const {
  bool is_result_missed = transfer_.cells.is_miss(post, result_);
  for (const Outcome &other : behaviour_.outcomes) {
    if (&other == &outcome_ || other.throws != outcome_.throws ||
        infer::are_told_apart(outcome_, other))
      continue;
    if (outcome_.value.kind == Term::Kind::kUnknown &&
        other.value.kind == Term::Kind::kPath && !other.value.is_new() &&
        is_result_missed)
      if (auto value = before(other.value.path);
          value && !transfer_.cells.add_miss(pre, *value))
        return false;
    for (const Effect &effect : other.effects) {
      if (effect.kind != Effect::Kind::kFree &&
          effect.kind != Effect::Kind::kKeep)
        continue;
      auto value = before(effect.path);
      if (is_reached(pre, effect.path) ||
          (value && !transfer_.cells.add_miss(pre, *value)))
        return false;
    }
  }
  return true;
}

// Is the new object in an element of something, or in other hands?
bool OneOutcome::is_held_elsewhere(std::uint32_t object) const {
  return std::ranges::any_of(outcome_.effects, [&](const Effect &effect) {
    if (effect.kind == Effect::Kind::kKeep)
      return effect.path.root() ==
                 PathRoot{PathRoot::Kind::kSite, object} &&
             effect.path.length() == 0;
    return effect.kind == Effect::Kind::kWrite && effect.value.is_new() &&
           effect.value.path.root().index == object &&
           (effect.path.is_deep() ||
            std::ranges::any_of(effect.path.steps(),
                                &PathStep::any_element));
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
  for (const Written &written : written_)
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
      !transfer_.define(tested, result_, exprs_.number(kSomeHandle)))
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
  auto is_new = [&](ExprId e) { return moved(e).kind == Moved::Kind::kNew; };
  auto is_older = [&](ExprId e) {
    Moved::Kind kind = moved(e).kind;
    return kind == Moved::Kind::kExpr || kind == Moved::Kind::kForgotten;
  };
  return (is_new(expr.base) && is_older(expr.index)) ||
         (is_new(expr.index) && is_older(expr.base));
}

std::optional<BeforeCall> OneOutcome::conditions(const ErrorCell &post) {
  if (!transfer_.cells.known_of(post, result_).meet(returned_).signs())
    return std::nullopt;
  BeforeCall way;
  for (const Known &known : post.known) {
    Moved before = moved(known.value);
    if ((before.kind == Moved::Kind::kNew && known.is.is_zero()) ||
        equals_older(known))
      return std::nullopt;
    if (before.kind == Moved::Kind::kExpr &&
        !transfer_.cells.add_known(way.cell, before.expr, known.is))
      return std::nullopt;
  }
  if (!apply_tests(way.cell))
    return std::nullopt;
  way.number = number();
  return way;
}

std::optional<BeforeCall> OneOutcome::back(const ErrorCell &post) {
  if (!transfer_.cells.known_of(post, result_).meet(returned_).signs())
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
      !transfer_.cells.is_miss(post, result_))
    return made_here(post, outcome_.value.path.root().index);
  way.number = number();
  return way;
}

} // namespace

// Does it write cells that were there before?
static bool changes_memory(const Behaviour &behaviour) {
  auto is_change = [](const Effect &effect) {
    return (effect.kind == Effect::Kind::kWrite ||
            effect.kind == Effect::Kind::kForget) &&
           effect.path.root().kind != PathRoot::Kind::kSite;
  };
  return std::ranges::any_of(behaviour.outcomes, [&](const Outcome &outcome) {
    return std::ranges::any_of(outcome.effects, is_change);
  });
}

// What is given to code that keeps it is not lost.
bool Outcomes::keep_arguments(BeforeCall &way, ValueId call,
                              std::optional<std::uint32_t> spared) {
  if (way.made)
    return true;
  std::span<const ValueId> arguments = view_.function.arguments(call);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (i != spared &&
        !transfer_.cells.add_miss(way.cell, view_.expr(arguments[i])))
      return false;
  return true;
}

bool returns_twice(const Workspace &workspace, ProcedureId callee) {
  const Procedure &info = workspace.facts.program.procedures()[callee];
  const model::FunctionModel *model =
      workspace.facts.models.find(info.link_name, info.name);
  return model && model->returns_twice;
}

void Outcomes::back_over(const ErrorCell &post, ValueId call,
                         ProcedureId callee, bool exceptional,
                         bool is_complete, BackOverCall &out) {
  const Behaviour &behaviour = workspace_.facts.behaviours.of(callee);
  auto is_given = [&](std::uint32_t argument, ValueId value) {
    ExprId object = workspace_.exprs.strip(view_.expr(value));
    return std::ranges::any_of(post.hits, [&](ExprId e) {
      bool is_itself = e == object;
      return is_itself ? behaviour.spared != argument
                       : workspace_.exprs.contains(e, object);
    });
  };
  // After the second return the body has gone on from here once already.
  if (!is_sound_ && returns_twice(workspace_, callee) &&
      !transfer_.cells.known_of(post, view_.value(call)).may_be_zero()) {
    out.is_assumption = true;
    return;
  }
  if ((!behaviour.is_known() || behaviour.keeps_all) && !is_complete) {
    if (is_sound_) {
      out.stopped_by = "a call of code that is not known";
      return;
    }
    std::uint32_t argument = 0;
    for (ValueId value : view_.function.arguments(call))
      if (is_given(argument++, value)) {
        out.is_assumption = true;
        return;
      }
  }
  if (is_sound_ && !is_complete && changes_memory(behaviour)) {
    out.stopped_by = "a call that changes memory by its model";
    return;
  }
  bool keeps = (!behaviour.is_known() || behaviour.keeps_all) && !is_complete;
  static const Outcome kNothingKnown;
  auto add = [&](const Outcome &outcome) {
    OneOutcome one(workspace_, view_, transfer_, is_sound_, call, callee,
                   behaviour, outcome);
    auto way = is_complete ? one.conditions(post) : one.back(post);
    out.is_assumption |= one.is_assumption;
    if (out.stopped_by.empty())
      out.stopped_by = one.stopped_by;
    if (way && (!keeps || keep_arguments(*way, call, behaviour.spared)))
      out.ways.push_back(std::move(*way));
  };
  if (!behaviour.is_known()) {
    if (!exceptional)
      add(kNothingKnown);
    return;
  }
  for (const Outcome &outcome : behaviour.outcomes)
    if (outcome.throws == exceptional)
      add(outcome);
}

BackOverCall Outcomes::back_over(const ErrorCell &post, ValueId call,
                                 bool exceptional, bool is_complete) {
  BackOverCall out;
  std::span<const ProcedureId> callees =
      infer::followed(workspace_.facts.program, view_.procedure, call);
  for (ProcedureId callee : callees)
    back_over(post, call, callee, exceptional, is_complete, out);
  if (!callees.empty() || exceptional)
    return out;
  // Nobody knows who is called.
  if (is_sound_) {
    out.stopped_by = "a call through a pointer";
    return out;
  }
  ErrorCell pre = post;
  if (!is_complete)
    for (ValueId value : view_.function.arguments(call)) {
      ExprId object = workspace_.exprs.strip(view_.expr(value));
      if (std::ranges::any_of(post.hits, [&](ExprId e) {
            return workspace_.exprs.contains(e, object);
          })) {
        out.is_assumption = true;
        return out;
      }
    }
  BeforeCall way{std::move(pre), std::nullopt, std::nullopt};
  if (transfer_.define(way.cell, view_.value(call), std::nullopt) &&
      (is_complete || keep_arguments(way, call, std::nullopt)))
    out.ways.push_back(std::move(way));
  return out;
}

} // namespace wt::contradiction
