// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/nearest.h"

#include <gtest/gtest.h>

namespace wt {
namespace {

TEST(Nearest, Distance) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("chekc", "check"), 1u); // swapped
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Nearest, WordsThatAreMeant) {
  const std::vector<std::string> known = {"check", "run", "query", "callgraph"};
  EXPECT_EQ(nearest("chekc", known), "check");
  EXPECT_EQ(nearest("check", known), "check");
  EXPECT_EQ(nearest("qurey", known), "query");
  EXPECT_EQ(nearest("call", known), "callgraph"); // how it begins
  EXPECT_EQ(nearest("frob", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), known), "");
  EXPECT_EQ(did_you_mean("rnu", known), "; did you mean 'run'?");
  EXPECT_EQ(did_you_mean("frob", known), "");
}

} // namespace
} // namespace wt
