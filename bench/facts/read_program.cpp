// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/facts/read_program.h"

#include "driver/unit_cache.h"
#include "frontend/frontend.h"
#include "model/models.h"

#include <ctime>

namespace wt::bench {

Read read_program(const std::string &database, const std::string &folder) {
  Store store = Store::open_or_memory(folder);
  driver::StoredUnits cache(store);
  Result<frontend::JobList> jobs = frontend::jobs_from_database(database);
  if (!jobs)
    return {};
  frontend::CaptureOptions options;
  options.workers = 2;
  std::vector<std::unique_ptr<const ir::Unit>> units;
  for (frontend::CapturedUnit &unit :
       frontend::capture(*jobs, options, &cache))
    if (unit.unit)
      units.push_back(std::move(unit.unit));
  Read out;
  out.program = link(std::move(units));
  std::vector<const ir::Unit *> linked;
  for (const auto &unit : out.program->units())
    linked.push_back(unit.get());
  if (auto models = model::load_models({}, linked))
    out.models = std::move(*models);
  return out;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace wt::bench
