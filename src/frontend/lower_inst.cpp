// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction at a time: memory and arithmetic.  See
// frontend/lower_function.h.

#include "frontend/lower_function.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace wt::frontend {

using ir::CastKind;
using ir::Op;
using ir::Predicate;
using ir::TypeId;
using ir::TypeTable;
using ir::ValueId;
using llvm::Instruction;

namespace {

std::optional<ir::BinaryOp> binary_op(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return ir::BinaryOp::kAdd;
  case Instruction::Sub:
    return ir::BinaryOp::kSub;
  case Instruction::Mul:
    return ir::BinaryOp::kMul;
  case Instruction::SDiv:
    return ir::BinaryOp::kSDiv;
  case Instruction::UDiv:
    return ir::BinaryOp::kUDiv;
  case Instruction::SRem:
    return ir::BinaryOp::kSRem;
  case Instruction::URem:
    return ir::BinaryOp::kURem;
  case Instruction::Shl:
    return ir::BinaryOp::kShl;
  case Instruction::LShr:
    return ir::BinaryOp::kLShr;
  case Instruction::AShr:
    return ir::BinaryOp::kAShr;
  case Instruction::And:
    return ir::BinaryOp::kAnd;
  case Instruction::Or:
    return ir::BinaryOp::kOr;
  case Instruction::Xor:
    return ir::BinaryOp::kXor;
  default:
    return std::nullopt;
  }
}

Predicate predicate_of(llvm::CmpInst::Predicate p) {
  switch (p) {
  case llvm::CmpInst::ICMP_EQ:
    return Predicate::kEq;
  case llvm::CmpInst::ICMP_NE:
    return Predicate::kNe;
  case llvm::CmpInst::ICMP_SLT:
    return Predicate::kSLt;
  case llvm::CmpInst::ICMP_SLE:
    return Predicate::kSLe;
  case llvm::CmpInst::ICMP_SGT:
    return Predicate::kSGt;
  case llvm::CmpInst::ICMP_SGE:
    return Predicate::kSGe;
  case llvm::CmpInst::ICMP_ULT:
    return Predicate::kULt;
  case llvm::CmpInst::ICMP_ULE:
    return Predicate::kULe;
  case llvm::CmpInst::ICMP_UGT:
    return Predicate::kUGt;
  default:
    return Predicate::kUGe;
  }
}

} // namespace

void FunctionLowering::lower(const Instruction &inst) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(inst))
    return;
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
    return lower_call(*call);
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&inst))
    return lower_alloca(*slot);
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&inst))
    return lower_branch(*branch);
  if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&inst))
    return lower_switch(*choice);
  if (auto *leave = llvm::dyn_cast<llvm::ReturnInst>(&inst))
    return lower_return(*leave);
  if (auto *resume = llvm::dyn_cast<llvm::ResumeInst>(&inst))
    return lower_resume(*resume);
  if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return lower_atomic(*rmw);
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return lower_exchange(*exchange);

  TypeId type = unit_.types().from_llvm(inst.getType());
  switch (inst.getOpcode()) {
  case Instruction::Load: {
    auto &from = llvm::cast<llvm::LoadInst>(inst);
    if (is_aggregate(inst.getType()))
      return lower_record_load(from);
    ValueId address = value(from.getPointerOperand());
    define(inst, load(address, inst.getType(), from.isVolatile()));
    return;
  }
  case Instruction::Store: {
    auto &to = llvm::cast<llvm::StoreInst>(inst);
    const llvm::Value *stored = to.getValueOperand();
    ValueId address = value(to.getPointerOperand());
    if (is_aggregate(stored->getType()))
      copy_aggregate(address, aggregate(stored), stored->getType());
    else
      store(address, value(stored), to.isVolatile());
    return;
  }
  case Instruction::GetElementPtr:
    return define(inst, lower_gep(llvm::cast<llvm::GEPOperator>(inst)));
  case Instruction::ICmp: {
    auto &compare = llvm::cast<llvm::ICmpInst>(inst);
    if (compare.getOperand(0)->getType()->isVectorTy())
      return lower_any_of(inst, "vector");
    return define(
        inst,
        emit(Op::kCompare, unit_.unit().types.int_type(1, false),
             {value(compare.getOperand(0)), value(compare.getOperand(1))}, 0,
             static_cast<std::uint8_t>(predicate_of(compare.getPredicate()))));
  }
  case Instruction::PHI: {
    // Of records: of the addresses where they live.
    if (is_aggregate(inst.getType()))
      type = unit_.unit().types.pointer_to(type);
    ValueId id = emit(Op::kPhi, type, {});
    phis_.push_back({&llvm::cast<llvm::PHINode>(inst), id});
    if (is_aggregate(inst.getType()))
      aggregates_[&inst] = id;
    else
      define(inst, id);
    return;
  }
  case Instruction::Select: {
    if (inst.getOperand(0)->getType()->isVectorTy())
      return lower_any_of(inst, "select");
    ValueId a = value(inst.getOperand(1));
    ValueId b = value(inst.getOperand(2));
    if (is_aggregate(inst.getType())) { // of the addresses where they live
      aggregates_[&inst] =
          emit(Op::kSelect, type_of(a), {value(inst.getOperand(0)), a, b});
      return;
    }
    if (unit_.unit().types.pointee(type) == TypeTable::unknown() &&
        unit_.unit().types.is_pointer(type_of(a)))
      type = type_of(a);
    return define(inst,
                  emit(Op::kSelect, type, {value(inst.getOperand(0)), a, b}));
  }
  case Instruction::LandingPad:
    return lower_landing(llvm::cast<llvm::LandingPadInst>(inst));
  case Instruction::ExtractValue:
    return lower_extract(llvm::cast<llvm::ExtractValueInst>(inst));
  case Instruction::InsertValue:
    return lower_insert(llvm::cast<llvm::InsertValueInst>(inst));
  case Instruction::Freeze:
    return define(inst, value(inst.getOperand(0)));
  case Instruction::Unreachable:
    emit(Op::kUnreachable, TypeTable::void_type(), {});
    return;
  case Instruction::IndirectBr:
    return lower_computed_goto(llvm::cast<llvm::IndirectBrInst>(inst));
  case Instruction::Fence:
    return;
  default:
    break;
  }
  if (inst.isCast() && !inst.getType()->isVectorTy())
    return define(inst, lower_cast(inst.getOpcode(), inst.getType(),
                                   value(inst.getOperand(0))));
  if (inst.isBinaryOp() && inst.getType()->isIntegerTy()) {
    bool cannot_overflow = llvm::isa<llvm::OverflowingBinaryOperator>(inst) &&
                           inst.hasNoSignedWrap();
    return define(
        inst, lower_binary(inst.getOpcode(), value(inst.getOperand(0)),
                           value(inst.getOperand(1)), type, cannot_overflow));
  }
  lower_any_of(inst, inst.getOpcodeName());
}

