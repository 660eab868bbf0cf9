// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is dropped, so that the store does not grow for ever?
//
// Runs that store something are counted.  Units and entries carry the number
// of the run that last used them; a mark younger than a few runs is not
// renewed, so that a run over unchanged files writes nothing at all.
// What was not used for many runs goes, then the oldest until the contents
// fit, then file states that no unit refers to.
//
// Tested by tests/unit/store/collect_test.cpp.

#include "store/store_impl.h"

#include <sqlite3.h>

#include <unordered_set>

namespace wt {

namespace {

int run_with(const Database &db, std::string_view sql, std::int64_t number) {
  Statement statement(db, sql);
  return statement.bind(1, number).run();
}

std::int64_t number_of(const Database &db, std::string_view sql, int &code) {
  Statement query(db, sql);
  std::int64_t number = query.row() ? query.integer(0) : 0;
  code = query.result();
  return number;
}

// Units and entries last used in run `before` or earlier.
int drop_older(const Database &db, std::int64_t before) {
  int code = run_with(db,
                      "DELETE FROM contents WHERE id IN "
                      "(SELECT content FROM units WHERE generation <= ?1)",
                      before);
  if (code == SQLITE_OK)
    code = run_with(db, "DELETE FROM units WHERE generation <= ?1", before);
  if (code == SQLITE_OK)
    code = run_with(db, "DELETE FROM entries WHERE generation <= ?1", before);
  return code;
}

// Drops the oldest runs while there are too many bytes, never this run.
int drop_until_it_fits(const Database &db, std::int64_t bytes,
                       std::int64_t generation) {
  for (int code = SQLITE_OK;;) {
    std::int64_t used =
        number_of(db,
                  "SELECT (SELECT coalesce(sum(size), 0) FROM units) + "
                  "(SELECT coalesce(sum(length(value)), 0) FROM entries)",
                  code);
    if (code != SQLITE_OK || used <= bytes)
      return code;
    std::int64_t oldest =
        number_of(db,
                  "SELECT min(g) FROM (SELECT min(generation) AS g FROM units "
                  "UNION ALL SELECT min(generation) FROM entries)",
                  code);
    if (code != SQLITE_OK || oldest >= generation)
      return code;
    if (code = drop_older(db, oldest); code != SQLITE_OK)
      return code;
  }
}

int drop_unused_files(const Database &db) {
  std::unordered_set<std::int64_t> used;
  Statement units(db, "SELECT inputs FROM units");
  while (units.row())
    for (std::int64_t row : unpack_rows(units.text(0)))
      used.insert(row);
  Statement files(db, "SELECT id FROM files");
  std::vector<std::int64_t> unused;
  while (files.row())
    if (!used.contains(files.integer(0)))
      unused.push_back(files.integer(0));
  for (int code : {units.result(), files.result()})
    if (code != SQLITE_OK)
      return code;
  for (std::int64_t row : unused)
    if (int code = run_with(db, "DELETE FROM files WHERE id = ?1", row);
        code != SQLITE_OK)
      return code;
  return SQLITE_OK;
}

int mark_units(const Database &db, const std::set<Digest> &units,
               std::int64_t generation) {
  Statement mark(db, "UPDATE units SET generation = ?2 WHERE key = ?1");
  for (const Digest &key : units) {
    std::string name = key.bytes();
    mark.bind_blob(1, name).bind(2, generation);
    if (int code = mark.run(); code != SQLITE_OK)
      return code;
    mark.reset();
  }
  return mark.result();
}

int mark_entries(const Database &db,
                 const std::set<std::pair<int, Digest>> &entries,
                 std::int64_t generation) {
  Statement mark(db, "UPDATE entries SET generation = ?3 "
                     "WHERE space = ?1 AND key = ?2");
  for (const auto &[space, key] : entries) {
    std::string name = key.bytes();
    mark.bind(1, space).bind_blob(2, name).bind(3, generation);
    if (int code = mark.run(); code != SQLITE_OK)
      return code;
    mark.reset();
  }
  return mark.result();
}

} // namespace

void Store::finish_run(const StoreLimits &limits) {
  bool has_grown = impl_->has_written();
  if (!has_grown && !impl_->has_marks())
    return;
  impl_->transaction([&] {
    Database &db = impl_->db();
    std::int64_t now = impl_->generation();
    int code = mark_units(db, impl_->used_units, now);
    if (code == SQLITE_OK)
      code = mark_entries(db, impl_->used_entries, now);
    impl_->used_units.clear();
    impl_->used_entries.clear();
    if (code != SQLITE_OK || !has_grown)
      return code;
    code = drop_older(db, now - limits.unused_runs - kFreshRuns);
    if (code == SQLITE_OK)
      code = drop_until_it_fits(db, limits.bytes, now);
    impl_->forget_rows_put();
    return code == SQLITE_OK ? drop_unused_files(db) : code;
  });
  if (has_grown)
    impl_->guard(true, [&] {
      // A few pages at a time: give room back to the disk.
      return impl_->db().run("PRAGMA incremental_vacuum(4096)");
    });
}

} // namespace wt
