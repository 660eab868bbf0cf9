// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes a witness: see walker.h.
//
// Instructions run as late as possible.  A kBlock step runs the rest of the
// current block and takes the edge, a kEnter step runs up to the call, a
// kLeave step runs up to the function's end.  After the last step everything
// up to the losing instruction runs, and the verdict is checked.

#include "finding/walker.h"

#include "finding/frame.h"
#include "finding/liveness.h"
#include "finding/param_use.h"

#include <algorithm>

namespace wt {

const char *name_of(Replay::Outcome outcome) {
  switch (outcome) {
  case Replay::Outcome::kConfirmed:
    return "confirmed";
  case Replay::Outcome::kContradicted:
    return "contradicted";
  case Replay::Outcome::kUndecided:
    return "undecided";
  }
  return "";
}

namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using model::Effect;
using model::Place;
using model::ResultTest;

constexpr std::uint32_t kMostInstructions = 200'000;
constexpr std::uint32_t kMostFrames = 100;

class Walker {
public:
  Walker(const Program &program, const model::ModelSet &models,
         const Verdict &verdict, const Witness &witness)
      : program_(program), models_(models), verdict_(verdict),
        witness_(witness) {}

  Replay run();

private:
  // All of these return false when the walk is over; result_ tells why.
  bool step(const WitnessStep &step);
  bool go_to(BlockId block, bool exceptional);
  bool enter_call(const WitnessStep &step);
  bool leave(bool exceptional);
  bool number(ValueId value, std::int64_t number);
  bool run_to(ValueId stop); // up to, not including, `stop`
  bool run_last();
  bool execute(ValueId v);
  bool execute_call(ValueId v, bool exceptional);
  bool take_edge(ValueId terminator, std::size_t successor);
  bool enter_block(BlockId block);
  bool assume(TermId test, bool truth, ValueId at);

  void push_frame(ProcedureId procedure, std::vector<TermId> arguments);
  void apply(const Effect &effect, Condition when,
             const std::vector<TermId> &arguments, TermId result);
  void free_object(const Effect &effect, Condition when, TermId place);
  void store_fresh(const Effect &effect, Condition when,
                   const std::vector<TermId> &arguments);
  std::optional<bool> is_given(const Effect &effect,
                               const std::vector<TermId> &arguments) const;
  void give_to_unknown_code(const std::vector<TermId> &arguments,
                            const std::string &name);
  void give_to_body(ProcedureId callee, const std::vector<TermId> &arguments);
  TermId fresh(model::FamilyId family, bool may_fail, ObjectId &object);
  TermId at_place(const Place &place, const std::vector<TermId> &arguments,
                  TermId result);
  void track_site(ValueId call, const std::vector<TermId> &arguments,
                  TermId &result);

  Replay judge();
  Replay judge_leak();
  Replay judge_object(ObjectId object);
  std::vector<ObjectId> roots() const;
  bool is_exit() const;

  bool contradict(std::string why);
  bool undecided(std::string why);
  const model::FunctionModel *model_of(ProcedureId p) const;
  std::optional<ProcedureId> callee_of(ValueId call) const;
  Frame &frame() { return frames_.back(); }
  TermId value_of(const Frame &f, ValueId v) { return machine_.value_of(f, v); }
  bool is_site(ValueId v) const {
    return frames_.back().procedure == verdict_.site.procedure &&
           v == verdict_.site.value;
  }
  std::string line_of(ValueId v) const;

  const Program &program_;
  const model::ModelSet &models_;
  const Verdict &verdict_;
  const Witness &witness_;

