// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which states are merged, and what remains of them?  See interpret.h.

#include "model/infer/interpret.h"

#include <algorithm>

namespace wt::infer {

// Freeing null is no event: where it is null, it may as well have been freed.
bool Interpreter::did_all_of(const State &a, const State &b) const {
  if (a.events == b.events)
    return true;
  return std::ranges::all_of(b.events, [&](const auto &entry) {
    auto same = a.events.find(entry.first);
    return same != a.events.end() ? same->second == entry.second
                                  : is_nothing(entry.first.base, a);
  });
}

// Did the same things happen, as far as a caller can see it?
bool Interpreter::same_property(const State &a, const State &b) const {
  if (a.live != b.live || !(did_all_of(a, b) && did_all_of(b, a)))
    return false;
  auto holds_object = [&](const auto &entry) {
    const Base &held = bases_[entry.second.value.base];
    return bases_[entry.first.base].kind != Base::Kind::kSlot &&
           (bases_.is_new(entry.second.value.base) ||
            (held.kind == Base::Kind::kEntry && held.is_pointer));
  };
  auto i = a.cells.begin(), j = b.cells.begin();
  while (true) {
    i = std::find_if(i, a.cells.end(), holds_object);
    j = std::find_if(j, b.cells.end(), holds_object);
    if (i == a.cells.end() || j == b.cells.end())
      return i == a.cells.end() && j == b.cells.end();
    if (i->first != j->first || i->second.value.base != j->second.value.base)
      return false;
    ++i, ++j;
  }
}

Value Interpreter::joined(const Value &a, const Value &b, const State &in_a,
                          const State &in_b, std::uint64_t key, NodeId at,
                          State &out, bool &grew) {
  if (a == b)
    return a;
  if (a.base == b.base && (a.is_inside || b.is_inside) && !is_number(a))
    return {a.base, a.offset, true};
  BaseId merged = bases_.make(Base::Kind::kMerged, at.value, key);
  grew |= bases_.add_alternative(merged, a);
  grew |= bases_.add_alternative(merged, b);
  out.renew(merged, class_of(a, in_a).join(class_of(b, in_b)));
  return {merged, 0, false};
}

// What a cell holds on the paths of a state that never wrote it; nullopt: not
// known.  An unwritten local has no value: whatever the other paths say.
std::optional<Value> Interpreter::absent(const State &state, const Cell &cell) {
  const Base &base = bases_[cell.base];
  if (contains(state.forgotten, cell.base) || base.kind != Base::Kind::kEntry)
    return std::nullopt;
  PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
  return Value{bases_.entry(base.path.then(step), false), 0, false};
}

void Interpreter::join_cells(const State &a, const State &b, NodeId at,
                             State &out, bool &grew) {
  auto key = [&](const Cell &cell) {
    auto [number, is_new] =
        cell_numbers_.try_emplace(cell, cell_numbers_.size());
    return std::uint64_t(1) << 40 | number->second;
  };
  auto add_one_sided = [&](const Cell &cell, const Content &content,
                           const State &in, const State &other) {
    if (contains(other.forgotten, cell.base))
      return;
    std::optional<Value> before = absent(other, cell);
    Value value = before ? joined(content.value, *before, in, other, key(cell),
                                  at, out, grew)
                         : content.value;
    out.cells.insert_or_assign(cell, Content{value, content.bytes});
  };
  for (const auto &[cell, content] : a.cells) {
    auto other = b.cells.find(cell);
    if (other == b.cells.end()) {
      add_one_sided(cell, content, a, b);
    } else if (other->second.bytes == content.bytes) {
      Value value = joined(content.value, other->second.value, a, b, key(cell),
                           at, out, grew);
      out.cells.insert_or_assign(cell, Content{value, content.bytes});
    } else {
      insert_sorted(out.forgotten, cell.base);
    }
  }
  for (const auto &[cell, content] : b.cells)
    if (!a.cells.contains(cell))
      add_one_sided(cell, content, b, a);
}

// Null, or behind a null pointer: there is nothing that could be freed.
bool Interpreter::is_nothing(BaseId base, const State &state) const {
  if (class_of({base, 0, false}, state).is_zero())
    return true;
  if (!bases_.is_entry(base))
    return false;
  const AccessPath &path = bases_[base].path;
  AccessPath before(path.root());
  for (PathStep step : path.steps()) {
    BaseId holder = bases_.find_entry(before);
    if (holder.valid() && class_of({holder, 0, false}, state).is_zero())
      return true;
    before = before.then(step);
  }
  return false;
}

// What one side does not know is unknown; what cannot be there does not count.
void Interpreter::join_facts(const State &a, const State &b, State &out) {
  auto is = [&](const State &state, const Fact &fact) {
    auto at = state.facts.find(fact);
    if (at != state.facts.end())
      return at->second;
    if (is_nothing(fact.base, state))
      return NumberClass::none();
    return class_of({fact.base, fact.offset, false}, state);
  };
  for (const auto &[fact, in_a] : a.facts)
    if (NumberClass both = in_a.join(is(b, fact)); !both.is_any())
      out.facts.append(fact, both);
  for (const auto &[fact, in_b] : b.facts)
    if (!a.facts.contains(fact))
      if (NumberClass both = in_b.join(is(a, fact)); !both.is_any())
        out.facts.insert_or_assign(fact, both);
}

State Interpreter::joined(const State &a, const State &b, NodeId at,
                          bool &grew) {
  State out;
  out.forgotten = a.forgotten;
  for (BaseId base : b.forgotten)
    insert_sorted(out.forgotten, base);
  out.exposed = a.exposed;
  for (BaseId base : b.exposed)
    insert_sorted(out.exposed, base);
  std::set_intersection(a.live.begin(), a.live.end(), b.live.begin(),
                        b.live.end(), std::back_inserter(out.live));
  join_facts(a, b, out);
  for (const auto &[atom, holds] : a.atoms)
    if (auto other = b.atoms.find(atom);
        other != b.atoms.end() && other->second == holds)
      out.atoms.append(atom, holds);
  // Freeing null is no event, so on paths where it is null it happened too.
  auto add_event = [&](const Event &event, bool is_certain,
                       const State &other) {
    auto same = other.events.find(event);
    if (same != other.events.end())
      is_certain &= same->second;
    else
      is_certain &= is_nothing(event.base, other);
    out.events.insert_or_assign(event, is_certain);
  };
  for (const auto &[event, is_certain] : a.events)
    add_event(event, is_certain, b);
  for (const auto &[event, is_certain] : b.events)
    add_event(event, is_certain, a);
  for (std::size_t i = 0; i < a.env.size(); ++i) {
    assert(a.env[i].first == b.env[i].first && "one block, one set of values");
    out.env.push_back(
        {a.env[i].first, joined(a.env[i].second, b.env[i].second, a, b,
                                a.env[i].first.value, at, out, grew)});
  }
  join_cells(a, b, at, out, grew);
  return out;
}

} // namespace wt::infer
