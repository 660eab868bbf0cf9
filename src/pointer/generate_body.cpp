// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of instructions.  See generate.h.
//
// Values that are equal share a node: casts, fields at offset 0, the address
// of one global anywhere.
//
// Tested by tests/unit/pointer/instructions_test.cpp.

#include "pointer/generator.h"
#include "pointer/layout.h"
#include "pointer/offsets.h"
#include "pointer/solution_builder.h"

#include <algorithm>
#include <cstdlib>

namespace wt::pointer {

using ir::BinaryOp;
using ir::CastKind;
using ir::Op;
using ir::ValueId;

namespace {

// A pointer may carry marks in the bits that its alignment leaves free.
constexpr std::int64_t kMostTag = 7;

// The largest size that the solver's offsets can express.
std::int32_t narrow(std::int64_t offset) {
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(offset, INT32_MIN, INT32_MAX));
}

bool is_same_place(const ir::Function &f, ValueId v) {
  const ir::Inst &inst = f.insts[v];
  switch (inst.op) {
  case Op::kCast:
    switch (static_cast<CastKind>(inst.code)) {
    case CastKind::kBitcast:
    case CastKind::kPtrToInt:
    case CastKind::kIntToPtr:
      return true;
    default:
      return false;
    }
  case Op::kField:
    return f.field(v).offset == 0;
  case Op::kElement: {
    const ir::Inst &index = f.insts[f.operand(v, 1)];
    return index.op == Op::kInt && f.int_value(f.operand(v, 1)) == 0;
  }
  default:
    return false;
  }
}

// Everything that the address is computed from was declared as a pointer to
// numbers.
bool is_text(const ir::TypeTable &types, const ir::Function &f,
             ValueId address) {
  constexpr std::size_t kMostSteps = 32;
  std::vector<ValueId> seen{address};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    ValueId v = seen[i];
    auto follow = [&](ValueId from) {
      if (std::ranges::find(seen, from) == seen.end())
        seen.push_back(from);
    };
    if (seen.size() > kMostSteps)
      return false;
    switch (f.insts[v].op) {
    case Op::kPhi:
      std::ranges::for_each(f.operands_of(v), follow);
      break;
    case Op::kSelect:
      follow(f.operand(v, 1));
      follow(f.operand(v, 2));
      break;
    case Op::kElement:
    case Op::kCast:
      follow(f.operand(v, 0));
      break;
    case Op::kNull:
      break;
    default:
      if (pointee_of(types, f.insts[v].type) != Pointee::kPlain)
        return false;
    }
  }
  return true;
}

} // namespace

void Generator::copy(NodeId to, NodeId from, std::int32_t offset) {
  if (to.valid() && from.valid() && (to != from || offset != 0))
    constraints_.copy(to, from, offset);
}

void Generator::copy_any(NodeId to, NodeId from, std::uint32_t stride) {
  if (to.valid() && from.valid())
    constraints_.copy_any(to, from, stride);
}

ContextId Generator::add_context(ProcedureId procedure, ContextId caller,
                                 ValueId call) {
  ContextId context = system_.contexts.push({procedure, caller, call});
  system_.values.push({});
  system_.slots.push_back({});
  frames_.push({});
  if (!program_.procedures()[procedure].has_body)
    return context;
  frames_[context].result = constraints_.add_closed_node();
  if (program_.body(procedure).is_variadic)
    frames_[context].varargs = pointer_to(
        add_object({.is_one_location = true}, {.kind = ObjectKind::kArguments,
                                               .procedure = procedure,
                                               .context = context}));
  assign_nodes(context);
  return context;
}

// A narrow value that is stored as it was loaded may be a piece of a pointer,
// unless it comes from text.
void Generator::mark_byte_copies(const ir::TypeTable &types,
                                 const ir::Function &f) {
  is_byte_copy_.assign(f.insts.size(), false);
  for (ValueId v : f.insts.ids()) {
    if (f.insts[v].op != Op::kStore || !f.insts[v].block.valid())
      continue;
    ValueId loaded = f.operand(v, 1);
    if (f.insts[loaded].op == Op::kLoad &&
        !may_be_pointer(types, f.insts[loaded].type) &&
        !(is_text(types, f, f.operand(v, 0)) &&
          is_text(types, f, f.operand(loaded, 0))))
      is_byte_copy_[loaded.value] = true;
  }
}

// Slots that numbers go into and come out of, and nothing else: no pointer ever
// leads there, so they take no part in the constraints.
void Generator::find_plain_slots(const ir::TypeTable &types,
                                 const ir::Function &f) {
  is_plain_slot_.assign(f.insts.size(), false);
  for (ValueId v : f.insts.ids())
    is_plain_slot_[v.value] =
        f.insts[v].op == Op::kSlot && f.insts[v].operand_count == 0;
  auto is_number = [&](ValueId v) {
    return !may_be_pointer(types, f.insts[v].type) && !is_byte_copy_[v.value];
  };
  for (ValueId v : f.insts.ids())
    for (std::uint32_t i = 0; i < f.insts[v].operand_count; ++i) {
      Op op = f.insts[v].op;
      bool is_plain =
          i == 0 && ((op == Op::kLoad && is_number(v)) ||
                     (op == Op::kStore && is_number(f.operand(v, 1))));
      if (!is_plain)
        is_plain_slot_[f.operand(v, i).value] = false;
    }
}

