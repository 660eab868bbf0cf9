// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes a witness: see walker.h.
//
// Instructions run as late as possible.  A kBlock step runs the rest of the
// current block and takes the edge, a kEnter step runs up to the call, a
// kLeave step runs up to the function's end.  After the last step everything
// up to the losing instruction runs, and the verdict is checked.

#include "witness/walker.h"

#include "model/model_of.h"
#include "witness/walk.h"

#include <algorithm>

namespace wt {

const char *name_of(Replay::Outcome outcome) {
  switch (outcome) {
  case Replay::Outcome::kConfirmed:
    return "confirmed";
  case Replay::Outcome::kContradicted:
    return "contradicted";
  case Replay::Outcome::kUndecided:
    return "undecided";
  }
  return "";
}

namespace walking {

bool Walk::contradict(std::string why) {
  result_ = Replay{Replay::Outcome::kContradicted, std::move(why)};
  return false;
}

bool Walk::undecided(std::string why) {
  result_ = Replay{Replay::Outcome::kUndecided, std::move(why)};
  return false;
}

std::string Walk::line_of(ValueId v) const {
  const SourcePos &pos = frames_.back().function->insts[v].pos;
  return pos.known() ? "line " + std::to_string(pos.line) : "a step";
}

const model::FunctionModel *Walk::model_of(ProcedureId p) const {
  return model::model_of(program_, models_, p);
}

std::optional<ProcedureId> Walk::callee_of(ValueId call) const {
  CallTargets targets = program_.targets(frames_.back().procedure, call);
  if (targets.procedures.size() == 1 &&
      targets.certainty == CallTargets::Certainty::kExact)
    return targets.procedures[0];
  return std::nullopt;
}

Replay Walk::run() {
  if (!program_.procedures()[witness_.procedure].has_body)
    return {Replay::Outcome::kContradicted, "the path starts in no body"};
  const ir::Function &function = program_.body(witness_.procedure);
  std::vector<TermId> arguments;
  for (std::uint32_t i = 0; i < function.param_count; ++i) {
    bool is_site = verdict_.site.kind == Site::Kind::kParameter &&
                   verdict_.site.procedure == witness_.procedure &&
                   verdict_.site.value == ValueId(i);
    arguments.push_back(
        terms_.symbol(width_of(program_.unit_of(witness_.procedure),
                               function.insts[ValueId(i)].type)));
    if (is_site)
      assume_object(arguments.back(), "");
  }
  push_frame(witness_.procedure, std::move(arguments));
  for (const WitnessStep &step : witness_.steps)
    if (!this->step(step))
      return *result_;
  if (!run_last())
    return *result_;
  if (guesses_.enters_none) // what callees make and free was not seen
    return {Replay::Outcome::kUndecided, "no function it calls was run"};
  return judge();
}

bool Walk::step(const WitnessStep &step) {
  switch (step.kind) {
  case WitnessStep::Kind::kBlock:
    return go_to(step.block, step.exceptional);
  case WitnessStep::Kind::kEnter:
    return enter_call(step);
  case WitnessStep::Kind::kLeave:
    return leave(step.exceptional);
  case WitnessStep::Kind::kValue:
    return guesses_.ignores_values || number(step.value, step.number);
  case WitnessStep::Kind::kEvent:
    return true;
  }
  return true;
}

void Walk::push_frame(ProcedureId procedure, std::vector<TermId> arguments) {
  Frame frame(program_, procedure);
  for (std::uint32_t i = 0; i < frame.function->param_count; ++i)
    frame.values[ValueId(i)] =
        i < arguments.size() ? arguments[i] : terms_.symbol(64);
  frames_.push_back(std::move(frame));
}

// The path goes to `block`: by which edge, and may it?
bool Walk::go_to(BlockId block, bool exceptional) {
  bool starts_here = block == frame().block && frame().at_start;
  if (starts_here)
    return true; // the entry block named explicitly
  if (!frame().function->blocks.contains(block))
    return contradict("the path names a block that does not exist");
  ValueId terminator = frame().function->terminator(frame().block);
  if (!frame().terminator_done && !run_to(terminator))
    return false;
  const auto &successors = frame().function->blocks[frame().block].successors;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    bool is_call = frame().function->insts[terminator].op == Op::kCall;
    bool fits = !is_call || !exceptional || i == 1;
    if (successors[i] == block && fits)
      return take_edge(terminator, i);
  }
  return contradict("the path leaves " + line_of(terminator) +
                    " by an edge that does not exist");
}

bool Walk::take_edge(ValueId terminator, std::size_t successor) {
  Frame &f = frame();
  const ir::Inst &inst = f.function->insts[terminator];
  BlockId target = f.function->blocks[f.block].successors[successor];
  if (inst.op == Op::kCall) {
    bool exceptional = successor == 1;
    if (f.terminator_done && f.left_exceptionally != exceptional)
      return contradict("the call at " + line_of(terminator) +
                        " ends in another way");
    if (!f.terminator_done && !execute_call(terminator, exceptional))
      return false;
  } else if (inst.op == Op::kBranch && inst.operand_count == 1) {
    const auto &successors = f.function->blocks[f.block].successors;
    bool both = successors[0] == successors[1];
    TermId condition = value_of(f, f.function->operand(terminator, 0));
    if (!both && !assume(condition, successor == 0, terminator))
      return false;
  } else if (inst.op == Op::kSwitch) {
    const ir::SwitchInfo &info = f.function->switch_info(terminator);
    TermId selector = value_of(f, f.function->operand(terminator, 0));
    const auto &successors = f.function->blocks[f.block].successors;
    if (successor > 0) {
      // Several cases may lead to one block; take the first possible one.
      bool possible = false;
      for (std::size_t i = 1; i < successors.size() && !possible; ++i)
        if (successors[i] == target) {
          Terms before = terms_;
          std::int64_t number = info.cases[i - 1];
          possible = terms_.assume_between(selector, number, number);
          if (!possible)
            terms_ = std::move(before);
        }
      if (!possible)
        return contradict("no case of the switch at " + line_of(terminator) +
                          " fits the known value");
    } else if (std::count(successors.begin(), successors.end(), target) == 1) {
      for (std::int64_t number : info.cases)
        if (!terms_.assume_not(selector, number))
          return contradict("the switch at " + line_of(terminator) +
                            " takes a case, not the default");
    }
  }
  return enter_block(target);
}

bool Walk::assume(TermId test, bool truth, ValueId at) {
  if (terms_.assume(test, truth))
    return true;
  return contradict("the branch at " + line_of(at) +
                    " is taken against its condition");
}

// All phis read the values from before the edge.
bool Walk::enter_block(BlockId block) {
  Frame &f = frame();
  BlockId from = f.block;
  f.block = block;
  f.position = 0;
  f.at_start = false;
  f.terminator_done = false;
  std::vector<std::pair<ValueId, TermId>> values;
  for (ValueId v : f.function->blocks[block].insts) {
    if (f.function->insts[v].op != Op::kPhi)
      break;
    std::span<const BlockId> incoming = f.function->incoming(v);
    auto at = std::find(incoming.begin(), incoming.end(), from);
    if (at == incoming.end())
      return contradict("a value has no meaning after this edge");
    values.emplace_back(
        v, value_of(f, f.function->operand(v, at - incoming.begin())));
  }
  f.position = values.size();
  for (auto [v, term] : values)
    f.values[v] = term;
  return true;
}

bool Walk::enter_call(const WitnessStep &step) {
  if (frames_.size() >= kMostFrames)
    return undecided("the path enters too many calls");
  const ir::Function &function = *frame().function;
  if (!function.insts.contains(step.value) ||
      function.insts[step.value].op != Op::kCall)
    return contradict("the path enters a call that does not exist");
  if (!run_to(step.value))
    return false;
  CallTargets targets = program_.targets(frame().procedure, step.value);
  bool possible =
      std::find(targets.procedures.begin(), targets.procedures.end(),
                step.callee) != targets.procedures.end();
  if (!possible || !program_.procedures()[step.callee].has_body)
    return contradict("the call at " + line_of(step.value) +
                      " does not lead where the path goes");
  std::vector<TermId> arguments;
  for (ValueId argument : function.arguments(step.value))
    arguments.push_back(value_of(frame(), argument));
  frame().calling = step.value;
  frame().objects_before = memory_.size();
  push_frame(step.callee, std::move(arguments));
  return true;
}

bool Walk::leave(bool exceptional) {
  ValueId terminator = frame().function->terminator(frame().block);
  const ir::Inst &inst = frame().function->insts[terminator];
  if (!exceptional) {
    if (inst.op != Op::kReturn)
      return contradict("the path returns where nothing returns");
    if (!run_to(terminator))
      return false;
  }
  TermId result;
  if (!exceptional && inst.operand_count == 1)
    result = value_of(frame(), frame().function->operand(terminator, 0));
  if (frames_.size() == 1) {
    // The outermost function: `last` has run, or runs in run_last().
    is_unwound_ = exceptional;
    return true;
  }
  frames_.pop_back();
  Frame &f = frame();
  ValueId call = f.calling;
  f.calling = ValueId();
  std::vector<TermId> arguments;
  for (ValueId argument : f.function->arguments(call))
    arguments.push_back(value_of(f, argument));
  if (!result)
    result = terms_.symbol(64);
  if (!exceptional && is_site(call))
    track_site(call, arguments, result);
  f.values[call] = result;
  bool ends_block = call == f.function->terminator(f.block);
  if (ends_block) {
    f.terminator_done = true;
    f.left_exceptionally = exceptional;
  } else if (exceptional) {
    return contradict("an exception is caught where nothing catches");
  } else {
    ++f.position;
  }
  return true;
}

// `value` has this number.  Inside the current block it may not have run yet.
bool Walk::number(ValueId value, std::int64_t number) {
  Frame &f = frame();
  if (!f.function->insts.contains(value))
    return contradict("the path names a value that does not exist");
  const auto &insts = f.function->blocks[f.block].insts;
  auto at = std::find(insts.begin() + f.position, insts.end(), value);
  bool is_leaf = ir::is_leaf(f.function->insts[value].op);
  bool has_run = is_leaf || (at == insts.end() && f.values[value]);
  if (!has_run) {
    f.assumed[value] = number;
    return true;
  }
  machine_.assume_number(f, value_of(f, value), value, number);
  return true;
}

} // namespace walking

