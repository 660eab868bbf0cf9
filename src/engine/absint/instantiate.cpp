// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do?  (Jung and Yi, Section 4.3.)  See path_runner.h.
//
// Every case of the callee's summary that the arguments allow gives a state of
// its own.  Anchors are resolved in the memory before the call, so aliases of
// the caller are respected; then objects are made, freed and linked.
// What the program cannot tell about a case is out of danger (doubts.h).

#include "engine/absint/path_runner.h"
#include "summary/followed.h"
#include "summary/left_open.h"

#include <algorithm>
#include <iterator>

namespace wt::absint {

using ir::ValueId;

namespace {

constexpr std::uint32_t kAtCall = UINT32_MAX - 3;

// Variants of the unknown values of one call.
constexpr std::uint64_t kResult = 0, kMissing = 1, kWritten = 16;

// The first steps of a path.
AccessPath prefix_of(const AccessPath &path, std::size_t length) {
  AccessPath out(path.root());
  for (PathStep step : path.steps().first(length))
    out = out.then(step);
  return out;
}

} // namespace

// Where the path of a callee begins here.
Value PathRunner::resolve_root(PathRoot root, ValueId call,
                               const State &state) {
  auto arguments = function_.arguments(call);
  if (root.kind == PathRoot::Kind::kParameter && root.index < arguments.size())
    return value(arguments[root.index], state);
  if (root.kind == PathRoot::Kind::kGlobal ||
      root.kind == PathRoot::Kind::kFunction)
    return {bases_.entry(AccessPath(root), true)};
  return {bases_.opaque(call, kMissing, false)};
}

// What the first steps of a path lead to here, before the call.
Value PathRunner::resolve(const AccessPath &path, std::size_t length,
                          Access access, State &state, Resolved &known) {
  if (length == 0)
    return resolve_root(path.root(), known.call, state);
  Resolved::Place place{prefix_of(path, length), access.bytes == 0,
                        access.is_pointer};
  if (auto at = known.values.find(place); at != known.values.end())
    return simplified(at->second, state);
  Value at = resolve(path, length - 1, {8, true}, state, known);
  const PathStep &step = path.steps()[length - 1];
  at.offset += step.offset;
  at.is_inside |= step.any_element;
  BaseId missing = bases_.opaque(known.call, kMissing, false);
  Value found = is_number(at) || at.base == missing
                    ? Value{missing}
                    : load(at, access, state, known.call);
  known.values.insert_or_assign(place, found);
  return found;
}

Value PathRunner::resolve(const AccessPath &path, State &state, bool is_pointer,
                          Resolved &known) {
  // What is there at the end may have any size.
  return resolve(path, path.length(), {0, is_pointer}, state, known);
}

std::vector<Value> PathRunner::resolve(const Held &held, State &state,
                                       Resolved &known) {
  std::vector<Value> out;
  for (const Source &source : held.sources) {
    Value at;
    if (source.kind == Source::Kind::kNew)
      at = {bases_.region(known.call, source.path)};
    else if (source.kind == Source::Kind::kEntry)
      at = resolve(source.path, state, source.is_pointer, known);
    else
      at = {bases_.opaque(known.call, kMissing, source.is_pointer)};
    at.offset += source.offset;
    at.is_inside |= source.is_inside;
    out.push_back(at);
  }
  return out;
}

// One value for what may be one of several.
Value PathRunner::one_of(const Held &held, std::span<const Value> values,
                         ValueId v, std::uint64_t variant, State &state) {
  if (values.size() == 1 && held.numbers.is_none())
    return values[0];
  if (values.empty()) {
    if (auto n = held.numbers.number())
      return number(*n);
    BaseId base = bases_.opaque(
        v, variant,
        variant == kResult && unit_.types.is_pointer(function_.insts[v].type));
    age(state, base);
    state.renew(base, held.numbers, bases_);
    return {base};
  }
  BaseId choice =
      bases_.choice(kAtCall, std::uint64_t(v.value) << 20 | variant);
  age(state, choice);
  Numbers all = held.numbers;
  if (!held.numbers.is_none())
    bases_.add_alternative(choice, number(0), held.numbers);
  for (const Value &each : values) {
    Numbers is = range(each, state);
    bases_.add_alternative(choice, each, is);
    all = all.join(is);
  }
  state.renew(choice, all, bases_);
  return {choice};
}

bool PathRunner::assume_given(const Given &given, State &state,
                              Resolved &known) {
  Value a = resolve(given.a, state, given.is_pointer, known);
  auto is_missing = [&](const Value &value) {
    const Base &base = bases_[value.base];
    return base.kind == Base::Kind::kOpaque && base.index == known.call.value;
  };
  // What is behind null or unknown pointers has no name of its own here.
  if (is_missing(a))
    return true;
  a.offset += given.offset_a;
  if (!given.code)
    return assume(a, given.is, state);
  Value b = given.number ? number(*given.number)
                         : resolve(given.b, state, false, known);
  if (is_missing(b))
    return true;
  b.offset += given.number ? 0 : given.offset_b;
  TermCode code = TermCode::of(*given.code);
  if (code.kind == TermCode::Kind::kCompare) {
    auto predicate = static_cast<ir::Predicate>(code.code);
    bool holds = !given.is.may_be_zero();
    if (!holds && !given.is.is_zero())
      return true;
    return assume_compare(holds ? predicate : ir::inverse(predicate), a, b,
                          state);
  }
  BaseId term = bases_.term(code, a, b, given.bits);
  return !term.valid() || assume({term}, given.is, state);
}

// Would the case be a guess about an argument that nobody tested?
//   char *p = realpath(name, buffer);   makes an object if buffer is null
//   p = realloc(p, n + 1);              frees p if the sum is zero
bool PathRunner::is_guess(const Given &given, bool is_written, State &state,
                          Resolved &known) {
  if (given.code || !given.is.is_zero())
    return false;
  Value tested = resolve(given.a, state, given.is_pointer, known);
  if (bases_.is_entry(tested.base))
    return is_unquestioned(tested, state) &&
           (is_written || bases_.is_pointer(tested.base) || tested.offset != 0);
  PathRoot root = given.a.root();
  bool is_argument = given.a.length() == 0 &&
                     root.kind == PathRoot::Kind::kParameter &&
                     root.index < function_.arguments(known.call).size();
  return is_argument && bases_.is_pointer(tested.base) &&
         !is_questioned_[function_.arguments(known.call)[root.index].value] &&
         is_unquestioned(tested, state);
}

// Is nothing known of it, and does nobody ask whether it is null?
bool PathRunner::is_unquestioned(const Value &value, const State &state) const {
  const BaseInfo &info = bases_.info(value.base);
  if (info.is_tested || range(value, state).is_zero())
    return false;
  switch (bases_[value.base].kind) {
  case Base::Kind::kEntry:
  case Base::Kind::kOpaque:
    return true;
  case Base::Kind::kChoice:
    return !info.numbers.may_be_zero() &&
           std::ranges::all_of(info.alternatives, [&](const Value &part) {
             return !range(part, state).may_be_zero() ||
                    is_unquestioned(part, state);
           });
  default:
    return false;
  }
}

// Does anything here lead to the object?
bool PathRunner::is_held(BaseId object, ValueId at, const State &state) {
  std::vector<Value> roots;
  for (const auto &[v, known] : *state.env)
    roots.push_back(known);
  const infer::BodyNode &node = nodes_[here_];
  const auto &insts = function_.blocks[node.block].insts;
  for (std::uint32_t i = node.begin; i < node.end && insts[i] != at; ++i)
    if (computed_in_[insts[i]] == round_)
      roots.push_back(computed_[insts[i]]);
  return contains(reachable(state, roots, Hands::kCallerAndLocals), object);
}

// An object that the same call made in an earlier round gets another name,
// which it shares with those of the rounds before.
BaseId PathRunner::age_object(BaseId object, ValueId at, State &state) {
  BaseId older = bases_.older(object);
  std::optional<Fate> fate = state.fate(object), before = state.fate(older);
  if (fate == Fate::kLive && !is_held(object, at, state))
    fate = Fate::kLost;
  // Choices that could be it can be either now.
  auto widen = [&](const Value &value) {
    auto &parts = bases_.info(value.base).alternatives;
    if (std::ranges::any_of(
            parts, [&](const Value &part) { return part.base == object; }))
      bases_.add_alternative(value.base, {older, 0, true}, Numbers::any());
  };
  for (const auto &[v, known] : *state.env)
    widen(known);
  for (const auto &[cell, content] : *state.cells)
    widen(content.value);
  auto cells = state.cells;
  state.forget_cells(object);
  state.replace(object, {older});
  for (auto one = cells->lower_bound({object, INT64_MIN, false});
       one != cells->end() && one->first.base == object; ++one) {
    Value held = one->second.value;
    if (held.base == object)
      held.base = older;
    store_weakly({older, one->first.offset, true}, held, one->second.bytes,
                 state);
  }
  if (contains(*state.forgotten, object))
    insert_sorted(state.forgotten, older);
  if (fate && *fate != Fate::kFreed) {
    Fate both = *fate;
    if (before == Fate::kLost)
      both = Fate::kLost;
    else if (before == Fate::kGone && both == Fate::kLive)
      both = Fate::kGone;
    else if (before == Fate::kPerhaps && both == Fate::kLive)
      both = Fate::kPerhaps;
    state.set_fate(older, both);
  }
  return older;
}

std::vector<PathRunner::Renamed>
PathRunner::make_objects(ValueId v, const Case &one,
                         std::span<const AccessPath> unsure, State &state) {
  std::vector<Renamed> out;
  const model::ModelSet &models = setting_.facts.models;
  for (const NewObject &object : one.objects) {
    BaseId base = bases_.region(v, object.name);
    BaseInfo &info = bases_.info(base);
    info.family = object.family;
    info.is_many |= object.is_many;
    // By each case that makes it.
    info.is_zeroed = object.is_zeroed && (info.is_zeroed || !info.is_made);
    info.is_made = true;
    info.is_handle =
        object.family.valid() && models.family(object.family).is_handle;
    if (state.fate(base))
      out.push_back({base, age_object(base, v, state)});
    bool is_ours = !object.is_kept &&
                   std::ranges::find(unsure, object.name) == unsure.end();
    state.set_fate(base, is_ours ? Fate::kLive : Fate::kGone);
  }
  return out;
}

PathRunner::After PathRunner::apply(const Case &one, const Doubts &doubts,
                                    State state, Resolved &known) {
  ValueId v = known.call;
  // Everything is named by what was there before the call.
  struct Freed {
    const Release *release;
    Value place;
  };
  struct Written {
    const Link *link;
    Value place;
    std::vector<Value> values;
  };
  std::vector<Freed> freed;
  std::vector<Written> written;
  std::vector<Value> in_danger;
  for (const Release &release : one.releases) {
    Value place = resolve(release.path, state, true, known);
    if (!release.path.is_deep()) {
      place.offset += release.offset;
      freed.push_back({&release, place});
    } else if (!is_number(place)) {
      for (const Value &far : below(place, state))
        freed.push_back({&release, far});
    }
  }
  for (const AccessPath &path : doubts.endangered) {
    Value place = resolve(path, state, true, known);
    if (!path.is_deep())
      in_danger.push_back(place);
    else if (!is_number(place))
      std::ranges::copy(below(place, state), std::back_inserter(in_danger));
  }
  for (const AccessPath &path : doubts.believed)
    if (Value own = resolve(path, state, true, known); bases_.is_new(own.base))
      in_danger.push_back(own);
  Value moved = one.moved ? resolve(*one.moved, state, true, known) : number(0);
  for (const Link &link : one.links) {
    Value place = link.is_in_new ? Value{bases_.region(v, link.holder)}
                                 : resolve(link.holder, state, true, known);
    place.offset += link.step.offset;
    place.is_inside |= link.step.any_element;
    written.push_back({&link, place, resolve(link.held, state, known)});
  }
  std::vector<Value> results = resolve(one.result, state, known);

  std::vector<Renamed> renamed = make_objects(v, one, doubts.unsure, state);
  auto now = [&](Value &value, bool is_made_here) {
    for (const Renamed &r : renamed)
      if (value.base == r.from && !is_made_here)
        value.base = r.to;
  };
  auto rename_all = [&](const Held &held, std::vector<Value> &values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      now(values[i], held.sources[i].kind == Source::Kind::kNew);
  };
  for (Freed &f : freed)
    now(f.place, false);
  for (Value &value : in_danger)
    now(value, false);
  for (Written &w : written) {
    now(w.place, w.link->is_in_new);
    rename_all(w.link->held, w.values);
  }
  rename_all(one.result, results);
  now(moved, false);
  if (!is_number(moved))
    move_content(moved, bases_.region(v, AccessPath::result()), state);

  Value result = one_of(one.result, results, v, kResult, state);
  for (const Freed &f : freed)
    switch (f.release->kind) {
    case Release::Kind::kFree: {
      bool is_certain = f.release->is_certain &&
                        std::ranges::find(doubts.spared, f.release->path) ==
                            doubts.spared.end();
      bool is_fitted = std::ranges::find(doubts.fitted, f.release->path) !=
                       doubts.fitted.end();
      free(f.place, is_fitted ? model::FamilyId() : f.release->family, state,
           is_certain, v);
      break;
    }
    case Release::Kind::kKeep:
      keep(f.place, state);
      break;
    case Release::Kind::kForget: {
      const AccessPath &path = f.release->path;
      bool is_argument = path.length() == 0 && !path.is_deep() &&
                         path.root().kind == PathRoot::Kind::kParameter &&
                         path.root().index < function_.arguments(v).size();
      forget(f.place,
             is_argument ? extent_of(function_.arguments(v)[path.root().index])
                         : 0,
             state, v);
      break;
    }
    }
  std::uint64_t variant = kWritten;
  for (const Written &w : written) {
    ++variant;
    if (!w.link->is_certain) {
      for (const Value &value : w.values)
        keep(value, state);
      if (bases_.has_cells(w.place.base))
        blur(state, w.place.base);
      continue;
    }
    store(w.place, one_of(w.link->held, w.values, v, variant, state),
          w.link->bytes, state);
  }
  for (const Value &value : in_danger)
    keep(value, state);
  return After{std::move(state), result, one.throws, std::move(renamed)};
}

// What a function answers that only looks at its arguments: the same when it is
// asked again and nothing was written there (`strcmp(path, "-")`).
std::optional<Value> PathRunner::answer(ValueId v, ProcedureId target,
                                        const State &state) {
  std::span<const ValueId> arguments = function_.arguments(v);
  bool looks_at_something = false; // unlike rand(), getpid()
  BaseId so_far;
  for (ValueId argument : arguments) {
    Value given = value(argument, state);
    if (!is_number(given)) {
      auto cell = state.cells->lower_bound({given.base, INT64_MIN, false});
      bool is_as_it_was =
          !contains(*state.forgotten, given.base) &&
          (cell == state.cells->end() || cell->first.base != given.base);
      if (given.is_inside || bases_.is_many(given.base) || !is_as_it_was)
        return std::nullopt;
      looks_at_something |= bases_.is_pointer(given.base);
    }
    constexpr TermCode kAnswer{TermCode::Kind::kAnswer, 0};
    so_far =
        so_far.valid()
            ? bases_.term(kAnswer, {so_far}, given, bits_of(v), target.value)
            : bases_.term(kAnswer, given, number(0), bits_of(v), target.value);
    if (!so_far.valid())
      return std::nullopt;
  }
  if (!looks_at_something || unit_.types.is_pointer(function_.insts[v].type))
    return std::nullopt;
  return Value{so_far};
}

void PathRunner::instantiate(ValueId v, ProcedureId target,
                             const ProcedureSummary &summary,
                             const State &state, std::vector<After> &out) {
  if (summary.keeps_all) {
    const infer::Behaviour &known =
        setting_.facts.behaviours.at(procedure_, target);
    infer::Arguments spared = summary.spared;
    spared.add(known.spared);
    out.push_back(call_unknown(v, state, spared));
    return;
  }
  if (summary.only_looks && summary.cases.size() == 1)
    if (auto known = answer(v, target, state)) {
      After after{state, *known};
      if (assume(*known, summary.cases[0].is, after.state)) {
        after.result = simplified(*known, after.state);
        out.push_back(std::move(after));
      }
      return;
    }
  State before = state;
  Resolved known{v, {}};
  // Whoever lives is counted at least once: a reference that was taken here and
  // is given back here frees nothing.
  for (const AccessPath &count : summary.counts) {
    Value counted = resolve(count, before, false, known);
    if (bases_.is_entry(counted.base))
      assume({counted.base}, Numbers::at_least(1), before);
  }
  bool follows_throws =
      (function_.call(v).may_throw || function_.call(v).has_unwind) &&
      (setting_.question.oom_throws || !summary.is_allocation);
  struct Possible {
    const Case *one;
    State state;
    Resolved known;
    bool is_guess; // that a pointer of our caller is null
  };
  std::vector<Possible> possible;
  for (const Case &one : summary.cases) {
    State held = before;
    Resolved found = known;
    bool holds = one.throws ? follows_throws : true, is_guess = false;
    for (std::size_t i = 0; holds && i < one.given.size(); ++i) {
      is_guess |= this->is_guess(one.given[i], summary.is_written, held, found);
      holds = assume_given(one.given[i], held, found);
    }
    for (std::size_t i = 0; holds && i < one.needs.size(); ++i)
      holds = !range(resolve(one.needs[i].a, held, false, found), held)
                   .is_apart_from(one.needs[i].is);
    if (holds && one.throws && summary.is_written) // the exception holds them
      for (ValueId argument : function_.arguments(v))
        keep(value(argument, held), held);
    if (holds)
      possible.push_back({&one, std::move(held), std::move(found), is_guess});
  }
  std::optional<Value> answered =
      summary.only_looks ? answer(v, target, state) : std::nullopt;
  std::vector<const Case *> others;
  for (const Possible &each : possible)
    others.push_back(each.one);
  for (auto &[one, held, found, is_guess] : possible) {
    Doubts doubts =
        doubts_about(*one, is_guess, others, is_looked_at_[v.value]);
    After after = apply(*one, doubts, std::move(held), found);
    if (answered && !one->throws && one->result.sources.empty()) {
      if (!assume(*answered, one->is, after.state))
        continue;
      after.result = simplified(*answered, after.state);
    }
    if (!one->throws && !assume(after.result, one->is, after.state))
      continue;
    if (summary.returns_twice) // who jumps back may have freed or kept it
      for (auto [object, fate] : *after.state.objects)
        if (fate == Fate::kLive || fate == Fate::kPerhaps)
          after.state.set_fate(object, Fate::kGone);
    out.push_back(std::move(after));
  }
}

// Has a test shown that the pointer is not this function?
bool PathRunner::is_ruled_out(ValueId call, ProcedureId target, State &state) {
  BaseId function = bases_.find_entry(AccessPath::function(target));
  if (!function.valid())
    return false;
  Value called = value(function_.callee(call), state);
  return decide(ir::Predicate::kEq, called, {function}, state) == false;
}

// Somebody may have freed, or have, what globals hold.
void PathRunner::touch_globals(State &state) {
  std::vector<Value> held;
  for (const auto &[cell, content] : *state.cells)
    if (bases_.is_entry(cell.base) && !is_number(content.value) &&
        bases_[cell.base].path.root().kind == PathRoot::Kind::kGlobal)
      held.push_back(content.value);
  for (const Value &each : held)
    keep(each, state);
}

PathRunner::After PathRunner::call_unknown(ValueId v, State state,
                                           infer::Arguments spared) {
  std::span<const ValueId> arguments = function_.arguments(v);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    Value given = value(arguments[i], state);
    if (spared.has(i))
      forget(given, 0, state, v);
    else
      expose(given, state);
  }
  for (BaseId slot : BaseSet(*state.exposed))
    blur(state, slot);
  touch_globals(state); // they are in its reach
  Value result = opaque(v, state);
  return {std::move(state), result, false};
}

