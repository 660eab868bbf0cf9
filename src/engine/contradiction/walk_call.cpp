// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Over calls, into callees and back to callers.  See walking.h.

#include "engine/contradiction/exceptions.h"
#include "engine/contradiction/walking.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;

bool Walk::call(Lane &lane, ValueId v) {
  if (!is_believable(lane))
    return false;
  if (is_for_one(lane) || (object_ && lane.at.found))
    return call_for_one(lane, v);
  FunctionView &body = view(lane);
  if (is_proof_ && !lane.at.found && !lane.at.exceptional) {
    CallTargets targets =
        workspace_.facts.program.targets(lane.at.procedure, v);
    bool is_exact = targets.certainty == CallTargets::Certainty::kExact &&
                    !targets.procedures.empty();
    if (is_exact &&
        std::ranges::all_of(targets.procedures, [&](ProcedureId callee) {
          return is_entered(workspace_.facts, callee);
        })) {
      for (ProcedureId callee : targets.procedures)
        ask(lane, v, callee);
      return false;
    }
  }
  BackOverCall back =
      Outcomes(workspace_, body, transfer_, is_proof_)
          .back_over(lane.at.cell, v, lane.at.exceptional, lane.at.found != 0);
  ends_.assumption |= back.is_assumption;
  if (!back.stopped_by.empty()) {
    stop_at(lane, v, back.stopped_by);
    return false;
  }
  lane.at.exceptional = false;
  ErrorCell post = std::exchange(lane.at.cell, ErrorCell());
  for (BeforeCall &before : back.ways) {
    Lane way = lane;
    way.at.cell = std::move(before.cell);
    if (before.number)
      way.numbers.push_back({v, *before.number});
    if (before.made && !add_found(way, v, *before.made))
      continue;
    if (!is_proof_ && !way.at.found && way.at.cell.hits.empty() &&
        comes_from(post, body.value(v))) {
      ends_.elsewhere = true;
      continue;
    }
    lanes_.push_back(std::move(way));
  }
  return false;
}

// Is all that points to the object what the call gave?
bool Walk::comes_from(const ErrorCell &cell, ExprId result) const {
  return std::ranges::all_of(
      cell.hits, [&](ExprId e) { return exprs_.contains(e, result); });
}

// From here on only the conditions of the way count.
bool Walk::add_found(Lane &way, ValueId call, const infer::FreshPlace &place) {
  for (const Found &found : finds_)
    if (found.procedure == way.at.procedure && found.call == call &&
        found.place == place.place && found.is_complete)
      return false;
  if (!is_proof_ && finds_.size() >= limits_.found)
    return false;
  Lane numbered = way;
  close_trail(numbered);
  finds_.push_back({way.at.procedure, call, place.place, place.family,
                    numbered.at.trail, false});
  way.at.found = finds_.size();
  ErrorCell conditions;
  conditions.known = way.at.cell.known;
  way.at.cell = std::move(conditions);
  return true;
}

// Map: what holds at the exit of the callee.
void Walk::ask(const Lane &lane, ValueId v, ProcedureId callee,
               bool is_making) {
  std::size_t depth = contexts_[lane.at.context].depth + 1;
  is_making |= contexts_[lane.at.context].is_making;
  if (depth > limits_.depth) {
    if (is_for_one(lane) && !is_making &&
        !object_->is_given_home(lane.at.procedure, v))
      leave_as_it_is(lane, v);
    else
      stop_at(lane, v, "a callee deeper than the limit");
    return;
  }
  Frames frames(workspace_, transfer_, lane.at.procedure, v, callee);
  ErrorCell exit = frames.map(lane.at.cell);
  Cells::Index index = transfer_.cells.index(exit);
  std::size_t context = kNone;
  for (std::size_t i = 1; i < contexts_.size(); ++i)
    if (contexts_[i].callee == callee && contexts_[i].index == index &&
        contexts_[i].is_making == is_making)
      context = i;
  if (context == kNone) {
    context = contexts_.size();
    contexts_.push_back({callee, index, depth, is_making, {}, {}});
  }
  wait(context, {lane, v});
  const ir::Function &function = workspace_.view(callee).function;
  for (BlockId block : function.blocks.ids()) {
    if (function.insts[function.terminator(block)].op != Op::kReturn)
      continue;
    Lane inside;
    inside.at.procedure = callee;
    inside.at.block = block;
    inside.at.context = context;
    inside.at.cell = exit;
    inside.at.trail = add_trail(lane.at.trail, lane, TrailStep::Kind::kLeft, v);
    insert(std::move(inside));
  }
}

