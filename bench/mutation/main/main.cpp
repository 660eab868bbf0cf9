// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many dropped deallocation calls does an engine notice?
//
//   watertight-mutate -p BUILD --store DIR              lists the mutants
//   watertight-mutate -p BUILD --store DIR --engine sat --run FILE
//                                                       runs those in FILE
//
// One JSON record per line and mutant, by place in the source.  FILE has one
// mutant per line: `file:line:column` as the list gives it in "mutant".
// bench/mutation.py asks the questions and makes the tables.

#include "finding/names.h"
#include "mutation/rerun.h"
#include "support/read_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <sstream>

namespace {

using namespace wt;
using namespace wt::mutation;
using Json = nlohmann::ordered_json;

struct Command {
  std::string database, store, engine = "sat", run;
  unsigned workers = 1;
};

int complain(const std::string &message) {
  fmt::print(stderr, "watertight-mutate: error: {}\n", message);
  return 2;
}

std::string place_text(const Location &at) {
  return fmt::format("{}:{}:{}", at.file, at.line, at.column);
}

Location place_of(const Program &program, ProcedureId p, ir::ValueId v) {
  return location(program.unit_of(p), program.body(p).insts[v].pos);
}

Json record_of(const Project &project, const Mutant &mutant) {
  const Program &program = *project.program;
  const ir::Inst &call =
      program.body(mutant.procedure).insts[mutant.dropped.call];
  Location at = place_of(program, mutant.procedure, mutant.dropped.call);
  const model::Family &family = project.models->family(mutant.dropped.family);
  Json out;
  out["mutant"] = place_text(at);
  out["file"] = at.file;
  out["line"] = at.line;
  out["column"] = at.column;
  out["function"] = program.procedures()[mutant.procedure].name;
  out["callee"] = program.procedures()[mutant.dropped.callee].name;
  out["family"] = family.name;
  out["is_memory"] = family.is_memory;
  out["macro"] = program.unit_of(mutant.procedure).text(call.macro);
  out["class_a"] = mutant.is_class_a();
  out["why_not_a"] = mutant.why_not;
  out["class_c"] = mutant.is_class_c();
  out["why_not_c"] = mutant.why_not_c;
  out["acquired"] = Json::array();
  for (const Origin &origin : mutant.origins)
    out["acquired"].push_back(
        place_of(program, mutant.procedure, origin.call).line);
  return out;
}

void add_outcome(const Program &program, const Outcome &outcome, Json &out) {
  out["outcome"] = name_of(outcome.kind);
  out["reason"] = outcome.reason;
  out["site"] = nullptr;
  if (outcome.site) {
    Location at =
        place_of(program, outcome.site->procedure, outcome.site->value);
    out["site"] = place_text(at);
  }
  out["at_origin"] = outcome.is_at_origin;
  out["witness"] = outcome.has_witness;
  out["replay"] =
      outcome.replay ? Json(wt::name_of(*outcome.replay)) : Json(nullptr);
  out["engines"] = outcome.engines;
  out["functions"] = outcome.functions;
  out["cpu"] = outcome.seconds;
}

Result<std::set<std::string>> wanted_mutants(const std::string &file) {
  Result<std::string> text = read_file(file, "the list of mutants");
  if (!text)
    return std::unexpected(text.error());
  std::set<std::string> out;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty())
      out.insert(line);
  return out;
}

void print_line(const Json &record) {
  std::cout << record.dump(-1, ' ', false, Json::error_handler_t::replace)
            << '\n';
}

int run_mutants(Project &project, const std::vector<Mutant> &mutants,
                const Command &command) {
  Result<std::vector<const driver::EngineRow *>> engines =
      driver::select_engines(command.engine, driver::engine_table());
  if (!engines)
    return complain(engines.error().text());
  Result<std::set<std::string>> wanted = wanted_mutants(command.run);
  if (!wanted)
    return complain(wanted.error().text());
  Rerun rerun(project, *engines);
  double baseline = rerun.run_baseline(command.workers);
  print_line(Json{{"record", "baseline"},
                  {"engine", command.engine},
                  {"failed_units", project.failed},
                  {"cpu", baseline}});
  for (const Mutant &mutant : mutants) {
    Json record = record_of(project, mutant);
    if (!wanted->erase(record["mutant"].get<std::string>()))
      continue;
    add_outcome(*project.program, rerun.run(mutant), record);
    print_line(record);
    std::cout.flush();
  }
  if (!wanted->empty())
    return complain("no such mutant: " + *wanted->begin());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  Command command;
  CLI::App app("How many dropped deallocation calls does an engine notice?");
  app.add_option("-p,--build", command.database, "build database or its folder")
      ->required();
  app.add_option("--store", command.store, "where captured units are kept")
      ->required();
  app.add_option("--engine", command.engine, "engines, or all (default: sat)");
  app.add_option("--run", command.run, "file with the mutants to run");
  app.add_option("-j", command.workers, "processes for capture and baseline");
  CLI11_PARSE(app, argc, argv);

  Result<Project> project =
      Project::open(command.database, command.store, command.workers);
  if (!project)
    return complain(project.error().text());
  std::vector<Mutant> mutants =
      MutantMaker(*project->program, *project->models).all();
  if (!command.run.empty())
    return run_mutants(*project, mutants, command);
  for (const Mutant &mutant : mutants)
    print_line(record_of(*project, mutant));
  return 0;
}
