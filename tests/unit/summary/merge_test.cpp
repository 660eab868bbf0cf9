// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which outcomes become one, and what remains certain.

#include "summary/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wt::infer {
namespace {

const AccessPath kArg = AccessPath::parameter(0);
const AccessPath kField = kArg.then({8, false});
const AccessPath kOther = AccessPath::parameter(1);

Outcome with(NumberClass result, std::vector<Given> given,
             std::vector<Effect> effects) {
  Outcome out;
  out.result = result;
  out.given = std::move(given);
  out.effects = std::move(effects);
  return out;
}
Effect frees(const AccessPath &path) {
  Effect out = Effect::on(Effect::Kind::kFree, path, true);
  out.family = model::FamilyId(0);
  return out;
}

TEST(Merge, FreeingNullIsTheSameAsNothing) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{kArg, 0, NumberClass::equals(0)}}, {}),
       with(NumberClass::any(), {{kArg, 0, NumberClass::differs(0)}},
            {frees(kArg)})},
      6);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_TRUE(merged[0].given.empty());
  ASSERT_EQ(merged[0].effects.size(), 1u);
  EXPECT_TRUE(merged[0].effects[0].is_certain);
}

// n == 0, or n != 0 and n - 1 == 0: merged or not, both numbers stay possible.
TEST(Merge, ANumberThatIsZeroIsStillANumber) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{kArg, 0, NumberClass::equals(0)}},
            {frees(kOther)}),
       with(NumberClass::any(),
            {{kArg, -1, NumberClass::equals(0)},
             {kArg, 0, NumberClass::differs(0)}},
            {frees(kOther)})},
      6);
  for (std::int64_t n : {0, 1}) {
    auto allows = [&](const Outcome &outcome) {
      return std::ranges::all_of(outcome.given, [&](const Given &given) {
        NumberClass is = NumberClass::equals(n + given.offset);
        return !given.is.meet(is).is_none();
      });
    };
    EXPECT_TRUE(std::ranges::any_of(merged, allows)) << n;
  }
}

Effect writes(const AccessPath &path, const NumberClass &is) {
  Effect out = Effect::on(Effect::Kind::kWrite, path, true);
  out.value.is = is;
  return out;
}

TEST(Merge, WhatIsKnownOfAFlagIsJoined) {
  NumberClass not_zero = NumberClass::differs(0);
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {}, {writes(kField, NumberClass::equals(3))}),
       with(NumberClass::any(), {}, {writes(kField, not_zero)})},
      6);
  ASSERT_EQ(merged.size(), 1u);
  ASSERT_EQ(merged[0].effects.size(), 1u);
  EXPECT_EQ(merged[0].effects[0].value.is, not_zero);
}

TEST(Merge, WritingBehindNullIsTheSameAsNothing) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{kArg, 0, NumberClass::equals(0)}}, {}),
       with(NumberClass::any(), {{kArg, 0, NumberClass::differs(0)}},
            {writes(kField, NumberClass::differs(0))})},
      6);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_TRUE(merged[0].given.empty());
  ASSERT_EQ(merged[0].effects.size(), 1u);
  EXPECT_TRUE(merged[0].effects[0].is_certain);
}

TEST(Merge, WhatIsWrittenOverNullIsSeen) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{kField, 0, NumberClass::equals(0)}}, {}),
       with(NumberClass::any(), {{kField, 0, NumberClass::differs(0)}},
            {writes(kField, NumberClass::differs(0))})},
      1);
  ASSERT_EQ(merged.size(), 1u);
  ASSERT_EQ(merged[0].effects.size(), 1u);
  EXPECT_FALSE(merged[0].effects[0].is_certain);
}

TEST(Merge, AFlagTellsWhatIsFreed) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {}, {writes(kField, NumberClass::equals(0))}),
       with(NumberClass::any(), {},
            {frees(kArg), writes(kField, NumberClass::differs(0))})},
      6);
  EXPECT_EQ(merged.size(), 2u);
}

TEST(Merge, BehindNullThereIsNothingToFree) {
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{kArg, 0, NumberClass::equals(0)}}, {}),
       with(NumberClass::any(),
            {{kArg, 0, NumberClass::differs(0)},
             {kField, 0, NumberClass::differs(0)}},
            {frees(kArg), frees(kField)}),
       with(NumberClass::any(),
            {{kArg, 0, NumberClass::differs(0)},
             {kField, 0, NumberClass::equals(0)}},
            {frees(kArg)})},
      6);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0].effects.size(), 2u);
  EXPECT_TRUE(std::ranges::all_of(merged[0].effects, &Effect::is_certain));
}

TEST(Merge, WhatDependsOnAFlagStaysApart) {
  AccessPath flag = AccessPath::parameter(1);
  auto merged = merge_outcomes(
      {with(NumberClass::any(), {{flag, 0, NumberClass::equals(0)}}, {}),
       with(NumberClass::any(), {{flag, 0, NumberClass::differs(0)}},
            {frees(kArg)})},
      6);
  EXPECT_EQ(merged.size(), 2u);
}

TEST(Merge, BeyondTheLimitNothingIsCertain) {
  auto merged =
      merge_outcomes({with(NumberClass::equals(0), {}, {}),
                      with(NumberClass::equals(1), {}, {frees(kArg)})},
                     1);
  ASSERT_EQ(merged.size(), 1u);
  ASSERT_EQ(merged[0].effects.size(), 1u);
  EXPECT_FALSE(merged[0].effects[0].is_certain);
}

TEST(Merge, ANewObjectThatIsHeldOnSomeRunsIsKept) {
  Outcome alone, held;
  for (Outcome *outcome : {&alone, &held}) {
    outcome->objects.push_back({.family = model::FamilyId(0)});
    outcome->value = {.kind = Term::Kind::kPath, .path = AccessPath::site(0)};
  }
  held.effects.push_back(
      {Effect::Kind::kWrite, kField, {}, true, held.value, 8});
  alone.effects.push_back({Effect::Kind::kWrite, kField, {}, true, Term{}, 8});
  auto merged = merge_outcomes({alone, held}, 1);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_TRUE(std::ranges::any_of(merged[0].effects, [](const Effect &e) {
    return e.kind == Effect::Kind::kKeep && e.path == AccessPath::site(0);
  }));
}

TEST(Merge, OrderDoesNotMatter) {
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 9; ++i) {
    Outcome outcome =
        with(NumberClass::equals(i), {},
             {frees(AccessPath::parameter(std::uint32_t(i % 3)))});
    if (i % 2)
      outcome.effects.push_back(frees(AccessPath::parameter(7)));
    outcomes.push_back(outcome);
  }
  auto expected = merge_outcomes(outcomes, 4);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(outcomes.begin(), outcomes.end(), random);
    EXPECT_EQ(merge_outcomes(outcomes, 4), expected);
  }
}

} // namespace
} // namespace wt::infer