void Walk::wait(std::size_t context, Waiting waiting) {
  Context &asked = contexts_[context];
  for (Waiting &other : asked.waiting)
    if (other.call == waiting.call &&
        other.lane.at.procedure == waiting.lane.at.procedure &&
        other.lane.at.context == waiting.lane.at.context &&
        transfer_.cells.index(other.lane.at.cell) ==
            transfer_.cells.index(waiting.lane.at.cell)) {
      if (transfer_.cells.is_below(waiting.lane.at.cell, other.lane.at.cell))
        return;
      other.lane.at.cell =
          transfer_.cells.join(other.lane.at.cell, waiting.lane.at.cell);
      Waiting grown = other;
      ProcedureId callee = asked.callee;
      for (const Context::Entry &entry : std::vector(asked.entries))
        resume(grown, callee, entry);
      return;
    }
  asked.waiting.push_back(waiting);
  ProcedureId callee = asked.callee;
  for (const Context::Entry &entry : std::vector(asked.entries))
    resume(waiting, callee, entry);
}

// Unmap: back to right before the call.
void Walk::resume(const Waiting &waiting, ProcedureId callee,
                  const Context::Entry &entry) {
  Lane lane = waiting.lane;
  lane.at.found = entry.found;
  if (!spend(lane))
    return;
  ErrorCell post = waiting.lane.at.cell;
  if (entry.found) { // only conditions count
    post = ErrorCell();
    post.known = waiting.lane.at.cell.known;
  }
  Frames frames(workspace_, transfer_, waiting.lane.at.procedure, waiting.call,
                callee);
  std::optional<ErrorCell> cell = frames.unmap(entry.cell);
  if (!cell || !frames.restore(post, *cell))
    return;
  lane.at.cell = std::move(*cell);
  lane.at.trail =
      add_trail(entry.trail, lane, TrailStep::Kind::kCalled, waiting.call);
  answer_.trails.back().back = waiting.lane.at.trail;
  if (is_for_one(lane))
    keep_to_homes(lane); // it was elsewhere inside the call that makes it
  lanes_.push_back(std::move(lane));
}

// Parameters, and what else nobody ends before, go out of scope with the
// function.
bool Walk::leave_scope(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  const ir::Function &function = body.function;
  if (function.insts[v].operand_count > 0 &&
      !transfer_.define(lane.at.cell, Frames::result(exprs_, lane.at.procedure),
                        body.expr(function.operand(v, 0))))
    return false;
  for (ir::VariableId variable : body.ends_at_return()) {
    if (!body.is_promoted(variable)) {
      if (!end_of_slot(lane, variable))
        return false;
      continue;
    }
    Assignment by;
    by.address = body.address(variable);
    by.written = workspace_.regions.add({body.region(variable)});
    by.value = exprs_.null();
    by.before = body.at_end(lane.at.block, variable);
    if (!transfer_.assign(lane.at.cell, by))
      return false;
  }
  return true;
}

// Nothing before this can contradict the find any more.  A way that ends in a
// callee is told from the outermost one who asked.
void Walk::complete(Lane lane) {
  std::size_t id = lane.at.found;
  Found &found = finds_[id - 1];
  if (found.is_complete)
    return;
  TrailId trail = lane.at.trail;
  for (std::size_t i = 0; lane.at.context != kNone && i < contexts_.size();
       ++i) {
    const Waiting &waiting = contexts_[lane.at.context].waiting.front();
    lane = waiting.lane;
    trail = add_trail(trail, lane, TrailStep::Kind::kCalled, waiting.call);
    answer_.trails.back().back = lane.at.trail;
  }
  Found told = found;
  told.trail = trail;
  told.is_complete = true;
  bool is_believed = !believes_ || believes_(answer_, told);
  if (is_believed)
    found = told;
  if (is_believed || ++answer_.disbelieved >= limits_.told)
    drop_ways(id);
  is_over_ |= is_proof_;
}

void Walk::drop_ways(std::size_t found) {
  std::erase_if(todo_, [&](const auto &next) {
    return states_[next.second].found == found;
  });
}

