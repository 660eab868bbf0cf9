// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does control go: branches, switches, jumps to computed labels, returns,
// landing pads.  See frontend/lower_function.h.

#include "frontend/lower_function.h"

namespace wt::frontend {

using ir::Op;
using ir::TypeId;
using ir::TypeTable;
using ir::ValueId;
using llvm::Instruction;

void FunctionLowering::branch_to(const llvm::BasicBlock *target) {
  emit(Op::kBranch, TypeTable::void_type(), {});
  to_.blocks[at_].successors.push_back(block_id(target));
}

void FunctionLowering::lower_branch(const llvm::BranchInst &inst) {
  if (inst.isUnconditional())
    return branch_to(inst.getSuccessor(0));
  // The text of the condition is known where the comparison stands, else where
  // the branch stands.
  StrId text = StringTable::empty();
  if (auto *test = llvm::dyn_cast<Instruction>(inst.getCondition()))
    text = unit_.condition_at(unit_.position(test->getDebugLoc().get()));
  if (text == StringTable::empty())
    text = unit_.condition_at(pos_);
  emit(Op::kBranch, TypeTable::void_type(), {value(inst.getCondition())},
       text.value);
  to_.blocks[at_].successors = {block_id(inst.getSuccessor(0)),
                                block_id(inst.getSuccessor(1))};
}

void FunctionLowering::lower_switch(const llvm::SwitchInst &inst) {
  ValueId selector = value(inst.getCondition());
  ir::SwitchInfo info{.text = unit_.condition_at(pos_)};
  if (auto *test = llvm::dyn_cast<Instruction>(inst.getCondition());
      test && info.text == StringTable::empty())
    info.text = unit_.condition_at(unit_.position(test->getDebugLoc().get()));
  std::vector<ir::BlockId> targets{block_id(inst.getDefaultDest())};
  for (auto &choice : inst.cases()) {
    const llvm::APInt &n = choice.getCaseValue()->getValue();
    info.cases.push_back(n.getSignificantBits() <= 64 ? n.getSExtValue() : 0);
    targets.push_back(block_id(choice.getCaseSuccessor()));
  }
  to_.switches.push_back(std::move(info));
  emit(Op::kSwitch, TypeTable::void_type(), {selector},
       static_cast<std::uint32_t>(to_.switches.size() - 1));
  to_.blocks[at_].successors = std::move(targets);
}

void FunctionLowering::lower_return(const llvm::ReturnInst &inst) {
  const llvm::Value *result = inst.getReturnValue();
  if (result && is_aggregate(result->getType())) {
    copy_aggregate(result_slot_, aggregate(result), result->getType());
    result = nullptr;
  }
  if (result)
    emit(Op::kReturn, TypeTable::void_type(), {value(result)});
  else
    emit(Op::kReturn, TypeTable::void_type(), {});
}

void FunctionLowering::lower_resume(const llvm::ResumeInst &inst) {
  // {exception, selector}: only the exception matters.
  const llvm::Value *pair = inst.getValue();
  while (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(pair)) {
    if (insert->getIndices()[0] == 0) {
      emit(Op::kRethrow, TypeTable::void_type(),
           {value(insert->getInsertedValueOperand())});
      return;
    }
    pair = insert->getAggregateOperand();
  }
  auto known = pairs_.find(pair);
  ValueId exception =
      known != pairs_.end()
          ? known->second[0]
          : leaf(Op::kUndef,
                 unit_.unit().types.pointer_to(TypeTable::unknown()), 0);
  emit(Op::kRethrow, TypeTable::void_type(), {exception});
}

void FunctionLowering::lower_landing(const llvm::LandingPadInst &pad) {
  ir::LandingKind kind = ir::LandingKind::kCleanup;
  for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
    if (pad.isCatch(i) &&
        llvm::isa<llvm::ConstantPointerNull>(pad.getClause(i)))
      kind = ir::LandingKind::kCatchAll;
    else if (kind == ir::LandingKind::kCleanup)
      kind = ir::LandingKind::kCatch;
  }
  TypeTable &types = unit_.unit().types;
  ValueId object = emit(Op::kLanding, types.pointer_to(TypeTable::unknown()),
                        {}, 0, static_cast<std::uint8_t>(kind));
  ValueId selector =
      unknown(types.int_type(32, true), {}, "exception selector");
  pairs_[&pad] = {object, selector};
}

// Control goes to one of these, nobody knows which.
void FunctionLowering::any_of_targets(std::vector<ir::BlockId> targets,
                                      llvm::StringRef why) {
  ValueId choice = unknown(unit_.unit().types.int_type(32, true), {}, why);
  ir::SwitchInfo info{.text = StringTable::empty()};
  for (std::size_t i = 1; i < targets.size(); ++i)
    info.cases.push_back(static_cast<std::int64_t>(i));
  to_.switches.push_back(std::move(info));
  emit(Op::kSwitch, TypeTable::void_type(), {choice},
       static_cast<std::uint32_t>(to_.switches.size() - 1));
  to_.blocks[at_].successors = std::move(targets);
}

void FunctionLowering::lower_computed_goto(const llvm::IndirectBrInst &inst) {
  std::vector<ir::BlockId> targets;
  for (unsigned i = 0; i < inst.getNumDestinations(); ++i)
    targets.push_back(block_id(inst.getDestination(i)));
  if (targets.empty())
    emit(Op::kUnreachable, TypeTable::void_type(), {});
  else
    any_of_targets(std::move(targets), "computed goto");
}

void FunctionLowering::lower_asm_goto(const llvm::CallBrInst &inst) {
  std::vector<ir::BlockId> targets{block_id(inst.getDefaultDest())};
  for (unsigned i = 0; i < inst.getNumIndirectDests(); ++i)
    targets.push_back(block_id(inst.getIndirectDest(i)));
  any_of_targets(std::move(targets), "assembly goto");
}

} // namespace wt::frontend
