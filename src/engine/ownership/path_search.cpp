// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk over blocks: see path_search.h.

#include "engine/ownership/path_walker.h"

#include <algorithm>

namespace wt::ownership {

using infer::NumberClass;
using ir::BlockId;
using ir::Op;
using ir::ValueId;
using Kind = PathValue::Kind;

PathWalker::PathWalker(const SearchSetting &setting, const Subject &subject,
                       Budget &budget)
    : setting_(setting), subject_(subject), budget_(budget),
      function_(setting.facts.program.body(setting.procedure)),
      unit_(setting.facts.program.unit_of(setting.procedure)),
      is_main_(
          setting.facts.program.procedures()[setting.procedure].link_name ==
          "main"),
      steps_left_(setting.limits.steps),
      reaches_site_(setting.plan.blocks_before(
          {subject.site.kind == Site::Kind::kParameter
               ? ir::Function::entry()
               : function_.insts[subject.site.value].block})),
      ways_there_(function_.blocks.size()) {}

PathAnswer PathWalker::run() {
  WalkState state(function_.insts.size(), function_.blocks.size());
  for (std::uint32_t i = 0; i < function_.param_count; ++i) {
    state.set(ValueId(i),
              state.symbol(is_pointer(function_.insts[ValueId(i)].type)
                               ? NumberClass::signs(NumberClass::kZero |
                                                    NumberClass::kPositive)
                               : NumberClass::any()));
    // The address of a variable of the caller.
    if (is_pointer_to_pointer(ValueId(i)))
      state.set_private(state[ValueId(i)]);
  }
  state.end_parameters(parameter_records());
  state.set_globals(setting_.process, setting_.procedure);
  if (subject_.site.kind == Site::Kind::kParameter) {
    state.set(subject_.site.value, {Kind::kObject, 0, 0, 0});
    state.object = WalkState::Object::kOurs;
  }
  walk(std::move(state), ir::Function::entry());
  return std::move(answer_);
}

std::vector<ir::TypeId> PathWalker::parameter_records() const {
  std::vector<ir::TypeId> out;
  for (std::uint32_t i = 0; i < function_.param_count; ++i) {
    ir::TypeId type = function_.insts[ValueId(i)].type;
    ir::TypeId record =
        is_pointer(type) ? unit_.types[type].element : ir::TypeId();
    bool is_record = record.valid() &&
                     unit_.types[record].kind == ir::TypeKind::kRecord &&
                     unit_.types[record].is_complete;
    out.push_back(is_record ? record : ir::TypeId());
  }
  for (ir::TypeId &record : out)
    if (record.valid() && std::ranges::any_of(out, [&](ir::TypeId other) {
          return other.valid() && other != record &&
                 (is_inside(record, other) || is_inside(other, record));
        }))
      record = ir::TypeId();
  return out;
}

bool PathWalker::is_inside(ir::TypeId part, ir::TypeId whole) const {
  if (!whole.valid())
    return false;
  const ir::Type &type = unit_.types[whole];
  if (type.kind == ir::TypeKind::kArray)
    return is_inside(part, type.element);
  return part == whole || (type.kind == ir::TypeKind::kRecord &&
                           std::ranges::any_of(type.fields, [&](const auto &f) {
                             return is_inside(part, f.type);
                           }));
}

bool PathWalker::is_seen(const WalkState &state, BlockId block,
                         std::size_t index) {
  StateHash hash;
  state.add_values_to(hash, setting_.plan.tested_at(block));
  state.add_memory_to(hash);
  if (index > 0) {
    state.add_values_to(hash, setting_.plan.tested_of(block));
    // A result that is not tested may be stored, and tested then.
    for (std::size_t i = 0; i < index; ++i) {
      ValueId v = function_.blocks[block].insts[i];
      if (function_.insts[v].op == Op::kCall &&
          setting_.plan.is_used_after(v, index))
        state.add_values_to(hash, {&v, 1});
    }
  }
  for (const auto &[v, is_object] : state.holders())
    if (setting_.plan.is_live_at(v, block) || function_.insts[v].block == block)
      hash.add(v.value);
  for (const auto &[variable, is_held] : *state.variables)
    if (is_held)
      hash.add(variable.value);
  hash.add(block.value);
  hash.add(static_cast<std::int64_t>(index));
  hash.add(static_cast<std::int64_t>(state.object));
  hash.add(state.in.container.id);
  hash.add(state.in.is_sure);
  for (const WalkState::Membership &level : *state.inner)
    hash.add(level.container.id);
  hash.add(static_cast<std::int64_t>(state.other.container.kind));
  hash.add(state.other.container.id);
  hash.add(state.other.is_sure);
  hash.add(state.cell.id);
  hash.add(state.is_doubtful());
  hash.add(state.is_home_gone);
  hash.add(static_cast<std::int64_t>(state.home.kind));
  hash.add(state.home.id);
  hash.add(state.visits[block.value]);
  return !seen_.insert(hash.value()).second;
}

bool PathWalker::spend() {
  if (steps_left_ == 0 || !budget_.spend(kStepsPerBlock)) {
    answer_.is_complete = false;
    return false;
  }
  --steps_left_;
  return true;
}

void PathWalker::walk(WalkState state, BlockId block) {
  bool is_done = answer_.losses.size() >= setting_.limits.max_losses ||
                 (answer_.double_free && !subject_.may_be_lost);
  if (is_done)
    return;
  if (!spend())
    return;
  if (++state.length > setting_.limits.max_path) {
    answer_.is_complete = false;
    return;
  }
  bool is_before = state.object == WalkState::Object::kNotYet;
  if ((is_before && !reaches_site_[block]) ||
      ++state.visits.edit(block.value) > 2 || is_seen(state, block, 0))
    return;
  if (is_before && ++ways_there_[block] > setting_.limits.max_ways_there) {
    answer_.is_complete = false;
    return;
  }
  walk_from(state, block, 0);
}

void PathWalker::walk_from(WalkState &state, BlockId block, std::size_t index) {
  const std::vector<ValueId> &insts = function_.blocks[block].insts;
  for (std::size_t i = index; i < insts.size(); ++i) {
    ValueId v = insts[i];
    const ir::Inst &inst = function_.insts[v];
    if (inst.op == Op::kPhi)
      continue; // set on the edge
    if (inst.op == Op::kBranch)
      return step_branch(state, block);
    if (inst.op == Op::kSwitch)
      return step_switch(state, block);
    if (inst.op != Op::kCall) {
      if (step(state, v) == Next::kStop)
        return;
      continue;
    }
    const std::vector<BlockId> &successors = function_.blocks[block].successors;
    bool is_last = i + 1 == insts.size();
    for (AfterCall &after : call(state, v)) {
      if (after.is_exceptional) {
        if (is_last)
          enter(std::move(after.state), block, successors[1], true);
        else
          found_loss(after.state, v,
                     "it is not freed when an exception leaves the function",
                     true);
      } else if (is_last) {
        enter(std::move(after.state), block, successors[0], false);
      } else if (spend() && !is_seen(after.state, block, i + 1)) {
        walk_from(after.state, block, i + 1);
      }
    }
    return;
  }
}

void PathWalker::enter(WalkState state, BlockId from, BlockId to,
                       bool is_exceptional) {
  std::vector<std::pair<ValueId, PathValue>> phis;
  for (ValueId v : function_.blocks[to].insts) {
    if (function_.insts[v].op != Op::kPhi)
      break;
    std::span<const BlockId> blocks = function_.incoming(v);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      if (blocks[i] == from)
        phis.push_back({v, value(state, function_.operand(v, i))});
  }
  for (const auto &[v, now] : phis)
    state.set(v, now);
  WitnessStep step;
  step.block = to;
  step.exceptional = is_exceptional;
  state.steps.push_back(step);
  walk(std::move(state), to);
}

PathValue PathWalker::value(const WalkState &state, ValueId v) const {
  const ir::Inst &inst = function_.insts[v];
  switch (inst.op) {
  case Op::kInt:
    return PathValue::number(function_.int_value(v));
  case Op::kNull:
    return PathValue::number(0);
  case Op::kGlobal: {
    const Program &program = setting_.facts.program;
    UnitId unit = program.procedures()[setting_.procedure].unit;
    return {Kind::kGlobal, 0, program.variable(unit, function_.global(v)).value,
            0};
  }
  case Op::kFunction:
    return {Kind::kFunction, 0, function_.function(v).value, 0};
  default:
    return state[v];
  }
}

PathValue PathWalker::computed(WalkState &state, ValueId v) {
  const ir::Inst &inst = function_.insts[v];
  switch (inst.op) {
  case Op::kSlot:
    return {Kind::kSlot, 0, v.value, 0};
  case Op::kField: {
    PathValue base = value(state, function_.operand(v, 0));
    return state.combine(Op::kBinop,
                         static_cast<std::uint8_t>(ir::BinaryOp::kAdd), base,
                         PathValue::number(function_.field(v).offset));
  }
  case Op::kElement: {
    PathValue base = value(state, function_.operand(v, 0));
    PathValue index = value(state, function_.operand(v, 1));
    if (index.is(Kind::kNumber))
      return state.combine(
          Op::kBinop, static_cast<std::uint8_t>(ir::BinaryOp::kAdd), base,
          PathValue::number(index.id * static_cast<std::int32_t>(inst.extra)));
    if (base.is(Kind::kObject))
      return base;
    return state.combine(Op::kElement, 0, base, index);
  }
  case Op::kCast: {
    PathValue from = value(state, function_.operand(v, 0));
    auto kind = ir::CastKind(inst.code);
    if (kind == ir::CastKind::kNumeric ||
        (kind == ir::CastKind::kTrunc && !from.is(Kind::kNumber) &&
         !from.is(Kind::kObject)))
      return state.combine(Op::kCast, inst.code, from, {});
    return from;
  }
  case Op::kBinop:
    return state.combine(Op::kBinop, inst.code,
                         value(state, function_.operand(v, 0)),
                         value(state, function_.operand(v, 1)));
  case Op::kCompare:
    return state.compare(ir::Predicate(inst.code),
                         value(state, function_.operand(v, 0)),
                         value(state, function_.operand(v, 1)));
  default:
    return state.symbol();
  }
}

PathWalker::Next PathWalker::step(WalkState &state, ValueId v) {
  const ir::Inst &inst = function_.insts[v];
  switch (inst.op) {
  case Op::kLoad:
    return step_load(state, v);
  case Op::kStore:
    return step_store(state, v);
  case Op::kMemCopy:
  case Op::kMemFill:
    return step_copy(state, v);
  case Op::kSelect: {
    PathValue condition = value(state, function_.operand(v, 0));
    WalkState other = state;
    bool is_either = state.assume(condition, true);
    if (is_either && other.assume(condition, false)) {
      other.set(v, value(other, function_.operand(v, 2)));
      const std::vector<ValueId> &insts = function_.blocks[inst.block].insts;
      auto at = std::ranges::find(insts, v);
      walk_from(other, inst.block,
                static_cast<std::size_t>(at - insts.begin()) + 1);
    }
    state.set(v, value(state, function_.operand(v, is_either ? 1 : 2)));
    return Next::kOn;
  }
  case Op::kUnknown:
    for (ValueId operand : function_.operands_of(v))
      if (reaches_object(state, value(state, operand)))
        return Next::kStop;
    state.set(v, state.symbol());
    return Next::kOn;
  case Op::kReturn: {
    bool is_returned =
        inst.operand_count > 0 &&
        reaches_object(state, value(state, function_.operand(v, 0)));
    // Lost a moment before the process ends: nobody cares.
    if (setting_.is_end_of_process)
      state.doubt();
    if (is_main_ && is_held_in_main(state))
      found_end(state, v);
    else if (!is_returned)
      found_loss(state, v, "it is not freed before the function returns");
    return Next::kStop;
  }
  case Op::kRethrow: {
    ValueId exception = base_of(function_, function_.operand(v, 0));
    bool is_cleanup = function_.insts[exception].op == Op::kLanding &&
                      ir::LandingKind(function_.insts[exception].code) ==
                          ir::LandingKind::kCleanup;
    if (is_cleanup && !is_main_)
      found_loss(state, v,
                 "it is not freed when an exception leaves the function");
    return Next::kStop;
  }
  case Op::kUnreachable:
    return Next::kStop;
  case Op::kAssign:
    if (is_main_)
      state.variables.edit().insert_or_assign(
          function_.variable(v),
          value(state, function_.operand(v, 0)).is(Kind::kObject));
    return Next::kOn;
  case Op::kScopeEnd:
    return Next::kOn;
  default:
    state.set(v, computed(state, v));
    return Next::kOn;
  }
}

PathWalker::Next PathWalker::step_load(WalkState &state, ValueId v) {
  PathValue address = value(state, function_.operand(v, 0));
  if (address.is(Kind::kNumber))
    return Next::kStop; // null is not read
  state.use_as_address(address);
  // By hand out of the container: it may be any element.
  if (state.is_its_container(address))
    return Next::kStop;
  if (state.other.is_of(address))
    state.other.is_sure = false;
  if (is_perhaps_its_cell(state, address))
    return Next::kStop;
  bool is_site = subject_.site.kind == Site::Kind::kLoad &&
                 subject_.site.value == v &&
                 state.object == WalkState::Object::kNotYet;
  // What the function itself put there is another object, and what lies in a
  // record made on this path was put there or copied.
  auto known = state.memory().find(address);
  if (is_site && known != state.memory().end() &&
      (subject_.may_be_lost || known->second.is(Kind::kNumber)))
    is_site = false;
  if (is_site && subject_.may_be_lost && state.is_local(address))
    is_site = false;
  if (is_site) {
    state.object = WalkState::Object::kOurs;
    if (subject_.may_be_lost) {
      state.home = address;
      note_neighbours(state);
    }
    state.put(address, {Kind::kObject, 0, 0, 0});
  }
  state.set(v,
            address.is(Kind::kUnknown) ? state.symbol() : state.read(address));
  // Numbers beside a field that owns say what is in it.
  bool is_beside =
      subject_.site.kind == Site::Kind::kLoad && state.home.is(Kind::kSymbol) &&
      address.kind == state.home.kind && address.id == state.home.id;
  if (is_beside && !is_pointer(function_.insts[v].type))
    state.note_neighbour(state[v]);
  return Next::kOn;
}

// Numbers beside the field that owns, read before it was.
void PathWalker::note_neighbours(WalkState &state) const {
  if (!state.home.is(Kind::kSymbol))
    return;
  std::vector<PathValue> beside;
  for (const auto &[address, held] : state.memory())
    if (address.kind == state.home.kind && address.id == state.home.id &&
        address != state.home)
      beside.push_back(held);
  for (ValueId v : function_.insts.ids())
    if (function_.insts[v].op == Op::kLoad &&
        !is_pointer(function_.insts[v].type) &&
        std::ranges::find(beside, state[v]) != beside.end())
      state.note_neighbour(state[v]);
}

PathWalker::Next PathWalker::step_store(WalkState &state, ValueId v) {
  PathValue address = value(state, function_.operand(v, 0));
  PathValue stored = value(state, function_.operand(v, 1));
  if (address.is(Kind::kNumber))
    return Next::kStop;
  state.use_as_address(address);
  if (is_perhaps_its_cell(state, address))
    return Next::kStop;
  for (WalkState::Membership *held : {&state.in, &state.other})
    held->is_sure &= !held->is_of(address); // by hand
  store_element(state, address, stored);
  bool is_put_in =
      state.object == WalkState::Object::kInContainer && address == state.cell;
  // Somebody else may find it from there.
  if (!state.is_local(address) && !is_put_in) {
    bool finds_home =
        stored == PathValue{Kind::kObject, 0, 0, 0} &&
        (address.is(Kind::kGlobal) || address.is(Kind::kSymbol)) &&
        state.home.is(Kind::kUnknown) &&
        state.object == WalkState::Object::kOurs && subject_.may_be_lost &&
        !is_in_array(function_, function_.operand(v, 0));
    if (finds_home)
      state.home = address;
    else if (reaches_object(state, stored))
      return Next::kStop;
    else
      state.give_away(stored);
  }
  leave_home(state, address, stored);
  if (is_text(function_.operand(v, 1)))
    state.put(address, stored); // into a string, not over other things
  else if (address.is(Kind::kUnknown))
    state.forget_outside();
  else if (reaches_object(state, state.write(address, stored)))
    return Next::kStop; // what held it may be something else now
  return is_home_known(state) ? Next::kOn : Next::kStop;
}

PathWalker::Next PathWalker::step_copy(WalkState &state, ValueId v) {
  PathValue to = value(state, function_.operand(v, 0));
  bool is_copy = function_.insts[v].op == Op::kMemCopy;
  PathValue from =
      is_copy ? value(state, function_.operand(v, 1)) : PathValue();
  if (is_copy && !state.is_local(to) && state.is_local(from) &&
      reaches_object(state, from))
    return Next::kStop;
  PathValue size = value(state, function_.operand(v, 2));
  std::int64_t bytes = size.is(Kind::kNumber) ? size.id : INT64_MAX;
  auto is_inside = [&](const PathValue &address, const PathValue &begin) {
    return address.kind == begin.kind && address.id == begin.id &&
           address.offset >= begin.offset &&
           address.offset - begin.offset < bytes;
  };
  std::vector<std::pair<PathValue, PathValue>> moved;
  if (is_copy)
    for (const auto &[address, held] : state.memory())
      if (is_inside(address, from)) {
        PathValue at = to;
        at.offset += address.offset - from.offset;
        moved.push_back({at, held});
      }
  if (state.is_local(to))
    state.forget_if(
        [&](const PathValue &address) { return is_inside(address, to); });
  else if (bytes == INT64_MAX || to.is(Kind::kUnknown))
    state.forget_outside();
  else if (reaches_object(state, state.forget_at(to, bytes)))
    return Next::kStop;
  if (state.is_local(to))
    for (const auto &[address, held] : moved)
      state.put(address, held);
  return is_home_known(state) ? Next::kOn : Next::kStop;
}

void PathWalker::step_branch(WalkState &state, BlockId block) {
  ValueId v = function_.terminator(block);
  const std::vector<BlockId> &successors = function_.blocks[block].successors;
  if (function_.insts[v].operand_count == 0)
    return enter(std::move(state), block, successors[0], false);
  PathValue condition = value(state, function_.operand(v, 0));
  WalkState other = state;
  if (other.assume(condition, false))
    enter(std::move(other), block, successors[1], false);
  if (state.assume(condition, true))
    enter(std::move(state), block, successors[0], false);
}

void PathWalker::step_switch(WalkState &state, BlockId block) {
  ValueId v = function_.terminator(block);
  const std::vector<BlockId> &successors = function_.blocks[block].successors;
  const ir::SwitchInfo &info = function_.switch_info(v);
  PathValue selector = value(state, function_.operand(v, 0));
  WalkState rest = state;
  bool is_rest_possible = true;
  for (std::size_t i = 0; i < info.cases.size(); ++i) {
    WalkState here = state;
    PathValue number = PathValue::number(info.cases[i]);
    auto is_case = [&](WalkState &in) {
      return in.compare(ir::Predicate::kEq, selector, number);
    };
    if (here.assume(is_case(here), true))
      enter(std::move(here), block, successors[i + 1], false);
    is_rest_possible = is_rest_possible && rest.assume(is_case(rest), false);
  }
  if (is_rest_possible)
    enter(std::move(rest), block, successors[0], false);
}

// The object itself, or what leads to it: a local, an object made here.
bool PathWalker::reaches_object(const WalkState &state,
                                const PathValue &value) const {
  std::vector<PathValue> work{value};
  std::set<std::pair<Kind, std::int64_t>> done;
  while (!work.empty()) {
    PathValue at = work.back();
    work.pop_back();
    const WalkState::ElementAddress *element = state.element_at(at);
    const PathValue &whole = element ? element->container : at;
    if (at.is(Kind::kObject) || state.is_its_container(whole) ||
        state.other.is_of(whole))
      return true;
    if (!state.is_local(at) || !done.insert({at.kind, at.id}).second)
      continue;
    for (const auto &[address, held] : state.memory())
      if (address.kind == at.kind && address.id == at.id)
        work.push_back(held);
  }
  return false;
}

bool PathWalker::reaches_object(const WalkState &state,
                                std::span<const PathValue> values) const {
  return std::ranges::any_of(values, [&](const PathValue &value) {
    return reaches_object(state, value);
  });
}

bool PathWalker::is_pointer(ir::TypeId type) const {
  return type.valid() && unit_.types[type].kind == ir::TypeKind::kPointer;
}

bool PathWalker::is_text(ValueId v) const {
  ir::TypeId type = function_.insts[v].type;
  return type.valid() && unit_.types[type].kind == ir::TypeKind::kInt &&
         unit_.types[type].width == 8;
}

bool PathWalker::is_home_known(const WalkState &state) const {
  if (!state.is_at_home())
    return true;
  auto found = state.memory().find(state.home);
  return found != state.memory().end() && found->second.is(Kind::kObject);
}

void PathWalker::leave_home(WalkState &state, const PathValue &address,
                            const PathValue &stored) const {
  state.is_home_gone |= state.object == WalkState::Object::kOurs &&
                        address == state.home && !stored.is(Kind::kObject);
}

void PathWalker::found_loss(WalkState &state, ValueId at,
                            const std::string &reason, bool is_exceptional) {
  if (state.object != WalkState::Object::kOurs || !subject_.may_be_lost)
    return;
  if (state.is_at_home())
    return;
  auto known = std::ranges::find(answer_.losses, at, &PathAnswer::Event::at);
  if (known != answer_.losses.end()) {
    if (!known->is_doubtful || state.is_doubtful())
      return;
    answer_.losses.erase(known); // this path is clearer
  }
  if (is_exceptional) {
    WitnessStep step;
    step.kind = WitnessStep::Kind::kLeave;
    step.exceptional = true;
    state.steps.push_back(step);
  }
  answer_.losses.push_back(
      {at, reason, witness(state, at), state.is_doubtful()});
}

bool PathWalker::is_held_in_main(const WalkState &state) const {
  auto holds = [](const auto &variable) { return variable.second; };
  return std::ranges::any_of(*state.variables, holds) ||
         std::ranges::any_of(state.memory(), [](const auto &cell) {
           return cell.second.is(Kind::kObject);
         });
}

void PathWalker::found_end(const WalkState &state, ValueId at) {
  bool is_held = state.object == WalkState::Object::kOurs &&
                 subject_.may_be_lost && !state.is_at_home();
  bool is_known = std::ranges::find(answer_.ends, at, &PathAnswer::Event::at) !=
                  answer_.ends.end();
  if (setting_.question.at_exit && is_held && !is_known)
    // A process that ends inside a callee: no path of this function shows it.
    answer_.ends.push_back(
        {at, "it is not freed when the process ends",
         function_.insts[at].op == Op::kCall ? Witness() : witness(state, at),
         state.is_doubtful()});
}

Witness PathWalker::witness(const WalkState &state, ValueId last) const {
  Witness out;
  if (state.is_beyond_effects)
    return out;
  out.procedure = setting_.procedure;
  out.steps = state.steps.all();
  out.last = last;
  return out;
}

PathAnswer search_paths(const SearchSetting &setting, const Subject &subject,
                        Budget &budget) {
  return PathWalker(setting, subject, budget).run();
}

} // namespace wt::ownership
