// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are the files that a unit was made from still the same?
//
// A stored unit needs neither preprocessing nor parsing when they are:
//
//   InputCheck inputs(store);
//   if (auto unit = store.find_unit(key); unit && inputs.is_unchanged(*unit))
//     use store.content(*unit)
//   else
//     std::int64_t started = InputCheck::now();
//     ... capture ...
//     if (auto states = inputs.record(files_read, looked_in_vain, started))
//       store.put_unit(key, main_file, *states, bytes)
//
// Each file is looked at once per run: same size, modification time and inode
// mean the same content; otherwise the content's digest decides, and a file
// that was only touched gets its new times stored.  A file modified within two
// seconds of being looked at is not trusted by its times: a second write could
// leave them as they are.
//
// A path where a header was looked for in vain must still have nothing: a new
// header there would be found instead of the old one.
//
// One InputCheck serves one run and one thread.
//
// Tested by tests/unit/store/inputs_test.cpp.

#pragma once

#include "store/store.h"

#include <unordered_map>

namespace wt {

class InputCheck {
public:
  explicit InputCheck(Store &store) : store_(store) {}

  bool is_unchanged(const StoredUnit &unit);

  // The state of files that were read, and of those that were looked for in
  // vain, by something that began at `started`.  Nullopt when a file has
  // changed since then, is no plain file, or a path is not absolute: do not
  // store.
  std::optional<std::vector<FileState>>
  record(std::span<const std::string> read, std::span<const std::string> absent,
         std::int64_t started);

  // Nanoseconds on the clock of file times.
  static std::int64_t now();

  // How many contents were read to compare or record them.
  std::size_t contents_read() const { return contents_read_; }

private:
  // What stat says.
  struct Look {
    bool is_absent = false;
    bool is_plain = false;
    std::int64_t size = 0;
    std::int64_t mtime = 0;
    std::int64_t changed = 0; // the later of mtime and ctime
    std::uint64_t inode = 0;
    std::int64_t taken = 0; // when we looked

    bool operator==(const Look &) const = default;
    bool is_settled() const;
  };
  struct Known {
    Look look;
    std::optional<Digest> digest; // of the content at that look
  };
  enum class Answer : std::uint8_t { kNotAsked, kUnchanged, kChanged };

  static Look look_at(const std::string &path);
  static FileState state_of(const std::string &path, const Known &known);
  // The digest of a file that looks like `known` before and after reading.
  bool read_digest(const std::string &path, Known &known);
  bool compare(FileStateId id);

  Store &store_;
  std::vector<Answer> answers_;                     // by FileStateId
  std::unordered_map<std::string, Known> known_;    // for is_unchanged
  std::unordered_map<std::string, Known> recorded_; // for record
  std::size_t contents_read_ = 0;
};

} // namespace wt
