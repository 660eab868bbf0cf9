// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does one function body become ours?
//
// UnitLowering knows the symbols of the unit; FunctionLowering walks the
// blocks of one body in reverse post-order, so that every operand but those of
// phis is translated before it is used.  See frontend/lower.h.

#pragma once

#include "frontend/lower_types.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <array>
#include <map>

namespace wt::frontend {

// lower_global.cpp
ir::Linkage linkage_of(const llvm::GlobalValue &symbol);

class UnitLowering {
public:
  UnitLowering(const llvm::Module &module, SourceFacts &facts);
  std::unique_ptr<ir::Unit> run();

  ir::FunctionId function_id(const llvm::GlobalValue *symbol) const;
  ir::GlobalId global_id(const llvm::GlobalValue *symbol) const;
  bool is_function(const llvm::GlobalValue *symbol) const;
  SourcePos position(const llvm::DILocation *location);
  SourcePos only_return(ir::FunctionId function) const {
    auto found = only_returns_.find(function);
    return found == only_returns_.end() ? SourcePos() : found->second;
  }
  SourcePos position(const llvm::DIFile *file, unsigned line,
                     unsigned column = 0);
  StrId macro_at(SourcePos pos) const;
  StrId condition_at(SourcePos pos) const;
  // Name of a class in type tests and vtables, "" when it is none.  A class of
  // this unit alone has no name in LLVM's metadata and gets one here.
  std::string class_name(const llvm::Metadata *type);
  bool returns_record(const llvm::FunctionType *type) const {
    return type->getReturnType()->isStructTy() ||
           type->getReturnType()->isArrayTy();
  }
  // What a result slot holds: the record that `function` is declared to
  // return, else what LLVM returns (may be null: in memory).
  ir::TypeId result_record(ir::TypeId function, llvm::Type *returned);
  // `said` if it describes the same scalar as `type`, else `type` translated.
  ir::TypeId same_scalar(ir::TypeId said, llvm::Type *type);

  ir::Unit &unit() { return *unit_; }
  TypeLowering &types() { return types_; }
  const llvm::DataLayout &layout() const { return module_.getDataLayout(); }

private:
  FileId file_id(const std::string &spelt);
  void note_records();
  const llvm::DISubprogram *declaration_of(const llvm::Function &function);
  void add_function(const llvm::Function &function);
  void add_global(const llvm::GlobalVariable &global);
  void add_alias(const llvm::GlobalAlias &alias);
  void add_resolved(const llvm::GlobalIFunc &symbol);
  SourcePos declare(ir::Function &out, const llvm::Function &function);
  void add_init(const llvm::Constant *value, std::uint64_t offset,
                ir::Global &out);
  void add_address(const llvm::Constant *value, std::uint64_t offset,
                   ir::Global &out);
  void add_vtable(const llvm::GlobalVariable &global, ir::Global &out);
  void add_static_calls(const char *list, std::vector<ir::FunctionId> &out);
  void add_comments();

  const llvm::Module &module_;
  SourceFacts &facts_;
  std::unique_ptr<ir::Unit> unit_;
  TypeLowering types_;
  llvm::DenseMap<const llvm::GlobalValue *, ir::FunctionId> functions_;
  llvm::DenseMap<const llvm::GlobalValue *, ir::GlobalId> globals_;
  llvm::DenseMap<const llvm::DIFile *, FileId> files_by_debug_info_;
  std::unordered_map<std::string, FileId> files_by_spelling_;
  llvm::DenseMap<const llvm::Metadata *, unsigned> unnamed_classes_;
  std::map<ir::FunctionId, SourcePos> only_returns_;
  std::vector<std::uint32_t> point_file_; // FileId -> SourceFacts::file_index
};

class FunctionLowering {
public:
  FunctionLowering(UnitLowering &unit, const llvm::Function &from,
                   ir::Function &to);
  void run();

private:
  // lower_function.cpp
  void collect_variables();
  void note_variable(const llvm::Value *address,
                     const llvm::DILocalVariable *variable,
                     const llvm::DIExpression *expression,
                     const llvm::DILocation *location);
  ir::VariableId variable_for(const llvm::Value *address, ir::TypeId type);
  void add_params();
  void add_param(const llvm::Argument &argument);
  ir::ValueId add_param(ir::VariableId variable, ir::TypeId type);
  ir::VariableId variable_of_argument(const llvm::Argument &argument,
                                      std::uint64_t &offset) const;
  void place_temporaries();
  void lower_block(const llvm::BasicBlock &block);
  void note_unwinding(const llvm::BasicBlock &block);
  SourcePos position_of(const llvm::Instruction &inst) const;
  void fill_phis();
  ir::BlockId block_id(const llvm::BasicBlock *block) const;
  ir::ValueId value(const llvm::Value *v); // emits constant expressions here
  ir::ValueId constant(const llvm::Constant *c);
  ir::ValueId leaf(ir::Op op, ir::TypeId type, std::uint32_t extra);
  ir::ValueId int_leaf(std::int64_t n, ir::TypeId type);
  ir::ValueId size_leaf(std::int64_t n);

