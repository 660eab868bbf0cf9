// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the exact form read back, and is anything else refused at its place?

#include "path/path_text.h"
#include "random_path.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

TEST(PathText, ReadsBackWhatItWrites) {
  std::mt19937 random(6);
  for (int round = 0; round < 20000; ++round) {
    AccessPath path = random_path(random, 5);
    Result<AccessPath> again = parse_path(to_text(path));
    ASSERT_TRUE(again) << path;
    ASSERT_EQ(*again, path);
    Place place = random_place(random);
    Result<Place> place_again = parse_place(to_text(place));
    ASSERT_TRUE(place_again) << place;
    ASSERT_EQ(*place_again, place);
  }
}

TEST(PathText, Forms) {
  AccessPath p = AccessPath::parameter(0).then({8}).then({0, true});
  EXPECT_EQ(to_text(p), "arg0[+8][*+0]");
  EXPECT_EQ(to_text(p.deep()), "arg0[+8][*+0]...");
  EXPECT_EQ(to_text(AccessPath::result().then({-4})), "result[-4]");
  EXPECT_EQ(to_text(AccessPath::global(ProgramVariableId(4))), "global4");
  EXPECT_EQ(to_text(AccessPath::function(ProcedureId(3))), "function3");
  EXPECT_EQ(to_text(AccessPath::site(7)), "site7");
  EXPECT_EQ(to_text(AccessPath::slot(ir::VariableId(2))), "slot2");
  EXPECT_EQ(to_text(Place(AccessPath::result(), 16)), "&result[+16]");
}

TEST(PathText, ErrorsSayWhere) {
  struct {
    const char *text;
    std::uint32_t column;
  } cases[] = {
      {"", 1},
      {"x", 1},
      {"arg", 4},
      {"arg-1", 4},
      {"arg99999999999", 15},
      {"arg0[", 6},
      {"arg0[8]", 6},
      {"arg0[+]", 7},
      {"arg0[+8", 8},
      {"arg0[*8]", 7},
      {"arg0[+8]x", 9},
      {"arg0[+99999999999]", 7},
      {"arg0[+-8]", 7},
      {"arg0...[+8]", 8},
      {"result0", 7},
      {"&arg0", 6},
      {"&arg0[+8]", 1}, // an address is no path
      {"&arg0[+8]...", 10},
  };
  for (const auto &c : cases) {
    Result<AccessPath> result = parse_path(c.text);
    ASSERT_FALSE(result) << c.text;
    EXPECT_EQ(result.error().column, c.column)
        << c.text << ": " << result.error().message;
  }
}

TEST(PathText, LongPathsAreCut) {
  Result<AccessPath> path = parse_path("arg0[+1][+2][+3][+4][+5][+6]");
  ASSERT_TRUE(path);
  EXPECT_EQ(to_text(*path), "arg0[+1][+2][+3][+4][+5]...");
}

} // namespace
} // namespace wt::test
