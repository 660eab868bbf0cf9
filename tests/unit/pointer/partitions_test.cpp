// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pointer/partitions.h"
#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const char *kDeclarations =
    "record %pair size 16 {\n"
    "  0: first ptr<i32>\n"
    "  8: count i64\n"
    "}\n"
    "union %any size 8 {\n"
    "  0: p ptr<i32>\n"
    "  0: n i64\n"
    "}\n"
    "global @hidden internal definition complete type i32 size 4\n"
    "global @taken internal definition complete type i32 size 4\n"
    "global @seen definition complete type i32 size 4\n"
    "global @whole definition complete type %pair size 16\n";

const char *kFunctions = R"(
function @f(%p ptr<%pair>, %i ptr<i32>, %l ptr<i64>, %c ptr<i8>, %u ptr<%any>) result void {
  var $5 mine i32
  var $6 shared i32
b0:
  %m = slot ptr<i32> $5
  %s = slot ptr<i32> $6
  store %m, #1
  %first = field ptr<ptr<i32>> %p (%pair, 0) +0
  %count = field ptr<i64> %p (%pair, 1) +8
  call void @g(%s)
  call void @g(@@taken)
  store @@hidden, #1
  store @@seen, #1
  return
}
)";

struct Answer {
  Case c{kFunctions, kDeclarations};
  std::unique_ptr<const Regions> regions;
  explicit Answer(Partition partition)
      : regions(make_partition(*c.text.program, partition)) {}

  std::vector<RegionId> of(const char *value) const {
    return regions->regions(c.procedure("f"), c.value("f", value));
  }
  std::string name(const char *value) const {
    return regions->name(of(value).at(0));
  }
  bool overlap(const char *a, const char *b) const {
    return regions->may_overlap(of(a), of(b));
  }
};

TEST(Partitions, AddressTaken) {
  Answer answer(Partition::kAddressTaken);
  EXPECT_EQ(answer.name("m"), "f.mine");
  EXPECT_EQ(answer.name("s"), "anything else");
  EXPECT_EQ(answer.name("p"), "anything else");
  EXPECT_TRUE(answer.overlap("s", "i"));
  EXPECT_FALSE(answer.overlap("m", "i"));
  auto global = [&](std::size_t v) {
    return answer.regions->name(
        answer.regions->region(ProgramVariableId(v), 0));
  };
  EXPECT_EQ(global(0), "hidden");
  EXPECT_EQ(global(1), "anything else");
  EXPECT_EQ(global(2), "anything else"); // others can name it
}

TEST(Partitions, ByType) {
  Answer answer(Partition::kByType);
  EXPECT_EQ(answer.name("first"), "pair.first");
  EXPECT_EQ(answer.name("count"), "pair.count");
  EXPECT_EQ(answer.name("i"), "int 32");
  EXPECT_EQ(answer.name("c"), "anything");
  EXPECT_EQ(answer.name("u"), "anything");
  EXPECT_FALSE(answer.overlap("first", "count"));
  EXPECT_FALSE(answer.overlap("first", "i"));
  EXPECT_TRUE(answer.overlap("count", "l")); // its address may be taken
  EXPECT_FALSE(answer.overlap("i", "l"));
  EXPECT_TRUE(answer.overlap("c", "first"));
  EXPECT_TRUE(answer.overlap("u", "count"));
  EXPECT_EQ(answer.regions->name(
                answer.regions->region(ProgramVariableId(std::size_t(3)), 8)),
            "pair.count");
}

// The same questions to points-to.
TEST(Partitions, PointsToIsOneToo) {
  Case c(kFunctions, kDeclarations);
  const Regions &regions = *c.facts;
  auto of = [&](const char *value) {
    return regions.regions(c.procedure("f"), c.value("f", value));
  };
  EXPECT_FALSE(regions.may_overlap(of("m"), of("p")));
  EXPECT_TRUE(regions.may_overlap(of("p"), of("u")));
  EXPECT_EQ(regions.name(of("m").at(0)), "f.mine");
}

} // namespace
} // namespace wt::pointer::test
