// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an object hangs, and where it is freed or gets away: see tracked.h.

#include "engine/valueflow/tracked.h"

#include "summary/fresh.h"

#include <algorithm>

namespace wt::valueflow {

using flow::Cell;
using infer::Effect;
using infer::Term;
using ir::Op;
using ir::ValueId;

namespace {

constexpr int kDeepest = 4; // holders of holders

} // namespace

void Tracked::sink(ValueId inst, Cond when, bool is_free) {
  when = body_.table.both(when, body_.guard(f_.insts[inst].block));
  add_sink(inst, when, is_free);
}

void Tracked::add_sink(ValueId inst, Cond when, bool is_free) {
  if (when.is_no())
    return;
  auto [found, is_new] = sink_at_.try_emplace({inst, is_free}, sinks_.size());
  if (is_new)
    sinks_.push_back({inst, when, is_free});
  else
    sinks_[found->second].when =
        body_.table.either(sinks_[found->second].when, when);
}

// --- Ways from a value to the object.

Cond Tracked::is_at(const Way &way, int depth) {
  return way.steps.empty() ? holds(way.value) : steps_to(way, depth, false);
}

Cond Tracked::is_under(const Way &way, int depth) {
  return body_.table.either(is_at(way, depth), steps_to(way, depth, true));
}

// Holders hang on holders, and many ways lead to the same: each question is
// answered once.
Cond Tracked::steps_to(const Way &way, int depth, bool or_under) {
  if (depth >= kDeepest)
    return kNo;
  find_hangs();
  if (hanging_cells_.empty())
    return kNo;
  if (objects_.open_hangs > 0)
    return find_steps_to(way, depth, or_under);
  StepsKey key{way.value, way.steps.data(), way.steps.size(), way.at,
               depth,     or_under};
  auto found = steps_.find(key);
  if (found == steps_.end())
    found = steps_.emplace(key, find_steps_to(way, depth, or_under)).first;
  return found->second;
}

// Through the cell of a holder that the way leads to.
Cond Tracked::find_steps_to(const Way &way, int depth, bool or_under) {
  Cond out = kNo;
  auto cells = hanging_cells_;
  for (const auto &[root, offset] : cells) {
    Tracked &holder = objects_.of_root(root);
    if (&holder == this)
      continue;
    Way shorter = way;
    if (!or_under) {
      const PathStep &last = way.steps.back();
      shorter.steps = way.steps.first(way.steps.size() - 1);
      std::int64_t start = 0; // the way may begin inside the holder
      Cell first = flow::cell_at(f_, way.value);
      if (shorter.steps.empty() && first.base == root && first.is_exact)
        start = first.offset;
      if (!last.any_element && start + last.offset != offset)
        continue;
    }
    Cond at_holder = or_under ? holder.is_under(shorter, depth + 1)
                              : holder.is_at(shorter, depth + 1);
    if (at_holder.is_no())
      continue;
    Cell cell{root, offset, true};
    Cond inside = holds_in(cell, body_.history.before(cell, way.at));
    out = body_.table.either(out, body_.table.both(at_holder, inside));
  }
  return out;
}

// --- Where it hangs.

void Tracked::find_hangs() {
  if (has_hangs_)
    return;
  has_hangs_ = true;
  ++objects_.open_hangs;
  if (std::optional<Cell> own = own_cell())
    hang_on(own->base, own->offset, own->is_exact, origin_.value, acquired_);
  for (ValueId v : f_.insts.ids()) {
    const ir::Inst &inst = f_.insts[v];
    if (!inst.block || !body_.is_reachable(inst.block) || !is_after(inst.block))
      continue;
    if (inst.op == Op::kStore && slice_[f_.operand(v, 1).value]) {
      Cell cell = flow::cell_at(f_, f_.operand(v, 0));
      Cond when =
          body_.table.both(holds(f_.operand(v, 1)), body_.guard(inst.block));
      hang_on(cell.base, cell.offset, cell.is_exact, v, when);
    }
    if (inst.op == Op::kCall)
      hang_by_call(v);
    if (inst.op == Op::kMemCopy && !hangs_.empty()) {
      // What lies in the block that is copied lies in the copy as well.
      Cell to = flow::cell_at(f_, f_.operand(v, 0));
      Cell from = flow::cell_at(f_, f_.operand(v, 1));
      std::vector<Hang> before = hangs_;
      for (const Hang &hang : before)
        if (hang.holder == from.base && from.is_exact)
          hang_on(to.base, to.offset + hang.offset - from.offset, to.is_exact,
                  v, body_.table.both(hang.when, body_.guard(inst.block)));
    }
  }
  --objects_.open_hangs;
}

// Outside, the object is out of danger.
void Tracked::hang_on(ValueId address, std::int64_t offset, bool is_exact,
                      ValueId inst, Cond when) {
  if (when.is_no())
    return;
  for (const auto &[start, here] : objects_.roots(address)) {
    ValueId root = start.base;
    Cond both = body_.table.both(when, here);
    if (both.is_no() || f_.insts[root].op == Op::kNull ||
        (root == origin_.value && origin_.place.length() == 0))
      continue;
    Cell cell = start.plus(offset);
    cell.is_exact &= is_exact;
    if (objects_.is_followed(root) && cell.is_exact) {
      hangs_.push_back({root, cell.offset, inst, both});
      hanging_cells_.insert({root, cell.offset});
    } else if (cell.is_exact && root == address && is_watched(inst, cell)) {
      outside_.insert(cell);
    } else {
      add_sink(inst, both, false);
    }
  }
}

// Does memory SSA have this store to a cell of a global or parameter?  Where
// points-to knows no caller it has no such cell.
bool Tracked::is_watched(ValueId store, const Cell &cell) {
  Op base = f_.insts[cell.base].op;
  return f_.insts[store].op == Op::kStore &&
         (base == Op::kGlobal || base == Op::kParam) &&
         body_.effects.writes(store,
                              body_.memory.cells(body_.history.region(cell))) !=
             flow::Writes::kNothing;
}

// In a cell that others can see it is out of danger when they look, or when
// the function ends: until then it may be overwritten.
void Tracked::sinks_outside(ValueId inst) {
  Op op = f_.insts[inst].op;
  for (const Cell &cell : outside_) {
    bool is_seen = op == Op::kReturn || op == Op::kRethrow ||
                   op == Op::kUnknown ||
                   (op == Op::kCall && body_.may_look(inst, cell)) ||
                   (op == Op::kMemCopy &&
                    flow::cell_at(f_, f_.operand(inst, 1)).base == cell.base);
    if (is_seen)
      sink(inst, holds_in(cell, body_.history.before(cell, inst)));
  }
}

// Where a callee puts it, or perhaps puts it: outcomes that are not told apart
// count together.
void Tracked::hang_by_call(ValueId call) {
  auto arguments = f_.arguments(call);
  Cond here = body_.guard(f_.insts[call].block);
  const CallEnd &end = calls_.at(call);
  for (std::size_t k = 0; k < end.outcomes.size(); ++k) {
    const infer::Outcome &outcome = *end.outcomes[k].outcome;
    Cond told = body_.table.both(here, end.when_or_not_told(body_.table, k));
    std::vector<Hang> before = hangs_;
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (moves(outcome, i))
        for (const Hang &hang : before)
          hang_on(call, hang.offset, true, call,
                  body_.table.both(
                      body_.table.both(hang.when, told),
                      objects_.of_root(hang.holder).holds(arguments[i])));
    for (const Effect &effect : outcome.effects)
      hang_by_write(call, outcome, effect, told);
  }
}

void Tracked::hang_by_write(ValueId call, const infer::Outcome &outcome,
                            const Effect &effect, Cond told) {
  auto arguments = f_.arguments(call);
  const Term &term = effect.value;
  if (effect.kind == Effect::Kind::kWrite && call == origin_.value &&
      is_own(term, outcome))
    hang_from_start(call, outcome, effect, told);
  if (effect.kind != Effect::Kind::kWrite || term.kind != Term::Kind::kPath ||
      term.path.root().kind != PathRoot::Kind::kParameter ||
      term.path.root().index >= arguments.size() || term.path.length() > 0)
    return; // moved from cell to cell: see sinks_of_outcome()
  Cond when = body_.table.both(holds(arguments[term.path.root().index]), told);
  if (when.is_no())
    return;
  PathRoot into = effect.path.root();
  const PathStep &last = effect.path.steps().back();
  bool is_direct = effect.path.length() == 1 && !last.any_element;
  if (is_direct && into.kind == PathRoot::Kind::kParameter &&
      into.index < arguments.size()) {
    Cell cell = flow::cell_at(f_, arguments[into.index]);
    hang_on(cell.base, cell.offset + last.offset, cell.is_exact, call, when);
  } else if (is_direct && into.kind == PathRoot::Kind::kSite &&
             outcome.value.is_new() && outcome.value.path.root() == into) {
    hang_on(call, last.offset, true, call, when);
  } else {
    sink(call, when);
  }
}

// Whoever acquires it may put it somewhere else as well:
//
//   item = add_item(list);      is in list->items[], too
void Tracked::hang_from_start(ValueId call, const infer::Outcome &outcome,
                              const Effect &effect, Cond told) {
  auto arguments = f_.arguments(call);
  std::optional<AccessPath> place =
      infer::seen_by_caller(effect.path, infer::places_of_new(outcome));
  Cond when = body_.table.both(acquired_, told);
  if (!place) // in something that is not the caller's
    return sink(call, when);
  if (origin_.place.is_prefix_of(*place) ||
      place->root().kind != PathRoot::Kind::kParameter ||
      place->root().index >= arguments.size())
    return; // in itself, or in what it is found in anyway
  Cell cell = flow::cell_at(f_, arguments[place->root().index]);
  const PathStep &last = place->steps().back();
  if (place->length() == 1 && !last.any_element)
    hang_on(cell.base, cell.offset + last.offset, cell.is_exact, call, when);
  else
    sink(call, when);
}

// --- Where it ends.

const std::vector<Tracked::Sink> &Tracked::sinks() {
  if (!has_sinks_ && !is_open_) {
    is_open_ = true;
    find_hangs();
    find_sinks();
    sinks_with_holders();
    has_sinks_ = true;
    is_open_ = false;
  }
  return sinks_;
}

void Tracked::find_sinks() {
  find_hangs();
  for (ValueId v : f_.insts.ids()) {
    const ir::Inst &inst = f_.insts[v];
    if (!inst.block || !body_.is_reachable(inst.block) || !is_after(inst.block))
      continue;
    sinks_outside(v);
    switch (inst.op) {
    case Op::kReturn:
    case Op::kRethrow:
    case Op::kUnknown:
      for (ValueId operand : f_.operands_of(v))
        sink(v, is_under({operand, {}, v}));
      break;
    case Op::kCall:
      sinks_of_call(v);
      break;
    default:
      break;
    }
  }
}

void Tracked::sinks_of_call(ValueId call) {
  const CallEnd &end = calls_.at(call);
  auto arguments = f_.arguments(call);
  if (end.keeps_all)
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (!end.spared.has(i))
        sink(call, is_under({arguments[i], {}, call}));
  for (std::size_t i = 0; i < end.outcomes.size(); ++i)
    sinks_of_outcome(call, end, i);
  // A reference more or less: who counts, knows.
  for (const infer::Behaviour *behaviour : end.behaviours)
    for (const auto *counts : {&behaviour->acquires, &behaviour->releases})
      for (const AccessPath &path : *counts)
        if (path.root().kind == PathRoot::Kind::kParameter &&
            path.root().index < arguments.size())
          sink(call, is_under({arguments[path.root().index], {}, call}));
}

void Tracked::sinks_of_outcome(ValueId call, const CallEnd &end,
                               std::size_t i) {
  auto arguments = f_.arguments(call);
  for (const Effect &effect : end.outcomes[i].outcome->effects) {
    bool is_moved = effect.kind == Effect::Kind::kWrite &&
                    effect.value.kind == Term::Kind::kPath &&
                    effect.value.path.length() > 0;
    bool ends = effect.kind == Effect::Kind::kFree ||
                effect.kind == Effect::Kind::kKeep;
    const AccessPath &path = is_moved ? effect.value.path : effect.path;
    if ((!ends && !is_moved) ||
        path.root().kind != PathRoot::Kind::kParameter ||
        path.root().index >= arguments.size())
      continue;
    Way way{arguments[path.root().index], path.steps(), call};
    bool is_free = effect.kind == Effect::Kind::kFree;
    Cond there = is_free && !path.is_deep() ? is_at(way) : is_under(way);
    if (!there.is_no())
      sink(call, body_.table.both(there, end.when_or_not_told(body_.table, i)),
           is_free);
  }
}

// The callee got it before it threw, or others can see it.
Cond Tracked::is_safe_from_throw(ValueId call) {
  auto arguments = f_.arguments(call);
  Cond out = is_outside(call);
  // What the library throws is thrown.
  for (const infer::Behaviour *behaviour : calls_.at(call).behaviours)
    if (behaviour->source == infer::Behaviour::Source::kModel)
      for (ValueId argument : arguments)
        out = body_.table.either(out, is_under({argument, {}, call}));
  for (const CallOutcome &one : calls_.at(call).outcomes)
    for (const Effect &effect : one.outcome->effects) {
      PathRoot root = effect.kind == Effect::Kind::kWrite
                          ? effect.value.path.root()
                          : effect.path.root();
      if (one.outcome->throws && root.kind == PathRoot::Kind::kParameter &&
          root.index < arguments.size())
        out = body_.table.either(out,
                                 is_under({arguments[root.index], {}, call}));
    }
  return out;
}

// It lies in a cell that others can see, or in an object that does.
Cond Tracked::is_outside(ValueId before, int depth) {
  Cond out = kNo;
  find_hangs();
  for (const Cell &cell : outside_)
    out = body_.table.either(
        out, holds_in(cell, body_.history.before(cell, before)));
  if (depth >= kDeepest)
    return out;
  auto cells = hanging_cells_;
  for (const auto &[root, offset] : cells) {
    Tracked &holder = objects_.of_root(root);
    Cell cell{root, offset, true};
    if (&holder != this)
      out = body_.table.either(
          out,
          body_.table.both(holds_in(cell, body_.history.before(cell, before)),
                           holder.is_outside(before, depth + 1)));
  }
  return out;
}

// What it hangs on may get away, and takes it along.
void Tracked::sinks_with_holders() {
  std::vector<Hang> hangs = hangs_;
  for (const Hang &hang : hangs) {
    Tracked &holder = objects_.of_root(hang.holder);
    if (&holder == this)
      continue;
    std::vector<Sink> ways = holder.sinks();
    for (const Sink &way : ways) {
      if (way.is_free || !body_.budget.spend())
        continue;
      Cond when = hang.when;
      if (f_.insts[way.inst].block >= f_.insts[hang.inst].block) {
        Cell cell{hang.holder, hang.offset, true};
        when = body_.table.either(
            holds_in(cell, body_.history.before(cell, way.inst)),
            f_.insts[way.inst].block == f_.insts[hang.inst].block ? when : kNo);
      }
      add_sink(way.inst, body_.table.both(when, way.when), false);
    }
  }
}

} // namespace wt::valueflow
