// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks, variables, constants and phis of one body; see
// frontend/lower_function.h.

#include "frontend/lower_function.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace wt::frontend {

using ir::BlockId;
using ir::Op;
using ir::TypeId;
using ir::TypeTable;
using ir::ValueId;
using ir::VariableId;

FunctionLowering::FunctionLowering(UnitLowering &unit,
                                   const llvm::Function &from, ir::Function &to)
    : unit_(unit), from_(from), to_(to),
      only_return_(unit.only_return(unit.function_id(&from))) {}

void FunctionLowering::run() {
  collect_variables();
  add_params();
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&from_);
  for (const llvm::BasicBlock *block : order)
    blocks_[block] = to_.blocks.push({});
  for (const llvm::BasicBlock *block : order)
    lower_block(*block);
  fill_phis();
  place_temporaries();
}

void FunctionLowering::place_temporaries() {
  std::vector<ValueId> &entry = to_.blocks[ir::Function::entry()].insts;
  entry.insert(entry.begin(), temporaries_.begin(), temporaries_.end());
}

// --- variables -------------------------------------------------------------

void FunctionLowering::note_variable(const llvm::Value *address,
                                     const llvm::DILocalVariable *variable,
                                     const llvm::DIExpression *expression,
                                     const llvm::DILocation *location) {
  if (!address || !variable || variables_.contains(address))
    return;
  // `deref` alone: the slot holds the address of the variable (a class passed
  // by hidden reference).  Anything longer names a part of a closure or of a
  // structured binding, not the slot.
  TypeId type = unit_.types().declared(variable->getType());
  if (expression && expression->getNumElements() != 0) {
    if (expression->getNumElements() != 1 || !expression->startsWithDeref())
      return;
    type = unit_.unit().types.pointer_to(type);
  }
  SourcePos pos = unit_.position(variable->getFile(), variable->getLine());
  if (location && location->getLine() == variable->getLine())
    pos = unit_.position(location);
  // `__range1` and its like are temporaries of the compiler, `this` is not.
  bool has_name = !variable->isArtificial() || variable->getName() == "this";
  variables_[address] = to_.variables.push(
      {.name = has_name ? unit_.unit().strings.intern(variable->getName())
                        : StringTable::empty(),
       .type = type,
       .pos = pos,
       .is_param = variable->getArg() != 0});
}

void FunctionLowering::collect_variables() {
  for (const llvm::BasicBlock &block : from_)
    for (const llvm::Instruction &inst : block) {
      for (llvm::DbgVariableRecord &record :
           llvm::filterDbgVars(inst.getDbgRecordRange()))
        if (record.isDbgDeclare())
          note_variable(record.getAddress(), record.getVariable(),
                        record.getExpression(), record.getDebugLoc().get());
      if (auto *declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&inst))
        note_variable(declare->getAddress(), declare->getVariable(),
                      declare->getExpression(), declare->getDebugLoc().get());
    }
}

VariableId FunctionLowering::variable_for(const llvm::Value *address,
                                          TypeId type) {
  auto found = variables_.find(address);
  if (found != variables_.end())
    return found->second;
  return to_.variables.push({.name = StringTable::empty(), .type = type});
}

ValueId FunctionLowering::add_param(VariableId variable, TypeId type) {
  ++to_.param_count;
  return to_.add({.op = Op::kParam, .type = type, .extra = variable.value}, {});
}

void FunctionLowering::add_params() {
  if (unit_.returns_record(from_.getFunctionType())) {
    TypeId type = unit_.unit().types.pointer_to(
        unit_.result_record(to_.type, from_.getReturnType()));
    result_slot_ = add_param(
        to_.variables.push(
            {.name = StringTable::empty(), .type = type, .is_param = true}),
        type);
  }
  for (const llvm::Argument &argument : from_.args())
    add_param(argument);
}

// The front end stores each argument into the slot of its variable at once,
// `bool` as a byte, a record in registers piece by piece.
VariableId
FunctionLowering::variable_of_argument(const llvm::Argument &argument,
                                       std::uint64_t &offset) const {
  for (const llvm::User *user : argument.users()) {
    const llvm::Value *stored = &argument;
    if (auto *wider = llvm::dyn_cast<llvm::ZExtInst>(user);
        wider && wider->hasOneUse()) {
      stored = wider;
      user = wider->user_back();
    }
    auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getValueOperand() != stored)
      continue;
    llvm::APInt bytes(64, 0);
    const llvm::Value *base =
        store->getPointerOperand()->stripAndAccumulateConstantOffsets(
            unit_.layout(), bytes, /*AllowNonInbounds=*/true);
    offset = bytes.getZExtValue();
    auto found = variables_.find(base);
    return found == variables_.end() ? VariableId() : found->second;
  }
  return VariableId();
}

