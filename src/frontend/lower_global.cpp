// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in a global before the program starts?
//
// Globals with their initial values, vtables, and second names of symbols; see
// frontend/lower.h.  An initial value is a list of integers and addresses by
// offset; bytes without one are zero.  Texts and long tables of integers are
// not kept: the global then is not `complete`.

#include "frontend/lower_function.h"

#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>

namespace wt::frontend {

using ir::TypeTable;

namespace {

// Longer initialisers keep their addresses but only that many integers.
constexpr std::size_t kMaxIntCells = 1024;

// The integer behind a constant pointer like (ptr)-16, or null.
const llvm::ConstantInt *as_number(const llvm::Constant *value) {
  auto *cast = llvm::dyn_cast<llvm::ConstantExpr>(value);
  return cast && cast->getOpcode() == llvm::Instruction::IntToPtr
             ? llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0))
             : nullptr;
}

} // namespace

ir::Linkage linkage_of(const llvm::GlobalValue &symbol) {
  if (symbol.hasLocalLinkage())
    return ir::Linkage::kInternal;
  if (symbol.hasAvailableExternallyLinkage())
    return ir::Linkage::kAvailable;
  if (symbol.hasLinkOnceLinkage() || symbol.hasWeakODRLinkage())
    return ir::Linkage::kOnce;
  if (symbol.hasWeakLinkage() || symbol.hasExternalWeakLinkage() ||
      symbol.hasCommonLinkage())
    return ir::Linkage::kWeak;
  return ir::Linkage::kExternal;
}

void UnitLowering::add_global(const llvm::GlobalVariable &global) {
  ir::Global out;
  out.link_name = unit_->strings.intern(global.getName());
  out.name = StringTable::empty();
  out.alias_of = StringTable::empty();
  out.linkage = linkage_of(global);
  out.is_definition = !global.isDeclaration();
  out.is_constant = global.isConstant();
  out.is_thread_local = global.isThreadLocal();
  if (global.getValueType()->isSized())
    out.size = module_.getDataLayout().getTypeAllocSize(global.getValueType());
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> said;
  global.getDebugInfo(said);
  if (!said.empty()) {
    const llvm::DIGlobalVariable *variable = said.front()->getVariable();
    out.type = types_.declared(variable->getType());
    out.name = unit_->strings.intern(variable->getName());
    out.pos = position(variable->getFile(), variable->getLine());
  } else {
    out.type = types_.from_llvm(global.getValueType());
  }
  auto name = facts_.variables.find(global.getName().str());
  if (name != facts_.variables.end())
    out.name = unit_->strings.intern(name->second);
  globals_[&global] = unit_->globals.push(std::move(out));
}

void UnitLowering::add_alias(const llvm::GlobalAlias &alias) {
  const llvm::GlobalObject *target = alias.getAliaseeObject();
  StrId link_name = unit_->strings.intern(alias.getName());
  StrId target_name =
      target ? unit_->strings.intern(target->getName()) : StringTable::empty();
  if (auto *function = llvm::dyn_cast_or_null<llvm::Function>(target)) {
    // Copy of the declaration: same signature, no body.
    const ir::Function &real = unit_->functions[function_id(function)];
    ir::Function out;
    out.type = real.type;
    out.result_type = real.result_type;
    out.parent = real.parent;
    out.pos = real.pos;
    out.is_variadic = real.is_variadic;
    out.does_not_return = real.does_not_return;
    out.may_throw = real.may_throw;
    out.returns_by_slot = real.returns_by_slot;
    out.is_method = real.is_method;
    out.is_constructor = real.is_constructor;
    out.is_destructor = real.is_destructor;
    out.name = real.name;
    out.link_name = link_name;
    out.alias_of = target_name;
    out.linkage = linkage_of(alias);
    functions_[&alias] = unit_->functions.push(std::move(out));
    return;
  }
  ir::Global out;
  out.type = types_.from_llvm(alias.getValueType());
  if (ir::GlobalId id = target ? global_id(target) : ir::GlobalId();
      id.valid()) {
    const ir::Global &real = unit_->globals[id];
    out.type = real.type;
    out.size = real.size;
    out.is_constant = real.is_constant;
    out.is_thread_local = real.is_thread_local;
    out.pos = real.pos;
  }
  out.link_name = link_name;
  out.name = link_name;
  out.alias_of = target_name;
  out.linkage = linkage_of(alias);
  globals_[&alias] = unit_->globals.push(std::move(out));
}

// A function that the loader chooses: some function, declared here.
void UnitLowering::add_resolved(const llvm::GlobalIFunc &symbol) {
  ir::Function out;
  out.link_name = unit_->strings.intern(symbol.getName());
  out.name = out.link_name;
  out.alias_of = StringTable::empty();
  out.linkage = linkage_of(symbol);
  out.may_throw = facts_.language == ir::Language::kCxx;
  out.type = TypeTable::unknown();
  out.result_type = TypeTable::unknown();
  functions_[&symbol] = unit_->functions.push(std::move(out));
}

