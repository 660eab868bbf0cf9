// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does the time of an engine go?
//
//   watertight-engine ENGINES DATABASE STORE [OPTION=NUMBER | judge=ENGINE]...
//   watertight-engine sites DATABASE STORE judge=ENGINE
//
// One JSON record of the last engine: CPU seconds of the shared facts and of
// the engine, what it counted, what it found, and the functions that took
// longest, with their steps.  With a judge: what it costs to ask it about all
// that the engines report, or about all that is made (`sites`), and how it
// answers.  DATABASE is a
// compile_commands.json.  `absint` and `contradiction` have options: see their
// pages in docs/.

#include "bench/facts/read_program.h"
#include "driver/engines.h"
#include "engine/absint/absint.h"
#include "engine/contradiction/contradiction.h"
#include "engine/sites.h"
#include "model/infer/infer.h"
#include "program/schedule.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

using namespace wt;
using nlohmann::json;

namespace {

constexpr std::size_t kSlowest = 40; // listed

struct Cost {
  double cpu = 0;
  std::uint64_t steps = 0;
  ProcedureId procedure; // the first of its component
};

class Summaries : public SummaryLookup {
public:
  IdMap<ProcedureId, std::unique_ptr<Summary>> all;
  const Summary *find(ProcedureId p) const override { return all[p].get(); }
};

json slowest(std::vector<Cost> costs, const Program &program) {
  std::ranges::sort(costs, std::ranges::greater(), &Cost::cpu);
  costs.resize(std::min(costs.size(), kSlowest));
  json out = json::array();
  for (const Cost &cost : costs)
    out.push_back({{"function", program.procedures()[cost.procedure].name},
                   {"cpu", cost.cpu},
                   {"steps", cost.steps}});
  return out;
}

using Candidates = std::map<ProcedureId, std::vector<Candidate>>;

// Every place at which an object is lost is a question of its own.
void add_candidates(const SccResult &result, Candidates &out) {
  for (const Verdict &verdict : result.verdicts)
    if (verdict.answer == Verdict::Answer::kLeaks)
      for (ir::ValueId losing : verdict.losing)
        out[verdict.site.procedure].push_back(
            {verdict.site, losing, verdict.kind});
}

// All that is made, lost wherever it may be.
Candidates all_sites(const Facts &facts) {
  Candidates out;
  for (ProcedureId p : facts.program.procedures().ids())
    if (facts.program.procedures()[p].has_body)
      for (const infer::FreshPlace &fresh : facts.behaviours.in(p))
        out[p].push_back({Site{p, Site::Kind::kCall, fresh.call,
                               site_place(fresh.place), fresh.family},
                          {},
                          FindingKind::kLeak});
  return out;
}

// "FILE:LINE", or "" where that is not known.
std::string place_of(const Site &site, const Program &program) {
  const SourcePos &at = program.body(site.procedure).insts[site.value].pos;
  const ir::Unit &unit = program.unit_of(site.procedure);
  return at.known() ? fmt::format("{}:{}", unit.file_name(at.file), at.line)
                    : "";
}

// Where the sites with this answer are.
void list_sites(const std::vector<Verdict> &verdicts, const Program &program,
                Verdict::Answer answer, std::set<std::string> &out) {
  for (const Verdict &verdict : verdicts)
    if (verdict.answer == answer)
      if (std::string at = place_of(verdict.site, program); !at.empty())
        out.insert(at);
}

json ask(const driver::EngineRow &row, const FactStages &stages,
         const Candidates &candidates) {
  std::unique_ptr<Engine> judge = row.make(stages, {});
  std::size_t asked = 0, leaks = 0, refuted = 0;
  std::set<std::string> refuted_at, witnessed_at;
  std::map<std::string, std::size_t> unknown; // by reason, without its line
  std::map<std::string, std::set<std::string>> unknown_at; // reasons, by place
  double start = bench::cpu_seconds();
  for (const auto &[procedure, questions] : candidates) {
    Budget budget(row.steps_per_function);
    asked += questions.size();
    std::vector<Verdict> answers = judge->judge(procedure, questions, budget);
    for (const Verdict &verdict : answers) {
      leaks += verdict.answer == Verdict::Answer::kLeaks;
      refuted += verdict.answer == Verdict::Answer::kSafe;
      if (verdict.answer != Verdict::Answer::kUnknown)
        continue;
      ++unknown[verdict.reason.substr(0, verdict.reason.find(" at line"))];
      unknown_at[place_of(verdict.site, stages.facts().program)].insert(
          verdict.reason);
    }
    list_sites(answers, stages.facts().program, Verdict::Answer::kSafe,
               refuted_at);
    list_sites(answers, stages.facts().program, Verdict::Answer::kLeaks,
               witnessed_at);
  }
  return {{"cpu", bench::cpu_seconds() - start},
          {"candidates", asked},
          {"witnessed", leaks},
          {"refuted", refuted},
          {"refuted_at", refuted_at},
          {"witnessed_at", witnessed_at},
          {"unknown", unknown},
          {"unknown_at", unknown_at}};
}

template <class Limits>
using SetOption = bool (*)(Limits &, std::string_view, std::uint64_t);
template <class Limits>
using MakeEngine = std::unique_ptr<Engine> (*)(const Facts &, const Question &,
                                               const Limits &);

// Null: there is no such option.
template <class Limits>
std::unique_ptr<Engine>
make_with(const Facts &facts, std::span<const std::string_view> options,
          SetOption<Limits> set, MakeEngine<Limits> make) {
  Limits limits;
  for (std::string_view option : options) {
    std::size_t sign = option.find('=');
    if (sign == std::string_view::npos)
      return nullptr;
    std::uint64_t number = std::strtoull(option.data() + sign + 1, nullptr, 10);
    if (!set(limits, option.substr(0, sign), number))
      return nullptr;
  }
  return make(facts, {}, limits);
}

// The engine with other options than it has in the product; null: there is no
// such option.
std::unique_ptr<Engine> make_with(const driver::EngineRow &row,
                                  const FactStages &stages,
                                  std::span<const std::string_view> options) {
  if (options.empty())
    return row.make(stages, {});
  if (std::string_view(row.name) == "absint")
    return make_with<absint::Limits>(stages.facts(), options,
                                     absint::set_option, absint::make_engine);
  if (std::string_view(row.name) == "contradiction")
    return make_with<contradiction::Limits>(stages.facts(), options,
                                            contradiction::set_option,
                                            contradiction::make_engine);
  return nullptr;
}

json run(const driver::EngineRow &row, const FactStages &stages,
         std::span<const std::string_view> options, Candidates &candidates) {
  const Program &program = stages.facts().program;
  double before = bench::cpu_seconds();
  std::unique_ptr<Engine> engine = make_with(row, stages, options);
  if (!engine)
    return nullptr;
  double make_seconds = bench::cpu_seconds() - before;
  Summaries summaries;
  for (std::size_t i = 0; i < program.procedures().size(); ++i)
    summaries.all.push(nullptr);
  std::vector<Cost> costs;
  Counters counters;
  std::size_t over_budget = 0;
  std::set<std::string> found;
  double start = bench::cpu_seconds();
  ScheduleOptions schedule;
  schedule.threads = 1;
  run_bottom_up(scc_graph(program), schedule, [&](SccId scc) {
    std::vector<ProcedureId> members;
    for (ProcedureId p : program.sccs()[scc])
      if (program.procedures()[p].has_body)
        members.push_back(p);
    if (members.empty())
      return;
    std::uint64_t steps = row.steps_per_function * members.size();
    Budget budget(steps);
    double begin = bench::cpu_seconds();
    SccResult result = engine->analyse(members, summaries, budget);
    costs.push_back(
        {bench::cpu_seconds() - begin, steps - budget.left(), members.front()});
    for (std::size_t i = 0; i < result.summaries.size(); ++i)
      summaries.all[members[i]] = std::move(result.summaries[i]);
    over_budget += result.over_budget.size();
    add_candidates(result, candidates);
    list_sites(result.verdicts, program, Verdict::Answer::kLeaks, found);
    for (const auto &[what, count] : result.counters)
      counters[what] += count;
  });
  json record = {{"cpu",
                  {{"pointers", make_seconds}, // stages that it asked for
                   {"engine", bench::cpu_seconds() - start}}},
                 {"over_budget", over_budget},
                 {"counters", counters},
                 {"found", found},
                 {"slowest", slowest(std::move(costs), program)}};
  return record;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: watertight-engine ENGINES DATABASE STORE "
                       "[OPTION=NUMBER | judge=ENGINE]...\n");
    return 2;
  }
  bool asks_all = std::string_view(argv[1]) == "sites";
  auto rows = driver::select_engines(asks_all ? "all" : argv[1],
                                     driver::engine_table());
  std::string judge;
  std::vector<std::string_view> options;
  for (std::string_view option : std::span(argv + 4, argv + argc))
    if (option.starts_with("judge="))
      judge = option.substr(6);
    else
      options.push_back(option);
  auto judges = driver::select_engines(judge.empty() ? argv[1] : judge,
                                       driver::engine_table());
  if (!rows || !judges) {
    fmt::print(stderr, "watertight-engine: error: {}\n",
               (rows ? judges : rows).error().message);
    return 2;
  }
  bench::Read project = bench::read_program(argv[2], argv[3]);
  if (!project.program || !project.models) {
    fmt::print(stderr, "watertight-engine: error: cannot read {}\n", argv[2]);
    return 2;
  }
  double start = bench::cpu_seconds();
  infer::Behaviours behaviours =
      infer::infer(*project.program, *project.models, {.threads = 1});
  double infer_seconds = bench::cpu_seconds() - start;
  FactStages stages({*project.program, *project.models, behaviours});
  Candidates candidates;
  json record = json::object();
  if (asks_all)
    candidates = all_sites(stages.facts());
  else
    for (const driver::EngineRow *row : *rows) {
      record = run(*row, stages, options, candidates);
      if (record.is_null()) {
        fmt::print(stderr, "watertight-engine: error: unknown option\n");
        return 2;
      }
    }
  if (!judge.empty())
    record["judge"] = ask(*judges->front(), stages, candidates);
  record["cpu"]["link"] = project.link_seconds;
  record["cpu"]["infer"] = infer_seconds;
  record["peak"] = bench::peak_bytes();
  std::cout << record.dump(1) << '\n';
}