  Machine machine_{program_};
  Terms &terms_ = machine_.terms;
  Memory &memory_ = machine_.memory;
  std::vector<Frame> frames_;
  std::vector<ObjectId> tracked_; // the site's objects, oldest first
  TermId returned_;               // by the outermost frame
  bool is_unwound_ = false;       // the outermost frame ended by an exception
  bool last_ran_ = false;
  std::uint32_t instructions_ = 0;
  struct {
    bool again = false, mismatched = false, used = false;
  } at_last_; // what the last instruction did to freed objects
  std::optional<Replay> result_;
};

bool Walker::contradict(std::string why) {
  result_ = Replay{Replay::Outcome::kContradicted, std::move(why)};
  return false;
}

bool Walker::undecided(std::string why) {
  result_ = Replay{Replay::Outcome::kUndecided, std::move(why)};
  return false;
}

std::string Walker::line_of(ValueId v) const {
  const SourcePos &pos = frames_.back().function->insts[v].pos;
  return pos.known() ? "line " + std::to_string(pos.line) : "a step";
}

const model::FunctionModel *Walker::model_of(ProcedureId p) const {
  const Procedure &procedure = program_.procedures()[p];
  return models_.find(procedure.link_name, procedure.name);
}

std::optional<ProcedureId> Walker::callee_of(ValueId call) const {
  CallTargets targets = program_.targets(frames_.back().procedure, call);
  if (targets.procedures.size() == 1 &&
      targets.certainty == CallTargets::Certainty::kExact)
    return targets.procedures[0];
  return std::nullopt;
}

// ---------------------------------------------------------------- the path

Replay Walker::run() {
  if (!program_.procedures()[witness_.procedure].has_body)
    return {Replay::Outcome::kContradicted, "the path starts in no body"};
  const ir::Function &function = program_.body(witness_.procedure);
  std::vector<TermId> arguments;
  for (std::uint32_t i = 0; i < function.param_count; ++i) {
    bool is_site = verdict_.site.kind == Site::Kind::kParameter &&
                   verdict_.site.procedure == witness_.procedure &&
                   verdict_.site.value == ValueId(i);
    if (is_site) {
      ObjectId object;
      arguments.push_back(fresh(verdict_.site.family, true, object));
      tracked_.push_back(object);
    } else {
      arguments.push_back(
          terms_.symbol(width_of(program_.unit_of(witness_.procedure),
                                 function.insts[ValueId(i)].type)));
    }
  }
  push_frame(witness_.procedure, std::move(arguments));
  for (const WitnessStep &step : witness_.steps)
    if (!this->step(step))
      return *result_;
  if (!run_last())
    return *result_;
  return judge();
}

bool Walker::step(const WitnessStep &step) {
  switch (step.kind) {
  case WitnessStep::Kind::kBlock:
    return go_to(step.block, step.exceptional);
  case WitnessStep::Kind::kEnter:
    return enter_call(step);
  case WitnessStep::Kind::kLeave:
    return leave(step.exceptional);
  case WitnessStep::Kind::kValue:
    return number(step.value, step.number);
  case WitnessStep::Kind::kEvent:
    return true;
  }
  return true;
}

void Walker::push_frame(ProcedureId procedure, std::vector<TermId> arguments) {
  Frame frame(program_, procedure);
  for (std::uint32_t i = 0; i < frame.function->param_count; ++i)
    frame.values[ValueId(i)] =
        i < arguments.size() ? arguments[i] : terms_.symbol(64);
  frames_.push_back(std::move(frame));
}

// The path goes to `block`: by which edge, and may it?
bool Walker::go_to(BlockId block, bool exceptional) {
  bool starts_here = block == frame().block && frame().at_start;
  if (starts_here)
    return true; // the entry block named explicitly
  if (!frame().function->blocks.contains(block))
    return contradict("the path names a block that does not exist");
  ValueId terminator = frame().function->terminator(frame().block);
  if (!frame().terminator_done && !run_to(terminator))
    return false;
  const auto &successors = frame().function->blocks[frame().block].successors;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    bool is_call = frame().function->insts[terminator].op == Op::kCall;
    bool fits = !is_call || !exceptional || i == 1;
    if (successors[i] == block && fits)
      return take_edge(terminator, i);
  }
  return contradict("the path leaves " + line_of(terminator) +
                    " by an edge that does not exist");
}

