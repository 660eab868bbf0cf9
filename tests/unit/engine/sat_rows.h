// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the tests of the sat engine look?
//
// One row per rule: a small program and its findings.  Behaviours of the
// program's own functions are inferred first, as in a real run, and every
// witness is replayed.  A file of rows says
//
//   class SatLoops : public testing::TestWithParam<Row> {};
//   TEST_P(SatLoops, Finds) { expect_findings(GetParam()); }
//   INSTANTIATE_TEST_SUITE_P(Rules, SatLoops, testing::ValuesIn(kRows),
//                            plain_name);
//
// and names each row after what its program does.

#pragma once

#include "engine/sat/sat.h"

#include "finding/walker.h"
#include "program_text.h"

#include <cctype>

namespace wt::sat {

struct Row {
  const char *name;
  const char *program;
  const char *findings; // "function kind %site lost at op" per line
};

// What the programs may use beside their functions.
inline constexpr const char *kDeclarations = R"(record %counted size 16 {
  0: name ptr<i8>
  8: count i32
}
global @g type ptr<i8> size 8 definition
)";

// For the messages of failed tests.
inline void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

inline std::unique_ptr<const model::ModelSet> models() {
  model::ModelSetBuilder builder;
  Status status = builder.add_shipped();
  EXPECT_TRUE(status) << status.error().text();
  return builder.build();
}

// Facts of one test: the behaviours live until the next one.
inline Facts facts(const Program &program, const model::ModelSet &models) {
  static std::unique_ptr<const infer::Behaviours> behaviours;
  behaviours = std::make_unique<const infer::Behaviours>(
      infer::infer(program, models, {.threads = 1}));
  return {program, models, *behaviours};
}

inline std::string findings_of(const test::ProgramText &text,
                               const test::BottomUp &run) {
  std::string out;
  for (const Verdict &verdict : run.verdicts) {
    std::string function(
        text.program->procedures()[verdict.site.procedure].name);
    const ir::Function &body = text.program->body(verdict.site.procedure);
    std::string line = function + " " + name_of(verdict.kind) + " " +
                       text.name(function, verdict.site.value);
    if (verdict.answer == Verdict::Answer::kUnknown)
      out += line + " unknown\n";
    if (verdict.answer != Verdict::Answer::kLeaks)
      continue;
    for (ir::ValueId at : verdict.losing) {
      std::string op = ir::name_of(body.insts[at].op);
      line += " " + op;
    }
    out += line + (verdict.is_at_exit ? " at exit" : "") + "\n";
  }
  return out;
}

inline void check_witnesses(const test::ProgramText &text,
                            const model::ModelSet &models,
                            const test::BottomUp &run) {
  for (const Verdict &verdict : run.verdicts)
    for (const Witness &witness : verdict.witnesses) {
      Replay result = replay(*text.program, models, verdict, witness);
      EXPECT_NE(result.outcome, Replay::Outcome::kContradicted)
          << result.why << "\n"
          << text.source;
    }
}

// What was inferred of functions with a body: half of the answer to "why?".
inline std::string behaviours_of(const Facts &facts) {
  std::ostringstream out;
  for (ProcedureId id : facts.program.procedures().ids())
    if (facts.program.procedures()[id].has_body) {
      out << facts.program.procedures()[id].name << ":\n";
      infer::print(out, facts.behaviours.of(id), facts.models);
    }
  return out.str();
}

inline void expect_findings(const Row &row) {
  static const std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(row.program, kDeclarations);
  ASSERT_TRUE(text.program);
  Facts known = facts(*text.program, *all);
  auto engine = make_engine(known, {}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), row.findings)
      << text.source << behaviours_of(known);
  check_witnesses(text, *all, run);
}

inline const auto plain_name = [](const auto &info) {
  std::string out;
  for (char c : std::string(info.param.name))
    if (std::isalnum(c) || c == ' ')
      out += c == ' ' ? '_' : c;
  return out;
};

} // namespace wt::sat
