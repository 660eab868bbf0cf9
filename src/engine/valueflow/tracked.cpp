// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions under which values and cells hold an object: see tracked.h.

#include "engine/valueflow/tracked.h"

#include "summary/fresh.h"

#include <algorithm>

namespace wt::valueflow {

using flow::Alias;
using flow::Cell;
using flow::CellEvent;
using flow::VersionId;
using infer::Effect;
using infer::Term;
using ir::BlockId;
using ir::Op;
using ir::ValueId;

Tracked::Tracked(Body &body, Calls &calls, Objects &objects,
                 const Origin &origin)
    : body_(body), calls_(calls), objects_(objects), origin_(origin),
      f_(body.function) {
  find_after();
  if (origin.is_slot)
    acquired_ = body.guard(f_.insts[origin.value].block);
  else
    find_acquired();
  bool is_value = origin.is_slot || origin.place.length() == 0;
  slice_ = is_value ? objects.flow().forward(origin.value)
                    : objects.flow().forward_in(origin.value, own_cell());
}

// Blocks are in topological order.
void Tracked::find_after() {
  is_after_.resize(f_.blocks.size());
  is_after_[f_.insts[origin_.value].block ? f_.insts[origin_.value].block.value
                                          : 0] = true;
  for (BlockId block : f_.blocks.ids())
    if (is_after_[block.value])
      for (BlockId to : f_.blocks[block].successors)
        is_after_[to.value] = true;
}

std::size_t Tracked::slice_size() const {
  return static_cast<std::size_t>(std::ranges::count(slice_, true));
}

// The outcomes of the call that have the object.  Where others that callers
// cannot tell from them have none, it is not theirs to lose.
void Tracked::find_acquired() {
  const CallEnd &end = calls_.at(origin_.value);
  auto has_it = [&](const infer::Outcome &outcome) {
    auto places = infer::places_of_new(outcome);
    for (std::size_t n = 0; n < places.size(); ++n)
      if (places[n] == origin_.place) {
        is_doubtful_ |= outcome.objects[n].is_many;
        return true;
      }
    return false;
  };
  auto is_number = [&](const infer::Outcome &outcome) {
    return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
      return effect.kind == Effect::Kind::kWrite && effect.is_certain &&
             effect.path == origin_.place &&
             effect.value.kind == Term::Kind::kNumber;
    });
  };
  bool is_result = origin_.place == AccessPath::result();
  is_doubtful_ |= end.keeps_all || (end.behaviours.size() > 1 && !is_result);
  Cond when = kNo;
  for (std::size_t i = 0; i < end.outcomes.size(); ++i) {
    const infer::Outcome &outcome = *end.outcomes[i].outcome;
    if (end.outcomes[i].when.is_no() || !has_it(outcome))
      continue;
    when = body_.table.either(when, end.outcomes[i].when);
    is_doubtful_ |= calls_.asks_for_null(origin_.value, outcome);
    for (std::size_t j = 0; j < end.outcomes.size(); ++j) {
      const infer::Outcome &other = *end.outcomes[j].outcome;
      bool is_null = is_result && other.result.is_zero();
      if (j != i && !end.outcomes[j].when.is_no() && !has_it(other) &&
          !is_null && !is_number(other) &&
          !infer::are_told_apart(outcome, other))
        is_doubtful_ = true;
    }
  }
  BlockId block = f_.insts[origin_.value].block;
  auto is_not = [&](std::int64_t number) {
    return body_.guards().compare(ir::Predicate::kNe, origin_.value, number,
                                  block);
  };
  if (is_result && body_.is_pointer(origin_.value))
    when = body_.table.both(when,
                            body_.table.both(is_not(0), is_not(origin_.none)));
  else if (is_result) // a handle, beyond those of the standard streams
    when =
        body_.table.both(when, body_.guards().compare(ir::Predicate::kSGt,
                                                      origin_.value, 2, block));
  if (ValueId closed = closed_before(); is_result && closed)
    when = body_.table.both(when, body_.guards().compare(ir::Predicate::kSLe,
                                                         origin_.value, closed,
                                                         block));
  acquired_ = body_.table.both(body_.guard(block), when);
}

// A new descriptor is the lowest that is free: `close(1); dup(fd);` gives 1.
// The number that the call right before closed; invalid: none.
ValueId Tracked::closed_before() {
  if (!origin_.is_handle)
    return {};
  const std::vector<ValueId> &insts =
      f_.blocks[f_.insts[origin_.value].block].insts;
  ValueId before;
  for (ValueId v : insts) {
    if (v == origin_.value)
      break;
    if (f_.insts[v].op == Op::kCall)
      before = v;
  }
  if (!before || f_.arguments(before).size() != 1)
    return {};
  const std::vector<CallOutcome> &outcomes = calls_.at(before).outcomes;
  bool closes = std::ranges::any_of(outcomes, [](const CallOutcome &one) {
    return std::ranges::any_of(one.outcome->effects, [](const Effect &effect) {
      return effect.kind == Effect::Kind::kFree &&
             effect.path == AccessPath::parameter(0);
    });
  });
  ValueId number = f_.arguments(before)[0];
  return closes && body_.is_small(number) ? number : ValueId();
}

