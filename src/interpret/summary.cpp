// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases, and when two of them are one: see summary.h.

#include "interpret/summary.h"

#include "interpret/few_paths.h"

#include <algorithm>
#include <map>

namespace wt::absint {

const NewObject *Case::find(const AccessPath &name) const {
  auto at = std::ranges::find(objects, name, &NewObject::name);
  return at == objects.end() ? nullptr : &*at;
}

bool are_told_apart(const Case &a, const Case &b) {
  return a.throws != b.throws || a.is.is_apart_from(b.is) ||
         are_told_apart_by_arguments(a, b);
}

bool are_told_apart_by_arguments(const Case &a, const Case &b) {
  for (const Given &one : a.given)
    for (const Given &other : b.given)
      if (one.a.length() == 0 && (one.number || one.b.length() == 0) &&
          one.is_about_same(other) && one.is.is_apart_from(other.is))
        return true;
  return false;
}

void tell_shortly(std::vector<Release> &releases) {
  std::vector<Release> out;
  std::map<std::pair<Release::Kind, PathRoot>, std::vector<AccessPath>> perhaps;
  for (const Release &release : releases)
    if (release.is_certain)
      out.push_back(release);
    else
      perhaps[{release.kind, release.path.root()}].push_back(release.path);
  for (auto &[what, paths] : perhaps) {
    make_few(paths);
    for (const AccessPath &path : paths)
      out.push_back({what.first, path, {}, 0, false});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  releases = std::move(out);
}

namespace {

// Is there nothing at the path in this case: null, or behind null?
bool is_nothing(const Case &one, const AccessPath &path) {
  return std::ranges::any_of(one.given, [&](const Given &given) {
    return !given.code && given.offset_a == 0 && given.is.is_zero() &&
           given.a.is_prefix_of(path);
  });
}

bool does_all_of(const Case &a, const Case &b) {
  return std::ranges::all_of(b.releases, [&](const Release &release) {
    return std::ranges::find(a.releases, release) != a.releases.end() ||
           is_nothing(a, release.path);
  });
}

bool do_the_same(const Case &a, const Case &b) {
  return a.throws == b.throws && a.objects == b.objects && a.links == b.links &&
         a.result.sources == b.result.sources && does_all_of(a, b) &&
         does_all_of(b, a);
}

Held both(const Held &a, const Held &b) {
  Held out = a;
  for (const Source &source : b.sources)
    if (std::ranges::find(out.sources, source) == out.sources.end())
      out.sources.push_back(source);
  std::sort(out.sources.begin(), out.sources.end());
  out.numbers = a.numbers.join(b.numbers);
  out.is_never_null = a.is_never_null && b.is_never_null;
  return out;
}

// What one side does not test can be anything there, unless it is not there.
std::vector<Given> both_given(const Case &a, const Case &b) {
  std::vector<Given> out;
  for (const Given &one : a.given) {
    auto same = std::ranges::find_if(
        b.given, [&](const Given &other) { return one.is_about_same(other); });
    Given joined = one;
    if (same != b.given.end())
      joined.is = one.is.join(same->is);
    else if (!is_nothing(b, one.a))
      continue;
    if (!joined.is.is_any())
      out.push_back(joined);
  }
  for (const Given &other : b.given)
    if (is_nothing(a, other.a) &&
        std::ranges::none_of(
            a.given, [&](const Given &g) { return g.is_about_same(other); }))
      out.push_back(other);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Release> both_releases(const Case &a, const Case &b) {
  std::vector<Release> out;
  auto add = [&](const Case &from, const Case &other) {
    for (Release release : from.releases) {
      bool in_other =
          std::ranges::find(other.releases, release) != other.releases.end();
      release.is_certain &= in_other || is_nothing(other, release.path);
      out.push_back(release);
    }
  };
  add(a, b);
  add(b, a);
  tell_shortly(out);
  return out;
}

Case both(const Case &a, const Case &b) {
  Case out;
  out.throws = a.throws;
  out.result = both(a.result, b.result);
  out.is = a.is.join(b.is);
  out.given = both_given(a, b);
  out.releases = both_releases(a, b);
  out.touches_globals = a.touches_globals || b.touches_globals;
  out.lacks_memory = a.lacks_memory && b.lacks_memory;
  auto add_object = [&](NewObject object, const Case &other) {
    const NewObject *same = other.find(object.name);
    object.is_kept |= !same || same->is_kept;
    object.is_many |= same && same->is_many;
    object.is_zeroed &= same && same->is_zeroed;
    if (!out.find(object.name))
      out.objects.push_back(object);
  };
  for (const NewObject &object : a.objects)
    add_object(object, b);
  for (const NewObject &object : b.objects)
    add_object(object, a);
  std::sort(out.objects.begin(), out.objects.end());
  auto in = [](const std::vector<Link> &links, const Link &link) {
    return std::ranges::find_if(
        links, [&](const Link &other) { return other.is_same_cell(link); });
  };
  auto add_link = [&](Link link, const Case &other) {
    auto same = in(other.links, link);
    bool is_shared = !link.is_in_new || other.find(link.holder);
    if (same != other.links.end()) {
      link.held = both(link.held, same->held);
      link.is_certain &= same->is_certain;
    } else if (is_shared) {
      link.is_certain = false;
    }
    if (in(out.links, link) == out.links.end())
      out.links.push_back(link);
  };
  for (const Link &link : a.links)
    add_link(link, b);
  for (const Link &link : b.links)
    add_link(link, a);
  std::sort(out.links.begin(), out.links.end());
  return out;
}

// Is an argument null in one of them, of which the other does not say so?
bool have_other_nulls(const Case &a, const Case &b) {
  auto has = [](const Case &one, const Case &other) {
    return std::ranges::any_of(one.given, [&](const Given &given) {
      return !given.code && given.is_pointer && given.a.length() == 0 &&
             given.is.is_zero() &&
             std::ranges::none_of(other.given, [&](const Given &too) {
               return too.is_about_same(given) && too.is.is_zero();
             });
    });
  };
  return has(a, b) || has(b, a);
}

// How many are in one of the sorted lists only?
template <class T>
std::size_t differing(const std::vector<T> &a, const std::vector<T> &b) {
  std::size_t out = 0;
  auto i = a.begin(), j = b.begin();
  while (i != a.end() && j != b.end()) {
    auto order = *i <=> *j;
    out += order != 0;
    i += order <= 0, j += order >= 0;
  }
  return out + static_cast<std::size_t>((a.end() - i) + (b.end() - j));
}

// How much is lost when they become one?
std::size_t distance(const Case &a, const Case &b) {
  std::size_t out = a.throws != b.throws ? 1000 : 0;
  out += 20 * differing(a.objects, b.objects);
  out += 4 * differing(a.releases, b.releases);
  out += differing(a.links, b.links);
  out += a.is.is_apart_from(b.is) ? 12 : 0;
  return out + (are_told_apart(a, b) ? 2 : 0) +
         (have_other_nulls(a, b) ? 2 : 0);
}

} // namespace

std::vector<Case> merged(std::vector<Case> cases, std::size_t most) {
  std::vector<Case> out;
  for (Case &one : cases) {
    auto same = std::ranges::find_if(out, [&](const Case &other) {
      return do_the_same(one, other) && !have_other_nulls(one, other);
    });
    if (same == out.end())
      out.push_back(std::move(one));
    else
      *same = both(*same, one);
  }
  std::vector<std::vector<std::size_t>> far(out.size());
  for (std::size_t i = 0; i < out.size() && out.size() > most; ++i)
    for (std::size_t j = 0; j < i; ++j)
      far[i].push_back(distance(out[i], out[j]));
  while (out.size() > most) {
    std::size_t later = 1, earlier = 0;
    for (std::size_t i = 1; i < out.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (far[i][j] < far[later][earlier])
          later = i, earlier = j;
    out[earlier] = both(out[earlier], out[later]);
    auto place = static_cast<std::ptrdiff_t>(later);
    out.erase(out.begin() + place);
    far.erase(far.begin() + place);
    for (std::size_t i = later; i < out.size(); ++i)
      far[i].erase(far[i].begin() + place);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (i != earlier)
        far[std::max(i, earlier)][std::min(i, earlier)] =
            distance(out[i], out[earlier]);
  }
  return out;
}

} // namespace wt::absint
