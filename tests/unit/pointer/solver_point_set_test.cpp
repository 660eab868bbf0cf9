// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is a PointSet a set?  Random operations against std::set.

#include "pointer/point_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace wt::pointer {
namespace {

using Plain = std::set<std::uint32_t>;

PointSet packed(const Plain &plain) {
  PointSet out;
  for (std::uint32_t id : plain)
    EXPECT_TRUE(out.insert(LocationId(id)));
  return out;
}

Plain unpacked(const PointSet &set) {
  Plain out;
  std::uint32_t last = 0;
  for (LocationId id : set) {
    EXPECT_TRUE(out.empty() || id.value > last) << "not ascending";
    last = id.value;
    out.insert(id.value);
  }
  EXPECT_EQ(set.size(), out.size());
  EXPECT_EQ(set.empty(), out.empty());
  return out;
}

Plain random_set(std::mt19937 &random) {
  Plain out;
  std::uint32_t range = random() % 2 ? 100 : 5000;
  for (std::uint32_t n = random() % 60; n > 0; --n)
    out.insert(random() % range);
  return out;
}

TEST(PointSet, InsertsAndReportsWhatIsFresh) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Plain a = random_set(random), b = random_set(random);
    Plain c = random_set(random), fresh;
    std::ranges::set_difference(b, a, std::inserter(fresh, fresh.end()));
    PointSet set = packed(a), collected = packed(c);
    EXPECT_EQ(set.insert(packed(b), collected), !fresh.empty());
    c.insert(fresh.begin(), fresh.end());
    a.insert(b.begin(), b.end());
    EXPECT_EQ(unpacked(set), a);
    EXPECT_EQ(unpacked(collected), c);
    EXPECT_FALSE(set.insert(packed(b)));
    EXPECT_EQ(set, packed(a));
  }
}

TEST(PointSet, Subtracts) {
  std::mt19937 random(8);
  for (int round = 0; round < 2000; ++round) {
    Plain a = random_set(random), b = random_set(random), without;
    std::ranges::set_difference(a, b, std::inserter(without, without.end()));
    PointSet rest = packed(a);
    rest.subtract(packed(b));
    EXPECT_EQ(unpacked(rest), without);
    for (std::uint32_t id = 0; id < 100; ++id)
      EXPECT_EQ(packed(a).contains(LocationId(id)), a.contains(id));
  }
}

TEST(PointSet, IsCopiedAndMoved) {
  Plain many{1, 40, 90, 5000}, one{3};
  PointSet set = packed(many), copy = set, moved = std::move(copy);
  EXPECT_EQ(unpacked(moved), many);
  moved = packed(one);
  EXPECT_EQ(unpacked(moved), one);
  moved = set;
  EXPECT_EQ(unpacked(moved), many);
  moved.clear();
  EXPECT_TRUE(moved.empty());
  EXPECT_FALSE(moved == set);
}

} // namespace
} // namespace wt::pointer
