// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers as verdicts.  See verdicts.h.

#include "engine/contradiction/verdicts.h"

#include "engine/sites.h"
#include "witness/walker.h"

#include <algorithm>

namespace wt::contradiction {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Site site_of(const Found &found) {
  return {found.procedure, Site::Kind::kCall, found.call,
          site_place(found.place), found.family};
}

namespace {

// The blocks that must follow until the function returns; empty: others may.
std::vector<BlockId> straight_to_return(const ir::Function &function,
                                        BlockId block) {
  std::vector<BlockId> path;
  while (path.size() <= function.blocks.size()) {
    Op end = function.insts[function.terminator(block)].op;
    path.push_back(block);
    if (end == Op::kReturn || end == Op::kRethrow)
      return path;
    if (function.blocks[block].successors.size() != 1)
      return {};
    block = function.blocks[block].successors[0];
  }
  return {};
}

WitnessStep block_step(BlockId block, bool exceptional) {
  WitnessStep step;
  step.block = block;
  step.exceptional = exceptional;
  return step;
}

} // namespace

ValueId losing_instruction(const ir::Function &function, const Probe &probe) {
  if (function.insts[probe.at].op != Op::kScopeEnd)
    return probe.at;
  std::vector<BlockId> rest = straight_to_return(function, probe.block);
  return rest.empty() ? probe.at : function.terminator(rest.back());
}

std::string reason_of(const ir::Function &function, const Probe &probe) {
  switch (probe.kind) {
  case Probe::Kind::kOverwritten:
    return "it is overwritten";
  case Probe::Kind::kFreed:
    return "the object that holds it is freed";
  case Probe::Kind::kIgnored:
    return "nothing keeps it";
  case Probe::Kind::kOutOfScope:
    break;
  }
  switch (function.insts[losing_instruction(function, probe)].op) {
  case Op::kReturn:
    return "it is not freed before the function returns";
  case Op::kRethrow:
    return "it is not freed when an exception leaves the function";
  default:
    return "its last variable goes out of scope";
  }
}

namespace {

WitnessStep value_step(ValueId value, std::int64_t number) {
  WitnessStep step;
  step.kind = WitnessStep::Kind::kValue;
  step.value = value;
  step.number = number;
  return step;
}

// Turns the steps of a trail, from the earliest on, into those of a witness.
class Teller {
public:
  explicit Teller(Witness &out) : out_(out) {}

  void tell(const TrailStep &step, const TrailStep *next) {
    switch (step.kind) {
    case TrailStep::Kind::kCalled: {
      go_to(step.block, false);
      WitnessStep enter;
      enter.kind = WitnessStep::Kind::kEnter;
      enter.value = step.call;
      enter.callee = next ? next->procedure : ProcedureId();
      out_.steps.push_back(enter);
      is_at_entry_ = true;
      return;
    }
    case TrailStep::Kind::kLeft: {
      WitnessStep leave;
      leave.kind = WitnessStep::Kind::kLeave;
      out_.steps.push_back(leave);
      is_back_ = true;
      return;
    }
    case TrailStep::Kind::kBlock:
      go_to(step.block, exceptional_);
      for (auto at = step.numbers.rbegin(); at != step.numbers.rend(); ++at)
        out_.steps.push_back(value_step(at->first, at->second));
      exceptional_ = step.exceptional;
    }
  }

private:
  void go_to(BlockId block, bool exceptional) {
    if (!is_at_entry_ && !is_back_)
      out_.steps.push_back(block_step(block, exceptional));
    is_at_entry_ = is_back_ = false;
  }

  Witness &out_;
  bool is_at_entry_ = true; // of a procedure: its first block is not told
  bool is_back_ = false;    // in the block of the call
  bool exceptional_ = false;
};

} // namespace

Witness path_of(const Answer &answer, TrailId from) {
  Witness out;
  Teller teller(out);
  std::vector<TrailId> back; // callees are shared by those who ask them
  for (TrailId id = from; id.valid();) {
    const TrailStep &step = answer.trails[id.value];
    if (id == from)
      out.procedure = step.procedure;
    id = step.later;
    if (step.kind == TrailStep::Kind::kCalled && step.back.valid())
      back.push_back(step.back);
    if (step.kind == TrailStep::Kind::kLeft && !back.empty()) {
      id = back.back();
      back.pop_back();
    } else if (step.kind == TrailStep::Kind::kLeft) {
      return {}; // it begins inside a callee: nothing to tell
    }
    teller.tell(step, id.valid() ? &answer.trails[id.value] : nullptr);
  }
  return out;
}

Witness witness_of(const Workspace &workspace, const Probe &probe,
                   const Answer &answer, const Found &found) {
  const ir::Function &function = workspace.facts.program.body(probe.procedure);
  if (!found.is_complete)
    return {};
  Witness out = path_of(answer, found.trail);
  out.last = losing_instruction(function, probe);
  if (out.last != probe.at) {
    std::vector<BlockId> rest = straight_to_return(function, probe.block);
    for (std::size_t i = 1; i < rest.size(); ++i)
      out.steps.push_back(block_step(rest[i], false));
  }
  return out;
}

Verdict verdict_of(const Workspace &workspace, const Probe &probe,
                   const Answer &answer, const Found &found) {
  const ir::Function &function = workspace.facts.program.body(probe.procedure);
  Verdict out;
  out.site = site_of(found);
  const model::Family &family = workspace.facts.models.family(found.family);
  out.kind = family.is_memory ? FindingKind::kLeak : FindingKind::kResourceLeak;
  out.answer = Verdict::Answer::kLeaks;
  out.reason = reason_of(function, probe);
  out.losing.push_back(losing_instruction(function, probe));
  Witness witness = witness_of(workspace, probe, answer, found);
  if (witness.last.valid())
    out.witnesses.push_back(std::move(witness));
  return out;
}

static bool is_believed(const Workspace &workspace, const Verdict &verdict) {
  return std::ranges::none_of(verdict.witnesses, [&](const Witness &witness) {
    // Callees are run only where the function itself permits the way.
    if (is_impossible(workspace.facts.program, workspace.facts.models, verdict,
                      witness))
      return true;
    return replay_as_told(workspace.facts.program, workspace.facts.models,
                          verdict, witness)
               .outcome == Replay::Outcome::kContradicted;
  });
}

Answer search(Workspace &workspace, const WalkLimits &limits,
              const Probe &probe, Refutations *refuted) {
  Believes believes = [&](const Answer &answer, const Found &found) {
    return is_believed(workspace, verdict_of(workspace, probe, answer, found));
  };
  Answer answer =
      walk(workspace, Manner::kSearch, limits, probe, refuted, believes);
  if (answer.disbelieved == 0 || !answer.found.empty())
    return answer;
  WalkLimits finer = limits;
  finer.apart = std::max(limits.apart, limits.apart_again);
  Answer again =
      walk(workspace, Manner::kSearch, finer, probe, refuted, believes);
  again.transfers += answer.transfers;
  return again;
}

} // namespace wt::contradiction
