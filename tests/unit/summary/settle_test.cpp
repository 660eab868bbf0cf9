// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What remains of a behaviour in few words, and that more of them add up.

#include "summary/settle.h"

#include <gtest/gtest.h>

namespace wt::infer {
namespace {

const AccessPath kArg = AccessPath::parameter(0);
const AccessPath kNear = kArg.then({8, false});
const AccessPath kFar = kNear.then({16, false});

Outcome fails() {
  Outcome out;
  out.result = NumberClass::equals(0);
  out.value.kind = Term::Kind::kNumber;
  return out;
}

// A new object with `parts` others in it, one in the other.
Outcome makes(std::uint32_t parts) {
  Outcome out;
  out.result = NumberClass::differs(0);
  for (std::uint32_t i = 0; i <= parts; ++i) {
    NewObject object;
    object.family = model::FamilyId(0);
    out.objects.push_back(object);
  }
  out.value = {Term::Kind::kPath, 0, AccessPath::site(0), 0, false, true};
  for (std::uint32_t i = 0; i < parts; ++i) {
    Effect holds = Effect::on(Effect::Kind::kWrite,
                              AccessPath::site(i).then({8, false}), true);
    holds.value = {
        Term::Kind::kPath, 0, AccessPath::site(i + 1), 0, false, true};
    out.effects.push_back(holds);
  }
  return out;
}

Behaviour of(std::vector<Outcome> outcomes) {
  Behaviour out;
  out.source = Behaviour::Source::kBody;
  out.outcomes = std::move(outcomes);
  return out;
}

TEST(Settle, NewOrNullWhateverHangsOnIt) {
  Behaviour first = settled(of({fails(), makes(0)}));
  EXPECT_EQ(settled(first, of({fails(), makes(3)})), first);
  ASSERT_EQ(first.outcomes.size(), 2u);
  for (const Outcome &outcome : first.outcomes) {
    EXPECT_EQ(outcome.value.is_new(), !outcome.result.is_zero());
    EXPECT_EQ(outcome.objects.size(), outcome.value.is_new() ? 1u : 0u);
  }
}

TEST(Settle, FarAwayIsOneThing) {
  Outcome frees = fails();
  frees.effects = {Effect::on(Effect::Kind::kFree, kFar, true)};
  Behaviour out = settled(of({frees}));
  ASSERT_EQ(out.outcomes.size(), 1u);
  ASSERT_EQ(out.outcomes[0].effects.size(), 1u);
  EXPECT_EQ(out.outcomes[0].effects[0].path, kNear.deep());
  EXPECT_FALSE(out.outcomes[0].effects[0].is_certain);
}

// What a field held is found in another field afterwards.
TEST(Settle, WhatMovesIsKept) {
  Outcome moves = fails();
  Effect write = Effect::on(Effect::Kind::kWrite, kArg.then({0, false}), true);
  write.value = {Term::Kind::kPath, 0, kNear, 0, false, true};
  moves.effects = {write};
  Behaviour out = settled(of({moves}));
  bool is_kept = false;
  for (const Effect &effect : out.outcomes.at(0).effects)
    is_kept |= effect.kind == Effect::Kind::kKeep && effect.path == kNear;
  EXPECT_TRUE(is_kept);
}

TEST(Settle, AnotherWayToEndAddsUp) {
  Behaviour first = settled(of({fails()}));
  Behaviour both = settled(first, of({makes(1)}));
  EXPECT_EQ(both.outcomes.size(), 2u);
  EXPECT_EQ(settled(both, of({fails()})), both);
}

} // namespace
} // namespace wt::infer
