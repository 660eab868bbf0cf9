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

int mark_units(const Database &db,
               const std::set<std::pair<Digest, Digest>> &units,
               std::int64_t generation) {
  Statement mark(db, "UPDATE units SET generation = ?3 "
                     "WHERE key = ?1 AND variant = ?2");
  for (const auto &[key, variant] : units) {
    std::string name = key.bytes(), inputs = variant.bytes();
    mark.bind_blob(1, name).bind_blob(2, inputs).bind(3, generation);
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
    return impl_->drop(limits, now - limits.unused_runs - kFreshRuns);
  });
  if (has_grown)
    impl_->guard(true, [&] {
      // A few pages at a time: give room back to the disk.
      return impl_->db().run("PRAGMA incremental_vacuum(4096)");
    });
}

// Under a transaction.  What was last used in run `before` or earlier goes.
int Store::Impl::drop(const StoreLimits &limits, std::int64_t before) {
  int code = drop_older(db_, before);
  if (code == SQLITE_OK)
    code = drop_until_it_fits(db_, limits.bytes, generation_);
  if (code == SQLITE_OK)
    code = run_with(db_,
                    "DELETE FROM runs WHERE generation < ?1 AND "
                    "generation NOT IN (SELECT generation FROM units "
                    "UNION SELECT generation FROM entries)",
                    generation_);
  forget_rows_put();
  return code == SQLITE_OK ? drop_unused_files(db_) : code;
}

void Store::shrink(const StoreLimits &limits) {
  impl_->transaction([&] {
    return impl_->drop(limits, impl_->generation() - 1 - limits.unused_runs -
                                   kFreshRuns);
  });
  impl_->guard(true, [&] {
    int code = impl_->db().run("PRAGMA incremental_vacuum");
    return code == SQLITE_OK
               ? impl_->db().run("PRAGMA wal_checkpoint(TRUNCATE)")
               : code;
  });
}

std::vector<StoreShare> Store::shares() {
  std::vector<StoreShare> shares;
  auto ask = [&](std::string kind, std::string_view sql) {
    impl_->guard(false, [&] {
      Statement query(impl_->db(), sql);
      if (query.row() && query.integer(0))
        shares.push_back({std::move(kind), query.integer(0), query.integer(1),
                          query.integer(2), query.integer(3)});
      return query.result();
    });
  };
  ask("units", "SELECT count(*), sum(size), min(time), max(time) FROM units "
               "LEFT JOIN runs USING(generation)");
  constexpr std::pair<EntrySpace, const char *> kKinds[] = {
      {EntrySpace::kVerdict, "verdicts"},
      {EntrySpace::kSummary, "summaries"},
      {EntrySpace::kFinding, "results"},
      {EntrySpace::kIndex, "indexes"}};
  for (const auto &[space, kind] : kKinds)
    ask(kind, "SELECT count(*), sum(length(value)), min(time), max(time) "
              "FROM entries LEFT JOIN runs USING(generation) WHERE space = " +
                  std::to_string(static_cast<int>(space)));
  return shares;
}

std::int64_t Store::runs() const { return impl_->generation() - 1; }

} // namespace wt
