// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are engines that judge asked about what the others report?

#include "driver/analysis.h"

#include "../engine/program_text.h"
#include "model/infer/infer.h"

namespace wt::driver {
namespace {

// Reports that the first instruction of every function is lost there, and is
// freed twice.
class Alarming final : public Engine {
public:
  explicit Alarming(const Facts &facts) : program_(facts.program) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &) const override {
    SccResult result;
    for (ProcedureId p : scc) {
      ir::ValueId first = program_.body(p).blocks[ir::BlockId(0)].insts[0];
      for (FindingKind kind : {FindingKind::kLeak, FindingKind::kDoubleFree}) {
        Verdict verdict;
        verdict.site = {p, Site::Kind::kCall, first, {}, {}};
        verdict.kind = kind;
        verdict.answer = Verdict::Answer::kLeaks;
        result.verdicts.push_back(verdict);
      }
      result.summaries.push_back(nullptr);
    }
    return result;
  }

private:
  const Program &program_;
};

constexpr EngineRow kAlarming{"alarming", "", 1000,
                              [](const FactStages &stages, const Question &) {
                                return std::unique_ptr<Engine>(
                                    std::make_unique<Alarming>(stages.facts()));
                              }};

// What `sat` says beside an engine that reports everything, a line per verdict.
std::string answers_of_sat(const std::string &program) {
  test::ProgramText text(program);
  model::ModelSetBuilder builder;
  EXPECT_TRUE(builder.add_shipped());
  auto models = builder.build();
  auto behaviours = infer::infer(*text.program, *models, {.threads = 1});
  FactStages stages({*text.program, *models, behaviours});
  Result<InFlight> in_flight = InFlight::create();
  std::map<ProcedureId, std::string> crashed;
  const EngineRow *rows[] = {(*select_engines("sat", engine_table()))[0],
                             &kAlarming};
  Analysis analysis = analyse(stages, rows, {}, {}, {*in_flight, crashed});
  std::string out;
  for (const Verdict &verdict : analysis.runs[0].answers.verdicts) {
    constexpr const char *kAnswers[] = {"possible", "safe", "unknown"};
    out += std::string(name_of(verdict.kind)) + " " +
           kAnswers[static_cast<int>(verdict.answer)] + "\n";
  }
  return out;
}

TEST(Analysis, WhatAnotherEngineReportsIsJudged) {
  EXPECT_EQ(answers_of_sat(R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  return
}
)"),
            "leak safe\ndouble-free safe\n");
}

TEST(Analysis, WhatTheJudgeFoundItselfIsNotAskedAgain) {
  EXPECT_EQ(answers_of_sat(R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
}
)"),
            "leak safe\ndouble-free possible\n");
}

TEST(Analysis, NothingIsKnownOfWhatIsNotAcquired) {
  EXPECT_EQ(answers_of_sat(R"(function @f(%q ptr<i8>) result void {
b0:
  %p = call i32 @puts(%q) type unknown
  return
}
)"),
            "leak unknown\ndouble-free unknown\n");
}

} // namespace
} // namespace wt::driver
