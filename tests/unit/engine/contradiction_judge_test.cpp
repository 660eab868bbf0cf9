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

TEST(ContradictionJudge, LeavesOtherKindsAlone) {
  EXPECT_EQ(judged(kLost, FindingKind::kDoubleFree).answer,
            Verdict::Answer::kUnknown);
}

} // namespace
} // namespace wt::contradiction
