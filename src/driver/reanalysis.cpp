// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reanalysis.h.

#include "driver/reanalysis.h"

#include "driver/interrupt.h"
#include "support/bytes.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace wt::driver {

namespace {

// Memory that a child writes and its parent reads.
class Shared {
public:
  Shared() : descriptor_(memfd_create("watertight", MFD_CLOEXEC)) {}
  ~Shared() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  Shared(const Shared &) = delete;
  Shared &operator=(const Shared &) = delete;

  bool write(const std::string &bytes) const {
    return descriptor_ >= 0 && ftruncate(descriptor_, 0) == 0 &&
           lseek(descriptor_, 0, SEEK_SET) == 0 &&
           write_all(descriptor_, bytes, "memory").has_value();
  }
  std::string read() const {
    off_t size = descriptor_ < 0 ? 0 : lseek(descriptor_, 0, SEEK_END);
    std::string bytes(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    std::size_t at = 0;
    while (at < bytes.size()) {
      ssize_t n = pread(descriptor_, bytes.data() + at, bytes.size() - at,
                        static_cast<off_t>(at));
      if (n <= 0)
        return "";
      at += static_cast<std::size_t>(n);
    }
    return bytes;
  }

private:
  int descriptor_;
};

ChildOptions child_options(Console &console) {
  ChildOptions child;
  child.cancelled = &interrupted();
  child.say = [&](const std::string &message) { console.warning(message); };
  return child;
}

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

std::expected<CheckResult, int> analyse_apart(const Subject &subject,
                                              Console &console) {
  Shared shared;
  int status =
      run_in_child(child_options(console), [&](const Attempt &attempt) {
        std::expected<CheckResult, int> result = analyse_units(
            subject.plan, subject.units, subject.places, attempt, console);
        if (!result)
          return result.error();
        return shared.write(write_result(*result)) ? 0 : 2;
      });
  if (status != 0)
    return std::unexpected(status);
  std::optional<CheckResult> result = read_result(shared.read());
  if (!result)
    return std::unexpected(2);
  return std::move(*result);
}

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
  Shared shared;
  int status = run_in_child(child, [&](const Attempt &attempt) {
    for (auto &[i, unit] : *changed)
      subject.units[i] = std::move(unit); // the parent's are as they were
    Reanalysis out;
    ChangedSource source{texts, written, out.objections};
    std::expected<CheckResult, int> result = analyse_units(
        subject.plan, subject.units, subject.places, attempt, nobody, &source);
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
