// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about losses and misuses (see questions.h).

#include "engine/sat/questions.h"

#include "engine/sat/witness.h"

#include <algorithm>

namespace wt::sat {
namespace {

using Answer = logic::Solver::Answer;
using Kind = Object::Kind;
using ir::Op;
using ir::ValueId;

constexpr const char *kOverBudget =
    "a satisfiability question exceeded its budget";

const char *phrase(FindingKind kind) {
  switch (kind) {
  case FindingKind::kDoubleFree:
    return "it is freed twice";
  case FindingKind::kMismatchedFree:
    return "it is freed by a function for another kind of object";
  default:
    return "it is used after it was freed";
  }
}

bool is_main(const Evaluation &e) {
  const Setting &setting = e.setting;
  return setting.facts.program.procedures()[setting.procedure].link_name ==
         "main";
}

void set_safe(Verdict &verdict) {
  verdict.answer = Verdict::Answer::kSafe;
  verdict.strength = Verdict::Strength::kBounded;
  verdict.covers_cycles = true;
}

} // namespace

Questions::Questions(Evaluation &evaluation)
    : e_(evaluation), is_main_(is_main(evaluation)), rounds_(evaluation.graph),
      escapes_(evaluation, {.locals = is_main_}),
      positions_(evaluation.function.insts.size()) {
  if (!e_.cuts.empty())
    in_rounds_.emplace(
        e_, Hands{.returns = false, .throws = false, .rounds = true});
  if (e_.setting.question.at_exit)
    at_exit_.emplace(e_,
                     Hands{.returns = is_main_, .throws = false, .ends = true});
  for (ir::BlockId block : e_.function.blocks.ids()) {
    std::uint32_t position = 0; // 0: before the first instruction
    for (ValueId v : e_.function.blocks[block].insts)
      positions_[v.value] = ++position;
  }
  for (ObjectId object : e_.heap.objects.ids())
    collect_frees(object);
  for (const LateUse &use : e_.late_uses)
    misuses_.push_back({FindingKind::kUseAfterFree, use.object, use.at,
                        e_.table.both(use.at.guard, use.before)});
}

Site Questions::site_of(ObjectId id) const {
  const Object &object = e_.heap.objects[id];
  Site site;
  site.procedure = e_.setting.procedure;
  if (object.kind == Kind::kFresh) {
    site.value = object.born.inst;
    site.place = object.place;
    site.family = object.family;
  } else if (object.is_followed) {
    site.kind = Site::Kind::kLoad;
    site.value = object.born.inst;
    site.family = object.family;
  } else {
    site.kind = Site::Kind::kParameter;
    site.value = ValueId(object.name);
  }
  return site;
}

// The place of a site has no offsets: a record may hold a block of memory and a
// stream at one depth.
bool Questions::is_of(ObjectId object, const Site &site) const {
  Site own = site_of(object);
  return own == site && is_memory(own) == is_memory(site);
}

bool Questions::is_memory(const Site &site) const {
  return !site.family.valid() ||
         e_.setting.facts.models.family(site.family).is_memory;
}

std::vector<Site> Questions::sites() const {
  std::vector<Site> out;
  for (ObjectId object : e_.acquired)
    if (std::ranges::none_of(
            out, [&](const Site &site) { return is_of(object, site); }))
      out.push_back(site_of(object));
  return out;
}

std::vector<ObjectId> Questions::acquired_at(const Site &site) const {
  std::vector<ObjectId> out;
  for (ObjectId object : e_.acquired)
    if (is_of(object, site))
      out.push_back(object);
  return out;
}

// Re-asks a satisfiable question so that the answer decides every branch, and
// takes few rounds of loops.
bool Questions::decide(std::span<const Cond> parts) {
  if (!branches_decided_) {
    decide_all_branches(e_);
    branches_decided_ = true;
  }
  if (e_.solver.solve(parts) != Answer::kSatisfiable)
    return false;
  rounds_.take_fewest(e_, parts);
  return true;
}

Verdict Questions::can_be_lost(const Site &site, ValueId place) {
  Verdict verdict;
  verdict.site = site;
  verdict.kind =
      is_memory(site) ? FindingKind::kLeak : FindingKind::kResourceLeak;
  std::vector<ObjectId> copies = acquired_at(site);
  bool gave_up = std::ranges::any_of(
      copies, [&](ObjectId copy) { return e_.heap.objects[copy].is_given_up; });
  for (ObjectId copy : copies)
    collect_losses(verdict, copy, escapes_.lost(copy), e_.exits, place,
                   gave_up);
  if (verdict.losing.empty() && in_rounds_)
    for (ObjectId copy : copies)
      collect_losses(verdict, copy, in_rounds_->lost(copy), e_.cuts, place,
                     gave_up);
  if (verdict.losing.empty() && at_exit_)
    for (ObjectId copy : copies) {
      collect_losses(verdict, copy, at_exit_->lost(copy), e_.exits, place,
                     gave_up);
      verdict.is_at_exit = !verdict.losing.empty();
    }
  if (!verdict.losing.empty())
    verdict.answer = Verdict::Answer::kLeaks;
  else if (gave_up)
    verdict.reason = kOverBudget;
  else if (may_be_lost_in_container(copies))
    verdict.reason = kInContainer;
  else if (may_be_lost_unseen(copies))
    verdict.reason = "whether it is there is not known";
  else
    set_safe(verdict);
  return verdict;
}

// What was there before, if there is something: nobody has looked at it.
bool Questions::may_be_lost_unseen(std::span<const ObjectId> copies) {
  return std::ranges::any_of(copies, [&](ObjectId copy) {
    return e_.heap.objects[copy].is_followed &&
           e_.solver.solve(escapes_.may_be_lost(copy)) !=
               Answer::kUnsatisfiable;
  });
}

// Would it be lost if containers kept nothing?
bool Questions::may_be_lost_in_container(std::span<const ObjectId> copies) {
  if (!e_.heap.has_containers())
    return false;
  if (!without_containers_)
    without_containers_.emplace(e_,
                                Hands{.locals = is_main_, .containers = false});
  return std::ranges::any_of(copies, [&](ObjectId copy) {
    return e_.solver.solve(without_containers_->lost(copy)) !=
           Answer::kUnsatisfiable;
  });
}

// Its routines may have freed it.
bool Questions::was_in_container(const Site &site) const {
  return std::ranges::any_of(acquired_at(site), [&](ObjectId id) {
    const Object &object = e_.heap.objects[id];
    return object.escaped != object.escaped_for_good;
  });
}

void Questions::collect_losses(Verdict &verdict, ObjectId object, Cond lost,
                               std::span<const Exit> exits, ValueId place,
                               bool &gave_up) {
  if (place.valid())
    lost = e_.table.both(lost, is_lost_at(object, place));
  Answer answer = e_.solver.solve(lost);
  gave_up |= answer == Answer::kUnknown;
  if (answer != Answer::kSatisfiable)
    return;
  std::vector<Cond> parts{lost};
  while (verdict.losing.size() < e_.setting.limits.max_losing_places &&
         decide(parts)) {
    // Which exit does this assignment take?  Ask for another one next.
    std::vector<Cond> others = parts;
    for (const Exit &exit : exits)
      if (e_.solver.value(exit.at.guard))
        others.push_back(!exit.at.guard);
    Loss loss = explain_loss(e_, object, exits, parts);
    parts = std::move(others);
    if (!loss.at.valid())
      return;
    if (place.valid())
      loss.at = place;
    verdict.rests_on_unmodelled_call =
        loss.is_doubtful &&
        (verdict.losing.empty() || verdict.rests_on_unmodelled_call);
    if (std::ranges::find(verdict.losing, loss.at) != verdict.losing.end())
      continue;
    if (verdict.reason.empty())
      verdict.reason = loss.reason;
    verdict.losing.push_back(loss.at);
    if (loss.witness.last.valid())
      verdict.witnesses.push_back(std::move(loss.witness));
    if (place.valid())
      return;
  }
}

// Given that the object is lost: is it lost there?  An exit loses what nobody
// holds; other instructions what nobody holds any more after them.  At an
// instruction that can do neither, the path of the loss comes by.
Cond Questions::is_lost_at(ObjectId id, ValueId place) {
  const ir::Inst &inst = e_.function.insts[place];
  const Object &object = e_.heap.objects[id];
  Cond out = kNo;
  for (const std::vector<Exit> &exits :
       {std::cref(e_.exits), std::cref(e_.cuts)})
    for (const Exit &exit : exits)
      if (exit.at.inst == place)
        out = e_.table.either(out, exit.at.guard);
  bool can_let_go = inst.op == Op::kStore || inst.op == Op::kAssign ||
                    inst.op == Op::kScopeEnd || inst.op == Op::kCall ||
                    inst.op == Op::kMemCopy || inst.op == Op::kMemFill;
  bool can_leave = inst.op == Op::kReturn || inst.op == Op::kRethrow;
  for (NodeId node : e_.graph.nodes.ids()) {
    bool is_copy =
        e_.graph.nodes[node].block == inst.block && !e_.guards[node].is_no();
    bool is_after =
        e_.graph.reaches(object.born.node, node) &&
        (object.born.node != node ||
         positions_[object.born.inst.value] <= positions_[place.value]);
    if (!is_copy || !is_after || can_leave)
      continue;
    Cond here = can_let_go ? lets_go(id, node, place) : kYes;
    out = e_.table.either(out, e_.table.both(e_.guards[node], here));
  }
  return out;
}

// The last holder lets go of it there; at its birth: nobody ever holds it.
Cond Questions::lets_go(ObjectId id, NodeId node, ValueId place) {
  const Point &born = e_.heap.objects[id].born;
  std::uint32_t position = positions_[place.value];
  if (born.inst == place && born.node == node)
    return !is_held(id, NodeId(e_.graph.nodes.size()), 0);
  return e_.table.both(is_held(id, node, position - 1),
                       !is_held(id, node, position));
}

// Did it happen at or before this position of the node?
bool Questions::comes_before(const Point &point, NodeId node,
                             std::size_t position) const {
  if (point.node != node)
    return point.node < node;
  return !point.inst.valid() || positions_[point.inst.value] <= position;
}

// Nodes and logs are in topological order, so what was held at a place is
// what a prefix of each log says.
Cond Questions::is_held(ObjectId object, NodeId node, std::size_t position) {
  Cond out = kNo;
  for (ObjectId holder : e_.heap.objects.ids()) {
    const std::vector<Write> &log = e_.heap.log(holder);
    auto end = std::ranges::find_if(log, [&](const Write &write) {
      return !comes_before(write.at, node, position);
    });
    std::size_t size = static_cast<std::size_t>(end - log.begin());
    bool is_holder = size > 0 || !e_.heap.objects[holder].inherited.empty();
    if (!is_holder || holder == object)
      continue;
    for (const Held &held : e_.heap.held_at(holder, size)) {
      if (held.target.object != object)
        continue;
      Point since{NodeId(0), kYes, {}}; // at entry
      if (held.entry)
        since = e_.heap.log(holder)[*held.entry].at;
      Cond ended = has_ended(holder, since, node, position);
      out = e_.table.either(out, e_.table.both(held.guard, !ended));
    }
  }
  return out;
}

// Was the holder freed, or did its scope end, after `since`?
Cond Questions::has_ended(ObjectId id, const Point &since, NodeId node,
                          std::size_t position) {
  const Object &holder = e_.heap.objects[id];
  Cond out = kNo;
  for (const FreeEvent &event : holder.frees)
    if (comes_before(event.at, node, position))
      out = e_.table.either(out, event.at.guard);
  if (holder.kind != Kind::kVariable)
    return out;
  for (NodeId n : e_.graph.nodes.ids()) {
    if (n > node || e_.guards[n].is_no())
      continue;
    for (ValueId v : e_.function.blocks[e_.graph.nodes[n].block].insts) {
      const ir::Inst &inst = e_.function.insts[v];
      if (inst.op == Op::kScopeEnd && inst.extra == holder.name &&
          comes_before({n, kYes, v}, node, position) &&
          comes_before(since, n, positions_[v.value]))
        out = e_.table.either(out, e_.guards[n]);
    }
  }
  return out;
}

// Is it freed again, or by the wrong function?  Only for what was acquired
// here, and for what a parameter points to.
void Questions::collect_frees(ObjectId id) {
  const Object &object = e_.heap.objects[id];
  const model::ModelSet &models = e_.setting.facts.models;
  auto is_handle = [&](model::FamilyId family) {
    return family.valid() && models.family(family).is_handle;
  };
  bool is_parameter = object.kind == Kind::kEntry && !object.parent.valid();
  if ((object.kind != Kind::kFresh && !is_parameter) ||
      is_handle(object.family))
    return; // numbers are used again
  for (const FreeEvent &event : object.frees) {
    if (is_handle(event.family))
      continue;
    bool is_used_first = // by the callee that frees it
        std::ranges::any_of(e_.late_uses, [&](const LateUse &use) {
          return use.object == id && use.at.inst == event.at.inst;
        });
    if (!is_used_first)
      misuses_.push_back({FindingKind::kDoubleFree, id, event.at,
                          e_.table.both(event.at.guard, event.before)});
    if (object.kind == Kind::kFresh && event.family.valid() &&
        object.family.valid() && event.family != object.family)
      misuses_.push_back(
          {FindingKind::kMismatchedFree, id, event.at, event.at.guard});
  }
}

// Only what is surely the same object both times.
Cond Questions::surely(const Misuse &misuse) {
  return e_.table.both(misuse.when, !e_.heap.objects[misuse.object].blurred);
}

bool Questions::can_any_happen(std::span<const Misuse> all) {
  Cond any = kNo;
  for (const Misuse &misuse : all)
    any = e_.table.either(any, surely(misuse));
  return e_.solver.solve(any) != Answer::kUnsatisfiable;
}

// The first free on the path of the assignment; frees are in its order.
ValueId Questions::freed_before(const Misuse &misuse) {
  if (misuse.kind == FindingKind::kMismatchedFree)
    return {};
  for (const FreeEvent &event : e_.heap.objects[misuse.object].frees) {
    if (event.at.node == misuse.at.node && event.at.inst == misuse.at.inst)
      return {};
    if (e_.solver.value(event.at.guard))
      return event.at.inst;
  }
  return {};
}

Verdict Questions::can_happen(const Misuse &misuse) {
  Verdict verdict;
  verdict.site = site_of(misuse.object);
  verdict.kind = misuse.kind;
  Cond when = surely(misuse);
  Answer answer = e_.solver.solve(when);
  if (answer == Answer::kUnsatisfiable) {
    if (when == misuse.when ||
        e_.solver.solve(misuse.when) == Answer::kUnsatisfiable)
      set_safe(verdict);
    else
      verdict.reason = "it may be another object";
    return verdict;
  }
  if (answer == Answer::kUnknown || !decide(std::span(&when, 1))) {
    verdict.reason = kOverBudget;
    return verdict;
  }
  verdict.answer = Verdict::Answer::kLeaks;
  verdict.reason = phrase(misuse.kind);
  verdict.losing.push_back(misuse.at.inst);
  verdict.freed_before = freed_before(misuse);
  Witness witness = path_to(e_, misuse.object, misuse.at.node, misuse.at.inst,
                            std::span(&when, 1));
  if (witness.last.valid())
    verdict.witnesses.push_back(std::move(witness));
  return verdict;
}

} // namespace wt::sat
