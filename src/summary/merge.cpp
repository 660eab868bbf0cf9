// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merging outcomes: see merge.h.

#include "summary/merge.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace wt::infer {

namespace {

constexpr std::size_t kMaxVague = 12; // effects that are told one by one

// Effects are sorted by what they do to what (see Effect's fields).
auto place_of(const Effect &effect) {
  bool is_range = effect.kind == Effect::Kind::kForget;
  return std::tuple<Effect::Kind, const AccessPath &, model::FamilyId,
                    std::int64_t, std::uint32_t>(
      effect.kind, effect.path, effect.family, is_range ? effect.offset : 0,
      is_range ? effect.extent : 0);
}
bool by_place(const Effect &a, const Effect &b) {
  return place_of(a) < place_of(b);
}

const Effect *find_same(const Outcome &outcome, const Effect &effect) {
  auto at = std::lower_bound(outcome.effects.begin(), outcome.effects.end(),
                             effect, by_place);
  return at != outcome.effects.end() && place_of(*at) == place_of(effect)
             ? &*at
             : nullptr;
}

// What is known of a number in a cell does not make outcomes different.
bool is_same_value(const Term &a, const Term &b) {
  return a == b ||
         (a.kind == Term::Kind::kUnknown && b.kind == Term::Kind::kUnknown);
}

bool may_be_new(const Term &term) {
  return term.may_be_new.holds || term.is_new();
}

// One of the two.
Term joined(const Term &a, const Term &b) {
  auto is = [](const Term &term) {
    return term.kind == Term::Kind::kNumber ? NumberClass::equals(term.number)
           : term.kind == Term::Kind::kPath ? NumberClass::any()
                                            : term.is;
  };
  Term out;
  out.is = is(a).join(is(b));
  out.may_be_new.holds = may_be_new(a) || may_be_new(b);
  return out;
}

// The same, but for what is known of cells that nobody wrote.
bool are_same_objects(const Outcome &a, const Outcome &b) {
  return std::ranges::equal(
      a.objects, b.objects, {},
      [](NewObject object) {
        object.is_zeroed = false;
        return object;
      },
      [](NewObject object) {
        object.is_zeroed = false;
        return object;
      });
}

// Does the cell of a new object hold zero though no effect says so?
bool is_zero_from_start(const Outcome &outcome, const Effect &effect) {
  const AccessPath &path = effect.path;
  return path.root().kind == PathRoot::Kind::kSite && path.length() == 1 &&
         path.root().index < outcome.objects.size() &&
         outcome.objects[path.root().index].is_zeroed && effect.is_certain &&
         effect.value.kind == Term::Kind::kNumber && effect.value.number == 0;
}

// Would the effect change nothing in this outcome, since there is nothing to do
// it to, or since the cell holds the number already?  What perhaps is freed
// behind a global does not tell outcomes apart.
bool changes_nothing(const Outcome &outcome, const Effect &effect) {
  if (effect.kind != Effect::Kind::kWrite)
    return is_vacuous(outcome, effect.path) ||
           (!effect.is_certain &&
            effect.path.root().kind == PathRoot::Kind::kGlobal);
  if (is_behind_null(outcome, effect.path) ||
      is_zero_from_start(outcome, effect))
    return true;
  if (effect.value.kind != Term::Kind::kNumber)
    return false;
  return std::ranges::any_of(outcome.given, [&](const Given &given) {
    return given.path == effect.path && given.offset == 0 && given.mask == 0 &&
           given.is == NumberClass::equals(effect.value.number);
  });
}

// Everything `a` does, `b` does too, as far as there is something to do.
bool does_all_of(const Outcome &b, const Outcome &a) {
  return std::ranges::all_of(a.effects, [&](const Effect &effect) {
    const Effect *same = find_same(b, effect);
    if (!same)
      return changes_nothing(b, effect);
    return same->is_certain == effect.is_certain &&
           same->offset == effect.offset &&
           is_same_value(same->value, effect.value);
  });
}

// Terms of which nothing must be known but the class of the result.
bool is_plain(const Term &term) {
  return (term.kind == Term::Kind::kUnknown && term.among.empty()) ||
         term.kind == Term::Kind::kNumber;
}

// The globals whose addresses an outcome may return; nullopt: or others.
std::optional<std::vector<AccessPath>> addresses(const Outcome &outcome) {
  const Term &term = outcome.value;
  if (term.kind == Term::Kind::kUnknown && !term.among.empty())
    return term.among;
  if (outcome.result.is_zero())
    return std::vector<AccessPath>();
  PathRoot::Kind root = term.path.root().kind;
  bool is_address =
      term.kind == Term::Kind::kPath && term.path.length() == 0 &&
      term.offset == 0 && !term.is_inside && !term.is_perhaps &&
      (root == PathRoot::Kind::kGlobal || root == PathRoot::Kind::kFunction);
  return is_address ? std::optional(std::vector{term.path}) : std::nullopt;
}

// The result of one or the other.
Term joined_results(const Outcome &a, const Outcome &b) {
  constexpr std::size_t kMaxAmong = 4;
  Term out;
  if (a.value == b.value)
    out = a.value;
  bool is_unknown = out.kind == Term::Kind::kUnknown;
  out.may_be_new.holds =
      is_unknown && (may_be_new(a.value) || may_be_new(b.value));
  if (a.value == b.value)
    return out;
  auto in_a = addresses(a), in_b = addresses(b);
  if (in_a && in_b)
    std::ranges::set_union(*in_a, *in_b, std::back_inserter(out.among));
  if (out.among.size() > kMaxAmong)
    out.among.clear();
  return out;
}

bool are_alike(const Outcome &a, const Outcome &b) {
  return a.throws == b.throws && are_same_objects(a, b) &&
         (a.value == b.value || (is_plain(a.value) && is_plain(b.value))) &&
         does_all_of(a, b) && does_all_of(b, a);
}

// Neither says more of what it does than that it may happen, or that something
// is written.
bool is_vague(const Effect &effect) {
  return !effect.is_certain || (effect.kind == Effect::Kind::kWrite &&
                                effect.value.kind == Term::Kind::kUnknown);
}

// The same tests, results and certain effects: they differ in what may happen.
bool differ_vaguely(const Outcome &a, const Outcome &b) {
  if (a.throws != b.throws || a.result != b.result || a.value != b.value ||
      a.given != b.given || a.compared != b.compared || !are_same_objects(a, b))
    return false;
  auto is_covered = [](const Outcome &x, const Outcome &y) {
    return std::ranges::all_of(x.effects, [&](const Effect &effect) {
      const Effect *same = find_same(y, effect);
      return same ? is_vague(*same) == is_vague(effect) &&
                        (is_vague(effect) || same->value == effect.value)
                  : is_vague(effect);
    });
  };
  return is_covered(a, b) && is_covered(b, a);
}

// The classes in which the outcomes differ: how many, and is the union of each
// pair a class?
struct Difference {
  std::size_t count = 0;
  bool is_exact = true;