bool Walker::take_edge(ValueId terminator, std::size_t successor) {
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[terminator];
  BlockId target = f.function->blocks[f.block].successors[successor];
  if (inst.op == Op::kCall) {
    bool exceptional = successor == 1;
    if (f.terminator_done && f.left_exceptionally != exceptional)
      return contradict("the call at " + line_of(terminator) +
                        " ends in another way");
    if (!f.terminator_done && !execute_call(terminator, exceptional))
      return false;
  } else if (inst.op == Op::kBranch && inst.operand_count == 1) {
    const auto &successors = f.function->blocks[f.block].successors;
    bool both = successors[0] == successors[1];
    TermId condition = value_of(f, f.function->operand(terminator, 0));
    if (!both && !assume(condition, successor == 0, terminator))
      return false;
  } else if (inst.op == Op::kSwitch) {
    const ir::SwitchInfo &info = f.function->switch_info(terminator);
    TermId selector = value_of(f, f.function->operand(terminator, 0));
    const auto &successors = f.function->blocks[f.block].successors;
    if (successor > 0) {
      // Several cases may lead to one block; take the first possible one.
      bool possible = false;
      for (std::size_t i = 1; i < successors.size() && !possible; ++i)
        if (successors[i] == target) {
          Terms before = terms_;
          std::int64_t number = info.cases[i - 1];
          possible = terms_.assume_between(selector, number, number);
          if (!possible)
            terms_ = std::move(before);
        }
      if (!possible)
        return contradict("no case of the switch at " + line_of(terminator) +
                          " fits the known value");
    } else if (std::count(successors.begin(), successors.end(), target) == 1) {
      for (std::int64_t number : info.cases)
        if (!terms_.assume_not(selector, number))
          return contradict("the switch at " + line_of(terminator) +
                            " takes a case, not the default");
    }
  }
  return enter_block(target);
}

bool Walker::assume(TermId test, bool truth, ValueId at) {
  if (terms_.assume(test, truth))
    return true;
  return contradict("the branch at " + line_of(at) +
                    " is taken against its condition");
}

// All phis read the values from before the edge.
bool Walker::enter_block(BlockId block) {
  Frame &f = frame();
  BlockId from = f.block;
  f.block = block;
  f.position = 0;
  f.at_start = false;
  f.terminator_done = false;
  std::vector<std::pair<ValueId, TermId>> values;
  for (ValueId v : f.function->blocks[block].insts) {
    if (f.function->insts[v].op != Op::kPhi)
      break;
    std::span<const BlockId> incoming = f.function->incoming(v);
    auto at = std::find(incoming.begin(), incoming.end(), from);
    if (at == incoming.end())
      return contradict("a value has no meaning after this edge");
    values.emplace_back(
        v, value_of(f, f.function->operand(v, at - incoming.begin())));
  }
  f.position = values.size();
  for (auto [v, term] : values)
    f.values[v] = term;
  return true;
}

bool Walker::enter_call(const WitnessStep &step) {
  if (frames_.size() >= kMostFrames)
    return undecided("the path enters too many calls");
  const ir::Function &function = *frame().function;
  if (!function.insts.contains(step.value) ||
      function.insts[step.value].op != Op::kCall)
    return contradict("the path enters a call that does not exist");
  if (!run_to(step.value))
    return false;
  CallTargets targets = program_.targets(frame().procedure, step.value);
  bool possible =
      std::find(targets.procedures.begin(), targets.procedures.end(),
                step.callee) != targets.procedures.end();
  if (!possible || !program_.procedures()[step.callee].has_body)
    return contradict("the call at " + line_of(step.value) +
                      " does not lead where the path goes");
  std::vector<TermId> arguments;
  for (ValueId argument : function.arguments(step.value))
    arguments.push_back(value_of(frame(), argument));
  frame().calling = step.value;
  push_frame(step.callee, std::move(arguments));
  return true;
}

