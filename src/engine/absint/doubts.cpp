// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doubts about the cases of a call: see doubts.h.

#include "engine/absint/doubts.h"

#include <algorithm>
#include <tuple>

namespace wt::absint {

namespace {

bool is_certain_free(const Release &release) {
  return release.kind == Release::Kind::kFree && release.is_certain;
}

// Does another case free the object as one of another kind?  Then the callee
// looks for itself what it is.
bool frees_otherwise(const Case &other, const Release &release) {
  return std::ranges::any_of(other.releases, [&](const Release &another) {
    return is_certain_free(another) && another.path == release.path &&
           another.family.valid() && another.family != release.family;
  });
}

bool does(const Case &one, Release::Kind kind, const AccessPath &path) {
  auto key = [](const Release &release) {
    return std::tie(release.kind, release.path);
  };
  auto at =
      std::ranges::lower_bound(one.releases, std::tie(kind, path), {}, key);
  return at != one.releases.end() && at->kind == kind && at->path == path;
}

// Objects of the caller that the case gives away: frees, keeps, or links.
template <class Take> void give_away(const Case &one, Take take) {
  for (const Release &release : one.releases)
    if (release.kind != Release::Kind::kForget)
      take(release.path);
  for (const Link &link : one.links)
    for (const Source &source : link.held.sources)
      if (source.kind == Source::Kind::kEntry &&
          source.path.root().kind == PathRoot::Kind::kParameter &&
          (source.is_pointer || source.path.length() == 0))
        take(source.path);
}

// Does the case say that there is no object at the place?
bool says_none(const Case &one, const AccessPath &place) {
  return std::ranges::any_of(one.links, [&](const Link &link) {
    AccessPath cell = link.holder.then(link.step);
    return link.is_certain && cell == place && link.held.sources.empty() &&
           link.held.numbers.number();
  });
}

// Does the case leave open whether its result is a new object, too?
bool may_return(const Case &one, const AccessPath &place) {
  return one.result.may_be_new && place == AccessPath::result();
}

bool needs_object(const Case &one, const AccessPath &path) {
  return std::ranges::any_of(one.given, [&](const Given &given) {
    return given.a == path && !given.code && !given.is.may_be_zero();
  });
}

// Something new, or nothing, lies in the place of the object afterwards: who
// looks there sees which case it was, unless the other is what happens without
// an object.
bool is_replaced(const Case &one, const Case &other, const AccessPath &path) {
  return (says_none(one, path) || one.find(path)) &&
         (!needs_object(one, path) || needs_object(other, path));
}
bool may_change(const Case &one, const AccessPath &path) {
  return std::ranges::any_of(one.links,
                             [&](const Link &link) {
                               return link.holder.then(link.step) == path;
                             }) ||
         std::ranges::any_of(one.releases, [&](const Release &release) {
           return release.kind == Release::Kind::kForget &&
                  release.path.root() == path.root();
         });
}

void make_each_once(std::vector<AccessPath> &paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
}

// What makes the other case another one, if nothing tells them apart.
void add_differences(const Case &one, const Case &other, Doubts &out) {
  for (const NewObject &object : one.objects)
    if (!other.find(object.name) && !says_none(other, object.name) &&
        !may_return(other, object.name))
      out.unsure.push_back(object.name);
  give_away(other, [&](const AccessPath &path) {
    if (!does(one, Release::Kind::kFree, path) &&
        !does(one, Release::Kind::kKeep, path) &&
        !(is_replaced(other, one, path) && !may_change(one, path)))
      out.endangered.push_back(path);
  });
  for (const Release &release : one.releases)
    if (is_certain_free(release) &&
        !does(other, Release::Kind::kFree, release.path))
      out.spared.push_back(release.path);
}

} // namespace

Doubts doubts_about(const Case &one, bool is_guess,
                    std::span<const Case *const> all, bool is_looked_at) {
  Doubts out;
  if (is_guess) {
    for (const NewObject &object : one.objects)
      out.unsure.push_back(object.name);
    for (const Release &release : one.releases)
      out.spared.push_back(release.path);
  }
  for (const Case *other : all) {
    if (&one == other)
      continue;
    for (const Release &release : one.releases)
      if (is_certain_free(release) && frees_otherwise(*other, release))
        out.fitted.push_back(release.path);
    if (!are_told_apart(one, *other)) {
      add_differences(one, *other, out);
      continue;
    }
    bool is_ignored = !is_looked_at && !(one.throws || other->throws) &&
                      !are_told_apart_by_arguments(one, *other);
    if (is_guess || is_ignored)
      give_away(*other,
                [&](const AccessPath &path) { out.believed.push_back(path); });
  }
  for (auto *paths : {&out.endangered, &out.spared, &out.believed, &out.fitted})
    make_each_once(*paths);
  return out;
}

} // namespace wt::absint
