// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do to the walk?  See walk.h.
//
// A modelled one has its effects; one with a body is run; anything else may
// keep, free or change whatever it is given.

#include "witness/walk.h"

#include "witness/param_use.h"

#include <algorithm>

namespace wt::walking {

namespace {

// Is it a test that holds just when a pointer to an object is not null?
bool means_existence(const Terms &terms, TermId condition) {
  const Term &term = terms[condition];
  if (term.kind == Term::Kind::kAddress)
    return true;
  bool tests_null = term.kind == Term::Kind::kCompare &&
                    terms[term.a].kind == Term::Kind::kAddress &&
                    terms.value(term.b) == 0;
  return tests_null &&
         static_cast<ir::Predicate>(term.code) == ir::Predicate::kNe;
}

} // namespace

TermId Walk::fresh(model::FamilyId family, bool may_fail, ObjectId &object,
                   bool is_zeroed) {
  object = memory_.add(Object::Kind::kHeap);
  if (is_zeroed)
    memory_[object].fills.push_back({INT64_MIN, INT64_MAX, true});
  TermId address = terms_.address(object, 0);
  std::int64_t none = family ? models_.family(family).no_object : 0;
  memory_[object].family = family;
  if (none < 0)
    terms_.widen(address, none);
  if (may_fail)
    memory_[object].exists = {address, {ResultTest::Kind::kDiffers, none}};
  else
    (void)terms_.assume_not(address, none);
  return address;
}

TermId Walk::at_place(const Place &place, const std::vector<TermId> &arguments,
                      TermId result) {
  TermId term = result;
  if (place.root == Place::Root::kArgument) {
    if (place.argument >= arguments.size())
      return TermId();
    term = arguments[place.argument];
  }
  for (std::uint32_t i = 0; i < place.dereferences && term; ++i)
    term = terms_.value(term) == 0 ? TermId() : memory_.load(term, 8, 64);
  return term;
}

void Walk::free_object(const Effect &effect, Condition when, TermId place) {
  if (!place || terms_.value(place) == 0)
    return;
  std::vector<ObjectId> objects = terms_.objects_in(place);
  if (objects.empty() && terms_[place].kind == Term::Kind::kSymbol)
    objects.push_back(memory_.resolve(place).object);
  for (ObjectId id : objects) {
    Object &object = memory_[id];
    if (last_ran_) {
      at_last_.again |= memory_.any(object.freed) == true;
      at_last_.mismatched |=
          object.family && effect.family && object.family != effect.family;
    }
    bool is_sure = !effect.may_skip && effect.kind == Effect::Kind::kFree &&
                   objects.size() == 1;
    if (is_sure)
      object.freed.push_back(when);
    else
      object.unsure = "it may have been released";
  }
}

// `fresh *p`: the callee stores new objects; they exist when the result says.
void Walk::store_fresh(const Effect &effect, Condition when,
                       const std::vector<TermId> &arguments) {
  const Place &place = effect.place;
  if (place.root == Place::Root::kResult || place.dereferences != 1 ||
      place.argument >= arguments.size())
    return; // the result was made before
  bool is_handle = effect.family && models_.family(effect.family).is_handle;
  std::uint64_t size = is_handle ? 4 : 8;
  for (std::uint32_t i = 0; i < effect.count; ++i) {
    ObjectId object;
    TermId address = fresh(effect.family, false, object);
    memory_[object].exists = when;
    memory_.store(machine_.offset_address(arguments[place.argument],
                                          terms_.integer(i * size)),
                  address, size);
  }
}

void Walk::apply(const Effect &effect, Condition when,
                 const std::vector<TermId> &arguments, TermId result) {
  TermId place = at_place(effect.place, arguments, result);
  switch (effect.kind) {
  case Effect::Kind::kFresh:
    store_fresh(effect, when, arguments);
    return;
  case Effect::Kind::kFree:
  case Effect::Kind::kRelease:
    free_object(effect, when, place);
    return;
  case Effect::Kind::kAcquire:
  case Effect::Kind::kKeep:
  case Effect::Kind::kCall: {
    TermId given = effect.kind == Effect::Kind::kCall
                       ? at_place(effect.into, arguments, result)
                       : place;
    if (given)
      for (ObjectId id : terms_.objects_in(given)) {
        memory_[id].kept.push_back(when);
        if (effect.may_skip || effect.kind != Effect::Kind::kKeep)
          memory_[id].unsure = "somebody may keep it";
      }
    return;
  }
  case Effect::Kind::kStore: {
    TermId into = at_place(effect.into, arguments, result);
    if (into && place && terms_.value(into) != 0)
      memory_[memory_.resolve(into).object].loose.push_back(place);
    return;
  }
  case Effect::Kind::kEmpty:
    if (place)
      for (ObjectId id : memory_.reachable(terms_.objects_in(place)))
        memory_[id].unsure = "the region it may live in is emptied";
    return;
  case Effect::Kind::kAlias:
    return; // the result was made before
  }
}

bool Walk::may_change(ProgramVariableId variable,
                      std::optional<ProcedureId> called) {
  auto [at, is_new] = guesses_.writers.try_emplace(variable);
  if (is_new)
    at->second = writers_of(program_, variable);
  return wt::may_change(program_, at->second, called);
}

// `called`: a body that is not run; none: code outside the program.
void Walk::give_to_unknown_code(const std::vector<TermId> &arguments,
                                const std::string &name,
                                std::optional<ProcedureId> called) {
  answers_.clear();
  std::vector<ObjectId> given;
  for (TermId argument : arguments) {
    for (ObjectId id : terms_.objects_in(argument))
      given.push_back(id);
    if (std::optional<ObjectId> id = memory_.outside(argument))
      given.push_back(*id);
  }
  for (auto [variable, id] : machine_.globals())
    if (may_change(variable, called))
      given.push_back(id);
  for (ObjectId id : memory_.reachable(given)) {
    Object &object = memory_[id];
    memory_.blur(id);
    if (object.kind == Object::Kind::kHeap && object.unsure.empty())
      object.unsure = "it is given to " + name;
  }
}

// A body the path does not enter: what does it do to each argument?
void Walk::give_to_body(ProcedureId callee,
                        const std::vector<TermId> &arguments) {
  std::vector<TermId> touched;
  for (std::uint32_t i = 0; i < arguments.size(); ++i)
    if (!only_reads(program_, models_, callee, i))
      touched.push_back(arguments[i]);
  give_to_unknown_code(touched,
                       std::string(program_.procedures()[callee].name) +
                           "(), which the path does not enter",
                       callee);
}

// None: the path has not met it.
std::vector<ObjectId> Walk::object_of_global(ProgramVariableId variable) const {
  auto at = machine_.globals().find(variable);
  if (at == machine_.globals().end())
    return {};
  return {at->second};
}

// The objects the site acquires: those that the model or the body made during
// the call and left at the place.  None is made up.
void Walk::track_site(ValueId call, const std::vector<TermId> &arguments,
                      TermId &result) {
  const Place &place = verdict_.site.place;
  std::vector<ObjectId> start;
  if (place.root == Place::Root::kResult)
    start = terms_.objects_in(result);
  else if (place.root == Place::Root::kGlobal)
    start = object_of_global(ProgramVariableId(place.argument));
  else if (place.argument < arguments.size() &&
           terms_.value(arguments[place.argument]) != 0)
    start = {memory_.resolve(arguments[place.argument]).object};
  bool found = false;
  for (ObjectId id : memory_.reachable(start)) {
    bool is_new = id.value >= frame().objects_before &&
                  memory_[id].kind == Object::Kind::kHeap;
    if (is_new)
      tracked_.push_back(id);
    found |= is_new;
  }
  if (!found)
    doubt_site(call, arguments, result);
}

// No object was made.  Null, a variable, or a cell that the callee did not
// write is none (one may be made when the path comes here again); of any other
// value it is not known whether it leads to an object that is the site's.
void Walk::doubt_site(ValueId call, const std::vector<TermId> &arguments,
                      TermId &result) {
  const Site &site = verdict_.site;
  if (site.place.root == Place::Root::kGlobal) {
    no_object_ = "the call at " + line_of(call) +
                 " leaves no object in the variable on this path";
    return;
  }
  Place cell = site.place;
  cell.dereferences -= cell.dereferences > 0;
  bool is_cell = site.place.dereferences > 0;
  TermId holder = is_cell ? at_place(cell, arguments, result) : TermId();
  TermId left = at_place(site.place, arguments, result);
  std::int64_t none = site.family ? models_.family(site.family).no_object : 0;
  std::string doubt =
      "it is not seen that the call at " + line_of(call) + " makes an object";
  bool is_variable = false, is_older = false;
  for (ObjectId id : left ? terms_.objects_in(left) : std::vector<ObjectId>()) {
    is_variable |= memory_[id].kind == Object::Kind::kSlot ||
                   memory_[id].kind == Object::Kind::kGlobal ||
                   memory_[id].kind == Object::Kind::kCode;
    if (memory_[id].kind != Object::Kind::kHeap)
      continue;
    is_older = true;
    tracked_.push_back(id);
    if (memory_[id].unsure.empty())
      memory_[id].unsure = doubt;
  }
  if (is_older)
    return;
  if (!left || terms_.value(left) == none || is_variable ||
      (holder && memory_.is_initial(holder))) {
    no_object_ =
        "the call at " + line_of(call) + " makes no object on this path";
    return;
  }
  assume_object(left, std::move(doubt));
  bool is_handle = site.family && models_.family(site.family).is_handle;
  if (holder)
    memory_.store(holder, left, is_handle ? 4 : 8);
  else if (site.place.root == Place::Root::kResult)
    result = left;
}

// An object that nothing on the path made stands for what `term` leads to.
// `doubt` says why nothing can be confirmed about it; "": it is what the site
// states, an object that exists when the function begins.
void Walk::assume_object(TermId &term, std::string doubt) {
  ObjectId object;
  bool may_fail = !terms_.truth(term).value_or(false);
  term = fresh(verdict_.site.family, may_fail, object);
  memory_[object].unsure = std::move(doubt);
  tracked_.push_back(object);
}

// Does the effect's test on an argument hold?
std::optional<bool> Walk::is_given(const Effect &effect,
                                   const std::vector<TermId> &arguments) const {
  if (!effect.given || effect.given->argument >= arguments.size())
    return true;
  return memory_.holds({arguments[effect.given->argument], effect.given->test});
}

// Are the arguments such that it makes no object?
bool Walk::surely_fails(const model::FunctionModel &model,
                        const std::vector<TermId> &arguments) const {
  return std::ranges::any_of(
      model.fails_when, [&](const model::ArgumentTest &test) {
        return test.argument < arguments.size() &&
               memory_.holds({arguments[test.argument], test.test}) == true;
      });
}

// The result is (or may be, or points into) the object at the place.
TermId Walk::alias(const Effect &effect, TermId place, TermId result) {
  if (!effect.is_exact && terms_[place].kind == Term::Kind::kAddress) {
    place = terms_.blurred(terms_[place].object, terms_.symbol(64));
    (void)terms_.assume_not(place, 0);
  }
  if (effect.may_fail)
    return terms_.select(terms_.symbol(1), place, terms_.integer(0), 64);
  if (effect.may_skip || effect.when.kind != ResultTest::Kind::kAlways)
    return terms_.select(terms_.symbol(1), place, result, 64);
  return place;
}

// realloc: the new block has what was in the old one.
void Walk::move_cells(const Effect &release, TermId from, TermId result) {
  bool is_resized = release.kind == Effect::Kind::kFree && from &&
                    release.when.kind != ResultTest::Kind::kAlways &&
                    terms_[from].kind == Term::Kind::kAddress &&
                    terms_[result].kind == Term::Kind::kAddress;
  if (!is_resized || terms_[from].object == terms_[result].object)
    return;
  const Object old = memory_[terms_[from].object]; // a copy: both are in a list
  Object &block = memory_[terms_[result].object];
  block.cells = old.cells;
  block.loose = old.loose;
  block.fills = old.fills;
  block.is_blurred = old.is_blurred;
  for (auto &[offset, cell] : block.cells)
    cell.is_initial = false;
}

// First what the result is, then everything that may depend on it.
TermId Walk::apply_model(const model::FunctionModel &model,
                         const std::vector<TermId> &arguments, TermId result,
                         bool exceptional) {
  for (const Effect &effect : model.effects) {
    bool is_result = effect.place == Place{};
    if (is_given(effect, arguments) == false)
      continue;
    if (effect.kind == Effect::Kind::kFresh && is_result && !exceptional) {
      ObjectId object;
      result = fresh(effect.family, effect.may_fail, object, effect.is_zeroed);
      if (effect.may_fail && surely_fails(model, arguments))
        (void)memory_.assume(memory_[object].exists, false);
    } else if (effect.kind == Effect::Kind::kAlias) {
      if (TermId place = at_place(effect.place, arguments, result))
        result = alias(effect, place, result);
    }
  }
  for (const Effect &effect : model.effects) {
    bool happens = !exceptional || effect.kind == Effect::Kind::kFree;
    Condition when;
    if (effect.when.kind != ResultTest::Kind::kAlways)
      when = {result, effect.when};
    std::optional<bool> given = is_given(effect, arguments);
    if (!happens || given == false)
      continue;
    Effect actual = effect;
    actual.may_skip |= !given;
    move_cells(effect, at_place(effect.place, arguments, result), result);
    apply(actual, when, arguments, result);
  }
  for (TermId argument : arguments)
    for (ObjectId id : terms_.objects_in(argument))
      memory_.forget_numbers(id);
  return result;
}

// Does an exception leave through this call?  Asked only where the body has to
// end by one; a call behind which nothing follows throws for certain.
bool Walk::throws_here(const BodyRun &run, ValueId v) {
  const ir::Function &function = *frame().function;
  if (!run.must_throw || function.insts[v].op != Op::kCall ||
      !function.call(v).may_throw)
    return false;
  ValueId terminator = function.terminator(frame().block);
  const auto &insts = function.blocks[frame().block].insts;
  bool is_last = v != terminator && frame().position + 2 == insts.size() &&
                 function.insts[terminator].op == Op::kUnreachable;
  return is_last || guesses_.guess(frame().procedure, v, false);
}

// Runs the rest of the current block, but for its end.
bool Walk::run_block(BodyRun &run) {
  const auto &insts = frame().function->blocks[frame().block].insts;
  while (true) {
    if (run.left-- == 0) {
      guesses_.opaque.insert(run.callee);
      guesses_.is_restart = true;
      return undecided("a body is too long to run");
    }
    if (frame().position + 1 >= insts.size())
      return true;
    ValueId next = insts[frame().position];
    run.has_ended = throws_here(run, next);
    if (run.has_ended)
      return execute_call(next, true);
    if (!execute(next))
      return false;
    ++frame().position;
  }
}

// Where does the block go?  Guessed when nothing decides it.
bool Walk::leave_block(BodyRun &run) {
  Frame &f = frame();
  ValueId terminator = f.function->terminator(f.block);
  const ir::Inst &inst = f.function->insts[terminator];
  const std::vector<BlockId> &successors =
      f.function->blocks[f.block].successors;
  switch (inst.op) {
  case Op::kReturn:
    if (run.must_throw)
      break;
    run.has_ended = true;
    if (inst.operand_count == 1)
      run.result = value_of(f, f.function->operand(terminator, 0));
    return true;
  case Op::kRethrow:
    if (!run.must_throw)
      break;
    return run.has_ended = true;
  case Op::kCall: {
    bool throws = successors.size() > 1 && throws_here(run, terminator);
    return execute_call(terminator, throws) && enter_block(successors[throws]);
  }
  case Op::kBranch: {
    if (inst.operand_count == 0)
      return enter_block(successors[0]);
    TermId condition = value_of(f, f.function->operand(terminator, 0));
    std::optional<bool> truth = terms_.truth(condition);
    if (!truth) // allocations succeed first, loops end first
      truth = guesses_.guess(f.procedure, terminator,
                             means_existence(terms_, condition));
    return take_edge(terminator, *truth ? 0 : 1);
  }
  case Op::kSwitch: {
    TermId selector = value_of(f, f.function->operand(terminator, 0));
    const std::vector<std::int64_t> &cases =
        f.function->switch_info(terminator).cases;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      bool possible = terms_.range(selector).contains(cases[i]);
      bool is_it = possible && (terms_.value(selector) == cases[i] ||
                                guesses_.guess(f.procedure, terminator, false));
      if (is_it)
        return take_edge(terminator, i + 1);
    }
    return take_edge(terminator, 0);
  }
  default:
    break;
  }
  return contradict(
      std::string(program_.procedures()[run.callee].name) +
      (run.must_throw ? "() does not throw" : "() does not return"));
}

