// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the oracle find what DESIGN.md calls a leak, and nothing else?
//
// Each case is a program in IR text, written by hand, and what must be said
// about it.  Values without a number count on from the one before; a position
// `!0:7` is line 7.

#include "small_models.h"
#include "subject.h"

#include <gtest/gtest.h>

namespace wt::agree {
namespace {

constexpr const char *kHead = R"(watertight-ir 1
unit c "t.c" lines 0
file 0 "t.c"
record %box size 16 {
  0: next ptr<%box>
  8: data ptr<i8>
}
global @g definition complete type ptr<i8> size 8
function @malloc type fn(u64) -> ptr<i8> result ptr<i8>
function @realloc type fn(ptr<i8>, u64) -> ptr<i8> result ptr<i8>
function @free type fn(ptr<i8>) -> void result void
function @asprintf type fn(ptr<ptr<i8>>) -> i32 result i32
function @open type fn(ptr<i8>) -> i32 result i32
function @close type fn(i32) -> i32 result i32
function @exit type fn(i32) -> void result void
function @stranger type fn(ptr<i8>) -> void result void
)";

struct Case {
  const char *name;
  const char *text;
  const char *expected; // describe()
  bool at_exit = false;
};

const Case kCases[] = {
    {"lost at return", R"(
function @f result void {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
b0:
  %2 = call ptr<i8> %0(%1) type unknown !0:1:1
  %3 = assign $0, %2 !0:1:1
  %4 = return !0:2:1
})",
     "leak f:1 lost at f:2\n"},

