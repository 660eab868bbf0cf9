// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Escape and leak conditions (Saturn, Figure 5).

#include "engine/sat/escape.h"

#include <set>

namespace wt::sat {
namespace {

using Kind = Object::Kind;
constexpr int kRounds = 12; // longest chain of new objects followed exactly

} // namespace

bool Escapes::is_hand(const Object &object) const {
  if (object.is_outside())
    return hands_.containers || !object.is_in_container;
  return (object.kind == Kind::kSlot && (hands_.locals || hands_.rounds)) ||
         (object.kind == Kind::kVariable && hands_.locals);
}

void Escapes::add_exits(std::span<const Exit> exits) {
  for (const Exit &exit : exits) {
    bool counts = exit.kind == Exit::Kind::kReturn  ? hands_.returns
                  : exit.kind == Exit::Kind::kThrow ? hands_.throws
                  : exit.kind == Exit::Kind::kEnd   ? hands_.ends
                                                    : hands_.rounds;
    if (counts)
      exit_ = table_.either(exit_, exit.at.guard);
  }
}

Escapes::Escapes(Evaluation &evaluation, const Hands &hands)
    : evaluation_(evaluation), table_(evaluation.table), hands_(hands) {
  add_exits(evaluation.exits);
  add_exits(evaluation.cuts);
  Heap &heap = evaluation.heap;
  // An object whose constructor throws never lived: its members are lost.
  Cond unborn = kNo;
  ObjectId self;
  if (evaluation.function.is_constructor) {
    self = evaluation.parameter_object(0);
    for (const Exit &exit : evaluation.exits)
      if (exit.kind == Exit::Kind::kThrow)
        unborn = table_.either(unborn, exit.at.guard);
  }
  for (ObjectId holder : heap.objects.ids()) {
    if (heap.log(holder).empty() && heap.objects[holder].inherited.empty())
      continue;
    if (heap.objects[holder].kind == Kind::kVariable && !hands.locals)
      continue;
    for (Held held : heap.held(holder))
      if (held.target.object != holder) {
        if (holder == self)
          held.guard = table_.both(held.guard, !unborn);
        routes_.push_back({holder, held});
      }
  }
  for (ObjectId id : heap.objects.ids()) {
    const Object &object = heap.objects[id];
    Cond given = hands.containers ? object.escaped : object.escaped_for_good;
    escaped_[id] = table_.either(given, in_result(id));
    if (hands.rounds)
      escaped_[id] = table_.either(escaped_[id], in_next_round(id));
  }
  settle();
}

// Round n knows who is in somebody's hands over at most n holders.  Each starts
// anew, so that what stays the same is the same condition and the end is seen.
void Escapes::settle() {
  const Heap &heap = evaluation_.heap;
  const std::map<ObjectId, Cond> at_once = escaped_;
  std::set<ObjectId> holders;
  for (const Route &route : routes_)
    if (heap.objects[route.holder].kind == Kind::kFresh)
      holders.insert(route.holder);
  bool changed = true;
  for (int round = 0; changed && round < kRounds; ++round) {
    std::map<ObjectId, Cond> next = at_once;
    for (const Route &route : routes_) {
      const Object &holder = heap.objects[route.holder];
      Cond reached = is_hand(holder) ? kYes : escaped_[route.holder];
      Cond through =
          table_.both(table_.both(reached, !holder.freed), route.held.guard);
      if (through.is_no())
        continue;
      Cond &to = next[route.held.target.object];
      to = table_.either(to, through);
    }
    changed = next != escaped_;
    escaped_ = std::move(next);
  }
  // In a cycle conditions grow for ever, but a way that visits no holder twice
  // is as good.
  if (!changed || holders.size() < std::size_t(kRounds))
    return;
  for (const Route &route : routes_) // what is held at all is out of danger
    if (heap.objects[route.holder].kind == Kind::kFresh)
      escaped_[route.held.target.object] = kYes;
}

Cond Escapes::in_result(ObjectId object) const {
  Cond out = kNo;
  for (const Exit &exit : evaluation_.exits)
    if (exit.kind == Exit::Kind::kReturn && hands_.returns)
      out = table_.either(
          out,
          table_.both(exit.at.guard, points_to(table_, exit.result, object)));
  return out;
}

// What a loop makes goes to its next round in the values that meet at its head;
// what was there before the loop may be anywhere.
Cond Escapes::in_next_round(ObjectId object) const {
  const Evaluation &e = evaluation_;
  const Point &born = e.heap.objects[object].born;
  Cond out = kNo;
  for (const Exit &cut : e.cuts) {
    LoopId loop = e.graph.forest.innermost[cut.next];
    bool is_made_there =
        e.heap.objects[object].kind == Kind::kFresh &&
        e.graph.forest.contains(loop, e.graph.nodes[born.node].block);
    if (!is_made_there) {
      out = table_.either(out, cut.at.guard);
      continue;
    }
    ir::BlockId from = e.graph.nodes[cut.at.node].block;
    for (ir::ValueId v : e.function.blocks[cut.next].insts) {
      if (e.function.insts[v].op != ir::Op::kPhi)
        break;
      std::span<const ir::BlockId> blocks = e.function.incoming(v);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i] != from)
          continue;
        const Value &next =
            evaluation_.value(cut.at.node, e.function.operand(v, i));
        out = table_.either(
            out, table_.both(cut.at.guard, points_to(table_, next, object)));
      }
    }
  }
  return out;
}

Cond Escapes::escaped(ObjectId object) const {
  auto found = escaped_.find(object);
  return found == escaped_.end() ? kYes : found->second;
}

Cond Escapes::lost(ObjectId id) const {
  return table_.both(may_be_lost(id), evaluation_.heap.objects[id].valid);
}

Cond Escapes::may_be_lost(ObjectId id) const {
  const Object &object = evaluation_.heap.objects[id];
  Cond out = table_.both(exit_, object.is_followed ? object.present : kYes);
  out = table_.both(out, !object.freed);
  return table_.both(out, !escaped(id));
}

} // namespace wt::sat
