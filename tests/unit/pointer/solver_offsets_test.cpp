// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do moves within objects lead where they should?  Every layout, offset and
// distance of a table against every byte looked at, then cases with a name.

#include "naive_solver.h"
#include "pointer/offsets.h"

#include <gtest/gtest.h>

namespace wt::pointer::test {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Offsets, MovesLikeTheDefinition) {
  const std::vector<Object> layouts = {
      {.size = 24},
      {.size = 0},
      {.size = 48, .arrays = {{0, 48, 8}}},
      {.size = 48, .arrays = {{8, 40, 16}}},
      {.size = 40, .arrays = {{16, 40, 1}}},
      {.size = 40, .arrays = {{0, 16, 1}, {24, 40, 8}}},
      {.size = 88, .arrays = {{8, 80, 24}, {16, 32, 8}}},
      {.size = 64, .arrays = {{0, 64, 32}, {8, 24, 2}}},
  };
  for (const Object &object : layouts) {
    Constraints constraints;
    constraints.add_object(object);
    NaiveSolver naive(constraints, {});
    Offsets offsets(object);
    for (std::uint32_t from = 0; from <= object.size; ++from) {
      if (offsets.normalise(from) != from)
        continue;
      for (std::int64_t delta = -90; delta <= 90; ++delta) {
        List found, right;
        EXPECT_TRUE(offsets.move(from, delta, found));
        for (auto [unused, to] : naive.moved({0, from}, delta))
          right.push_back(static_cast<std::uint32_t>(to));
        EXPECT_EQ(found, right) << from << " by " << delta;
      }
    }
  }
}

TEST(Offsets, RecordAroundAnElement) {
  // struct { void *head; struct { void *a, *b; } links[4]; }
  Offsets offsets({.size = 72, .arrays = {{8, 72, 16}}});
  List out;
  EXPECT_TRUE(offsets.move(8, -(8 + 2 * 16), out)); // from links[2]
  EXPECT_EQ(out, (List{0, 16}));          // or the second field of one before
  EXPECT_TRUE(offsets.move(16, 16, out)); // the next element's b
  EXPECT_EQ(out, List{16});
}

TEST(Offsets, HeaderBeforeBytes) {
  // struct { size_t n; char text[]; }
  Offsets offsets({.arrays = {{8, kUnknownSize, 1}}});
  List out;
  EXPECT_TRUE(offsets.move(8, -8, out));
  EXPECT_EQ(out, (List{0, 8}));
}

TEST(Offsets, WalksStayInTheirArray) {
  Offsets table({.size = 808, .arrays = {{8, 808, 8}}});
  EXPECT_EQ(table.walk(8, 8).offsets, List{8});
  EXPECT_EQ(table.walk(8, 16).offsets, List{8});
  Offsets scalar({.size = 4});
  EXPECT_EQ(scalar.walk(0, 4).offsets, List{0});
  Offsets pair({.size = 16});
  EXPECT_EQ(pair.walk(0, 8).offsets, (List{0, 8}));
}

TEST(Offsets, UnexplainedWalksFold) {
  Offsets untyped({});
  EXPECT_EQ(untyped.walk(0, 24).fold, 24u);
  EXPECT_EQ(untyped.walk(0, 4).fold, 1u);
  EXPECT_EQ(untyped.walk(0, kUnknownStride).fold, 1u);
  untyped.set_fold(24);
  EXPECT_EQ(untyped.normalise(56), 8u);
  EXPECT_EQ(untyped.walk(8, 48).offsets, List{8});
  EXPECT_EQ(untyped.walk(8, 16).fold, 8u);
  // Elements stay one location.
  Offsets mixed({.arrays = {{0, 64, 16}}});
  EXPECT_EQ(mixed.walk(64, 24).fold, 8u);
  // Bytes at the start: they, or the record, may be walked.
  Offsets record({.size = 24, .arrays = {{0, 16, 1}}});
  EXPECT_EQ(record.walk(0, 1).fold, 1u);
}

} // namespace
} // namespace wt::pointer::test