  void add(const NumberClass &a, const NumberClass &b) {
    count += a != b;
    is_exact &= a.joins_exactly(b);
  }
};

// Does the joined outcome stand for exactly the calls of the two?  Of two tests
// that differ, the join takes all four combinations.
bool join_exactly(const Outcome &a, const Outcome &b) {
  Difference difference;
  if (a.compared != b.compared) {
    ++difference.count;
    difference.is_exact = a.compared.size() == 1 && b.compared.size() == 1 &&
                          are_opposite(a.compared[0], b.compared[0]);
  }
  difference.add(a.result, b.result);
  for (const Outcome *outcome : {&a, &b})
    for (const Given &given : outcome->given) {
      NumberClass in_a = given_at(a, given), in_b = given_at(b, given);
      bool was_counted = outcome == &b &&
                         std::ranges::any_of(a.given, [&](const Given &other) {
                           return other.is_about_same(given);
                         });
      if (!was_counted)
        difference.add(in_a, in_b);
    }
  return difference.count <= 1 && difference.is_exact;
}

std::vector<Given> joined_givens(const Outcome &a, const Outcome &b) {
  std::vector<Given> out;
  for (const Outcome *outcome : {&a, &b})
    for (const Given &given : outcome->given) {
      NumberClass both = given_at(a, given).join(given_at(b, given));
      if (!both.is_any())
        out.push_back({given.path, given.offset, both, given.bytes,
                       given.is_pointer, given.mask});
    }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What both access; where it is null there is nothing to access.
std::vector<AccessPath> joined_uses(const Outcome &a, const Outcome &b) {
  auto may_use = [](const Outcome &outcome, const AccessPath &path) {
    return std::ranges::binary_search(outcome.used, path) ||
           is_vacuous(outcome, path);
  };
  std::vector<AccessPath> out;
  std::ranges::set_union(a.used, b.used, std::back_inserter(out));
  std::erase_if(out, [&](const AccessPath &path) {
    return !may_use(a, path) || !may_use(b, path);
  });
  return out;
}

// An object of the caller.
bool is_given(const Term &term) {
  return term.kind == Term::Kind::kPath && term.is_pointer &&
         term.path.root().kind == PathRoot::Kind::kParameter;
}

// Both return a new object of one kind.
bool returns_alike(const Outcome &a, const Outcome &b) {
  if (!a.value.is_new() || !b.value.is_new() ||
      a.value.offset != b.value.offset ||
      a.value.is_perhaps != b.value.is_perhaps)
    return false;
  const NewObject &x = a.objects[a.value.path.root().index];
  const NewObject &y = b.objects[b.value.path.root().index];
  return x.family == y.family && x.is_many == y.is_many;
}

// Both in one.  New objects of which only one knows are nobody's any more:
// the merge is conservative for callers.
Outcome joined(const Outcome &a, const Outcome &b) {
  Outcome out;
  out.throws = a.throws && b.throws;
  out.result = a.result.join(b.result);
  bool same_objects = are_same_objects(a, b);
  if (same_objects)
    out.objects = a.objects;
  for (std::size_t i = 0; i < out.objects.size(); ++i)
    out.objects[i].is_zeroed &= b.objects[i].is_zeroed;
  auto without_new = [&](Term term) {
    bool is_new = term.kind == Term::Kind::kPath &&
                  term.path.root().kind == PathRoot::Kind::kSite;
    Term unknown;
    unknown.may_be_new.holds = true;
    return is_new && !same_objects ? unknown : term;
  };
  out.value = without_new(joined_results(a, b));
  if (!same_objects && returns_alike(a, b)) { // what hangs on it is forgotten
    out.value = a.value;
    out.value.path = AccessPath::site(0);
    out.objects = {a.objects[a.value.path.root().index]};
    out.objects[0].is_zeroed = false;
  }
  out.given = joined_givens(a, b);
  std::ranges::set_intersection(a.compared, b.compared,
                                std::back_inserter(out.compared));
  out.used = joined_uses(a, b);
  std::vector<Effect> kept;
  auto add = [&](const Effect &effect, const Outcome &other) {
    Effect added = effect;
    added.value = without_new(effect.value);
    if (effect.path.root().kind == PathRoot::Kind::kSite && !same_objects)
      return;
    const Effect *same = find_same(other, effect);
    if (same)
      added.is_certain &= same->is_certain && same->offset == effect.offset;
    else if (!changes_nothing(other, effect))
      added.is_certain = false;
    if (effect.kind == Effect::Kind::kWrite && same &&
        same->value != effect.value) {
      // An object that is there on some runs: somebody has it.
      for (const Term *held : {&effect.value, &same->value})
        if ((held->is_new() && same_objects) || is_given(*held))
          kept.push_back(Effect::on(Effect::Kind::kKeep, held->path, false));
      added.value = joined(effect.value, same->value);
    } else if (same && same->value.may_be_new.holds) {
      added.value.may_be_new.holds = true;
    }
    if (same && effect.kind == Effect::Kind::kWrite)
      added.extent = !effect.extent || !same->extent
                         ? 0
                         : std::max(effect.extent, same->extent);
    out.effects.push_back(added);
  };
  for (const Effect &effect : a.effects)
    add(effect, b);
  for (const Effect &effect : b.effects)
    if (!find_same(a, effect))
      add(effect, a);
  for (const Effect &effect : kept)
    if (std::ranges::find(out.effects, effect) == out.effects.end())
      out.effects.push_back(effect);
  std::sort(out.effects.begin(), out.effects.end(), by_place);
  return out;
}

// The smaller, the more alike: by what surely happens, then by tests that would
// be lost, then by what may happen.
auto distance(const Outcome &a, const Outcome &b) {
  auto only_in = [](const Outcome &x, const Outcome &y, bool is_certain) {
    return std::ranges::count_if(x.effects, [&](const Effect &effect) {
      return effect.is_certain == is_certain && !changes_nothing(y, effect) &&
             !find_same(y, effect);
    });
  };
  return std::tuple(
      a.throws != b.throws, !are_same_objects(a, b),
      a.value != b.value && !(is_plain(a.value) && is_plain(b.value)),
      only_in(a, b, true) + only_in(b, a, true),
      a.result.meet(b.result).is_none(), a.result != b.result,
      !join_exactly(a, b), only_in(a, b, false) + only_in(b, a, false));
}

// Where very much may happen to what hangs on an argument, all of it is kept:
// callers cannot use more.
void shorten(Outcome &outcome) {
  auto is_vague = [](const Effect &effect) {
    return effect.path.length() + effect.path.is_deep() > 0 &&
           effect.path.root().kind == PathRoot::Kind::kParameter &&
           (effect.kind == Effect::Kind::kKeep ||
            effect.kind == Effect::Kind::kForget || !effect.is_certain);
  };
  std::map<PathRoot, std::size_t> vague;
  for (const Effect &effect : outcome.effects)
    if (is_vague(effect))
      ++vague[effect.path.root()];
  bool changed = false;
  for (auto [root, count] : vague) {
    if (count <= kMaxVague)
      continue;
    std::set<AccessPath> held; // new objects that may be among it
    bool is_written = false;   // in the first object itself
    for (const Effect &effect : outcome.effects)
      if (effect.path.root() == root && is_vague(effect)) {
        if (effect.value.is_new())
          held.insert(effect.value.path);
        is_written |=
            effect.kind == Effect::Kind::kWrite && effect.path.length() == 1;
      }
    std::erase_if(outcome.effects, [&](const Effect &effect) {
      return effect.path.root() == root && is_vague(effect);
    });
    for (const AccessPath &object : held)
      outcome.effects.push_back(Effect::on(Effect::Kind::kKeep, object, false));
    for (auto kind : {Effect::Kind::kKeep, Effect::Kind::kForget})
      outcome.effects.push_back(
          Effect::on(kind, AccessPath(root).deep(), false));
    if (is_written)
      outcome.effects.push_back(
          Effect::on(Effect::Kind::kForget, AccessPath(root), false));
    changed = true;
  }
  if (changed)
    std::sort(outcome.effects.begin(), outcome.effects.end(), by_place);
}

auto sort_key(const Outcome &o) {
  return std::tie(o.throws, o.result, o.value, o.given, o.compared, o.objects,
                  o.effects, o.used);
}

// Those that do the same, where the joined tests are exact, and those that
// callers need not tell apart.
void merge_alike(std::vector<Outcome> &outcomes) {
  // Which pairs are known to stay apart, by numbers that a join gives anew.
  std::vector<std::size_t> numbers(outcomes.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::size_t next_number = outcomes.size();
  std::set<std::pair<std::size_t, std::size_t>> apart;
  auto are_one = [](const Outcome &a, const Outcome &b) {
    return (are_alike(a, b) && join_exactly(a, b)) || differ_vaguely(a, b);
  };
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    for (std::size_t j = i + 1; j < outcomes.size();) {
      std::pair pair{numbers[i], numbers[j]};
      if (apart.contains(pair) || !are_one(outcomes[i], outcomes[j])) {
        apart.insert(pair);
        ++j;
        continue;
      }
      outcomes[i] = joined(outcomes[i], outcomes[j]);
      numbers[i] = next_number++;
      outcomes.erase(outcomes.begin() + std::ptrdiff_t(j));
      numbers.erase(numbers.begin() + std::ptrdiff_t(j));
      i = 0, j = 1; // what was apart may be exact now
    }
}

void merge_nearest(std::vector<Outcome> &outcomes, std::size_t limit) {
  using Distance = decltype(distance(outcomes[0], outcomes[0]));
  std::vector<std::vector<Distance>> to(outcomes.size()); // the ones before
  auto measure = [&](std::size_t i) {
    to[i].resize(i);
    for (std::size_t j = 0; j < i; ++j)
      to[i][j] = distance(outcomes[i], outcomes[j]);
  };
  if (outcomes.size() > limit)
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      measure(i);
  while (outcomes.size() > limit) {
    std::size_t from = 1, into = 0;
    for (std::size_t i = 1; i < outcomes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (to[i][j] < to[from][into])
          from = i, into = j;
    outcomes[into] = joined(outcomes[into], outcomes[from]);
    outcomes.erase(outcomes.begin() + std::ptrdiff_t(from));
    to.erase(to.begin() + std::ptrdiff_t(from));
    for (std::size_t i = from; i < to.size(); ++i)
      to[i].erase(to[i].begin() + std::ptrdiff_t(from));
    measure(into);
    for (std::size_t i = into + 1; i < outcomes.size(); ++i)
      to[i][into] = distance(outcomes[i], outcomes[into]);
  }
}

} // namespace

std::vector<Outcome> merge_outcomes(std::vector<Outcome> outcomes,
                                    std::size_t limit) {
  auto by_key = [](const Outcome &a, const Outcome &b) {
    return sort_key(a) < sort_key(b);
  };
  for (Outcome &outcome : outcomes)
    shorten(outcome);
  std::sort(outcomes.begin(), outcomes.end(), by_key);
  outcomes.erase(std::unique(outcomes.begin(), outcomes.end()), outcomes.end());
  merge_alike(outcomes);
  merge_nearest(outcomes, limit);
  for (Outcome &outcome : outcomes)
    shorten(outcome);
  std::sort(outcomes.begin(), outcomes.end(), by_key);
  return outcomes;
}

} // namespace wt::infer
