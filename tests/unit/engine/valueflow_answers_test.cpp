// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the engine get the same answers of points-to after an edit elsewhere,
// and others when the edit matters?

#include "engine/asking.h"
#include "flow/pointer_questions.h"
#include "valueflow_rows.h"

namespace wt::valueflow {
namespace {

const std::string kCells = std::string(test::kDeclarations) +
                           "global @cell type ptr<i8> size 8 definition\n";

// `f` puts an object into a cell and calls @other; what that does differs.
std::string program(const std::string &other) {
  return R"(
function @f(%q ptr<ptr<i8>>) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %q, %p
  %n = call i32 @other(%q) type unknown
  %r = load ptr<i8> %q
  return %r
}
function @caller() result ptr<i8> {
b0:
  %r = call ptr<i8> @f(@@cell) type unknown
  return %r
}
)" + other;
}

struct OneRun {
  explicit OneRun(const std::string &text)
      : text(program(text), kCells), models(test::models()),
        behaviours(infer::infer(*this->text.program, *models, {.threads = 1})),
        stages({*this->text.program, *models, behaviours}),
        engine(make_engine(stages, {}, {})) {}

  ProcedureId f() const { return *text.program->find("f"); }
  std::string asked() const {
    Budget budget(Limits{}.steps);
    std::vector<ProcedureId> members{f()};
    std::string asked;
    QuestionLog::Open open(asked);
    engine->analyse(members, NoSummaries(), budget);
    return asked;
  }
  Digest answers(const std::string &asked) const {
    return dynamic_cast<const AskingEngine &>(*engine).answers(f(), asked);
  }

  struct NoSummaries : SummaryLookup {
    const Summary *find(ProcedureId) const override { return nullptr; }
  };
  test::ProgramText text;
  std::unique_ptr<const model::ModelSet> models;
  infer::Behaviours behaviours;
  FactStages stages;
  std::unique_ptr<Engine> engine;
};

constexpr const char *kLooks = R"(
function @other(%q ptr<ptr<i8>>) result i32 {
b0:
  %v = load ptr<i8> %q
  return #0
}
)";
// More objects and procedures, none of which f has to do with.
constexpr const char *kLooksBesideOthers = R"(
function @before() result i32 {
b0:
  %m = call ptr<ptr<i8>> @malloc(#8) type unknown
  %v = load ptr<i8> %m
  return #1
}
function @other(%q ptr<ptr<i8>>) result i32 {
b0:
  %v = load ptr<i8> %q
  %n = call i32 @before() type unknown
  return %n
}
)";
constexpr const char *kWrites = R"(
function @other(%q ptr<ptr<i8>>) result i32 {
b0:
  store %q, null
  return #0
}
)";

TEST(ValueflowAnswers, AreTheSameWhenWhatWasAskedIs) {
  OneRun first(kLooks), again(kLooksBesideOthers);
  std::string asked = first.asked();
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(first.answers(asked), again.answers(asked));
}

TEST(ValueflowAnswers, DifferWhenACalleeWrites) {
  OneRun first(kLooks), again(kWrites);
  std::string asked = first.asked();
  EXPECT_NE(first.answers(asked), again.answers(asked));
}

// Bytes from a store may be anything.
TEST(ValueflowAnswers, DamagedQuestionsDoNoHarm) {
  OneRun run(kLooks);
  std::string asked = run.asked();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    ByteReader cut(std::string_view(asked).substr(0, i));
    flow::PointerQuestions::read(cut);
    EXPECT_TRUE(cut.failed()) << i;
  }
}

} // namespace
} // namespace wt::valueflow
