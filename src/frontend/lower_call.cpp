// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, intrinsics and inline assembly; see frontend/lower_function.h.
//
// What an intrinsic means is decided here once; those that only help LLVM
// (debug info, assumptions, lifetime starts) vanish.  Inline assembly is an
// unknown that keeps what it is given.

#include "frontend/lower_function.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

namespace wt::frontend {

using ir::CastKind;
using ir::Op;
using ir::TypeId;
using ir::TypeTable;
using ir::ValueId;
using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

namespace {

// Intrinsics that leave no trace in our IR.
bool vanishes(ID id) {
  switch (id) {
  case Intrinsic::lifetime_start:
  case Intrinsic::assume:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::prefetch:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::pseudoprobe:
  case Intrinsic::var_annotation:
  case Intrinsic::vaend:
    return true;
  default:
    return false;
  }
}

// Intrinsics whose result is their first argument.
bool is_identity(ID id) {
  switch (id) {
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::threadlocal_address:
  case Intrinsic::ssa_copy:
  case Intrinsic::preserve_array_access_index:
  case Intrinsic::preserve_union_access_index:
  case Intrinsic::preserve_struct_access_index:
    return true;
  default:
    return false;
  }
}

std::optional<unsigned> overflow_opcode(ID id) {
  switch (id) {
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
    return llvm::Instruction::Add;
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
    return llvm::Instruction::Sub;
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return llvm::Instruction::Mul;
  default:
    return std::nullopt;
  }
}

std::optional<ir::Predicate> min_max(ID id) {
  switch (id) {
  case Intrinsic::smin:
    return ir::Predicate::kSLt;
  case Intrinsic::smax:
    return ir::Predicate::kSGt;
  case Intrinsic::umin:
    return ir::Predicate::kULt;
  case Intrinsic::umax:
    return ir::Predicate::kUGt;
  default:
    return std::nullopt;
  }
}

} // namespace

bool FunctionLowering::lower_intrinsic(const llvm::IntrinsicInst &call) {
  ID id = call.getIntrinsicID();
  TypeTable &types = unit_.unit().types;
  if (call.doesNotReturn()) // traps
    is_dead_end_ = true;
  if (vanishes(id)) {
    if (!call.getType()->isVoidTy())
      define(call,
             leaf(Op::kUndef, unit_.types().from_llvm(call.getType()), 0));
    return true;
  }
  if (is_identity(id)) {
    define(call, value(call.getArgOperand(0)));
    return true;
  }
  if (auto *move = llvm::dyn_cast<llvm::AnyMemTransferInst>(&call)) {
    emit(Op::kMemCopy, TypeTable::void_type(),
         {value(move->getRawDest()), value(move->getRawSource()),
          value(move->getLength())});
    return true;
  }
  if (auto *fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&call)) {
    emit(Op::kMemFill, TypeTable::void_type(),
         {value(fill->getRawDest()), value(fill->getValue()),
          value(fill->getLength())});
    return true;
  }
  if (lower_overflow(call))
    return true;
  if (auto predicate = min_max(id);
      predicate && call.getType()->isIntegerTy()) {
    ValueId a = value(call.getArgOperand(0));
    ValueId b = value(call.getArgOperand(1));
    ValueId test = emit(Op::kCompare, types.int_type(1, false), {a, b}, 0,
                        static_cast<std::uint8_t>(*predicate));
    define(call, emit(Op::kSelect, type_of(a), {test, a, b}));
    return true;
  }
  switch (id) {
  case Intrinsic::lifetime_end: {
    const llvm::Value *slot = call.getArgOperand(1)->stripPointerCasts();
    auto found = values_.find(slot);
    if (llvm::isa<llvm::AllocaInst>(slot) && found != values_.end())
      emit(Op::kScopeEnd, TypeTable::void_type(), {},
           to_.insts[found->second].extra);
    return true;
  }
  case Intrinsic::is_constant:
    define(call, int_leaf(0, types.int_type(1, false)));
    return true;
  case Intrinsic::objectsize: {
    // Not known: as large as possible, or as small when that was asked for.
    bool is_minimum =
        llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
    define(call, int_leaf(is_minimum ? 0 : -1,
                          unit_.types().from_llvm(call.getType())));
    return true;
  }
  case Intrinsic::vacopy: {
    ValueId to = value(call.getArgOperand(0));
    std::uint64_t size = types.size_of(types.pointee(type_of(to)));
    if (size == 0) {
      lower_any_of(call, "va_copy");
      return true;
    }
    emit(Op::kMemCopy, TypeTable::void_type(),
         {to, value(call.getArgOperand(1)),
          size_leaf(static_cast<std::int64_t>(size))});
    return true;
  }
  case Intrinsic::ptrmask: {
    ValueId distance = unknown(types.int_type(64, true), {}, "ptrmask");
    define(call, element(value(call.getArgOperand(0)), distance, 1));
    return true;
  }
  case Intrinsic::type_test:
  case Intrinsic::public_type_test:
    define(call, int_leaf(1, types.int_type(1, false)));
    return true;
  default:
    lower_any_of(call, Intrinsic::getBaseName(id));
    return true;
  }
}

