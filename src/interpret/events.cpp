// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happened to the caller's objects, in few words?  See interpreter.h.
//
// What certainly happened keeps states and cases apart, so it is told exactly.
// What may have happened puts an object out of danger, whoever did it and how:
// it is told by kind and path alone, a few paths for each argument; where there
// would be more, ways are cut off (`p->a->b->c` becomes "everything below
// p->a").  What may have happened to objects behind globals is one fact.

#include "interpret/few_paths.h"
#include "interpret/interpreter.h"
#include "memory/join_maps.h"

#include <algorithm>

namespace wt::absint {

namespace {

constexpr std::size_t kMaxGlobalSteps = 2;

} // namespace

void Interpreter::note(State &state, Event::Kind kind, BaseId base,
                       model::FamilyId family, bool is_certain,
                       std::int64_t offset) {
  const AccessPath &path = bases_[base].path;
  if (path.root().kind == PathRoot::Kind::kGlobal) {
    if (kind != Event::Kind::kFree)
      return; // what a global reaches is kept already
    if (!is_certain || path.length() > kMaxGlobalSteps) {
      state.touches_globals = true;
      return;
    }
  }
  // A number may be a handle when it is an argument itself.
  const BaseInfo &info = bases_.info(base);
  if (kind != Event::Kind::kFree && !info.is_pointer && !info.may_be_pointer &&
      path.length() > 0)
    return;
  if (!is_certain)
    return note_perhaps(state, kind, base);
  Event event{kind, base, family, offset};
  auto known = state.events->find(event);
  if (known == state.events->end() || !known->second)
    state.events.edit().insert_or_assign(event, true);
}

// It may have happened to what was there when the function began.
void Interpreter::note_found(State &state, Event::Kind kind, BaseId found) {
  note(state, kind, bases_.entry(bases_[found].path, true), {}, false);
}

// Is it said already that this may have happened?
bool Interpreter::is_told(const State &state, Event::Kind kind,
                          BaseId base) const {
  if (state.events->empty())
    return false;
  auto is_there = [&](Event::Kind one, BaseId at) {
    return at.valid() && state.events->contains({one, at, {}, 0});
  };
  if (is_there(kind, base) ||
      (kind == Event::Kind::kKeep && is_there(Event::Kind::kFree, base)))
    return true;
  const AccessPath &path = bases_[base].path;
  for (std::size_t length = 0; length < path.length(); ++length)
    if (is_there(kind, bases_.find_entry(prefix_of(path, length).deep())))
      return true;
  return false;
}

void Interpreter::note_perhaps(State &state, Event::Kind kind, BaseId base) {
  if (is_told(state, kind, base))
    return;
  PathRoot root = bases_[base].path.root();
  auto is_alike = [&](const auto &entry) {
    return !entry.second && entry.first.kind == kind &&
           bases_[entry.first.base].path.root() == root;
  };
  std::vector<AccessPath> all{bases_[base].path};
  for (const auto &entry : *state.events)
    if (is_alike(entry))
      all.push_back(bases_[entry.first.base].path);
  std::size_t before = all.size();
  make_few(all);
  auto &events = state.events.edit();
  if (all.size() == before) {
    events.insert_or_assign({kind, base, {}, 0}, false);
    return;
  }
  events.erase_if(is_alike);
  for (const AccessPath &path : all)
    events.insert_or_assign({kind, bases_.entry(path, true), {}, 0}, false);
}

// Freeing null is no event: where it is null, it may as well have been freed.
bool Interpreter::did_all_of(const State &a, const State &b) const {
  if (a.events.shares_with(b.events))
    return true;
  auto at = a.events->begin();
  return std::ranges::all_of(*b.events, [&](const auto &entry) {
    if (!entry.second)
      return true;
    while (at != a.events->end() && at->first < entry.first)
      ++at;
    bool is_in_both =
        at != a.events->end() && at->first == entry.first && at->second;
    return is_in_both || is_nothing(entry.first.base, a);
  });
}

void Interpreter::join_events(const State &a, const State &b, State &out) {
  out.touches_globals |= b.touches_globals;
  std::vector<Event> perhaps;
  // Where there is nothing that could be freed it happened too.
  auto one_sided = [&](const Event &event, bool is_certain,
                       const State &other) -> std::optional<bool> {
    if (is_certain && is_nothing(event.base, other))
      return true;
    perhaps.push_back(event);
    return std::nullopt;
  };
  infer::join_maps(out.events, b.events,
                   [&](const Event &event, const bool *in_a,
                       const bool *in_b) -> std::optional<bool> {
                     if (in_a && !*in_a)
                       return false;
                     if (in_a && in_b && *in_b)
                       return true;
                     return in_a ? one_sided(event, true, b)
                                 : one_sided(event, *in_b, a);
                   });
  for (const Event &event : perhaps)
    note(out, event.kind, event.base, {}, false);
}

} // namespace wt::absint
