// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the tests of engines look?
//
// One row per rule: a small program and its findings.  Behaviours of the
// program's own functions are inferred first, as in a real run, and every
// witness is replayed.  An engine's own header (sat_rows.h) says how it is
// made; a file of rows says
//
//   class SatLoops : public testing::TestWithParam<Row> {};
//   TEST_P(SatLoops, Finds) { expect_findings(GetParam()); }
//   INSTANTIATE_TEST_SUITE_P(Rules, SatLoops, testing::ValuesIn(kRows),
//                            plain_name);
//
// and names each row after what its program does.

#pragma once

#include "engine/stages.h"
#include "model/infer/infer.h"
#include "program_text.h"
#include "witness/walker.h"

#include <cctype>

namespace wt::test {

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

inline std::string findings_of(const ProgramText &text, const BottomUp &run) {
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

inline void check_witnesses(const ProgramText &text,
                            const model::ModelSet &models,
                            const BottomUp &run) {
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

inline const auto plain_name = [](const auto &info) {
  std::string out;
  for (char c : std::string(info.param.name))
    if (std::isalnum(c) || c == ' ')
      out += c == ' ' ? '_' : c;
  return out;
};

// `make`: the engine over the stages of the program.
template <class Make> void expect_findings(const Row &row, Make &&make) {
  static const std::unique_ptr<const model::ModelSet> all = models();
  ProgramText text(row.program, kDeclarations);
  ASSERT_TRUE(text.program);
  infer::Behaviours behaviours =
      infer::infer(*text.program, *all, {.threads = 1});
  FactStages stages({*text.program, *all, behaviours});
  auto engine = make(stages);
  BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), row.findings)
      << text.source << behaviours_of(stages.facts());
  check_witnesses(text, *all, run);
}

} // namespace wt::test
