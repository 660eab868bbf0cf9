// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which states are joined, and what remains of them?  See interpreter.h.

#include "interpret/interpreter.h"
#include "memory/join_maps.h"

#include <algorithm>

namespace wt::absint {

using infer::join_maps;
using ir::ValueId;

// Null, or behind a null pointer: there is nothing that could be freed.
bool Interpreter::is_nothing(BaseId base, const State &state) const {
  if (base_range(base, state).is_zero())
    return true;
  if (!bases_.is_entry(base))
    return false;
  const AccessPath &path = bases_[base].path;
  AccessPath before(path.root());
  for (PathStep step : path.steps()) {
    BaseId holder = bases_.find_entry(before);
    if (holder.valid() && base_range(holder, state).is_zero())
      return true;
    before = before.then(step);
  }
  return false;
}

namespace {

bool counts(Fate fate) { return fate == Fate::kLive || fate == Fate::kLost; }

// Live and lost objects of both, side by side: `differ(base)` where only one
// state has it so.
template <class Differ>
void compare_objects(const State &a, const State &b, Differ differ) {
  if (a.objects.shares_with(b.objects))
    return;
  auto i = a.objects->begin(), j = b.objects->begin();
  while (i != a.objects->end() || j != b.objects->end()) {
    bool in_a = j == b.objects->end() ||
                (i != a.objects->end() && i->first <= j->first);
    bool in_b = i == a.objects->end() ||
                (j != b.objects->end() && j->first <= i->first);
    bool one = in_a && counts(i->second), other = in_b && counts(j->second);
    if (one != other || (one && i->second != j->second))
      differ(in_a ? i->first : j->first);
    i += in_a, j += in_b;
  }
}

} // namespace

// Is an argument null in `a` that is not in `b`?
bool Interpreter::has_other_nulls(const State &a, const State &b) const {
  return std::ranges::any_of(*a.facts, [&](const auto &entry) {
    const auto &[base, is] = entry;
    return is.is_zero() && bases_.is_entry(base) &&
           bases_[base].path.length() == 0 && bases_.info(base).is_pointer &&
           !base_range(base, b).may_be_zero();
  });
}

// Did a call return null, or zero, in one of them and not in the other?
bool Interpreter::are_opposite(const State &a, const State &b) const {
  for (std::size_t i = 0; i < a.env->size(); ++i) {
    const auto &[v, in_a] = (*a.env)[i];
    const Value &in_b = (*b.env)[i].second;
    if (function_.insts[v].op != ir::Op::kCall || in_a == in_b)
      continue;
    Numbers one = range(in_a, a), other = range(in_b, b);
    if ((one.is_zero() && !other.may_be_zero()) ||
        (other.is_zero() && !one.may_be_zero()))
      return true;
  }
  return false;
}

// Of states before a return: do they return numbers of different classes?
bool Interpreter::have_other_results(const State &a, const State &b) const {
  for (std::size_t i = 0; i < a.env->size(); ++i) {
    const Value &in_a = (*a.env)[i].second, &in_b = (*b.env)[i].second;
    if (in_a != in_b && range(in_a, a).is_apart_from(range(in_b, b)))
      return true;
  }
  return false;
}

// Did the same things happen to objects?
bool Interpreter::same_property(const State &a, const State &b) const {
  bool same = did_all_of(a, b) && did_all_of(b, a) && !are_opposite(a, b) &&
              !has_other_nulls(a, b) && !has_other_nulls(b, a);
  if (same)
    compare_objects(a, b, [&](BaseId) { same = false; });
  if (!same || a.cells.shares_with(b.cells))
    return same;
  // Own objects where a caller can see them.
  auto holds = [&](const auto &entry) {
    return bases_.is_new(entry.second.value.base) &&
           !bases_.is(entry.first.base, Base::Kind::kSlot);
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

// How much would be lost if they were one?
std::size_t Interpreter::distance(const State &a, const State &b) const {
  std::size_t out = 0;
  compare_objects(a, b, [&](BaseId) { out += 4; });
  out += did_all_of(a, b) && did_all_of(b, a) ? 0 : 2;
  out += has_other_nulls(a, b) || has_other_nulls(b, a) ? 1 : 0;
  return out + (are_opposite(a, b) ? 3 : 0);
}

std::size_t Interpreter::PairHash::operator()(const Pair &pair) const {
  std::uint64_t h = pair.at.value;
  for (const Value *value : {&pair.a, &pair.b})
    h = (h ^ (std::uint64_t(value->base.value) << 32) ^
         static_cast<std::uint64_t>(value->offset)) *
        0x9E3779B97F4A7C15;
  return h ^ h >> 32;
}

// At the head of a loop a variable that changes is one choice, whatever it was;
// elsewhere variables that were equal on both sides stay equal.
BaseId Interpreter::choice_of(const Value &a, const Value &b, const State &in_b,
                              std::uint64_t key, NodeId at) {
  auto met = std::ranges::find(met_, a, &std::pair<Value, Value>::first);
  bool is_alone = met == met_.end() || met->second == b;
  if (met == met_.end())
    met_.push_back({a, b});
  if (nodes_[at].is_head || !is_alone)
    return bases_.choice(at.value, key);
  bool was_made_here = bases_.is(a.base, Base::Kind::kChoice) &&
                       bases_[a.base].index == at.value && a.offset == 0 &&
                       !a.is_inside;
  if (was_made_here && bases_.is_among(b, range(b, in_b), a.base))
    return a.base;
  auto [known, is_new] = pairs_.try_emplace({at, a, b});
  if (is_new)
    known->second =
        bases_.choice(at.value, std::uint64_t(1) << 62 | pairs_.size());
  return known->second;
}

bool Interpreter::is_widened_at(NodeId node) const {
  return !is_descending_ && nodes_[node].is_in_loop() &&
         visits_[node] > kWideningDelay;
}

Value Interpreter::joined(const Value &a, const Value &b, const State &in_a,
                          const State &in_b, std::uint64_t key, NodeId at,
                          State &out, bool &grew) {
  if (a == b)
    return a;
  if (a.base == b.base && (a.is_inside || b.is_inside) && !is_number(a))
    return {a.base, a.offset == b.offset ? a.offset : 0, true};
  BaseId choice = choice_of(a, b, in_b, key, at);
  Numbers one = range(a, in_a), other = range(b, in_b);
  grew |= bases_.add_alternative(choice, a, one);
  grew |= bases_.add_alternative(choice, b, other);
  bool is_widened = is_widened_at(at);
  out.renew(choice, is_widened ? one.widen(other) : one.join(other), bases_);
  keep_surplus(a, one, choice, out);
  keep_surplus(b, other, choice, out);
  return {choice, 0, false};
}

// What is more than a choice can tell is out of danger.
void Interpreter::keep_surplus(const Value &value, const Numbers &is,
                               BaseId choice, State &state) {
  if (bases_.info(choice).has_more && !bases_.is_among(value, is, choice))
    keep(value, state, false);
}

// What a cell holds on the paths of a state that never wrote it; nullopt: not
// known.  An unwritten local has no value: whatever the other paths say.
std::optional<Value> Interpreter::absent(const State &state, const Cell &cell) {
  const Base &base = bases_[cell.base];
  if (is_zero_at_first(cell.base, state))
    return number(0);
  if (contains(*state.forgotten, cell.base) || base.kind != Base::Kind::kEntry)
    return std::nullopt;
  PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
  return Value{bases_.entry(base.path.then(step), false), 0, false};
}

std::uint64_t Interpreter::key_of(const Cell &cell) {
  return std::uint64_t(1) << 40 |
         cell_numbers_.try_emplace(cell, cell_numbers_.size()).first->second;
}

void Interpreter::join_cells(const State &a, const State &b, NodeId at,
                             State &out, bool &grew) {
  std::vector<Value> dropped; // may be there still
  auto one_sided = [&](const Cell &cell, const Content &content,
                       const State &in,
                       const State &other) -> std::optional<Content> {
    if (contains(*other.forgotten, cell.base)) {
      dropped.push_back(content.value);
      return std::nullopt;
    }
    std::optional<Value> before = absent(other, cell);
    if (!before || *before == content.value)
      return content;
    if (is_number(content.value) && // as it was there, too
        range(*before, other) == range(content.value, in))
      return content;
    return Content{
        joined(content.value, *before, in, other, key_of(cell), at, out, grew),
        content.bytes};
  };
  join_maps(out.cells, b.cells,
            [&](const Cell &cell, const Content *in_a,
                const Content *in_b) -> std::optional<Content> {
              if (!in_b)
                return one_sided(cell, *in_a, a, b);
              if (!in_a)
                return one_sided(cell, *in_b, b, a);
              if (in_a->value == in_b->value && in_a->bytes == in_b->bytes)
                return *in_a;
              if (in_a->bytes == in_b->bytes)
                return Content{joined(in_a->value, in_b->value, a, b,
                                      key_of(cell), at, out, grew),
                               in_a->bytes};
              dropped.push_back(in_a->value);
              dropped.push_back(in_b->value);
              insert_sorted(out.forgotten, cell.base);
              return std::nullopt;
            });
  for (const Value &value : dropped)
    keep(value, out, false);
}

// What one side does not know is unknown; what cannot be there does not count.
void Interpreter::join_facts(const State &a, const State &b, NodeId at,
                             State &out) {
  bool is_widened = is_widened_at(at);
  static const State kNoFacts;
  auto absent = [&](const State &state, BaseId base) {
    return is_nothing(base, state) ? Numbers::none() : base_range(base, state);
  };
  join_maps(out.facts, b.facts,
            [&](BaseId base, const Numbers *in_a,
                const Numbers *in_b) -> std::optional<Numbers> {
              Numbers one = in_a ? *in_a : absent(a, base);
              Numbers other = in_b ? *in_b : absent(b, base);
              Numbers both = is_widened ? one.widen(other) : one.join(other);
              bool says_nothing = both.includes(base_range(base, kNoFacts));
              return says_nothing ? std::nullopt : std::optional(both);
            });
}

// An object that is there in one of them only, or freed in one of them only:
// which of the two it was cannot be told any more.
void Interpreter::join_objects(const State &a, const State &b, State &out) {
  const Limits &limits = setting_.limits;
  auto is_live = [](const Fate *fate) { return fate && *fate == Fate::kLive; };
  auto may_be_live = [&](const Fate *fate) {
    return is_live(fate) || (fate && *fate == Fate::kPerhaps);
  };
  join_maps(out.objects, b.objects,
            [&](BaseId, const Fate *in_a, const Fate *in_b) {
              if (in_a && in_b && *in_a == *in_b)
                return std::optional(*in_a);
              bool is_in_one = !in_a || !in_b;
              if (is_in_one && (in_a ? *in_a : *in_b) == Fate::kLost)
                return std::optional(Fate::kLost);
              bool stays_live = (is_live(in_a) || is_live(in_b)) &&
                                (is_in_one ? limits.allocating_paths_only
                                           : !limits.may_free_is_free);
              if (stays_live)
                return std::optional(Fate::kLive);
              bool may_stay = may_be_live(in_a) || may_be_live(in_b);
              return std::optional(may_stay ? Fate::kPerhaps : Fate::kGone);
            });
}

State Interpreter::joined(const State &a, const State &b, NodeId at,
                          bool &grew) {
  State out = a;
  met_.clear();
  for (BaseId base : *b.forgotten)
    insert_sorted(out.forgotten, base);
  for (BaseId base : *b.exposed)
    insert_sorted(out.exposed, base);
  out.lacks_memory &= b.lacks_memory;
  join_objects(a, b, out);
  join_facts(a, b, at, out);
  join_events(a, b, out);
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

} // namespace wt::absint
