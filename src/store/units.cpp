// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are units and the states of their files kept?
//
// Most units include the same headers, so a file state is one row that many
// units refer to by number; all rows are read once per run.  Contents lie in
// their own table: marking a unit as used must not rewrite megabytes.
//
// Tested by tests/unit/store/units_test.cpp.

#include "store/store_impl.h"

#include <sqlite3.h>

#include <algorithm>

namespace wt {

namespace {

FileState state_in(const Statement &row, int first) {
  FileState state;
  state.path = row.text(first);
  state.digest = Digest::from_bytes(row.text(first + 1));
  state.size = row.integer(first + 2);
  state.mtime = row.integer(first + 3);
  state.inode = static_cast<std::uint64_t>(row.integer(first + 4));
  return state;
}

} // namespace

std::string pack_rows(std::span<const std::int64_t> rows) {
  std::string out;
  for (std::int64_t row : rows)
    for (int shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(row >> shift);
  return out;
}

std::vector<std::int64_t> unpack_rows(std::string_view bytes) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t row = 0;
    for (int k = 3; k >= 0; --k)
      row = row << 8 | static_cast<unsigned char>(bytes[i + k]);
    rows.push_back(row);
  }
  return rows;
}

FileStateId Store::Impl::add_state(std::int64_t row, FileState state) {
  FileStateId id(states_.size());
  state_of_row_[row] = id;
  states_.push_back(std::move(state));
  state_rows_.push_back(row);
  return id;
}

// The database is a new one.
void Store::Impl::forget_rows() {
  state_of_row_.clear();
  forget_rows_put();
  std::fill(state_rows_.begin(), state_rows_.end(), 0);
  used_units.clear();
  used_entries.clear();
}

int Store::Impl::load_states() {
  if (states_loaded_)
    return SQLITE_OK;
  states_loaded_ = true;
  Statement query(db_,
                  "SELECT id, path, digest, size, mtime, inode FROM files");
  while (query.row())
    if (!state_of_row_.contains(query.integer(0)))
      add_state(query.integer(0), state_in(query, 1));
  return query.result();
}

FileStateId Store::Impl::state_at(std::int64_t row) {
  auto found = state_of_row_.find(row);
  if (found != state_of_row_.end())
    return found->second;
  Statement query(db_, "SELECT path, digest, size, mtime, inode FROM files "
                       "WHERE id = ?1");
  query.bind(1, row);
  return query.row() ? add_state(row, state_in(query, 0)) : FileStateId();
}

int Store::Impl::update_state(std::int64_t row, const FileState &state) {
  Statement update(db_, "UPDATE files SET size = ?2, mtime = ?3, inode = ?4 "
                        "WHERE id = ?1");
  update.bind(1, row).bind(2, state.size).bind(3, state.mtime);
  return update.bind(4, static_cast<std::int64_t>(state.inode)).run();
}

// `row` becomes the number of `state`, made or brought up to date.
int Store::Impl::put_state(const FileState &state, std::int64_t &row) {
  auto &[known, row_of_known] = rows_put_[state.path];
  if (row_of_known == 0 || known != state)
    if (int code = store_state(state, row_of_known); code != SQLITE_OK)
      return code; // the transaction fails, and all of them are forgotten
  known = state;
  row = row_of_known;
  return SQLITE_OK;
}

int Store::Impl::store_state(const FileState &state, std::int64_t &row) {
  std::string digest = state.digest.bytes();
  Statement find(db_, "SELECT id, path, digest, size, mtime, inode FROM files "
                      "WHERE path = ?1 AND digest = ?2");
  find.bind(1, state.path).bind_blob(2, digest);
  if (find.row()) {
    row = find.integer(0);
    return state_in(find, 1) == state ? SQLITE_OK : update_state(row, state);
  }
  if (find.result() != SQLITE_OK)
    return find.result();
  Statement insert(db_, "INSERT INTO files(path, digest, size, mtime, inode) "
                        "VALUES(?1, ?2, ?3, ?4, ?5)");
  insert.bind(1, state.path).bind_blob(2, digest).bind(3, state.size);
  insert.bind(4, state.mtime).bind(5, static_cast<std::int64_t>(state.inode));
  int code = insert.run();
  row = db_.last_insert_id();
  return code;
}

