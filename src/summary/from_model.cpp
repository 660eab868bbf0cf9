// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models as behaviours: see from_model.h.

#include "summary/from_model.h"

#include "summary/merge.h"

#include <algorithm>

namespace wt::infer {

namespace {

using Kind = model::Effect::Kind;

NumberClass opposite(const NumberClass &is) {
  if (auto number = is.number())
    return NumberClass::differs(*number);
  if (auto numbers = is.excluded(); numbers.size() == 1)
    return NumberClass::equals(numbers[0]);
  return NumberClass::signs(NumberClass::kAllSigns & ~is.signs());
}

NumberClass not_negative() {
  return NumberClass::signs(NumberClass::kZero | NumberClass::kPositive);
}

class FromModel {
public:
  FromModel(const model::FunctionModel &model, const model::ModelSet &models,
            std::uint32_t hidden, std::uint32_t most_arguments)
      : model_(model), models_(models), hidden_(hidden),
        most_arguments_(most_arguments) {}

  Behaviour make() {
    Behaviour out;
    out.source = Behaviour::Source::kModel;
    out.keeps_all = model_.keeps_all;
    if (model_.does_not_return) {
      if (model_.may_throw)
        out.outcomes.push_back({.throws = true});
      return out;
    }
    std::vector<Outcome> outcomes{{}};
    if (model_.is_never_negative)
      outcomes[0].result = not_negative();
    if (model_.does_not_return_when)
      outcomes[0].given.push_back(
          {argument(model_.does_not_return_when->argument), 0,
           opposite(NumberClass::of(model_.does_not_return_when->test))});
    for (const model::Effect &effect : model_.effects)
      divide(effect, outcomes);
    for (const model::Effect &effect : model_.effects)
      if (is_resized(effect))
        divide_by_size(effect, outcomes);
    for (Outcome &outcome : outcomes)
      add_needs(outcome);
    // getline(): the block is replaced, or it stays.
    if (std::ranges::any_of(model_.effects, [&](const model::Effect &effect) {
          return is_replacement(effect);
        })) {
      std::vector<Outcome> kept = outcomes;
      for (Outcome &outcome : kept)
        fill(outcome, false);
      for (Outcome &outcome : outcomes)
        fill(outcome, true);
      std::ranges::move(kept, std::back_inserter(outcomes));
    } else {
      for (Outcome &outcome : outcomes)
        fill(outcome, true);
    }
    for (Outcome &outcome : outcomes) {
      add_uses(outcome);
      std::sort(outcome.effects.begin(), outcome.effects.end());
      std::sort(outcome.given.begin(), outcome.given.end());
    }
    out.outcomes = std::move(outcomes);
    if (model_.may_throw && !is_allocation())
      out.outcomes.push_back({.throws = true});
    return out;
  }

private:
  // A throwing allocation is followed by engines that are asked to, not here.
  bool is_allocation() const {
    return std::ranges::any_of(model_.effects, [](const auto &effect) {
      return effect.kind == Kind::kFresh;
    });
  }

  AccessPath argument(std::uint32_t number) const {
    return AccessPath::parameter(number + hidden_);
  }

  AccessPath path(const model::Place &place) const {
    bool is_result = place.root == model::Place::Root::kResult;
    AccessPath out =
        is_result ? AccessPath::result() : argument(place.argument);
    for (std::uint32_t i = 0; i < place.dereferences; ++i)
      out = out.then({});
    return out;
  }

  bool is_result(const model::Place &place) const {
    return place.root == model::Place::Root::kResult && place.dereferences == 0;
  }

  NumberClass result_class(const model::Effect &effect) const {
    NumberClass is = NumberClass::of(effect.when);
    if (effect.kind == Kind::kFresh && is_result(effect.place)) {
      const model::Family &family = models_.family(effect.family);
      is = is.meet(family.is_handle ? NumberClass::signs(NumberClass::kZero |
                                                         NumberClass::kPositive)
                                    : NumberClass::differs(0));
    }
    if (effect.kind == Kind::kAlias && effect.may_fail)
      is = is.meet(NumberClass::differs(0));
    return is;
  }

