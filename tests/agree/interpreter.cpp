// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes instructions, one at a time; see interpreter.h.
//
// After every instruction check_lost() compares what exists with what can be
// reached: this, and nothing cleverer, is the definition of a leak.

#include "interpreter.h"

namespace wt::agree {

using namespace ir;

PathEnd Interpreter::run() {
  try {
    const Program &program = setting_.program;
    const Unit &unit = program.unit_of(setting_.root);
    const Function &function = program.body(setting_.root);
    std::vector<Value> arguments;
    for (std::uint32_t i = 0; i < function.param_count; ++i)
      arguments.push_back(
          machine_.new_input(unit.types, function.insts[ValueId(i)].type));
    given_ = arguments;
    enter(setting_.root, arguments);
    for (std::uint32_t steps = 0; steps < setting_.limits.steps_per_path;
         ++steps)
      step();
    return {PathEnd::Why::kBound, "step limit"};
  } catch (PathEnd &end) {
    if (!machine_.frames().empty())
      record_uses();
    return end;
  }
}

void Interpreter::step() {
  ValueId v = machine_.top().inst();
  switch (inst(v).op) {
  case Op::kSlot:
  case Op::kLoad:
  case Op::kStore:
  case Op::kMemCopy:
  case Op::kMemFill:
    step_memory(v);
    break;
  case Op::kCall:
    step_call(v);
    return;
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kReturn:
  case Op::kRethrow:
  case Op::kUnreachable:
    step_terminator(v);
    return;
  default:
    step_value(v);
    break;
  }
  record_uses();
  check_lost(machine_.top(), v);
  advance();
}

void Interpreter::step_memory(ValueId v) {
  Frame &frame = machine_.top();
  const Function &function = *frame.function;
  auto operand = [&](std::uint32_t i) {
    return machine_.look(value_of(function.operand(v, i)));
  };
  auto length = [&](std::uint32_t i) {
    Value n = operand(i);
    if (!n.is_number() || n.number < 0)
      throw PathEnd{PathEnd::Why::kUndefined, "length of a copy"};
    return n.number;
  };
  switch (inst(v).op) {
  case Op::kSlot: {
    ObjectId &local = frame.locals[v];
    if (!local)
      local = machine_.new_object(Object::Kind::kLocal);
    set(v, Value::pointer(local));
    break;
  }
  case Op::kLoad:
    set(v, machine_.load(operand(0), size_of(unit().types, inst(v).type),
                         unit().types, inst(v).type));
    break;
  case Op::kStore: {
    ValueId stored = function.operand(v, 1);
    machine_.store(operand(0), value_of(stored),
                   size_of(unit().types, inst(stored).type));
    break;
  }
  case Op::kMemCopy:
    machine_.copy(operand(0), operand(1), length(2));
    break;
  default:
    machine_.fill(operand(0), static_cast<std::uint8_t>(operand(1).number),
                  length(2));
  }
}

void Interpreter::step_value(ValueId v) {
  const Function &function = *machine_.top().function;
  auto looked = [&](std::uint32_t i) {
    return machine_.look(value_of(function.operand(v, i)));
  };
  switch (inst(v).op) {
  case Op::kField: {
    Value base = looked(0);
    base.number += function.field(v).offset;
    set(v, base);
    break;
  }
  case Op::kElement: {
    Value base = looked(0);
    Value index = looked(1);
    if (!index.is_number())
      throw PathEnd{PathEnd::Why::kGaveUp, "a pointer as an index"};
    base.number += index.number * static_cast<std::int32_t>(inst(v).extra);
    set(v, base);
    break;
  }
  case Op::kCast:
    set(v, cast(v));
    break;
  case Op::kBinop:
    set(v, binary(v));
    break;
  case Op::kCompare:
    set(v, compare(v));
    break;
  case Op::kSelect: {
    Value condition = looked(0);
    bool is_true = !condition.is_number() || condition.number != 0;
    set(v, value_of(function.operand(v, is_true ? 1 : 2)));
    break;
  }
  case Op::kUnknown:
    for (ValueId operand : function.operands_of(v))
      keep(value_of(operand));
    set(v, machine_.new_input(unit().types, inst(v).type));
    break;
  case Op::kLanding:
    set(v, machine_.new_input(unit().types, inst(v).type));
    break;
  case Op::kAssign:
    machine_.top().held[function.variable(v)] =
        value_of(function.operand(v, 0));
    break;
  case Op::kScopeEnd:
    if (!is_leaving_main())
      end_of_scope(function.variable(v));
    break;
  default:
    throw PathEnd{PathEnd::Why::kGaveUp,
                  std::string("instruction ") + name_of(inst(v).op)};
  }
}

void Interpreter::step_terminator(ValueId v) {
  Frame &frame = machine_.top();
  const Function &function = *frame.function;
  const std::vector<BlockId> &successors =
      function.blocks[frame.block].successors;
  std::size_t chosen = 0;
  switch (inst(v).op) {
  case Op::kBranch:
    if (inst(v).operand_count) {
      Value condition = machine_.look(value_of(function.operand(v, 0)));
      chosen = condition.is_number() && condition.number == 0;
    }
    break;
  case Op::kSwitch: {
    Value selector = machine_.look(value_of(function.operand(v, 0)));
    const std::vector<std::int64_t> &cases = function.switch_info(v).cases;
    for (std::size_t i = 0; i < cases.size() && chosen == 0; ++i)
      if (selector.is_number() && selector.number == cases[i])
        chosen = i + 1;
    break;
  }
  case Op::kReturn:
    leave(inst(v).operand_count
              ? std::optional(value_of(function.operand(v, 0)))
              : std::nullopt);
    return;
  case Op::kRethrow:
    unwind_frame();
    return;
  default: // kUnreachable: the process has ended
    end_process();
  }
  check_lost(frame, v);
  jump(successors[chosen]);
}

void Interpreter::set(ValueId v, const Value &value) {
  machine_.top().registers[v] = value;
}

void Interpreter::advance() { ++machine_.top().at; }

void Interpreter::jump(BlockId target) {
  Frame &frame = machine_.top();
  BlockId from = frame.block;
  if (++frame.visits[target] > setting_.limits.visits_per_block)
    throw PathEnd{PathEnd::Why::kBound, "loop limit"};
  const Function &function = *frame.function;
  std::vector<std::pair<ValueId, Value>> phis; // read before any is written
  std::size_t count = 0;
  for (ValueId v : function.blocks[target].insts) {
    if (function.insts[v].op != Op::kPhi)
      break;
    ++count;
    std::span<const BlockId> incoming = function.incoming(v);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == from) {
        phis.emplace_back(v, value_of(function.operand(v, i)));
        break;
      }
  }
  frame.block = target;
  for (const auto &[v, value] : phis)
    set(v, value);
  frame.at = count;
}

