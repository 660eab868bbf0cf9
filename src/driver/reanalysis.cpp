// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reanalysis.h.

#include "driver/reanalysis.h"

#include "driver/interrupt.h"
#include "driver/shared_memory.h"
#include "driver/storing.h"
#include "store/store.h"
#include "support/bytes.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace wt::driver {

namespace {

bool reads(const ir::Unit &unit,
           const std::map<std::string, std::string> &texts) {
  return std::ranges::any_of(
      unit.files, [&](StrId name) { return texts.contains(unit.text(name)); });
}

// The units that the change concerns, compiled anew, by their place.  Nullopt:
// one of them does not compile.
std::optional<std::map<std::size_t, frontend::CapturedUnit>>
capture_changed(const Subject &subject,
                const std::map<std::string, std::string> &texts) {
  frontend::JobList jobs;
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < subject.units.size(); ++i) {
    if (!subject.units[i].unit || !reads(*subject.units[i].unit, texts))
      continue;
    jobs.jobs.push_back(subject.units[i].job);
    which.push_back(i);
  }
  const Options &options = subject.plan.options;
  frontend::CaptureOptions capture;
  capture.workers = options.workers
                        ? options.workers
                        : std::max(1u, std::thread::hardware_concurrency());
  capture.seconds_per_unit = options.unit_time;
  capture.megabytes_per_worker = options.unit_memory;
  capture.cancelled = &interrupted();
  capture.texts = &texts;
  std::vector<frontend::CapturedUnit> units =
      frontend::capture(jobs, capture, nullptr);
  std::map<std::size_t, frontend::CapturedUnit> out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].unit)
      return std::nullopt;
    out.emplace(which[i], std::move(units[i]));
  }
  return out;
}

std::string write_reanalysis(const Reanalysis &reanalysis) {
  ByteWriter out;
  out.string(write_result(reanalysis.result));
  out.number(reanalysis.objections.size());
  for (const std::string &objection : reanalysis.objections)
    out.string(objection);
  return out.take();
}

std::optional<Reanalysis> read_reanalysis(const std::string &bytes) {
  ByteReader in(bytes);
  std::optional<CheckResult> result = read_result(in.string());
  if (!result)
    return std::nullopt;
  Reanalysis out{std::move(*result), {}};
  out.objections.resize(in.count());
  for (std::string &objection : out.objections)
    objection = in.string();
  if (in.failed())
    return std::nullopt;
  return out;
}

} // namespace

std::optional<Reanalysis>
reanalyse(const Subject &subject,
          const std::map<std::string, std::string> &texts,
          std::span<const fix::Written> written) {
  auto changed = capture_changed(subject, texts);
  if (!changed || interrupted())
    return std::nullopt;
  Console nobody;
  nobody.set_quiet(true);
  ChildOptions child;
  child.cancelled = &interrupted();
  SharedMemory shared;
  int status = run_in_child(child, [&](const Attempt &attempt) {
    for (auto &[i, unit] : *changed)
      subject.units[i] = std::move(unit); // the parent's are as they were
    Reanalysis out;
    ChangedSource source{texts, written, out.objections};
    std::unique_ptr<Store> store =
        subject.has_store
            ? open_store(subject.plan.options, subject.database, nobody)
            : nullptr;
    std::expected<CheckResult, int> result =
        analyse_units(subject.plan, subject.units, subject.places, attempt,
                      nobody, &source, store.get());
    if (!result || !attempt.is_first())
      return 2;
    out.result = std::move(*result);
    return shared.write(write_reanalysis(out)) ? 0 : 2;
  });
  if (status != 0)
    return std::nullopt;
  return read_reanalysis(shared.read());
}

} // namespace wt::driver