  // What the result is where the effect does not happen.
  NumberClass failure_class(const model::Effect &effect) const {
    if (effect.kind == Kind::kFresh && is_result(effect.place))
      return NumberClass::equals(models_.family(effect.family).no_object);
    // What tells success by a number that is not negative fails with -1, in
    // every function of the C library.
    bool is_library = model_.origin == model::FunctionModel::Origin::kShipped;
    if (is_library && effect.when.kind == model::ResultTest::Kind::kNotNegative)
      return NumberClass::equals(-1);
    return opposite(result_class(effect));
  }

  bool can_fail(const model::Effect &effect) const {
    if (effect.when.kind != model::ResultTest::Kind::kAlways)
      return true;
    bool on_result = effect.kind == Kind::kFresh && is_result(effect.place);
    return (on_result || effect.kind == Kind::kAlias) && effect.may_fail;
  }

  // What makes an object needs arguments with which it does not fail.
  void add_needs(Outcome &outcome) const {
    bool makes = std::ranges::any_of(model_.effects, [&](const auto &effect) {
      return effect.kind == Kind::kFresh && happens(effect, outcome);
    });
    for (const model::ArgumentTest &test : model_.fails_when)
      if (makes)
        outcome.needs.push_back({.path = argument(test.argument),
                                 .is = opposite(NumberClass::of(test.test))});
  }

  // Outcomes in which the tests of the effect hold, and in which they do not.
  void divide(const model::Effect &effect, std::vector<Outcome> &outcomes) {
    NumberClass is = result_class(effect);
    std::vector<Outcome> out;
    auto add = [&](Outcome outcome, const NumberClass &result,
                   std::optional<Given> given) {
      outcome.result = outcome.result.meet(result);
      if (outcome.result.is_none() || out.size() >= kMaxDivided)
        return;
      if (given) {
        auto known =
            std::ranges::find(outcome.given, given->path, &Given::path);
        if (known == outcome.given.end()) {
          outcome.given.push_back(*given);
        } else {
          known->is = known->is.meet(given->is);
          if (known->is.is_none())
            return;
        }
      }
      if (std::ranges::find(out, outcome) == out.end())
        out.push_back(std::move(outcome));
    };
    std::optional<Given> given = condition(effect);
    for (const Outcome &outcome : outcomes) {
      add(outcome, is, given);
      if (can_fail(effect))
        add(outcome, failure_class(effect), given);
      if (given)
        add(outcome, NumberClass::any(),
            Given{given->path, 0, opposite(given->is)});
    }
    outcomes = std::move(out);
  }

  // What must hold of an argument for the effect to happen.
  std::optional<Given> condition(const model::Effect &effect) const {
    if (effect.given)
      return Given{argument(effect.given->argument), 0,
                   NumberClass::of(effect.given->test)};
    if (effect.kind == Kind::kStore && is_into_variable(effect))
      return Given{path(effect.into), 0, NumberClass::differs(0)};
    return std::nullopt;
  }

  bool happens(const model::Effect &effect, const Outcome &outcome) const {
    if (std::optional<Given> given = condition(effect)) {
      auto known = std::ranges::find(outcome.given, given->path, &Given::path);
      if (known == outcome.given.end() || !given->is.includes(known->is))
        return false;
    }
    return result_class(effect).includes(outcome.result);
  }

  // strtol(s, &end): a variable points into the object afterwards.
  bool is_into_variable(const model::Effect &effect) const {
    return effect.into.root == model::Place::Root::kArgument &&
           effect.into.dereferences == 0;
  }

