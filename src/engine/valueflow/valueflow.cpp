// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions are looked at, and what becomes of those over budget.

#include "engine/valueflow/valueflow.h"

#include "engine/asking.h"
#include "engine/sites.h"
#include "engine/valueflow/check.h"
#include "pointer/system_digest.h"

#include <algorithm>
#include <atomic>

namespace wt::valueflow {
namespace {

class ValueFlowEngine final : public AskingEngine {
public:
  ValueFlowEngine(const FactStages &stages, const Limits &limits)
      : stages_(stages), facts_(stages.facts()), limits_(limits) {}

  Digest answers(ProcedureId procedure, std::string_view asked) const override {
    if (asked.empty())
      return {};
    ByteReader in(asked);
    auto questions = flow::PointerQuestions::read(in);
    const PointerFacts &pointers = this->pointers();
    return questions.answered_by(
        {pointers.points_to, pointers.mod_ref, procedure});
  }

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      result.summaries.push_back(nullptr);
      if (!facts_.program.procedures()[procedure].has_body ||
          facts_.behaviours.in(procedure).empty())
        continue;
      std::uint64_t steps = std::min(limits_.steps, budget.left());
      Budget own(steps);
      std::vector<Verdict> verdicts =
          analyse_one(procedure, own, result.counters);
      if (own.exhausted())
        result.over_budget.push_back(procedure);
      std::ranges::move(verdicts, std::back_inserter(result.verdicts));
      budget.spend(std::min(budget.left(), steps - own.left()));
    }
    return result;
  }

  Digest source_of_answers() const override {
    return pointer::digest_of_system(facts_.program, facts_.models,
                                     facts_.behaviours, {});
  }

  void learn(std::string_view experience) const override {
    is_library_too_much_ = experience == kLibraryTooMuch;
  }
  std::string experience() const override {
    bool is_too_much = is_library_too_much_ ||
                       (is_asked_ && pointers().points_to.is_complete() &&
                        pointers().points_to.is_library_too_much());
    return is_too_much ? kLibraryTooMuch : "";
  }

private:
  static constexpr const char *kLibraryTooMuch = "library";

  const PointerFacts &pointers() const {
    is_asked_ = true;
    return stages_.pointers(is_library_too_much_);
  }

  std::vector<Verdict> analyse_one(ProcedureId procedure, Budget &budget,
                                   Counters &counters) const {
    Setting setting{pointers(), limits_, procedure};
    std::unique_ptr<Body> body = make_body(setting, budget, counters);
    std::vector<Verdict> out =
        body ? check(*body, counters)
             : unknown_verdicts(facts_, procedure, "the function is too large");
    if (body && QuestionLog::is_open()) {
      ByteWriter asked;
      body->effects.questions().write(asked);
      QuestionLog::note(asked.take());
    }
    const ir::Function &function = facts_.program.body(procedure);
    std::ranges::stable_sort(out, {}, [&](const Verdict &verdict) {
      const SourcePos &pos = function.insts[verdict.site.value].pos;
      return std::tuple(pos.line, pos.column, verdict.site.value.value);
    });
    return out;
  }

  const FactStages &stages_;
  const Facts &facts_;
  Limits limits_;
  mutable std::atomic<bool> is_library_too_much_ = false, is_asked_ = false;
};

} // namespace

std::unique_ptr<Engine> make_engine(const FactStages &stages, const Question &,
                                    const Limits &limits) {
  return std::make_unique<ValueFlowEngine>(stages, limits);
}

} // namespace wt::valueflow
