// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are paths translated at calls?  Cases by hand, then composition of random
// bindings.

#include "path/path_text.h"
#include "path/place.h"
#include "random_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

namespace wt::test {
namespace {

Place place(std::string_view text) {
  Result<Place> out = parse_place(text);
  EXPECT_TRUE(out) << text;
  return out ? *out : Place();
}

std::string texts(const std::vector<Place> &places) {
  std::string out;
  for (const Place &one : places)
    out += (out.empty() ? "" : " ") + to_text(one);
  return out;
}

struct Call {
  const char *argument, *callee, *caller;
};
// What arg0 is at the call, a path of the callee, what the caller calls it.
const Call kCalls[] = {
    {"arg1", "arg0", "arg1"},
    {"arg1", "arg0[+8]", "arg1[+8]"},
    {"&arg1[+8]", "arg0", "&arg1[+8]"},
    {"&arg1[+8]", "arg0[+0]", "arg1[+8]"},
    {"&arg1[+8]", "arg0[+16][+0]", "arg1[+24][+0]"},
    {"&arg1[+8]", "arg0[-8]", "arg1[+0]"},
    {"&arg1[*+8]", "arg0[+8]", "arg1[*+16]"},
    {"&slot3[+0]", "arg0[+0]", "slot3[+0]"},
    {"slot3", "arg0[+0][+8]", "slot3[+0][+8]"},
    {"slot3[+0]", "arg0[+8]", "slot3[+0][+8]"},
    {"site5", "arg0[+8]...", "site5[+8]..."},
    {"&arg1[+8]", "arg0...", "arg1..."},
    {"arg1...", "arg0[+8][+8]", "arg1..."},
    {"arg1[+0][+0][+0]", "arg0[+1][+2][+3]", "arg1[+0][+0][+0][+1][+2]..."},
    {"arg1", "global4[+0]", "global4[+0]"},
    {"arg1", "function4", "function4"},
    {"arg1", "arg1", ""},
    {"arg1", "slot0[+0]", ""},
    {"arg1", "result", ""},
};

TEST(Place, TranslationAtCalls) {
  for (const Call &c : kCalls) {
    RootMap roots;
    roots.bind_parameter(0, place(c.argument));
    EXPECT_EQ(texts(translate(*parse_path(c.callee), roots)), c.caller)
        << c.argument << " for arg0 in " << c.callee;
  }
}

TEST(Place, SeveralArgumentsGiveSeveralNames) {
  RootMap roots;
  roots.bind_parameter(0, place("arg1[+8]"));
  roots.bind_parameter(0, place("arg1"));
  roots.bind_parameter(0, place("arg1"));
  roots.bind({PathRoot::Kind::kResult, 0}, place("site9"));
  EXPECT_EQ(texts(translate(*parse_path("arg0[+0]"), roots)),
            "arg1[+0] arg1[+8][+0]");
  EXPECT_EQ(texts(translate(*parse_path("result[+8]"), roots)), "site9[+8]");
  EXPECT_EQ(texts(translate(place("&arg0[+4]"), roots)),
            "&arg1[+4] &arg1[+8][+4]");
}

TEST(Place, OffsetsThatDoNotFitAreDeep) {
  constexpr std::int64_t kLarge = std::numeric_limits<std::int32_t>::max();
  AccessPath p = AccessPath::parameter(0);
  EXPECT_EQ(Place(p, kLarge).plus(1), Place(p.deep()));
  EXPECT_EQ(Place(p, kLarge).then({1}), p.deep());
  EXPECT_EQ(Place(p, kLarge + 1), Place(p.deep()));
  EXPECT_EQ(Place(p, 1).plus(std::numeric_limits<std::int64_t>::max()),
            Place(p.deep()));
  EXPECT_EQ(Place(p.deep(), 8), Place(p.deep()));
}

RootMap random_map(std::mt19937 &random) {
  RootMap out;
  for (int n = 0; n < 6; ++n)
    if (PathRoot root = random_root(random);
        root.kind != PathRoot::Kind::kGlobal)
      out.bind(root, random_place(random));
  return out;
}

TEST(Place, TranslationComposesAndIsBounded) {
  std::mt19937 random(4);
  int nonempty = 0;
  for (int round = 0; round < 20000; ++round) {
    RootMap inner = random_map(random), outer = random_map(random);
    Place p = random_place(random);
    std::set<Place> in_turn;
    for (const Place &middle : translate(p, inner))
      for (const Place &end : translate(middle, outer)) {
        in_turn.insert(end);
        ASSERT_LE(end.base().length(), AccessPath::kMaxSteps);
      }
    std::vector<Place> at_once = translate(p, inner.then(outer));
    ASSERT_TRUE(std::ranges::equal(in_turn, at_once))
        << p << ": " << texts({in_turn.begin(), in_turn.end()}) << " but "
        << texts(at_once);
    nonempty += !at_once.empty();
  }
  EXPECT_GT(nonempty, 5000);
}

// A bound argument keeps the relations between paths of the callee.
TEST(Place, TranslationKeepsCovering) {
  std::mt19937 random(5);
  for (int round = 0; round < 100000; ++round) {
    PathRoot root{PathRoot::Kind::kParameter, 0};
    AccessPath a = random_path(random, root, 3),
               b = random_path(random, root, 3);
    RootMap roots;
    roots.bind(root, Place(random_path(random)));
    if (!a.covers(b) || b.length() == 0)
      continue;
    Place x = translate(a, roots).at(0), y = translate(b, roots).at(0);
    ASSERT_TRUE(x.base().covers(y.base())) << x << " and " << y;
  }
}

} // namespace
} // namespace wt::test
