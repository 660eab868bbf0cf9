// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is the store opened, and what happens when it fails?  See store.h.
//
// Tested by tests/unit/store/open_test.cpp and trouble_test.cpp.

#include "store/store_impl.h"

#include <sqlite3.h>

#include <ctime>

namespace wt {

Store::Impl::Impl(std::optional<StoreFolder> folder, const StoreKey &key)
    : folder_(std::move(folder)), key_(key) {}

Status Store::Impl::start() {
  if (!folder_) {
    // Without even this much memory the store simply knows nothing.
    if (db_.open_memory() != SQLITE_OK ||
        prepare_schema(db_, "").state != SchemaState::kReady)
      db_.close();
    return {};
  }
  if (Status files = folder_->check_files(); !files)
    return files;
  Result<StoreFolder::Lock> lock = folder_->lock();
  if (!lock)
    return std::unexpected(lock.error());
  Result<SchemaResult> opened = open_database();
  if (!opened)
    return std::unexpected(opened.error());
  if (opened->state == SchemaState::kDamaged)
    return rebuild("the stored results were damaged and are built again");
  if (opened->state == SchemaState::kForeign)
    return rebuild("the stored results are of another version and are built "
                   "again");
  if (opened->state == SchemaState::kStranger) {
    db_.close();
    return fail("the stored results were written under another key, so they "
                "are not used ('watertight store clean' takes them away)",
                folder_->database_path());
  }
  int code = read_generation();
  if (is_damage(code))
    return rebuild("the stored results were damaged and are built again");
  if (code != SQLITE_OK)
    return fail(std::string("cannot read stored results: ") +
                    sqlite3_errstr(code),
                folder_->database_path());
  return {};
}

// An Error when the file cannot be used at all; else what it is.
Result<SchemaResult> Store::Impl::open_database() {
  int code = db_.open(folder_->database_path());
  SchemaResult result;
  if (code == SQLITE_OK)
    result = prepare_schema(db_, marking("owner").finish());
  else if (is_damage(code))
    result = {SchemaState::kDamaged, code};
  else
    result = {SchemaState::kFailed, code};
  if (result.state != SchemaState::kFailed)
    return result;
  db_.close();
  return fail(std::string("cannot use stored results: ") +
                  sqlite3_errstr(result.code),
              folder_->database_path());
}

// Under the lock of the folder.
Status Store::Impl::rebuild(std::string_view why) {
  was_rebuilt_ = true;
  say(folder_->database_path() + ": " + std::string(why));
  db_.close();
  forget_rows();
  folder_->remove_database();
  Result<SchemaResult> opened = open_database();
  if (!opened)
    return std::unexpected(opened.error());
  int code =
      opened->state == SchemaState::kReady ? read_generation() : SQLITE_CORRUPT;
  if (code == SQLITE_OK)
    return {};
  db_.close();
  return fail("cannot be built again", folder_->database_path());
}

// Reading only: a run that stores nothing leaves the disk alone.
int Store::Impl::read_generation() {
  Statement query(db_, "SELECT value FROM meta WHERE name = 'generation'");
  generation_ = 1 + (query.row() ? query.integer(0) : 0);
  generation_is_stored_ = false;
  return query.result();
}

// Part of the first transaction of a run.
int Store::Impl::store_generation() {
  if (generation_is_stored_)
    return SQLITE_OK;
  generation_is_stored_ = true;
  Statement update(db_, "INSERT INTO meta VALUES('generation', ?1) "
                        "ON CONFLICT(name) DO UPDATE "
                        "SET value = max(value, ?1)");
  int code = update.bind(1, generation_).run();
  Statement run(db_, "INSERT OR REPLACE INTO runs VALUES(?1, ?2)");
  run.bind(1, generation_)
      .bind(2, static_cast<std::int64_t>(std::time(nullptr)));
  return code == SQLITE_OK ? run.run() : code;
}

void Store::Impl::meet(int code) {
  std::string file = folder_ ? folder_->database_path() : "store in memory";
  if (is_damage(code)) {
    if (folder_ && !was_rebuilt_) {
      Result<StoreFolder::Lock> lock = folder_->lock();
      if (lock && rebuild("the stored results are damaged and are built again"))
        return;
    }
    db_.close();
    return say_once(0, file + ": is damaged; results are not stored");
  }
  std::string reason = sqlite3_errstr(code);
  switch (code & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return say_once(1, file + ": is busy; some results are not stored");
  case SQLITE_TOOBIG:
    return say_once(2, file + ": a unit is too large to be stored");
  default:
    can_write_ = false;
    return say_once(3,
                    file + ": " + reason + "; further results are not stored");
  }
}

void Store::Impl::say_once(int kind, std::string message) {
  if (said_.insert(kind).second)
    say(std::move(message));
}

std::vector<std::string> Store::Impl::take_messages() {
  std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;
Store::Store(Store &&) noexcept = default;
Store &Store::operator=(Store &&) noexcept = default;

Result<Store> Store::open(const std::string &path, const StoreKey &key) {
  Result<StoreFolder> folder = StoreFolder::open(path);
  if (!folder)
    return std::unexpected(folder.error());
  auto impl = std::make_unique<Impl>(std::move(*folder), key);
  if (Status started = impl->start(); !started)
    return std::unexpected(started.error());
  return Store(std::move(impl));
}

Store Store::in_memory() {
  auto impl = std::make_unique<Impl>(std::nullopt, StoreKey());
  (void)impl->start(); // cannot fail without a folder
  return Store(std::move(impl));
}

Status Store::clear(const std::string &path) {
  Result<StoreFolder> folder = StoreFolder::open(path);
  if (!folder)
    return std::unexpected(folder.error());
  if (Status files = folder->check_files(); !files)
    return files;
  Result<StoreFolder::Lock> lock = folder->lock();
  if (!lock)
    return std::unexpected(lock.error());
  folder->remove_database();
  return {};
}

Store Store::open_or_memory(const std::string &folder, const StoreKey &key) {
  Result<Store> opened = open(folder, key);
  if (opened)
    return std::move(*opened);
  Store store = in_memory();
  store.impl_->say(opened.error().text() + "; results are kept in memory only");
  return store;
}

bool Store::is_persistent() const { return impl_->is_persistent(); }

std::vector<std::string> Store::take_messages() {
  return impl_->take_messages();
}

} // namespace wt