// The cell that holds it at first, if it is not the result itself.
std::optional<Cell> Tracked::own_cell() const {
  if (origin_.is_slot || origin_.place.length() != 1)
    return std::nullopt;
  PathRoot root = origin_.place.root();
  PathStep step = origin_.place.steps()[0];
  Cell cell{origin_.value, 0, true};
  if (root.kind == PathRoot::Kind::kParameter) {
    auto arguments = f_.arguments(origin_.value);
    if (root.index >= arguments.size())
      return std::nullopt;
    cell = flow::cell_at(f_, arguments[root.index]);
  }
  cell = cell.plus(step.offset);
  cell.is_exact &= !step.any_element;
  return cell;
}

// Does the acquiring call put the object there as well?
bool Tracked::is_own(const Term &term, const infer::Outcome &outcome) const {
  if (term.kind != Term::Kind::kPath || term.path.length() > 0 ||
      term.path.root().kind != PathRoot::Kind::kSite)
    return false;
  auto places = infer::places_of_new(outcome);
  return term.path.root().index < places.size() &&
         places[term.path.root().index] == origin_.place;
}

// Is the argument freed and the result a new object of the same kind?  Then
// what was in the one is in the other.
bool Tracked::moves(const infer::Outcome &outcome,
                    std::uint32_t argument) const {
  return outcome.value.is_new() &&
         std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
           return effect.kind == Effect::Kind::kFree &&
                  effect.path == AccessPath::parameter(argument) &&
                  effect.family ==
                      outcome.objects[outcome.value.path.root().index].family;
         });
}

Cond Tracked::holds(ValueId v) {
  BlockId block = f_.insts[v].block;
  if (!slice_[v.value] || (block && !is_after(block)))
    return kNo;
  auto found = holds_.find(v);
  if (found != holds_.end())
    return found->second;
  body_.budget.spend();
  holds_[v] = kNo;
  return holds_[v] = compute(v);
}

Cond Tracked::compute(ValueId v) {
  if (v == origin_.value && origin_.place.length() == 0)
    return acquired_;
  logic::Conditions &table = body_.table;
  switch (f_.insts[v].op) {
  case Op::kPhi:
    return over_phi(v);
  case Op::kSelect: {
    Cond test = body_.guards().condition(f_.operand(v, 0), f_.insts[v].block);
    return table.choose(test, holds(f_.operand(v, 1)), holds(f_.operand(v, 2)));
  }
  case Op::kCast:
  case Op::kField:
  case Op::kElement:
    return holds(f_.operand(v, 0));
  case Op::kBinop:
    return table.either(holds(f_.operand(v, 0)), holds(f_.operand(v, 1)));
  case Op::kLoad: {
    if (!origin_.is_handle && body_.is_small(v))
      return kNo;
    // One load may stand for others, so its own guard does not count.
    Cell cell = flow::cell_at(f_, f_.operand(v, 0));
    return table.either(holds_in(cell, body_.cells.version(v)),
                        holds_in(cell, body_.cells.since(v)));
  }
  case Op::kCall:
    return result_of(v);
  default:
    return kNo;
  }
}

Cond Tracked::over_phi(ValueId phi) {
  Cond out = kNo;
  for (std::uint32_t i = 0; i < f_.insts[phi].operand_count; ++i) {
    Cond here = holds(f_.operand(phi, i));
    if (!here.is_no())
      out = body_.table.either(
          out, body_.table.both(here, body_.guard(f_.incoming(phi)[i],
                                                  f_.insts[phi].block)));
  }
  return out;
}

// A callee may hand back what it got.
Cond Tracked::result_of(ValueId call) {
  Cond out = kNo;
  for (const CallOutcome &one : calls_.at(call).outcomes) {
    const Term &term = one.outcome->value;
    if (call == origin_.value && is_own(term, *one.outcome))
      out = body_.table.either(out, body_.table.both(acquired_, one.when));
    if (calls_.finds_something(call, *one.outcome))
      for (ValueId argument : f_.arguments(call))
        out = body_.table.either(
            out, body_.table.both(is_below({argument, {}, call}), one.when));
    if (term.kind != Term::Kind::kPath ||
        term.path.root().kind != PathRoot::Kind::kParameter ||
        term.path.root().index >= f_.arguments(call).size())
      continue;
    Cond there = is_at(
        {f_.arguments(call)[term.path.root().index], term.path.steps(), call});
    out = body_.table.either(out, body_.table.both(there, one.when));
  }
  return out;
}

