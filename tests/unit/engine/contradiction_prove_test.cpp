// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which probes does a function have, and what is proved of each?  One row per
// kind of place: a program and the verdicts of @f, "what: verdict" per line.

#include "engine/contradiction/prove.h"
#include "model/infer/infer.h"
#include "pointer/partitions.h"
#include "program_text.h"

namespace wt::contradiction {
namespace {

constexpr const char *kDeclarations = R"(record %list size 16 {
  0: data i32
  8: next ptr<%list>
}
)";

std::string proved(const char *program, const char *function = "f") {
  test::ProgramText text(program, kDeclarations);
  model::ModelSetBuilder builder;
  EXPECT_TRUE(builder.add_shipped());
  std::unique_ptr<const model::ModelSet> models = builder.build();
  infer::Behaviours behaviours =
      infer::infer(*text.program, *models, {.threads = 1});
  Facts facts{*text.program, *models, behaviours};
  auto division =
      pointer::make_partition(*text.program, pointer::Partition::kByType);
  Workspace workspace(facts, *division);
  std::string out;
  for (const ProbeReport &report :
       prove(workspace, *text.program->find(function)))
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

// What is cut off from a block that is moved has no probe.
TEST(ContradictionProve, BlockThatIsMoved) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) result ptr<%list> {
  var $1 q ptr<%list> promoted
b0:
  %q = call ptr<%list> @realloc(%x, #8) type unknown
  assign $1, %q
  scope_end $1
  return %q
}
)"),
            "'q' is overwritten: unknown\n"
            "'q' goes out of scope: unknown\n");
  EXPECT_EQ(proved(R"(
function @f(%x ptr<i32>) result ptr<i32> {
  var $1 q ptr<i32> promoted
b0:
  %q = call ptr<i32> @realloc(%x, #8) type unknown
  assign $1, %q
  scope_end $1
  return %q
}
)"),
            "'q' is overwritten: proved\n"
            "'q' goes out of scope: proved\n");
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

// ---- allocation

TEST(ContradictionProve, AllocationMayBeTheCell) {
  EXPECT_EQ(proved(R"(
function @f() result i32 {
  var $0 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $0, %p
  scope_end $0
  return #0
}
)"),
            "'p' is overwritten: proved\n"
            "'p' goes out of scope: possible leak\n");
}

// Something older hits the cell too: it was not made here.
TEST(ContradictionProve, AllocationOfACellWithAnotherReference) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) result i32 {
  var $1 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $1, %p
  %c = compare eq i1 %p, %x
  branch %c -> b1, b2
b1:
  scope_end $1
  return #0
b2:
  %u = call void @free(%p) type unknown
  scope_end $1
  return #0
}
)"),
            "'p' is overwritten: proved\n"
            "'p' goes out of scope: proved\n"
            "'p->next' is freed with its object: proved\n"
            "'p' goes out of scope: proved\n");
}

// The result misses the cell.
TEST(ContradictionProve, AllocationOfSomethingElse) {
  EXPECT_EQ(proved(R"(
function @f() result i32 {
  var $0 p ptr<%list> promoted
  var $1 q ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $0, %p
  %q = call ptr<%list> @malloc(#16) type unknown
  assign $1, %q
  %u = call void @free(%q) type unknown
  scope_end $1
  scope_end $0
  return #0
}
)"),
            "'p' is overwritten: proved\n"
            "'q' is overwritten: proved\n"
            "'q->next' is freed with its object: proved\n"
            "'q' goes out of scope: proved\n"
            "'p' goes out of scope: possible leak\n");
}

// ---- probes (Section 4.5)

// 1. Allocations are assignments of what is new.
TEST(ContradictionProve, ProbeOfAnAllocation) {
  EXPECT_EQ(proved(R"(
function @f() result ptr<%list> {
  var $0 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $0, %p
  %q = call ptr<%list> @malloc(#16) type unknown
  assign $0, %q
  scope_end $0
  return %q
}
)"),
            "'p' is overwritten: proved\n"
            "'p' is overwritten: possible leak\n"
            "'p' goes out of scope: proved\n");
}

// 3. Locals at the end of their scope.  Whoever passes an object holds it.
TEST(ContradictionProve, ProbeOfLocals) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) result i32 {
  var $1 p ptr<%list> promoted
b0:
  assign $1, %x
  scope_end $1
  return #0
}
)"),
            "'p' is overwritten: proved\n"
            "'p' goes out of scope: proved\n");
}

