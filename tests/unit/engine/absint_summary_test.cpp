// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The summaries of the programs in the figures of Jung and Yi, and of what its
// Section 3 gives up and we keep: anchors by category and case.

#include "engine/absint/absint.h"
#include "engine/absint/from_behaviour.h"
#include "model/infer/infer.h"
#include "program_text.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace wt::absint {
namespace {

struct Row {
  const char *name;
  const char *program; // its last function is the one that is asked for
  const char *summary; // one line per case, sorted: what it says, by category
};

void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

// struct List { List *next; int *val; } at offsets 0 and 8.
const char *const kDeclarations = R"(global @gint type ptr<i8> size 8 definition
global @glst type ptr<i8> size 16 definition
)";

std::unique_ptr<const model::ModelSet> models() {
  model::ModelSetBuilder builder;
  Status status = builder.add_shipped();
  EXPECT_TRUE(status) << status.error().text();
  return builder.build();
}

std::string told(const ProcedureSummary &summary) {
  std::set<std::string> lines;
  for (const Case &one : summary.cases) {
    std::ostringstream out;
    out << one.is.describe() << ":";
    for (int c = 0; c <= static_cast<int>(Category::kArg2Ret); ++c)
      for (const std::string &anchor : anchors(one, static_cast<Category>(c)))
        out << " " << name_of(static_cast<Category>(c)) << " " << anchor << ";";
    lines.insert(out.str());
  }
  std::string all;
  for (const std::string &line : lines)
    all += line + "\n";
  return all;
}

class AbsintSummary : public testing::TestWithParam<Row> {};

TEST_P(AbsintSummary, Says) {
  static const std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(GetParam().program, kDeclarations);
  ASSERT_TRUE(text.program);
  infer::Behaviours behaviours =
      infer::infer(*text.program, *all, {.threads = 1});
  ProcedureId last;
  for (ProcedureId p : text.program->procedures().ids())
    if (text.program->procedures()[p].name == "f")
      last = p;
  ASSERT_TRUE(last.valid());
  ProcedureSummary summary =
      from_behaviour({*text.program, *all, behaviours}, last);
  EXPECT_EQ(told(summary), GetParam().summary) << text.source;
  // The same as a graph: new objects are filled, freed ones crossed out, memory
  // as it was is dotted.
  std::ostringstream out;
  summary.print_graph(out);
  std::string graph = out.str(), anchors = GetParam().summary;
  EXPECT_TRUE(graph.starts_with("digraph"));
  EXPECT_TRUE(graph.ends_with("}\n"));
  auto tells = [&](const char *what) { return graph.contains(what); };
  EXPECT_EQ(tells("label=\"!\""), anchors.contains("Alloc2")) << graph;
  EXPECT_EQ(tells("label=\"x\""), anchors.contains("Arg2Free")) << graph;
  EXPECT_EQ(tells("style=dotted"), anchors.contains("arg")) << graph;
}