void FunctionLowering::add_param(const llvm::Argument &argument) {
  TypeTable &types = unit_.unit().types;
  TypeId type = unit_.types().from_llvm(argument.getType());
  if (auto found = variables_.find(&argument); found != variables_.end()) {
    // A record passed in memory: the argument is the address of the copy.
    type = types.pointer_to(to_.variables[found->second].type);
    return define(argument, add_param(found->second, type));
  }
  if (is_aggregate(argument.getType())) // likewise, on other platforms
    type = types.pointer_to(type);
  else if (argument.hasStructRetAttr())
    type = types.pointer_to(unit_.result_record(to_.type, nullptr));
  VariableId variable;
  std::uint64_t offset = 0;
  if (!argument.hasStructRetAttr() && !is_aggregate(argument.getType()))
    variable = variable_of_argument(argument, offset);
  if (variable.valid()) {
    TypeId said = to_.variables[variable].type;
    if (types.is_record(said) || types[said].kind == ir::TypeKind::kArray) {
      said = unit_.types().scalar_at(
          said, offset, unit_.layout().getTypeStoreSize(argument.getType()));
      variable = VariableId(); // a piece is not the variable
    }
    type = unit_.same_scalar(said, argument.getType());
  }
  if (!variable.valid())
    variable = to_.variables.push(
        {.name = StringTable::empty(), .type = type, .is_param = true});
  ValueId id = add_param(variable, type);
  define(argument, id);
  if (is_aggregate(argument.getType()))
    aggregates_[&argument] = id;
}

// --- blocks ----------------------------------------------------------------

BlockId FunctionLowering::block_id(const llvm::BasicBlock *block) const {
  return blocks_.lookup(block);
}

// `return 2;` in a scope with cleanups: the value goes to the result slot, then
// the number of the destination to another one, without a position.
static bool stores_jump_of_return(const llvm::Instruction &inst) {
  auto *before = llvm::dyn_cast_or_null<llvm::StoreInst>(inst.getPrevNode());
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst);
  return store && before && !inst.getDebugLoc() && before->getDebugLoc() &&
         llvm::isa<llvm::ConstantInt>(store->getValueOperand()) &&
         llvm::isa<llvm::AllocaInst>(before->getPointerOperand());
}

// What Clang puts at the closing brace belongs to the return statement, but for
// destructors.
SourcePos FunctionLowering::position_of(const llvm::Instruction &inst) const {
  SourcePos pos = unit_.position(inst.getDebugLoc().get());
  bool is_call =
      llvm::isa<llvm::CallBase>(inst) && !llvm::isa<llvm::IntrinsicInst>(inst);
  bool moves = only_return_.known() && pos == to_.end && !is_call &&
               !is_unwinding_.contains(inst.getParent());
  return moves ? only_return_ : pos;
}

// A landing pad and what only landing pads lead to.
void FunctionLowering::note_unwinding(const llvm::BasicBlock &block) {
  bool is_unwinding = block.isLandingPad();
  if (!is_unwinding && &block != &from_.getEntryBlock())
    is_unwinding = llvm::all_of(
        llvm::predecessors(&block),
        [&](const llvm::BasicBlock *p) { return is_unwinding_.contains(p); });
  if (is_unwinding)
    is_unwinding_.insert(&block);
}

void FunctionLowering::lower_block(const llvm::BasicBlock &block) {
  at_ = block_id(&block);
  note_unwinding(block);
  for (const llvm::Instruction &inst : block) {
    bool is_return = stores_jump_of_return(inst);
    if (!is_return) // else where the result was stored, just before
      pos_ = position_of(inst);
    macro_ = unit_.macro_at(pos_);
    lower(inst);
    end_temporaries(inst);
    if (is_dead_end_ && !inst.isTerminator()) {
      emit(Op::kUnreachable, TypeTable::void_type(), {});
      break;
    }
  }
  is_dead_end_ = false;
}

void FunctionLowering::fill_phis() {
  before_terminator_ = true;
  for (auto [phi, id] : phis_) {
    std::vector<ValueId> inputs;
    std::vector<BlockId> sources;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const llvm::BasicBlock *source = phi->getIncomingBlock(i);
      if (!blocks_.contains(source))
        continue; // unreachable
      at_ = block_id(source);
      if (std::ranges::count(to_.blocks[at_].successors, to_.insts[id].block) ==
          0)
        continue; // ended before
      const llvm::Value *incoming = phi->getIncomingValue(i);
      ValueId input =
          is_aggregate(phi->getType()) ? aggregate(incoming) : value(incoming);
      // A switch may reach one block by several cases: one entry is enough.
      if (std::find(sources.begin(), sources.end(), at_) != sources.end())
        continue;
      inputs.push_back(input);
      sources.push_back(at_);
    }
    ir::Inst &inst = to_.insts[id];
    inst.first_operand = static_cast<std::uint32_t>(to_.operands.size());
    inst.operand_count = static_cast<std::uint32_t>(inputs.size());
    to_.operands.insert(to_.operands.end(), inputs.begin(), inputs.end());
    inst.extra = static_cast<std::uint32_t>(to_.phi_blocks.size());
    to_.phi_blocks.push_back(std::move(sources));
    // A phi of pointers takes the type its inputs agree on.
    for (ValueId input : inputs)
      if (unit_.unit().types.pointee(inst.type) == TypeTable::unknown() &&
          unit_.unit().types.is_pointer(type_of(input)))
        inst.type = type_of(input);
  }
  before_terminator_ = false;
}

