// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuted, witnessed or unknown?  What the engine says of others' candidates:
// the object of %p in @f, lost at the return of @f.

#include "engine/contradiction/judge.h"
#include "pointer/partitions.h"
#include "program_text.h"

namespace wt::contradiction {
namespace {

Verdict judged(const char *program, FindingKind kind = FindingKind::kLeak) {
  test::ProgramText text(program, "");
  model::ModelSetBuilder builder;
  EXPECT_TRUE(builder.add_shipped());
  std::unique_ptr<const model::ModelSet> models = builder.build();
  infer::Behaviours behaviours =
      infer::infer(*text.program, *models, {.threads = 1});
  Facts facts{*text.program, *models, behaviours};
  auto division = pointer::make_partition(*text.program,
                                          pointer::Partition::kByType);
  ProcedureId f = *text.program->find("f");
  const ir::Function &body = text.program->body(f);
  Candidate candidate;
  candidate.kind = kind;
  for (ir::ValueId v : body.insts.ids()) {
    if (text.name("f", v) == "p")
      candidate.site = Site{f, Site::Kind::kCall, v, {}, {}};
    if (body.insts[v].op == ir::Op::kReturn)
      candidate.losing = v;
  }
  Budget budget(1'000'000);
  return judge(facts, {}, *division, f, std::array{candidate}, budget)[0];
}

constexpr const char *kLost = R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  scope_end $1
  return #0
}
)";

TEST(ContradictionJudge, FindsTheWay) {
  Verdict verdict = judged(kLost);
  EXPECT_EQ(verdict.answer, Verdict::Answer::kLeaks);
  EXPECT_EQ(verdict.witnesses.size(), 1u);
}

TEST(ContradictionJudge, RefutesWhatIsFreed) {
  Verdict verdict = judged(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %u = call void @free(%p) type unknown
  scope_end $1
  return #0
}
)");
  EXPECT_EQ(verdict.answer, Verdict::Answer::kSafe);
  EXPECT_EQ(verdict.strength, Verdict::Strength::kProved);
  EXPECT_FALSE(verdict.covers_cycles);
}

TEST(ContradictionJudge, DoesNotKnowWhatUnknownCodeDoes) {
  Verdict verdict = judged(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %u = call void @mystery(%p) type unknown
  scope_end $1
  return #0
}
)");
  EXPECT_EQ(verdict.answer, Verdict::Answer::kUnknown);
}

void expect_refuted(const char *program) {
  Verdict verdict = judged(program);
  EXPECT_EQ(verdict.answer, Verdict::Answer::kSafe) << verdict.reason;
  EXPECT_EQ(verdict.strength, Verdict::Strength::kProved);
}

void expect_not_refuted(const char *program) {
  EXPECT_NE(judged(program).answer, Verdict::Answer::kSafe);
}

// What is not given the object cannot lose it.
TEST(ContradictionJudge, RefutesPastUnknownCodeWithoutTheObject) {
  expect_refuted(R"(
function @f(%n i32, %s ptr<i8>) result i32 {
  var $2 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $2, %p
  %m = call void @mystery(%s) type unknown
  %u = call void @free(%p) type unknown
  scope_end $2
  return #0
}
)");
}

// The function loses another object; this one it frees.
TEST(ContradictionJudge, RefutesOneObjectOfALeakingFunction) {
  expect_refuted(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
  var $2 w ptr<i8> promoted
b0:
  %o = call ptr<i8> @malloc(%n) type unknown
  assign $1, %o
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $2, %p
  %u = call void @free(%p) type unknown
  scope_end $2
  scope_end $1
  return #0
}
)");
}

constexpr const char *kTestedTwice = R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  %a = compare sgt i1 %n, #64
  branch %a -> b1, b2
b1:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  branch -> b3
b2:
  assign $1, null
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %p], [b2: null]
  %m = call void @mystery(%n) type unknown
  %b = compare sgt i1 %n, LIMIT
  branch %b -> b4, b5
