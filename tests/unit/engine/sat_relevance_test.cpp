// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which effects of callees does a function see?

#include "engine/sat/relevance.h"

#include "sat_rows.h"

#include <sstream>

namespace wt::sat {
namespace {

struct Case {
  const char *name;
  const char *program; // @f calls @s
  const char *seen;    // of @s in @f
};

void PrintTo(const Case &row, std::ostream *out) { *out << row.name; }

class SatRelevance : public testing::TestWithParam<Case> {};

TEST_P(SatRelevance, Sees) {
  test::ProgramText text(GetParam().program,
                         std::string(kDeclarations) +
                             "global @h type ptr<i8> size 8 definition\n");
  auto all = models();
  Facts known = facts(*text.program, *all);
  ProcedureId caller, callee;
  for (ProcedureId p : text.program->procedures().ids()) {
    if (text.program->procedures()[p].name == "f")
      caller = p;
    if (text.program->procedures()[p].name == "s")
      callee = p;
  }
  Relevance relevance(known, caller);
  infer::Behaviour seen = known.behaviours.of(callee);
  auto outcomes = relevance.outcomes(callee);
  seen.outcomes.assign(outcomes.begin(), outcomes.end());
  std::ostringstream out;
  infer::print(out, seen, *all);
  EXPECT_EQ(out.str(), GetParam().seen);
}

const Case kCases[] = {
    {"a global that it does not mention", R"(
function @s() result void {
b0:
  %p = load ptr<i8> @@g
  call void @free(%p) type unknown
  store @@g, null
  return
}
function @f() result void {
b0:
  call void @s() type unknown
  return
}
)",
     "  nothing\n"},
    {"a global that it mentions", R"(
function @s() result void {
b0:
  %p = load ptr<i8> @@g
  call void @free(%p) type unknown
  store @@g, null
  return
}
function @f() result void {
b0:
  %p = load ptr<i8> @@g
  call void @s() type unknown
  return
}
)",
     "  frees global0[+0] malloc; global0[+0] = 0\n"},
    {"a global that another callee hands out", R"(
function @t() result ptr<i8> {
b0:
  %p = load ptr<i8> @@g
  return %p
}
function @s() result void {
b0:
  %p = load ptr<i8> @@g
  call void @free(%p) type unknown
  store @@g, null
  return
}
function @f() result void {
b0:
  call void @s() type unknown
  %p = call ptr<i8> @t() type unknown
  return
}
)",
     "  global0[+0] = 0\n"},
    {"a global that is given an object", R"(
function @s(%p ptr<i8>) result void {
b0:
  store @@g, %p
  return
}
function @f() result void {
b0:
  call void @s(null) type unknown
  return
}
)",
     "  global0[+0] = arg0\n"},
    {"an object that goes from a global it mentions to another", R"(
function @s() result void {
b0:
  %p = load ptr<i8> @@g
  store @@h, %p
  return
}
function @f() result void {
b0:
  store @@g, null
  call void @s() type unknown
  return
}
)",
     "  global1[+0] = global0[+0]\n"},
    {"an object that goes from one global it does not mention to another", R"(
function @s() result void {
b0:
  %p = load ptr<i8> @@g
  store @@h, %p
  return
}
function @f() result void {
b0:
  call void @s() type unknown
  return
}
)",
     "  nothing\n"},
};
INSTANTIATE_TEST_SUITE_P(Rules, SatRelevance, testing::ValuesIn(kCases),
                         plain_name);

} // namespace
} // namespace wt::sat