// To its return, or to an exception that leaves it.
bool Walk::run_body(ProcedureId callee, const std::vector<TermId> &arguments,
                    TermId &result, bool must_throw) {
  bool is_opaque = guesses_.enters_none || guesses_.opaque.contains(callee) ||
                   nested_ >= kMostNested || frames_.size() >= kMostFrames;
  if (is_opaque) {
    give_to_body(callee, arguments);
    return true;
  }
  ++nested_;
  push_frame(callee, arguments);
  BodyRun run{.callee = callee, .must_throw = must_throw, .result = result};
  while (!run.has_ended)
    if (!run_block(run) || (!run.has_ended && !leave_block(run)))
      return false;
  result = run.result;
  frames_.pop_back();
  --nested_;
  return true;
}

// A function of the library that looks at what it is given answers the same
// when it is asked again, and nothing was written there.
bool Walk::only_asks(const model::FunctionModel &model) {
  bool has_pointer =
      std::ranges::find(model.shape.params, model::ParamKind::kPointer) !=
      model.shape.params.end();
  return model.has_shape && has_pointer && model.effects.empty() &&
         model.written.empty() && !model.shape.is_variadic &&
         !model.may_throw && !model.returns_twice && !model.does_not_return &&
         !model.keeps_all;
}

// What was asked before about what the call may change.
void Walk::forget_answers(const model::FunctionModel &model,
                          const std::vector<TermId> &arguments) {
  if (answers_.empty() || only_asks(model))
    return;
  bool is_elsewhere = model.written.empty() && model.effects.empty();
  if (!model.has_shape || model.keeps_all || is_elsewhere)
    return answers_.clear(); // getchar() reads what no argument names
  for (TermId argument : arguments)
    forget_answers(argument);
}

