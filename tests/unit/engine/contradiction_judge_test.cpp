// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuted, witnessed or unknown?  What the engine says of others' candidates:
// the object of %p in @f, lost at the return of @f.

#include "engine/contradiction/judge.h"
#include "model/infer/infer.h"
#include "pointer/partitions.h"
#include "program_text.h"

namespace wt::contradiction {
namespace {

Verdict judged(const char *program, FindingKind kind = FindingKind::kLeak,
               model::Place place = {}, bool has_family = false) {
  test::ProgramText text(program, "");
  model::ModelSetBuilder builder;
  EXPECT_TRUE(builder.add_shipped());
  std::unique_ptr<const model::ModelSet> models = builder.build();
  infer::Behaviours behaviours =
      infer::infer(*text.program, *models, {.threads = 1});
  Facts facts{*text.program, *models, behaviours};
  auto division =
      pointer::make_partition(*text.program, pointer::Partition::kByType);
  ProcedureId f = *text.program->find("f");
  const ir::Function &body = text.program->body(f);
  Candidate candidate;
  candidate.kind = kind;
  for (ir::ValueId v : body.insts.ids()) {
    if (text.name("f", v) == "p")
      candidate.site = Site{f, Site::Kind::kCall, v, place, {}};
    if (body.insts[v].op == ir::Op::kReturn)
      candidate.losing = v;
  }
  if (has_family)
    for (const infer::FreshPlace &fresh : behaviours.in(f))
      if (fresh.call == candidate.site->value)
        candidate.site->family = fresh.family;
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
)")
                     .c_str());
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
)")
                         .c_str());
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
)")
                         .c_str());
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

// The address of a local goes to a callee, which puts the object there.
constexpr model::Place kFirstOut = {model::Place::Root::kArgument, 0, 1, 0};

std::string out_parameter(const std::string &after, const std::string &made) {
  return R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $1
  store %s, null
  %p = call i32 @make(%s, %n) type unknown
  %c = compare ne i1 %p, #0
  branch %c -> b1, b2
b1:
  scope_end $1
  return #-1
b2:
)" + after +
         R"(
  scope_end $1
  return #0
}
function @make(%out ptr<ptr<i8>>, %k i32) result i32 {
b0:
  %m = call ptr<i8> @malloc(%k) type unknown
  %z = compare eq i1 %m, null
  branch %z -> b1, b2
b1:
  return #-1
b2:
  store %out, %m
)" + made +
         R"(
}
)";
}

const std::string kFreedThere = R"(
  %x = load ptr<i8> %s
  %u = call void @free(%x) type unknown
)";

TEST(ContradictionJudge, RefutesWhatAnOutParameterGaveAndWasFreed) {
  Verdict verdict = judged(out_parameter(kFreedThere, "  return #0").c_str(),
                           FindingKind::kLeak, kFirstOut);
  EXPECT_EQ(verdict.answer, Verdict::Answer::kSafe) << verdict.reason;
}

TEST(ContradictionJudge, DoesNotRefuteWhatAnOutParameterGave) {
  EXPECT_NE(judged(out_parameter("", "  return #0").c_str(), FindingKind::kLeak,
                   kFirstOut)
                .answer,
            Verdict::Answer::kSafe);
}

// The callee says that it failed, and has put the object there.
TEST(ContradictionJudge, DoesNotRefuteWhatAFailedCalleeGave) {
  EXPECT_NE(judged(out_parameter(kFreedThere, R"(  %w = compare sgt i1 %k, #9
  branch %w -> b3, b4
b3:
  return #-2
b4:
  return #0)")
                       .c_str(),
                   FindingKind::kLeak, kFirstOut)
                .answer,
            Verdict::Answer::kSafe);
}

TEST(ContradictionJudge, DoesNotRefuteAnOverwrittenHome) {
  EXPECT_NE(
      judged(out_parameter("  store %s, null\n" + kFreedThere, "  return #0")
                 .c_str(),
             FindingKind::kLeak, kFirstOut)
          .answer,
      Verdict::Answer::kSafe);
}

TEST(ContradictionJudge, DoesNotRefuteIfTheAddressIsInUnknownHands) {
  EXPECT_NE(
      judged(out_parameter("  %y = call void @mystery(%s) type unknown\n" +
                               kFreedThere,
                           "  return #0")
                 .c_str(),
             FindingKind::kLeak, kFirstOut)
          .answer,
      Verdict::Answer::kSafe);
}

// A local whose address a callee has: it may free what is there.
constexpr const char *kHome = R"(
function @f(%n i32) result i32 {
  var $1 v ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $1
  %p = call ptr<i8> @malloc(%n) type unknown
  store %s, %p
  %u = call void @drop(%s) type unknown
  scope_end $1
  return #0
}
function @drop(%at ptr<ptr<i8>>) result void {
b0:
  %x = load ptr<i8> %at
  STATEMENT
  store %at, null
  return
}
)";

std::string home(const char *statement) {
  std::string out = kHome;
  return out.replace(out.find("STATEMENT"), 9, statement);
}

TEST(ContradictionJudge, RefutesWhatACalleeFreesInALocal) {
  expect_refuted(home("%v = call void @free(%x) type unknown").c_str());
}

TEST(ContradictionJudge, DoesNotRefuteWhatACalleeOverwritesInALocal) {
  expect_not_refuted(home("%v = call void @strlen(%x) type unknown").c_str());
}

// The number is the reference; numbers computed from it are none.
std::string descriptor(const char *statement) {
  return std::string(R"(
function @f(%n ptr<i8>) result i32 {
  var $1 v i32 promoted
  var $2 w i32 promoted
b0:
  %p = call i32 @open(%n, #0) type unknown
  assign $1, %p
  %c = compare slt i1 %p, #0
  branch %c -> b1, b2
b1:
  scope_end $1
  return #-1
b2:
  %m = binop add i32 %p, #1
  assign $2, %m
  )") + statement +
         R"(
  scope_end $2
  scope_end $1
  return #0
}
)";
}

TEST(ContradictionJudge, RefutesADescriptorThatIsClosed) {
  Verdict verdict =
      judged(descriptor("%u = call i32 @close(%p) type unknown").c_str(),
             FindingKind::kResourceLeak, {}, true);
  EXPECT_EQ(verdict.answer, Verdict::Answer::kSafe) << verdict.reason;
}

TEST(ContradictionJudge, DoesNotRefuteADescriptorThatIsNotClosed) {
  EXPECT_NE(judged(descriptor("%u = call i32 @close(%m) type unknown").c_str(),
                   FindingKind::kResourceLeak, {}, true)
                .answer,
            Verdict::Answer::kSafe);
}

// A number computed from the address is no reference to the object.
TEST(ContradictionJudge, DoesNotRefuteByADistance) {
  expect_not_refuted(R"(
function @f(%n i32, %r ptr<i64>) result i32 {
  var $2 v ptr<i8> promoted
  var $3 d i64 promoted
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $2, %p
  %e = element ptr<i8> %p, %n x 1
  %a = cast ptrtoint i64 %e
  %b = cast ptrtoint i64 %p
  %d = binop sub i64 %a, %b
  assign $3, %d
  store %r, %d
  scope_end $3
  scope_end $2
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