// Anything else: some value that depends on the operands.
void FunctionLowering::lower_any_of(const Instruction &inst,
                                    llvm::StringRef why) {
  std::vector<ValueId> operands;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  for (const llvm::Use &operand : inst.operands())
    if (!operand->getType()->isMetadataTy() &&
        !llvm::isa<llvm::BasicBlock>(operand.get()) &&
        !(call && call->isCallee(&operand)))
      operands.push_back(value(operand.get()));
  TypeId type = unit_.types().from_llvm(inst.getType());
  if (is_aggregate(inst.getType())) {
    operands.push_back(temporary_for(inst, type));
    unknown(TypeTable::void_type(), operands, why);
    return;
  }
  define(inst, unknown(type, operands, why));
}

// --- memory ------------------------------------------------------------------

void FunctionLowering::lower_alloca(const llvm::AllocaInst &inst) {
  TypeTable &types = unit_.unit().types;
  TypeId type = unit_.types().from_llvm(inst.getAllocatedType());
  std::vector<ValueId> count;
  if (auto *n = llvm::dyn_cast<llvm::ConstantInt>(inst.getArraySize())) {
    if (!n->isOne())
      type = types.array_of(type, n->getZExtValue());
  } else {
    count.push_back(value(inst.getArraySize()));
  }
  ir::VariableId variable = variable_for(&inst, type);
  TypeId said = to_.variables[variable].type;
  bool says_whole = !inst.getAllocatedType()->isStructTy() ||
                    types.is_record(said) ||
                    types[said].kind == ir::TypeKind::kArray;
  // What debug info says wins when it describes the same bytes.  The first
  // name of a structured binding does not.
  if (said != type && count.empty() && says_whole &&
      types.size_of(said) ==
          unit_.layout().getTypeAllocSize(inst.getAllocatedType()))
    type = said;
  else if (!count.empty() && types[said].kind == ir::TypeKind::kArray)
    type = said;
  else if (count.empty())
    to_.variables[variable].type = type;
  define(inst, emit(Op::kSlot, types.pointer_to(type), count, variable.value));
}

