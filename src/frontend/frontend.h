// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a project's build become units?
//
//   jobs_from_database / jobs_from_files   what to compile   (jobs.cpp)
//   capture                                compile it        (capture.cpp)
//
// Compilation happens in worker processes (worker_pool.h); a unit whose inputs
// did not change comes from the cache and is neither preprocessed nor parsed.
// This header and everything linked into the tool is free of Clang.
//
// Tested by tests/unit/frontend/ and tests/capture/.

#pragma once

#include "ir/unit.h"
#include "support/result.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace wt::frontend {

// One compilation of one file.
struct CompileJob {
  std::string directory;              // absolute
  std::string file;                   // absolute, normalised
  std::vector<std::string> arguments; // clean flags, see frontend/flags.h
  bool is_cxx_driver = false;         // a C++ compiler was named

  auto operator<=>(const CompileJob &) const = default;
};

struct SkippedEntry {
  std::string file;
  std::string reason;
};

struct JobList {
  std::vector<CompileJob> jobs; // without exact duplicates, in input order
  // By job, the files it is compiled to, absolute; for jobs of a database.
  std::vector<std::vector<std::string>> outputs;
  std::vector<SkippedEntry> skipped;
  std::set<std::string> dropped; // flags that Clang is not given and may matter
};

// All entries of a compile_commands.json.
Result<JobList> jobs_from_database(const std::string &path);
// Files of the command line, compiled with `flags`.
Result<JobList> jobs_from_files(std::span<const std::string> files,
                                std::span<const std::string> flags);

struct CapturedUnit {
  CompileJob job;
  std::unique_ptr<ir::Unit> unit; // null: `failure` says why
  std::string failure; // Clang's first error with its place, or what happened
  bool from_store = false;
  bool was_killed = false; // by the system, twice: another run may succeed
};

struct CaptureOptions {
  unsigned workers = 1;
  unsigned seconds_per_unit = 120;
  unsigned megabytes_per_worker = 0; // 0: what the machine has
  // By file, what it is taken to hold instead of what is on disk.
  const std::map<std::string, std::string> *texts = nullptr;
  std::string worker; // the program; empty: the one beside this one
  const std::atomic<bool> *cancelled = nullptr;
  // Called in the calling thread after each unit: done so far, all, its file.
  std::function<void(std::size_t, std::size_t, const std::string &)> on_unit;
};

// What a unit was made from.
struct Inputs {
  std::span<const std::string> read;   // files
  std::span<const std::string> absent; // no header was found at these paths
  std::int64_t started = 0;            // when the capture began
};

// What earlier runs have captured.  Bytes are those of ir::write_unit.
class UnitCache {
public:
  virtual ~UnitCache() = default;
  // The unit of that very job if every file it was made from is unchanged.
  virtual std::optional<std::string> find(const CompileJob &job) = 0;
  virtual void put(const CompileJob &job, std::string_view bytes,
                   const Inputs &inputs) = 0;
  virtual std::int64_t now() const = 0; // the clock of Inputs::started
};

// One result per job, in order.  `cache` may be null.
std::vector<CapturedUnit>
capture(const JobList &jobs, const CaptureOptions &options, UnitCache *cache);

} // namespace wt::frontend