void Interpreter::end_of_scope(VariableId variable) {
  Frame &frame = machine_.top();
  frame.held[variable].reset();
  for (const auto &[slot, object] : frame.locals)
    if (frame.function->variable(slot) == variable)
      machine_.clear(object);
}

// Memory still held at the end of main is not lost: the scopes that end just
// before its return do not count.
bool Interpreter::is_leaving_main() const {
  const std::vector<Frame> &frames = const_cast<Machine &>(machine_).frames();
  if (!setting_.root_is_main || frames.size() != 1)
    return false;
  const Function &function = *frames[0].function;
  BlockId block = frames[0].block;
  std::size_t at = frames[0].at;
  for (std::uint32_t steps = 0; steps < 100; ++steps, ++at) {
    ValueId v = function.blocks[block].insts[at];
    switch (function.insts[v].op) {
    case Op::kReturn:
      return true;
    case Op::kScopeEnd:
    case Op::kLoad:
    case Op::kPhi:
    case Op::kAssign:
      break;
    case Op::kBranch:
      if (function.blocks[block].successors.size() != 1)
        return false;
      block = function.blocks[block].successors[0];
      at = std::size_t(-1);
      break;
    default:
      return false;
    }
  }
  return false;
}

void Interpreter::step_call(ValueId v) {
  Frame &frame = machine_.top();
  const Function &function = *frame.function;
  std::vector<Value> arguments;
  for (ValueId argument : function.arguments(v))
    arguments.push_back(value_of(argument));
  Value callee = value_of(function.callee(v));
  if (callee.is_number())
    throw PathEnd{PathEnd::Why::kUndefined, "call of null"};
  if (callee.kind != Value::Kind::kFunction) {
    auto targets = setting_.program.targets(frame.procedure, v).procedures;
    if (targets.empty())
      return call_unknown(arguments);
    callee = Value::function_address(
        targets[machine_.choices().choose(targets.size())]);
  }
  const Procedure &procedure = setting_.program.procedures()[callee.function];
  if (const model::FunctionModel *model =
          setting_.models.find(procedure.link_name, procedure.name))
    return call_modelled(*model, arguments);
  if (procedure.has_body)
    return enter(callee.function, arguments);
  if (setting_.program.body(callee.function).does_not_return)
    end_process();
  call_unknown(arguments);
}