ValueId FunctionLowering::load(ValueId address, llvm::Type *type,
                               bool is_volatile) {
  TypeTable &types = unit_.unit().types;
  TypeId plain = unit_.types().from_llvm(type);
  TypeId result =
      unit_.types().scalar_at(types.pointee(type_of(address)), 0,
                              unit_.layout().getTypeStoreSize(type));
  // i1 and odd widths keep LLVM's type, and so does a pointer in a union that
  // is read as integer.
  if (!result.valid() || types[result].kind != types[plain].kind ||
      types[result].width != types[plain].width)
    result = plain;
  // Atomic accesses read and write pointers as integers.
  bool is_pointer = holds_pointer(address, plain);
  if (is_pointer)
    result = types.pointee(type_of(address));
  ValueId id = emit(Op::kLoad, result, {address});
  to_.insts[id].is_volatile = is_volatile;
  if (is_pointer)
    return cast(CastKind::kPtrToInt, plain, id);
  // Somebody else may have changed a number since it was read last.  Pointers
  // stay what they are: they are owned by somebody.
  bool may_differ =
      is_volatile && !types.is_pointer(result) && !is_local(address);
  return may_differ ? unknown(result, {}, "volatile") : id;
}

// Is it the address of a local, or in one?
bool FunctionLowering::is_local(ValueId address) const {
  while (true) {
    switch (to_.insts[address].op) {
    case Op::kSlot:
      return true;
    case Op::kField:
    case Op::kElement:
    case Op::kCast:
      address = to_.operand(address, 0);
      break;
    default:
      return false;
    }
  }
}

// Is `number`, an integer type, as wide as the pointer declared at `address`?
bool FunctionLowering::holds_pointer(ValueId address, TypeId number) const {
  const TypeTable &types = unit_.unit().types;
  TypeId pointee = types.pointee(type_of(address));
  return types.is_pointer(pointee) &&
         types[number].kind == ir::TypeKind::kInt &&
         types[number].width == 8 * types.size_of(pointee);
}

void FunctionLowering::store(ValueId address, ValueId v, bool is_volatile) {
  if (holds_pointer(address, type_of(v)))
    v = cast(CastKind::kIntToPtr, unit_.unit().types.pointee(type_of(address)),
             v);
  ValueId id = emit(Op::kStore, TypeTable::void_type(), {address, v});
  to_.insts[id].is_volatile = is_volatile;
}

ValueId FunctionLowering::field_at(ValueId base, std::int64_t offset,
                                   llvm::Type *member) {
  TypeTable &types = unit_.unit().types;
  TypeId record = types.pointee(type_of(base));
  while (types[record].kind == ir::TypeKind::kArray)
    record = types[record].element;
  std::vector<std::uint32_t> path;
  TypeId result;
  if (offset >= 0)
    result = unit_.types().find_field(
        record, static_cast<std::uint64_t>(offset),
        member && member->isSized() ? unit_.layout().getTypeAllocSize(member)
                                    : 0,
        path);
  if (!result.valid()) {
    path.clear();
    if (!types.is_record(record))
      record = TypeTable::unknown();
    result = member ? unit_.types().from_llvm(member) : TypeTable::unknown();
  }
  return field(base, record, offset, result, std::move(path));
}

ValueId FunctionLowering::element(ValueId base, ValueId index,
                                  std::uint64_t stride, bool is_inside) {
  TypeTable &types = unit_.unit().types;
  TypeId type = type_of(base);
  TypeId pointee = types.pointee(type);
  // Stepping through an array gives elements; else it stays what it is.
  if (types[pointee].kind == ir::TypeKind::kArray &&
      (is_inside || types.size_of(pointee) != stride))
    type = types.pointer_to(types[pointee].element);
  else if (stride == 1 &&
           (types.size_of(pointee) > 1 || types.is_record(pointee)))
    type = types.pointer_to(TypeTable::unknown()); // byte arithmetic
  return emit(Op::kElement, type, {base, index},
              static_cast<std::uint32_t>(std::min<std::uint64_t>(
                  stride, std::numeric_limits<std::uint32_t>::max())));
}

