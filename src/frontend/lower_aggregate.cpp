// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do struct values live?
//
// Our IR has scalars only, LLVM has first-class structs and arrays: results in
// two registers, {value, flag} pairs, pointers to member functions.  Each of
// them gets a temporary slot in the entry block; what LLVM does with the value
// becomes copies of memory, loads and stores of members.
//
//   %s = call {ptr, i64} @f()        %t = slot;  call @f(%t)
//   %p = extractvalue %s, 0          %p = load (field %t +0)
//
// Pairs whose parts are values already (landing pads, overflow, exchange) need
// no memory: pairs_ holds the parts.  See frontend/lower_function.h.

#include "frontend/lower_function.h"

namespace wt::frontend {

using ir::Op;
using ir::TypeId;
using ir::TypeTable;
using ir::ValueId;

namespace {

constexpr std::uint64_t kMaxStoredConstant = 4096; // bytes, member by member

// Does everything made from `v` end in a resume?
bool only_resumes(const llvm::Value &v) {
  for (const llvm::User *user : v.users()) {
    if (llvm::isa<llvm::ResumeInst>(user))
      continue;
    if (!llvm::isa<llvm::InsertValueInst>(user) || !only_resumes(*user))
      return false;
  }
  return true;
}

// The instruction after which nobody reads the record `v` any more; null when
// there is none in a single block, or when somebody keeps its address.
const llvm::Instruction *last_user_of(const llvm::Instruction &v) {
  const llvm::Instruction *last = nullptr;
  for (const llvm::User *user : v.users()) {
    auto *inst = llvm::cast<llvm::Instruction>(user);
    if (llvm::isa<llvm::PHINode, llvm::SelectInst>(inst) ||
        inst->isTerminator() ||
        (llvm::isa<llvm::ExtractValueInst>(inst) &&
         inst->getType()->isAggregateType()))
      return nullptr;
    if (last && last->getParent() != inst->getParent())
      return nullptr;
    if (!last || last->comesBefore(inst))
      last = inst;
  }
  return last;
}

} // namespace

// The slot is put into the entry block by run(): a block with a slot of its
// own cannot be copied by later passes.
ValueId FunctionLowering::temporary(TypeId type) {
  ir::VariableId variable =
      to_.variables.push({.name = StringTable::empty(), .type = type});
  ValueId slot = to_.add({.op = Op::kSlot,
                          .block = ir::Function::entry(),
                          .type = unit_.unit().types.pointer_to(type),
                          .extra = variable.value},
                         {});
  temporaries_.push_back(slot);
  return slot;
}

// Where the value of `owner` lives.  Its lifetime ends when it was read: what
// it still holds then must not count as a reference.
ValueId FunctionLowering::temporary_for(const llvm::Instruction &owner,
                                        TypeId type) {
  ValueId slot = temporary(type);
  aggregates_[&owner] = slot;
  if (const llvm::Instruction *last = last_user_of(owner))
    last_users_[last].push_back(slot);
  return slot;
}

void FunctionLowering::end_temporaries(const llvm::Instruction &last_user) {
  auto found = last_users_.find(&last_user);
  if (found == last_users_.end())
    return;
  for (ValueId slot : found->second)
    end_temporary(slot);
}

void FunctionLowering::end_temporary(ValueId slot) {
  emit(Op::kScopeEnd, TypeTable::void_type(), {}, to_.insts[slot].extra);
}

ValueId FunctionLowering::aggregate(const llvm::Value *v) {
  auto found = aggregates_.find(v);
  if (found != aggregates_.end())
    return found->second;
  ValueId slot = temporary(unit_.types().from_llvm(v->getType()));
  if (auto pair = pairs_.find(v); pair != pairs_.end()) {
    for (unsigned i = 0; i < 2; ++i) {
      llvm::Type *member = nullptr;
      std::int64_t offset = offset_of(v->getType(), i, member);
      store(field_at(slot, offset, member), pair->second[i], false);
    }
  } else if (auto *c = llvm::dyn_cast<llvm::Constant>(v)) {
    store_constant(slot, c);
  }
  return slot;
}

void FunctionLowering::store_constant(ValueId to, const llvm::Constant *c) {
  if (llvm::isa<llvm::UndefValue>(c))
    return;
  llvm::Type *type = c->getType();
  std::uint64_t size = unit_.layout().getTypeAllocSize(type);
  if (c->isNullValue() || type->isVectorTy() || size > kMaxStoredConstant) {
    TypeId byte = unit_.unit().types.int_type(8, true);
    emit(Op::kMemFill, TypeTable::void_type(),
         {to, c->isNullValue() ? int_leaf(0, byte) : leaf(Op::kOpaque, byte, 0),
          size_leaf(static_cast<std::int64_t>(size))});
    return;
  }
  unsigned count = type->isStructTy()
                       ? type->getStructNumElements()
                       : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant *part = c->getAggregateElement(i);
    if (!part)
      continue;
    llvm::Type *member = nullptr;
    std::int64_t offset = offset_of(type, i, member);
    ValueId at = field_at(to, offset, member);
    if (is_aggregate(part->getType()))
      store_constant(at, part);
    else
      store(at, value(part), false);
  }
}

