// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which states are merged, and what remains of them?  See interpreter.h.

#include "interpret/interpreter.h"
#include "memory/join_maps.h"

#include "memory/cleared.h"

#include <algorithm>

namespace wt::infer {

// Freeing null is no event: where it is null, it may as well have been freed.
// What perhaps happens behind a global makes no difference.
bool Interpreter::did_all_of(const State &a, const State &b) const {
  if (a.events.shares_with(b.events))
    return true;
  auto is_vague = [&](const std::pair<Event, bool> &entry) {
    const AccessPath &path = bases_[entry.first.base].path;
    return !entry.second && path.root().kind == PathRoot::Kind::kGlobal;
  };
  auto at = a.events->begin();
  return std::ranges::all_of(*b.events, [&](const auto &entry) {
    while (at != a.events->end() && at->first < entry.first)
      ++at;
    bool is_in_both = at != a.events->end() && at->first == entry.first;
    return is_in_both ? at->second == entry.second
                      : is_nothing(entry.first.base, a) || is_vague(entry);
  });
}

// A cell with an object in it: an own one where a caller can see it, or one of
// the caller's.
bool Interpreter::holds_object(const Cell &cell, const Content &content) const {
  const Base &held = bases_[content.value.base];
  if (held.kind == Base::Kind::kEntry)
    return held.is_pointer;
  return bases_.is_new(content.value.base) &&
         bases_[cell.base].kind != Base::Kind::kSlot;
}

namespace {

bool is_zero_in_one(const Numbers &a, const Numbers &b) {
  return (a.is_zero() && !b.may_be_zero()) || (b.is_zero() && !a.may_be_zero());
}

} // namespace

// Was an argument null in one of them and not in the other?
bool Interpreter::was_left_out(const State &a, const State &b) const {
  if (a.facts.shares_with(b.facts))
    return false;
  for (std::uint32_t i = 0; i < function_.param_count; ++i) {
    BaseId base = bases_.find_entry(AccessPath::parameter(i));
    if (base.valid() && bases_[base].is_pointer &&
        is_zero_in_one(class_of({base}, a), class_of({base}, b)))
      return true;
  }
  return false;
}

// Did a call return null, or zero, in one of them and not in the other?  Or is
// a variable so, a status for instance, while an argument was left out?
bool Interpreter::are_opposite(const State &a, const State &b) const {
  bool is_left_out = was_left_out(a, b);
  for (std::size_t i = 0; i < a.env->size(); ++i) {
    const auto &[v, in_a] = (*a.env)[i];
    const Value &in_b = (*b.env)[i].second;
    ir::Op op = function_.insts[v].op;
    bool is_told = op == ir::Op::kCall || (op == ir::Op::kPhi && is_left_out);
    if (is_told && is_zero_in_one(class_of(in_a, a), class_of(in_b, b)))
      return true;
  }
  return false;
}

// Have tests shown the same, as far as a caller can tell it?
bool Interpreter::show_the_same(const State &a, const State &b) const {
  if (a.facts == b.facts)
    return true;
  auto told = [](auto &at, const auto &facts) { // the next that is one
    NumberClass is = NumberClass::any();
    while (at != facts.end() && is.is_any())
      is = NumberClass::of((at++)->second);
    return is;
  };
  auto i = a.facts->begin(), j = b.facts->begin();
  while (true) {
    NumberClass in_a = told(i, *a.facts), in_b = told(j, *b.facts);
    if (in_a != in_b)
      return false;
    if (in_a.is_any())
      return true;
    if (std::prev(i)->first != std::prev(j)->first)
      return false;
  }
}

// Did the same things happen, as far as a caller can see it?
bool Interpreter::same_property(const State &a, const State &b) const {
  if (a.live != b.live || !(did_all_of(a, b) && did_all_of(b, a)) ||
      are_opposite(a, b))
    return false;
  if (a.cells.shares_with(b.cells))
    return true;
  auto holds = [&](const auto &entry) {
    return holds_object(entry.first, entry.second);
  };
  auto i = a.cells->begin(), j = b.cells->begin();
  while (true) {
    i = std::find_if(i, a.cells->end(), holds);
    j = std::find_if(j, b.cells->end(), holds);
    if (i == a.cells->end() || j == b.cells->end())
      return i == a.cells->end() && j == b.cells->end();
    if (i->first != j->first || i->second.value.base != j->second.value.base)
      return false;
    ++i, ++j;
  }
}

// Does a variable, or a cell of the caller, hold a new object in one of them
// alone?
bool Interpreter::has_other_owners(const State &a, const State &b) const {
  auto owned = [&](const Value &value, const State &state) {
    bool is_owner = bases_.is_new(value.base) && state.is_live(value.base);
    return is_owner ? value.base : BaseId();
  };
  for (std::size_t i = 0; i < a.env->size(); ++i)
    if (owned((*a.env)[i].second, a) != owned((*b.env)[i].second, b))
      return true;
  auto is_owner = [&](const auto &entry, const State &state) {
    return bases_.is_new(entry.second.value.base) &&
           bases_.is_entry(entry.first.base) &&
           state.is_live(entry.second.value.base);
  };
  auto i = a.cells->begin(), j = b.cells->begin();
  while (true) {
    while (i != a.cells->end() && !is_owner(*i, a))
      ++i;
    while (j != b.cells->end() && !is_owner(*j, b))
      ++j;
    if (i == a.cells->end() || j == b.cells->end())
      return i != a.cells->end() || j != b.cells->end();
    if (i->first != j->first || i->second.value.base != j->second.value.base)
      return true;
    ++i, ++j;
  }
}

// How much would be lost if they were one?
Interpreter::Distance Interpreter::distance(const State &a,
                                            const State &b) const {
  bool is_opposite = are_opposite(a, b);
  if (has_other_owners(a, b))
    return is_opposite ? kOppositeOwners : kOtherOwners;
  return is_opposite        ? kOpposite
         : a.live == b.live ? kSameObjects
                            : kSameOwners;
}

Value Interpreter::joined(const Value &a, const Value &b, const State &in_a,
                          const State &in_b, std::uint64_t key, NodeId at,
                          State &out, bool &grew) {
  if (a == b)
    return a;
  if (a.base == b.base && (a.is_inside || b.is_inside) && !is_number(a))
    return {a.base, a.offset, true};
  // Addresses of globals are told apart from other things that meet here.
  auto is_address = [&](const Value &value) {
    return value == number(0) ||
           (bases_.is_entry(value.base) && bases_.is_address(value.base)) ||
           bases_.is_one_of_addresses(value.base);
  };
  if (is_address(a) && is_address(b))
    key |= std::uint64_t(1) << 45;
  BaseId merged = bases_.make(Base::Kind::kMerged, at.value, key);
  grew |= bases_.add_alternative(merged, a);
  grew |= bases_.add_alternative(merged, b);
  out.renew(merged, joined(class_of(a, in_a), class_of(b, in_b), at));
  return {merged, 0, false};
}

// What a cell holds on the paths of a state that never wrote it; nullopt: not
// known.  An unwritten local has no value: whatever the other paths say.
std::optional<Value> Interpreter::absent(const State &state, const Cell &cell) {
  const Base &base = bases_[cell.base];
  if (is_zero_at_first(cell.base, state))
    return number(0);
  if (base.kind != Base::Kind::kEntry || is_gone(state, cell, 1))
    return std::nullopt;
  PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
  return Value{bases_.entry(base.path.then(step), false), 0, false};
}

namespace {

void unite(Shared<BaseSet> &a, const Shared<BaseSet> &b) {
  if (!a.shares_with(b))
    for (BaseId base : *b)
      insert_sorted(a, base);
}

// Cuts the zeros in `cells` where cells of `other` begin and end.
void cut(Shared<FlatMap<Cell, Content>> &cells,
         const FlatMap<Cell, Content> &other) {
  FlatMap<Cell, Content> out;
  for (const CellEntry &entry : *cells) {
    const auto &[cell, content] = entry;
    std::int64_t begin = cell.offset, end = end_of(entry);
    if (!is_block(content) || !is_zero(content)) {
      out.insert_or_assign(cell, content);
      continue;
    }
    auto at = other.lower_bound({cell.base, begin - kMaxBlock, false});
    for (; at != other.end() && at->first.base == cell.base &&
           at->first.offset < end;
         ++at)
      for (std::int64_t edge : {at->first.offset, end_of(*at)})
        if (!at->first.any_element && edge > begin && edge < end) {
          CellEntry part = zeros(cell.base, begin, edge);
          out.insert_or_assign(part.first, part.second);
          begin = edge;
        }
    CellEntry rest = zeros(cell.base, begin, end);
    out.insert_or_assign(rest.first, rest.second);
  }
  if (out.size() != cells->size())
    cells = std::move(out);
}

bool has_blocks(const FlatMap<Cell, Content> &cells) {
  return std::ranges::any_of(
      cells, [](const CellEntry &entry) { return is_block(entry.second); });
}

} // namespace

void Interpreter::join_cells(const State &a, const State &b, NodeId at,
                             State &out, bool &grew) {
  auto key = [&](const Cell &cell) {
    auto [number, is_new] =
        cell_numbers_.try_emplace(cell, cell_numbers_.size());
    return std::uint64_t(1) << 40 | number->second;
  };
  auto one_sided = [&](const Cell &cell, const Content &content,
                       const State &in,
                       const State &other) -> std::optional<Content> {
    if (is_gone(other, cell, content.bytes))
      return std::nullopt;
    std::optional<Value> before = absent(other, cell);
    if (!before || *before == content.value)
      return content;
    if (is_block(content)) { // zeros, or whatever was there
      insert_sorted(out.forgotten, cell.base);
      if (!bases_.is_address(cell.base))
        note(out, Effect::Kind::kForget, cell.base, {}, false);
      return std::nullopt;
    }
    if (is_number(content.value) && // as it was there, too
        class_of(*before, other) == class_of(content.value, in))
      return content;
    return Content{
        joined(content.value, *before, in, other, key(cell), at, out, grew),
        content.bytes, content.extent};
  };
  auto in_b = b.cells;
  if (has_blocks(*a.cells) || has_blocks(*b.cells)) {
    cut(out.cells, *b.cells);
    cut(in_b, *a.cells);
  }
  join_maps(out.cells, in_b,
            [&](const Cell &cell, const Content *in_a,
                const Content *in_b) -> std::optional<Content> {
              if (!in_b)
                return one_sided(cell, *in_a, a, b);
              if (!in_a)
                return one_sided(cell, *in_b, b, a);
              if (in_a->value == in_b->value && in_a->bytes == in_b->bytes &&
                  in_a->extent == in_b->extent)
                return *in_a;
              if (in_a->bytes == in_b->bytes)
                return Content{joined(in_a->value, in_b->value, a, b, key(cell),
                                      at, out, grew),
                               in_a->bytes,
                               in_a->extent && in_b->extent
                                   ? std::max(in_a->extent, in_b->extent)
                                   : 0};
              insert_sorted(out.forgotten, cell.base);
              return std::nullopt;
            });
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

// In a loop, a set that grows is a few numbers, then one of a few classes: it
// does not grow for long.
Numbers Interpreter::joined(const Numbers &a, const Numbers &b,
                            NodeId at) const {
  Numbers both = a.join(b);
  bool is_growing = nodes_[at].is_in_loop() && both != a && both.few().empty();
  return is_growing ? NumberClass::of(both).set() : both;
}

// What one side does not know is unknown; what cannot be there does not count.
void Interpreter::join_facts(const State &a, const State &b, NodeId at,
                             State &out) {
  auto absent = [&](const State &state, const Fact &fact) {
    return is_nothing(fact.base, state)
               ? Numbers::none()
               : class_of({fact.base, fact.offset, false}, state);
  };
  join_maps(out.facts, b.facts,
            [&](const Fact &fact, const Numbers *in_a,
                const Numbers *in_b) -> std::optional<Numbers> {
              Numbers both = joined(in_a ? *in_a : absent(a, fact),
                                    in_b ? *in_b : absent(b, fact), at);
              return both.is_any() ? std::nullopt : std::optional(both);
            });
}

// Freeing null is no event, so on paths where it is null it happened too.
void Interpreter::join_events(const State &a, const State &b, State &out) {
  join_maps(out.events, b.events,
            [&](const Event &event, const bool *in_a, const bool *in_b) {
              if (!in_b)
                return std::optional(*in_a && is_nothing(event.base, b));
              if (!in_a)
                return std::optional(*in_b && is_nothing(event.base, a));
              return std::optional(*in_a && *in_b);
            });
}

// What is null cannot be accessed, so that does not count either.
void Interpreter::join_used(const State &a, const State &b, State &out) {
  if (a.used == b.used)
    return;
  BaseSet both;
  std::ranges::set_union(*a.used, *b.used, std::back_inserter(both));
  std::erase_if(both, [&](BaseId base) {
    return !(contains(*a.used, base) || is_nothing(base, a)) ||
           !(contains(*b.used, base) || is_nothing(base, b));
  });
  if (both != *a.used)
    out.used = std::move(both);
}

// New objects that the caller finds in one of them alone are told no more: what
// they hold of the caller's is kept there.
void Interpreter::keep_in_dropped(const State &in, const State &other,
                                  State &out) {
  BaseSet dropped;
  std::ranges::set_difference(*in.live, *other.live,
                              std::back_inserter(dropped));
  if (dropped.empty())
    return;
  BaseSet done, todo;
  auto reach = [&](BaseId base) {
    if (base != Bases::number() && !contains(done, base)) {
      insert_sorted(done, base);
      todo.push_back(base);
    }
  };
  for (const auto &[cell, content] : *in.cells)
    if (bases_.is_entry(cell.base))
      reach(content.value.base);
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    for (const Value &part : bases_.alternatives(base))
      reach(part.base);
    if (!bases_.is_new(base))
      continue;
    for (const auto &[cell, content] : *in.cells) {
      if (cell.base != base)
        continue;
      BaseId held = content.value.base;
      reach(held);
      if (contains(dropped, base) && bases_.is_entry(held) &&
          !bases_.is_address(held))
        note(out, Effect::Kind::kKeep, held, {}, false);
    }
  }
}

State Interpreter::joined(const State &a, const State &b, NodeId at,
                          bool &grew) {
  State out = a;
  unite(out.forgotten, b.forgotten);
  unite(out.exposed, b.exposed);
  join_maps(
      out.gone, b.gone,
      [](const Cell &, const std::int64_t *in_a, const std::int64_t *in_b) {
        return std::optional(
            std::max(in_a ? *in_a : INT64_MIN, in_b ? *in_b : INT64_MIN));
      });
  out.is_oom &= b.is_oom;
  join_maps(out.fates, b.fates, [](BaseId, const Fate *in_a, const Fate *in_b) {
    auto fate = [](const Fate *known) {
      return known ? std::optional(*known) : std::nullopt;
    };
    return std::optional(infer::joined(fate(in_a), fate(in_b)));
  });
  if (!std::ranges::includes(*b.live, *a.live)) {
    BaseSet both;
    std::ranges::set_intersection(*a.live, *b.live, std::back_inserter(both));
    out.live = std::move(both);
  }
  join_facts(a, b, at, out);
  join_maps(out.atoms, b.atoms,
            [](const Atom &, const bool *in_a, const bool *in_b) {
              bool agree = in_a && in_b && *in_a == *in_b;
              return agree ? std::optional(*in_a) : std::nullopt;
            });
  join_events(a, b, out);
  if (!(a.live == b.live)) {
    keep_in_dropped(a, b, out);
    keep_in_dropped(b, a, out);
  }
  join_used(a, b, out);
  assert(a.env->size() == b.env->size() && "one block, one set of values");
  for (std::size_t i = 0; i < a.env->size(); ++i) {
    const auto &[v, in_a] = (*a.env)[i];
    const Value &in_b = (*b.env)[i].second;
    if (in_a == in_b)
      continue;
    Value both = joined(in_a, in_b, a, b, v.value, at, out, grew);
    if (both != in_a)
      out.env.edit()[i].second = both;
  }
  join_cells(a, b, at, out, grew);
  return out;
}

} // namespace wt::infer
