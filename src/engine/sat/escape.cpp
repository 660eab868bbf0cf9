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
  return hands_.locals &&
         (object.kind == Kind::kSlot || object.kind == Kind::kVariable);
}

Escapes::Escapes(Evaluation &evaluation, const Hands &hands)
    : evaluation_(evaluation), table_(evaluation.table), hands_(hands) {
  for (const Exit &exit : evaluation.exits) {
    bool counts = exit.kind == Exit::Kind::kReturn  ? hands.returns
                  : exit.kind == Exit::Kind::kThrow ? hands.throws
                                                    : hands.ends;
    if (counts)
      exit_ = table_.either(exit_, exit.at.guard);
  }
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
