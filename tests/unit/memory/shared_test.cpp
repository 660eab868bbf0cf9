// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/shared.h"

#include <gtest/gtest.h>

#include <vector>

namespace wt::infer {
namespace {

using Numbers = Shared<std::vector<int>>;

TEST(Shared, IsEmptyAtFirst) {
  Numbers a;
  EXPECT_TRUE(a->empty());
  EXPECT_EQ(a, Numbers());
  EXPECT_TRUE(a.shares_with(Numbers()));
}

TEST(Shared, CopiesShareUntilOneIsEdited) {
  Numbers a(std::vector{1, 2});
  Numbers b = a;
  EXPECT_TRUE(a.shares_with(b));
  b.edit().push_back(3);
  EXPECT_FALSE(a.shares_with(b));
  EXPECT_EQ(*a, (std::vector{1, 2}));
  EXPECT_EQ(*b, (std::vector{1, 2, 3}));
}

TEST(Shared, AnOwnOneIsEditedInPlace) {
  Numbers a(std::vector{1});
  const std::vector<int> *before = &*a;
  a.edit()[0] = 5;
  EXPECT_EQ(&*a, before);
  {
    Numbers b = a;
  }
  a.edit()[0] = 6; // alone again
  EXPECT_EQ(&*a, before);
}

TEST(Shared, EqualWithoutSharing) {
  Numbers a(std::vector{1}), b(std::vector{1}), c(std::vector{2});
  EXPECT_FALSE(a.shares_with(b));
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(Shared, MovesAndAssignsToItself) {
  Numbers a(std::vector{1});
  Numbers b = std::move(a);
  EXPECT_EQ(*b, std::vector{1});
  Numbers &same = b;
  b = same;
  EXPECT_EQ(*b, std::vector{1});
  b = Numbers();
  EXPECT_TRUE(b->empty());
}

} // namespace
} // namespace wt::infer
