// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing files with their stored states; see inputs.h.
//
// Tested by tests/unit/store/inputs_test.cpp.

#include "store/inputs.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wt {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kSettleTime = 2 * kSecond;

std::int64_t nanoseconds(const timespec &time) {
  return time.tv_sec * kSecond + time.tv_nsec;
}

std::optional<Digest> digest_of_file(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  std::string bytes;
  std::size_t used = 0;
  ssize_t got = 0;
  do {
    bytes.resize(std::max<std::size_t>(1 << 16, used * 2));
    got = read(file, bytes.data() + used, bytes.size() - used);
    used += got > 0 ? static_cast<std::size_t>(got) : 0;
  } while (got > 0 || (got < 0 && errno == EINTR));
  close(file);
  if (got < 0)
    return std::nullopt;
  return digest_of(std::string_view(bytes).substr(0, used));
}

} // namespace

std::int64_t InputCheck::now() {
  // The clock that the kernel stamps files with: a file written later never
  // carries an earlier time.
  timespec time{};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return nanoseconds(time);
}

bool InputCheck::Look::is_settled() const {
  return changed + kSettleTime < taken;
}

InputCheck::Look InputCheck::look_at(const std::string &path) {
  Look look;
  look.taken = now();
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    look.is_absent = errno == ENOENT || errno == ENOTDIR;
    return look;
  }
  look.is_plain = S_ISREG(info.st_mode);
  look.size = info.st_size;
  look.mtime = nanoseconds(info.st_mtim);
  look.changed = std::max(look.mtime, nanoseconds(info.st_ctim));
  look.inode = info.st_ino;
  return look;
}

FileState InputCheck::state_of(const std::string &path, const Known &known) {
  const Look &look = known.look;
  return {path, *known.digest, look.size, look.is_settled() ? look.mtime : 0,
          look.inode};
}

bool InputCheck::read_digest(const std::string &path, Known &known) {
  if (known.digest)
    return true;
  ++contents_read_;
  std::optional<Digest> digest = digest_of_file(path);
  Look after = look_at(path);
  after.taken = known.look.taken;
  if (!digest || after != known.look)
    return false;
  known.digest = digest;
  return true;
}

bool InputCheck::is_unchanged(const StoredUnit &unit) {
  for (FileStateId id : unit.inputs) {
    if (id.value >= answers_.size())
      answers_.resize(id.value + 1, Answer::kNotAsked);
    if (answers_[id.value] == Answer::kNotAsked)
      answers_[id.value] = compare(id) ? Answer::kUnchanged : Answer::kChanged;
    if (answers_[id.value] == Answer::kChanged)
      return false;
  }
  return true;
}

bool InputCheck::compare(FileStateId id) {
  const FileState &state = store_.file_state(id);
  auto [found, is_new] = known_.try_emplace(state.path);
  Known &known = found->second;
  if (is_new)
    known.look = look_at(state.path);
  const Look &look = known.look;
  if (state.size < 0)
    return look.is_absent;
  if (!look.is_plain || look.size != state.size)
    return false;
  if (state.mtime != 0 && look.mtime == state.mtime &&
      look.inode == state.inode)
    return true;
  if (!read_digest(state.path, known) || *known.digest != state.digest)
    return false;
  FileState fresh = state_of(state.path, known);
  if (fresh.mtime != 0)
    store_.refresh(id, fresh);
  return true;
}

std::optional<std::vector<FileState>>
InputCheck::record(std::span<const std::string> read,
                   std::span<const std::string> absent, std::int64_t started) {
  std::vector<FileState> states;
  states.reserve(read.size() + absent.size());
  for (const std::string &path : read) {
    Look look = look_at(path);
    if (!path.starts_with('/') || !look.is_plain || look.changed >= started)
      return std::nullopt;
    Known &known = recorded_[path];
    Look before = look;
    before.taken = known.look.taken;
    if (before != known.look || !known.look.is_settled())
      known = {look, std::nullopt};
    if (!read_digest(path, known))
      return std::nullopt;
    states.push_back(state_of(path, known));
  }
  // What has appeared meanwhile need not be looked for: it will be seen when
  // the unit is to be used.
  for (const std::string &path : absent) {
    if (!path.starts_with('/'))
      return std::nullopt;
    states.push_back({path, {}, -1, 0, 0});
  }
  return states;
}

} // namespace wt