    {"freed when there is one", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @free
b0:
  %3 = call ptr<i8> %0(%1) type unknown !0:1:1
  %4 = call void %2(%3) type unknown !0:2:1
  %5 = return !0:3:1
})",
     ""},

    {"returned", R"(
function @f result ptr<i8> {
  %0 = function unknown @malloc
  %1 = int u64 8
b0:
  %2 = call ptr<i8> %0(%1) type unknown !0:1:1
  %3 = return %2 !0:2:1
})",
     ""},

    {"a failed allocation is no leak", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @free
  %3 = null ptr<i8>
b0:
  %4 = call ptr<i8> %0(%1) type unknown !0:1:1
  %5 = compare eq u1 %4, %3 !0:2:1
  %6 = branch %5 -> b1, b2
b1:
  %7 = return !0:3:1
b2:
  %8 = call void %2(%4) type unknown !0:4:1
  %9 = return !0:5:1
})",
     ""},

    {"overwritten variable", R"(
function @f result void {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = null ptr<i8>
  %3 = function unknown @exit
  %4 = int i32 1
b0:
  %5 = call ptr<i8> %0(%1) type unknown !0:1:1
  %6 = assign $0, %5 !0:1:1
  %7 = assign $0, %2 !0:2:1
  %8 = call void %3(%4) noreturn type unknown !0:3:1
  %9 = unreachable
})",
     "leak f:1 lost at f:2\n"},

    {"overwritten global", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = null ptr<i8>
  %3 = global ptr<ptr<i8>> @g
b0:
  %4 = call ptr<i8> %0(%1) type unknown !0:1:1
  %5 = store %3, %4 !0:1:1
  %6 = store %3, %2 !0:2:1
  %7 = return !0:3:1
})",
     "leak f:1 lost at f:2\n"},

    {"p = realloc(p) fails", R"(
function @f result ptr<i8> {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @realloc
b0:
  %3 = call ptr<i8> %0(%1) type unknown !0:1:1
  %4 = assign $0, %3 !0:1:1
  %5 = call ptr<i8> %2(%3, %1) type unknown !0:2:1
  %6 = assign $0, %5 !0:2:1
  %7 = return %5 !0:3:1
})",
     "leak f:1 lost at f:2\n"},

    {"realloc into another variable, both outcomes handled", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @realloc
  %3 = function unknown @free
  %4 = null ptr<i8>
b0:
  %5 = call ptr<i8> %0(%1) type unknown !0:1:1
  %6 = call ptr<i8> %2(%5, %1) type unknown !0:2:1
  %7 = compare eq u1 %6, %4 !0:3:1
  %8 = branch %7 -> b1, b2
b1:
  %9 = call void %3(%5) type unknown !0:4:1
  %10 = return !0:5:1
b2:
  %11 = call void %3(%6) type unknown !0:6:1
  %12 = return !0:7:1
})",
     ""},

    {"the holder is freed", R"(
function @f result void {
  var $0 b ptr<%box> promoted
  %0 = function unknown @malloc
  %1 = int u64 16
  %2 = function unknown @free
  %3 = null ptr<i8>
b0:
  %4 = call ptr<%box> %0(%1) type unknown !0:1:1
  %5 = assign $0, %4 !0:1:1
  %6 = compare eq u1 %4, %3 !0:2:1
  %7 = branch %6 -> b1, b2
b1:
  %8 = return !0:2:1
b2:
  %9 = field ptr<ptr<i8>> %4 (%box, 1) +8 !0:3:1
  %10 = call ptr<i8> %0(%1) type unknown !0:3:1
  %11 = store %9, %10 !0:3:1
  %12 = call void %2(%4) type unknown !0:4:1
  %13 = return !0:5:1
})",
     "leak f:3 lost at f:4\n"},

    {"ignored result", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
b0:
  %2 = call ptr<i8> %0(%1) type unknown !0:1:1
  %3 = return !0:2:1
})",
     "leak f:1 lost at f:1\n"},

    {"ignored result of a wrapper is lost by the caller", R"(
function @make result ptr<i8> {
  %0 = function unknown @malloc
  %1 = int u64 8
b0:
  %2 = call ptr<i8> %0(%1) type unknown !0:1:1
  %3 = return %2 !0:2:1
}
function @f result void {
  %0 = function unknown @make
b0:
  %1 = call ptr<i8> %0() type unknown !0:5:1
  %2 = return !0:6:1
})",
     "leak f:5 lost at f:5\n"},

    {"a cycle keeps only itself alive", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 16
  %2 = null ptr<i8>
b0:
  %3 = call ptr<%box> %0(%1) type unknown !0:1:1
  %4 = compare eq u1 %3, %2 !0:2:1
  %5 = branch %4 -> b1, b2
b1:
  %6 = return !0:2:1
b2:
  %7 = field ptr<ptr<%box>> %3 (%box, 0) +0 !0:3:1
  %8 = store %7, %3 !0:3:1
  %9 = return !0:4:1
})",
     "leak f:1 lost at f:3\n"},

    {"given to unknown code", R"(
function @f result void {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @stranger
b0:
  %3 = call ptr<i8> %0(%1) type unknown !0:1:1
  %4 = call void %2(%3) type unknown !0:2:1
  %5 = return !0:3:1
})",
     ""},

    {"unknown code throws", R"(
function @f result void {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @stranger
  %3 = null ptr<i8>
  %4 = function unknown @free
b0:
  %5 = call ptr<i8> %0(%1) type unknown !0:1:1
  %6 = assign $0, %5 !0:1:1
  %7 = call void %2(%3) throws type unknown !0:2:1
  %8 = call void %4(%5) type unknown !0:3:1
  %9 = return !0:4:1
})",
     "leak f:1 lost at f:2\n"},

    {"only the handler forgets", R"(
function @f result void {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @stranger
  %3 = null ptr<i8>
  %4 = function unknown @free
b0:
  %5 = call ptr<i8> %0(%1) type unknown !0:1:1
  %6 = assign $0, %5 !0:1:1
  %7 = call void %2(%3) unwind throws type unknown !0:2:1 -> b1, b2
b1:
  %8 = call void %4(%5) type unknown !0:3:1
  %9 = return !0:4:1
b2:
  %10 = landing cleanup unknown !0:5:1
  %11 = rethrow %10 !0:6:1
})",
     "leak f:1 lost at f:6\n"},

    {"double free and use after free", R"(
function @f result i8 {
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @free
  var $0 a i32 param
  %3 = null ptr<i8>
b0:
  %4 = call ptr<i8> %0(%1) type unknown !0:1:1
  %5 = compare eq u1 %4, %3 !0:2:1
  %6 = call void %2(%4) type unknown !0:3:1
  %7 = unknown u1 !0:4:1
  %8 = branch %7 -> b1, b2
b1:
  %9 = call void %2(%4) type unknown !0:5:1
  %10 = branch -> b2
b2:
  %11 = load i8 %4 !0:6:1
  %12 = return %11 !0:7:1
})",
     "double-free f:1 freed again at f:5\nuse-after-free f:1 used at f:6\n"},

    {"an out-parameter of a model", R"(
function @f result i32 {
  var $0 s ptr<i8>
  %0 = function unknown @asprintf
b0:
  %1 = slot ptr<ptr<i8>> $0 !0:1:1
  %2 = call i32 %0(%1) type unknown !0:2:1
  %3 = return %2 !0:3:1
})",
     "leak f:2 lost at f:3\n"},

    {"a descriptor, checked and closed", R"(
function @f result i32 {
  %0 = function unknown @open
  %1 = null ptr<i8>
  %2 = int i32 0
  %3 = function unknown @close
b0:
  %4 = call i32 %0(%1) type unknown !0:1:1
  %5 = compare slt u1 %4, %2 !0:2:1
  %6 = branch %5 -> b1, b2
b1:
  %7 = return %4 !0:2:1
b2:
  %8 = call i32 %3(%4) type unknown !0:3:1
  %9 = return %2 !0:4:1
})",
     ""},

    {"a descriptor, forgotten", R"(
function @f result i32 {
  %0 = function unknown @open
  %1 = null ptr<i8>
  %2 = int i32 0
b0:
  %3 = call i32 %0(%1) type unknown !0:1:1
  %4 = compare slt u1 %3, %2 !0:2:1
  %5 = return %2 !0:4:1
})",
     "resource-leak f:1 lost at f:2\n"},

    {"held at the end of main", R"(
function @main result i32 {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = int i32 0
b0:
  %3 = call ptr<i8> %0(%1) type unknown !0:1:1
  %4 = assign $0, %3 !0:1:1
  %5 = scope_end $0 !0:2:1
  %6 = return %2 !0:2:1
})",
     ""},

    {"held at the end of main, asked for", R"(
function @main result i32 {
  var $0 p ptr<i8> promoted
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = int i32 0
b0:
  %3 = call ptr<i8> %0(%1) type unknown !0:1:1
  %4 = assign $0, %3 !0:1:1
  %5 = return %2 !0:2:1
})",
     "leak main:1 held at exit at main:2\n", true},

    {"lost by a callee that was given the address", R"(
function @reset result void {
  var $0 where ptr<ptr<i8>> param
  %0 = param ptr<ptr<i8>> $0
  %1 = null ptr<i8>
b0:
  %2 = store %0, %1 !0:1:1
  %3 = return !0:2:1
}
function @f result void {
  var $0 p ptr<i8>
  %0 = function unknown @malloc
  %1 = int u64 8
  %2 = function unknown @reset
b0:
  %3 = slot ptr<ptr<i8>> $0 !0:4:1
  %4 = call ptr<i8> %0(%1) type unknown !0:5:1
  %5 = store %3, %4 !0:5:1
  %6 = call void %2(%3) type unknown !0:6:1
  %7 = return !0:7:1
})",
     "leak f:5 lost at reset:1\n"},
};

