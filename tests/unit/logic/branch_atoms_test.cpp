// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has each meaning one atom, and do sets of numbers hold what they should?
// All predicates, all constants and all numbers of small widths.

#include "logic/branch_theory.h"

#include <gtest/gtest.h>

#include "logic/bits.h"

#include <set>

namespace wt::logic {
namespace {

using ir::Predicate;

constexpr Predicate kPredicates[] = {
    Predicate::kEq,  Predicate::kNe,  Predicate::kSLt, Predicate::kSLe,
    Predicate::kSGt, Predicate::kSGe, Predicate::kULt, Predicate::kULe,
    Predicate::kUGt, Predicate::kUGe};

bool holds(Predicate p, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  std::int64_t x = sign_extended(a, width), y = sign_extended(b, width);
  switch (p) {
  case Predicate::kEq:
    return a == b;
  case Predicate::kNe:
    return a != b;
  case Predicate::kSLt:
    return x < y;
  case Predicate::kSLe:
    return x <= y;
  case Predicate::kSGt:
    return x > y;
  case Predicate::kSGe:
    return x >= y;
  case Predicate::kULt:
    return a < b;
  case Predicate::kULe:
    return a <= b;
  case Predicate::kUGt:
    return a > b;
  case Predicate::kUGe:
    return a >= b;
  }
  return false;
}

TEST(ValueSet, AllPredicatesConstantsAndNumbers) {
  for (std::uint32_t width : {1u, 2u, 3u, 4u})
    for (Predicate p : kPredicates)
      for (std::uint64_t c = 0; c <= all_ones(width); ++c) {
        ValueSet set = ValueSet::of(p, sign_extended(c, width), width);
        ValueSet rest = set.complement();
        for (std::uint64_t x = 0; x <= all_ones(width); ++x) {
          ASSERT_EQ(set.contains(x), holds(p, x, c, width));
          ASSERT_EQ(rest.contains(x), !holds(p, x, c, width));
        }
        ASSERT_TRUE(set.is_disjoint_from(rest));
        ASSERT_TRUE(set.is_subset_of(set));
        for (Predicate q : kPredicates) {
          ValueSet other = ValueSet::of(q, 1, width), both = set;
          both.intersect_with(other);
          for (std::uint64_t x = 0; x <= all_ones(width); ++x)
            ASSERT_EQ(both.contains(x), set.contains(x) && other.contains(x));
        }
        if (set.is_empty())
          continue;
        for (std::uint64_t x = 0; x <= all_ones(width); ++x)
          if (set.contains(x)) {
            ASSERT_TRUE(holds(Predicate::kSLe, set.least(true), x, width));
            ASSERT_TRUE(holds(Predicate::kSGe, set.greatest(true), x, width));
            ASSERT_TRUE(holds(Predicate::kULe, set.least(false), x, width));
            ASSERT_TRUE(holds(Predicate::kUGe, set.greatest(false), x, width));
          }
      }
}

TEST(ValueSet, WideNumbers) {
  ValueSet negative = ValueSet::of(Predicate::kSLt, 0, 64);
  EXPECT_TRUE(negative.contains(~std::uint64_t(0)));
  EXPECT_FALSE(negative.contains(5));
  EXPECT_TRUE(ValueSet::of(Predicate::kULe, -1, 64).complement().is_empty());
  EXPECT_TRUE(ValueSet::of(Predicate::kUGt, -1, 64).is_empty());
  EXPECT_TRUE(negative.is_disjoint_from(ValueSet::of(Predicate::kSGe, 0, 64)));
}

TEST(BranchAtoms, OneAtomPerMeaning) {
  Conditions t;
  BranchAtoms atoms(t);
  auto is = [&](Predicate p, std::int64_t c) {
    return atoms.compare(p, 1, c, 32);
  };
  EXPECT_EQ(is(Predicate::kEq, 0), !is(Predicate::kNe, 0));
  EXPECT_EQ(is(Predicate::kSLt, 5), is(Predicate::kSLe, 4));
  EXPECT_EQ(is(Predicate::kSLt, 5), !is(Predicate::kSGe, 5));
  EXPECT_EQ(is(Predicate::kSLt, 5), !is(Predicate::kSGt, 4));
  EXPECT_NE(is(Predicate::kSLt, 5), is(Predicate::kULt, 5));
  EXPECT_NE(is(Predicate::kSLt, 5), is(Predicate::kSLt, 6));
  EXPECT_NE(is(Predicate::kEq, 0), atoms.compare(Predicate::kEq, 2, 0, 32));
  EXPECT_EQ(is(Predicate::kULt, 1), is(Predicate::kEq, 0));
  EXPECT_EQ(is(Predicate::kUGt, 0), is(Predicate::kNe, 0));
  EXPECT_EQ(is(Predicate::kULt, 0), kNo);
  EXPECT_EQ(is(Predicate::kSLe, INT32_MAX), kYes);
  EXPECT_EQ(is(Predicate::kSLt, INT32_MIN), kNo);
  EXPECT_EQ(is(Predicate::kSLe, INT32_MIN), is(Predicate::kEq, INT32_MIN));
  EXPECT_EQ(is(Predicate::kEq, -1), is(Predicate::kEq, 0xffffffff));
  EXPECT_EQ(atoms.is_null(7), !atoms.compare(Predicate::kNe, 7, 0, 64));
  // One bit: 1 is what is not 0.
  EXPECT_EQ(atoms.compare(Predicate::kEq, 3, 1, 1),
            atoms.compare(Predicate::kNe, 3, 0, 1));
}

TEST(BranchAtoms, OneAtomPerPairOfValues) {
  Conditions t;
  BranchAtoms atoms(t);
  auto is = [&](Predicate p, std::uint32_t a, std::uint32_t b) {
    return atoms.compare_values(p, a, b, 32);
  };
  EXPECT_EQ(is(Predicate::kEq, 1, 2), !is(Predicate::kNe, 2, 1));
  EXPECT_EQ(is(Predicate::kSLt, 1, 2), is(Predicate::kSGt, 2, 1));
  EXPECT_EQ(is(Predicate::kSLt, 1, 2), !is(Predicate::kSLe, 2, 1));
  EXPECT_NE(is(Predicate::kSLe, 1, 2), is(Predicate::kULe, 1, 2));
  EXPECT_EQ(is(Predicate::kSLe, 1, 1), kYes);
  EXPECT_EQ(is(Predicate::kULt, 1, 1), kNo);
  EXPECT_EQ(is(Predicate::kEq, 1, 1), kYes);
}

// The number of different atoms is that of different sets, up to complement.
TEST(BranchAtoms, EqualSetsHaveEqualAtoms) {
  for (std::uint32_t width : {1u, 2u, 3u}) {
    Conditions t;
    BranchAtoms atoms(t);
    std::map<std::vector<bool>, Cond> seen;
    for (Predicate p : kPredicates)
      for (std::uint64_t c = 0; c <= all_ones(width); ++c) {
        std::vector<bool> members;
        for (std::uint64_t x = 0; x <= all_ones(width); ++x)
          members.push_back(holds(p, x, c, width));
        Cond atom = atoms.compare(p, 1, sign_extended(c, width), width);
        auto [found, is_new] = seen.emplace(members, atom);
        // x <= 1 and x <=u 1 of two bits may be equal sets by accident.
        bool is_order = p != Predicate::kEq && p != Predicate::kNe;
        if (!is_order || width == 1) {
          EXPECT_EQ(found->second, atom);
        }
        if (const BranchAtom *meaning = atoms.find(atom.node())) {
          for (std::uint64_t x = 0; x <= all_ones(width); ++x)
            EXPECT_EQ(meaning->set().contains(x) != atom.negated(),
                      bool(members[x]));
        } else {
          EXPECT_TRUE(atom.is_yes() || atom.is_no());
        }
      }
  }
}

TEST(BranchAtoms, Text) {
  Conditions t;
  BranchAtoms atoms(t);
  EXPECT_EQ(atoms.text(atoms.compare(Predicate::kSGe, 3, 5, 32)), "v3 > 4");
  EXPECT_EQ(atoms.text(!atoms.is_null(1)), "v1 != 0");
  EXPECT_EQ(atoms.text(atoms.compare_values(Predicate::kULt, 1, 2, 32)),
            "v2 >u v1");
  EXPECT_EQ(atoms.text(kNo), "no");
  auto name = [](std::uint32_t v) { return std::string(1, char('a' + v)); };
  EXPECT_EQ(atoms.text(t.both(atoms.is_null(0), atoms.is_null(1)), name),
            "(b == 0 & a == 0)");
}

} // namespace
} // namespace wt::logic
