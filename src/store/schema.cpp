// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of the store; see schema.h.
//
// Ids of files and contents are never used twice (AUTOINCREMENT): another
// process may delete a row while we remember its id, and must not make us
// read something else there.

#include "store/schema.h"

#include <sqlite3.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace wt {

namespace {

constexpr int kApplicationId = 0x57544c4b; // "WTLK"
constexpr int kSchemaVersion = 2;

constexpr const char *kTables[] = {
    // "generation": the number of the last run that stored something; "owner".
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID",
    // When those runs were, in seconds.
    "CREATE TABLE runs(generation INTEGER PRIMARY KEY, time INTEGER)",
    // A content that a file once had, and how the file looked then.
    "CREATE TABLE files(id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, "
    "digest BLOB, size INTEGER, mtime INTEGER, inode INTEGER, mark BLOB, "
    "UNIQUE(path, digest))",
    "CREATE TABLE contents(id INTEGER PRIMARY KEY AUTOINCREMENT, "
    "bytes BLOB)",
    // variant: digest of the inputs.  inputs: ids of files, four bytes each.
    // digest: of the content.  Digests here and marks are keyed.
    "CREATE TABLE units(key BLOB, variant BLOB, main_file TEXT, "
    "generation INTEGER, inputs BLOB, content INTEGER, size INTEGER, "
    "digest BLOB, mark BLOB, PRIMARY KEY(key, variant)) WITHOUT ROWID",
    // Verdicts, summaries: whatever an engine can name by a digest.
    "CREATE TABLE entries(space INTEGER, key BLOB, generation INTEGER, "
    "mark BLOB, value BLOB, PRIMARY KEY(space, key))",
    // The build as `run` has seen it; arguments end in a zero byte each.
    "CREATE TABLE build(id INTEGER PRIMARY KEY, directory TEXT, file TEXT, "
    "arguments BLOB)",
};

SchemaResult judged(int code) {
  if (code == SQLITE_OK)
    return {};
  return {is_damage(code) ? SchemaState::kDamaged : SchemaState::kFailed, code};
}

// One integer that a pragma or query gives.
int query(const Database &database, std::string_view sql, std::int64_t &out) {
  Statement statement(database, sql);
  if (statement.row())
    out = statement.integer(0);
  return statement.result();
}

int read_tables(const Database &database, std::vector<std::string> &tables) {
  Statement statement(database, "SELECT sql FROM sqlite_schema "
                                "WHERE sql IS NOT NULL AND name != "
                                "'sqlite_sequence'");
  while (statement.row())
    tables.push_back(statement.text(0));
  return statement.result();
}

int write_owner(const Database &database, const std::string &owner) {
  Statement insert(database, "INSERT INTO meta VALUES('owner', ?1)");
  return insert.bind_blob(1, owner).run();
}

int create(Database &database, const std::string &owner) {
  int code = database.run("BEGIN IMMEDIATE");
  for (const char *table : kTables)
    if (code == SQLITE_OK)
      code = database.run(table);
  std::string marks = fmt::format("PRAGMA application_id = {};"
                                  "PRAGMA user_version = {}",
                                  kApplicationId, kSchemaVersion);
  if (code == SQLITE_OK)
    code = database.run(marks.c_str());
  if (code == SQLITE_OK)
    code = write_owner(database, owner);
  if (code == SQLITE_OK)
    code = database.run("COMMIT");
  return code;
}

SchemaResult check_owner(const Database &database, const std::string &owner) {
  Statement query(database, "SELECT value FROM meta WHERE name = 'owner'");
  bool is_same = query.row() && query.text(0) == owner;
  if (query.result() != SQLITE_OK)
    return judged(query.result());
  return {is_same ? SchemaState::kReady : SchemaState::kStranger, 0};
}

SchemaResult check(Database &database, std::vector<std::string> tables,
                   const std::string &owner) {
  std::int64_t id = 0, version = 0;
  int code = query(database, "PRAGMA application_id", id);
  if (code == SQLITE_OK)
    code = query(database, "PRAGMA user_version", version);
  if (code != SQLITE_OK)
    return judged(code);
  std::vector<std::string> expected(std::begin(kTables), std::end(kTables));
  std::sort(expected.begin(), expected.end());
  std::sort(tables.begin(), tables.end());
  bool is_ours =
      id == kApplicationId && version == kSchemaVersion && tables == expected;
  return is_ours ? check_owner(database, owner)
                 : SchemaResult{SchemaState::kForeign, 0};
}

} // namespace

bool is_damage(int code) {
  switch (code & 0xff) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  case SQLITE_SCHEMA:
  case SQLITE_ERROR: // a table that is not there, a header of nonsense
  case SQLITE_MISMATCH:
    return true;
  default:
    return code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_DATA ||
           code == SQLITE_IOERR_CORRUPTFS;
  }
}

SchemaResult prepare_schema(Database &database, const std::string &owner) {
  int code = database.run("PRAGMA cell_size_check = ON;"
                          "PRAGMA mmap_size = 0;"
                          "PRAGMA temp_store = MEMORY");
  std::vector<std::string> tables;
  if (code == SQLITE_OK)
    code = read_tables(database, tables);
  // Both are fixed by the first table, and would write if set later.
  if (code == SQLITE_OK && tables.empty())
    code = database.run("PRAGMA page_size = 8192;"
                        "PRAGMA auto_vacuum = INCREMENTAL");
  // Readers and one writer at a time; a killed process leaves at worst a log
  // that the next one finishes or drops.
  if (code == SQLITE_OK)
    code = database.run("PRAGMA journal_mode = WAL;"
                        "PRAGMA synchronous = NORMAL;"
                        "PRAGMA journal_size_limit = 67108864");
  if (code != SQLITE_OK)
    return judged(code);
  return tables.empty() ? judged(create(database, owner))
                        : check(database, std::move(tables), owner);
}

} // namespace wt