  Term make_object(const model::Effect &effect, Outcome &outcome) {
    auto number = static_cast<std::uint32_t>(outcome.objects.size());
    outcome.objects.push_back(
        {.family = effect.family, .is_zeroed = effect.is_zeroed});
    Term out{.kind = Term::Kind::kPath, .path = AccessPath::site(number)};
    if (effect.region || effect.may_skip) // freed with something else
      outcome.effects.push_back(
          Effect::on(Effect::Kind::kKeep, out.path, true));
    return out;
  }

  // One of two effects: what is there is freed, something new is there instead,
  // or none of it happens, and nothing tells so.
  bool is_replacement(const model::Effect &effect) const {
    auto has = [&](Kind kind) {
      return std::ranges::any_of(model_.effects, [&](const auto &other) {
        return other.kind == kind && other.place == effect.place &&
               other.when.kind == model::ResultTest::Kind::kAlways &&
               !other.given && (kind == Kind::kFree || other.may_fail);
      });
    };
    return (effect.kind == Kind::kFree || effect.kind == Kind::kFresh) &&
           !is_result(effect.place) && has(Kind::kFree) && has(Kind::kFresh);
  }

  // Does the argument point to the variable of such a block?
  bool holds_replaced(std::uint32_t number) const {
    return std::ranges::any_of(model_.effects, [&](const auto &effect) {
      return is_replacement(effect) && effect.place.argument == number &&
             effect.place.dereferences == 1;
    });
  }

  void fill(Outcome &outcome, bool is_replaced) {
    if (auto number = outcome.result.number())
      outcome.value = {.kind = Term::Kind::kNumber, .number = *number};
    // What is written is forgotten first; a block that stays is not written.
    for (std::uint32_t number : model_.written)
      if (is_replaced || !holds_replaced(number))
        forget(number, outcome);
    for (std::uint32_t i = first_written_of_rest(); i < most_arguments_; ++i)
      forget(i, outcome);
    for (const model::Effect &effect : model_.effects)
      if (is_replacement(effect) && !is_replaced)
        continue;
      else if (happens(effect, outcome))
        add(effect, outcome);
      else if (is_resized(effect) && is_of_size_zero(outcome))
        outcome.effects.push_back({Effect::Kind::kFree,
                                   path(effect.place),
                                   effect.family,
                                   false,
                                   {},
                                   8});
  }

  // Cells of what the argument points to, unless that is gone altogether.
  void forget(std::uint32_t number, Outcome &outcome) const {
    if (!is_freed(number))
      outcome.effects.push_back(
          Effect::on(Effect::Kind::kForget, argument(number), false));
  }
  std::uint32_t first_written_of_rest() const {
    if (!model_.has_shape)
      return 0;
    bool has_such = model_.shape.is_variadic && !model_.only_reads_rest;
    return has_such ? model_.shape.params.size() : most_arguments_;
  }

  // A modelled function looks at what its named arguments point to, unless all
  // it does is free it.
  void add_uses(Outcome &outcome) const {
    for (std::uint32_t i = 0; i < model_.shape.params.size(); ++i)
      if (model_.shape.params[i] == model::ParamKind::kPointer && !is_freed(i))
        outcome.used.push_back(argument(i));
  }

  // realloc: a new object instead of the old one.
  bool is_resized(const model::Effect &effect) const {
    return effect.kind == Kind::kFree &&
           effect.when.kind != model::ResultTest::Kind::kAlways &&
           std::ranges::any_of(model_.effects, [&](const auto &other) {
             return other.kind == Kind::kFresh && is_result(other.place);
           });
  }

  // Whether realloc(p, 0) frees p differs between libraries: the case is apart.
  void divide_by_size(const model::Effect &effect,
                      std::vector<Outcome> &outcomes) const {
    std::vector<Outcome> out;
    for (Outcome outcome : outcomes) {
      for (std::uint32_t i = 0; i < model_.shape.params.size(); ++i) {
        if (happens(effect, outcome) || !is_size(argument(i)))
          continue;
        out.push_back(outcome);
        out.back().given.push_back({argument(i), 0, NumberClass::equals(0)});
        outcome.given.push_back({argument(i), 0, NumberClass::differs(0)});
      }
      out.push_back(std::move(outcome));
    }
    outcomes = std::move(out);
  }
  bool is_size(const AccessPath &path) const {
    std::uint32_t number = path.root().index - hidden_;
    return number < model_.shape.params.size() &&
           model_.shape.params[number] == model::ParamKind::kScalar;
  }
  bool is_of_size_zero(const Outcome &outcome) const {
    return std::ranges::any_of(outcome.given, [&](const Given &given) {
      return given.is.is_zero() && is_size(given.path);
    });
  }

