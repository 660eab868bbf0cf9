// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/facts/read_program.h"

#include "driver/unit_cache.h"
#include "frontend/frontend.h"
#include "model/contract.h"
#include "model/models.h"

#include <sys/resource.h>

#include <ctime>

namespace wt::bench {
namespace {

Result<std::vector<frontend::CapturedUnit>>
captured(const std::string &database, const std::string &folder) {
  Store store = Store::open_or_memory(folder);
  driver::StoredUnits cache(store);
  Result<frontend::JobList> jobs = frontend::jobs_from_database(database);
  if (!jobs)
    return std::unexpected(jobs.error());
  frontend::CaptureOptions options;
  options.workers = 2;
  std::vector<frontend::CapturedUnit> units =
      frontend::capture(*jobs, options, &cache);
  store.finish_run();
  return units;
}

} // namespace

Read read_program(const std::string &database, const std::string &store) {
  Result<std::vector<frontend::CapturedUnit>> all = captured(database, store);
  if (!all)
    return {};
  Read out;
  std::vector<std::unique_ptr<ir::Unit>> captured_units;
  for (frontend::CapturedUnit &unit : *all) {
    if (unit.unit)
      captured_units.push_back(std::move(unit.unit));
    else
      ++out.failed;
  }
  out.units_peak = peak_bytes();
  double start = cpu_seconds();
  Result<model::ModelSetBuilder> specifications = model::read_specifications();
  if (!specifications)
    return {};
  for (std::unique_ptr<ir::Unit> &unit : captured_units)
    specifications->contracts().apply(*unit);
  std::vector<std::unique_ptr<const ir::Unit>> units(
      std::make_move_iterator(captured_units.begin()),
      std::make_move_iterator(captured_units.end()));
  out.program = link(std::move(units));
  for (const auto &unit : out.program->units())
    specifications->add_attributes(*unit);
  out.models = specifications->build();
  out.link_seconds = cpu_seconds() - start;
  return out;
}

bool fill_store(const std::string &database, const std::string &store) {
  return captured(database, store).has_value();
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

} // namespace wt::bench
