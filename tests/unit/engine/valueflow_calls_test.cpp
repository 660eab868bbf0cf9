// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of calls: outcomes of callees as sinks, holders, unknown code.

#include "model/infer/infer.h"
#include "valueflow_rows.h"

namespace wt::valueflow {
namespace {

const Row kRows[] = {
    {"one helper, one object freed and one not",
     R"(function @done(%p ptr<i8>, %really i32) result void {
b0:
  %t = compare ne u1 %really, #0
  branch %t -> b1, b2
b1:
  call void @free(%p)
  branch -> b2
b2:
  return
}
function @f(%n i32) result void {
b0:
  %a = call ptr<i8> @malloc(#8)
  call void @done(%a, #1)
  %b = call ptr<i8> @malloc(#8)
  call void @done(%b, #0)
  return
}
)",
     "f leak b return\n"},
    {"a wrapper hands out, its caller loses",
     R"(function @make(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n)
  return %p
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @make(%n)
  return
}
)",
     "f leak p return\n"},
    {"an out-parameter", R"(function @make(%out ptr<ptr<i8>>) result i32 {
b0:
  %p = call ptr<i8> @malloc(#8)
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return #-1
b2:
  store %out, %p
  return #0
}
function @f(%n i32) result void {
  var $1 a ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $1
  store %s, null
  %r = call i32 @make(%s)
  %t = compare ne u1 %r, #0
  branch %t -> b1, b2
b1:
  return
b2:
  %q = load ptr<i8> %s
  call void @free(%q)
  return
}
function @g(%n i32) result void {
  var $1 a ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $1
  %r = call i32 @make(%s)
  return
}
)",
     "g leak r return\n"},
    {"unknown code may keep it", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @mystery(%p)
  return
}
)",
     ""},
    {"unknown code may keep what holds it",
     R"(function @f(%n i32) result void {
b0:
  %o = call ptr<%counted> @malloc(#16)
  %t = compare eq u1 %o, null
  branch %t -> b1, b2
b1:
  return
b2:
  %p = call ptr<i8> @malloc(#8)
  store %o, %p
  call void @mystery(%o)
  return
}
)",
     ""},
    {"the holder is freed, what it holds is not",
     R"(function @f(%n i32) result void {
b0:
  %o = call ptr<%counted> @malloc(#16)
  %t = compare eq u1 %o, null
  branch %t -> b1, b2
b1:
  return
b2:
  %p = call ptr<i8> @malloc(#8)
  store %o, %p
  call void @free(%o)
  return
}
)",
     "f leak p return\n"},
    {"a callee frees what the holder holds",
     R"(function @done(%o ptr<%counted>) result void {
b0:
  %p = load ptr<i8> %o
  call void @free(%p)
  call void @free(%o)
  return
}
function @f(%n i32) result void {
b0:
  %o = call ptr<%counted> @malloc(#16)
  %t = compare eq u1 %o, null
  branch %t -> b1, b2
b1:
  return
b2:
  %p = call ptr<i8> @malloc(#8)
  store %o, %p
  call void @done(%o)
  return
}
)",
     ""},
    {"the process ends", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @exit(#1)
  return
}
)",
     ""},
    {"handed back by a callee", R"(function @same(%p ptr<i8>) result ptr<i8> {
b0:
  return %p
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  %q = call ptr<i8> @same(%p)
  call void @free(%q)
  return
}
)",
     ""},
};

class ValueFlowCalls : public testing::TestWithParam<Row> {};
TEST_P(ValueFlowCalls, Finds) { expect_findings(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Rules, ValueFlowCalls, testing::ValuesIn(kRows),
                         plain_name);

// Ten thousand branches end within the budget, with an answer or without.
TEST(ValueFlowLimits, ManyBranches) {
  constexpr unsigned kBranches = 10'000;
  std::string text = "function @f(%n i32) result void {\nb0:\n"
                     "  %p = call ptr<i8> @malloc(#8)\n  branch -> b1\n";
  for (unsigned i = 0; i < kBranches; ++i) {
    std::string a = std::to_string(2 * i + 1), b = std::to_string(2 * i + 2),
                c = std::to_string(2 * i + 3), n = std::to_string(i);
    text += "b" + a + ":\n  %t" + n + " = compare eq u1 %n, #" + n +
            "\n  branch %t" + n + " -> b" + b + ", b" + c + "\nb" + b +
            ":\n  call void @puts(%p)\n  branch -> b" + c + "\n";
  }
  text += "b" + std::to_string(2 * kBranches + 1) + ":\n  return\n}\n";
  test::ProgramText program(text);
  ASSERT_TRUE(program.program);
  auto models = test::models();
  infer::Behaviours behaviours =
      infer::infer(*program.program, *models, {.threads = 1});
  FactStages stages({*program.program, *models, behaviours});
  auto engine = make_engine(stages, {}, {});
  test::BottomUp run(*program.program, *engine, Limits{}.steps);
  EXPECT_EQ(run.verdicts.size(), 1u);
}

} // namespace
} // namespace wt::valueflow
