// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backwards from a probe: the worklist.  See walk.h.

#include "engine/contradiction/exceptions.h"
#include "engine/contradiction/walking.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;

Answer Walk::run(const Probe &probe) {
  Lane lane;
  lane.at.procedure = probe.procedure;
  lane.at.block = probe.block;
  lane.at.cell = probe.cell;
  lane.position = probe.position;
  lane.at.trail = add_trail({}, lane);
  if (!transfer_.cells.is_infeasible(lane.at.cell))
    run_lane(std::move(lane));
  while (!todo_.empty() && !is_over_) {
    exprs_.distinctness = nullptr;
    auto next = std::prev(todo_.end());
    StateId id = next->second;
    todo_.erase(next);
    run_state(id);
  }
  return finish();
}

FunctionView &Walk::view(const Lane &lane) {
  return workspace_.view(lane.at.procedure);
}

// What becomes of an object that was found has steps of its own.
bool Walk::spend(const Lane &lane) {
  std::uint64_t &spent = lane.at.found ? completing_ : answer_.transfers;
  if (++spent <= (lane.at.found ? limits_.telling : limits_.transfers))
    return true;
  if (lane.at.found) {
    std::erase_if(todo_, [&](const auto &next) {
      return states_[next.second].found != 0;
    });
    return false;
  }
  stop(Answer::Kind::kAbandoned, "too many steps");
  return false;
}

void Walk::stop(Answer::Kind kind, const std::string &why) {
  is_over_ = true;
  answer_.kind = kind;
  answer_.why = why;
}

void Walk::stop_at(const Lane &lane, ValueId at, const std::string &why) {
  if (lane.at.found) {
    complete(lane);
    return;
  }
  stop(Answer::Kind::kStopped, why);
  answer_.why_in = lane.at.procedure;
  answer_.why_at = at;
  answer_.trail = lane.at.trail;
}

Answer Walk::finish() {
  for (Found &found : finds_)
    if (found.is_complete)
      answer_.found.push_back(found);
  if (!answer_.found.empty())
    answer_.kind = Answer::Kind::kFound;
  else if (completing_ > limits_.telling)
    answer_.kind = Answer::Kind::kAbandoned;
  else if (answer_.disbelieved)
    answer_.kind = Answer::Kind::kLost;
  else if (answer_.kind == Answer::Kind::kContradicted)
    remember();
  answer_.cells = states_.size();
  answer_.places = places_.size();
  return std::move(answer_);
}

// All ways have ended.
void Walk::remember() {
  if (ends_.lost)
    answer_.kind = Answer::Kind::kLost;
  else if (ends_.elsewhere)
    answer_.kind = Answer::Kind::kElsewhere;
  if (refuted_)
    for (const State &state : states_)
      if (!state.found)
        refuted_->add({state.block, state.exceptional}, state.cell, ends_);
}

TrailId Walk::add_trail(TrailId later, const Lane &lane, TrailStep::Kind kind,
                        ValueId call) {
  TrailStep step;
  step.kind = kind;
  step.later = later;
  step.procedure = lane.at.procedure;
  step.block = lane.at.block;
  step.call = call;
  step.exceptional = lane.at.exceptional;
  answer_.trails.push_back(std::move(step));
  return TrailId(answer_.trails.size() - 1);
}

void Walk::queue(StateId id) {
  const State &state = states_[id];
  std::uint32_t order = workspace_.view(state.procedure).order(state.block);
  // One way to the entry is enough for what was found.
  todo_.insert(
      {{state.found != 0, state.found ? UINT32_MAX - order : order}, id});
}

// Control was at the end of `block` with this cell.
void Walk::insert(Lane lane) {
  if (!is_proof_ && !lane.at.found && lane.at.cell.hits.empty()) {
    ends_.lost = true;
    return;
  }
  if (const Ends *ends =
          refuted_ && !lane.at.found
              ? refuted_->find(transfer_.cells,
                               {lane.at.block, lane.at.exceptional},
                               lane.at.cell)
              : nullptr) {
    ends_.add(*ends);
    return;
  }
  if (lane.at.cell.holders.size() > limits_.regions) {
    stop(Answer::Kind::kAbandoned, "too many places may hold the object");
    return;
  }
  Key key{lane.at.procedure, lane.at.block, lane.at.context, lane.at.found,
          lane.at.exceptional};
  std::vector<StateId> &here = places_[key];
  for (StateId id : here)
    if (transfer_.cells.is_below(lane.at.cell, states_[id].cell))
      return;
  // A way that is told must be one that can be gone: nothing is joined.
  bool is_told = !is_proof_ && lane.at.found;
  Cells::Index index = transfer_.cells.index(lane.at.cell);
  for (StateId id : here) {
    State &state = states_[id];
    bool must_join = here.size() >= limits_.apart && !is_told;
    if (!must_join || transfer_.cells.index(state.cell) != index)
      continue;
    state.cell = transfer_.cells.join(state.cell, lane.at.cell);
    queue(id);
    return;
  }
  if (here.size() >= limits_.apart * (is_proof_ ? 100 : 1) && !is_told) {
    stop(Answer::Kind::kAbandoned, "too many ways");
    return;
  }
  lane.at.trail = add_trail(lane.at.trail, lane);
  here.push_back(states_.push(std::move(lane.at)));
  queue(here.back());
}

void Walk::run_state(StateId id) {
  Lane lane;
  lane.at = states_[id];
  lane.position = view(lane).function.blocks[lane.at.block].insts.size();
  run_lane(std::move(lane));
}

