// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Units in the store; see driver/unit_cache.h.

#include "driver/unit_cache.h"

#include "ir/binary.h"

namespace wt::driver {

namespace {

// Raised whenever the front end makes another unit of the same source.
constexpr int kCaptureVersion = 1;

Digest key_of(const frontend::CompileJob &job) {
  std::vector<std::string> flags = job.arguments;
  flags.push_back(job.is_cxx_driver ? "c++" : "c");
  return unit_key(job.file, job.directory, flags,
                  "unit " + std::to_string(ir::kUnitFormat) + " capture " +
                      std::to_string(kCaptureVersion));
}

} // namespace

std::optional<std::string> StoredUnits::find(const frontend::CompileJob &job) {
  std::optional<StoredUnit> unit = store_.find_unit(key_of(job));
  if (!unit || !inputs_.is_unchanged(*unit))
    return std::nullopt;
  store_.mark_used(*unit);
  return store_.content(*unit);
}

void StoredUnits::put(const frontend::CompileJob &job, std::string_view bytes,
                      std::span<const std::string> inputs,
                      std::int64_t started) {
  if (auto states = inputs_.record(inputs, {}, started))
    store_.put_unit(key_of(job), job.file, *states, bytes);
}

} // namespace wt::driver
