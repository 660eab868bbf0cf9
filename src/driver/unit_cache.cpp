// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Units in the store; see driver/unit_cache.h.

#include "driver/unit_cache.h"

#include "frontend/worker_pool.h"
#include "ir/binary.h"

#include <algorithm>
#include <cstdlib>
#include <sys/stat.h>

namespace wt::driver {

namespace {

// A worker that was built anew may make other units.
std::string worker_stamp() {
  std::string program = frontend::worker_program();
  struct stat status{};
  if (stat(program.c_str(), &status) != 0)
    return "no worker";
  return std::to_string(status.st_size) + " " +
         std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

// Where Clang looks for headers besides what the flags say.
std::string environment() {
  std::string text;
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char *value = std::getenv(name))
      text += std::string(" ") + name + "=" + value;
  return text;
}

// What is made in the same way from the same inputs is the same.
Digest identity_of(const Digest &key, const Digest &variant) {
  return DigestBuilder().add(key.bytes()).add(variant.bytes()).finish();
}

} // namespace

StoredUnits::StoredUnits(Store &store)
    : store_(store), inputs_(store),
      maker_("unit " + std::to_string(ir::kUnitFormat) + " worker " +
             worker_stamp() + environment()) {}

Digest StoredUnits::key_of(const frontend::CompileJob &job) const {
  std::vector<std::string> flags = job.arguments;
  flags.push_back(job.is_cxx_driver ? "c++" : "c");
  return unit_key(job.file, job.directory, flags, maker_);
}

std::optional<StoredUnit> StoredUnits::unchanged(const Digest &key) {
  for (StoredUnit &unit : store_.find_units(key))
    if (inputs_.is_unchanged(unit)) {
      store_.mark_used(unit);
      return std::move(unit);
    }
  return std::nullopt;
}

std::optional<std::string> StoredUnits::find(const frontend::CompileJob &job) {
  Digest key = key_of(job);
  identities_.erase(key);
  std::optional<StoredUnit> unit = unchanged(key);
  if (!unit)
    return std::nullopt;
  std::optional<std::string> content = store_.content(*unit);
  if (content)
    identities_[key] = identity_of(key, unit->variant);
  return content;
}

std::optional<Digest> StoredUnits::identity(const frontend::CompileJob &job) {
  Digest key = key_of(job);
  if (auto known = identities_.find(key); known != identities_.end())
    return known->second;
  std::optional<StoredUnit> unit = unchanged(key);
  if (!unit)
    return std::nullopt;
  return identities_[key] = identity_of(key, unit->variant);
}

bool StoredUnits::reads_none_of(const frontend::CompileJob &job,
                                const std::set<std::string> &files) {
  std::optional<StoredUnit> unit = unchanged(key_of(job));
  return unit && std::ranges::none_of(unit->inputs, [&](FileStateId id) {
           return files.contains(store_.file_state(id).path);
         });
}

void StoredUnits::put(const frontend::CompileJob &job, std::string_view bytes,
                      const frontend::Inputs &inputs) {
  Digest key = key_of(job);
  identities_.erase(key);
  auto states = inputs_.record(inputs.read, inputs.absent, inputs.started);
  if (!states)
    return;
  if (auto variant = store_.put_unit(key, job.file, *states, bytes))
    identities_[key] = identity_of(key, *variant);
}

// Made when it is first asked for: few people ask.
std::optional<UnitIndex> StoredUnits::index(const frontend::CompileJob &job) {
  Digest key = key_of(job);
  std::optional<StoredUnit> stored = unchanged(key);
  if (!stored)
    return std::nullopt;
  Digest name = identity_of(key, stored->variant);
  if (auto bytes = store_.get(EntrySpace::kIndex, name))
    if (auto index = read_index(*bytes))
      return index;
  std::optional<std::string> content = store_.content(*stored);
  if (!content)
    return std::nullopt;
  auto unit = ir::read_unit(*content);
  if (!unit)
    return std::nullopt;
  UnitIndex index = index_of(*unit);
  Store::Entry entry{name, write_index(index)};
  store_.put(EntrySpace::kIndex, {&entry, 1});
  return index;
}

} // namespace wt::driver
