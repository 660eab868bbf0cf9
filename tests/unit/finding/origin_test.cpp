// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allocation behind wrappers, or none when it is not clear which.

#include "finding/origin.h"

#include "finding/describe.h"
#include "program_text.h"

namespace wt {
namespace {

using namespace test;

// `user` calls one wrapper after the other: %9 .. %13, then loses them all.
const char *kText = R"(
function @xmalloc result ptr<void> !0:4:7 end !0:7:1 {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = null ptr<void>
b0:
  %3 = call ptr<void> %1(%0) !0:5:13
  %4 = compare ne u1 %3, %2 !0:6:7
  %5 = branch %4 "p" !0:6:7 -> b1, b2
b1:
  %6 = return %3 !0:6:9
b2:
  %7 = return %2 !0:6:19
}
function @outer result ptr<void> !0:8:7 end !0:8:30 {
  %0 = function unknown @xmalloc
b0:
  %1 = call ptr<void> %0() !0:8:20
  %2 = cast bitcast ptr<void> %1 !0:8:20
  %3 = return %2 !0:8:13
}
function @either result ptr<void> !0:9:7 end !0:12:1 {
  var $0 k i32 param !0:9:9
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int i32 0
b0:
  %4 = compare ne u1 %0, %3 !0:10:7
  %5 = branch %4 "k" !0:10:7 -> b1, b2
b1:
  %6 = call ptr<void> %2(%1) !0:10:13
  %7 = return %6 !0:10:9
b2:
  %8 = call ptr<void> %2(%1) !0:11:13
  %9 = return %8 !0:11:9
}
function @out result i32 !0:13:5 end !0:16:1 {
  var $0 p ptr<ptr<void>> param !0:13:9
  %0 = param ptr<ptr<void>> $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int i32 0
b0:
  %4 = call ptr<void> %2(%1) !0:14:8
  %5 = store %0, %4 !0:14:6
  %6 = return %3 !0:15:3
}
function @again result ptr<void> !0:17:7 end !0:17:30 {
  %0 = function unknown @again
b0:
  %1 = call ptr<void> %0() !0:17:20
  %2 = return %1 !0:17:13
}
function @user result void !0:20:5 end !0:30:1 {
  var $0 p ptr<void> !0:21:9
  %0 = int u64 8
  %1 = int i32 1
  %2 = function unknown @malloc
  %3 = function unknown @xmalloc
  %4 = function unknown @outer
  %5 = function unknown @either
  %6 = function unknown @out
  %7 = function unknown @again
b0:
  %8 = slot ptr<ptr<void>> $0
  %9 = call ptr<void> %2(%0) !0:21:3
  %10 = call ptr<void> %3() !0:22:3
  %11 = call ptr<void> %4() !0:23:3
  %12 = call ptr<void> %5(%1) !0:24:3
  %13 = call i32 %6(%8) !0:25:3
  %14 = call ptr<void> %7() !0:26:3
  %15 = return !0:27:3
}
)";

TEST(Origin, BehindWrappers) {
  TestProgram p = make_program(kText);
  model::Place result, out;
  out.root = model::Place::Root::kArgument;
  out.dereferences = 1;
  struct Row {
    unsigned call;
    model::Place place;
    unsigned line; // 0: not known
    const char *function;
  };
  const Row rows[] = {
      {9, result, 21, "user"},    // a model: the site itself
      {10, result, 5, "xmalloc"}, // one wrapper
      {11, result, 5, "xmalloc"}, // a wrapper in a wrapper
      {12, result, 0, ""},        // two candidates
      {13, out, 14, "out"},       // through an out-parameter
      {14, result, 0, ""},        // endless recursion: none
  };
  for (const Row &row : rows) {
    Verdict v = leak(p.call_site("user", row.call, row.place), {}, 15);
    Finding f = describe(*p.program, *p.models, v);
    EXPECT_EQ(f.alloc ? f.alloc->line : 0, row.line) << row.call;
    EXPECT_EQ(f.alloc_function, row.function) << row.call;
  }
}

} // namespace
} // namespace wt
