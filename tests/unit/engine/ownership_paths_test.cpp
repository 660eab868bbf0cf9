// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do states that parted keep their own values, and does the plan know which
// values still matter where?

#include "engine/ownership/path_plan.h"
#include "engine/ownership/path_sharing.h"

#include "program_text.h"

namespace wt::ownership {
namespace {

TEST(PathSharing, CopiesPartWhenOneIsWritten) {
  Paged<int> a(100);
  a.edit(3) = 1;
  Paged<int> b = a;
  b.edit(3) = 2;
  b.edit(99) = 5;
  b.push_back(7);
  EXPECT_EQ(a[3], 1);
  EXPECT_EQ(a[99], 0);
  EXPECT_EQ(a.size(), 100u);
  EXPECT_EQ(b[3], 2);
  EXPECT_EQ(b[99], 5);
  EXPECT_EQ(b[100], 7);
}

TEST(PathSharing, ATrailKeepsWhatCameBefore) {
  Trail<int> a;
  a.push_back(1);
  Trail<int> b = a;
  a.push_back(2);
  b.push_back(3);
  EXPECT_EQ(a.all(), (std::vector<int>{1, 2}));
  EXPECT_EQ(b.all(), (std::vector<int>{1, 3}));
}

// The second test of %n is behind b3; %p is used in b4 alone.
constexpr const char *kTwoTests = R"(
function @f(%n i32, %q ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#4) type unknown
  %c = compare eq u1 %n, #0
  branch %c "" -> b1, b2
b1:
  branch -> b3
b2:
  branch -> b3
b3:
  %d = compare eq u1 %n, #1
  branch %d "" -> b4, b5
b4:
  call void @free(%p) type unknown
  return
b5:
  return
}
)";

class Plan : public testing::Test {
protected:
  Plan()
      : text(kTwoTests), function(text.program->body(*text.program->find("f"))),
        plan(function) {}
  bool is_tested_at(ir::ValueId v, std::uint32_t block) const {
    const std::vector<ir::ValueId> &tested = plan.tested_at(ir::BlockId(block));
    return std::ranges::find(tested, v) != tested.end();
  }
  ir::ValueId call_in(std::uint32_t block) const {
    return function.blocks[ir::BlockId(block)].insts[0];
  }

  test::ProgramText text;
  const ir::Function &function;
  PathPlan plan;
};

TEST_F(Plan, TestsMatterUntilTheLastBranch) {
  ir::ValueId n(0u);
  for (std::uint32_t block : {0u, 1u, 2u, 3u})
    EXPECT_TRUE(is_tested_at(n, block)) << block;
  EXPECT_FALSE(is_tested_at(n, 4));
  EXPECT_FALSE(is_tested_at(n, 5));
}

TEST_F(Plan, ValuesLiveFromTheirDefinitionToTheirUses) {
  ir::ValueId p = call_in(0);
  EXPECT_FALSE(plan.is_live_at(p, ir::BlockId(0u)));
  for (std::uint32_t block : {1u, 2u, 3u, 4u})
    EXPECT_TRUE(plan.is_live_at(p, ir::BlockId(block))) << block;
  EXPECT_FALSE(plan.is_live_at(p, ir::BlockId(5u)));
  EXPECT_TRUE(plan.is_used_after(p, 1));
}

TEST_F(Plan, BlocksThatLeadToABlock) {
  IdMap<ir::BlockId, std::uint8_t> before =
      plan.blocks_before({ir::BlockId(1u)});
  EXPECT_TRUE(before[ir::BlockId(0u)]);
  EXPECT_TRUE(before[ir::BlockId(1u)]);
  EXPECT_FALSE(before[ir::BlockId(2u)]);
  EXPECT_FALSE(before[ir::BlockId(3u)]);
}

} // namespace
} // namespace wt::ownership
