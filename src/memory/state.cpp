// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bases and states: see state.h.

#include "memory/state.h"

#include <algorithm>

namespace wt::infer {

void insert_sorted(BaseSet &set, BaseId id) {
  auto at = std::lower_bound(set.begin(), set.end(), id);
  if (at == set.end() || *at != id)
    set.insert(at, id);
}

void insert_sorted(Shared<BaseSet> &set, BaseId id) {
  if (!contains(*set, id))
    insert_sorted(set.edit(), id);
}

bool contains(const BaseSet &set, BaseId id) {
  return std::binary_search(set.begin(), set.end(), id);
}

Bases::Bases() { add({}); }

BaseId Bases::add(Base base) {
  objects.push({});
  alternatives_.push({});
  is_more_.push(false);
  return bases_.push(std::move(base));
}

namespace {

std::size_t hash_of(Base::Kind kind, std::uint32_t index,
                    std::uint64_t variant) {
  std::uint64_t h = (variant << 36 ^ variant >> 28) + index * 16 +
                    static_cast<std::uint64_t>(kind);
  h *= 0x9E3779B97F4A7C15;
  return h ^ h >> 32;
}

std::size_t hash_of(const AccessPath &path) {
  std::uint64_t h = std::uint64_t(path.root().index) * 32 +
                    static_cast<std::uint64_t>(path.root().kind) * 4 +
                    path.is_deep();
  for (PathStep step : path.steps())
    h = (h ^ h >> 32) * 0x9E3779B97F4A7C15 +
        static_cast<std::uint32_t>(step.offset) * 2 + step.any_element;
  h *= 0x9E3779B97F4A7C15;
  return h ^ h >> 32;
}

} // namespace

std::size_t Bases::hash(const Base &base) const {
  return base.kind == Base::Kind::kEntry
             ? hash_of(base.path)
             : hash_of(base.kind, base.index, base.variant);
}

// Where the base is for which `same` holds, or where it belongs.
template <class Same>
std::size_t Bases::place(const Table &table, std::size_t hash,
                         Same same) const {
  std::size_t mask = table.places.size() - 1, at = hash & mask;
  while (table.places[at].valid() && !same(bases_[table.places[at]]))
    at = (at + 1) & mask;
  return at;
}

void Bases::take(Table &table, std::size_t at, BaseId id) {
  table.places[at] = id;
  if (++table.taken * 2 < table.places.size())
    return;
  std::vector<BaseId> old(table.places.size() * 2);
  std::swap(old, table.places);
  for (BaseId other : old)
    if (other.valid())
      table.places[place(table, hash(bases_[other]),
                         [](const Base &) { return false; })] = other;
}

BaseId Bases::find_entry(const AccessPath &path) const {
  return by_path_.places[place(by_path_, hash_of(path), [&](const Base &base) {
    return base.path == path;
  })];
}

BaseId Bases::entry(const AccessPath &path, bool is_pointer, unsigned bytes) {
  std::size_t at = place(by_path_, hash_of(path),
                         [&](const Base &base) { return base.path == path; });
  BaseId id = by_path_.places[at];
  if (!id.valid()) {
    id = add({.kind = Base::Kind::kEntry, .path = path});
    take(by_path_, at, id);
  }
  Base &base = bases_[id];
  base.is_pointer |= is_pointer;
  if (base.bytes == 0 && bytes <= 8)
    base.bytes = static_cast<std::uint8_t>(bytes);
  return id;
}

BaseId Bases::make(Base::Kind kind, std::uint32_t index,
                   std::uint64_t variant) {
  std::size_t at =
      place(by_key_, hash_of(kind, index, variant), [&](const Base &base) {
        return base.kind == kind && base.index == index &&
               base.variant == variant;
      });
  BaseId id = by_key_.places[at];
  if (!id.valid()) {
    id = add({.kind = kind, .index = index, .variant = variant});
    take(by_key_, at, id);
  }
  return id;
}

bool Bases::is_address(BaseId id) const {
  const Base &base = bases_[id];
  switch (base.kind) {
  case Base::Kind::kSlot:
    return true;
  case Base::Kind::kEntry:
    return base.path.length() == 0 &&
           (base.path.root().kind == PathRoot::Kind::kGlobal ||
            base.path.root().kind == PathRoot::Kind::kFunction);
  default:
    return false;
  }
}

bool Bases::is_many(BaseId id) const {
  const Base &base = bases_[id];
  switch (base.kind) {
  case Base::Kind::kOlder:
  case Base::Kind::kStale:
    return true;
  case Base::Kind::kEntry:
    return base.path.is_deep() ||
           std::ranges::any_of(base.path.steps(), &PathStep::any_element);
  default:
    return false;
  }
}

bool Bases::add_alternative(BaseId merged, const Value &value) {
  if (value.base == merged)
    return false;
  auto is_more = [&] {
    bool is_news = !is_more_[merged] && !alternatives_[merged].empty();
    is_more_[merged] = true;
    return is_news;
  };
  if (bases_[value.base].kind == Base::Kind::kMerged) {
    bool grew = (is_more_[value.base] || alternatives(value.base).empty() ||
                 value.offset != 0 || value.is_inside) &&
                is_more();
    std::vector<Value> parts(alternatives(value.base).begin(),
                             alternatives(value.base).end());
    for (const Value &part : parts)
      if (part.base != merged && bases_[part.base].kind != Base::Kind::kMerged)
        grew |= add_alternative(merged, part);
    return grew;
  }
  // Numbers and offsets do not matter: what counts is what is pointed to.
  if (is_number(value))
    return value.offset != 0 && is_more();
  std::vector<Value> &known = alternatives_[merged];
  for (const Value &other : known)
    if (other == value || (other.base == value.base && other.is_inside))
      return false;
  if (known.size() >= kMaxAlternatives)
    return is_more();
  known.push_back(value);
  return true;
}

bool Bases::is_one_of_addresses(BaseId merged) const {
  if (is_more_[merged] || alternatives_[merged].empty())
    return false;
  return std::ranges::all_of(alternatives_[merged], [&](const Value &value) {
    return is_entry(value.base) && is_address(value.base) &&
           value.offset == 0 && !value.is_inside;
  });
}

std::span<const Value> Bases::alternatives(BaseId merged) const {
  return alternatives_[merged];
}

bool State::is_live(BaseId object) const { return contains(*live, object); }

void State::renew(BaseId base, const Numbers &is) {
  auto compares_it = [&](const auto &entry) {
    return entry.first.a.base == base || entry.first.b.base == base;
  };
  if (std::ranges::any_of(*atoms, compares_it))
    atoms.edit().erase_if(compares_it);
  auto first = facts->lower_bound({base, INT64_MIN}), last = first;
  while (last != facts->end() && last->first.base == base)
    ++last;
  std::ptrdiff_t known = last - first;
  bool is_same = is.is_any() ? known == 0
                             : known == 1 && first->first.offset == 0 &&
                                   first->second == is;
  if (is_same)
    return;
  std::ptrdiff_t at = first - facts->begin();
  auto &changed = facts.edit();
  changed.erase(changed.begin() + at, changed.begin() + at + known);
  if (!is.is_any())
    changed.insert_or_assign({base, 0}, is);
}

std::optional<Fate> State::fate(BaseId object) const {
  auto at = fates->find(object);
  return at == fates->end() ? std::nullopt : std::optional(at->second);
}

void State::set_fate(BaseId object, Fate fate) {
  if (this->fate(object) != fate)
    fates.edit().insert_or_assign(object, fate);
}

void State::drop(BaseId object, Fate fate) {
  if (auto before = this->fate(object); before && may_be_live(*before))
    set_fate(object, fate);
  if (!is_live(object))
    return;
  BaseSet &left = live.edit();
  left.erase(std::lower_bound(left.begin(), left.end(), object));
}

} // namespace wt::infer
