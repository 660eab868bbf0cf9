// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the short search agree with trying all assignments?

#include "logic/search.h"

#include <gtest/gtest.h>

#include <random>

namespace wt::logic {
namespace {

using Answer = Search::Answer;

bool prefers_nothing(Cond) { return false; }

TEST(Search, FollowsWhatIsForced) {
  Conditions t;
  Facts facts;
  Search search(t, facts);
  Cond a = t.atom(), b = t.atom(), c = t.atom();
  Cond parts[] = {t.both(a, b), !t.both(b, c)};
  ASSERT_EQ(search.run(parts, prefers_nothing), Answer::kSatisfiable);
  EXPECT_TRUE(search.value(a.node()) && search.value(b.node()));
  EXPECT_FALSE(search.value(c.node()));
  Cond contradiction[] = {t.both(a, b), t.both(c, !b)};
  EXPECT_EQ(search.run(contradiction, prefers_nothing), Answer::kUnsatisfiable);
}

TEST(Search, FactsCountOnceTheirAtomsAreDecided) {
  Conditions t;
  Cond a = t.atom(), b = t.atom();
  Facts facts{{a.node(), {b}}}; // b, as soon as a matters
  Search search(t, facts);
  Cond alone[] = {!b};
  EXPECT_EQ(search.run(alone, prefers_nothing), Answer::kSatisfiable);
  Cond parts[] = {a, !b};
  EXPECT_EQ(search.run(parts, prefers_nothing), Answer::kUnsatisfiable);
}

// An assignment is a model whatever the atoms are that were left open; no
// assignment means that there is none.
TEST(Search, AgreesWithAllAssignments) {
  constexpr std::uint32_t kAtoms = 8;
  std::mt19937 random(7);
  int satisfiable = 0, unsatisfiable = 0;
  for (int round = 0; round < 3000; ++round) {
    Conditions t;
    Facts facts;
    Search search(t, facts);
    std::vector<Cond> made;
    for (std::uint32_t i = 0; i < kAtoms; ++i)
      made.push_back(t.atom());
    auto some = [&] {
      Cond c = made[random() % made.size()];
      return random() % 2 ? c : !c;
    };
    for (int i = 0; i < 30; ++i)
      made.push_back(t.both(some(), some()));
    std::vector<Cond> parts;
    for (int i = 0; i < 4; ++i)
      parts.push_back(some());
    bool expected = false;
    for (std::uint32_t model = 0; model < 1u << kAtoms; ++model)
      expected |= t.evaluate(t.all(parts), [&](std::uint32_t atom) {
        return model >> (atom - 1) & 1;
      });
    Answer answer = search.run(parts, prefers_nothing);
    ASSERT_NE(answer, Answer::kOpen);
    ASSERT_EQ(answer == Answer::kSatisfiable, expected);
    (expected ? satisfiable : unsatisfiable) += 1;
    if (!expected)
      continue;
    std::vector<std::uint8_t> is_decided(t.size()), value(t.size());
    for (std::uint32_t node : search.decided())
      is_decided[node] = 1, value[node] = search.value(node);
    for (bool open : {false, true})
      ASSERT_TRUE(t.evaluate(t.all(parts), [&](std::uint32_t atom) {
        return is_decided[atom] ? value[atom] != 0 : open;
      }));
  }
  EXPECT_GT(satisfiable, 500);
  EXPECT_GT(unsatisfiable, 500);
}

// Choices that have nothing to do with a contradiction, more of them than a
// reason has bits, between those that do.
TEST(Search, JumpsOverChoicesThatDoNotMatter) {
  constexpr std::uint32_t kAtoms = 10;
  std::mt19937 random(11);
  int satisfiable = 0, unsatisfiable = 0;
  for (int round = 0; round < 300; ++round) {
    Conditions t;
    Facts facts;
    Search search(t, facts);
    std::vector<Cond> atoms, parts;
    for (std::uint32_t i = 0; i < kAtoms; ++i)
      atoms.push_back(t.atom());
    auto some = [&] {
      Cond c = atoms[random() % kAtoms];
      return random() % 2 ? c : !c;
    };
    Cond all = kYes;
    for (int i = 0; i < 44; ++i) {
      Cond clause = t.either(some(), t.either(some(), some()));
      all = t.both(all, clause);
      parts.push_back(clause);
      for (int free = 0; free < round % 4; ++free)
        parts.push_back(t.either(t.atom(), t.atom()));
    }
    bool expected = false;
    for (std::uint32_t model = 0; model < 1u << kAtoms; ++model)
      expected |= t.evaluate(all, [&](std::uint32_t atom) {
        return atom <= kAtoms && (model >> (atom - 1) & 1);
      });
    Answer answer = search.run(parts, prefers_nothing);
    if (answer == Answer::kOpen)
      continue;
    EXPECT_EQ(answer == Answer::kSatisfiable, expected);
    ++(expected ? satisfiable : unsatisfiable);
  }
  EXPECT_GT(satisfiable, 50);
  EXPECT_GT(unsatisfiable, 50);
}

} // namespace
} // namespace wt::logic
