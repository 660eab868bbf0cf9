// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Excuses for losses: see severity.h.

#include "verdict/severity.h"

#include "finding/names.h"
#include "model/model_of.h"
#include "verdict/failing_edges.h"
#include "witness/detour.h"

#include <algorithm>

namespace wt {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr int kDeepest = 3; // callees looked at for a jump back

bool is_leak(FindingKind kind) {
  return kind == FindingKind::kLeak || kind == FindingKind::kResourceLeak;
}

// Blocks that control may come to after the end of `from`.
std::vector<bool> blocks_after(const ir::Function &function, BlockId from) {
  std::vector<bool> seen(function.blocks.size());
  std::vector<BlockId> left = {from};
  while (!left.empty()) {
    BlockId at = left.back();
    left.pop_back();
    for (BlockId next : function.blocks[at].successors)
      if (!seen[next.value]) {
        seen[next.value] = true;
        left.push_back(next);
      }
  }
  return seen;
}

// Does a function that does not return end the process, as far as can be seen?
class EndOfProcess {
public:
  EndOfProcess(const Program &program, const model::ModelSet &models)
      : program_(program), models_(models) {}

  bool is_reached_by(ProcedureId caller, ValueId call, int depth) const {
    CallTargets targets = program_.targets(caller, call);
    bool is_known = targets.procedures.size() == 1 &&
                    targets.certainty == CallTargets::Certainty::kExact;
    if (!is_known)
      return false;
    ProcedureId target = targets.procedures[0];
    if (const auto *model = model::model_of(program_, models_, target))
      return !model->process_goes_on;
    return !program_.procedures()[target].has_body ||
           (depth > 0 && never_jumps(target, depth));
  }

private:
  bool never_jumps(ProcedureId procedure, int depth) const {
    const ir::Function &body = program_.body(procedure);
    for (const ir::Block &block : body.blocks)
      for (ValueId v : block.insts)
        if (body.insts[v].op == Op::kCall &&
            !is_reached_by(procedure, v, depth - 1))
          return false;
    return true;
  }

  const Program &program_;
  const model::ModelSet &models_;
};

// The call before an `unreachable` at the end of a block.
ValueId last_call(const ir::Function &function, const ir::Block &block) {
  for (auto v = block.insts.rbegin(); v != block.insts.rend(); ++v)
    if (function.insts[*v].op == Op::kCall)
      return *v;
  return {};
}

bool always_ends_process(const Program &program, const model::ModelSet &models,
                         ProcedureId procedure, ValueId losing) {
  const ir::Function &function = program.body(procedure);
  BlockId start = function.insts[losing].block;
  std::vector<bool> after = blocks_after(function, start);
  if (after[start.value]) // again and again
    return false;
  after[start.value] = true;
  bool ends = false;
  for (BlockId id : function.blocks.ids()) {
    if (!after[id.value])
      continue;
    const ir::Block &block = function.blocks[id];
    Op op = function.insts[block.insts.back()].op;
    if (op == Op::kReturn || op == Op::kRethrow)
      return false;
    if (!block.successors.empty())
      continue;
    ValueId call = last_call(function, block);
    if (!call.valid() || function.call(call).may_throw ||
        !EndOfProcess(program, models).is_reached_by(procedure, call, kDeepest))
      return false;
    ends = true;
  }
  return ends;
}

// `joint`: between several calls.
std::string failing(const Program &program, ProcedureId procedure,
                    std::span<const ValueId> calls, const std::string &joint) {
  const ir::Function &function = program.body(procedure);
  std::string out;
  for (ValueId call : calls) {
    const SourcePos &pos = function.insts[call].pos;
    out += (out.empty() ? "only if " : joint) +
           callee_name(program, procedure, call) + " fails";
    if (pos.known())
      out += " at line " + std::to_string(pos.line);
  }
  return out;
}

} // namespace

Replay replay_for_severity(const Program &program,
                           const model::ModelSet &models,
                           const Verdict &verdict, Witness &witness) {
  Replay result = replay(program, models, verdict, witness);
  bool may_be_excused = is_leak(verdict.kind) && !result.failed.empty() &&
                        result.outcome != Replay::Outcome::kContradicted;
  if (!may_be_excused)
    return result;
  std::vector<Witness> others =
      detours(program, witness, result.failed.front());
  if (std::optional<Witness> outer = outer_way(witness))
    others.insert(others.begin(), std::move(*outer));
  for (Witness &other : others) {
    Replay again = replay(program, models, verdict, other);
    if (again.outcome == Replay::Outcome::kConfirmed && again.failed.empty()) {
      witness = std::move(other);
      return again;
    }
  }
  return result;
}

std::string excuse_of(const Program &program, const model::ModelSet &models,
                      const Verdict &verdict, ValueId losing,
                      const Replay *replay) {
  ProcedureId procedure = verdict.site.procedure;
  const ir::Function &function = program.body(procedure);
  if (!is_leak(verdict.kind) || !function.insts.contains(losing) ||
      !function.insts[losing].block)
    return "";
  if (replay && !replay->failed.empty()) // its witness starts there
    return failing(program, procedure, replay->failed, " and ");
  bool is_confirmed = replay && replay->outcome == Replay::Outcome::kConfirmed;
  std::vector<ValueId> between =
      is_confirmed ? std::vector<ValueId>()
                   : failing_between(program, models, procedure,
                                     verdict.site.value, losing);
  if (!between.empty())
    return failing(program, procedure, between, " or ");
  BlockId block = function.insts[losing].block;
  auto is_once_at = [&](BlockId at) {
    return !blocks_after(function, at)[at.value];
  };
  const ir::Inst &site = function.insts[verdict.site.value];
  bool is_once = is_once_at(block) && (!site.block || is_once_at(site.block));
  if (is_once && program.procedures()[procedure].name == "main")
    return "once, in main()";
  if (always_ends_process(program, models, procedure, losing))
    return "just before the program ends";
  return "";
}

} // namespace wt
