// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which losses have an excuse?

#include "verdict/severity.h"

#include "program_text.h"

namespace wt {
namespace {

using namespace test;

std::string excuse(const TestProgram &p, Verdict verdict) {
  Replay replay =
      replay_for_severity(*p.program, *p.models, verdict, verdict.witnesses[0]);
  EXPECT_STREQ(name_of(replay.outcome), "confirmed") << replay.why;
  return excuse_of(*p.program, *p.models, verdict, verdict.losing[0], &replay);
}

// p = malloc(8); q = malloc(8); if (!q) return; free(p); return
const char *kSecond = R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @free
  %3 = null ptr<void>
b0:
  %4 = call ptr<void> %1(%0)
  %5 = call ptr<void> %1(%0) !0:7:3
  %6 = compare eq u1 %5, %3
  %7 = branch %6 "!q" -> b1, b2
b1:
  %8 = return
b2:
  %9 = call void %2(%4)
  %10 = return
}
)";

TEST(Severity, AFailedAllocationIsAnExcuse) {
  TestProgram p = make_program(kSecond);
  EXPECT_EQ(excuse(p, leak(p.call_site("f", 4), {to_block(1)}, 8)),
            "only if malloc() fails at line 7");
}

std::string lost_in(const char *name) {
  TestProgram p = make_program(R"(
function @)" + std::string(name) +
                               R"( result void {
  %0 = int u64 8
  %1 = function unknown @malloc
b0:
  %2 = call ptr<void> %1(%0)
  %3 = return
}
)");
  return excuse(p, leak(p.call_site(name, 2), {}, 3));
}

TEST(Severity, MainIsAnExcuse) {
  EXPECT_EQ(lost_in("main"), "once, in main()");
  EXPECT_EQ(lost_in("other"), "");
}

// p = malloc(8); CALL; unreachable: the loss is before the call.
std::string lost_before(const std::string &function) {
  TestProgram p = make_program(R"(
function @exit type fn(i32) -> void result void
function @longjmp type fn(ptr<void>, i32) -> void result void
function @f result void {
  var $0 p ptr<void> promoted
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @)" + function +
                               R"(
  %3 = int i32 0
  %4 = null ptr<void>
b0:
  %5 = call ptr<void> %1(%0)
  %6 = assign $0, %5
  %7 = assign $0, %4
  %8 = call void %2()" + (function == "exit" ? "%3" : "%4, %3") +
                               R"() noreturn
  %9 = unreachable
}
)");
  return excuse(p, leak(p.call_site("f", 5), {}, 7));
}

TEST(Severity, TheEndOfTheProcessIsAnExcuse) {
  EXPECT_EQ(lost_before("exit"), "just before the program ends");
  EXPECT_EQ(lost_before("longjmp"), "");
}

} // namespace
} // namespace wt
