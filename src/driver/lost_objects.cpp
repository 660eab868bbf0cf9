// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lost_objects.h.

#include "driver/lost_objects.h"

#include "driver/interrupt.h"
#include "verdict/fuse.h"

#include <algorithm>

namespace wt::driver {

namespace {

class NoSummaries : public SummaryLookup {
public:
  const Summary *find(ProcedureId) const override { return nullptr; }
};

// What each engine that needs no summaries says.
std::vector<EngineVerdicts> ask(const ProofSubject &subject,
                                EngineTable engines,
                                std::span<const ProcedureId> procedures) {
  FactStages stages(subject.facts(), &interrupted());
  const NoSummaries no_summaries;
  std::vector<EngineVerdicts> answers;
  for (const EngineRow &row : engines) {
    std::unique_ptr<Engine> engine =
        row.make && !row.is_proposer ? row.make(stages, Question{}) : nullptr;
    if (!engine || engine->needs_summaries())
      continue;
    EngineVerdicts &answer = answers.emplace_back(EngineVerdicts{row.name, {}});
    for (const ProcedureId &p : procedures) {
      Budget budget(row.steps_per_function, &interrupted());
      SccResult result =
          engine->analyse(std::span(&p, 1), no_summaries, budget);
      std::ranges::move(result.verdicts, std::back_inserter(answer.verdicts));
    }
  }
  return answers;
}

} // namespace

std::vector<Finding> lost_objects(const ProofSubject &subject,
                                  EngineTable engines,
                                  std::span<const ProcedureId> procedures,
                                  const std::string &file, std::uint32_t line,
                                  const std::string &name) {
  SourceText source;
  std::vector<Finding> found =
      fuse(*subject.program, *subject.models, ask(subject, engines, procedures),
           {}, source);
  auto is_there = [&](const Location &at) {
    return at.line == line && at.file == file;
  };
  std::erase_if(found, [&](const Finding &f) {
    return f.confidence == Confidence::kLow ||
           (!name.empty() && f.variable != name) ||
           (!is_there(f.at) && std::ranges::none_of(f.lost, is_there));
  });
  return found;
}

} // namespace wt::driver
