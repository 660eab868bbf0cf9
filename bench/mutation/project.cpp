// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens and links captured units: see project.h.

#include "mutation/project.h"

#include "driver/input.h"
#include "driver/unit_cache.h"
#include "ir/binary.h"
#include "model/contract.h"
#include "model/models.h"

namespace wt::mutation {

Result<Project> Project::link(std::vector<std::unique_ptr<ir::Unit>> units) {
  Project project;
  std::vector<std::unique_ptr<const ir::Unit>> taken;
  Result<model::ModelSetBuilder> specifications = model::read_specifications();
  if (!specifications)
    return std::unexpected(specifications.error());
  for (std::unique_ptr<ir::Unit> &unit : units) {
    specifications->contracts().apply(*unit);
    specifications->add_attributes(*unit);
    project.writable[unit.get()] = unit.get();
    taken.push_back(std::move(unit));
  }
  project.program = wt::link(std::move(taken));
  project.models = specifications->build();
  return project;
}

Result<Project> Project::open(const std::string &database,
                              const std::string &store_folder,
                              unsigned workers) {
  driver::Options options;
  options.build = database;
  Result<driver::Input> input = driver::find_input(options, {});
  if (!input)
    return std::unexpected(input.error());
  Store store = Store::open_or_memory(store_folder);
  driver::StoredUnits cache(store);
  frontend::CaptureOptions capture;
  capture.workers = workers;
  std::vector<std::unique_ptr<ir::Unit>> units;
  std::size_t failed = 0;
  for (frontend::CapturedUnit &captured :
       frontend::capture(input->jobs, capture, &cache)) {
    if (!captured.unit) {
      ++failed;
      continue;
    }
    // Captured units are constant; a copy is not.
    Result<ir::Unit> copy = ir::read_unit(ir::write_unit(*captured.unit));
    if (!copy)
      return std::unexpected(copy.error());
    units.push_back(std::make_unique<ir::Unit>(std::move(*copy)));
  }
  store.finish_run();
  Result<Project> project = link(std::move(units));
  if (project)
    project->failed = failed;
  return project;
}

Exchange::Exchange(Project &project, ProcedureId p, ir::Function body)
    : place_(project.writable.at(&project.program->unit_of(p))
                 ->functions[project.program->procedures()[p].function]),
      kept_(std::move(place_)) {
  place_ = std::move(body);
}

Exchange::~Exchange() { place_ = std::move(kept_); }

} // namespace wt::mutation
