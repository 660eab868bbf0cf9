// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does the reader see the object go?

#include "finding/real_loss.h"

#include "program_text.h"

namespace wt {
namespace {

using namespace test;

// p = malloc(8); q = malloc(8); if (!q) return; free(p); return
const char *kTwo = R"(
function @f result void {
  var $0 p ptr<void> promoted
  var $1 q ptr<void> promoted
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @free
  %3 = null ptr<void>
b0:
  %4 = call ptr<void> %1(%0)
  %5 = assign $0, %4
  %6 = call ptr<void> %1(%0)
  %7 = assign $1, %6
  %8 = assign $0, %3
  %9 = compare eq u1 %6, %3
  %10 = branch %9 "!q" -> b1, b2
b1:
  %11 = return
b2:
  %12 = return
}
)";

unsigned real(unsigned losing) {
  TestProgram p = make_program(kTwo);
  Verdict verdict = leak(p.call_site("f", 4), {to_block(1)}, 11);
  return real_loss(*p.program, *p.models, verdict, ir::ValueId(losing),
                   verdict.witnesses[0])
      .value;
}

TEST(RealLoss, AVariableThatNeverHeldItLosesNothing) {
  EXPECT_EQ(real(7), 11u);
}

TEST(RealLoss, AVariableThatHeldItDoes) { EXPECT_EQ(real(8), 8u); }

// p = malloc(8); p = realloc(p, 8); return
TEST(RealLoss, ReallocIsOverwritten) {
  TestProgram p = make_program(R"(
function @f result void {
  var $0 p ptr<void> promoted
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @realloc
b0:
  %3 = call ptr<void> %1(%0)
  %4 = assign $0, %3
  %5 = call ptr<void> %2(%3, %0)
  %6 = assign $0, %5
  %7 = return
}
)");
  Verdict verdict = leak(p.call_site("f", 3), {}, 7);
  EXPECT_EQ(real_loss(*p.program, *p.models, verdict, ir::ValueId(5),
                      verdict.witnesses[0]),
            ir::ValueId(6));
}

TEST(RealLoss, ThePathEndsThere) {
  TestProgram p = make_program(kTwo);
  Verdict verdict = leak(p.call_site("f", 4), {to_block(1)}, 11);
  Witness cut = cut_at(*p.program, verdict.witnesses[0], ir::ValueId(8));
  EXPECT_EQ(cut.last, ir::ValueId(8));
  EXPECT_TRUE(cut.steps.empty());
}

} // namespace
} // namespace wt