b4:
  %u = call void @free(%q) type unknown
  branch -> b5
b5:
  scope_end $1
  return #0
}
)";

std::string with_limit(const char *number) {
  std::string out = kTestedTwice;
  return out.replace(out.find("LIMIT"), 5, number);
}

TEST(ContradictionJudge, RefutesByATestThatIsMadeTwice) {
  expect_refuted(with_limit("#64").c_str());
}

TEST(ContradictionJudge, DoesNotRefuteIfTheTestIsAnotherOne) {
  expect_not_refuted(with_limit("#65").c_str());
}

constexpr const char *kGivenAway = R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %u = call void @drop(%p, %n) type unknown
  scope_end $1
  return #0
}
)";

TEST(ContradictionJudge, RefutesWhatACalleeFrees) {
  expect_refuted((std::string(kGivenAway) + R"(
function @drop(%x ptr<i8>, %k i32) result void {
b0:
  %m = call void @mystery(%k) type unknown
  %v = call void @free(%x) type unknown
  return
}
)").c_str());
}

TEST(ContradictionJudge, DoesNotRefuteWhatACalleeFreesSometimes) {
  expect_not_refuted((std::string(kGivenAway) + R"(
function @drop(%x ptr<i8>, %k i32) result void {
b0:
  %c = compare sgt i1 %k, #3
  branch %c -> b1, b2
b1:
  %v = call void @free(%x) type unknown
  branch -> b2
b2:
  return
}
)").c_str());
}

// A global may be overwritten by anybody.
TEST(ContradictionJudge, DoesNotRefuteWhatACalleeStores) {
  expect_not_refuted((std::string(kGivenAway) + R"(
function @drop(%x ptr<i8>, %k i32) result void {
  var $2 t ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $2
  store %s, %x
  return
}
)").c_str());
}

TEST(ContradictionJudge, RefutesWhatIsReturned) {
  expect_refuted(R"(
function @f(%n i32) result ptr<i8> {
  var $1 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  scope_end $1
  return %p
}
)");
}

constexpr const char *kCompared = R"(
function @f(%n i32, %s ptr<i8>) result i32 {
  var $2 v ptr<i8> promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $2, %p
  %c = compare PREDICATE i1 %p, %s
  branch %c -> b1, b2
b1:
  %u = call void @free(%p) type unknown
  branch -> b2
b2:
  scope_end $2
  return #0
}
)";

std::string compared(const char *predicate) {
  std::string out = kCompared;
  return out.replace(out.find("PREDICATE"), 9, predicate);
}

// A new object is none that was there before.
TEST(ContradictionJudge, RefutesByTheAgeOfAnObject) {
  expect_refuted(compared("ne").c_str());
}

TEST(ContradictionJudge, DoesNotRefuteByAnImpossibleTest) {
  expect_not_refuted(compared("eq").c_str());
}

// All rounds but the last one lose what they make.
TEST(ContradictionJudge, DoesNotRefuteWhatALoopOverwrites) {
  expect_not_refuted(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  assign $1, null
  branch -> b1
b1:
  %q = phi ptr<i8> [b0: null], [b1: %p]
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %g = call i32 @mystery(%n) type unknown
  %c = compare sgt i1 %g, #0
  branch %c -> b1, b2
b2:
  %u = call void @free(%p) type unknown
  scope_end $1
  return #0
}
)");
}

TEST(ContradictionJudge, RefutesWhatEveryRoundFrees) {
  expect_refuted(R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8> promoted
b0:
  branch -> b1
b1:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %u = call void @free(%p) type unknown
  scope_end $1
  %g = call i32 @mystery(%n) type unknown
  %c = compare sgt i1 %g, #0
  branch %c -> b1, b2
b2:
  return #0
}
)");
}

TEST(ContradictionJudge, LeavesOtherKindsAlone) {
  EXPECT_EQ(judged(kLost, FindingKind::kDoubleFree).answer,
            Verdict::Answer::kUnknown);
}

} // namespace
} // namespace wt::contradiction
