// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building and reading functions; see ir/function.h.

#include "ir/function.h"

namespace wt::ir {

std::int64_t Function::int_value(ValueId v) const {
  assert(insts[v].op == Op::kInt && "not an integer constant");
  return ints[insts[v].extra];
}

GlobalId Function::global(ValueId v) const {
  assert(insts[v].op == Op::kGlobal && "not a global");
  return GlobalId(insts[v].extra);
}

FunctionId Function::function(ValueId v) const {
  assert(insts[v].op == Op::kFunction && "not a function");
  return FunctionId(insts[v].extra);
}

VariableId Function::variable(ValueId v) const {
  [[maybe_unused]] Op op = insts[v].op;
  assert((op == Op::kParam || op == Op::kSlot || op == Op::kAssign ||
          op == Op::kScopeEnd) &&
         "has no variable");
  return VariableId(insts[v].extra);
}

const FieldRef &Function::field(ValueId v) const {
  assert(insts[v].op == Op::kField && "not a field");
  return fields[insts[v].extra];
}

const CallInfo &Function::call(ValueId v) const {
  assert(insts[v].op == Op::kCall && "not a call");
  return calls[insts[v].extra];
}

const SwitchInfo &Function::switch_info(ValueId v) const {
  assert(insts[v].op == Op::kSwitch && "not a switch");
  return switches[insts[v].extra];
}

std::span<const BlockId> Function::incoming(ValueId phi) const {
  assert(insts[phi].op == Op::kPhi && "not a phi");
  return phi_blocks[insts[phi].extra];
}

ValueId Function::add(Inst inst, std::span<const ValueId> inputs) {
  inst.first_operand = static_cast<std::uint32_t>(operands.size());
  inst.operand_count = static_cast<std::uint32_t>(inputs.size());
  operands.insert(operands.end(), inputs.begin(), inputs.end());
  if (!inst.macro.valid())
    inst.macro = StringTable::empty();
  return insts.push(inst);
}

ValueId Function::append(BlockId block, Inst inst,
                         std::span<const ValueId> inputs) {
  inst.block = block;
  ValueId v = add(inst, inputs);
  blocks[block].insts.push_back(v);
  return v;
}

ValueId Function::append(BlockId block, Inst inst,
                         std::initializer_list<ValueId> inputs) {
  return append(block, inst, std::span(inputs.begin(), inputs.size()));
}

ValueId Function::int_constant(std::int64_t value, TypeId type) {
  ints.push_back(value);
  return add(Inst{.op = Op::kInt,
                  .type = type,
                  .extra = static_cast<std::uint32_t>(ints.size() - 1)},
             {});
}

bool is_leaf(Op op) { return op <= Op::kOpaque; }

bool is_marker(Op op) { return op == Op::kAssign || op == Op::kScopeEnd; }

bool is_terminator(const Function &function, ValueId v) {
  Op op = function.insts[v].op;
  return op >= Op::kBranch || (op == Op::kCall && function.call(v).has_unwind);
}

} // namespace wt::ir