namespace {

constexpr const char *kTooMany =
    "there are too many ways through the functions it calls";

// Walks again and again, until a guess confirms or no guess is left.  A walk on
// which no allocation fails is looked for first.
Replay replay_guessing(const Program &program, const model::ModelSet &models,
                       const Verdict &verdict, const Witness &witness,
                       walking::Guesses guesses) {
  std::optional<Replay> best, confirmed;
  for (int i = 0; i < walking::kMostWalks; ++i) {
    Replay replay =
        walking::Walk(program, models, verdict, witness, guesses).run();
    if (guesses.is_restart) {
      guesses.restart();
      continue;
    }
    if (replay.outcome == Replay::Outcome::kConfirmed) {
      if (replay.failed.empty())
        return replay;
      if (!confirmed)
        confirmed = std::move(replay);
    } else if (!best || replay.outcome == Replay::Outcome::kUndecided) {
      best = std::move(replay);
    }
    if (!guesses.advance())
      return confirmed ? *confirmed : *best;
  }
  if (confirmed)
    return *confirmed;
  return {Replay::Outcome::kUndecided, kTooMany};
}

// First with few guesses the other way, then the last ones first.
Replay replay_guessing(const Program &program, const model::ModelSet &models,
                       const Verdict &verdict, const Witness &witness,
                       bool ignores_values) {
  walking::Guesses guesses;
  guesses.ignores_values = ignores_values;
  Replay out = replay_guessing(program, models, verdict, witness, guesses);
  if (out.outcome != Replay::Outcome::kUndecided || out.why != kTooMany)
    return out;
  guesses.is_deep = true;
  return replay_guessing(program, models, verdict, witness, guesses);
}

} // namespace

