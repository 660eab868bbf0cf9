// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What held before one instruction?  See walking.h.

#include "engine/contradiction/declared_types.h"
#include "engine/contradiction/walking.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;

// False: a contradiction, or the lane was handed on.
bool Walk::step(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  const ir::Inst &inst = body.function.insts[v];
  switch (inst.op) {
  case Op::kLoad: {
    ValueId address = body.function.operand(v, 0);
    if (!dereference(lane, address))
      return false;
    if (!is_used(lane, v))
      return true;
    if (is_for_one(lane) && !is_home(body.regions(address)) &&
        transfer_.cells.is_hit(lane.at.cell, body.value(v)))
      return object_->may_be_kept() && // else no other memory holds it
             transfer_.define(lane.at.cell, body.value(v), std::nullopt);
    std::optional<ExprId> cell;
    if (!is_proof_ || body.unit.types.size_of(inst.type) <=
                          std::uint64_t(Expressions::kLargestCell))
      cell = exprs_.load(body.expr(address), body.regions(address));
    return transfer_.define(lane.at.cell, view(lane).value(v), cell) &&
           (!cell || split_by_place(lane, *cell));
  }
  case Op::kStore:
    return spend(lane) && store(lane, body.function.operand(v, 0),
                                body.function.operand(v, 1));
  case Op::kAssign:
    return spend(lane) && marker(lane, v);
  case Op::kScopeEnd: // a part of the return
    return marker(lane, v);
  case Op::kCall:
    return spend(lane) && call(lane, v);
  case Op::kMemCopy:
  case Op::kMemFill:
    return spend(lane) && block_of_memory(lane, v);
  case Op::kSelect:
    return select(lane, v);
  case Op::kUnknown:
    return unknown(lane, v);
  case Op::kReturn:
    return spend(lane) && leave_scope(lane, v);
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kRethrow:
  case Op::kUnreachable:
  case Op::kSlot:
  case Op::kField:
  case Op::kElement:
    return true;
  default:
    return transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt);
  }
}

// The pointer was read from a cell: each of the few that it can be is a way of
// its own.  False: the lane was handed on, or is a contradiction.
bool Walk::split_by_place(const Lane &lane, ExprId cell) {
  if (!is_proof_ || !transfer_.cells.is_hit(lane.at.cell, cell))
    return true;
  constexpr std::size_t kMostPlaces = 3;
  auto places = transfer_.cells.places_of(lane.at.cell, cell);
  if (!places || places->size() > kMostPlaces)
    return true;
  for (ExprId place : *places) {
    Lane way = lane;
    if (transfer_.cells.add_same_cell(way.at.cell, exprs_[cell].base,
                                      exprs_[place].base) &&
        transfer_.cells.use_equalities(way.at.cell))
      lanes_.push_back(std::move(way));
  }
  return false;
}

// What is accessed is not null.  Noted where another value may be chosen, and
// where it was loaded if it matters.
bool Walk::dereference(Lane &lane, ValueId address) {
  FunctionView &body = view(lane);
  ExprId object = exprs_.strip(body.expr(address));
  if (transfer_.cells.known_of(lane.at.cell, object).is_zero())
    return false;
  if (!exprs_.is_value(object))
    return true;
  Op op = body.function.insts[body.value_of(object)].op;
  bool matters =
      op == Op::kPhi || (op == Op::kLoad && !is_proof_ && knows_of_null(lane));
  return !matters || transfer_.cells.add_known(lane.at.cell, object,
                                               NumberClass::differs(0));
}

// Is it known of a cell that it holds null?
bool Walk::knows_of_null(const Lane &lane) const {
  return std::ranges::any_of(lane.at.cell.known, [&](const Known &known) {
    return known.is.is_zero() && exprs_[known.value].kind == Expr::Kind::kLoad;
  });
}

