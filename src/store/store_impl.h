// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a Store keep while it is open?  Private to store/.
//
// The state, and how it meets trouble: every access runs under guard(), which
// locks, refuses when the store is off, and turns result codes of SQLite
// into the reactions that store.h promises.

#pragma once

#include "store/folder.h"
#include "store/schema.h"
#include "store/store.h"

#include <deque>
#include <mutex>
#include <set>
#include <unordered_map>

namespace wt {

// A mark of use younger than this many runs is not renewed.
constexpr std::int64_t kFreshRuns = 8;

// Numbers of rows as they are kept in units.inputs.
std::string pack_rows(std::span<const std::int64_t> rows);
std::vector<std::int64_t> unpack_rows(std::string_view bytes);

class Store::Impl {
public:
  Impl(std::optional<StoreFolder> folder, const StoreKey &key);

  // Opens and, if need be, rebuilds the database.
  Status start();
  bool is_persistent() const { return folder_.has_value() && db_.is_open(); }
  std::vector<std::string> take_messages();
  void say(std::string message) { messages_.push_back(std::move(message)); }

  // Runs `access`, which gives a SQLite code, if the store is on.
  // True: it was done.
  template <class Access> bool guard(bool writes, Access access) {
    std::lock_guard lock(mutex_);
    if (!db_.is_open() || (writes && !can_write_))
      return false;
    int code = access();
    if (code != 0)
      meet(code);
    return code == 0;
  }
  // The same inside a transaction: all or nothing.
  template <class Access> bool transaction(Access access) {
    return guard(true, [&] {
      int code = db_.run("BEGIN IMMEDIATE");
      if (code != 0)
        return code;
      code = store_generation();
      if (code == 0)
        code = access();
      if (code == 0)
        code = db_.run("COMMIT");
      if (code != 0) {
        db_.run("ROLLBACK");
        generation_is_stored_ = false;
        forget_rows_put();
      }
      has_written_ = true;
      return code;
    });
  }

  bool has_written() {
    std::lock_guard lock(mutex_);
    return has_written_;
  }

  bool has_marks() {
    std::lock_guard lock(mutex_);
    return !used_units.empty() || !used_entries.empty();
  }

  Database &db() { return db_; }
  // A digest under the key of this store, begun with what it is about.
  KeyedDigest marking(std::string_view what) const {
    KeyedDigest digest(key_);
    digest.add(what);
    return digest;
  }
  std::int64_t generation() const { return generation_; }

  // File states: local numbers that outlive a rebuild of the database.
  int load_states(); // all of them, the first time
  // By its number in the database; invalid when it is not there any more.
  FileStateId state_at(std::int64_t row);
  int drop(const StoreLimits &limits, std::int64_t before);
  std::optional<StoredUnit> unit_in(const Statement &row, const Digest &key);
  int make_room(const Digest &key, const Digest &variant);
  int put_state(const FileState &state, std::int64_t &row);
  int update_state(std::int64_t row, const FileState &state);
  // Rows may be gone: put_state() is to look for them again.
  void forget_rows_put() { rows_put_.clear(); }

  const FileState &state(FileStateId id) {
    std::lock_guard lock(mutex_);
    return states_[id.value];
  }
  void set_state(FileStateId id, const FileState &state) {
    std::lock_guard lock(mutex_);
    states_[id.value] = state;
  }
  std::int64_t row_of(FileStateId id) const { return state_rows_[id.value]; }

  // To be marked by finish_run().  Touched only under guard().
  std::set<std::pair<Digest, Digest>> used_units; // key, variant
  std::set<std::pair<int, Digest>> used_entries;

private:
  Result<SchemaResult> open_database();
  Status rebuild(std::string_view why);
  int read_generation();
  int store_generation();
  void meet(int code);
  void forget_rows();
  void say_once(int kind, std::string message);
  FileStateId add_state(std::int64_t row, FileState state);
  int store_state(const FileState &state, std::int64_t &row);

  std::string mark_of(const FileState &state) const;

  std::optional<StoreFolder> folder_; // none: in memory
  StoreKey key_;
  Database db_;
  std::mutex mutex_;
  bool can_write_ = true;
  bool has_written_ = false;
  bool was_rebuilt_ = false;
  bool states_loaded_ = false;
  std::int64_t generation_ = 1; // the number of this run
  bool generation_is_stored_ = false;
  std::unordered_map<std::int64_t, FileStateId> state_of_row_;
  std::deque<FileState> states_;         // by FileStateId
  std::vector<std::int64_t> state_rows_; // by FileStateId; 0: gone
  // Most units refer to the same states: what this run has put, by path.
  std::unordered_map<std::string, std::pair<FileState, std::int64_t>> rows_put_;
  std::set<int> said_;
  std::vector<std::string> messages_;
};

} // namespace wt
