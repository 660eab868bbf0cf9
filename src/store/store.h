// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What survives between runs?
//
// Captured units with the files they were made from, verdicts and summaries by
// digest, and the build as `run` has seen it: in one SQLite database in the
// folder `.watertight`.  All that is believed carries a digest under the key of
// who wrote it (keyed_digest.h).  All of it can be computed again, so a store
// never fails a run:
//
//   a folder that cannot be used (link, read-only)  memory only, one message
//   a store that was made under another key         memory only, one message
//   a damaged or foreign database                   rebuilt, one message
//   a full disk                                     reads on, writes no more
//   another process                                 both go on; short locks
//   kill -9                                         the last write may be lost
//
// A Store may be used from several threads, but not across fork(): open it
// afterwards.  docs/user/store.md tells more.
//
// Tested by tests/unit/store/.

#pragma once

#include "store/keyed_digest.h"
#include "support/digest.h"
#include "support/id.h"
#include "support/result.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wt {

// How a file looked when its content had this digest.
struct FileState {
  std::string path; // absolute
  Digest digest;
  std::int64_t size = 0;  // bytes; -1: the file did not exist, and must not
  std::int64_t mtime = 0; // nanoseconds; 0: too young to trust, compare digests
  std::uint64_t inode = 0;

  bool operator==(const FileState &) const = default;
};

// One file state of this run's store; valid as long as the Store.
using FileStateId = Id<struct FileStateTag>;

// A unit that was captured before.  It is of use while its inputs are
// unchanged: see store/inputs.h.  One key may have several of them, made from
// different inputs (branches, edits taken back).
struct StoredUnit {
  Digest key;
  Digest variant; // of the inputs
  std::vector<FileStateId> inputs;
  std::int64_t content = 0;    // for Store::content()
  std::string digest;          // keyed, of the content
  std::int64_t generation = 0; // the run that last marked it as used
};

// Kinds of entries.  Numbers are written to disk: never reuse one.
enum class EntrySpace : std::uint8_t {
  kVerdict = 1,
  kSummary = 2,
  kFinding = 3,
  kIndex = 4 // of a unit
};

// One compiler call of the build.
struct BuildCommand {
  std::string directory;
  std::string file;
  std::vector<std::string> arguments;

  bool operator==(const BuildCommand &) const = default;
};

struct StoreLimits {
  std::int64_t unused_runs = 50;              // older units are dropped
  std::int64_t bytes = std::int64_t(4) << 30; // then the oldest
};

// One kind of what is in a store: units, or entries of one space.
struct StoreShare {
  std::string kind; // "units", "results"
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::int64_t oldest = 0, newest = 0; // last used, seconds; 0: unknown
};

class Store {
public:
  // An Error when the folder cannot be used; a bad database is rebuilt.
  static Result<Store> open(const std::string &folder,
                            const StoreKey &key = {});
  static Store in_memory();
  // As open(), or in memory with the reason in messages().
  static Store open_or_memory(const std::string &folder,
                              const StoreKey &key = {});
  // All that is stored in the folder goes, whoever wrote it.
  static Status clear(const std::string &folder);

  ~Store();
  Store(Store &&) noexcept;
  Store &operator=(Store &&) noexcept;

  bool is_persistent() const; // false: in memory
  // What went wrong since the last call, each kind of trouble once.
  std::vector<std::string> take_messages();

  // Units.
  // Those of the key, the last used first.
  std::vector<StoredUnit> find_units(const Digest &key);
  const FileState &file_state(FileStateId id) const;
  // Nullopt when it is gone or damaged: capture again.
  std::optional<std::string> content(const StoredUnit &unit);
  // Its variant; nullopt when it could not be stored.
  std::optional<Digest> put_unit(const Digest &key, std::string_view main_file,
                                 std::span<const FileState> inputs,
                                 std::string_view content);
  // The content is as before, though the file has been touched.
  void refresh(FileStateId id, const FileState &now);
  // It was of use in this run: keep it.
  void mark_used(const StoredUnit &unit);

  // Entries.
  struct Entry {
    Digest key;
    std::string value;
  };
  std::optional<std::string> get(EntrySpace space, const Digest &key);
  void put(EntrySpace space, std::span<const Entry> entries);

  // The build.
  std::vector<BuildCommand> build();
  void put_build(std::span<const BuildCommand> commands);

  // At the end of a run: notes what was used and drops what has not been for
  // long.  A run that is killed before only forgets to do so.
  void finish_run(const StoreLimits &limits = {});
  // Likewise at once, whether or not anything was stored.
  void shrink(const StoreLimits &limits);
  // What there is, and how many runs have stored something.
  std::vector<StoreShare> shares();
  std::int64_t runs() const;

private:
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace wt