ValueId FunctionLowering::lower_gep(const llvm::GEPOperator &gep) {
  const llvm::DataLayout &layout = unit_.layout();
  ValueId at = value(gep.getPointerOperand());
  if (gep.getType()->isVectorTy())
    return unknown(unit_.types().from_llvm(gep.getType()), {&at, 1}, "vector");
  TypeTable &types = unit_.unit().types;
  // A pointer nobody declared (a fresh malloc result), or declared otherwise
  // (`((struct b *)a)->x`): take LLVM's word.
  if (gep.getSourceElementType()->isStructTy()) {
    TypeId record = unit_.types().from_llvm(gep.getSourceElementType());
    TypeId pointee = types.pointee(type_of(at));
    if (types.is_record(record) &&
        (pointee == TypeTable::unknown() ||
         (unit_.types().is_declared(record) &&
          !unit_.types().begins_with(pointee, record))))
      at = cast(CastKind::kBitcast, types.pointer_to(record), at);
  }
  std::int64_t pending = 0; // bytes of struct members not emitted yet
  bool has_pending = false;
  llvm::Type *member = nullptr;
  auto flush = [&] {
    if (has_pending)
      at = field_at(at, pending, member);
    pending = 0;
    has_pending = false;
  };
  bool is_first = true;
  for (auto part = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep);
       part != end; ++part, is_first = false) {
    const llvm::Value *index = part.getOperand();
    if (llvm::StructType *record = part.getStructTypeOrNull()) {
      auto n = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
      pending += layout.getStructLayout(record)->getElementOffset(n);
      member = record->getElementType(n);
      has_pending = true;
      continue;
    }
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (is_first && constant && constant->isZero())
      continue;
    // To a base class, or back from one.
    if (is_first && constant && part.getIndexedType()->isIntegerTy(8) &&
        types.is_record(types.pointee(type_of(at)))) {
      at = field_at(at, constant->getSExtValue(), nullptr);
      continue;
    }
    flush();
    at = element(at, value(index),
                 part.getSequentialElementStride(layout).getFixedValue(),
                 !is_first);
  }
  flush();
  return at;
}

void FunctionLowering::lower_atomic(const llvm::AtomicRMWInst &inst) {
  ValueId address = value(inst.getPointerOperand());
  ValueId operand = value(inst.getValOperand());
  ValueId old = load(address, inst.getType(), inst.isVolatile());
  TypeId type = type_of(old);
  ValueId next;
  switch (inst.getOperation()) {
  case llvm::AtomicRMWInst::Xchg:
    next = operand;
    break;
  case llvm::AtomicRMWInst::Add:
    next = lower_binary(Instruction::Add, old, operand, type);
    break;
  case llvm::AtomicRMWInst::Sub:
    next = lower_binary(Instruction::Sub, old, operand, type);
    break;
  case llvm::AtomicRMWInst::And:
    next = lower_binary(Instruction::And, old, operand, type);
    break;
  case llvm::AtomicRMWInst::Or:
    next = lower_binary(Instruction::Or, old, operand, type);
    break;
  case llvm::AtomicRMWInst::Xor:
    next = lower_binary(Instruction::Xor, old, operand, type);
    break;
  default: {
    ValueId inputs[] = {old, operand};
    next = unknown(type, inputs, "atomic");
  }
  }
  store(address, next, inst.isVolatile());
  define(inst, old);
}

void FunctionLowering::lower_exchange(const llvm::AtomicCmpXchgInst &inst) {
  ValueId address = value(inst.getPointerOperand());
  ValueId expected = value(inst.getCompareOperand());
  ValueId wanted = value(inst.getNewValOperand());
  ValueId old =
      load(address, inst.getNewValOperand()->getType(), inst.isVolatile());
  ValueId number = old; // what LLVM sees
  if (holds_pointer(address, type_of(old))) {
    old = to_.operand(old, 0);
    expected = cast(CastKind::kIntToPtr, type_of(old), expected);
    wanted = cast(CastKind::kIntToPtr, type_of(old), wanted);
  }
  ValueId equal =
      emit(Op::kCompare, unit_.unit().types.int_type(1, false), {old, expected},
           0, static_cast<std::uint8_t>(Predicate::kEq));
  store(address, emit(Op::kSelect, type_of(old), {equal, wanted, old}),
        inst.isVolatile());
  pairs_[&inst] = {number, equal};
}

// --- values ------------------------------------------------------------------

ValueId FunctionLowering::lower_cast(unsigned opcode, llvm::Type *to,
                                     ValueId v) {
  TypeId type = unit_.types().from_llvm(to);
  switch (opcode) {
  case Instruction::ZExt:
    return cast(CastKind::kZext, type, v);
  case Instruction::SExt:
    return cast(CastKind::kSext, type, v);
  case Instruction::Trunc:
    return cast(CastKind::kTrunc, type, v);
  case Instruction::PtrToInt:
    return cast(CastKind::kPtrToInt, type, v);
  case Instruction::IntToPtr:
    return cast(CastKind::kIntToPtr, type, v);
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
    return cast(to->isPointerTy() ? CastKind::kBitcast : CastKind::kNumeric,
                type, v);
  default:
    return cast(CastKind::kNumeric, type, v);
  }
}

ValueId FunctionLowering::lower_binary(unsigned opcode, ValueId a, ValueId b,
                                       TypeId type, bool cannot_overflow) {
  if (auto op = binary_op(opcode))
    return emit(Op::kBinop, type, {a, b}, cannot_overflow,
                static_cast<std::uint8_t>(*op));
  ValueId inputs[] = {a, b};
  return unknown(type, inputs, Instruction::getOpcodeName(opcode));
}

} // namespace wt::frontend
