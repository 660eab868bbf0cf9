// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are stores of function pointers collected?  See stored_functions.h.
//
// Every pointer that is stored, passed or returned is traced back through casts
// to what it is: a function, nothing (null, the address of data), something
// not understood, or the value of another holder, which makes a copy.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#include "program/stored_functions.h"

#include "program/constants.h"
#include "program/virtual_calls.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::TypeKind;
using ir::ValueId;

namespace {

class Collector {
public:
  Collector(const Program &program, Holders &holders, FunctionFlow &flow)
      : program_(program), holders_(holders), flow_(flow) {}

  void run() {
    for (ProgramVariableId v : program_.variables().ids())
      if (program_.variables()[v].is_defined)
        add_initial_value(v);
    for (ProcedureId p : program_.procedures().ids())
      if (program_.procedures()[p].has_body)
        add_body(p);
  }

private:
  void add_initial_value(ProgramVariableId v) {
    UnitId unit = program_.variables()[v].unit;
    const ir::Global &global = initial_value(program_, v);
    if (!global.vtable.empty())
      return;
    for (const ir::InitCell &cell : global.init) {
      auto offset = static_cast<std::int64_t>(cell.offset);
      found_.clear();
      if (cell.kind == ir::InitCell::Kind::kFunction) {
        holders_.in_variable(unit, program_.variables()[v].global, offset,
                             found_);
        for (HolderId h : found_)
          flow_.put(h, program_.procedure(unit, cell.function));
      } else if (cell.kind == ir::InitCell::Kind::kGlobal) {
        give_away_variable(unit, cell.global);
      }
    }
  }

  // The address of a pointer lies in a table: who knows what writes there.
  void give_away_variable(UnitId unit, ir::GlobalId g) {
    const ir::Unit &u = *program_.units()[unit];
    if (!Holders::is_pointers(u, u.globals[g].type) ||
        program_.variables()[program_.variable(unit, g)].is_never_written)
      return;
    holders_.in_variable(unit, g, 0, found_);
    for (HolderId h : found_)
      flow_.put_unknown(h);
  }

  void add_body(ProcedureId p) {
    procedure_ = p;
    unit_ = program_.procedures()[p].unit;
    f_ = &program_.body(p);
    if (program_.procedures()[p].address_taken || f_->is_virtual)
      add_unseen_arguments();
    for (const ir::Block &block : f_->blocks)
      for (ValueId v : block.insts)
        add_inst(v);
    while (!merges_.empty()) {
      ValueId merge = merges_.back();
      merges_.pop_back();
      std::span<const ValueId> operands = f_->operands_of(merge);
      if (f_->insts[merge].op == Op::kSelect)
        operands = operands.subspan(1);
      for (ValueId v : operands)
        flow_into(holders_.value(p, merge), v);
    }
  }

  // It is called by pointer too.
  void add_unseen_arguments() {
    for (std::uint32_t i = 0; i < f_->param_count; ++i) {
      if (may_point(f_->insts[ValueId(i)].type))
        flow_.put_unknown(holders_.parameter(procedure_, i));
      if (is_pointers_at(ValueId(i)))
        flow_.put_unknown(holders_.pointee(procedure_, i));
    }
  }

  void add_inst(ValueId v) {
    std::span<const ValueId> operands = f_->operands_of(v);
    switch (f_->insts[v].op) {
    case Op::kStore:
      add_store(operands[0], operands[1]);
      give_away(operands[1]);
      break;
    case Op::kMemCopy:
      add_copy(operands[0], operands[1]);
      break;
    case Op::kCall:
      add_call(v);
      break;
    case Op::kReturn:
      for (ValueId result : operands) {
        if (may_point(f_->insts[result].type))
          flow_into(holders_.result(procedure_), result);
        give_away(result);
      }
      break;
    case Op::kUnknown:
      for (ValueId operand : operands)
        give_away(operand);
      break;
    default:
      break;
    }
  }

