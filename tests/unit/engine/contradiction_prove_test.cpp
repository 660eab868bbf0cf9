// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which probes does a function have, and what is proved of each?  One row per
// kind of place: a program and the verdicts of @f, "what: verdict" per line.

#include "engine/contradiction/prove.h"
#include "pointer/partitions.h"
#include "program_text.h"

namespace wt::contradiction {
namespace {

constexpr const char *kDeclarations = R"(record %list size 16 {
  0: data i32
  8: next ptr<%list>
}
)";

std::string proved(const char *program) {
  test::ProgramText text(program, kDeclarations);
  model::ModelSetBuilder builder;
  EXPECT_TRUE(builder.add_shipped());
  std::unique_ptr<const model::ModelSet> models = builder.build();
  infer::Behaviours behaviours =
      infer::infer(*text.program, *models, {.threads = 1});
  Facts facts{*text.program, *models, behaviours};
  auto division = pointer::make_partition(*text.program,
                                          pointer::Partition::kByType);
  Workspace workspace(facts, *division);
  std::string out;
  for (const ProbeReport &report :
       prove(workspace, *text.program->find("f")))
    out += report.what + ": " + name_of(report.verdict) + "\n";
  return out;
}

TEST(ContradictionProve, OverwrittenField) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>, %y ptr<%list>) result i32 {
  var $2 s ptr<%list> promoted
b0:
  assign $2, %x
  %a = field ptr<ptr<%list>> %x (%list, 1) +8
  store %a, %y
  scope_end $2
  return #0
}
)"),
            "'s' is overwritten: proved\n"
            "'x->next' is overwritten: possible leak\n"
            // a cell that only itself and the caller's register refer to
            "'s' goes out of scope: possible leak\n");
}

TEST(ContradictionProve, FieldOfAFreedObject) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) result ptr<%list> {
b0:
  %a = field ptr<ptr<%list>> %x (%list, 1) +8
  %n = load ptr<%list> %a
  %u = call void @free(%x) type unknown
  return %n
}
)"),
            "'x->next' is freed with its object: proved\n");
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) result i32 {
b0:
  %u = call void @free(%x) type unknown
  return #0
}
)"),
            "'x->next' is freed with its object: possible leak\n");
}

TEST(ContradictionProve, IgnoredResult) {
  EXPECT_EQ(proved(R"(
function @f(%n i32) result i32 {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  return #0
}
)"),
            "a result is ignored: possible leak\n");
}

TEST(ContradictionProve, CalleesAreEntered) {
  EXPECT_EQ(proved(R"(
function @drop(%q ptr<%list>) result i32 {
b0:
  %u = call void @free(%q) type unknown
  return #0
}
function @f(%n i32) result i32 {
  var $1 v ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(%n) type unknown
  assign $1, %p
  %c = call i32 @drop(%p) type unknown
  scope_end $1
  return #0
}
)"),
            "'v' is overwritten: proved\n"
            "'v' goes out of scope: proved\n");
}

TEST(ContradictionProve, UnknownCodeStopsTheProof) {
  EXPECT_EQ(proved(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(%n) type unknown
  assign $1, %p
  %u = call void @mystery(%p) type unknown
  scope_end $1
  return #0
}
)"),
            "'v' is overwritten: proved\n"
            "'v' goes out of scope: unknown\n");
}

} // namespace
} // namespace wt::contradiction