// Now they get what readers expect: a location that is in no other set.
void Generator::add_plain_slots() {
  for (auto [context, slot] : plain_slots_) {
    Object layout = layout_of_slot(context, slot);
    system_.values[context][slot.value] =
        SolutionBuilder::add(system_.solution, layout);
    ObjectId object = system_.layouts.push(std::move(layout));
    system_.objects.push({.kind = ObjectKind::kSlot,
                          .procedure = system_.contexts[context].procedure,
                          .variable = function_of(context).variable(slot),
                          .call = slot,
                          .context = context});
    system_.slots[context.value].push_back(object); // the largest: sorted
  }
}

void Generator::assign_nodes(ContextId context) {
  const ir::Function &f = function_of(context);
  const ir::TypeTable &types = unit_of(context).types;
  mark_byte_copies(types, f);
  find_plain_slots(types, f);
  system_.values[context].assign(f.insts.size(), NodeId());
  for (ValueId v : f.insts.ids())
    if (is_plain_slot_[v.value])
      plain_slots_.push_back({context, v});
    else if (may_be_pointer(types, f.insts[v].type) || is_byte_copy_[v.value])
      system_.values[context][v.value] = node_for(context, v);
}

NodeId Generator::node_for(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  switch (f.insts[v].op) {
  case Op::kInt:
  case Op::kNull:
  case Op::kUndef:
  case Op::kOpaque:
    return NodeId();
  case Op::kGlobal:
    return global_node(program_.variable(unit_id(context), f.global(v)));
  case Op::kFunction:
    return function_node(program_.procedure(unit_id(context), f.function(v)));
  case Op::kLanding:
    return exceptions_;
  case Op::kParam:
    return system_.contexts[context].caller.valid()
               ? constraints_.add_closed_node()
               : constraints_.add_node();
  case Op::kCall:
    return f.insts[f.callee(v)].op == Op::kFunction
               ? constraints_.add_closed_node()
               : constraints_.add_node();
  default:
    if (is_same_place(f, v) && f.operand(v, 0) < v)
      return node(context, f.operand(v, 0));
    return constraints_.add_closed_node();
  }
}

void Generator::generate(ContextId context) {
  ProcedureId procedure = system_.contexts[context].procedure;
  if (!program_.procedures()[procedure].has_body ||
      (!system_.contexts[context].caller.valid() &&
       !is_called_itself_[procedure.value]))
    return;
  const ir::Function &f = function_of(context);
  for (ValueId v : f.insts.ids())
    if (f.insts[v].block.valid())
      instruction(context, v);
  std::ranges::sort(system_.slots[context.value]);
}

Object Generator::layout_of_slot(ContextId context, ValueId slot) const {
  const ir::Function &f = function_of(context);
  const ir::TypeTable &types = unit_of(context).types;
  // The value knows its type better than a variable that it shares.
  ir::TypeId type = types.pointee(f.insts[slot].type);
  if (type == ir::TypeTable::unknown())
    type = f.variables[f.variable(slot)].type;
  return f.insts[slot].operand_count > 0 ? layout_of_array(types, type)
                                         : layout_of(types, type);
}

void Generator::add_slot(ContextId context, ValueId slot) {
  if (!node(context, slot).valid()) // see find_plain_slots()
    return;
  const ir::Function &f = function_of(context);
  ObjectId object =
      add_object(layout_of_slot(context, slot),
                 {.kind = ObjectKind::kSlot,
                  .procedure = system_.contexts[context].procedure,
                  .variable = f.variable(slot),
                  .call = slot,
                  .context = context,
                  .is_many = f.insts[slot].operand_count > 0});
  system_.slots[context.value].push_back(object);
  constraints_.address_of(node(context, slot), object);
}

void Generator::instruction(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  const ir::Inst &inst = f.insts[v];
  NodeId to = node(context, v);
  auto operand = [&](std::uint32_t i) {
    return node(context, f.operand(v, i));
  };
  switch (inst.op) {
  case Op::kSlot:
    return add_slot(context, v);
  case Op::kField:
    return copy(to, operand(0), narrow(f.field(v).offset));
  case Op::kElement:
    return element(context, v);
  case Op::kLoad:
    if (to.valid() && operand(0).valid())
      constraints_.load(to, operand(0));
    return;
  case Op::kStore:
    if (operand(0).valid() && operand(1).valid())
      constraints_.store(operand(0), operand(1));
    return;
  case Op::kMemCopy: {
    const ir::Inst &length = f.insts[f.operand(v, 2)];
    std::int64_t size = length.op == Op::kInt ? f.int_value(f.operand(v, 2))
                                              : std::int64_t{kUnknownSize};
    if (operand(0).valid() && operand(1).valid() && size >= kPointerSize)
      constraints_.memcopy(operand(0), operand(1),
                           static_cast<std::uint32_t>(
                               std::min<std::int64_t>(size, kUnknownSize)));
    return;
  }
  case Op::kCast:
    return copy(to, operand(0)); // of numbers that are too narrow: nothing
  case Op::kBinop:
    return binop(context, v);
  case Op::kPhi:
    for (ValueId from : f.operands_of(v))
      copy(to, node(context, from));
    return;
  case Op::kSelect:
    copy(to, operand(1));
    return copy(to, operand(2));
  case Op::kUnknown:
    return unknown(context, v);
  case Op::kCall:
    return call(context, v);
  case Op::kReturn:
    if (inst.operand_count > 0)
      copy(frames_[context].result, operand(0));
    return;
  case Op::kRethrow:
    return copy(exceptions_, operand(0));
  default:
    return;
  }
}