const Row kRows[] = {
    {"figure 3 argument to free", R"(
function @f(%lst ptr<i8>) result void {
b0:
  %next = load ptr<i8> %lst
  call void @free(%next) type unknown
  return
}
)",
     "any: Arg2Free arg0**;\n"},
    {"figure 4 argument to global and global to argument", R"(
function @f(%p1 ptr<i8>, %p2 ptr<i8>) result void {
b0:
  store @@gint, %p1
  store %p2, @@glst
  return
}
)",
     "any: Glob2Arg global1 -> arg1**; Arg2Glob arg0* -> global0*;\n"},
    {"figure 5 allocation to argument", R"(
function @f(%p ptr<i8>) result void {
b0:
  %new = call ptr<i8> @malloc(#40) type unknown
  store %p, %new
  return
}
)",
     "any:\nany: Alloc2Arg arg0**;\n"},
    {"figure 7 argument to argument and global to result", R"(
function @f(%lst1 ptr<i8>, %lst2 ptr<i8>) result ptr<i8> {
b0:
  store %lst2, %lst1
  return @@glst
}
)",
     ">= 4096: Glob2Ret global1 -> ret*; Arg2Arg arg0* -> arg1**;\n"},
    {"names in addition to paths", R"(
function @f(%p ptr<i8>) result ptr<i8> {
b0:
  %new = call ptr<i8> @malloc(#4) type unknown
  store %p, %new
  return %new
}
)",
     "0:\n>= 4096: Alloc2Arg arg0**; Alloc2Ret ret*;\n"},
    {"freed on one path only is two cases", R"(
function @f(%p ptr<i8>, %n i32) result i32 {
b0:
  %t = compare ne u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return #1
b2:
  return #0
}
)",
     "0:\n1: Arg2Free arg0*;\n"},
    {"the result tells what was allocated", R"(
function @f(%pp ptr<i8>, %n i32) result i32 {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return #0
b2:
  %new = call ptr<i8> @malloc(#8) type unknown
  %z = compare eq u1 %new, null
  branch %z -> b1, b3
b3:
  store %pp, %new
  return #1
}
)",
     "0:\n1: Alloc2Arg arg0**;\n"},
    {"figure 1 allocation to result or to argument", R"(
function @f(%p ptr<i8>, %n i32) result ptr<i8> {
b0:
  %t = compare ne u1 %n, #0
  branch %t -> b1, b2
b1:
  %one = call ptr<i8> @malloc(#4) type unknown
  return %one
b2:
  %two = call ptr<i8> @malloc(#10) type unknown
  store %p, %two
  return null
}
)",
     "0:\n0: Alloc2Arg arg0**;\n>= 4096: Alloc2Ret ret*;\n"},
    {"figure 1 the caller", R"(
function @g(%p ptr<i8>, %n i32) result ptr<i8> {
b0:
  %t = compare ne u1 %n, #0
  branch %t -> b1, b2
b1:
  %one = call ptr<i8> @malloc(#4) type unknown
  return %one
b2:
  %two = call ptr<i8> @malloc(#10) type unknown
  store %p, %two
  return null
}
function @f(%n i32) result ptr<i8> {
  var $1 k ptr<i8>
b0:
  %k = slot ptr<i8> $1
  %a = call ptr<i8> @g(%k, %n) type unknown
  return %a
}
)",
     "0:\n>= 4096: Alloc2Ret ret*;\n"},
    {"figure 2 two arguments", R"(
function @f(%x ptr<i8>, %y ptr<i8>) result void {
b0:
  %next = load ptr<i8> %y
  call void @free(%next) type unknown
  call void @free(%x) type unknown
  return
}
)",
     "any: Arg2Free arg0*; Arg2Free arg1**;\n"},
    {"figure 2 both are one object of the caller", R"(
function @g(%x ptr<i8>, %y ptr<i8>) result void {
b0:
  %next = load ptr<i8> %y
  call void @free(%next) type unknown
  call void @free(%x) type unknown
  return
}
function @f(%a ptr<i8>) result void {
b0:
  call void @g(%a, %a) type unknown
  return
}
)",
     "any: Arg2Free arg0*; Arg2Free arg0**;\n"},
    {"figure 6 four blocks in one structure", R"(
function @f() result ptr<i8> {
b0:
  %l = call ptr<i8> @malloc(#16) type unknown
  %val = call ptr<i8> @malloc(#4) type unknown
  %lval = element ptr<i8> %l, #1 x 8
  store %lval, %val
  %next = call ptr<i8> @malloc(#16) type unknown
  store %l, %next
  %last = call ptr<i8> @malloc(#4) type unknown
  %nextval = element ptr<i8> %next, #1 x 8
  store %nextval, %last
  return %l
}
)",
     ">= 4096: Alloc2Ret ret*; Alloc2Ret ret**;\n"
     ">= 4096: Alloc2Ret ret*; Alloc2Ret ret**; Alloc2Ret ret**.8*;\n"
     ">= 4096: Alloc2Ret ret*; Alloc2Ret ret**; Alloc2Ret ret**.8*; "
     "Alloc2Ret ret*.8*;\n"
     ">= 4096: Alloc2Ret ret*; Alloc2Ret ret**; Alloc2Ret ret*.8*;\n"},
    {"figure 8 argument to result", R"(
function @f(%l ptr<i8>) result ptr<i8> {
b0:
  %new = call ptr<i8> @malloc(#16) type unknown
  %next = load ptr<i8> %l
  store %new, %next
  %lval = element ptr<i8> %l, #1 x 8
  %val = load ptr<i8> %lval
  call void @free(%val) type unknown
  call void @free(%l) type unknown
  return %new
}
)",
     ">= 4096: Alloc2Ret ret*; Arg2Free arg0*; Arg2Free arg0*.8*; "
     "Arg2Ret arg0** -> ret**;\n"},
    {"figure 12 a list of any length", R"(
function @f(%p ptr<i8>) result void {
b0:
  branch -> b1
b1:
  %t = phi ptr<i8> [b0: %p], [b2: %next]
  %more = compare ne u1 %t, null
  branch %more -> b2, b3
b2:
  %next = load ptr<i8> %t
  call void @free(%t) type unknown
  branch -> b1
b3:
  return
}
)",
     "any: Arg2Free arg0******...?; Arg2Free arg0******?; "
     "Arg2Free arg0*****?; Arg2Free arg0****?; Arg2Free arg0***?; "
     "Arg2Free arg0**?; Arg2Free arg0*?;\n"
     "any: Arg2Free arg0*; Arg2Free arg0**; Arg2Free arg0***; "
     "Arg2Free arg0****; Arg2Free arg0*****;\n"},
    {"figure 14 a new object or one of the argument", R"(
function @f(%n i32, %p ptr<i8>) result ptr<i8> {
b0:
  %t = compare ne u1 %n, #0
  branch %t -> b1, b2
b1:
  %new = call ptr<i8> @malloc(#8) type unknown
  return %new
b2:
  %pval = element ptr<i8> %p, #1 x 8
  %val = load ptr<i8> %pval
  return %val
}
)",
     "0:\n>= 0: Arg2Ret arg1*.8* -> ret*;\n>= 4096: Alloc2Ret ret*;\n"},
    // Widening says "at least 50", narrowing says how many.
    {"section 4 a loop is narrowed", R"(
function @f() result i32 {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %next]
  %more = compare slt u1 %i, #50
  branch %more -> b2, b3
b2:
  %next = binop add i32 %i, #1
  branch -> b1
b3:
  return %i
}
)",
     "50:\n"},
};