TEST(Oracle, SaysWhatWasWorkedOutByHand) {
  auto models = small_models();
  for (const Case &c : kCases) {
    SCOPED_TRACE(c.name);
    auto program = read_ir(std::string(kHead) + c.text);
    ASSERT_TRUE(program) << program.error().text();
    OracleLimits limits;
    limits.at_exit = c.at_exit;
    OracleResult result = run_oracle(**program, *models, limits);
    EXPECT_EQ(result.gave_up, "");
    EXPECT_EQ(describe(result, **program), c.expected);
  }
}

TEST(Oracle, CutsLoopsAndRecursion) {
  auto models = small_models();
  auto program = read_ir(std::string(kHead) + R"(
function @f result void {
  %0 = function unknown @f
  %1 = function unknown @malloc
  %2 = int u64 8
b0:
  %3 = branch -> b1
b1:
  %4 = call ptr<i8> %1(%2) type unknown !0:1:1
  %5 = unknown u1 !0:2:1
  %6 = branch %5 -> b1, b2
b2:
  %7 = call void %0() type unknown !0:3:1
  %8 = return !0:4:1
})");
  ASSERT_TRUE(program) << program.error().text();
  OracleResult result = run_oracle(**program, *models);
  EXPECT_TRUE(result.is_bounded);
  EXPECT_NE(describe(result, **program), "");
}

TEST(Oracle, AnswersPerSite) {
  auto models = small_models();
  auto program = read_ir(std::string(kHead) + kCases[0].text);
  ASSERT_TRUE(program);
  ProcedureId f = *(*program)->find("f");
  OracleResult result = run_oracle(**program, *models);
  EXPECT_EQ(truth_of(result, FindingKind::kLeak, f, ir::ValueId(2)),
            Truth::kLeaks);
  EXPECT_EQ(truth_of(result, FindingKind::kDoubleFree, f, ir::ValueId(2)),
            Truth::kSafe);
  EXPECT_EQ(truth_of(result, FindingKind::kLeak, f, ir::ValueId(3)),
            Truth::kGaveUp);
}

} // namespace
} // namespace wt::agree