ValueId FunctionLowering::emit(Op op, TypeId type,
                               std::span<const ValueId> operands,
                               std::uint32_t extra, std::uint8_t code) {
  ir::Inst inst{.op = op,
                .code = code,
                .block = at_,
                .type = type,
                .extra = extra,
                .pos = pos_,
                .macro = macro_};
  if (!before_terminator_)
    return to_.append(at_, inst, operands);
  ValueId id = to_.add(inst, operands);
  std::vector<ValueId> &insts = to_.blocks[at_].insts;
  insts.insert(insts.end() - 1, id);
  return id;
}

// --- values ----------------------------------------------------------------

ValueId FunctionLowering::leaf(Op op, TypeId type, std::uint32_t extra) {
  ValueId &id = leaves_[{op, type.value, extra}];
  if (!id.valid())
    id = to_.add({.op = op, .type = type, .extra = extra}, {});
  return id;
}

ValueId FunctionLowering::int_leaf(std::int64_t n, TypeId type) {
  ValueId &id = int_leaves_[{n, type.value}];
  if (!id.valid())
    id = to_.int_constant(n, type);
  return id;
}

ValueId FunctionLowering::size_leaf(std::int64_t n) {
  return int_leaf(n, unit_.unit().types.int_type(64, true));
}

ValueId FunctionLowering::value(const llvm::Value *v) {
  auto found = values_.find(v);
  if (found != values_.end())
    return found->second;
  if (auto *c = llvm::dyn_cast<llvm::Constant>(v))
    return constant(c);
  if (is_aggregate(v->getType()))
    return aggregate(v);
  // Metadata, inline assembly and the like: nothing an engine can use.
  return leaf(Op::kUndef, unit_.types().from_llvm(v->getType()), 0);
}

ValueId FunctionLowering::constant(const llvm::Constant *c) {
  TypeTable &types = unit_.unit().types;
  TypeId type = unit_.types().from_llvm(c->getType());
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(c)) {
    if (number->getBitWidth() > 64)
      return leaf(Op::kOpaque, type, 0);
    return int_leaf(number->getBitWidth() == 1
                        ? static_cast<std::int64_t>(number->getZExtValue())
                        : number->getSExtValue(),
                    type);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(c))
    return leaf(Op::kNull, type, 0);
  if (llvm::isa<llvm::UndefValue>(c))
    return leaf(Op::kUndef, type, 0);
  if (auto *symbol = llvm::dyn_cast<llvm::GlobalValue>(c)) {
    if (unit_.is_function(symbol)) {
      ir::FunctionId id = unit_.function_id(symbol);
      return leaf(Op::kFunction,
                  types.pointer_to(unit_.unit().functions[id].type), id.value);
    }
    if (ir::GlobalId id = unit_.global_id(symbol); id.valid())
      return leaf(Op::kGlobal, types.pointer_to(unit_.unit().globals[id].type),
                  id.value);
    return leaf(Op::kOpaque, type, 0);
  }
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(c))
    return lower_gep(*gep);
  if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(c)) {
    if (expression->isCast())
      return lower_cast(expression->getOpcode(), expression->getType(),
                        value(expression->getOperand(0)));
    if (llvm::Instruction::isBinaryOp(expression->getOpcode()))
      return lower_binary(expression->getOpcode(),
                          value(expression->getOperand(0)),
                          value(expression->getOperand(1)), type);
  }
  if (is_aggregate(c->getType()))
    return aggregate(c);
  return leaf(Op::kOpaque, type, 0);
}

ValueId FunctionLowering::unknown(TypeId type,
                                  std::span<const ValueId> operands,
                                  llvm::StringRef why) {
  return emit(Op::kUnknown, type, operands,
              unit_.unit().strings.intern(why).value);
}

ValueId FunctionLowering::cast(ir::CastKind kind, TypeId type, ValueId v) {
  return emit(Op::kCast, type, {v}, 0, static_cast<std::uint8_t>(kind));
}

ValueId FunctionLowering::field(ValueId base, TypeId record,
                                std::int64_t offset, TypeId result,
                                std::vector<std::uint32_t> path) {
  to_.fields.push_back(
      {.record = record, .path = std::move(path), .offset = offset});
  return emit(Op::kField, unit_.unit().types.pointer_to(result), {base},
              static_cast<std::uint32_t>(to_.fields.size() - 1));
}

} // namespace wt::frontend