const FileState &Store::file_state(FileStateId id) const {
  return impl_->state(id);
}

std::optional<StoredUnit> Store::find_unit(const Digest &key) {
  std::optional<StoredUnit> found;
  impl_->guard(false, [&] {
    if (int code = impl_->load_states(); code != SQLITE_OK)
      return code;
    std::string name = key.bytes();
    Statement query(impl_->db(),
                    "SELECT inputs, content, generation FROM units "
                    "WHERE key = ?1");
    if (!query.bind_blob(1, name).row())
      return query.result();
    StoredUnit unit{key, {}, query.integer(1), query.integer(2)};
    for (std::int64_t row : unpack_rows(query.text(0))) {
      unit.inputs.push_back(impl_->state_at(row));
      if (!unit.inputs.back().valid())
        return SQLITE_OK; // dropped by another process meanwhile
    }
    found = std::move(unit);
    return SQLITE_OK;
  });
  return found;
}

std::optional<std::string> Store::content(const StoredUnit &unit) {
  std::optional<std::string> found;
  impl_->guard(false, [&] {
    Statement query(impl_->db(),
                    "SELECT checksum, bytes FROM contents WHERE id = ?1");
    if (!query.bind(1, unit.content).row())
      return query.result();
    std::string bytes = query.text(1);
    auto checksum = static_cast<std::uint64_t>(query.integer(0));
    if (checksum_of(bytes) == checksum)
      found = std::move(bytes);
    return SQLITE_OK;
  });
  return found;
}

std::optional<std::int64_t> Store::put_unit(const Digest &key,
                                            std::string_view main_file,
                                            std::span<const FileState> inputs,
                                            std::string_view content) {
  std::int64_t row = 0;
  bool is_stored = impl_->transaction([&] {
    Database &db = impl_->db();
    std::string name = key.bytes();
    std::vector<std::int64_t> rows(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (int code = impl_->put_state(inputs[i], rows[i]); code != SQLITE_OK)
        return code;
    Statement old(db, "DELETE FROM contents WHERE id = "
                      "(SELECT content FROM units WHERE key = ?1)");
    if (int code = old.bind_blob(1, name).run(); code != SQLITE_OK)
      return code;
    Statement insert(db,
                     "INSERT INTO contents(checksum, bytes) VALUES(?1, ?2)");
    insert.bind(1, static_cast<std::int64_t>(checksum_of(content)));
    if (int code = insert.bind_blob(2, content).run(); code != SQLITE_OK)
      return code;
    std::string packed = pack_rows(rows);
    Statement unit(db, "INSERT OR REPLACE INTO units"
                       "(key, main_file, generation, inputs, content, size) "
                       "VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    unit.bind_blob(1, name).bind(2, main_file).bind(3, impl_->generation());
    row = db.last_insert_id();
    unit.bind_blob(4, packed).bind(5, row);
    return unit.bind(6, static_cast<std::int64_t>(content.size())).run();
  });
  return is_stored ? std::optional(row) : std::nullopt;
}

void Store::refresh(FileStateId id, const FileState &now) {
  impl_->set_state(id, now);
  impl_->guard(true, [&] {
    std::int64_t row = impl_->row_of(id);
    return row ? impl_->update_state(row, now) : SQLITE_OK;
  });
}

void Store::mark_used(const StoredUnit &unit) {
  impl_->guard(false, [&] {
    if (unit.generation + kFreshRuns <= impl_->generation())
      impl_->used_units.insert(unit.key);
    return SQLITE_OK;
  });
}

} // namespace wt
