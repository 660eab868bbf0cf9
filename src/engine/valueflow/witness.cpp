// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a path off the atoms: see witness.h.

#include "engine/valueflow/witness.h"

#include <algorithm>

namespace wt::valueflow {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

// Invalid: none, which a contradiction among facts would explain.
BlockId after(Body &body, const Questions &questions, BlockId block) {
  for (BlockId to : body.function.blocks[block].successors)
    if (to != body.unrolled.cut &&
        questions.value(body.guards().edge(block, to)))
      return to;
  return {};
}

// Does the block stand for one of a later round?
bool is_any_round(const Body &body, BlockId block) {
  const ir::Function &original =
      body.setting.facts.program.body(body.setting.procedure);
  return std::ranges::any_of(body.function.blocks[block].insts, [&](ValueId v) {
    ValueId origin = body.unrolled.origin[v];
    return body.function.insts[v].op == Op::kUnknown && origin &&
           original.insts[origin].op == Op::kPhi;
  });
}

// Numbers that the path assumes: of parameters, and of results in a block.
void assume(const Body &body, Questions &questions, ValueId value,
            Witness &out) {
  if (std::optional<std::int64_t> number = questions.number(value)) {
    WitnessStep step;
    step.kind = WitnessStep::Kind::kValue;
    step.value = body.unrolled.origin[value];
    step.number = *number;
    out.steps.push_back(step);
  }
}

void assume_results(const Body &body, Questions &questions, BlockId block,
                    Witness &out) {
  const ir::Function &f = body.function;
  for (ValueId v : f.blocks[block].insts)
    if (f.insts[v].op == Op::kCall &&
        f.insts[v].type != ir::TypeTable::void_type())
      assume(body, questions, v, out);
}

} // namespace

logic::Answer with_all_branches(Body &body, Questions &questions, Cond lost) {
  const ir::Function &f = body.function;
  questions.include(lost); // there may be no branch
  for (BlockId block : f.blocks.ids())
    if (body.is_reachable(block))
      for (BlockId to : f.blocks[block].successors)
        questions.include(body.guards().edge(block, to));
  return questions.can_hold(lost);
}

Witness witness_of(Body &body, Questions &questions, Cond lost, BlockId exit) {
  Witness out;
  out.procedure = body.setting.procedure;
  const ir::Function &f = body.function;
  // A round that stands for others cannot be walked.
  for (BlockId block : f.blocks.ids())
    if (body.is_reachable(block) && is_any_round(body, block))
      lost = body.table.both(lost, !body.guard(block));
  if (questions.can_hold(lost) != logic::Answer::kYes)
    return out;
  for (std::uint32_t i = 0; i < f.param_count; ++i)
    assume(body, questions, ValueId(i), out);
  assume_results(body, questions, ir::Function::entry(), out);
  for (BlockId at = ir::Function::entry(); at != exit;) {
    BlockId next = after(body, questions, at);
    if (!next)
      return out;
    WitnessStep step;
    step.block = body.unrolled.block_origin[next];
    step.exceptional = f.insts[f.terminator(at)].op == Op::kCall &&
                       f.blocks[at].successors[1] == next;
    out.steps.push_back(step);
    assume_results(body, questions, next, out);
    at = next;
  }
  out.last = body.unrolled.origin[f.terminator(exit)];
  return out;
}

} // namespace wt::valueflow