void Walk::run_lane(Lane lane) {
  lanes_.push_back(std::move(lane));
  while (!lanes_.empty() && !is_over_) {
    Lane next = std::move(lanes_.back());
    lanes_.pop_back();
    exprs_.distinctness = is_proof_ ? &view(next) : nullptr;
    while (next.position > 0 && !is_over_) {
      const auto &insts = view(next).function.blocks[next.at.block].insts;
      ValueId v = insts[next.position - 1];
      if (view(next).function.insts[v].op == Op::kPhi)
        break;
      --next.position;
      if (!step(next, v)) {
        next.position = SIZE_MAX;
        break;
      }
    }
    if (next.position != SIZE_MAX && !is_over_)
      leave(std::move(next));
  }
  lanes_.clear();
}

// Notes what calls returned on this way: others share the step.
void Walk::close_trail(Lane &lane) {
  if (lane.numbers.empty())
    return;
  TrailStep copy = answer_.trails[lane.at.trail.value];
  copy.numbers = std::move(lane.numbers);
  lane.numbers.clear();
  answer_.trails.push_back(std::move(copy));
  lane.at.trail = TrailId(answer_.trails.size() - 1);
}

bool Walk::is_believable(const Lane &lane) {
  bool is_believable =
      is_proof_ ||
      !workspace_.beliefs(lane.at.procedure).contradict(lane.at.cell);
  ends_.assumption |= !is_believable;
  return is_believable;
}

// The block has been passed.
void Walk::leave(Lane lane) {
  if (!is_believable(lane))
    return;
  close_trail(lane);
  FunctionView &body = view(lane);
  BlockId block = lane.at.block;
  if (block == ir::Function::entry()) {
    reach_entry(std::move(lane));
    return;
  }
  std::vector<std::pair<BlockId, std::size_t>> edges;
  for (BlockId from : body.predecessors[block]) {
    const std::vector<BlockId> &successors =
        body.function.blocks[from].successors;
    for (std::size_t i = 0; i < successors.size(); ++i)
      if (successors[i] == block)
        edges.push_back({from, i});
  }
  if (edges.empty())
    return;
  std::pair<BlockId, std::size_t> last = edges.back();
  edges.pop_back();
  for (const auto &[from, successor] : edges) {
    if (is_over_)
      return;
    go_back(lane, from, successor);
  }
  if (!is_over_)
    go_back(std::move(lane), last.first, last.second);
}

void Walk::go_back(Lane lane, BlockId from, std::size_t successor) {
  FunctionView &body = view(lane);
  ValueId end = body.function.terminator(from);
  bool is_exceptional =
      body.function.insts[end].op == Op::kCall && successor == 1;
  if (is_proof_ && !object_ &&
      (!is_live(workspace_, lane.at.procedure, from) ||
       (is_exceptional && !may_throw(workspace_, lane.at.procedure, end))))
    return;
  if (!enter_phis(lane, from))
    return;
  lane.at.block = from;
  lane.at.exceptional = is_exceptional;
  // An edge without a choice is no condition.
  bool is_condition = body.function.blocks[from].successors.size() > 1;
  if ((is_condition && !spend(lane)) || !name_contents(lane) ||
      !take_branch(body, transfer_.cells, lane.at.cell, from, successor) ||
      !transfer_.cells.use_equalities(lane.at.cell))
    return;
  transfer_.cells.clean_up(lane.at.cell);
  insert(std::move(lane));
}

// All phis of the block at once.
bool Walk::enter_phis(Lane &lane, BlockId from) {
  const auto &[changes, read_each_other] = view(lane).phis(lane.at.block, from);
  if (!read_each_other)
    return std::ranges::all_of(changes, [&](const auto &change) {
      return transfer_.define(lane.at.cell, change.first, change.second);
    });
  // By names that nobody else uses: a phi reads another one.
  constexpr std::uint32_t kBetween = 1u << 31;
  for (const auto &[phi, value] : changes)
    if (!transfer_.define(
            lane.at.cell, phi,
            exprs_.value(ValueId(exprs_[phi].root.index | kBetween))))
      return false;
  for (const auto &[phi, value] : changes)
    if (!transfer_.define(
            lane.at.cell,
            exprs_.value(ValueId(exprs_[phi].root.index | kBetween)), value))
      return false;
  return true;
}

bool Walk::name_contents(Lane &lane) {
  if (is_proof_)
    return true;
  FunctionView &body = view(lane);
  for (ExprId hit : std::vector(lane.at.cell.hits)) {
    std::optional<ir::VariableId> variable = body.variable_of(hit);
    if (!variable)
      continue;
    ExprId held = body.at_end(lane.at.block, *variable);
    if (held == hit)
      continue;
    std::erase(lane.at.cell.hits, hit);
    if (!transfer_.cells.add_hit(lane.at.cell, held))
      return false;
  }
  return true;
}

bool is_entered(const Facts &facts, ProcedureId callee) {
  return facts.program.procedures()[callee].has_body &&
         facts.behaviours.of(callee).source != infer::Behaviour::Source::kModel;
}

Answer walk(Workspace &workspace, Manner manner, const WalkLimits &limits,
            const Probe &probe, Refutations *refuted,
            const Believes &believes) {
  return Walk(workspace, manner, limits, refuted, believes).run(probe);
}

Answer walk(Workspace &workspace, const WalkLimits &limits, const Probe &probe,
            const Whereabouts &object) {
  return Walk(workspace, Manner::kProof, limits, nullptr, {}, &object)
      .run(probe);
}

} // namespace wt::contradiction
