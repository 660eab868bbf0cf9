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

class Path {
public:
  Path(Body &body, logic::Decider &decider, Cond question)
      : body_(body), decider_(decider), question_(question),
        found_(decider.found()) {}

  // Invalid: the answer ran out of steps.
  BlockId after(BlockId block) {
    const auto &successors = body_.function.blocks[block].successors;
    std::vector<BlockId> open;
    for (BlockId to : successors) {
      if (to == body_.unrolled.cut ||
          std::ranges::find(open, to) != open.end())
        continue;
      Cond edge = body_.guards().edge(block, to);
      if (std::optional<bool> taken = value(edge)) {
        if (*taken)
          return to;
        continue;
      }
      open.push_back(to);
    }
    for (BlockId to : open) {
      Cond with = body_.table.both(question_, body_.guards().edge(block, to));
      if (open.size() > 1 &&
          decider_.can_hold(with) != logic::Answer::kYes)
        continue;
      if (open.size() > 1) {
        question_ = with;
        found_ = decider_.found();
      }
      return to;
    }
    return {};
  }

private:
  std::optional<bool> value(Cond c) const {
    for (std::uint32_t atom : body_.table.atoms_of(c))
      if (!found_.contains(atom))
        return std::nullopt;
    return body_.table.evaluate(
        c, [&](std::uint32_t atom) { return found_.at(atom); });
  }

  Body &body_;
  logic::Decider &decider_;
  Cond question_;
  std::unordered_map<std::uint32_t, bool> found_;
};

// Does the block stand for one of a later round?
bool is_any_round(const Body &body, BlockId block) {
  const ir::Function &original =
      body.setting.facts.program.body(body.setting.procedure);
  return std::ranges::any_of(
      body.function.blocks[block].insts, [&](ValueId v) {
        ValueId origin = body.unrolled.origin[v];
        return body.function.insts[v].op == Op::kUnknown && origin &&
               original.insts[origin].op == Op::kPhi;
      });
}

} // namespace

Witness witness_of(Body &body, logic::Decider &decider, Cond question,
                   BlockId exit) {
  Witness out;
  out.procedure = body.setting.procedure;
  Path path(body, decider, question);
  const ir::Function &f = body.function;
  for (BlockId at = ir::Function::entry(); at != exit;) {
    BlockId next = path.after(at);
    if (!next || is_any_round(body, next))
      return out;
    WitnessStep step;
    step.block = body.unrolled.block_origin[next];
    step.exceptional = f.insts[f.terminator(at)].op == Op::kCall &&
                       f.blocks[at].successors[1] == next;
    out.steps.push_back(step);
    at = next;
  }
  out.last = body.unrolled.origin[f.terminator(exit)];
  return out;
}

} // namespace wt::valueflow
