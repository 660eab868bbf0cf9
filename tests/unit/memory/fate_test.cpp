// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/fate.h"

#include <gtest/gtest.h>

namespace wt::infer {
namespace {

TEST(Fate, OfWaysThatMeet) {
  struct Row {
    std::optional<Fate> a, b;
    Fate both;
  };
  const Row kRows[] = {
      {Fate::kLive, Fate::kLive, Fate::kLive},
      {Fate::kLive, std::nullopt, Fate::kPerhaps},
      {Fate::kLive, Fate::kFreed, Fate::kPerhaps},
      {Fate::kPerhaps, Fate::kGone, Fate::kPerhaps},
      {Fate::kFreed, std::nullopt, Fate::kFreed},
      {Fate::kFreed, Fate::kGone, Fate::kGone},
      {Fate::kLost, std::nullopt, Fate::kLost},
      {Fate::kLost, Fate::kFreed, Fate::kGone},
  };
  for (const Row &row : kRows) {
    EXPECT_EQ(joined(row.a, row.b), row.both);
    EXPECT_EQ(joined(row.b, row.a), row.both);
  }
}

TEST(Fate, OfEarlierRounds) {
  EXPECT_EQ(of_several(std::nullopt, Fate::kLive), Fate::kLive);
  EXPECT_EQ(of_several(Fate::kLost, Fate::kGone), Fate::kLost);
  EXPECT_EQ(of_several(Fate::kGone, Fate::kLive), Fate::kGone);
  EXPECT_EQ(of_several(Fate::kLive, Fate::kGone), Fate::kGone);
}

} // namespace
} // namespace wt::infer