// {result, did it overflow}: exact for unsigned sums and differences.
bool FunctionLowering::lower_overflow(const llvm::IntrinsicInst &call) {
  auto opcode = overflow_opcode(call.getIntrinsicID());
  if (!opcode || !call.getArgOperand(0)->getType()->isIntegerTy())
    return false;
  ValueId a = value(call.getArgOperand(0));
  ValueId b = value(call.getArgOperand(1));
  TypeId type = unit_.types().from_llvm(call.getArgOperand(0)->getType());
  TypeId flag = unit_.unit().types.int_type(1, false);
  auto less = static_cast<std::uint8_t>(ir::Predicate::kULt);
  ValueId result = lower_binary(*opcode, a, b, type);
  ValueId overflows;
  if (call.getIntrinsicID() == Intrinsic::uadd_with_overflow)
    overflows = emit(Op::kCompare, flag, {result, a}, 0, less);
  else if (call.getIntrinsicID() == Intrinsic::usub_with_overflow)
    overflows = emit(Op::kCompare, flag, {a, b}, 0, less);
  else
    overflows = unknown(flag, {}, "overflow");
  pairs_[&call] = {result, overflows};
  return true;
}

// A virtual call loads its target from a vtable that a type test names:
//   %vtable = load ptr, ptr %object
//   call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS1A")
//   %slot = getelementptr inbounds ptr, ptr %vtable, i64 N
//   %target = load ptr, ptr %slot
void FunctionLowering::lower_virtual(const llvm::CallBase &call,
                                     ir::CallInfo &info) {
  auto *target = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  if (!target)
    return;
  llvm::APInt offset(64, 0);
  const llvm::Value *vtable =
      target->getPointerOperand()->stripAndAccumulateConstantOffsets(
          unit_.layout(), offset, true);
  if (!llvm::isa<llvm::LoadInst>(vtable))
    return;
  for (const llvm::User *user : vtable->users()) {
    auto *test = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!test || (test->getIntrinsicID() != Intrinsic::type_test &&
                  test->getIntrinsicID() != Intrinsic::public_type_test))
      continue;
    auto *name = llvm::cast<llvm::MetadataAsValue>(test->getArgOperand(1));
    std::string text = unit_.class_name(name->getMetadata());
    if (!text.empty()) {
      info.virtual_class = unit_.unit().strings.intern(text);
      info.virtual_offset = static_cast<std::uint32_t>(offset.getZExtValue());
    }
    return;
  }
}

// The static class declares it, but LLVM does not say how.
TypeId FunctionLowering::type_as_called(TypeId result,
                                        std::span<const ValueId> operands,
                                        const llvm::CallBase &call) const {
  if (is_aggregate(call.getType()) || call.hasStructRetAttr())
    return TypeTable::unknown();
  std::vector<TypeId> params;
  for (ValueId argument : operands.subspan(1))
    params.push_back(type_of(argument));
  return unit_.unit().types.function(result, std::move(params),
                                     call.getFunctionType()->isVarArg());
}

void FunctionLowering::lower_call(const llvm::CallBase &call) {
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    if (lower_intrinsic(*intrinsic))
      return;
  if (call.isInlineAsm()) {
    lower_any_of(call, "inline assembly");
    if (auto *jump = llvm::dyn_cast<llvm::CallBrInst>(&call))
      lower_asm_goto(*jump);
    else if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
      branch_to(invoke->getNormalDest());
    return;
  }

  TypeTable &types = unit_.unit().types;
  TypeId result = unit_.types().from_llvm(call.getType());
  std::vector<ValueId> operands{value(call.getCalledOperand())};
  ir::CallInfo info;
  info.function_type = types.pointee(type_of(operands[0]));
  if (types[info.function_type].kind != ir::TypeKind::kFunction)
    info.function_type = TypeTable::unknown();
  // A returned aggregate goes to a slot of ours, see frontend/lower.h.
  if (is_aggregate(call.getType())) {
    operands.push_back(temporary_for(
        call, unit_.result_record(info.function_type, call.getType())));
    result = TypeTable::void_type();
  } else if (info.function_type != TypeTable::unknown() &&
             !call.getType()->isVoidTy()) {
    result =
        unit_.same_scalar(types[info.function_type].element, call.getType());
  }
  std::vector<ValueId> copies; // arguments in memory
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value *argument = call.getArgOperand(i);
    if (argument->getType()->isMetadataTy())
      continue;
    ValueId v = value(argument);
    if (call.isByValArgument(i)) {
      v = copy_for_call(v, call.getParamByValType(i));
      copies.push_back(v);
    }
    operands.push_back(v);
  }

  info.virtual_class = StringTable::empty();
  info.has_unwind = llvm::isa<llvm::InvokeInst>(call);
  info.may_throw =
      info.has_unwind || (!call.doesNotThrow() && !from_.doesNotThrow());
  info.does_not_return = call.doesNotReturn();
  if (!call.getCalledFunction())
    lower_virtual(call, info);
  if (info.virtual_class != StringTable::empty())
    info.function_type = type_as_called(result, operands, call);
  to_.calls.push_back(info);
  ValueId id = emit(Op::kCall, result, operands,
                    static_cast<std::uint32_t>(to_.calls.size() - 1));
  if (result != TypeTable::void_type())
    define(call, id);
  if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
    to_.blocks[at_].successors = {block_id(invoke->getNormalDest()),
                                  block_id(invoke->getUnwindDest())};
  else if (call.doesNotReturn())
    is_dead_end_ = true;
  else
    for (ValueId copy : copies)
      end_temporary(copy);
}

} // namespace wt::frontend
