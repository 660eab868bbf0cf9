// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behaviours in few words: see settle.h.

#include "summary/settle.h"

#include "summary/merge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace wt::infer {
namespace {

bool is_site(const AccessPath &path) {
  return path.root().kind == PathRoot::Kind::kSite;
}

// What hangs further away, with all behind it.
AccessPath near_or_all(const AccessPath &path) {
  return path.length() <= 1
             ? path
             : AccessPath(path.root()).then(path.steps()[0]).deep();
}

class Shortener {
public:
  explicit Shortener(Outcome &outcome) : outcome_(outcome) {}

  void run() {
    std::vector<NewObject> all = std::move(outcome_.objects);
    outcome_.objects.clear();
    shorten_result(all);
    shorten_tests();
    shorten_effects(all);
    outcome_.used.clear();
  }

private:
  // The new object by its number in what is left, if it is needed there.
  Term placed(const Term &term, const std::vector<NewObject> &all) {
    auto [found, is_new] = numbers_.try_emplace(
        term.path.root().index,
        static_cast<std::uint32_t>(outcome_.objects.size()));
    if (is_new) {
      outcome_.objects.push_back(all[term.path.root().index]);
      outcome_.objects.back().is_zeroed = false;
    }
    Term out = term;
    out.path = AccessPath::site(found->second);
    return out;
  }

  void shorten_result(const std::vector<NewObject> &all) {
    outcome_.result = NumberClass::signs(outcome_.result.signs());
    Term &value = outcome_.value;
    if (value.is_new()) {
      value = placed(value, all);
      return;
    }
    bool is_argument =
        value.kind == Term::Kind::kPath && value.path.length() == 0;
    if (is_argument || value.kind == Term::Kind::kUnknown)
      return;
    if (value.kind == Term::Kind::kPath && !is_site(value.path))
      add(Effect::Kind::kKeep, value.path.deep()); // the caller still has it
    if (value.kind == Term::Kind::kPath || value.number != 0)
      value = Term();
  }

  void shorten_tests() {
    outcome_.compared.clear();
    std::erase_if(outcome_.given, [](const Given &given) {
      return given.path.length() > 0 || given.offset != 0 || given.mask != 0;
    });
    for (Given &given : outcome_.given)
      given.is = NumberClass::signs(given.is.signs());
    std::erase_if(outcome_.given,
                  [](const Given &given) { return given.is.is_any(); });
  }

  void add(Effect::Kind kind, const AccessPath &path) {
    added_.push_back(Effect::on(kind, path, false));
  }

  void shorten_effects(const std::vector<NewObject> &all) {
    for (Effect &effect : outcome_.effects) {
      if (is_site(effect.path))
        continue; // a part of a new object
      if (effect.path.length() > 1) {
        far(effect);
        continue;
      }
      effect.value.is = NumberClass::any();
      bool is_cell = effect.kind == Effect::Kind::kWrite;
      if (is_cell && effect.value.is_new())
        effect.value = placed(effect.value, all);
      else if (is_cell && effect.value.kind == Term::Kind::kPath)
        effect.value = moved(effect.value);
      else if (is_cell && effect.value.kind == Term::Kind::kNumber &&
               effect.value.number != 0)
        effect.value = Term();
      added_.push_back(effect);
    }
    outcome_.effects = std::move(added_);
    std::sort(outcome_.effects.begin(), outcome_.effects.end());
    outcome_.effects.erase(
        std::unique(outcome_.effects.begin(), outcome_.effects.end()),
        outcome_.effects.end());
  }

  // Something of the caller is found in another place afterwards.
  Term moved(const Term &value) {
    if (value.path.length() == 0 && !is_site(value.path))
      return value;
    if (!is_site(value.path))
      add(Effect::Kind::kKeep, near_or_all(value.path));
    return {};
  }

  void far(Effect effect) {
    if (effect.kind == Effect::Kind::kWrite) {
      if (effect.value.kind == Term::Kind::kPath && !is_site(effect.value.path))
        add(Effect::Kind::kKeep, near_or_all(effect.value.path));
      add(Effect::Kind::kForget, near_or_all(effect.path));
      return;
    }
    model::FamilyId family = effect.family;
    add(effect.kind, near_or_all(effect.path));
    added_.back().family = family;
  }

  Outcome &outcome_;
  std::map<std::uint32_t, std::uint32_t> numbers_; // of new objects
  std::vector<Effect> added_;
};

// One for each way to end that callers see by the result.
std::vector<Outcome> by_result(std::vector<Outcome> outcomes) {
  std::map<std::tuple<bool, std::uint8_t, bool>, std::vector<Outcome>> groups;
  for (Outcome &outcome : outcomes)
    groups[{outcome.throws, outcome.result.signs(), outcome.value.is_new()}]
        .push_back(std::move(outcome));
  std::vector<Outcome> out;
  for (auto &[key, group] : groups)
    std::ranges::move(merge_outcomes(std::move(group), 1),
                      std::back_inserter(out));
  return merge_outcomes(std::move(out), Behaviour::kMaxOutcomes);
}

} // namespace

Behaviour settled(Behaviour behaviour) {
  for (Outcome &outcome : behaviour.outcomes)
    Shortener(outcome).run();
  behaviour.outcomes = by_result(std::move(behaviour.outcomes));
  return behaviour;
}

Behaviour settled(const Behaviour &before, Behaviour next) {
  if (!next.is_known())
    return next;
  std::ranges::copy(before.outcomes, std::back_inserter(next.outcomes));
  return settled(std::move(next));
}

} // namespace wt::infer
