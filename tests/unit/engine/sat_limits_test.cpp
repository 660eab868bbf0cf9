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

// One pointer to more objects than are told apart: nothing is known of them,
// in particular not that they are safe.
TEST(SatBudget, TooManyObjectsAreUnknown) {
  constexpr int kObjects = 120;
  std::string numbers, successors, blocks, choices;
  for (int i = 1; i <= kObjects; ++i) {
    std::string n = std::to_string(i), comma = i > 1 ? ", " : "";
    numbers += comma + n;
    successors += ", b" + n;
    blocks += "b" + n + ":\n  %p" + n +
              " = call ptr<i8> @malloc(#8) type unknown\n  branch -> b121\n";
    choices += comma + "[b" + n + ": %p" + n + "]";
  }
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(
      "function @f(%n i32) result void {\nb0:\n  switch %n [" + numbers +
      "] -> b122" + successors + "\n" + blocks + "b121:\n  %q = phi ptr<i8> " +
      choices +
      "\n  %lost = compare eq u1 %n, #7\n"
      "  branch %lost -> b122, b123\n"
      "b122:\n  return\n"
      "b123:\n  call void @free(%q) type unknown\n  return\n}\n");
  auto engine = make_engine(facts(*text.program, *all), {}, {});
  test::BottomUp run(*text.program, *engine);
  std::string found = findings_of(text, run);
  EXPECT_NE(found.find("f leak p7 unknown\n"), std::string::npos) << found;
}

} // namespace
} // namespace wt::sat
