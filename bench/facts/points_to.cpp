// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does points-to cost on a project, and how large are its sets?
//
//   bench_points_to FOLDER/compile_commands.json STORE [all]
//
// Captures the project (from the store if it is there), then prints one line
// of figures for each stage; with a third word also what is not modelled.

#include "pointer/points_to.h"
#include "driver/unit_cache.h"
#include "frontend/frontend.h"
#include "model/infer/infer.h"
#include "model/models.h"
#include "pointer/mod_ref.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>

using namespace wt;

namespace {

double cpu() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

std::unique_ptr<const Program> read(const std::string &database,
                                    const std::string &folder) {
  Store store = Store::open_or_memory(folder);
  driver::StoredUnits cache(store);
  Result<frontend::JobList> jobs = frontend::jobs_from_database(database);
  if (!jobs)
    return nullptr;
  frontend::CaptureOptions options;
  options.workers = 2;
  std::vector<std::unique_ptr<const ir::Unit>> units;
  for (frontend::CapturedUnit &unit : frontend::capture(*jobs, options, &cache))
    if (unit.unit)
      units.push_back(std::move(unit.unit));
  return link(std::move(units));
}

// `pointers`: only cells that hold pointers; else all others.
void print_sets(const Program &program, const pointer::PointsTo &facts,
                bool pointers) {
  std::size_t values = 0, total = 0, largest = 0, outside = 0;
  std::map<std::size_t, std::size_t> by_size;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    const ir::Function &f = program.body(p);
    for (ir::ValueId v : f.insts.ids()) {
      if (f.insts[v].op != ir::Op::kLoad && f.insts[v].op != ir::Op::kStore)
        continue;
      ir::ValueId moved = f.insts[v].op == ir::Op::kLoad ? v : f.operand(v, 1);
      if (program.unit_of(p).types.is_pointer(f.insts[moved].type) != pointers)
        continue;
      const pointer::PointSet &set = facts.targets(p, f.operand(v, 0));
      ++values;
      std::size_t size = set.size();
      total += size;
      largest = std::max(largest, size);
      ++by_size[size <= 2 ? size : size <= 10 ? 10 : size <= 100 ? 100 : 10000];
      for (pointer::LocationId id : set)
        if (facts.is_foreign(facts.location(id).object))
          ++outside;
    }
  }
  fmt::print("{} addresses of {}: {:.1f} locations each, at most {}; {} with "
             "outside; ",
             values, pointers ? "pointers" : "numbers",
             static_cast<double>(total) / std::max<double>(1, values), largest,
             outside);
  for (auto [size, count] : by_size)
    fmt::print("<={}: {} ", size, count);
  fmt::print("\n");
}

// Who hands what to code outside the program?
void print_unknown(const Program &program, const pointer::PointsTo &facts) {
  std::map<std::string, std::size_t> calls;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    const ir::Function &f = program.body(p);
    for (ir::ValueId v : f.insts.ids()) {
      if (f.insts[v].op == ir::Op::kUnknown && f.insts[v].operand_count > 0)
        ++calls["unknown " + program.unit_of(p).text(StrId(f.insts[v].extra))];
      if (f.insts[v].op != ir::Op::kCall)
        continue;
      for (ProcedureId q : facts.call_targets(p, v).procedures)
        if (!program.procedures()[q].has_body && !facts.model_of(q))
          ++calls[std::string(program.procedures()[q].link_name)];
    }
  }
  fmt::print("library: {}\n", facts.names(facts.library()));
  for (const auto &[name, count] : calls)
    fmt::print("not known: {} ({} calls)\n", name, count);
}

void print_calls(const pointer::PointsTo &facts) {
  std::size_t sites = 0, resolved = 0, fell_back = 0, outside = 0, targets = 0;
  for (const pointer::IndirectSite &site : facts.indirect_sites()) {
    if (site.is_by_model)
      continue;
    ++sites;
    fell_back += site.fell_back;
    outside += site.reaches_outside;
    resolved += !site.fell_back && !site.reaches_outside;
    targets += site.targets.size();
  }
  fmt::print("indirect calls {}: {} exact, {} with outside, {} by type; {:.1f} "
             "targets each\n",
             sites, resolved, outside, fell_back,
             static_cast<double>(targets) / std::max<double>(1, sites));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  std::unique_ptr<const Program> program = read(argv[1], argv[2]);
  if (!program)
    return 2;
  std::vector<const ir::Unit *> units;
  for (const auto &unit : program->units())
    units.push_back(unit.get());
  auto models = model::load_models({}, units);
  if (!models)
    return 2;
  infer::Behaviours fresh = infer::infer(*program, **models);
  double start = cpu();
  Budget budget(100'000'000'000);
  auto facts = pointer::analyse(*program, **models, fresh, budget);
  double solved = cpu();
  const pointer::Statistics &s = facts->statistics();
  fmt::print("{} procedures, points-to {:.2f} s: {} nodes ({} merged), {} "
             "locations, {} edges, {} folded, {} growing, {} searches, largest "
             "{}, average {:.1f}, {} steps\n",
             program->procedures().size(), solved - start, s.nodes,
             s.merged_nodes, s.locations, s.edges, s.folded_objects,
             s.growing_cycles, s.reorders, s.largest_set, s.average_set,
             s.steps);
  print_sets(*program, *facts, true);
  print_sets(*program, *facts, false);
  fmt::print("outside knows {}, the library {}\n", facts->outside().size(),
             facts->library().size());
  print_calls(*facts);
  if (argc > 3)
    print_unknown(*program, *facts);
  pointer::ModRef effects(*facts);
  fmt::print("mod/ref {:.2f} s: {} different sets\n", cpu() - solved,
             effects.set_count());
}