  // Emission at the current place.
  ir::ValueId emit(ir::Op op, ir::TypeId type,
                   std::span<const ir::ValueId> operands,
                   std::uint32_t extra = 0, std::uint8_t code = 0);
  ir::ValueId emit(ir::Op op, ir::TypeId type,
                   std::initializer_list<ir::ValueId> operands,
                   std::uint32_t extra = 0, std::uint8_t code = 0) {
    return emit(op, type, std::span(operands.begin(), operands.size()), extra,
                code);
  }
  ir::ValueId unknown(ir::TypeId type, std::span<const ir::ValueId> operands,
                      llvm::StringRef why);
  ir::ValueId cast(ir::CastKind kind, ir::TypeId type, ir::ValueId v);
  ir::ValueId field(ir::ValueId base, ir::TypeId record, std::int64_t offset,
                    ir::TypeId result, std::vector<std::uint32_t> path);
  ir::TypeId type_of(ir::ValueId v) const { return to_.insts[v].type; }

  // lower_inst.cpp
  void lower(const llvm::Instruction &inst);
  ir::ValueId lower_gep(const llvm::GEPOperator &gep);
  ir::ValueId field_at(ir::ValueId base, std::int64_t offset,
                       llvm::Type *member);
  ir::ValueId element(ir::ValueId base, ir::ValueId index, std::uint64_t stride,
                      bool is_inside = false);
  ir::ValueId load(ir::ValueId address, llvm::Type *type, bool is_volatile);
  void store(ir::ValueId address, ir::ValueId v, bool is_volatile);
  bool holds_pointer(ir::ValueId address, ir::TypeId number) const;
  bool is_local(ir::ValueId address) const;
  ir::ValueId lower_cast(unsigned opcode, llvm::Type *type, ir::ValueId v);
  ir::ValueId lower_binary(unsigned opcode, ir::ValueId a, ir::ValueId b,
                           ir::TypeId type, bool cannot_overflow = false);
  void lower_alloca(const llvm::AllocaInst &inst);
  void lower_atomic(const llvm::AtomicRMWInst &inst);
  void lower_exchange(const llvm::AtomicCmpXchgInst &inst);
  void lower_any_of(const llvm::Instruction &inst, llvm::StringRef why);

  // lower_control.cpp
  void branch_to(const llvm::BasicBlock *target);
  void lower_branch(const llvm::BranchInst &inst);
  void lower_switch(const llvm::SwitchInst &inst);
  void lower_return(const llvm::ReturnInst &inst);
  void lower_resume(const llvm::ResumeInst &inst);
  void lower_landing(const llvm::LandingPadInst &pad);
  void lower_computed_goto(const llvm::IndirectBrInst &inst);
  void lower_asm_goto(const llvm::CallBrInst &inst);
  void any_of_targets(std::vector<ir::BlockId> targets, llvm::StringRef why);

  // lower_aggregate.cpp
  ir::ValueId temporary(ir::TypeId type);
  ir::ValueId temporary_for(const llvm::Instruction &owner, ir::TypeId type);
  void end_temporaries(const llvm::Instruction &last_user);
  void end_temporary(ir::ValueId slot);
  ir::ValueId aggregate(const llvm::Value *v); // address of where it lives
  void copy_aggregate(ir::ValueId to, ir::ValueId from, llvm::Type *type);
  ir::ValueId copy_for_call(ir::ValueId from, llvm::Type *type);
  void store_constant(ir::ValueId to, const llvm::Constant *c);
  std::int64_t offset_of(llvm::Type *type, llvm::ArrayRef<unsigned> indices,
                         llvm::Type *&member) const;
  void lower_record_load(const llvm::LoadInst &inst);
  void lower_extract(const llvm::ExtractValueInst &inst);
  void lower_insert(const llvm::InsertValueInst &inst);

  // lower_call.cpp
  void lower_call(const llvm::CallBase &call);
  bool lower_intrinsic(const llvm::IntrinsicInst &call);
  bool lower_overflow(const llvm::IntrinsicInst &call);
  void lower_virtual(const llvm::CallBase &call, ir::CallInfo &info);
  ir::TypeId type_as_called(ir::TypeId result,
                            std::span<const ir::ValueId> operands,
                            const llvm::CallBase &call) const;
  void define(const llvm::Value &v, ir::ValueId id) { values_[&v] = id; }
  bool is_aggregate(const llvm::Type *type) const {
    return type->isStructTy() || type->isArrayTy();
  }

  UnitLowering &unit_;
  const llvm::Function &from_;
  ir::Function &to_;
  llvm::DenseMap<const llvm::Value *, ir::ValueId> values_;
  llvm::DenseMap<const llvm::Value *, ir::ValueId> aggregates_;
  // {value, flag} pairs: landing pads, overflow and exchange results.
  llvm::DenseMap<const llvm::Value *, std::array<ir::ValueId, 2>> pairs_;
  llvm::DenseMap<const llvm::BasicBlock *, ir::BlockId> blocks_;
  llvm::DenseSet<const llvm::BasicBlock *> is_unwinding_;
  llvm::DenseMap<const llvm::Value *, ir::VariableId> variables_;
  std::map<std::tuple<ir::Op, std::uint32_t, std::uint32_t>, ir::ValueId>
      leaves_;
  std::map<std::pair<std::int64_t, std::uint32_t>, ir::ValueId> int_leaves_;
  std::vector<std::pair<const llvm::PHINode *, ir::ValueId>> phis_;
  std::vector<ir::ValueId> temporaries_; // slots for the entry block
  llvm::DenseMap<const llvm::Instruction *, std::vector<ir::ValueId>>
      last_users_;                 // of temporaries
  SourcePos only_return_;          // the only return statement, if there is one
  ir::ValueId result_slot_;        // where a returned aggregate goes
  ir::BlockId at_;                 // block being filled
  bool is_dead_end_ = false;       // nothing of the block is reached any more
  bool before_terminator_ = false; // emit before the last instruction of at_
  SourcePos pos_;
  StrId macro_;
};

} // namespace wt::frontend
