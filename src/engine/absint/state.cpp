// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States: see state.h.

#include "engine/absint/state.h"

#include <algorithm>

namespace wt::absint {

bool contains(const BaseSet &set, BaseId id) {
  return std::binary_search(set.begin(), set.end(), id);
}

void insert_sorted(BaseSet &set, BaseId id) {
  auto at = std::lower_bound(set.begin(), set.end(), id);
  if (at == set.end() || *at != id)
    set.insert(at, id);
}

void insert_sorted(Shared<BaseSet> &set, BaseId id) {
  if (!contains(*set, id))
    insert_sorted(set.edit(), id);
}

bool State::is_live(BaseId object) const { return fate(object) == Fate::kLive; }

bool State::may_be_live(BaseId object) const {
  return is_live(object) || fate(object) == Fate::kPerhaps;
}

std::optional<Fate> State::fate(BaseId object) const {
  auto at = objects->find(object);
  return at == objects->end() ? std::nullopt : std::optional(at->second);
}

void State::set_fate(BaseId object, Fate fate) {
  if (this->fate(object) != fate)
    objects.edit().insert_or_assign(object, fate);
}

void State::forget_cells(BaseId base) {
  auto first = cells->lower_bound({base, INT64_MIN, false}), last = first;
  while (last != cells->end() && last->first.base == base)
    ++last;
  if (first == last)
    return;
  auto from = first - cells->begin(), to = last - cells->begin();
  auto &all = cells.edit();
  all.erase(all.begin() + from, all.begin() + to);
}

void State::renew(BaseId base, const Numbers &is, const Bases &bases) {
  auto is_about = [&](const auto &entry) {
    return entry.first != base && bases.mentions(entry.first, base);
  };
  if (bases.info(base).is_in_term && std::ranges::any_of(*facts, is_about))
    facts.edit().erase_if(is_about);
  auto at = facts->find(base);
  if (is.is_any()) {
    if (at != facts->end())
      facts.edit().erase(base);
  } else if (at == facts->end() || at->second != is) {
    facts.edit().insert_or_assign(base, is);
  }
}

void State::replace(BaseId from, const Value &to) {
  auto moved = [&](const Value &value) {
    return Value{to.base, to.offset + value.offset,
                 to.is_inside || value.is_inside};
  };
  if (std::ranges::any_of(
          *env, [&](const auto &entry) { return entry.second.base == from; }))
    for (auto &[v, known] : env.edit())
      if (known.base == from)
        known = moved(known);
  if (std::ranges::any_of(*cells, [&](const auto &entry) {
        return entry.second.value.base == from;
      }))
    for (auto &[cell, content] : cells.edit())
      if (content.value.base == from)
        content.value = moved(content.value);
}

} // namespace wt::absint