bool Walker::leave(bool exceptional) {
  ValueId terminator = frame().function->terminator(frame().block);
  const ir::Inst &inst = frame().function->insts[terminator];
  if (!exceptional) {
    if (inst.op != Op::kReturn)
      return contradict("the path returns where nothing returns");
    if (!run_to(terminator))
      return false;
  }
  TermId result;
  if (!exceptional && inst.operand_count == 1)
    result = value_of(frame(), frame().function->operand(terminator, 0));
  if (frames_.size() == 1) {
    // The outermost function: `last` has run, or runs in run_last().
    is_unwound_ = exceptional;
    return true;
  }
  frames_.pop_back();
  Frame &f = frame();
  ValueId call = f.calling;
  f.calling = ValueId();
  std::vector<TermId> arguments;
  for (ValueId argument : f.function->arguments(call))
    arguments.push_back(value_of(f, argument));
  if (!result)
    result = terms_.symbol(64);
  if (!exceptional && is_site(call))
    track_site(call, arguments, result);
  f.values[call] = result;
  bool ends_block = call == f.function->terminator(f.block);
  if (ends_block) {
    f.terminator_done = true;
    f.left_exceptionally = exceptional;
  } else if (exceptional) {
    return contradict("an exception is caught where nothing catches");
  } else {
    ++f.position;
  }
  return true;
}

// `value` has this number.  Inside the current block it may not have run yet.
bool Walker::number(ValueId value, std::int64_t number) {
  Frame &f = frame();
  if (!f.function->insts.contains(value))
    return contradict("the path names a value that does not exist");
  const auto &insts = f.function->blocks[f.block].insts;
  auto at = std::find(insts.begin() + f.position, insts.end(), value);
  bool is_leaf = ir::is_leaf(f.function->insts[value].op);
  bool has_run = is_leaf || (at == insts.end() && f.values[value]);
  if (!has_run) {
    f.assumed[value] = number;
    return true;
  }
  if (machine_.assume_number(f, value_of(f, value), value, number))
    return true;
  return contradict("a value the path relies on is impossible at " +
                    line_of(value));
}

// ------------------------------------------------------------ instructions

bool Walker::run_to(ValueId stop) {
  const auto &insts = frame().function->blocks[frame().block].insts;
  auto at = std::find(insts.begin(), insts.end(), stop);
  if (at == insts.end() ||
      static_cast<std::size_t>(at - insts.begin()) < frame().position)
    return contradict("the path does not come to " + line_of(stop));
  while (insts[frame().position] != stop) {
    if (!execute(insts[frame().position]))
      return false;
    ++frame().position;
  }
  frame().at_start = false;
  return true;
}

// Everything up to and including the losing instruction; unconditional edges
// on the way need no step.
bool Walker::run_last() {
  ValueId last = witness_.last;
  if (!frame().function->insts.contains(last) ||
      !frame().function->insts[last].block)
    return contradict("the path ends at no instruction");
  while (frame().block != frame().function->insts[last].block) {
    const auto &next = frame().function->blocks[frame().block].successors;
    if (next.size() != 1 || ++instructions_ > kMostInstructions)
      return contradict("the path ends before the losing place");
    if (!go_to(next[0], false))
      return false;
  }
  const auto &insts = frame().function->blocks[frame().block].insts;
  bool has_run = std::find(insts.begin() + frame().position, insts.end(),
                           last) == insts.end();
  if (has_run)
    return contradict("the path ends behind the losing place");
  if (!run_to(last))
    return false;
  last_ran_ = true;
  const ir::Inst &inst = frame().function->insts[last];
  bool ends_block = last == frame().function->terminator(frame().block);
  if (inst.op == Op::kReturn && inst.operand_count == 1 && frames_.size() == 1)
    returned_ = value_of(frame(), frame().function->operand(last, 0));
  if (inst.op == Op::kCall && !frame().terminator_done)
    return execute_call(last, is_unwound_);
  if (!ends_block && !execute(last))
    return false;
  return true;
}