  void add_store(ValueId to, ValueId value) {
    if (!may_point(f_->insts[value].type))
      return;
    found_.clear();
    holders_.at_address(procedure_, to, found_);
    for (std::size_t i = 0; i < found_.size(); ++i)
      flow_into(found_[i], value);
  }

  // Records need no copies, their fields are the same holders on both sides;
  // arrays of pointers do, and so do constants that only the compiler names:
  // their functions are put where they are copied to.
  void add_copy(ValueId to, ValueId from) {
    if (f_->insts[from].op == Op::kGlobal) {
      for (const ir::InitCell &cell :
           program_.units()[unit_]->globals[f_->global(from)].init)
        if (cell.kind == ir::InitCell::Kind::kFunction) {
          found_.clear();
          holders_.behind_address(
              procedure_, to, static_cast<std::int64_t>(cell.offset), found_);
          for (HolderId h : found_)
            flow_.put(h, program_.procedure(unit_, cell.function));
        }
    }
    if (!is_pointers_at(to) && !is_pointers_at(from))
      return;
    std::vector<HolderId> targets, sources;
    holders_.at_address(procedure_, to, targets);
    bool all = holders_.at_address(procedure_, from, sources);
    for (HolderId target : targets) {
      if (!all)
        flow_.put_unknown(target);
      for (HolderId source : sources)
        flow_.copy(source, target);
    }
  }

  void add_call(ValueId call) {
    ValueId callee = f_->callee(call);
    Op op = f_->insts[callee].op;
    if (op == Op::kFunction) {
      ProcedureId p = program_.procedure(unit_, f_->function(callee));
      if (program_.procedures()[p].has_body)
        return add_arguments(p, f_->arguments(call));
    } else if (op == Op::kPhi || op == Op::kSelect) {
      merge(callee);
    } else {
      flow_into(holders_.value(procedure_, callee), callee);
    }
    for (ValueId argument : f_->arguments(call))
      give_away(argument);
  }

  void add_arguments(ProcedureId callee, std::span<const ValueId> arguments) {
    const ir::Function &body = program_.body(callee);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      ValueId argument = arguments[i];
      if (i < body.param_count && may_point(f_->insts[argument].type))
        flow_into(holders_.parameter(callee, i), argument);
      if (i < body.param_count &&
          points_to_pointers(program_.unit_of(callee),
                             body.insts[ValueId(i)].type))
        lend(argument, holders_.pointee(callee, i));
      else
        give_away(argument);
    }
  }

  // The callee reads and writes through its parameter what `address` holds.
  void lend(ValueId address, HolderId pointee) {
    found_.clear();
    if (!holders_.at_address(procedure_, address, found_))
      flow_.put_unknown(pointee);
    for (HolderId h : found_) {
      copy(h, pointee);
      copy(pointee, h);
    }
  }

  // A pointer to a pointer goes where it is not followed.
  void give_away(ValueId address) {
    if (!is_pointers_at(address))
      return;
    const ir::Inst &inst = f_->insts[address];
    if (inst.op == Op::kGlobal) {
      found_.clear();
      give_away_variable(unit_, f_->global(address));
      return;
    }
    found_.clear();
    holders_.at_address(procedure_, address, found_);
    for (HolderId h : found_)
      flow_.put_unknown(h);
  }

  void flow_into(HolderId to, ValueId value) {
    const ir::Inst &inst = f_->insts[value];
    switch (inst.op) {
    case Op::kFunction:
      flow_.put(to, program_.procedure(unit_, f_->function(value)));
      break;
    case Op::kNull:
    case Op::kUndef:
    case Op::kInt:
    case Op::kGlobal:
    case Op::kSlot:
    case Op::kField:
    case Op::kElement:
      break; // no function that could be called
    case Op::kCast:
      flow_into(to, f_->operand(value, 0));
      break;
    default:
      if (!is_data(inst.type))
        flow_computed(to, value);
    }
  }