bool is_impossible(const Program &program, const model::ModelSet &models,
                   const Verdict &verdict, const Witness &witness) {
  walking::Guesses guesses;
  guesses.ignores_values = true;
  guesses.enters_none = true;
  Replay out = walking::Walk(program, models, verdict, witness, guesses).run();
  return out.outcome == Replay::Outcome::kContradicted;
}

Replay replay_as_told(const Program &program, const model::ModelSet &models,
                      const Verdict &verdict, const Witness &witness) {
  return replay_guessing(program, models, verdict, witness, false);
}

// Blocks that make sense with other values than the engine's are no proof of
// a leak, but no contradiction either.
Replay replay(const Program &program, const model::ModelSet &models,
              const Verdict &verdict, const Witness &witness) {
  Replay result = replay_as_told(program, models, verdict, witness);
  bool has_values = std::ranges::any_of(witness.steps, [](const auto &step) {
    return step.kind == WitnessStep::Kind::kValue;
  });
  if (result.outcome != Replay::Outcome::kContradicted || !has_values)
    return result;
  Replay free = replay_guessing(program, models, verdict, witness, true);
  bool says_nothing_else =
      result.is_not_lost && free.outcome == Replay::Outcome::kUndecided;
  if (free.outcome == Replay::Outcome::kContradicted || says_nothing_else)
    return result;
  return {Replay::Outcome::kUndecided, "with these values, " + result.why,
          free.failed};
}

} // namespace wt