bool Walker::execute(ValueId v) {
  if (++instructions_ > kMostInstructions)
    return undecided("the path is too long to be executed");
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[v];
  TermId term;
  switch (inst.op) {
  case Op::kCall:
    return execute_call(v, false);
  case Op::kSlot: {
    auto [at, is_new] = f.slots.emplace(v, ObjectId());
    if (is_new)
      at->second = memory_.add(Object::Kind::kSlot);
    term = terms_.address(at->second, 0);
    if (!terms_.assume_not(term, 0))
      return undecided("a local has no address");
    break;
  }
  case Op::kScopeEnd:
    for (auto [slot, object] : f.slots)
      if (f.function->variable(slot) == f.function->variable(v))
        memory_.forget(object);
    return true;
  case Op::kAssign:
    return true;
  case Op::kField:
  case Op::kElement: {
    TermId base = value_of(f, f.function->operand(v, 0));
    TermId offset = inst.op == Op::kField
                        ? terms_.integer(f.function->field(v).offset)
                        : terms_.binop(ir::BinaryOp::kMul,
                                       value_of(f, f.function->operand(v, 1)),
                                       terms_.integer(inst.extra), 64);
    term = machine_.offset_address(base, offset);
    break;
  }
  case Op::kLoad: {
    TermId from = value_of(f, f.function->operand(v, 0));
    if (!terms_.assume_not(from, 0))
      return contradict("a null pointer is read at " + line_of(v));
    if (witness_.last == v)
      at_last_.used |=
          memory_.any(memory_[memory_.resolve(from).object].freed) == true;
    term = memory_.load(from, size_of(*f.unit, inst.type),
                        width_of(*f.unit, inst.type));
    if (verdict_.site.kind == Site::Kind::kLoad && is_site(v)) {
      std::vector<ObjectId> held = terms_.objects_in(term);
      if (held.empty()) {
        ObjectId object;
        bool may_fail = !terms_.truth(term).value_or(false);
        term = fresh(verdict_.site.family, may_fail, object);
        memory_.store(from, term, size_of(*f.unit, inst.type));
        held.push_back(object);
      }
      tracked_.push_back(held[0]);
    }
    break;
  }
  case Op::kStore: {
    TermId to = value_of(f, f.function->operand(v, 0));
    ValueId stored = f.function->operand(v, 1);
    if (!terms_.assume_not(to, 0))
      return contradict("a null pointer is written at " + line_of(v));
    if (witness_.last == v)
      at_last_.used |=
          memory_.any(memory_[memory_.resolve(to).object].freed) == true;
    memory_.store(to, value_of(f, stored),
                  size_of(*f.unit, f.function->insts[stored].type));
    return true;
  }
  case Op::kMemCopy:
    memory_.copy(value_of(f, f.function->operand(v, 0)),
                 value_of(f, f.function->operand(v, 1)),
                 value_of(f, f.function->operand(v, 2)));
    return true;
  case Op::kMemFill:
    memory_.fill(value_of(f, f.function->operand(v, 0)),
                 value_of(f, f.function->operand(v, 1)),
                 value_of(f, f.function->operand(v, 2)));
    return true;
  case Op::kUnknown: {
    std::vector<TermId> operands;
    for (ValueId operand : f.function->operands_of(v))
      operands.push_back(value_of(f, operand));
    give_to_unknown_code(operands, "an operation that is not modelled");
    term = terms_.symbol(width_of(*f.unit, inst.type));
    break;
  }
  default:
    term = machine_.compute(f, v);
    break;
  }
  if (!machine_.set(f, v, term))
    return contradict("a value the path relies on is impossible at " +
                      line_of(v));
  return true;
}

// ------------------------------------------------------------------- calls