void Interpreter::enter(ProcedureId callee,
                        const std::vector<Value> &arguments) {
  std::uint32_t active = 0;
  for (const Frame &frame : machine_.frames())
    active += frame.procedure == callee;
  if (active >= setting_.limits.recursion)
    throw PathEnd{PathEnd::Why::kBound, "recursion limit"};
  Frame frame;
  frame.activation = ++activations_;
  frame.procedure = callee;
  frame.unit = setting_.program.procedures()[callee].unit;
  const Function &function = setting_.program.body(callee);
  frame.function = &function;
  frame.liveness =
      &setting_.liveness.try_emplace(callee, function).first->second;
  frame.registers.resize(function.insts.size());
  frame.held.resize(function.variables.size());
  frame.visits.resize(function.blocks.size());
  frame.block = Function::entry();
  frame.visits[frame.block] = 1;
  std::set<VariableId> in_memory; // kept by their slot, not by the parameter
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kSlot)
      in_memory.insert(function.variable(v));
  const Unit &unit = setting_.program.unit_of(callee);
  for (std::uint32_t i = 0; i < function.param_count; ++i) {
    ValueId v(i);
    Value value = i < arguments.size()
                      ? arguments[i]
                      : machine_.new_input(unit.types, function.insts[v].type);
    frame.registers[v] = value;
    if (!in_memory.contains(function.variable(v)))
      frame.held[function.variable(v)] = value;
  }
  machine_.frames().push_back(std::move(frame));
}

Frame Interpreter::pop_frame() {
  Frame leaving = std::move(machine_.frames().back());
  machine_.frames().pop_back();
  for (const auto &[slot, object] : leaving.locals) {
    machine_.clear(object);
    machine_.object(object).is_freed = true;
  }
  return leaving;
}

void Interpreter::leave(const std::optional<Value> &result) {
  if (setting_.root_is_main && machine_.frames().size() == 1)
    end_process();
  ValueId at = machine_.top().inst();
  Frame leaving = pop_frame();
  check_lost(leaving, at, result ? std::vector{*result} : std::vector<Value>());
  if (machine_.frames().empty())
    throw PathEnd{PathEnd::Why::kDone, "returned"};
  finish_call(result);
}

// The call of the top frame came back.
void Interpreter::finish_call(const std::optional<Value> &result) {
  record_uses();
  Frame &frame = machine_.top();
  ValueId v = frame.inst();
  if (result)
    set(v, *result);
  else if (inst(v).type != TypeTable::void_type())
    set(v, unknown_result());
  check_lost(frame, v);
  if (frame.function->call(v).has_unwind)
    jump(frame.function->blocks[frame.block].successors[0]);
  else
    advance();
}

