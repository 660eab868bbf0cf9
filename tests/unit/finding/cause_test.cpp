// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which losses have one root cause?

#include "finding/cause.h"

#include "program_text.h"

namespace wt {
namespace {

using namespace test;

// p = malloc(8); q = malloc(8); if (bad) return; r = malloc(8); return
const char *kOneCheck = R"(
function @f result void {
  var $0 bad i32 param
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int i32 0
b0:
  %4 = call ptr<void> %2(%1)
  %5 = call ptr<void> %2(%1)
  %6 = compare ne u1 %0, %3
  %7 = branch %6 "bad" -> b1, b2
b1:
  %8 = return !0:5:5
b2:
  %9 = call ptr<void> %2(%1)
  %10 = return !0:9:3
}
)";

std::string cause(unsigned site, unsigned block, unsigned last) {
  TestProgram p = make_program(kOneCheck);
  Verdict verdict = leak(p.call_site("f", site), {to_block(block)}, last);
  return cause_of(*p.program, verdict, ir::ValueId(last),
                  &verdict.witnesses[0]);
}

TEST(Cause, OneFailureLosesTwoObjects) {
  EXPECT_NE(cause(4, 1, 8), "");
  EXPECT_EQ(cause(4, 1, 8), cause(5, 1, 8));
}

TEST(Cause, AnotherPlaceIsAnotherCause) {
  EXPECT_NE(cause(4, 1, 8), cause(4, 2, 10));
}

TEST(Cause, WithoutADecisionEachIsItsOwn) { EXPECT_EQ(cause(9, 2, 10), ""); }

TEST(Cause, TheFirstNamesTheRoot) {
  std::vector<Finding> all(3);
  all[0].fingerprint = "a", all[0].cause = "x";
  all[1].fingerprint = "b";
  all[2].fingerprint = "c", all[2].cause = "x";
  name_roots(all);
  EXPECT_EQ(all[0].root, "a");
  EXPECT_EQ(all[1].root, "b");
  EXPECT_EQ(all[2].root, "a");
}

} // namespace
} // namespace wt