TermId Walker::fresh(model::FamilyId family, bool may_fail, ObjectId &object) {
  object = memory_.add(Object::Kind::kHeap);
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

TermId Walker::at_place(const Place &place,
                        const std::vector<TermId> &arguments, TermId result) {
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

void Walker::free_object(const Effect &effect, Condition when, TermId place) {
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
void Walker::store_fresh(const Effect &effect, Condition when,
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

void Walker::apply(const Effect &effect, Condition when,
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

void Walker::give_to_unknown_code(const std::vector<TermId> &arguments,
                                  const std::string &name) {
  std::vector<ObjectId> given;
  for (TermId argument : arguments)
    for (ObjectId id : terms_.objects_in(argument))
      given.push_back(id);
  for (auto [variable, id] : machine_.globals())
    given.push_back(id);
  for (ObjectId id : memory_.reachable(given)) {
    Object &object = memory_[id];
    object.is_blurred = true;
    if (object.kind == Object::Kind::kHeap && object.unsure.empty())
      object.unsure = "it is given to " + name;
  }
}

// A body the path does not enter: what does it do to each argument?
void Walker::give_to_body(ProcedureId callee,
                          const std::vector<TermId> &arguments) {
  std::vector<TermId> touched;
  for (std::uint32_t i = 0; i < arguments.size(); ++i)
    if (!only_reads(program_, models_, callee, i))
      touched.push_back(arguments[i]);
  give_to_unknown_code(touched,
                       std::string(program_.procedures()[callee].name) +
                           "(), which the path does not enter");
}

// The object the site acquires: found where the model or the body put it,
// else made here (the engine knows the callee's summary, the walker does not).
void Walker::track_site(ValueId call, const std::vector<TermId> &arguments,
                        TermId &result) {
  const Site &site = verdict_.site;
  TermId place = at_place(site.place, arguments, result);
  std::vector<ObjectId> objects;
  if (place)
    objects = terms_.objects_in(place);
  std::erase_if(objects, [&](ObjectId id) {
    return memory_[id].kind != Object::Kind::kHeap;
  });
  if (!objects.empty()) {
    tracked_.push_back(objects[0]);
    return;
  }
  ObjectId object;
  TermId address = fresh(site.family, true, object);
  tracked_.push_back(object);
  if (site.place.root == Place::Root::kResult)
    result = address;
  else if (site.place.argument < arguments.size())
    memory_.store(arguments[site.place.argument], address, 8);
}

// Does the effect's test on an argument hold?
std::optional<bool>
Walker::is_given(const Effect &effect,
                 const std::vector<TermId> &arguments) const {
  if (!effect.given || effect.given->argument >= arguments.size())
    return true;
  return memory_.holds({arguments[effect.given->argument], effect.given->test});
}

bool Walker::execute_call(ValueId v, bool exceptional) {
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[v];
  std::vector<TermId> arguments;
  for (ValueId argument : f.function->arguments(v))
    arguments.push_back(value_of(f, argument));
  std::optional<ProcedureId> callee = callee_of(v);
  const model::FunctionModel *model = callee ? model_of(*callee) : nullptr;
  TermId result = terms_.symbol(width_of(*f.unit, inst.type));
  if (model) {
    for (const Effect &effect : model->effects) {
      bool is_result = effect.place == Place{};
      if (is_given(effect, arguments) == false)
        continue;
      if (effect.kind == Effect::Kind::kFresh && is_result && !exceptional) {
        ObjectId object;
        result = fresh(effect.family, effect.may_fail, object);
      } else if (effect.kind == Effect::Kind::kAlias) {
        if (TermId place = at_place(effect.place, arguments, result))
          result = effect.may_skip
                       ? terms_.select(terms_.symbol(1), place, result, 64)
                       : place;
      }
    }
    for (const Effect &effect : model->effects) {
      bool happens = !exceptional || effect.kind == Effect::Kind::kFree;
      Condition when;
      if (effect.when.kind != ResultTest::Kind::kAlways)
        when = {result, effect.when};
      std::optional<bool> given = is_given(effect, arguments);
      if (!happens || given == false)
        continue;
      Effect actual = effect;
      actual.may_skip |= !given;
      apply(actual, when, arguments, result);
    }
    for (TermId argument : arguments)
      for (ObjectId id : terms_.objects_in(argument))
        memory_.forget_numbers(id);
  } else if (callee && program_.procedures()[*callee].has_body) {
    give_to_body(*callee, arguments);
  } else {
    give_to_unknown_code(
        arguments, callee ? std::string(program_.procedures()[*callee].name) +
                                "(), which nobody describes"
                          : "a call through a pointer");
  }
  if (is_site(v) && verdict_.site.kind == Site::Kind::kCall && !exceptional)
    track_site(v, arguments, result);
  if (!machine_.set(f, v, result))
    return contradict("a value the path relies on is impossible at " +
                      line_of(v));
  return true;
}

// ----------------------------------------------------------------- verdict

// Does the outermost function end at `last`?
bool Walker::is_exit() const {
  const Frame &f = frames_.back();
  Op op = f.function->insts[witness_.last].op;
  bool ends = op == Op::kReturn || op == Op::kRethrow ||
              op == Op::kUnreachable || is_unwound_;
  return (frames_.size() == 1 && ends) || verdict_.is_at_exit;
}

// Whatever the rest of the program can start from.
std::vector<ObjectId> Walker::roots() const {
  std::vector<ObjectId> roots;
  for (ObjectId id : memory_.ids()) {
    const Object &object = memory_[id];
    bool is_outside = object.kind == Object::Kind::kOutside ||
                      object.kind == Object::Kind::kGlobal;
    bool is_kept =
        object.kind == Object::Kind::kHeap && memory_.any(object.kept) == true;
    if (is_outside || is_kept)
      roots.push_back(id);
  }
  if (returned_)
    for (ObjectId id : terms_.objects_in(returned_))
      roots.push_back(id);
  if (is_exit())
    return roots;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame &f = frames_[i];
    bool is_top = i + 1 == frames_.size();
    ValueId at = is_top ? witness_.last : f.calling;
    if (is_top && f.function->insts[at].op == Op::kReturn)
      continue; // this frame is just ending
    for (ValueId v : f.values.ids())
      if (f.values[v] && is_used_after(*f.function, v, at))
        for (ObjectId id : terms_.objects_in(f.values[v]))
          roots.push_back(id);
  }
  return roots;
}

Replay Walker::judge() {
  using enum Replay::Outcome;
  auto answer = [](bool yes, const char *why) {
    return yes ? Replay{kConfirmed, ""} : Replay{kUndecided, why};
  };
  switch (verdict_.kind) {
  case FindingKind::kLeak:
  case FindingKind::kResourceLeak:
    return judge_leak();
  case FindingKind::kDoubleFree:
    return answer(at_last_.again, "nothing shows that it was freed before");
  case FindingKind::kMismatchedFree:
    return answer(at_last_.mismatched, "the families could not be compared");
  case FindingKind::kUseAfterFree:
    return answer(at_last_.used || at_last_.again,
                  "nothing shows that it was freed before");
  }
  return {kUndecided, ""};
}

Replay Walker::judge_leak() {
  if (tracked_.empty())
    return {Replay::Outcome::kContradicted,
            "the path does not pass the place where the object is acquired"};
  Replay best{Replay::Outcome::kContradicted, ""};
  for (auto object = tracked_.rbegin(); object != tracked_.rend(); ++object) {
    Terms before = terms_; // assumptions about one object end with it
    Replay replay = judge_object(*object);
    terms_ = std::move(before);
    if (replay.outcome == Replay::Outcome::kConfirmed)
      return replay;
    if (best.why.empty() || replay.outcome == Replay::Outcome::kUndecided)
      best = replay;
  }
  return best;
}

Replay Walker::judge_object(ObjectId id) {
  using enum Replay::Outcome;
  const Object &object = memory_[id];
  if (!memory_.assume(object.exists, true))
    return {kContradicted, "the object does not exist on this path"};
  for (const Condition &condition : object.freed)
    if (!memory_.assume(condition, false))
      return {kContradicted, "the object is freed on this path"};
  for (const Condition &condition : object.kept)
    if (!memory_.assume(condition, false))
      return {kContradicted, "the object is kept by somebody else"};
  if (!object.unsure.empty())
    return {kUndecided, object.unsure};
  std::string why;
  std::optional<bool> reachable = memory_.is_reachable(id, roots(), why);
  if (reachable == true)
    return {kContradicted, "the object can still be reached at the end"};
  if (!reachable)
    return {kUndecided, why};
  return {kConfirmed, ""};
}

} // namespace

Replay replay(const Program &program, const model::ModelSet &models,
              const Verdict &verdict, const Witness &witness) {
  return Walker(program, models, verdict, witness).run();
}

} // namespace wt