  bool is_freed(std::uint32_t number) const {
    return std::ranges::any_of(model_.effects, [&](const auto &effect) {
      return effect.kind == Kind::kFree &&
             effect.place.root == model::Place::Root::kArgument &&
             effect.place.argument == number && effect.place.dereferences == 0;
    });
  }

  void add(const model::Effect &effect, Outcome &outcome) {
    auto push = [&](Effect::Kind kind, bool is_certain, const AccessPath &path,
                    Term value = {}) {
      outcome.effects.push_back({kind, path, effect.family, is_certain, value});
    };
    AccessPath at = path(effect.place);
    switch (effect.kind) {
    case Kind::kFresh:
      if (is_result(effect.place)) {
        outcome.value = make_object(effect, outcome);
      } else {
        for (std::uint32_t i = 0; i < effect.count; ++i) {
          bool is_handle = models_.family(effect.family).is_handle;
          std::int32_t size = is_handle ? 4 : 8;
          model::Place holder = effect.place;
          --holder.dereferences;
          AccessPath cell = path(holder).then(
              {std::int32_t(effect.place.element + i) * size, false});
          Term object = make_object(effect, outcome);
          outcome.effects.push_back({Effect::Kind::kWrite,
                                     cell,
                                     {},
                                     !effect.may_fail || is_replacement(effect),
                                     object,
                                     std::uint8_t(size)});
        }
      }
      return;
    case Kind::kFree:
      return push(Effect::Kind::kFree, !effect.may_skip, at);
    case Kind::kRelease:
    case Kind::kEmpty:
      return push(Effect::Kind::kFree, false,
                  effect.kind == Kind::kEmpty ? at.deep() : at);
    case Kind::kAlias:
      outcome.value = {
          .kind = Term::Kind::kPath, .path = at, .is_inside = !effect.is_exact};
      return;
    case Kind::kAcquire:
    case Kind::kKeep:
      return push(Effect::Kind::kKeep, !effect.may_skip, at);
    case Kind::kStore:
      if (is_into_variable(effect))
        outcome.effects.push_back(
            {Effect::Kind::kWrite,
             path(effect.into).then({}),
             {},
             true,
             Term{.kind = Term::Kind::kPath, .path = at, .is_inside = true}});
      else
        outcome.effects.push_back(Effect::on(Effect::Kind::kKeep, at, true));
      return;
    case Kind::kCall:
      outcome.effects.push_back(
          Effect::on(Effect::Kind::kKeep, path(effect.into), false));
      return;
    }
  }

  static constexpr std::size_t kMaxDivided = 12;
  const model::FunctionModel &model_;
  const model::ModelSet &models_;
  std::uint32_t hidden_;
  std::uint32_t most_arguments_;
};

} // namespace

Behaviour behaviour_of(const model::FunctionModel &model,
                       const model::ModelSet &models, std::uint32_t hidden,
                       std::uint32_t most_arguments) {
  return FromModel(model, models, hidden, most_arguments).make();
}

void add_hint(const model::FunctionModel &model, Behaviour &behaviour) {
  if (!model.is_never_negative)
    return;
  for (Outcome &outcome : behaviour.outcomes)
    if (!outcome.throws)
      outcome.result = outcome.result.meet(not_negative());
  std::erase_if(behaviour.outcomes, [](const Outcome &outcome) {
    return !outcome.throws && outcome.result.is_none();
  });
}

} // namespace wt::infer