  void flow_computed(HolderId to, ValueId value) {
    switch (f_->insts[value].op) {
    case Op::kPhi:
    case Op::kSelect:
      return copy(merge(value), to);
    case Op::kParam:
      return copy(holders_.parameter(procedure_, value.value), to);
    case Op::kCall:
      return flow_result(to, value);
    case Op::kLoad:
      return flow_load(to, value);
    default:
      return flow_.put_unknown(to);
    }
  }

  void copy(HolderId from, HolderId to) {
    if (from != to)
      flow_.copy(from, to);
  }

  // What a phi or select joins is traced once, when its turn comes.
  HolderId merge(ValueId v) {
    std::size_t before = holders_.size();
    HolderId h = holders_.value(procedure_, v);
    if (holders_.size() != before)
      merges_.push_back(v);
    return h;
  }

  void flow_result(HolderId to, ValueId call) {
    ValueId callee = f_->callee(call);
    if (f_->insts[callee].op == Op::kFunction) {
      ProcedureId p = program_.procedure(unit_, f_->function(callee));
      if (program_.procedures()[p].has_body)
        return copy(holders_.result(p), to);
    }
    flow_.put_unknown(to);
  }

  void flow_load(HolderId to, ValueId load) {
    std::vector<HolderId> sources;
    if (!may_point(f_->insts[load].type) ||
        !holders_.at_address(procedure_, f_->operand(load, 0), sources))
      flow_.put_unknown(to);
    for (HolderId from : sources)
      copy(from, to);
  }

  // A pointer to a record or the like, which typed code does not call.
  bool is_data(ir::TypeId type) const {
    const ir::TypeTable &types = program_.units()[unit_]->types;
    if (!type.valid())
      return false;
    TypeKind kind = types[types.pointee(type)].kind;
    return kind == TypeKind::kRecord || kind == TypeKind::kArray ||
           kind == TypeKind::kFloat;
  }

  bool may_point(ir::TypeId type) const {
    if (!type.valid())
      return true;
    TypeKind kind = program_.units()[unit_]->types[type].kind;
    return kind == TypeKind::kPointer || kind == TypeKind::kUnknown;
  }

  static bool points_to_pointers(const ir::Unit &unit, ir::TypeId type) {
    return type.valid() && Holders::is_pointers(unit, unit.types.pointee(type));
  }

  bool is_pointers_at(ValueId address) const {
    return points_to_pointers(*program_.units()[unit_],
                              f_->insts[address].type);
  }

  const Program &program_;
  Holders &holders_;
  FunctionFlow &flow_;
  // Of the body at hand.
  ProcedureId procedure_;
  UnitId unit_;
  const ir::Function *f_ = nullptr;
  std::vector<ValueId> merges_; // phis and selects still to be traced
  std::vector<HolderId> found_;
};

// How many arguments it needs; 0 when that is not known.
std::size_t parameters(const Program &program, ProcedureId p) {
  const ir::Function &f = program.body(p);
  if (!f.is_declaration())
    return f.param_count;
  if (!f.type.valid())
    return 0;
  return program.unit_of(p).types[f.type].params.size();
}

} // namespace

StoredFunctions::StoredFunctions(const Program &program)
    : program_(program), holders_(program) {
  Collector(program, holders_, flow_).run();
  flow_.solve();
}

std::vector<ProcedureId> StoredFunctions::called(ProcedureId caller,
                                                 ValueId call) const {
  const ir::Function &f = program_.body(caller);
  HolderId holder = holders_.find_value(caller, f.callee(call));
  std::vector<ProcedureId> out;
  if (!holder.valid() || flow_.is_unknown(holder))
    return out;
  for (ProcedureId p : flow_.functions(holder))
    if (!is_placeholder(program_.procedures()[p]) &&
        parameters(program_, p) <= f.arguments(call).size())
      out.push_back(p);
  return out;
}

} // namespace wt
