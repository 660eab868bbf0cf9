// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs in, units out: from the cache where nothing changed, else from a worker.
// See frontend/frontend.h.

#include "frontend/frontend.h"
#include "frontend/wire.h"
#include "frontend/worker_pool.h"
#include "ir/binary.h"

#include <algorithm>
#include <filesystem>

namespace wt::frontend {

namespace {

// What is wrong with the job itself, before Clang is asked; "" if nothing.
std::string trouble_with(const CompileJob &job) {
  std::error_code why;
  if (!std::filesystem::is_directory(job.directory, why))
    return "the folder of this compilation does not exist: " + job.directory;
  if (!std::filesystem::exists(job.file, why))
    return "no such file; if the build generates it, build first";
  if (!std::filesystem::is_regular_file(job.file, why))
    return "not a plain file"; // a pipe would be waited for
  return "";
}

Message request_for(const CompileJob &job, const CaptureOptions &options) {
  Message request{job.directory, job.file, job.is_cxx_driver ? "c++" : "c",
                  std::to_string(options.texts ? options.texts->size() : 0)};
  if (options.texts)
    for (const auto &[file, text] : *options.texts)
      request.insert(request.end(), {file, text});
  request.insert(request.end(), job.arguments.begin(), job.arguments.end());
  return request;
}

// Clang's first error with its source lines, without the closing count.
std::string first_error(const std::string &diagnostics) {
  std::size_t begin = diagnostics.find("error:");
  if (begin == std::string::npos)
    return diagnostics;
  begin = diagnostics.rfind('\n', begin);
  begin = begin == std::string::npos ? 0 : begin + 1;
  std::size_t end = diagnostics.find("error:", diagnostics.find("error:") + 6);
  if (end != std::string::npos)
    end = diagnostics.rfind('\n', end);
  std::string text =
      diagnostics.substr(begin, end == std::string::npos ? end : end - begin);
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

class Capture {
public:
  Capture(const JobList &jobs, const CaptureOptions &options, UnitCache *cache)
      : options_(options), cache_(cache), results_(jobs.jobs.size()) {
    for (std::size_t i = 0; i < jobs.jobs.size(); ++i)
      results_[i].job = jobs.jobs[i];
  }

  std::vector<CapturedUnit> run() {
    std::vector<Message> requests;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (options_.cancelled && options_.cancelled->load())
        break;
      results_[i].failure = trouble_with(results_[i].job);
      if (!results_[i].failure.empty() || is_cached(results_[i])) {
        report(i);
        continue;
      }
      requests.push_back(request_for(results_[i].job, options_));
      which.push_back(i);
    }
    started_ = cache_ ? cache_->now() : 0;
    PoolOptions pool{.program = options_.worker.empty() ? worker_program()
                                                        : options_.worker,
                     .workers = options_.workers,
                     .seconds_per_unit = options_.seconds_per_unit,
                     .megabytes_per_worker = options_.megabytes_per_worker,
                     .cancelled = options_.cancelled};
    run_workers(requests, pool,
                [&](std::size_t request, Message reply, Failure failure) {
                  take(which[request], std::move(reply), std::move(failure));
                });
    return std::move(results_);
  }

private:
  bool is_cached(CapturedUnit &result) {
    std::optional<std::string> bytes =
        cache_ ? cache_->find(result.job) : std::nullopt;
    if (!bytes)
      return false;
    Result<ir::Unit> unit = ir::read_unit(*bytes);
    if (!unit)
      return false; // damaged or of another version: capture again
    result.unit = std::make_unique<ir::Unit>(std::move(*unit));
    result.from_store = true;
    return true;
  }

  void take(std::size_t i, Message reply, Failure failure) {
    CapturedUnit &result = results_[i];
    result.was_killed = failure.was_killed;
    if (!failure.text.empty())
      result.failure = std::move(failure.text);
    else if (reply.size() < 2)
      result.failure = "the worker's answer is damaged";
    else if (reply[0].empty())
      result.failure = first_error(reply[1]);
    else if (auto unit = ir::read_unit(reply[0])) {
      result.unit = std::make_unique<ir::Unit>(std::move(*unit));
      if (cache_)
        cache_->put(result.job, reply[0], inputs_in(reply));
    } else {
      result.failure = unit.error().message;
    }
    report(i);
  }

  Inputs inputs_in(const Message &reply) const {
    auto read = reply.begin() + 2;
    auto end_of_read = std::find(read, reply.end(), "");
    auto absent = end_of_read == reply.end() ? end_of_read : end_of_read + 1;
    return {{read, end_of_read}, {absent, reply.end()}, started_};
  }

  void report(std::size_t i) {
    ++done_;
    if (options_.on_unit)
      options_.on_unit(done_, results_.size(), results_[i].job.file);
  }

  const CaptureOptions &options_;
  UnitCache *cache_;
  std::vector<CapturedUnit> results_;
  std::int64_t started_ = 0;
  std::size_t done_ = 0;
};

} // namespace

std::vector<CapturedUnit>
capture(const JobList &jobs, const CaptureOptions &options, UnitCache *cache) {
  return Capture(jobs, options, cache).run();
}

} // namespace wt::frontend
