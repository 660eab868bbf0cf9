// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/pattern.h"

#include <gtest/gtest.h>

namespace wt::model {
namespace {

struct Row {
  const char *pattern;
  const char *name;
  bool fits;
};

class Matches : public testing::TestWithParam<Row> {};

TEST_P(Matches, Names) {
  EXPECT_EQ(Pattern(GetParam().pattern).matches(GetParam().name),
            GetParam().fits);
}

const Row kRows[] = {
    {"f", "f", true},
    {"f", "ff", false},
    {"*", "", true},
    {"*", "anything", true},
    {"g_*_new", "g_list_new", true},
    {"g_*_new", "g__new", true},
    {"g_*_new", "g_new", false}, // the ends must not overlap
    {"g_*_new", "g_list_new2", false},
    {"*::create", "a::b::create", true},
    {"*::create", "create", false},
    {"a*b*c", "abc", true},
    {"a*b*c", "axxbyyc", true},
    {"a*b*c", "acb", false},
    {"a*bb*b", "abbb", true},
    {"a*bb*b", "abb", false},
    {"std::vector<*>::push_back", "std::vector<int>::push_back", true},
    {"std::vector<*>::push_back",
     "std::vector<int, std::allocator<int>>::push_back", true},
    {"std::vector<*>::push_back", "std::vector::push_back", true},
    {"std::vector<*>::push_back", "std::vectors::push_back", false},
    {"std::vector<*>::*", "std::vector::clear", true},
};
INSTANTIATE_TEST_SUITE_P(Table, Matches, testing::ValuesIn(kRows));

TEST(Pattern, IsTellingPatternsFromOperators) {
  EXPECT_TRUE(Pattern::is_pattern("g_*"));
  EXPECT_TRUE(Pattern::is_pattern("*::operator="));
  EXPECT_FALSE(Pattern::is_pattern("f"));
  EXPECT_FALSE(Pattern::is_pattern("operator*"));
  EXPECT_FALSE(Pattern::is_pattern("a::operator*="));
}

} // namespace
} // namespace wt::model