// A register pair may be wider than the record it carries: never more than
// the smaller of the two is copied.
void FunctionLowering::copy_aggregate(ValueId to, ValueId from,
                                      llvm::Type *type) {
  std::uint64_t size = unit_.layout().getTypeStoreSize(type);
  for (ValueId place : {to, from}) {
    TypeTable &types = unit_.unit().types;
    TypeId record = types.pointee(type_of(place));
    if (types.is_record(record) && types.size_of(record) != 0)
      size = std::min(size, types.size_of(record));
  }
  emit(Op::kMemCopy, TypeTable::void_type(),
       {to, from, size_leaf(static_cast<std::int64_t>(size))});
}

// An argument in memory (`byval`): LLVM copies it as part of the call.
ValueId FunctionLowering::copy_for_call(ValueId from, llvm::Type *type) {
  TypeTable &types = unit_.unit().types;
  std::uint64_t size = unit_.layout().getTypeAllocSize(type);
  TypeId record = types.pointee(type_of(from));
  if (types.size_of(record) != size)
    record = unit_.types().from_llvm(type);
  ValueId slot = temporary(record);
  emit(Op::kMemCopy, TypeTable::void_type(),
       {slot, from, size_leaf(static_cast<std::int64_t>(size))});
  return slot;
}

std::int64_t FunctionLowering::offset_of(llvm::Type *type,
                                         llvm::ArrayRef<unsigned> indices,
                                         llvm::Type *&member) const {
  std::uint64_t offset = 0;
  for (unsigned i : indices) {
    if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
      offset += unit_.layout().getStructLayout(record)->getElementOffset(i);
      type = record->getElementType(i);
    } else {
      type = type->getArrayElementType();
      offset += i * unit_.layout().getTypeAllocSize(type);
    }
  }
  member = type;
  return static_cast<std::int64_t>(offset);
}

void FunctionLowering::lower_record_load(const llvm::LoadInst &inst) {
  ValueId address = value(inst.getPointerOperand());
  // Used up by the very next instruction: it can be copied from where it is.
  // Else it needs a copy, because that memory may change.
  if (inst.hasOneUse() && inst.user_back() == inst.getNextNode()) {
    aggregates_[&inst] = address;
    return;
  }
  ValueId slot = temporary_for(inst, unit_.types().from_llvm(inst.getType()));
  copy_aggregate(slot, address, inst.getType());
}

void FunctionLowering::lower_extract(const llvm::ExtractValueInst &inst) {
  const llvm::Value *from = inst.getAggregateOperand();
  auto pair = pairs_.find(from);
  if (pair != pairs_.end())
    return define(inst, pair->second[inst.getIndices()[0] ? 1 : 0]);
  llvm::Type *member = nullptr;
  std::int64_t offset = offset_of(from->getType(), inst.getIndices(), member);
  ValueId at = field_at(aggregate(from), offset, member);
  if (is_aggregate(inst.getType()))
    aggregates_[&inst] = at;
  else
    define(inst, load(at, inst.getType(), false));
}

void FunctionLowering::lower_insert(const llvm::InsertValueInst &inst) {
  // The {exception, selector} at the end of a landing pad: lower_resume looks
  // through it.
  if (!inst.use_empty() && only_resumes(inst))
    return;
  ValueId slot = temporary_for(inst, unit_.types().from_llvm(inst.getType()));
  if (!llvm::isa<llvm::UndefValue>(inst.getAggregateOperand()))
    copy_aggregate(slot, aggregate(inst.getAggregateOperand()), inst.getType());
  llvm::Type *member = nullptr;
  std::int64_t offset = offset_of(inst.getType(), inst.getIndices(), member);
  const llvm::Value *part = inst.getInsertedValueOperand();
  ValueId at = field_at(slot, offset, member);
  if (is_aggregate(part->getType()))
    copy_aggregate(at, aggregate(part), part->getType());
  else
    store(at, value(part), false);
}

} // namespace wt::frontend