Cond Tracked::holds_in(const Cell &cell, VersionId version) {
  if (!body_.budget.spend())
    return kNo;
  CellEvent event = body_.history.last_event(cell, version);
  auto key = std::pair(cell, event.version);
  if (auto found = cells_.find(key); found != cells_.end())
    return found->second;
  cells_[key] = kNo;
  const flow::Version last = body_.memory[event.version];
  if (last.kind != flow::Version::Kind::kEntry && !is_after(last.block))
    return kNo;
  auto before = [&] { return last.before ? holds_in(cell, last.before) : kNo; };
  Cond out = kNo;
  switch (event.kind) {
  case CellEvent::Kind::kNothing:
    out = since_entry(cell);
    break;
  case CellEvent::Kind::kStored:
    out = holds(event.value);
    break;
  case CellEvent::Kind::kPerhaps:
    out = body_.table.either(holds(event.value), before());
    break;
  case CellEvent::Kind::kCopied: {
    Cell to = flow::cell_at(f_, f_.operand(event.inst, 0));
    Cell from = flow::cell_at(f_, f_.operand(event.inst, 1));
    from = from.plus(cell.offset - to.offset);
    from.is_exact &= cell.is_exact && to.is_exact && to.base == cell.base;
    out = holds_in(from, body_.history.before(from, event.inst));
    if (!event.is_whole)
      out = body_.table.either(out, before());
    break;
  }
  case CellEvent::Kind::kFilled:
    break;
  case CellEvent::Kind::kCall:
    out = written_by(event.inst, cell, before());
    break;
  case CellEvent::Kind::kUnknown:
    out = before();
    break;
  case CellEvent::Kind::kMeets:
    out = over_versions(cell, event.version);
    break;
  }
  return cells_[key] = out;
}

// No write that points-to knows of: callees may have put it there.
Cond Tracked::since_entry(const Cell &cell) {
  Cond out = kNo;
  Op base = f_.insts[cell.base].op;
  if (std::optional<Cell> own = own_cell();
      own && (own->base == cell.base || base == Op::kPhi) &&
      body_.history.alias(*own, cell) != Alias::kNever)
    out = acquired_;
  for (const Hang &hang : hangs_)
    if (f_.insts[hang.inst].op == Op::kCall && hang.holder == cell.base &&
        hang.offset == cell.offset)
      out = body_.table.either(out, hang.when);
  return out;
}

Cond Tracked::over_versions(const Cell &cell, VersionId phi) {
  Cond out = kNo;
  const flow::Version version = body_.memory[phi];
  for (const auto &[from, operand] : version.operands) {
    Cond here = holds_in(cell, operand);
    if (!here.is_no())
      out = body_.table.either(
          out, body_.table.both(here, body_.guard(from, version.block)));
  }
  return out;
}

// What a call leaves in a cell that it may write.
Cond Tracked::written_by(ValueId call, const Cell &cell, Cond before) {
  logic::Conditions &table = body_.table;
  Cond out = kNo, gone = kNo;
  if (call == origin_.value)
    if (std::optional<Cell> own = own_cell();
        own && body_.history.alias(*own, cell) != Alias::kNever)
      out = acquired_;
  auto arguments = f_.arguments(call);
  for (const CallOutcome &one : calls_.at(call).outcomes) {
    for (std::uint32_t i = 0; i < arguments.size() && cell.base == call; ++i)
      if (moves(*one.outcome, i)) {
        Cell from = flow::cell_at(f_, arguments[i]).plus(cell.offset);
        from.is_exact &= cell.is_exact;
        out = table.either(
            out, table.both(one.when,
                            holds_in(from, body_.history.before(from, call))));
      }
    for (const Effect &effect : one.outcome->effects) {
      if (effect.kind != Effect::Kind::kWrite || effect.path.length() != 1)
        continue;
      PathRoot root = effect.path.root();
      Cell written{call, 0, true};
      bool is_new = root.kind == PathRoot::Kind::kSite;
      if (!is_new && (root.kind != PathRoot::Kind::kParameter ||
                      root.index >= arguments.size()))
        continue;
      if (!is_new)
        written = flow::cell_at(f_, arguments[root.index]);
      written = written.plus(effect.path.steps()[0].offset);
      written.is_exact &= !effect.path.steps()[0].any_element;
      Alias how = body_.history.alias(written, cell);
      if (how == Alias::kNever)
        continue;
      const Term &term = effect.value;
      if (term.kind == Term::Kind::kPath &&
          term.path.root().kind == PathRoot::Kind::kParameter &&
          term.path.root().index < arguments.size()) {
        Cond there =
            is_at({arguments[term.path.root().index], term.path.steps(), call});
        out = table.either(out, table.both(there, one.when));
      }
      if (call == origin_.value && is_own(term, *one.outcome))
        out = table.either(out, table.both(acquired_, one.when));
      if (how == Alias::kSame && effect.is_certain)
        gone = table.either(gone, one.when);
    }
  }
  return table.either(out, table.both(before, !gone));
}

} // namespace wt::valueflow
