// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions are probed, and what becomes of the answers.

#include "engine/contradiction/contradiction.h"

#include "engine/contradiction/function_search.h"
#include "engine/contradiction/judge.h"
#include "engine/contradiction/verdicts.h"
#include "pointer/partitions.h"
#include "support/bytes.h"

#include <algorithm>

namespace wt::contradiction {

namespace {

// From which blocks does control come to an end of the function?
std::vector<bool> blocks_that_return(const ir::Function &function) {
  std::vector<bool> out(function.blocks.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (ir::BlockId block : function.blocks.ids()) {
      ir::Op end = function.insts[function.terminator(block)].op;
      bool returns = end == ir::Op::kReturn || end == ir::Op::kRethrow ||
                     std::ranges::any_of(
                         function.blocks[block].successors,
                         [&](ir::BlockId next) { return out[next.value]; });
      changed |= returns && !out[block.value];
      out[block.value] = out[block.value] || returns;
    }
  }
  return out;
}

class ContradictionEngine final : public Engine {
public:
  ContradictionEngine(const Facts &facts, const Question &question,
                      const Limits &limits)
      : facts_(facts), question_(question), limits_(limits),
        division_(pointer::make_partition(facts.program,
                                          pointer::Partition::kByType)) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      result.summaries.push_back(nullptr);
      if (facts_.program.procedures()[procedure].has_body &&
          !facts_.behaviours.in(procedure).empty())
        search(procedure, budget, result);
    }
    return result;
  }

  bool needs_summaries() const override { return false; }

  bool is_repeatable() const override { return true; }
  bool sees_lines() const override { return true; }
  void write_tables(ByteWriter &out, IdWriter &) const override {
    out.string(division_->declared());
  }

  bool is_judge() const override { return true; }
  std::vector<Verdict> judge(ProcedureId procedure,
                             std::span<const Candidate> candidates,
                             Budget &budget) const override {
    return contradiction::judge(facts_, limits_, *division_, procedure,
                                candidates, budget);
  }

private:
  // What is still held when main() returns is not lost, and nobody minds what
  // is lost where the process can only end.
  bool is_end_of_process(const Probe &probe,
                         const std::vector<bool> &returning) const {
    return !returning[probe.block.value] ||
           (probe.kind == Probe::Kind::kOutOfScope &&
            facts_.program.procedures()[probe.procedure].name == "main");
  }

  bool has_handles(ProcedureId procedure) const {
    return std::ranges::any_of(
        facts_.behaviours.in(procedure), [&](const infer::FreshPlace &fresh) {
          return facts_.models.family(fresh.family).is_handle;
        });
  }

  void search(ProcedureId procedure, Budget &budget, SccResult &result) const {
    Workspace workspace(facts_, *division_);
    ProbeOptions options;
    options.handles = has_handles(procedure);
    std::vector<Verdict> verdicts;
    FunctionSearch searches(workspace, limits_.walk, procedure);
    std::vector<bool> returning =
        blocks_that_return(facts_.program.body(procedure));
    for (const Probe &probe : find_probes(workspace, procedure, options)) {
      if (is_end_of_process(probe, returning))
        continue;
      Answer answer = searches.from(probe);
      count(answer, result.counters);
      for (const Found &found : answer.found)
        add(verdicts, verdict_of(workspace, probe, answer, found));
      if (!budget.spend(answer.transfers + 1)) {
        result.over_budget.push_back(procedure);
        break;
      }
    }
    const ir::Function &function = facts_.program.body(procedure);
    std::ranges::stable_sort(verdicts, {}, [&](const Verdict &verdict) {
      const SourcePos &pos = function.insts[verdict.site.value].pos;
      return std::tuple(pos.line, pos.column, verdict.site.value.value);
    });
    std::ranges::move(verdicts, std::back_inserter(result.verdicts));
  }

  // One verdict per site, with all places that lose it.
  void add(std::vector<Verdict> &verdicts, Verdict verdict) const {
    if (!facts_.models.family(verdict.site.family).is_reported)
      return;
    auto same = std::ranges::find(verdicts, verdict.site, &Verdict::site);
    if (same == verdicts.end()) {
      verdicts.push_back(std::move(verdict));
      return;
    }
    ir::ValueId losing = verdict.losing[0];
    if (std::ranges::find(same->losing, losing) != same->losing.end() ||
        same->losing.size() >= limits_.max_losing_places)
      return;
    same->losing.push_back(losing);
    std::ranges::move(verdict.witnesses, std::back_inserter(same->witnesses));
  }

  static void count(const Answer &answer, Counters &counters) {
    static constexpr const char *kNames[] = {
        "contradicted", "warned",    "open",   "elsewhere",
        "lost",         "abandoned", "stopped"};
    ++counters["probes"];
    ++counters[kNames[static_cast<std::size_t>(answer.kind)]];
    counters["transfers"] += answer.transfers;
  }

  Facts facts_;
  Question question_;
  Limits limits_;
  std::unique_ptr<const pointer::Regions> division_;
};

} // namespace

bool set_option(Limits &limits, std::string_view name, std::uint64_t value) {
  if (name == "transfers")
    limits.walk.transfers = value;
  else if (name == "repeated")
    limits.walk.repeated = value;
  else if (name == "regions")
    limits.walk.regions = value;
  else if (name == "apart")
    limits.walk.apart = std::max<std::size_t>(1, value);
  else
    return false;
  return true;
}

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<ContradictionEngine>(facts, question, limits);
}

} // namespace wt::contradiction