void Interpreter::unwind() {
  Frame &frame = machine_.top();
  ValueId v = frame.inst();
  if (inst(v).op == Op::kCall && frame.function->call(v).has_unwind) {
    check_lost(frame, v);
    jump(frame.function->blocks[frame.block].successors[1]);
    return;
  }
  unwind_frame();
}

void Interpreter::unwind_frame() {
  ValueId at = machine_.top().inst();
  Frame leaving = pop_frame();
  check_lost(leaving, at);
  if (machine_.frames().empty())
    throw PathEnd{PathEnd::Why::kDone, "left by an exception"};
  unwind();
}

void Interpreter::end_process() {
  if (setting_.limits.at_exit) {
    std::vector<bool> outside = machine_.reachable(false);
    for (const Object &object : machine_.objects()) {
      std::size_t index = &object - &*machine_.objects().begin();
      if (object.kind == Object::Kind::kAcquired && !object.is_freed &&
          !object.is_lost && !outside[index])
        record(FindingKind::kLeak, object, machine_.top(),
               machine_.top().inst(), true);
    }
  }
  throw PathEnd{PathEnd::Why::kDone, "the process ended"};
}

bool Interpreter::may_be_lost(const Object &object) const {
  bool is_seen =
      object.kind == Object::Kind::kAcquired ||
      (setting_.limits.heap_cells && object.kind == Object::Kind::kOutside);
  return is_seen && !object.is_freed && !object.is_lost;
}

void Interpreter::check_lost(const Frame &who, ValueId at,
                             std::vector<Value> extra) {
  std::vector<ObjectId> candidates;
  for (ObjectId id : machine_.objects().ids())
    if (may_be_lost(machine_.objects()[id]))
      candidates.push_back(id);
  if (candidates.empty())
    return;
  extra.insert(extra.end(), given_.begin(), given_.end());
  std::vector<bool> reached = setting_.limits.heap_cells
                                  ? machine_.referenced(extra)
                                  : machine_.reachable(true, extra);
  for (ObjectId id : candidates)
    if (!reached[id.value]) {
      machine_.object(id).is_lost = true;
      record(FindingKind::kLeak, machine_.object(id), who, at);
    }
}

void Interpreter::record_uses() {
  for (ObjectId id : machine_.take_used())
    if (machine_.object(id).kind != Object::Kind::kLocal)
      record(FindingKind::kUseAfterFree, machine_.object(id), machine_.top(),
             machine_.top().inst());
}

void Interpreter::record(FindingKind kind, const Object &object,
                         const Frame &who, ValueId at, bool is_at_exit) {
  if (kind == FindingKind::kLeak && object.family) {
    const model::Family &family = setting_.models.family(*object.family);
    if (!family.is_reported)
      return;
    if (!family.is_memory)
      kind = FindingKind::kResourceLeak;
  }
  Outcome outcome;
  outcome.kind = kind;
  outcome.procedure = who.procedure;
  outcome.at = at;
  outcome.is_at_exit = is_at_exit;
  if (!object.acquired.empty()) {
    outcome.alloc_procedure = object.acquired.back().procedure;
    outcome.alloc = object.acquired.back().call;
  }
  // The innermost frame, from the losing one outwards, that acquired it.
  std::vector<std::uint64_t> active;
  for (const Frame &frame : machine_.frames())
    active.push_back(frame.activation);
  if (active.empty() || active.back() != who.activation)
    active.push_back(who.activation);
  for (std::uint64_t activation : active)
    for (const Acquisition &acquisition : object.acquired)
      if (acquisition.activation == activation) {
        outcome.site_procedure = acquisition.procedure;
        outcome.site = acquisition.call;
      }
  result_.outcomes.insert(outcome);
}

} // namespace wt::agree
