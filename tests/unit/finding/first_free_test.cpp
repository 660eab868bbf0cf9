// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The free that comes before a bad free or use on a path.

#include "finding/first_free.h"

#include "finding/describe.h"
#include "program_text.h"

namespace wt {
namespace {

using namespace test;

const char *kText = R"(
function @destroy result void !0:3:6 end !0:3:40 {
  var $0 p ptr<void> param !0:3:9
  %0 = param ptr<void> $0
  %1 = function unknown @free
b0:
  %2 = call void %1(%0) !0:3:20
  %3 = return !0:3:39
}
function @f result void !0:5:5 end !0:30:1 {
  var $0 s ptr<%pair> param !0:5:9
  %0 = param ptr<%pair> $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = function unknown @destroy
  %5 = function unknown @puts
b0:
  %6 = call ptr<void> %2(%1) !0:6:3
  %7 = call ptr<void> %2(%1) !0:7:3
  %8 = call void %3(%6) !0:8:3
  %9 = field ptr<ptr<i8>> %6 (%pair, 1) +8 !0:9:3
  %10 = load ptr<i8> %9 !0:9:5
  %11 = call i32 %5(%7) !0:10:3
  %12 = call void %4(%7) !0:11:3
  %13 = call i32 %5(%7) !0:12:3
  %14 = field ptr<ptr<i8>> %0 (%pair, 1) +8 !0:13:3
  %15 = load ptr<i8> %14 !0:13:5
  %16 = call void %3(%15) !0:13:9
  %17 = field ptr<ptr<i8>> %0 (%pair, 1) +8 !0:14:3
  %18 = load ptr<i8> %17 !0:14:5
  %19 = load i8 %18 !0:14:9
  %20 = field ptr<ptr<i8>> %0 (%pair, 0) +0 !0:15:3
  %21 = load ptr<i8> %20 !0:15:5
  %22 = load i8 %21 !0:15:9
  %23 = return !0:16:3
}
)";

TEST(FirstFree, OfUses) {
  TestProgram p = make_program(kText);
  struct Row {
    unsigned last, first; // 0: none
  };
  const Row rows[] = {
      {10, 8},  // a field of what free() was given
      {11, 0},  // not yet freed
      {13, 12}, // freed in the body of the callee
      {19, 16}, // two loads of one field
      {22, 0},  // another field
  };
  for (const Row &row : rows) {
    Witness witness{p.procedure("f"), {}, ir::ValueId(row.last)};
    std::optional<FirstFree> first = first_free(*p.program, *p.models, witness);
    ASSERT_EQ(first.has_value(), row.first != 0) << row.last;
    if (first)
      EXPECT_EQ(first->call, ir::ValueId(row.first)) << row.last;
  }
}

TEST(FirstFree, IsTold) {
  TestProgram p = make_program(kText);
  Verdict v = leak(p.call_site("f", 7), {}, 13);
  v.kind = FindingKind::kUseAfterFree;
  Finding f = describe(*p.program, *p.models, v);
  EXPECT_EQ(f.message, "memory used here was already freed at line 11");
  ASSERT_EQ(f.trace.size(), 3u);
  EXPECT_EQ(f.trace[1].message, "freed here");
  EXPECT_EQ(f.trace[1].at.line, 11u);
  EXPECT_EQ(f.trace[2].message, "used here");
}

} // namespace
} // namespace wt
