// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch variables; see ir/dispatch.h.

#include "ir/dispatch.h"

#include "support/strings.h"

#include <algorithm>

namespace wt::ir {

VariableId accessed_slot(const Function &function, ValueId v) {
  const Inst &address = function.insts[function.operand(v, 0)];
  return address.op == Op::kSlot ? VariableId(address.extra) : VariableId();
}

namespace {

bool is_int(const Function &function, ValueId v) {
  return function.insts[v].op == Op::kInt;
}

bool is_equality(const Inst &inst) {
  if (inst.op != Op::kCompare)
    return false;
  Predicate predicate = static_cast<Predicate>(inst.code);
  return predicate == Predicate::kEq || predicate == Predicate::kNe;
}

// The slot variable that v is loaded from, or compared for equality with a
// constant after loading.
VariableId asked_variable(const Function &function, ValueId v) {
  const Inst &inst = function.insts[v];
  if (inst.op == Op::kLoad)
    return accessed_slot(function, v);
  if (is_equality(inst) && is_int(function, function.operand(v, 1)) &&
      function.insts[function.operand(v, 0)].op == Op::kLoad &&
      function.insts[function.operand(v, 0)].block == inst.block)
    return accessed_slot(function, function.operand(v, 0));
  return VariableId();
}

class DispatchFinder {
public:
  explicit DispatchFinder(const Function &function)
      : function_(function), rejected_(function.variables.size(), false) {}

  std::vector<VariableId> run() {
    for (const Block &block : function_.blocks)
      note_switch(block);
    if (found_.empty())
      return {};
    for (const Block &block : function_.blocks)
      for (ValueId v : block.insts)
        look_at(v);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    std::erase_if(found_, [&](VariableId v) { return rejected_[v]; });
    return found_;
  }

private:
  void note_switch(const Block &block) {
    if (block.insts.empty())
      return;
    ValueId last = block.insts.back();
    const Inst &inst = function_.insts[last];
    if (inst.op != Op::kSwitch &&
        !(inst.op == Op::kBranch && inst.operand_count == 1))
      return;
    ValueId selector = function_.operand(last, 0);
    if (function_.insts[selector].op != Op::kLoad)
      return;
    VariableId v = accessed_slot(function_, selector);
    if (v.valid() && is_nameless(v))
      found_.push_back(v);
  }

  bool is_nameless(VariableId v) const {
    StrId name = function_.variables[v].name;
    return !name.valid() || name == StringTable::empty();
  }

  void look_at(ValueId user) {
    const Inst &inst = function_.insts[user];
    std::span<const ValueId> operands = function_.operands_of(user);
    if (inst.op == Op::kScopeEnd || (inst.op == Op::kSlot && !operands.empty()))
      rejected_[VariableId(inst.extra)] = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Inst &operand = function_.insts[operands[i]];
      if (operand.op == Op::kSlot) {
        if (!is_plain_access(inst, operands, i))
          rejected_[VariableId(operand.extra)] = true;
      } else if (VariableId v = asked_variable(function_, operands[i])) {
        if (!is_question(user, operands[i]))
          rejected_[v] = true;
      }
    }
  }

  bool is_plain_access(const Inst &inst, std::span<const ValueId> operands,
                       std::size_t i) const {
    if (i != 0 || inst.is_volatile)
      return false;
    return inst.op == Op::kLoad ||
           (inst.op == Op::kStore && is_int(function_, operands[1]));
  }

  // `user` compares `asked`, or ends the block that holds it.
  bool is_question(ValueId user, ValueId asked) const {
    const Inst &inst = function_.insts[user];
    const Inst &value = function_.insts[asked];
    if (inst.block != value.block)
      return false;
    if (value.op == Op::kCompare)
      return inst.op == Op::kBranch;
    return inst.op == Op::kSwitch || inst.op == Op::kBranch ||
           (inst.op == Op::kCompare && asked_variable(function_, user));
  }

  const Function &function_;
  IdMap<VariableId, char> rejected_;
  std::vector<VariableId> found_;
};

} // namespace

std::vector<VariableId> dispatch_variables(const Function &function) {
  return DispatchFinder(function).run();
}

Dispatch dispatch_of(const Function &function, BlockId block,
                     VariableId variable) {
  ValueId last = function.terminator(block);
  const Inst &inst = function.insts[last];
  bool asks = inst.op == Op::kSwitch ||
              (inst.op == Op::kBranch && inst.operand_count == 1);
  if (!asks)
    return {};
  ValueId asked = function.operand(last, 0);
  if (function.insts[asked].block != block ||
      asked_variable(function, asked) != variable)
    return {};
  if (inst.op == Op::kSwitch)
    return {.load = asked};
  const Inst &compare = function.insts[asked];
  if (compare.op != Op::kCompare) // a flag
    return {.load = asked, .is_compare = true};
  return {.load = function.operand(asked, 0),
          .is_compare = true,
          .compared = function.int_value(function.operand(asked, 1)),
          .is_equal = static_cast<Predicate>(compare.code) == Predicate::kEq};
}

BlockId dispatched_successor(const Function &function, BlockId block,
                             const Dispatch &dispatch, std::int64_t value) {
  const std::vector<BlockId> &out = function.blocks[block].successors;
  if (dispatch.is_compare) {
    bool is_true = (value == dispatch.compared) == dispatch.is_equal;
    return is_true ? out[0] : out[1];
  }
  const SwitchInfo &info = function.switch_info(function.terminator(block));
  auto at = std::find(info.cases.begin(), info.cases.end(), value);
  return at == info.cases.end() ? out[0] : out[1 + (at - info.cases.begin())];
}

} // namespace wt::ir
