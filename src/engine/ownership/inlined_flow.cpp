// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See inlined_flow.h: frames, memory, instructions.  Calls: inlined_calls.cpp.

#include "engine/ownership/inlined_flow.h"

#include "engine/ownership/inlined_pointer.h"
#include "ir/cfg.h"
#include "program/constants.h"

#include <algorithm>
#include <utility>

namespace wt::ownership {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMaxInstructions = 40'000; // of all frames
constexpr std::size_t kMaxFrames = 4'000;
constexpr std::size_t kMaxRounds = 40;
constexpr std::size_t kMaxOffsets = 8; // of one object in one set
constexpr std::size_t kMaxPointers = 64;
constexpr unsigned kPointerBits = 64;

// Blocks that are entered without an exception.
std::vector<ir::BlockId> plain_blocks(const ir::Function &body) {
  std::vector<bool> met(body.blocks.size(), false);
  std::vector<ir::BlockId> todo{ir::Function::entry()}, out;
  while (!todo.empty()) {
    ir::BlockId block = todo.back();
    todo.pop_back();
    if (met[block.value])
      continue;
    met[block.value] = true;
    out.push_back(block);
    const auto &successors = body.blocks[block].successors;
    bool is_call = body.insts[body.terminator(block)].op == Op::kCall;
    for (std::size_t i = 0; i < successors.size(); ++i)
      if (!(is_call && i == 1))
        todo.push_back(successors[i]);
  }
  std::ranges::sort(out);
  return out;
}

bool is_shift(ir::BinaryOp op) {
  return op == ir::BinaryOp::kShl || op == ir::BinaryOp::kLShr ||
         op == ir::BinaryOp::kAShr;
}

} // namespace

InlinedFlow::InlinedFlow(const Facts &facts, ProcedureId procedure)
    : facts_(facts) {
  Object outside;
  outside.is_outside = true;
  objects_.push_back(outside);
  enter(procedure, 0, {});
  for (std::uint32_t i = 0; !is_too_much_ && i < body(0).param_count; ++i)
    value(0, ValueId(i)) = {pointer(kOutside, 0)};
}

std::optional<std::size_t>
InlinedFlow::enter(ProcedureId procedure, std::size_t caller, ValueId call) {
  const ir::Function &function = facts_.program.body(procedure);
  Frame frame;
  frame.procedure = procedure;
  frame.caller = caller;
  frame.call = call;
  frame.blocks = plain_blocks(function);
  for (ir::BlockId block : frame.blocks)
    instructions_ += function.blocks[block].insts.size();
  if (instructions_ > kMaxInstructions || frames_.size() >= kMaxFrames) {
    is_too_much_ = true;
    return std::nullopt;
  }
  frame.values.resize(function.insts.size());
  frames_.push_back(std::move(frame));
  is_changed_ = true;
  return frames_.size() - 1;
}

bool InlinedFlow::run(Budget &budget) {
  for (std::size_t round = 0; round < kMaxRounds; ++round) {
    is_changed_ = false;
    for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
      const ir::Function &function = body(frame);
      // New frames may move them all.
      const std::vector<ir::BlockId> blocks = frames_[frame].blocks;
      for (ir::BlockId block : blocks)
        for (ValueId v : function.blocks[block].insts)
          if (!is_too_much_)
            step(frame, v);
    }
    if (is_too_much_ || !budget.spend(1 + instructions_ / 16))
      return false;
    // What no function was found for by now may reach any that fits.
    if (!is_changed_ && std::exchange(is_settled_, true))
      return true;
  }
  return false;
}

