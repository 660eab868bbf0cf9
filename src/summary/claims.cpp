// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Claims: see claims.h.

#include "summary/claims.h"

#include "summary/fresh.h"
#include "summary/shared_result.h"

#include <algorithm>
#include <set>

namespace wt::infer {

namespace {

class Claimant {
public:
  Claimant(const Behaviour &behaviour, const model::ModelSet &models,
           const PathNamer &name)
      : behaviour_(behaviour), models_(models), name_(name) {}

  std::vector<Claim> run() {
    if (behaviour_.never_returns()) {
      add(Claim::Kind::kNeverReturns, "never returns");
      return std::move(out_);
    }
    add_fresh();
    add_frees();
    add_keeps();
    add_returned();
    for (const AccessPath &path : behaviour_.acquires)
      add(Claim::Kind::kCount, "takes a reference, counted in " + name_(path));
    for (const AccessPath &path : behaviour_.releases)
      add(Claim::Kind::kCount,
          "gives back a reference, counted in " + name_(path));
    std::sort(out_.begin(), out_.end());
    out_.erase(std::unique(out_.begin(), out_.end()), out_.end());
    return std::move(out_);
  }

private:
  void add(Claim::Kind kind, std::string text, std::size_t loads = 0) {
    out_.push_back({kind, std::move(text), loads});
  }
  std::string family(model::FamilyId id) const {
    return id.valid() ? " " + models_.family(id).name : "";
  }

  // The returned values that go with an outcome that satisfies `test`, if the
  // others return something else.
  template <class Test> std::string when(Test &&test) const {
    NumberClass with = NumberClass::none(), without = NumberClass::none();
    for (const Outcome &outcome : behaviour_.outcomes)
      if (!outcome.throws)
        (test(outcome) ? with : without) =
            (test(outcome) ? with : without).join(outcome.result);
    if (with.is_none() || without.is_none() || !with.meet(without).is_none() ||
        with.is_any())
      return "";
    return " when result " + with.describe();
  }

  void add_fresh() {
    for (const FreshPlace &place : fresh_places(behaviour_)) {
      if (place.place.length() > 1)
        continue; // parts of parts
      auto has = [&](const Outcome &outcome) {
        return std::ranges::any_of(
            fresh_places(
                Behaviour{.source = behaviour_.source, .outcomes = {outcome}}),
            [&](const FreshPlace &p) { return p.place == place.place; });
      };
      bool is_result = place.place == AccessPath::result();
      std::string text = name_(place.place) + " is new" + family(place.family);
      if (is_result)
        text += place.may_fail ? ", may fail" : "";
      else if (std::string test = when(has); !test.empty())
        text += test;
      else if (place.may_fail)
        text += " on some paths";
      add(Claim::Kind::kFresh, text);
    }
    for (const Outcome &outcome : behaviour_.outcomes) {
      if (!outcome.value.is_new())
        continue;
      for (const Effect &effect : outcome.effects) {
        if (stores_result(outcome, effect))
          add(Claim::Kind::kPool,
              "result is new" +
                  family(
                      outcome.objects[outcome.value.path.root().index].family) +
                  (is_always_new() ? "" : " on some paths") + ", held by " +
                  name_(effect.path));
      }
    }
  }

  bool is_always_new() const {
    return std::ranges::all_of(behaviour_.outcomes, [](const Outcome &o) {
      return o.throws || o.value.is_new();
    });
  }

  void add_frees() {
    std::set<AccessPath> freed;
    for (const Outcome &outcome : behaviour_.outcomes)
      for (const Effect &effect : outcome.effects)
        if (effect.kind == Effect::Kind::kFree &&
            effect.path.root().kind == PathRoot::Kind::kParameter)
          freed.insert(effect.path);
    for (const AccessPath &path : freed) {
      Extent extent = frees(behaviour_, path);
      std::size_t loads = path.length() + path.is_deep();
      if (extent == Extent::kPerhaps) {
        add(Claim::Kind::kMayFree, "may free " + name_(path), loads);
        continue;
      }
      std::string text = "frees " + name_(path);
      if (extent == Extent::kSometimes) {
        auto frees_it = [&](const Outcome &outcome) {
          return frees(Behaviour{.source = behaviour_.source,
                                 .outcomes = {outcome}},
                       path) == Extent::kAlways;
        };
        std::string test = when(frees_it);
        text += test.empty() ? " on some paths" : test;
      }
      add(Claim::Kind::kFree, text, loads);
    }
  }

  void add_keeps() {
    for (const Outcome &outcome : behaviour_.outcomes)
      for (const Effect &effect : outcome.effects) {
        const AccessPath &kept = effect.kind == Effect::Kind::kWrite
                                     ? effect.value.path
                                     : effect.path;
        if (kept.root().kind != PathRoot::Kind::kParameter)
          continue;
        if (effect.kind == Effect::Kind::kKeep)
          add(Claim::Kind::kKeep, "may keep " + name_(kept));
        bool is_counted = effect.value.path == effect.path;
        if (effect.kind == Effect::Kind::kWrite && !is_counted &&
            effect.value.is_pointer)
          add(Claim::Kind::kKeep, "keeps " + name_(kept) + " in " +
                                      place_name(effect.path, outcome));
      }
  }

  // A cell of a new object is named after the place of the object.
  std::string place_name(const AccessPath &path, const Outcome &outcome) const {
    if (path.root().kind != PathRoot::Kind::kSite)
      return name_(path);
    bool is_result =
        outcome.value.is_new() && outcome.value.path.root() == path.root();
    return is_result ? "the result" : "a new object";
  }

  void add_returned() {
    for (const Outcome &outcome : behaviour_.outcomes)
      if (outcome.value.is_pointer &&
          outcome.value.path.root().kind == PathRoot::Kind::kParameter)
        add(Claim::Kind::kReturns,
            (outcome.value.is_inside || outcome.value.offset
                 ? "result points into "
                 : "result is ") +
                name_(outcome.value.path));
  }

  const Behaviour &behaviour_;
  const model::ModelSet &models_;
  const PathNamer &name_;
  std::vector<Claim> out_;
};

} // namespace

std::vector<Claim> claims(const Behaviour &behaviour,
                          const model::ModelSet &models,
                          const PathNamer &name) {
  return Claimant(behaviour, models, name).run();
}

} // namespace wt::infer