INSTANTIATE_TEST_SUITE_P(Figures, AbsintSummary, testing::ValuesIn(kRows),
                         [](const auto &info) {
                           std::string out;
                           for (char c : std::string(info.param.name))
                             if (std::isalnum(c) || c == ' ')
                               out += c == ' ' ? '_' : c;
                           return out;
                         });

// Figure 13: freed in a loop that may have no round.
TEST(AbsintOptions, LoopsIterate) {
  static const std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %next]
  %more = compare slt u1 %i, %n
  branch %more -> b2, b3
b2:
  call void @free(%p) type unknown
  %next = binop add i32 %i, #1
  branch -> b1
b3:
  return
}
)",
                         kDeclarations);
  ASSERT_TRUE(text.program);
  infer::Behaviours behaviours =
      infer::infer(*text.program, *all, {.threads = 1});
  auto leaks = [&](const Limits &limits) {
    auto engine = make_engine({*text.program, *all, behaviours}, {}, limits);
    test::BottomUp run(*text.program, *engine);
    return std::ranges::any_of(run.verdicts, [](const Verdict &verdict) {
      return verdict.answer == Verdict::Answer::kLeaks &&
             verdict.kind == FindingKind::kLeak;
    });
  };
  EXPECT_TRUE(leaks({}));
  Limits once;
  EXPECT_TRUE(set_option(once, "loops_iterate", 1));
  EXPECT_FALSE(set_option(once, "no_such_option", 1));
  EXPECT_FALSE(leaks(once));
}

} // namespace
} // namespace wt::absint