// What was asked about the object at this address.
void Walk::forget_answers(TermId address) {
  auto object_at = [&](TermId term) {
    return terms_[term].object ? std::optional(terms_[term].object)
                               : memory_.outside(term);
  };
  std::optional<ObjectId> changed = object_at(address);
  std::erase_if(answers_, [&](const auto &entry) {
    return std::ranges::any_of(entry.first.second, [&](TermId asked) {
      return asked == address || (changed && object_at(asked) == changed);
    });
  });
}

// What the call just made exists if there was memory.
void Walk::note_need_of_memory(ValueId call, bool exceptional) {
  ValueId outer = frames_.size() == 1 ? call : frames_.front().calling;
  if (exceptional)
    thrown_.push_back(outer);
  for (ObjectId id : memory_.ids())
    if (id.value >= frame().objects_before &&
        memory_[id].kind == Object::Kind::kHeap)
      memory_[id].needs_memory = outer;
}

bool Walk::execute_call(ValueId v, bool exceptional) {
  std::vector<TermId> arguments;
  for (ValueId argument : frame().function->arguments(v))
    arguments.push_back(value_of(frame(), argument));
  std::optional<ProcedureId> callee = callee_of(v);
  const model::FunctionModel *model = callee ? model_of(*callee) : nullptr;
  TermId result =
      terms_.symbol(width_of(*frame().unit, frame().function->insts[v].type));
  frame().objects_before = memory_.size();
  bool has_body = callee && program_.procedures()[*callee].has_body;
  if (model) {
    forget_answers(*model, arguments);
    if (only_asks(*model))
      result = answers_.try_emplace({*callee, arguments}, result).first->second;
    if (model->is_never_negative)
      (void)terms_.assume_between(result, 0, INT64_MAX);
    result = apply_model(*model, arguments, result, exceptional);
    if (model->fails_without_memory)
      note_need_of_memory(v, exceptional);
  } else if (has_body) {
    frame().calling = v;
    if (!run_body(*callee, arguments, result, exceptional))
      return false;
    frame().calling = ValueId();
  } else {
    give_to_unknown_code(
        arguments, callee ? std::string(program_.procedures()[*callee].name) +
                                "(), which nobody describes"
                          : "a call through a pointer");
  }
  if (is_site(v) && verdict_.site.kind == Site::Kind::kCall && !exceptional)
    track_site(v, arguments, result);
  machine_.set(frame(), v, result);
  return true;
}

} // namespace wt::walking