void UnitLowering::add_address(const llvm::Constant *value,
                               std::uint64_t offset, ir::Global &out) {
  llvm::APInt delta(64, 0);
  const llvm::Value *base = value->stripAndAccumulateConstantOffsets(
      module_.getDataLayout(), delta, /*AllowNonInbounds=*/true);
  auto *symbol = llvm::dyn_cast<llvm::GlobalValue>(base);
  ir::InitCell cell{.offset = offset, .value = delta.getSExtValue()};
  if (symbol && is_function(symbol)) {
    cell.kind = ir::InitCell::Kind::kFunction;
    cell.function = function_id(symbol);
  } else if (symbol && global_id(symbol).valid()) {
    cell.kind = ir::InitCell::Kind::kGlobal;
    cell.global = global_id(symbol);
  } else {
    out.init_is_complete = false;
    return;
  }
  out.init.push_back(cell);
}

void UnitLowering::add_init(const llvm::Constant *value, std::uint64_t offset,
                            ir::Global &out) {
  const llvm::DataLayout &layout = module_.getDataLayout();
  if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value))
    return; // bytes without a cell are zero, padding may be
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    if (out.init.size() >= kMaxIntCells || number->getBitWidth() > 64)
      out.init_is_complete = false;
    else
      out.init.push_back({.kind = ir::InitCell::Kind::kInt,
                          .offset = offset,
                          .width = number->getBitWidth(),
                          .value = number->getSExtValue()});
  } else if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    llvm::APInt bits = real->getValueAPF().bitcastToAPInt();
    if (out.init.size() >= kMaxIntCells || bits.getBitWidth() > 64)
      out.init_is_complete = false;
    else
      out.init.push_back({.kind = ir::InitCell::Kind::kInt,
                          .offset = offset,
                          .width = bits.getBitWidth(),
                          .value = bits.getSExtValue()});
  } else if (auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(value)) {
    llvm::Type *element = data->getElementType();
    std::uint64_t stride = layout.getTypeAllocSize(element);
    if (!element->isIntegerTy() || element->isIntegerTy(8) ||
        data->getNumElements() > kMaxIntCells) {
      out.init_is_complete = false; // texts and large tables are not kept
      return;
    }
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      add_init(data->getElementAsConstant(i), offset + i * stride, out);
  } else if (auto *record = llvm::dyn_cast<llvm::ConstantStruct>(value)) {
    const llvm::StructLayout *fields =
        layout.getStructLayout(record->getType());
    for (unsigned i = 0; i < record->getNumOperands(); ++i)
      add_init(record->getOperand(i), offset + fields->getElementOffset(i),
               out);
  } else if (auto *array = llvm::dyn_cast<llvm::ConstantArray>(value)) {
    std::uint64_t stride =
        layout.getTypeAllocSize(array->getType()->getElementType());
    for (unsigned i = 0; i < array->getNumOperands(); ++i)
      add_init(array->getOperand(i), offset + i * stride, out);
  } else if (auto *number = as_number(value)) {
    add_init(number, offset, out); // such as the offsets in a vtable
  } else if (value->getType()->isPointerTy()) {
    add_address(value, offset, out);
  } else {
    out.init_is_complete = false;
    // An address inside an integer expression still is kept.
    if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(value))
      for (const llvm::Use &part : expression->operands())
        if (part->getType()->isPointerTy())
          add_address(llvm::cast<llvm::Constant>(part.get()), offset, out);
  }
}

void UnitLowering::add_vtable(const llvm::GlobalVariable &global,
                              ir::Global &out) {
  llvm::SmallVector<llvm::MDNode *, 4> nodes;
  global.getMetadata(llvm::LLVMContext::MD_type, nodes);
  for (const llvm::MDNode *node : nodes) {
    auto *offset =
        llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
    std::string name = class_name(node->getOperand(1));
    // Names ending in ".virtual" are the ids of member-pointer calls.
    if (offset && !name.empty() && !name.ends_with(".virtual"))
      out.vtable.push_back({.type_id = unit_->strings.intern(name),
                            .offset = offset->getZExtValue()});
  }
}

std::string UnitLowering::class_name(const llvm::Metadata *type) {
  if (auto *text = llvm::dyn_cast_or_null<llvm::MDString>(type))
    return text->getString().str();
  if (!llvm::isa_and_nonnull<llvm::MDNode>(type))
    return "";
  auto number = unnamed_classes_.try_emplace(
      type, static_cast<unsigned>(unnamed_classes_.size()));
  return "_GLOBAL__N_" + std::to_string(number.first->second);
}

} // namespace wt::frontend
