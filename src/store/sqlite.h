// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do we talk to SQLite?
//
// Through two small owners.  Nothing here throws or prints: every call that
// can fail gives SQLite's extended result code.
//
// Tested by tests/unit/store/.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace wt {

class Database {
public:
  Database() = default;
  // SQLITE_OK or why not.  Symbolic links are refused anywhere in `path`.
  int open(const std::string &path);
  int open_memory();
  void close() { handle_.reset(); }
  bool is_open() const { return handle_ != nullptr; }

  int run(const char *sql); // statements without results
  sqlite3 *handle() const { return handle_.get(); }
  std::int64_t last_insert_id() const;

private:
  int open(const std::string &path, int flags);

  struct Close {
    void operator()(sqlite3 *handle) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

// One prepared statement.  Bound texts must live until the next reset().
class Statement {
public:
  Statement(const Database &database, std::string_view sql);

  Statement &bind(int index, std::int64_t value);
  Statement &bind(int index, std::string_view text);
  Statement &bind_blob(int index, std::string_view bytes);

  bool row();   // is there another row?  Else see result()
  int run();    // for statements without rows: SQLITE_OK or why not
  void reset(); // ready to be bound and run again
  int result() const { return result_; } // SQLITE_OK after the last row

  std::int64_t integer(int column) const;
  std::string text(int column) const; // of texts and blobs

private:
  struct Finalize {
    void operator()(sqlite3_stmt *statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int result_;
};

} // namespace wt