std::uint32_t InlinedFlow::add_object(Object object) {
  objects_.push_back(std::move(object));
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

bool InlinedFlow::insert(Pointers &to, Pointer p) {
  std::uint32_t object = object_of(p);
  if (object == kOutside)
    p = pointer(kOutside, 0);
  auto first = std::ranges::lower_bound(to, pointer(object, 0));
  auto last = first;
  while (last != to.end() && object_of(*last) == object)
    ++last;
  std::uint64_t anywhere = pointer(object, kAnywhere);
  if (std::find(first, last, p) != last ||
      std::find(first, last, anywhere) != last)
    return false;
  bool is_many = static_cast<std::size_t>(last - first) >= kMaxOffsets;
  if (is_many || p == anywhere) {
    to.erase(first, last);
    p = anywhere;
  }
  to.insert(std::ranges::lower_bound(to, p), p);
  is_too_much_ |= to.size() > kMaxPointers;
  return true;
}

void InlinedFlow::insert(Pointers &to, const Pointers &from) {
  for (Pointer p : from)
    insert(to, p);
}

void InlinedFlow::add(Pointers &to, Pointer p) { is_changed_ |= insert(to, p); }

void InlinedFlow::add(Pointers &to, const Pointers &from) {
  for (Pointer p : from)
    add(to, p);
}

InlinedFlow::Pointers
InlinedFlow::shifted(const Pointers &from,
                     std::optional<std::int64_t> by) const {
  Pointers out;
  for (Pointer p : from)
    out.push_back(moved(p, by));
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

InlinedFlow::Pointers InlinedFlow::read(const Pointers &addresses,
                                        bool is_number) {
  Pointers out;
  for (Pointer p : addresses) {
    if (ProgramVariableId table = objects_[object_of(p)].table;
        table.valid() && offset_of(p) >= 0)
      if (auto function =
              constant_function(facts_.program, table,
                                static_cast<std::uint64_t>(offset_of(p)))) {
        insert(out, address_of(*function));
        continue;
      }
    const Object &object = objects_[object_of(p)];
    if (object.is_outside)
      insert(out, pointer(kOutside, 0));
    for (const auto &[offset, held] : object.cells)
      if (offset == offset_of(p) || (offset == kAnywhere && !is_number) ||
          offset_of(p) == kAnywhere)
        insert(out, held);
  }
  return out;
}

void InlinedFlow::write(const Pointers &addresses, const Pointers &held) {
  if (held.empty())
    return;
  for (Pointer p : addresses) {
    if (objects_[object_of(p)].is_outside)
      give_up(held);
    if (object_of(p) != kOutside)
      add(objects_[object_of(p)].cells[offset_of(p)], held);
  }
}

void InlinedFlow::copy(const Pointers &to, const Pointers &from,
                       std::optional<std::int64_t> bytes) {
  for (Pointer source : from) {
    std::int32_t begin = offset_of(source);
    if (objects_[object_of(source)].is_outside)
      write(shifted(to, std::nullopt), {pointer(kOutside, 0)});
    const auto cells = objects_[object_of(source)].cells;
    for (const auto &[offset, held] : cells) {
      bool is_known = begin != kAnywhere && offset != kAnywhere && bytes;
      if (is_known && (offset < begin || offset - begin >= *bytes))
        continue;
      write(shifted(to, is_known ? std::optional<std::int64_t>(offset - begin)
                                 : std::nullopt),
            held);
    }
  }
}

void InlinedFlow::give_up(const Pointers &pointers) {
  std::vector<std::uint32_t> todo;
  for (Pointer p : pointers)
    todo.push_back(object_of(p));
  while (!todo.empty()) {
    Object &object = objects_[todo.back()];
    todo.pop_back();
    if (object.is_outside)
      continue;
    object.is_outside = is_changed_ = true;
    for (const auto &[offset, held] : object.cells)
      for (Pointer p : held)
        todo.push_back(object_of(p));
  }
}

void InlinedFlow::free(const Pointers &pointers) {
  for (Pointer p : pointers)
    objects_[object_of(p)].is_freed = true;
}

InlinedFlow::Pointers InlinedFlow::reachable(const Pointers &from) {
  return closure(from, [&](Pointer p) {
    Pointers all;
    for (const auto &[offset, held] : objects_[object_of(p)].cells)
      all.insert(all.end(), held.begin(), held.end());
    return all;
  });
}

std::optional<std::int64_t> InlinedFlow::number(const ir::Function &function,
                                                ValueId v) const {
  if (function.insts[v].op == Op::kInt)
    return function.int_value(v);
  return std::nullopt;
}

std::vector<InlinedFlow::Made> InlinedFlow::made() const {
  std::vector<Made> out;
  for (const Object &object : objects_) {
    if (!object.is_new)
      continue;
    Made made;
    made.maker = frames_[object.frame].procedure;
    made.family = object.family;
    made.is_freed = object.is_freed;
    made.is_outside = object.is_outside;
    made.call = object.call;
    made.is_here = object.frame == 0;
    for (std::size_t frame = object.frame; frame != 0;
         frame = frames_[frame].caller)
      made.call = frames_[frame].call;
    for (const Object &holder : objects_)
      if (holder.is_new && &holder != &object && !holder.is_freed &&
          !holder.is_outside)
        for (const auto &[offset, held] : holder.cells)
          made.is_held |= std::ranges::any_of(held, [&](Pointer p) {
            return &objects_[object_of(p)] == &object;
          });
    out.push_back(made);
  }
  std::ranges::stable_sort(out, {}, &Made::call);
  return out;
}

// Of numbers made of pointers: `p + n`, `p & ~7`, but not `end - begin`.
InlinedFlow::Pointers InlinedFlow::computed(ir::BinaryOp op, const Pointers &a,
                                            const Pointers &b) const {
  bool is_distance = op == ir::BinaryOp::kSub && !a.empty() && !b.empty();
  bool is_address = op == ir::BinaryOp::kAdd || op == ir::BinaryOp::kSub ||
                    op == ir::BinaryOp::kAnd || op == ir::BinaryOp::kOr ||
                    op == ir::BinaryOp::kXor;
  if (!is_address || is_distance)
    return {};
  Pointers both = a;
  both.insert(both.end(), b.begin(), b.end());
  return shifted(both, std::nullopt);
}

InlinedFlow::Pointer InlinedFlow::address_of(ProcedureId procedure) {
  auto [found, is_new] = functions_.try_emplace(procedure);
  if (is_new) {
    Object object;
    object.is_function = true;
    object.function = procedure;
    found->second = add_object(object);
  }
  return pointer(found->second, 0);
}

// A table of virtual functions is known; other globals are outside.
InlinedFlow::Pointer InlinedFlow::global(ProgramVariableId variable) {
  const ProgramVariable &is = facts_.program.variables()[variable];
  if (!is.is_defined || initial_value(facts_.program, variable).vtable.empty())
    return pointer(kOutside, 0);
  auto [found, is_new] = tables_.try_emplace(variable);
  if (is_new) {
    Object object;
    object.is_outside = true;
    object.table = variable;
    found->second = add_object(object);
  }
  return pointer(found->second, 0);
}

// Leaves belong to no block: they are looked at where they are used.
void InlinedFlow::add_leaves(std::size_t frame, ValueId v) {
  const ir::Function &function = body(frame);
  for (ValueId operand : function.operands_of(v)) {
    const ir::Inst &leaf = function.insts[operand];
    UnitId unit = facts_.program.procedures()[frames_[frame].procedure].unit;
    if (leaf.op == Op::kOpaque)
      add(value(frame, operand), pointer(kOutside, 0));
    if (leaf.op == Op::kGlobal)
      add(value(frame, operand),
          global(facts_.program.variable(unit, function.global(operand))));
    if (leaf.op == Op::kFunction)
      add(value(frame, operand), address_of(facts_.program.procedure(
                                     unit, function.function(operand))));
  }
}

void InlinedFlow::step(std::size_t frame, ValueId v) {
  const ir::Function &function = body(frame);
  const ir::Inst &inst = function.insts[v];
  add_leaves(frame, v);
  auto of = [&](std::uint32_t i) -> const Pointers & {
    return value(frame, function.operand(v, i));
  };
  switch (inst.op) {
  case Op::kSlot: {
    auto [found, is_new] = frames_[frame].slots.try_emplace(v);
    if (is_new)
      found->second = add_object({});
    add(value(frame, v), pointer(found->second, 0));
    return;
  }
  case Op::kField:
    add(value(frame, v), shifted(of(0), function.field(v).offset));
    return;
  case Op::kElement: {
    std::optional<std::int64_t> index =
        number(function, function.operand(v, 1));
    if (index)
      *index *= static_cast<std::int32_t>(inst.extra);
    add(value(frame, v), shifted(of(0), index));
    return;
  }
  case Op::kLoad: {
    const ir::Type &type =
        facts_.program.unit_of(frames_[frame].procedure).types[inst.type];
    bool is_number = type.kind == ir::TypeKind::kInt;
    if (!is_number || type.width == kPointerBits)
      add(value(frame, v), read(of(0), is_number));
    return;
  }
  case Op::kStore:
    write(Pointers(of(0)), Pointers(of(1)));
    return;
  case Op::kMemCopy:
    copy(Pointers(of(0)), Pointers(of(1)),
         number(function, function.operand(v, 2)));
    return;
  case Op::kCast:
    add(value(frame, v), Pointers(of(0)));
    return;
  case Op::kBinop:
    if (is_shift(ir::BinaryOp(inst.code)))
      return give_up(of(0)); // packed: it may come back in other words
    add(value(frame, v), computed(ir::BinaryOp(inst.code), of(0), of(1)));
    return;
  case Op::kPhi:
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      add(value(frame, v), Pointers(of(i)));
    return;
  case Op::kSelect:
    add(value(frame, v), Pointers(of(1)));
    add(value(frame, v), Pointers(of(2)));
    return;
  case Op::kUnknown:
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      give_up(of(i));
    add(value(frame, v), pointer(kOutside, 0));
    return;
  case Op::kReturn:
    if (inst.operand_count > 0 && frame == 0)
      give_up(of(0));
    else if (inst.operand_count > 0)
      add(frames_[frame].result, Pointers(of(0)));
    return;
  case Op::kCall:
    return call(frame, v);
  default:
    return; // compares, jumps, markers
  }
}

} // namespace wt::ownership
