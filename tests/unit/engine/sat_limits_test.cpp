// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do questions and limits change?  Objects held at exit and a `new` that
// throws are reported only when asked for; a function that needs more than its
// budget is unknown, and named.

#include "sat_rows.h"

namespace wt::sat {
namespace {

TEST(SatQuestions, AtExitIsAskedFor) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @exit(#1) noreturn type unknown
  unreachable
}
)");
  auto engine = make_engine(facts(*text.program, *all), {.at_exit = true}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), "f leak p call at exit\n");
}

TEST(SatQuestions, AThrowingNewIsAskedFor) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @_Znwm(#8) throws type unknown
  %q = call ptr<i8> @_Znwm(#8) throws type unknown
  call void @_ZdlPv(%q) type unknown
  call void @_ZdlPv(%p) type unknown
  return
}
)");
  auto silent = make_engine(facts(*text.program, *all), {}, {});
  EXPECT_EQ(findings_of(text, test::BottomUp(*text.program, *silent)), "");
  auto engine =
      make_engine(facts(*text.program, *all), {.oom_throws = true}, {});
  EXPECT_EQ(findings_of(text, test::BottomUp(*text.program, *engine)),
            "f leak p call\n");
}

TEST(SatBudget, AnExhaustedFunctionIsUnknownAndNamed) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
}
)");
  auto engine = make_engine(facts(*text.program, *all), {}, {.steps = 1});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), "f leak p unknown\n");
  EXPECT_EQ(run.over_budget.size(), 1u);
}

} // namespace
} // namespace wt::sat