bool Walk::is_used(const Lane &lane, ValueId v) {
  const ErrorCell &cell = lane.at.cell;
  ExprId value = view(lane).value(v);
  auto has = [&](ExprId e) { return exprs_.contains(e, value); };
  return std::ranges::any_of(cell.hits, has) ||
         std::ranges::any_of(cell.misses, has) ||
         std::ranges::any_of(cell.known, has, &Known::value) ||
         std::ranges::any_of(cell.holders, [&](const Holder &holder) {
           return holder.only.valid() && has(holder.only);
         });
}

bool Walk::store(Lane &lane, ValueId address, ValueId value) {
  FunctionView &body = view(lane);
  if (!dereference(lane, address) ||
      !learn_from_variables(lane, body.expr(value)))
    return false;
  Assignment by;
  by.address = body.expr(address);
  by.written = body.regions(address);
  by.value = body.expr(value);
  if (is_for_one(lane)) {
    by.value = reference_or_number(lane, value);
    return store_for_one(lane, by);
  }
  by.may_hold = may_hold(body, value);
  return transfer_.assign(lane.at.cell, by);
}

// A variable that holds the value and cannot hold the error cell: the value
// misses.  (In the paper values are read from their variables.)
bool Walk::learn_from_variables(Lane &lane, ExprId value) {
  if (!is_proof_ || !exprs_.is_value(exprs_.strip(value)))
    return true;
  FunctionView &body = view(lane);
  for (ir::VariableId variable :
       body.variables_with(value, lane.at.block, lane.position))
    if (transfer_.cells.is_miss(lane.at.cell, body.contents(variable)))
      return transfer_.cells.add_miss(lane.at.cell, value);
  return true;
}

// Numbers hold no pointers; descriptors are numbers.
bool Walk::may_hold(const FunctionView &body, ValueId value) const {
  ir::TypeId type = body.function.insts[value].type;
  const ir::Type &kind = body.unit.types[type];
  return kind.kind != ir::TypeKind::kInt && kind.kind != ir::TypeKind::kFloat;
}

bool Walk::marker(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  ir::VariableId variable = body.function.variable(v);
  if (!body.is_promoted(variable))
    return end_of_slot(lane, variable);
  Assignment by;
  by.address = body.address(variable);
  by.written = workspace_.regions.add({body.region(variable)});
  by.value = body.function.insts[v].op == Op::kAssign
                 ? body.expr(body.function.operand(v, 0))
                 : exprs_.null();
  by.before = body.before(v);
  if (is_for_one(lane) && body.function.insts[v].op == Op::kAssign)
    by.value = reference_or_number(lane, body.function.operand(v, 0));
  return transfer_.assign(lane.at.cell, by);
}

// A variable in memory ends: what it held before is not known.
bool Walk::end_of_slot(Lane &lane, ir::VariableId variable) {
  FunctionView &body = view(lane);
  PathRoot root = body.root(variable);
  if (!transfer_.enter(lane.at.cell, root))
    return false;
  if (is_proof_)
    for (RegionId region : workspace_.regions[body.slot_regions(variable)])
      if (!is_for_one(lane) || is_home(region))
        transfer_.cells.add_holder(lane.at.cell, region, ExprId());
  return true;
}

bool Walk::block_of_memory(Lane &lane, ValueId v) {
  if (is_for_one(lane))
    return block_for_one(lane, v);
  if (is_proof_) {
    ValueId target = view(lane).function.operand(v, 0);
    if (points_to_numbers(workspace_, lane.at.procedure, target)) {
      lane.at.cell = before_numbers(workspace_, transfer_.cells, lane.at.cell,
                                    std::nullopt);
      return true;
    }
    stop_at(lane, v, "a block of memory is copied or filled");
    return !is_over_;
  }
  FunctionView &body = view(lane);
  ExprId to = body.expr(body.function.operand(v, 0));
  bool is_copy = body.function.insts[v].op == Op::kMemCopy;
  ExprId from = is_copy ? body.expr(body.function.operand(v, 1)) : to;
  const Expr &length = exprs_[body.expr(body.function.operand(v, 2))];
  std::int64_t bytes =
      length.kind == Expr::Kind::kNumber ? length.number : INT64_MAX;
  return copy(lane, to, is_copy ? std::optional(from) : std::nullopt, bytes);
}