// 4. The result of a call takes the place of what the variable held.
TEST(ContradictionProve, ProbeOfAnAssignedReturn) {
  EXPECT_EQ(proved(R"(
function @f() result ptr<%list> {
  var $0 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $0, %p
  %q = call ptr<%list> @end(%p) type unknown
  assign $0, %q
  scope_end $0
  return %q
}
function @end(%x ptr<%list>) result ptr<%list> {
b0:
  %u = call void @free(%x) type unknown
  return null
}
)"),
            "'p' is overwritten: proved\n"
            "'p' is overwritten: proved\n"
            "'p' goes out of scope: proved\n");
}

// ---- calls (Section 4.4)

// Unmap: what Map left out comes back if the callee cannot change it.
TEST(ContradictionProve, RestoresWhatTheCalleeLeavesAlone) {
  EXPECT_EQ(proved(R"(
function @f(%n i32) result i32 {
  var $1 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $1, %p
  %c = compare eq i1 %n, #0
  branch %c -> b1, b2
b1:
  %u = call void @free(%p) type unknown
  branch -> b2
b2:
  %v = call i32 @look(%n) type unknown
  %d = compare eq i1 %n, #0
  branch %d -> b4, b3
b3:
  %w = call void @free(%p) type unknown
  branch -> b4
b4:
  scope_end $1
  return #0
}
function @look(%k i32) result i32 {
b0:
  return %k
}
)"),
            "'p' is overwritten: proved\n"
            "'p->next' is freed with its object: proved\n"
            "'p->next' is freed with its object: proved\n"
            "'p' goes out of scope: proved\n");
}

// The argument of a recursion is about another activation than the parameter
// of that name: the paper's shadow variables.
TEST(ContradictionProve, ParametersOfARecursionAreNotArguments) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>, %y ptr<%list>) result i32 {
b0:
  %c = compare eq i1 %x, null
  branch %c -> b1, b2
b1:
  %u = call void @free(%y) type unknown
  return #0
b2:
  %r = call i32 @f(null, %x) type unknown
  return #0
}
function @main(%n i32) result i32 {
  var $1 p ptr<%list> promoted
  var $2 q ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $1, %p
  %q = call ptr<%list> @malloc(#16) type unknown
  assign $2, %q
  %r = call i32 @f(%p, %q) type unknown
  scope_end $2
  scope_end $1
  return #0
}
)",
                   "main"),
            "'p' is overwritten: proved\n"
            "'q' is overwritten: proved\n"
            "'q' goes out of scope: possible leak\n"
            "'p' goes out of scope: proved\n");
}

// Context *none*: a fact born in a function goes to all its callers.
TEST(ContradictionProve, BornInsideGoesToAllCallers) {
  EXPECT_EQ(proved(R"(
function @f(%x ptr<%list>) internal result i32 {
b0:
  %a = field ptr<ptr<%list>> %x (%list, 1) +8
  store %a, null
  return #0
}
function @main() result i32 {
  var $0 p ptr<%list> promoted
b0:
  %p = call ptr<%list> @malloc(#16) type unknown
  assign $0, %p
  %b = field ptr<ptr<%list>> %p (%list, 1) +8
  store %b, null
  %r = call i32 @f(%p) type unknown
  %u = call void @free(%p) type unknown
  scope_end $0
  return #0
}
)"),
            "'x->next' is overwritten: proved\n");
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
