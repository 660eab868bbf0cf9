// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bases and states: see state.h.

#include "model/infer/state.h"

#include <algorithm>

namespace wt::infer {

void insert_sorted(std::vector<BaseId> &set, BaseId id) {
  auto at = std::lower_bound(set.begin(), set.end(), id);
  if (at == set.end() || *at != id)
    set.insert(at, id);
}

bool contains(const std::vector<BaseId> &set, BaseId id) {
  return std::binary_search(set.begin(), set.end(), id);
}

Bases::Bases() { add({}); }

BaseId Bases::add(Base base) {
  objects.push({});
  alternatives_.push({});
  return bases_.push(std::move(base));
}

BaseId Bases::entry(const AccessPath &path, bool is_pointer) {
  auto [at, is_new] = by_path_.try_emplace(path);
  if (is_new)
    at->second = add({.kind = Base::Kind::kEntry, .path = path});
  bases_[at->second].is_pointer |= is_pointer;
  return at->second;
}

BaseId Bases::find_entry(const AccessPath &path) const {
  auto at = by_path_.find(path);
  return at == by_path_.end() ? BaseId() : at->second;
}

BaseId Bases::make(Base::Kind kind, std::uint32_t index,
                   std::uint64_t variant) {
  auto [at, is_new] = by_key_.try_emplace(Key{kind, index, variant});
  if (is_new)
    at->second = add({.kind = kind, .index = index, .variant = variant});
  return at->second;
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
  if (bases_[value.base].kind == Base::Kind::kMerged) {
    bool grew = false;
    std::vector<Value> parts(alternatives(value.base).begin(),
                             alternatives(value.base).end());
    for (const Value &part : parts)
      if (part.base != merged && bases_[part.base].kind != Base::Kind::kMerged)
        grew |= add_alternative(merged, part);
    return grew;
  }
  // Numbers and offsets do not matter: what counts is what is pointed to.
  std::vector<Value> &known = alternatives_[merged];
  if (is_number(value) || known.size() >= kMaxAlternatives)
    return false;
  for (const Value &other : known)
    if (other == value || (other.base == value.base && other.is_inside))
      return false;
  known.push_back(value);
  return true;
}

std::span<const Value> Bases::alternatives(BaseId merged) const {
  return alternatives_[merged];
}

bool State::is_live(BaseId object) const { return contains(live, object); }

void State::renew(BaseId base, const NumberClass &is) {
  atoms.erase_if([&](const auto &entry) {
    return entry.first.a.base == base || entry.first.b.base == base;
  });
  facts.erase_if([&](const auto &entry) { return entry.first.base == base; });
  if (!is.is_any())
    facts.insert_or_assign({base, 0}, is);
}

void State::drop(BaseId object) {
  auto at = std::lower_bound(live.begin(), live.end(), object);
  if (at != live.end() && *at == object)
    live.erase(at);
}

} // namespace wt::infer