// Is the cell at `address` one of those from `block` on?  Where its distance is
// not known, all cells of the object are.
bool Walk::lies_in_block(ExprId address, ExprId block,
                         std::int64_t bytes) const {
  if (exprs_.strip(address) != exprs_.strip(block))
    return false;
  std::optional<std::int64_t> at = exprs_.distance(block, address);
  return !at || (*at >= 0 && *at < bytes);
}

// What is in the block afterwards was in the other one before, or is no
// pointer; what stays in the other one is now held twice.
bool Walk::copy(Lane &lane, ExprId to, std::optional<ExprId> from,
                std::int64_t bytes) {
  ErrorCell post = lane.at.cell;
  ErrorCell &pre = lane.at.cell;
  pre.hits.clear();
  pre.misses.clear();
  pre.known.clear();
  auto lies_in = [&](ExprId e, ExprId object) -> ExprId {
    for (ExprId part = e; exprs_[part].has_load; part = exprs_[part].base)
      if (exprs_[part].kind == Expr::Kind::kLoad &&
          lies_in_block(exprs_[part].base, object, bytes))
        return part;
    return {};
  };
  auto before = [&](ExprId e) -> std::optional<ExprId> {
    if (exprs_.looks_behind(e, to))
      return std::nullopt;
    ExprId cell = lies_in(e, to);
    if (!cell.valid())
      return e;
    if (!from)
      return exprs_.substitute(e, cell, exprs_.null());
    std::optional<std::int64_t> at = exprs_.distance(to, exprs_[cell].base);
    std::optional<ExprId> address =
        at ? exprs_.offset(*from, *at)
           : exprs_.substitute(exprs_[cell].base, exprs_.strip(to),
                               exprs_.strip(*from));
    auto source =
        address ? exprs_.load(*address, exprs_[cell].regions) : std::nullopt;
    return source ? exprs_.substitute(e, cell, *source) : std::nullopt;
  };
  for (ExprId e : post.hits) {
    if (from && lies_in(e, *from).valid() && !lies_in(e, to).valid()) {
      ends_.assumption = true;
      return false;
    }
    if (auto other = before(e); other && !transfer_.cells.add_hit(pre, *other))
      return false;
  }
  for (ExprId e : post.misses)
    if (auto other = before(e); other && !transfer_.cells.add_miss(pre, *other))
      return false;
  for (const Known &known : post.known)
    if (auto other = before(known.value);
        other && !transfer_.cells.add_known(pre, *other, known.is))
      return false;
  return true;
}

// Both choices are ways of their own.
bool Walk::select(Lane &lane, ValueId v) {
  if (!is_used(lane, v))
    return true;
  FunctionView &body = view(lane);
  for (std::uint32_t choice : {1u, 2u}) {
    Lane way = lane;
    if (assume(body, transfer_.cells, way.at.cell, body.function.operand(v, 0),
               choice == 1) &&
        transfer_.define(way.at.cell, view(lane).value(v),
                         body.expr(body.function.operand(v, choice))) &&
        spend(way))
      lanes_.push_back(std::move(way));
  }
  return false;
}

bool Walk::unknown(Lane &lane, ValueId v) {
  if (is_for_one(lane))
    return pass_by(lane, v);
  if (is_proof_) {
    stop_at(lane, v, "an operation that is not modelled");
    return !is_over_;
  }
  FunctionView &body = view(lane);
  for (ValueId operand : body.function.operands_of(v)) {
    ExprId object = exprs_.strip(body.expr(operand));
    if (!lane.at.found && std::ranges::any_of(lane.at.cell.hits, [&](ExprId e) {
          return exprs_.contains(e, object);
        })) {
      ends_.assumption = true;
      return false;
    }
  }
  return transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt);
}

} // namespace wt::contradiction
