// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the algebra of paths one?  Cases by hand, then laws on random paths.

#include "path/access_path.h"
#include "path/path_text.h"
#include "random_path.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace wt::test {
namespace {

AccessPath path(std::string_view text) {
  Result<AccessPath> out = parse_path(text);
  EXPECT_TRUE(out) << text;
  return out ? *out : AccessPath();
}

TEST(AccessPath, StepsAreBoundedAndDeepOnesAbsorb) {
  AccessPath p = AccessPath::parameter(0);
  for (std::size_t i = 0; i < AccessPath::kMaxSteps; ++i)
    p = p.then({8});
  EXPECT_EQ(p.length(), AccessPath::kMaxSteps);
  EXPECT_FALSE(p.is_deep());
  AccessPath cut = p.then({16});
  EXPECT_EQ(cut, p.deep());
  EXPECT_EQ(cut.then({24}), cut);
  EXPECT_EQ(path("arg0...").then({8}), path("arg0..."));
}

struct Relation {
  const char *a, *b;
  bool prefix, covers, overlaps;
};
const Relation kRelations[] = {
    {"arg0", "arg0", true, true, true},
    {"arg0", "arg0[+8]", true, false, false},
    {"arg0[+8]", "arg0", false, false, false},
    {"arg0", "arg1", false, false, false},
    {"arg0", "global0", false, false, false},
    {"arg0[+0]", "arg0[+8]", false, false, false},
    {"arg0...", "arg0", false, true, true},
    {"arg0", "arg0...", true, false, true},
    {"arg0...", "arg0[+8][*+0]", false, true, true},
    {"arg0[+8]...", "arg0[+8][+0]...", false, true, true},
    {"arg0[+8][+0]...", "arg0[+8]...", false, false, true},
    {"arg0[+8]...", "arg0[+0][+0]", false, false, false},
    {"arg0[*+0]", "arg0[+0]", false, true, true},
    {"arg0[*+0]", "arg0[+16]", false, true, true},
    {"arg0[+16]", "arg0[*+0]", false, false, true},
    {"arg0[*+8]", "arg0[+0]", false, false, false},
    {"arg0[*+8]", "arg0[+8]", false, true, true},
    {"arg0[*+8]", "arg0[+16]", false, false, false}, // inside one element
    {"arg0[*+8]", "arg0[+24]", false, true, true},
    {"arg0[*+8]", "arg0[*+0]", false, false, false}, // another field
    {"arg0[*+0][+8]", "arg0[+8][+8]", false, true, true},
    {"arg0[*+0]...", "arg0[+8][+8]", false, true, true},
};

TEST(AccessPath, PrefixCoversOverlaps) {
  for (const Relation &r : kRelations) {
    AccessPath a = path(r.a), b = path(r.b);
    EXPECT_EQ(a.is_prefix_of(b), r.prefix) << r.a << " prefix of " << r.b;
    EXPECT_EQ(a.covers(b), r.covers) << r.a << " covers " << r.b;
    EXPECT_EQ(a.overlaps(b), r.overlaps) << r.a << " overlaps " << r.b;
    EXPECT_EQ(b.overlaps(a), r.overlaps) << r.b << " overlaps " << r.a;
  }
}

TEST(AccessPath, RemainderAfterAPrefix) {
  AccessPath p = path("arg0[+8][*+0][+16]");
  auto rest = p.after(path("arg0[+8]"));
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0], (PathStep{0, true}));
  EXPECT_EQ(rest[1], (PathStep{16, false}));
  EXPECT_TRUE(p.after(p).empty());
}

TEST(AccessPath, PrefixIsAPartialOrder) {
  std::mt19937 random(1);
  int related = 0;
  for (int round = 0; round < 200000; ++round) {
    PathRoot root{PathRoot::Kind::kParameter, 0};
    AccessPath a = random_path(random, root, 2),
               b = random_path(random, root, 3),
               c = random_path(random, root, 4);
    ASSERT_TRUE(a.is_prefix_of(a));
    if (a.is_prefix_of(b) && b.is_prefix_of(a)) {
      ASSERT_EQ(a, b);
    }
    if (a.is_prefix_of(b) && b.is_prefix_of(c)) {
      ASSERT_TRUE(a.is_prefix_of(c)) << a << ' ' << b << ' ' << c;
      ++related;
    }
    if (a.is_prefix_of(b)) {
      AccessPath again = a;
      for (const PathStep &step : b.after(a))
        again = again.then(step);
      ASSERT_EQ(b.is_deep() ? again.deep() : again, b);
    }
  }
  EXPECT_GT(related, 1000);
}

TEST(AccessPath, CoversIsAPreorderAndImpliesOverlap) {
  std::mt19937 random(2);
  int related = 0;
  for (int round = 0; round < 200000; ++round) {
    PathRoot root{PathRoot::Kind::kParameter, 0};
    AccessPath a = random_path(random, root, 2),
               b = random_path(random, root, 2),
               c = random_path(random, root, 3);
    ASSERT_TRUE(a.covers(a));
    ASSERT_EQ(a.overlaps(b), b.overlaps(a));
    if (a.covers(b)) {
      ASSERT_TRUE(a.overlaps(b));
      ASSERT_TRUE(a.deep().covers(b.then(random_step(random))));
      if (b.covers(c)) {
        ASSERT_TRUE(a.covers(c)) << a << ' ' << b << ' ' << c;
        ++related;
      }
      if (b.overlaps(c)) {
        ASSERT_TRUE(a.overlaps(c) || (a.length() && a.steps()[0].any_element) ||
                    (a.length() > 1 && a.steps()[1].any_element))
            << a << ' ' << b << ' ' << c;
      }
    }
  }
  EXPECT_GT(related, 1000);
}

TEST(AccessPath, OrderAndHashAgreeWithEquality) {
  std::mt19937 random(3);
  std::unordered_set<std::size_t> hashes;
  std::unordered_set<AccessPath> paths;
  for (int round = 0; round < 20000; ++round) {
    AccessPath a = random_path(random, 4), b = random_path(random, 4);
    ASSERT_EQ(a == b, (a <=> b) == 0);
    ASSERT_EQ(a<b, b> a);
    if (a == b) {
      ASSERT_EQ(std::hash<AccessPath>()(a), std::hash<AccessPath>()(b));
    }
    if (paths.insert(a).second)
      hashes.insert(std::hash<AccessPath>()(a));
  }
  EXPECT_EQ(hashes.size(), paths.size());
}

} // namespace
} // namespace wt::test
