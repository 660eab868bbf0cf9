// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which allocations failed on a walk, and which paths are like it but for a
// branch.

#include "witness/detour.h"
#include "witness/walker.h"

#include "../finding/program_text.h"

namespace wt {
namespace {

using namespace test;

// p = malloc(8); q = malloc(8); if (!q) puts(p); return
const char *kIndifferent = R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @puts
  %3 = null ptr<void>
b0:
  %4 = call ptr<void> %1(%0)
  %5 = call ptr<void> %1(%0)
  %6 = compare eq u1 %5, %3
  %7 = branch %6 "!q" -> b1, b2
b1:
  %8 = call i32 %2(%4)
  %9 = branch -> b2
b2:
  %10 = return
}
)";

TEST(Detour, TheWalkerSeesWhichAllocationFails) {
  TestProgram p = make_program(kIndifferent);
  Verdict verdict = leak(p.call_site("f", 4), {to_block(1), to_block(2)}, 10);
  Replay result = replay(*p.program, *p.models, verdict, verdict.witnesses[0]);
  EXPECT_STREQ(name_of(result.outcome), "confirmed") << result.why;
  EXPECT_EQ(result.failed, std::vector{ir::ValueId(5)});
}

TEST(Detour, TakesTheOtherSideOfTheBranch) {
  TestProgram p = make_program(kIndifferent);
  Verdict verdict = leak(p.call_site("f", 4), {to_block(1), to_block(2)}, 10);
  std::vector<Witness> others =
      detours(*p.program, verdict.witnesses[0], ir::ValueId(5));
  ASSERT_EQ(others.size(), 1u);
  ASSERT_EQ(others[0].steps.size(), 1u);
  EXPECT_EQ(others[0].steps[0].block, ir::BlockId(2));
  Replay result = replay(*p.program, *p.models, verdict, others[0]);
  EXPECT_STREQ(name_of(result.outcome), "confirmed") << result.why;
  EXPECT_TRUE(result.failed.empty());
}

TEST(Detour, ThereIsNoneWhereTheFirstBranchGoesElsewhere) {
  TestProgram p = make_program(R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @free
  %3 = null ptr<void>
b0:
  %4 = call ptr<void> %1(%0)
  %5 = call ptr<void> %1(%0)
  %6 = compare eq u1 %5, %3
  %7 = branch %6 "!q" -> b1, b2
b1:
  %8 = return
b2:
  %9 = call void %2(%4)
  %10 = return
}
)");
  Verdict verdict = leak(p.call_site("f", 4), {to_block(1)}, 8);
  EXPECT_TRUE(
      detours(*p.program, verdict.witnesses[0], ir::ValueId(5)).empty());
}

} // namespace
} // namespace wt