void Walk::reach_entry(Lane lane) {
  bool is_in_maker = object_ && lane.at.context != kNone;
  if (lane.at.found && !is_in_maker) {
    complete(std::move(lane));
    return;
  }
  if (!is_proof_) {
    ends_.elsewhere |=
        !Frames::begins_in_locals(workspace_, lane.at.procedure, lane.at.cell);
    return;
  }
  if (!Frames::enter(workspace_, transfer_, lane.at.procedure, lane.at.cell))
    return;
  if (lane.at.context == kNone) {
    if (object_ && lane.at.procedure == object_->procedure())
      return; // it is made in the function
    go_to_callers(lane);
    return;
  }
  Context &context = contexts_[lane.at.context];
  Cells::Index index = transfer_.cells.index(lane.at.cell);
  ProcedureId callee = context.callee;
  Context::Entry reached{lane.at.cell, lane.at.trail, lane.at.found};
  bool is_joined = false;
  for (Context::Entry &entry : context.entries) {
    if (entry.found != reached.found)
      continue;
    if (transfer_.cells.is_below(reached.cell, entry.cell))
      return;
    if (transfer_.cells.index(entry.cell) != index)
      continue;
    entry.cell = transfer_.cells.join(entry.cell, reached.cell);
    reached.cell = entry.cell;
    is_joined = true;
    break;
  }
  if (!is_joined)
    context.entries.push_back(reached);
  for (const Waiting &waiting : std::vector(context.waiting))
    resume(waiting, callee, reached);
}

// Functions that only call each other are called by somebody else too.
bool Walk::is_called_from_outside(SccId scc) const {
  const Program &program = workspace_.facts.program;
  return std::ranges::any_of(program.sccs()[scc], [&](ProcedureId member) {
    return std::ranges::any_of(program.callers(member),
                               [&](ProcedureId caller) {
                                 return program.procedures()[caller].has_body &&
                                        program.procedures()[caller].scc != scc;
                               });
  });
}

// Born inside: whoever calls may be the cause.
void Walk::go_to_callers(const Lane &lane) {
  const Program &program = workspace_.facts.program;
  ProcedureId callee = lane.at.procedure;
  for (ProcedureId caller : program.callers(callee)) {
    if (!program.procedures()[caller].has_body ||
        (object_ && !object_->enters(caller)))
      continue;
    FunctionView &body = workspace_.view(caller);
    for (BlockId block : body.function.blocks.ids()) {
      if (!is_live(workspace_, caller, block))
        continue;
      const auto &insts = body.function.blocks[block].insts;
      for (std::size_t i = 0; i < insts.size(); ++i) {
        if (body.function.insts[insts[i]].op != Op::kCall)
          continue;
        CallTargets targets = program.targets(caller, insts[i]);
        if (std::ranges::find(targets.procedures, callee) ==
                targets.procedures.end() ||
            (object_ && !object_->is_given(caller, insts[i])))
          continue;
        Frames frames(workspace_, transfer_, caller, insts[i], callee);
        std::optional<ErrorCell> cell = frames.unmap(lane.at.cell);
        if (!cell || !spend(lane) ||
            !miss_used_after(workspace_, caller, block, i, *cell))
          continue;
        Lane outside;
        outside.at.procedure = caller;
        outside.at.block = block;
        outside.at.cell = std::move(*cell);
        outside.position = i;
        outside.at.trail = add_trail(lane.at.trail, outside,
                                     TrailStep::Kind::kCalled, insts[i]);
        lanes_.push_back(std::move(outside));
      }
    }
  }
  if (object_)
    return; // nobody else has it
  const Procedure &info = program.procedures()[callee];
  bool is_unseen = workspace_.has_unseen_callers(callee);
  bool is_public = !workspace_.is_whole &&
                   program.body(callee).linkage != ir::Linkage::kInternal;
  if (is_called_from_outside(info.scc) && !info.address_taken && !is_unseen &&
      !is_public)
    return;
  // What a caller passes is somewhere in its memory.
  ErrorCell passed = lane.at.cell;
  if (!Frames::begin_in_raw_memory(workspace_, transfer_, callee, passed) ||
      passed.holders.empty())
    return;
  stop(Answer::Kind::kOpen, is_unseen ? "it may be what a caller of " +
                                            std::string(info.name) +
                                            "() passes, and not all were loaded"
                                      : "it may be what a caller passes");
  answer_.trail = lane.at.trail;
}

} // namespace wt::contradiction
