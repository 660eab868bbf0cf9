// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the shared facts of a project cost, and what do they say?
//
//   watertight-facts capture DATABASE STORE    only fills the store
//   watertight-facts figures DATABASE STORE [STEPS]
//                                              one JSON record: CPU seconds and
//                                              peak memory of each part, sizes
//   watertight-facts claims DATABASE STORE     file, line, function, kind and
//                                              text of every inferred claim
//   watertight-facts unexplained DATABASE STORE    calls that nothing explains
//
// DATABASE is a compile_commands.json, STEPS what points-to may spend; sets of
// one that ran out mean nothing and are not counted.  bench/facts.py asks the
// questions and makes the tables.

#include "bench/facts/points_to_figures.h"
#include "bench/facts/read_program.h"
#include "model/infer/infer.h"
#include "model/model_of.h"
#include "path/readable_path.h"
#include "pointer/mod_ref.h"
#include "summary/claims.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>
#include <string_view>

using namespace wt;
using nlohmann::json;

namespace {

constexpr std::uint64_t kPointsToSteps = 3'000'000'000;

// Adds what happened since it was made, or since the last call.
class Meter {
public:
  explicit Meter(json &record) : record_(record) {}
  void note(const char *part) {
    double now = bench::cpu_seconds();
    record_["cpu"][part] = now - last_;
    record_["peak"][part] = bench::peak_bytes();
    last_ = now;
  }
  void restart() { last_ = bench::cpu_seconds(); }

private:
  json &record_;
  double last_ = bench::cpu_seconds();
};

json as_json(const bench::SetSizes &sizes) {
  json by_size = json::object(); // "100": more than 10, at most 100
  for (auto [size, count] : sizes.by_size)
    by_size[std::to_string(size)] = count;
  return {{"addresses", sizes.addresses}, {"locations", sizes.locations},
          {"largest", sizes.largest},     {"average", sizes.average()},
          {"foreign", sizes.foreign},     {"by_size", by_size}};
}

void add_behaviours(json &record, const Program &program,
                    const infer::Behaviours &behaviours) {
  std::size_t bodies = 0, sites = 0;
  for (ProcedureId p : program.procedures().ids()) {
    bodies += program.procedures()[p].has_body;
    sites += behaviours.in(p).size();
  }
  record["bodies"] = bodies;
  record["sites"] = sites;
  record["over_budget"] = json::array();
  for (ProcedureId p : behaviours.over_budget())
    record["over_budget"].push_back(program.procedures()[p].name);
}

json as_json(const pointer::Statistics &s) {
  return {{"nodes", s.nodes},
          {"merged_nodes", s.merged_nodes},
          {"locations", s.locations},
          {"edges", s.edges},
          {"folded_objects", s.folded_objects},
          {"growing_cycles", s.growing_cycles},
          {"reorders", s.reorders},
          {"largest_set", s.largest_set},
          {"average_set", s.average_set},
          {"steps", s.steps}};
}

void add_precision(json &record, const pointer::PointsTo &facts) {
  record["sets"] = {{"pointers", as_json(bench::set_sizes(facts, true))},
                    {"others", as_json(bench::set_sizes(facts, false))}};
  record["escaped"] = facts.escaped().size();
  record["library_knows"] = facts.library().size();
  bench::IndirectCalls calls = bench::indirect_calls(facts);
  record["indirect"] = {{"exact", calls.exact},
                        {"outside", calls.outside},
                        {"by_type", calls.by_type},
                        {"targets", calls.targets}};
}

int print_figures(const bench::Read &project, std::uint64_t steps) {
  const Program &program = *project.program;
  json record = {{"units", program.units().size()}, {"failed", project.failed}};
  record["cpu"]["link"] = project.link_seconds;
  record["peak"]["units"] = project.units_peak;
  record["peak"]["link"] = bench::peak_bytes();
  Meter meter(record);
  infer::Behaviours behaviours =
      infer::infer(program, *project.models, {.threads = 1});
  meter.note("infer");
  Budget budget(steps);
  auto facts = pointer::analyse(program, *project.models, behaviours, budget);
  meter.note("points_to");
  add_behaviours(record, program, behaviours);
  record["complete"] = facts->is_complete();
  record["solver"] = as_json(facts->statistics());
  if (facts->is_complete()) {
    meter.restart();
    pointer::ModRef effects(*facts);
    meter.note("mod_ref");
    record["effect_sets"] = effects.set_count();
    add_precision(record, *facts);
  }
  std::cout << record.dump() << '\n';
  return 0;
}

const char *name_of(infer::Claim::Kind kind) {
  using Kind = infer::Claim::Kind;
  switch (kind) {
  case Kind::kNeverReturns:
    return "never-returns";
  case Kind::kFresh:
    return "fresh";
  case Kind::kPool:
    return "pool";
  case Kind::kMayFree:
    return "may-free";
  case Kind::kFree:
    return "free";
  case Kind::kKeep:
    return "keep";
  case Kind::kReturns:
    return "returns";
  case Kind::kCount:
    return "count";
  }
  return "";
}

// Of bodies alone: what a model says was not inferred.
int print_claims(const bench::Read &project) {
  const Program &program = *project.program;
  infer::Behaviours behaviours =
      infer::infer(program, *project.models, {.threads = 1});
  for (ProcedureId p : program.procedures().ids()) {
    const Procedure &procedure = program.procedures()[p];
    if (!procedure.has_body ||
        model::model_of(program, *project.models, p) != nullptr)
      continue;
    const auto &pos = program.body(p).pos;
    if (!pos.file.valid())
      continue;
    for (const infer::Claim &claim : infer::claims(
             behaviours.of(p), *project.models, [&](const AccessPath &path) {
               return readable(program, p, path);
             }))
      if (claim.loads <= 1) // an argument, or what it holds itself
        fmt::print("{}\t{}\t{}\t{}\t{}\n",
                   program.unit_of(p).file_name(pos.file), pos.line,
                   procedure.name, name_of(claim.kind), claim.text);
  }
  return 0;
}

int print_unexplained(const bench::Read &project) {
  const Program &program = *project.program;
  infer::Behaviours behaviours =
      infer::infer(program, *project.models, {.threads = 1});
  Budget budget(kPointsToSteps);
  auto facts = pointer::analyse(program, *project.models, behaviours, budget);
  for (const auto &[name, count] : bench::unexplained_calls(*facts))
    fmt::print("{}\t{}\n", count, name);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: watertight-facts capture|figures|claims|"
                       "unexplained DATABASE STORE [STEPS]\n");
    return 2;
  }
  std::string_view what = argv[1];
  if (what == "capture")
    return bench::fill_store(argv[2], argv[3]) ? 0 : 2;
  bench::Read project = bench::read_program(argv[2], argv[3]);
  if (!project.program || !project.models) {
    fmt::print(stderr, "watertight-facts: cannot read {}\n", argv[2]);
    return 2;
  }
  if (what == "figures")
    return print_figures(project, argc > 4 ? std::strtoull(argv[4], nullptr, 10)
                                           : kPointsToSteps);
  if (what == "claims")
    return print_claims(project);
  if (what == "unexplained")
    return print_unexplained(project);
  fmt::print(stderr, "watertight-facts: no '{}'\n", what);
  return 2;
}