// What some overriders take and others do not is out of danger, unless it is
// known which of them runs.
void PathRunner::keep_left_open(ValueId v, std::span<const ProcedureId> targets,
                                const Value &called, State &state) {
  if (targets.size() < 2 || unit_.text(function_.call(v).virtual_class).empty())
    return;
  std::vector<const infer::Behaviour *> behaviours;
  for (ProcedureId target : targets) {
    State chosen = state;
    Value address{bases_.entry(AccessPath::function(target), true)};
    if (assume_compare(ir::Predicate::kEq, called, address, chosen))
      behaviours.push_back(&setting_.facts.behaviours.of(target));
  }
  if (behaviours.size() < 2)
    return;
  for (const AccessPath &path : infer::left_open(behaviours)) {
    Resolved known{v, {}};
    keep(resolve(path, state, true, known), state);
  }
}

std::vector<PathRunner::After> PathRunner::call(ValueId v, State &state) {
  std::vector<After> out;
  const Program &program = setting_.facts.program;
  auto known = infer::followed(program, procedure_, v);
  std::vector<ProcedureId> targets;
  std::ranges::copy_if(
      known, std::back_inserter(targets),
      [&](ProcedureId target) { return !is_ruled_out(v, target, state); });
  // Who replaces a function replaces it by one that does the same.
  if (targets.empty()) {
    std::ranges::copy_if(
        known, std::back_inserter(targets),
        [&](ProcedureId target) { return target != procedure_; });
    if (targets.empty() && !known.empty())
      return out;
  }
  Value called = value(function_.callee(v), state);
  keep_left_open(v, targets, called, state);
  for (ProcedureId target : targets) {
    State chosen = state; // for this target
    Value address{bases_.entry(AccessPath::function(target), true)};
    if (targets.size() > 1 &&
        !assume_compare(ir::Predicate::kEq, called, address, chosen))
      continue;
    // What `...` passes on, unless the body only looks at it.
    const ir::Function &body = program.body(target);
    if (body.is_variadic && program.procedures()[target].has_body &&
        !setting_.facts.behaviours.of(target).reads_rest)
      for (std::size_t i = body.param_count; i < function_.arguments(v).size();
           ++i)
        expose(value(function_.arguments(v)[i], chosen), chosen);
    instantiate(v, target, setting_.summary(target), chosen, out);
  }
  // Of a pointer it is never certain that nobody else can be called.
  bool is_exact = program.targets(procedure_, v).certainty ==
                  CallTargets::Certainty::kExact;
  bool has_no_way_on = std::ranges::all_of(out, &After::throws);
  auto behaviour = [&](ProcedureId target) {
    return &setting_.facts.behaviours.of(target);
  };
  bool may_differ =
      has_no_way_on
          ? !is_exact
          : infer::may_go_otherwise(program, procedure_, v, targets, behaviour);
  infer::Arguments spared;
  if (targets.empty())
    spared = setting_.facts.behaviours.borrowed().through_hook(program,
                                                               procedure_, v);
  if (targets.empty() || may_differ)
    out.push_back(call_unknown(v, state, spared));
  if (function_.call(v).does_not_return)
    std::erase_if(out, [](const After &after) { return !after.throws; });
  if (out.empty())
    end_process(state, v);
  return out;
}

} // namespace wt::absint
