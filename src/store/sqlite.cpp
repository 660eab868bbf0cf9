// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two owners of sqlite.h.  A store comes from a checkout, so the database
// is opened as one that somebody else may have made: no extensions, no
// functions from its schema, cells checked when they are read.

#include "store/sqlite.h"

#include <sqlite3.h>

namespace wt {

namespace {

constexpr int kBusyMilliseconds = 5000;

} // namespace

void Database::Close::operator()(sqlite3 *handle) const {
  sqlite3_close_v2(handle);
}

int Database::open(const std::string &path) {
  return open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                        SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX);
}

int Database::open_memory() {
  return open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                              SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX);
}

int Database::open(const std::string &path, int flags) {
  sqlite3 *handle = nullptr;
  int result = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) {
    int extended = handle ? sqlite3_extended_errcode(handle) : result;
    handle_.reset();
    return extended;
  }
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return SQLITE_OK;
}

int Database::run(const char *sql) {
  return sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
}

std::int64_t Database::last_insert_id() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

void Statement::Finalize::operator()(sqlite3_stmt *statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(const Database &database, std::string_view sql) {
  sqlite3_stmt *statement = nullptr;
  result_ = database.is_open()
                ? sqlite3_prepare_v2(database.handle(), sql.data(),
                                     static_cast<int>(sql.size()), &statement,
                                     nullptr)
                : SQLITE_MISUSE;
  statement_.reset(statement);
}

Statement &Statement::bind(int index, std::int64_t value) {
  if (statement_)
    sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}

Statement &Statement::bind(int index, std::string_view text) {
  if (statement_)
    sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement &Statement::bind_blob(int index, std::string_view bytes) {
  if (!statement_)
    return *this;
  // A null pointer would bind NULL instead of an empty blob.
  const char *data = bytes.data() ? bytes.data() : "";
  int bound = sqlite3_bind_blob64(statement_.get(), index, data, bytes.size(),
                                  SQLITE_STATIC);
  if (bound != SQLITE_OK) // SQLITE_TOOBIG
    result_ = bound;
  return *this;
}

bool Statement::row() {
  if (!statement_ || result_ != SQLITE_OK)
    return false;
  int stepped = sqlite3_step(statement_.get());
  if (stepped == SQLITE_ROW)
    return true;
  result_ = stepped == SQLITE_DONE ? SQLITE_OK : stepped;
  return false;
}

int Statement::run() {
  while (row()) {
  }
  return result_;
}

void Statement::reset() {
  if (!statement_)
    return;
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  result_ = SQLITE_OK;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const void *bytes = sqlite3_column_blob(statement_.get(), column);
  int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes ? std::string(static_cast<const char *>(bytes), size)
               : std::string();
}

} // namespace wt
