// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One body as expressions.  See function_view.h.

#include "engine/contradiction/function_view.h"

#include <algorithm>

namespace wt::contradiction {

using ir::BlockId;
using ir::CastKind;
using ir::Op;
using ir::ValueId;
using ir::VariableId;

namespace {

constexpr int kRounds = 6; // until values of variables must be stable

} // namespace

FunctionView::FunctionView(const Program &program, ProcedureId procedure,
                           Expressions &exprs, Names names)
    : procedure(procedure), unit(program.unit_of(procedure)),
      function(program.body(procedure)), predecessors(function),
      ignored(unit, function), program_(program), exprs_(exprs), names_(names),
      dominators_(function, predecessors),
      reverse_post_order_(ir::reverse_post_order(function)),
      order_(function.blocks.size(), 0), known_exprs_(function.insts.size()),
      known_regions_(function.insts.size()), in_(function.blocks.size()),
      out_(function.blocks.size()) {
  for (std::size_t i = 0; i < reverse_post_order_.size(); ++i)
    order_[reverse_post_order_[i]] = static_cast<std::uint32_t>(i);
  find_values();
  find_ends();
}

void FunctionView::find_ends() {
  std::vector<bool> is_used(function.variables.size(), false);
  std::vector<bool> has_end = is_used;
  for (ValueId v : function.insts.ids()) {
    Op op = function.insts[v].op;
    if (op == Op::kSlot || op == Op::kAssign)
      is_used[function.variable(v).value] = true;
    if (op == Op::kScopeEnd && function.insts[v].block.valid())
      has_end[function.variable(v).value] = true;
  }
  for (VariableId variable : function.variables.ids())
    if (function.variables[variable].is_param ||
        (is_used[variable.value] && !has_end[variable.value]))
      ends_at_return_.push_back(variable);
}

ExprId FunctionView::expr(ValueId v) {
  if (!known_exprs_[v].valid())
    known_exprs_[v] = make_expr(v);
  return known_exprs_[v];
}

// What was never written: no heap cell, and not a number either.
ExprId FunctionView::indeterminate() {
  return exprs_.root({PathRoot::Kind::kFunction, UINT32_MAX});
}

std::uint32_t FunctionView::width(ValueId v) const {
  return unit.types[function.insts[v].type].width;
}

ExprId FunctionView::make_expr(ValueId v) {
  const ir::Inst &inst = function.insts[v];
  auto operand = [&](std::uint32_t i) { return expr(function.operand(v, i)); };
  UnitId in_unit = program_.procedures()[procedure].unit;
  switch (inst.op) {
  case Op::kInt:
    return exprs_.number(function.int_value(v));
  case Op::kNull:
    return exprs_.null();
  case Op::kUndef:
    return indeterminate();
  case Op::kGlobal:
    return exprs_.root({PathRoot::Kind::kGlobal,
                        program_.variable(in_unit, function.global(v)).value});
  case Op::kFunction:
    return exprs_.root(
        {PathRoot::Kind::kFunction,
         program_.procedure(in_unit, function.function(v)).value});
  case Op::kSlot:
    return address(function.variable(v));
  case Op::kField:
    return exprs_.offset(operand(0), function.field(v).offset);
  case Op::kElement:
    return exprs_.element(operand(0), operand(1), inst.extra);
  case Op::kCast: {
    auto kind = static_cast<CastKind>(inst.code);
    if (kind == CastKind::kBitcast || kind == CastKind::kSext ||
        kind == CastKind::kPtrToInt || kind == CastKind::kIntToPtr)
      return operand(0);
    std::optional<ExprId> made;
    if (kind == CastKind::kZext)
      made = exprs_.operation(Operation::kWiden, width(v), operand(0),
                              exprs_.number(width(function.operand(v, 0))));
    if (kind == CastKind::kTrunc)
      made = exprs_.operation(Operation::kCut, width(v), operand(0),
                              exprs_.null());
    return made.value_or(value(v));
  }
  case Op::kCompare:
    return exprs_
        .compare(static_cast<ir::Predicate>(inst.code), operand(0), operand(1))
        .value_or(value(v));
  case Op::kBinop: // a pointer as a number, with something done to it
    for (std::uint32_t i : {0u, 1u}) {
      const ir::Inst &from = function.insts[function.operand(v, i)];
      if (from.op == Op::kCast &&
          static_cast<CastKind>(from.code) == CastKind::kPtrToInt)
        return exprs_.element(operand(i), value(v), Expressions::kSomehow);
    }
    return exprs_
        .operation(operation_of(static_cast<ir::BinaryOp>(inst.code)), width(v),
                   operand(0), operand(1))
        .value_or(value(v));
  default:
    return value(v);
  }
}

RegionSetId FunctionView::regions(ValueId v) {
  if (!known_regions_[v].valid())
    known_regions_[v] =
        exprs_.regions().add(exprs_.regions().division().regions(procedure, v));
  return known_regions_[v];
}

RegionSetId FunctionView::regions(ValueId v, ir::TypeId record,
                                  std::int64_t offset) {
  return exprs_.regions().add(
      exprs_.regions().division().regions_behind(procedure, v, record, offset));
}

void FunctionView::find_object_types() {
  has_object_types_ = true;
  auto note = [&](ValueId pointer, ir::TypeId type) {
    ir::TypeKind kind = unit.types[type].kind;
    if (kind != ir::TypeKind::kVoid && kind != ir::TypeKind::kUnknown &&
        expr(pointer) != exprs_.null() && expr(pointer) != indeterminate())
      object_types_[expr(pointer)].insert(type);
  };
  for (ValueId v : function.insts.ids()) {
    const ir::Inst &inst = function.insts[v];
    if (unit.types.is_pointer(inst.type) && inst.op != Op::kField &&
        inst.op != Op::kElement)
      note(v, unit.types.pointee(inst.type));
    if (!inst.block.valid())
      continue;
    if (inst.op == Op::kAssign)
      note(function.operand(v, 0),
           unit.types.pointee(function.variables[function.variable(v)].type));
    if (inst.op == Op::kField)
      note(function.operand(v, 0), function.field(v).record);
  }
  for (const Values &values : in_)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (function.insts.contains(values[i]))
        note(values[i],
             unit.types.pointee(function.variables[VariableId(i)].type));
}

std::vector<ir::TypeId> FunctionView::object_types(ValueId v) {
  if (!has_object_types_)
    find_object_types();
  std::set<ir::TypeId> types;
  std::set<ValueId> seen{v};
  for (std::vector<ValueId> todo{v}; !todo.empty();) {
    ValueId next = todo.back();
    todo.pop_back();
    const std::set<ir::TypeId> &own = object_types_[expr(next)];
    types.insert(own.begin(), own.end());
    Op op = function.insts[next].op;
    if (op != Op::kPhi && op != Op::kSelect && op != Op::kCast)
      continue;
    for (ValueId operand : function.operands_of(next))
      if (seen.insert(operand).second)
        todo.push_back(operand);
  }
  return {types.begin(), types.end()};
}

RegionSetId FunctionView::slot_regions(VariableId variable) {
  std::vector<RegionId> all;
  auto add = [&](RegionSetId set) {
    const std::vector<RegionId> &some = exprs_.regions()[set];
    all.insert(all.end(), some.begin(), some.end());
  };
  ir::TypeId type = function.variables[variable].type;
  for (ValueId v : function.insts.ids()) {
    if (function.insts[v].op != Op::kSlot || function.variable(v) != variable)
      continue;
    add(regions(v));
    if (unit.types.is_record(type))
      for (std::uint64_t at = 0; at < unit.types.size_of(type);
           at += sizeof(void *))
        add(regions(v, type, static_cast<std::int64_t>(at)));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return exprs_.regions().add(std::move(all));
}

ExprId FunctionView::contents(VariableId promoted) {
  RegionSetId own = exprs_.regions().add({region(promoted)});
  return *exprs_.load(address(promoted), own);
}

std::optional<VariableId> FunctionView::variable_of(ExprId contents) const {
  if (exprs_[contents].kind != Expr::Kind::kLoad)
    return std::nullopt;
  const Expr &address = exprs_[exprs_[contents].base];
  if (address.kind != Expr::Kind::kRoot ||
      address.root.kind != PathRoot::Kind::kSlot ||
      address.root.index < names_.variables)
    return std::nullopt;
  VariableId variable(address.root.index - names_.variables);
  if (!function.variables.contains(variable) || !is_promoted(variable))
    return std::nullopt;
  return variable;
}

ExprId FunctionView::held(ValueId value, VariableId variable) {
  if (value == kUndefined)
    return indeterminate();
  return value.valid() ? expr(value) : contents(variable);
}

ExprId FunctionView::before(ValueId marker) {
  auto at = before_.find(marker);
  return held(at == before_.end() ? ValueId() : at->second,
              function.variable(marker));
}

ExprId FunctionView::at_end(BlockId block, VariableId promoted) {
  const Values &values = out_[block];
  return held(values.empty() ? ValueId() : values[promoted.value], promoted);
}

std::vector<VariableId> FunctionView::variables_with(ExprId value,
                                                     BlockId block,
                                                     std::size_t position) {
  if (in_[block].empty())
    return {};
  Values values = in_[block];
  const auto &insts = function.blocks[block].insts;
  for (std::size_t i = 0; i < position; ++i)
    if (Op op = function.insts[insts[i]].op; ir::is_marker(op))
      values[function.variable(insts[i]).value] =
          op == Op::kAssign ? function.operand(insts[i], 0) : kUndefined;
  std::vector<VariableId> out;
  for (VariableId variable : function.variables.ids()) {
    ValueId held = values[variable.value];
    if (is_promoted(variable) && held.valid() && held != kUndefined &&
        expr(held) == value)
      out.push_back(variable);
  }
  return out;
}

bool FunctionView::is_newer(ExprId made, ExprId other) const {
  if (!exprs_.is_value(made))
    return false;
  ValueId call = value_of(made);
  if (call.value >= makers_.size() || !makers_[call.value])
    return false;
  if (exprs_.is_symbolic_address(other))
    return true; // a variable: no heap cell
  if (!exprs_.is_value(other))
    return false;
  ValueId before = value_of(other);
  if (!function.insts.contains(before))
    return false;
  BlockId made_in = function.insts[call].block;
  BlockId computed_in = function.insts[before].block;
  if (!computed_in.valid())
    return true;
  if (computed_in != made_in)
    return dominators_.dominates(computed_in, made_in);
  for (ValueId v : function.blocks[made_in].insts) {
    if (v == before)
      return true;
    if (v == call)
      return false;
  }
  return false;
}

// A local of this call, and what was there before the call or is another
// variable?
bool FunctionView::is_other_local(ExprId local, ExprId other) const {
  PathRoot root = exprs_[local].root;
  if (exprs_[local].kind != Expr::Kind::kRoot ||
      root.kind != PathRoot::Kind::kSlot || root.index < names_.variables ||
      root.index >= names_.variables + function.variables.size())
    return false;
  return exprs_.is_symbolic_address(other) ||
         (exprs_.is_value(other) &&
          value_of(other).value < function.param_count);
}

bool FunctionView::are_distinct(ExprId a, ExprId b) const {
  return a != b && (is_newer(a, b) || is_newer(b, a) || is_other_local(a, b) ||
                    is_other_local(b, a));
}

// ---- what variables hold

// The value on all ways into a block, or a phi that stands for them.
ValueId FunctionView::merged(BlockId block, std::size_t variable,
                             bool is_final) {
  ValueId common;
  bool is_first = true, differs = false, is_partial = false;
  for (BlockId from : predecessors[block]) {
    if (out_[from].empty()) {
      is_partial = true;
      continue;
    }
    ValueId value = out_[from][variable];
    differs |= !is_first && value != common;
    common = value;
    is_first = false;
  }
  if (is_final ? !differs : !differs && !is_partial)
    return common;
  auto stands_for_it = [&](ValueId phi) {
    std::span<const BlockId> incoming = function.incoming(phi);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (const Values &values = out_[incoming[i]];
          !values.empty() &&
          values[variable] != function.operand(phi, std::uint32_t(i)))
        return false;
    return true;
  };
  for (ValueId phi : function.blocks[block].insts) {
    if (function.insts[phi].op != Op::kPhi)
      break;
    if (stands_for_it(phi))
      return phi;
  }
  return differs ? ValueId() : common;
}

bool FunctionView::merge_into(BlockId block, bool is_final) {
  std::size_t count = function.variables.size();
  Values values(count, kUndefined);
  if (block != ir::Function::entry())
    for (std::size_t i = 0; i < count; ++i)
      values[i] = merged(block, i, is_final);
  // In the end values are only given up, so that this comes to a halt.
  if (is_final)
    for (std::size_t i = 0; i < count; ++i)
      if (in_[block][i] != values[i])
        values[i] = ValueId();
  if (in_[block] == values)
    return false;
  in_[block] = std::move(values);
  return true;
}

void FunctionView::pass(BlockId block) {
  Values values = in_[block];
  for (ValueId v : function.blocks[block].insts) {
    const ir::Inst &inst = function.insts[v];
    if (!ir::is_marker(inst.op))
      continue;
    ValueId &held = values[function.variable(v).value];
    before_[v] = held;
    held = inst.op == Op::kAssign ? function.operand(v, 0) : kUndefined;
  }
  out_[block] = std::move(values);
}

void FunctionView::find_values() {
  if (function.variables.empty())
    return;
  for (int round = 0;; ++round) {
    bool is_final = round >= kRounds;
    bool changed = false;
    for (BlockId block : reverse_post_order_)
      if (merge_into(block, is_final) || round == 0) {
        changed = true;
        pass(block);
      }
    if (!changed && is_final)
      return;
    if (!changed)
      round = kRounds - 1; // stable already: check it
  }
}

const FunctionView::Phis &FunctionView::phis(BlockId block, BlockId from) {
  auto [at, is_new] = phis_.try_emplace({block, from});
  Phis &out = at->second;
  if (!is_new)
    return out;
  for (ValueId phi : function.blocks[block].insts) {
    if (function.insts[phi].op != Op::kPhi)
      break;
    std::span<const BlockId> incoming = function.incoming(phi);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == from)
        out.changes.push_back(
            {value(phi), expr(function.operand(phi, std::uint32_t(i)))});
  }
  out.read_each_other =
      std::ranges::any_of(out.changes, [&](const auto &change) {
        return std::ranges::any_of(out.changes, [&](const auto &other) {
          return exprs_.contains(change.second, other.first);
        });
      });
  return out;
}

} // namespace wt::contradiction