void Generator::element(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  auto stride = static_cast<std::int32_t>(f.insts[v].extra);
  ValueId index = f.operand(v, 1);
  NodeId from = node(context, f.operand(v, 0));
  if (f.insts[index].op == Op::kInt)
    copy(node(context, v), from, narrow(f.int_value(index) * stride));
  else if (stride == 0)
    copy(node(context, v), from);
  else
    copy_any(node(context, v), from,
             static_cast<std::uint32_t>(std::abs(stride)));
}

// Numbers that were pointers and become pointers again.
void Generator::binop(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  auto op = static_cast<BinaryOp>(f.insts[v].code);
  ValueId a = f.operand(v, 0), b = f.operand(v, 1);
  NodeId to = node(context, v);
  NodeId from_a = node(context, a), from_b = node(context, b);
  if (!to.valid() || (!from_a.valid() && !from_b.valid()))
    return;
  bool commutes = op == BinaryOp::kAdd || op == BinaryOp::kAnd ||
                  op == BinaryOp::kOr || op == BinaryOp::kXor;
  if (f.insts[b].op == Op::kInt)
    return binop_constant(op, to, from_a, f.int_value(b));
  if (f.insts[a].op == Op::kInt && commutes)
    return binop_constant(op, to, from_b, f.int_value(a));
  switch (op) {
  case BinaryOp::kAdd:
    copy_any(to, from_b, kUnknownStride);
    [[fallthrough]];
  case BinaryOp::kSub:
    return copy_any(to, from_a, kUnknownStride);
  case BinaryOp::kAnd:
  case BinaryOp::kOr:
  case BinaryOp::kXor:
    for (NodeId from : {from_a, from_b})
      for (std::int32_t tag = 0; tag <= kMostTag; ++tag) {
        copy(to, from, op == BinaryOp::kAnd ? -tag : tag);
        if (op == BinaryOp::kXor && tag > 0)
          copy(to, from, -tag);
      }
    return;
  case BinaryOp::kShl:
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
    return copy(to, from_a);
  default:
    return;
  }
}

void Generator::binop_constant(BinaryOp op, NodeId to, NodeId from,
                               std::int64_t constant) {
  switch (op) {
  case BinaryOp::kAdd:
    return copy(to, from, narrow(constant));
  case BinaryOp::kSub:
    return copy(to, from, narrow(-constant));
  case BinaryOp::kShl:
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
    return copy(to, from);
  case BinaryOp::kOr:
  case BinaryOp::kXor:
    copy(to, from);
    if (constant > 0 && constant <= kMostTag) {
      copy(to, from, narrow(constant));
      copy(to, from, narrow(-constant));
    }
    return;
  case BinaryOp::kAnd:
    // A mask that keeps only low bits keeps no pointer; one that clears marks
    // rounds down; one that clears more rounds to some place in the object.
    if (constant >= 0 && constant <= UINT16_MAX)
      return;
    if (~constant < 0 || ~constant > kMostTag) {
      if (~constant >= 0 && ~constant <= INT32_MAX)
        return copy_any(to, from, kUnknownStride);
      return copy(to, from);
    }
    for (std::int32_t tag = 0; tag <= ~constant; ++tag)
      copy(to, from, -tag);
    return;
  default:
    return;
  }
}

// Arithmetic that the front end does not know keeps nothing.
void Generator::unknown(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  const std::string &why = unit_of(context).text(StrId(f.insts[v].extra));
  if (why == kVaStart) {
    NodeId list = node(context, f.operand(v, 0));
    if (list.valid() && frames_[context].varargs.valid())
      for (std::int32_t offset : {0, 8, 16})
        constraints_.store(list, frames_[context].varargs, offset);
    return;
  }
  if (why == kTypeId)
    return;
  NodeId to = node(context, v);
  bool has_pointers = false;
  for (ValueId operand : f.operands_of(v)) {
    NodeId from = node(context, operand);
    if (unit_of(context).types.is_int(f.insts[operand].type)) {
      copy(to, from);
    } else if (from.valid()) {
      copy(escaped_, from);
      has_pointers = true;
    }
  }
  if (!has_pointers)
    return copy(to, library_);
  use_outside();
  copy(to, outside_);
}

} // namespace wt::pointer
