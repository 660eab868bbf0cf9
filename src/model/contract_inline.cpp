// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a contract in place of its calls; see contract.h.
//
//   x = call f(&c, -1)        x = load &c; y = x + -1; store &c, y
//
// Only direct calls, and only a body of one block.  Nothing is thrown there, so
// handlers of such a call go away.

#include "model/contract.h"

#include "ir/cfg.h"
#include "ir/compact.h"

#include <map>

namespace wt::model {
namespace {

class Inlining {
public:
  Inlining(const ir::Function &callee, ir::FunctionId id, ir::Function &caller)
      : callee_(callee), id_(id), caller_(caller) {}

  void run() {
    for (ir::BlockId block : caller_.blocks.ids()) {
      std::vector<ir::ValueId> old = std::move(caller_.blocks[block].insts);
      caller_.blocks[block].insts = {};
      for (ir::ValueId value : old)
        if (is_call(value))
          write_body(block, value);
        else
          caller_.blocks[block].insts.push_back(value);
    }
    if (!has_changed_)
      return;
    for (ir::ValueId &operand : caller_.operands)
      if (auto result = results_.find(operand); result != results_.end())
        operand = result->second;
    ir::remove_unreachable_blocks(caller_);
    ir::compact(caller_);
  }

private:
  bool is_call(ir::ValueId value) const {
    if (caller_.insts[value].op != ir::Op::kCall)
      return false;
    ir::ValueId target = caller_.callee(value);
    return caller_.insts[target].op == ir::Op::kFunction &&
           caller_.function(target) == id_ &&
           caller_.arguments(value).size() == callee_.param_count;
  }

  void write_body(ir::BlockId block, ir::ValueId call) {
    has_changed_ = true;
    std::map<ir::ValueId, ir::ValueId> here; // of the callee, in the caller
    for (std::uint32_t i = 0; i < callee_.param_count; ++i)
      here[ir::ValueId(i)] = caller_.arguments(call)[i];
    for (ir::ValueId value : callee_.blocks[ir::Function::entry()].insts) {
      std::vector<ir::ValueId> operands;
      for (ir::ValueId operand : callee_.operands_of(value))
        operands.push_back(here.at(operand));
      ir::Inst made = callee_.insts[value];
      if (made.op == ir::Op::kReturn) {
        if (!operands.empty())
          results_[call] = operands[0];
        if (caller_.call(call).has_unwind)
          go_on(block, call);
        return;
      }
      made.block = block;
      made.pos = caller_.insts[call].pos;
      here[value] = caller_.append(block, made, operands);
    }
  }

  // From the end of the block to where the call returned to.
  void go_on(ir::BlockId block, ir::ValueId call) {
    ir::Inst branch;
    branch.op = ir::Op::kBranch;
    branch.type = ir::TypeTable::void_type();
    branch.block = block;
    branch.pos = caller_.insts[call].pos;
    branch.extra = StringTable::empty().value;
    caller_.append(block, branch, {});
    caller_.blocks[block].successors.resize(1);
  }

  const ir::Function &callee_;
  ir::FunctionId id_;
  ir::Function &caller_;
  std::map<ir::ValueId, ir::ValueId> results_; // of calls
  bool has_changed_ = false;
};

// Values that mean the same in another function: no side tables.
bool can_move(const ir::Function &function) {
  if (function.blocks.size() != 1)
    return false;
  for (ir::ValueId value : function.insts.ids())
    switch (function.insts[value].op) {
    case ir::Op::kParam:
    case ir::Op::kLoad:
    case ir::Op::kStore:
    case ir::Op::kBinop:
    case ir::Op::kReturn:
      break;
    default:
      return false;
    }
  return true;
}

} // namespace

void write_into_callers(ir::Unit &unit, ir::FunctionId id) {
  const ir::Function callee = unit.functions[id];
  if (!can_move(callee))
    return;
  for (ir::FunctionId caller : unit.functions.ids())
    if (caller != id && !unit.functions[caller].is_declaration())
      Inlining(callee, id, unit.functions[caller]).run();
}

} // namespace wt::model
