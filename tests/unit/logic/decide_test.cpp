// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are answers about branch conditions right?  Cases by hand, then random
// formulas over three values against all numbers of 3 bits.

#include "logic/decide.h"

#include "logic/bits.h"

#include <gtest/gtest.h>

#include <random>

namespace wt::logic {
namespace {

using ir::Predicate;

struct Fixture {
  Conditions t;
  BranchAtoms atoms{t};
  Decider decide{atoms};
  Cond x(Predicate p, std::int64_t c) { return atoms.compare(p, 1, c, 32); }
  Cond pair(Predicate p, std::uint32_t a, std::uint32_t b) {
    return atoms.compare_values(p, a, b, 32);
  }
};

TEST(Decide, OneValue) {
  Fixture f;
  Cond is3 = f.x(Predicate::kEq, 3), is4 = f.x(Predicate::kEq, 4);
  EXPECT_EQ(f.decide.implies(is3, f.x(Predicate::kSGt, 0)), Answer::kYes);
  EXPECT_EQ(f.decide.implies(f.x(Predicate::kSGt, 0), is3), Answer::kNo);
  EXPECT_EQ(f.decide.contradict(is3, is4), Answer::kYes);
  EXPECT_EQ(f.decide.contradict(!is3, !is4), Answer::kNo);
  EXPECT_EQ(
      f.decide.contradict(f.x(Predicate::kSLt, 5), f.x(Predicate::kSGt, 9)),
      Answer::kYes);
  // Signed and unsigned meet in the numbers: -1 is large.
  EXPECT_EQ(
      f.decide.implies(f.x(Predicate::kSLt, 0), f.x(Predicate::kUGt, 1000)),
      Answer::kYes);
  EXPECT_EQ(f.decide.implies(f.x(Predicate::kULt, 10), f.x(Predicate::kSGe, 0)),
            Answer::kYes);
  Cond null = f.atoms.is_null(9);
  EXPECT_EQ(f.decide.implies(kYes, !null), Answer::kNo);
  EXPECT_EQ(f.decide.can_hold(null), Answer::kYes);
}

TEST(Decide, TwoValues) {
  Fixture f;
  Cond ab = f.pair(Predicate::kSLt, 1, 2), bc = f.pair(Predicate::kSLt, 2, 3),
       ac = f.pair(Predicate::kSLt, 1, 3);
  EXPECT_EQ(f.decide.implies(f.t.both(ab, bc), ac), Answer::kYes);
  EXPECT_EQ(f.decide.implies(ab, bc), Answer::kNo);
  EXPECT_EQ(
      f.decide.contradict(f.t.both(ab, bc), f.pair(Predicate::kSLe, 3, 1)),
      Answer::kYes);
  EXPECT_EQ(f.decide.contradict(ab, f.pair(Predicate::kEq, 1, 2)),
            Answer::kYes);
  // Not equal, and at most each other.
  Cond at_most =
      f.t.both(f.pair(Predicate::kULe, 1, 2), f.pair(Predicate::kULe, 2, 1));
  EXPECT_EQ(f.decide.implies(at_most, f.pair(Predicate::kEq, 1, 2)),
            Answer::kYes);
  EXPECT_EQ(f.decide.implies(at_most, f.pair(Predicate::kSLe, 1, 2)),
            Answer::kYes);
  Cond small = f.atoms.compare(Predicate::kSLe, 2, 4, 32);
  EXPECT_EQ(f.decide.implies(f.t.both(ab, small), f.x(Predicate::kSLt, 4)),
            Answer::kYes);
  EXPECT_EQ(f.decide.implies(f.t.both(f.pair(Predicate::kEq, 1, 2), small),
                             f.x(Predicate::kSLt, 5)),
            Answer::kYes);
}

TEST(Decide, CoversAll) {
  Fixture f;
  std::vector<Cond> cases;
  Cond otherwise = kYes;
  for (int c = 0; c < 200; ++c) {
    cases.push_back(f.x(Predicate::kEq, c * 3));
    otherwise = f.t.both(otherwise, !cases.back());
  }
  EXPECT_EQ(f.decide.covers_all(cases), Answer::kNo);
  cases.push_back(otherwise);
  EXPECT_EQ(f.decide.covers_all(cases), Answer::kYes);
  std::vector<Cond> halves = {f.x(Predicate::kSLt, 5), f.x(Predicate::kSGt, 2)};
  EXPECT_EQ(f.decide.covers_all(halves), Answer::kYes);
  halves[1] = f.x(Predicate::kSGt, 7);
  EXPECT_EQ(f.decide.covers_all(halves), Answer::kNo);
  EXPECT_EQ(f.decide.covers_all(halves, f.x(Predicate::kEq, 9)), Answer::kYes);
  EXPECT_EQ(f.decide.covers_all({}), Answer::kNo);
}

TEST(Decide, ACasePerConstantOfASmallType) {
  Conditions t;
  BranchAtoms atoms(t);
  Decider decide(atoms);
  std::vector<Cond> cases;
  for (int c = 0; c < 4; ++c)
    cases.push_back(atoms.compare(Predicate::kEq, 1, c, 2));
  EXPECT_EQ(decide.covers_all(cases), Answer::kYes);
  cases.pop_back();
  EXPECT_EQ(decide.covers_all(cases), Answer::kNo);
}

TEST(Decide, AtomsMadeElsewhereAreFree) {
  Fixture f;
  Cond free = f.t.atom(), is3 = f.x(Predicate::kEq, 3);
  EXPECT_EQ(f.decide.implies(f.t.both(free, is3), f.x(Predicate::kSGt, 0)),
            Answer::kYes);
  EXPECT_EQ(f.decide.implies(is3, free), Answer::kNo);
}

TEST(Decide, SaysWhenItCannotTell) {
  Fixture f;
  // Pigeons: eleven values below ten, all different.
  Cond all = kYes;
  for (std::uint32_t a = 1; a <= 11; ++a) {
    all = f.t.both(all, f.atoms.compare(Predicate::kULt, a, 10, 32));
    for (std::uint32_t b = 1; b < a; ++b)
      all = f.t.both(all, f.pair(Predicate::kNe, a, b));
  }
  EXPECT_EQ(f.decide.can_hold(all), Answer::kUnknown);
  // Steps and budgets that are too small.
  Cond parity = kNo;
  for (std::uint32_t v = 1; v < 20; ++v)
    parity = f.t.differ(parity, f.atoms.is_null(v));
  Cond twisted = kNo;
  for (std::uint32_t v = 19; v >= 1; --v)
    twisted = f.t.differ(twisted, f.atoms.is_null(v));
  EXPECT_EQ(f.decide.are_equivalent(parity, twisted), Answer::kUnknown);
  Budget none(1);
  Decider poor(f.atoms, Decider::kSteps, &none);
  EXPECT_EQ(poor.implies(f.x(Predicate::kEq, 3), f.x(Predicate::kSGt, 0)),
            Answer::kUnknown);
}

TEST(Decide, SimplifiedUnder) {
  Fixture f;
  Cond p = f.atoms.is_null(5), q = f.atoms.is_null(6);
  Cond is3 = f.x(Predicate::kEq, 3), positive = f.x(Predicate::kSGt, 0);
  EXPECT_EQ(f.decide.simplified_under(f.t.both(p, positive), is3), p);
  EXPECT_EQ(f.decide.simplified_under(f.t.either(p, positive), is3), kYes);
  EXPECT_EQ(f.decide.simplified_under(f.t.both(p, q), f.t.both(p, is3)), q);
  EXPECT_EQ(f.decide.simplified_under(f.t.both(p, q), !p), kNo);
  EXPECT_EQ(f.decide.simplified_under(p, is3), p);
  Cond complex = f.t.either(p, is3);
  EXPECT_EQ(f.decide.simplified_under(f.t.both(q, complex), complex), q);
}

// Random formulas over three values of 3 bits, with their truth tables over
// all 512 triples of numbers.
class RandomBranches : public ::testing::TestWithParam<int> {};

struct Sample {
  Cond formula;
  std::vector<bool> table;
};

constexpr std::uint32_t kWidth = 3;
constexpr std::size_t kRows = 512;

bool holds(Predicate p, std::uint64_t a, std::uint64_t b) {
  return ValueSet::of(p, sign_extended(b, kWidth), kWidth).contains(a);
}

Sample random_atom(BranchAtoms &atoms, std::mt19937 &random, bool with_pairs) {
  Sample out;
  auto p = static_cast<Predicate>(random() % 10);
  std::uint32_t v = random() % 3, w = random() % 3;
  if (with_pairs && random() % 2) {
    out.formula = atoms.compare_values(p, v, w, kWidth);
    for (std::size_t row = 0; row < kRows; ++row)
      out.table.push_back(holds(p, row >> 3 * v & 7, row >> 3 * w & 7));
    return out;
  }
  std::int64_t c = std::int64_t(random() % 8) - 4;
  out.formula = atoms.compare(p, v, c, kWidth);
  for (std::size_t row = 0; row < kRows; ++row)
    out.table.push_back(holds(p, row >> 3 * v & 7, std::uint64_t(c) & 7));
  return out;
}

TEST_P(RandomBranches, AgreeWithAllNumbers) {
  bool with_pairs = GetParam() % 2;
  std::mt19937 random(GetParam());
  Conditions t;
  BranchAtoms atoms(t);
  Decider decide(atoms);
  std::vector<Sample> pool;
  for (int i = 0; i < 8; ++i)
    pool.push_back(random_atom(atoms, random, with_pairs));
  for (int i = 0; i < 30; ++i) {
    Sample a = pool[random() % pool.size()], b = pool[random() % pool.size()];
    bool flip_a = random() % 2, flip_b = random() % 2;
    Sample made{t.both(flip_a ? !a.formula : a.formula,
                       flip_b ? !b.formula : b.formula),
                {}};
    for (std::size_t row = 0; row < kRows; ++row)
      made.table.push_back((a.table[row] != flip_a) &&
                           (b.table[row] != flip_b));
    pool.push_back(made);
  }
  int unknown = 0, asked = 0;
  for (int i = 0; i < 300; ++i) {
    const Sample &a = pool[random() % pool.size()],
                 &b = pool[random() % pool.size()];
    bool implied = true, exclude = true;
    for (std::size_t row = 0; row < kRows; ++row) {
      implied = implied && (!a.table[row] || b.table[row]);
      exclude = exclude && !(a.table[row] && b.table[row]);
    }
    Answer yes = decide.implies(a.formula, b.formula),
           no = decide.contradict(a.formula, b.formula);
    asked += 2;
    unknown += (yes == Answer::kUnknown) + (no == Answer::kUnknown);
    if (yes != Answer::kUnknown) {
      ASSERT_EQ(yes == Answer::kYes, implied)
          << atoms.text(a.formula) << " => " << atoms.text(b.formula);
    }
    if (no != Answer::kUnknown) {
      ASSERT_EQ(no == Answer::kYes, exclude)
          << atoms.text(a.formula) << " & " << atoms.text(b.formula);
    }
    // Equal wherever the assumption holds.
    Cond simple = decide.simplified_under(a.formula, b.formula);
    for (std::size_t row = 0; row < kRows; ++row) {
      bool value = t.evaluate(simple, [&](std::uint32_t node) {
        const BranchAtom &atom = *atoms.find(node);
        std::uint64_t x = row >> 3 * atom.value & 7;
        if (!atom.is_about_two())
          return atom.set().contains(x);
        std::uint64_t y = row >> 3 * atom.other & 7;
        if (atom.kind == BranchAtom::Kind::kEqual)
          return x == y;
        return holds(atom.is_signed ? Predicate::kSLe : Predicate::kULe, x, y);
      });
      if (b.table[row]) {
        ASSERT_EQ(value, bool(a.table[row]));
      }
    }
  }
  // Comparisons with constants are always decided, others nearly always.
  EXPECT_LE(unknown, with_pairs ? asked / 20 : 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomBranches, ::testing::Range(0, 40));

} // namespace
} // namespace wt::logic
