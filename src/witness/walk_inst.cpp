// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one instruction do to the walk?  See walk.h; what it computes is in
// frame.h, what it does to memory in memory.h.

#include "witness/walk.h"

#include <algorithm>

namespace wt::walking {

bool Walk::run_to(ValueId stop) {
  const auto &insts = frame().function->blocks[frame().block].insts;
  auto at = std::find(insts.begin(), insts.end(), stop);
  if (at == insts.end() ||
      static_cast<std::size_t>(at - insts.begin()) < frame().position)
    return contradict("the path does not come to " + line_of(stop));
  while (insts[frame().position] != stop) {
    if (!execute(insts[frame().position]))
      return false;
    ++frame().position;
  }
  frame().at_start = false;
  return true;
}

// Everything up to and including the losing instruction; unconditional edges
// on the way need no step.
bool Walk::run_last() {
  ValueId last = witness_.last;
  if (!frame().function->insts.contains(last) ||
      !frame().function->insts[last].block)
    return contradict("the path ends at no instruction");
  while (frame().block != frame().function->insts[last].block) {
    const auto &next = frame().function->blocks[frame().block].successors;
    if (next.size() != 1 || ++instructions_ > kMostInstructions)
      return contradict("the path ends before the losing place");
    if (!go_to(next[0], false))
      return false;
  }
  const auto &insts = frame().function->blocks[frame().block].insts;
  bool has_run = std::find(insts.begin() + frame().position, insts.end(),
                           last) == insts.end();
  if (has_run)
    return contradict("the path ends behind the losing place");
  if (!run_to(last))
    return false;
  last_ran_ = true;
  const ir::Inst &inst = frame().function->insts[last];
  bool ends_block = last == frame().function->terminator(frame().block);
  if (inst.op == Op::kReturn && inst.operand_count == 1 && frames_.size() == 1)
    returned_ = value_of(frame(), frame().function->operand(last, 0));
  if (inst.op == Op::kCall && !frame().terminator_done)
    return execute_call(last, is_unwound_);
  if (!ends_block && !execute(last))
    return false;
  return true;
}

bool Walk::execute(ValueId v) {
  if (++instructions_ > kMostInstructions)
    return undecided("the path is too long to be executed");
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[v];
  TermId term;
  switch (inst.op) {
  case Op::kCall:
    return execute_call(v, false);
  case Op::kSlot: {
    auto [at, is_new] = f.slots.emplace(v, ObjectId());
    if (is_new)
      at->second = memory_.add(Object::Kind::kSlot);
    term = terms_.address(at->second, 0);
    if (!terms_.assume_not(term, 0))
      return undecided("a local has no address");
    break;
  }
  case Op::kScopeEnd:
    for (auto [slot, object] : f.slots)
      if (f.function->variable(slot) == f.function->variable(v))
        memory_.forget(object);
    return true;
  case Op::kAssign:
    return true;
  case Op::kField:
  case Op::kElement: {
    TermId base = value_of(f, f.function->operand(v, 0));
    TermId offset = inst.op == Op::kField
                        ? terms_.integer(f.function->field(v).offset)
                        : terms_.binop(ir::BinaryOp::kMul,
                                       value_of(f, f.function->operand(v, 1)),
                                       terms_.integer(inst.extra), 64);
    term = machine_.offset_address(base, offset);
    break;
  }
  case Op::kLoad:
  case Op::kStore:
  case Op::kMemCopy:
  case Op::kMemFill:
    return execute_memory(v);
  case Op::kUnknown: {
    std::vector<TermId> operands;
    for (ValueId operand : f.function->operands_of(v))
      operands.push_back(value_of(f, operand));
    give_to_unknown_code(operands, "an operation that is not modelled");
    term = terms_.symbol(width_of(*f.unit, inst.type));
    break;
  }
  default:
    term = machine_.compute(f, v);
    break;
  }
  machine_.set(f, v, term);
  return true;
}

bool Walk::execute_memory(ValueId v) {
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[v];
  TermId term;
  switch (inst.op) {
  case Op::kLoad: {
    TermId from = value_of(f, f.function->operand(v, 0));
    if (!terms_.assume_not(from, 0))
      return contradict("a null pointer is read at " + line_of(v));
    if (witness_.last == v)
      at_last_.used |=
          memory_.any(memory_[memory_.resolve(from).object].freed) == true;
    term = memory_.load(from, size_of(*f.unit, inst.type),
                        width_of(*f.unit, inst.type));
    if (verdict_.site.kind == Site::Kind::kLoad && is_site(v))
      track_load(from, term, v);
    break;
  }
  case Op::kStore: {
    TermId to = value_of(f, f.function->operand(v, 0));
    ValueId stored = f.function->operand(v, 1);
    if (!terms_.assume_not(to, 0))
      return contradict("a null pointer is written at " + line_of(v));
    if (witness_.last == v)
      at_last_.used |=
          memory_.any(memory_[memory_.resolve(to).object].freed) == true;
    forget_answers(to);
    memory_.store(to, value_of(f, stored),
                  size_of(*f.unit, f.function->insts[stored].type));
    return true;
  }
  case Op::kMemCopy:
    forget_answers(value_of(f, f.function->operand(v, 0)));
    memory_.copy(value_of(f, f.function->operand(v, 0)),
                 value_of(f, f.function->operand(v, 1)),
                 value_of(f, f.function->operand(v, 2)));
    return true;
  case Op::kMemFill:
    forget_answers(value_of(f, f.function->operand(v, 0)));
    memory_.fill(value_of(f, f.function->operand(v, 0)),
                 value_of(f, f.function->operand(v, 1)),
                 value_of(f, f.function->operand(v, 2)));
    return true;
  default:
    return true;
  }
  machine_.set(f, v, term);
  return true;
}

// The object that a cell holds.  One that the function found there when it
// began is what the site states; of anything else it must be seen.
void Walk::track_load(TermId from, TermId &term, ValueId load) {
  std::vector<ObjectId> held = terms_.objects_in(term);
  if (!held.empty()) {
    tracked_.push_back(held[0]);
    return;
  }
  if (terms_.value(term) == 0) {
    no_object_ = "nothing is held by what is read at " + line_of(load);
    return;
  }
  Object::Kind kind = memory_[memory_.resolve(from).object].kind;
  bool is_from_before =
      memory_.is_initial(from) &&
      (kind == Object::Kind::kOutside || kind == Object::Kind::kGlobal);
  assume_object(term, is_from_before
                          ? ""
                          : "it is not seen what is read at " + line_of(load));
  memory_.store(from, term,
                size_of(*frame().unit, frame().function->insts[load].type));
}

} // namespace wt::walking
