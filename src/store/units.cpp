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

// What a unit was made from, whatever the files are called in the database.
Digest variant_of(std::span<const FileState *const> inputs) {
  DigestBuilder builder;
  for (const FileState *input : inputs)
    builder.add(input->path)
        .add(input->digest.high)
        .add(input->digest.low)
        .add(static_cast<std::uint64_t>(input->size < 0));
  return builder.finish();
}

// A unit that Clang made.
struct UnitRow {
  Digest key, variant;
  std::string digest; // of the content
  std::string mark(KeyedDigest &&marking) const {
    return marking.add(key.bytes()).add(variant.bytes()).add(digest).finish();
  }
};

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

std::string Store::Impl::mark_of(const FileState &state) const {
  return marking("file")
      .add(state.path)
      .add(state.digest.bytes())
      .add(static_cast<std::uint64_t>(state.size))
      .add(static_cast<std::uint64_t>(state.mtime))
      .add(state.inode)
      .finish();
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
  Statement query(db_, "SELECT id, path, digest, size, mtime, inode, mark "
                       "FROM files");
  while (query.row()) {
    FileState state = state_in(query, 1);
    if (!state_of_row_.contains(query.integer(0)) &&
        mark_of(state) == query.text(6))
      add_state(query.integer(0), std::move(state));
  }
  return query.result();
}

FileStateId Store::Impl::state_at(std::int64_t row) {
  auto found = state_of_row_.find(row);
  if (found != state_of_row_.end())
    return found->second;
  Statement query(db_, "SELECT path, digest, size, mtime, inode, mark "
                       "FROM files WHERE id = ?1");
  query.bind(1, row);
  if (!query.row())
    return {};
  FileState state = state_in(query, 0);
  return mark_of(state) == query.text(5) ? add_state(row, std::move(state))
                                         : FileStateId();
}

int Store::Impl::update_state(std::int64_t row, const FileState &state) {
  Statement update(db_, "UPDATE files SET size = ?2, mtime = ?3, inode = ?4, "
                        "mark = ?5 WHERE id = ?1");
  std::string mark = mark_of(state);
  update.bind_blob(5, mark)
      .bind(1, row)
      .bind(2, state.size)
      .bind(3, state.mtime);
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
  Statement find(db_, "SELECT id, path, digest, size, mtime, inode, mark "
                      "FROM files WHERE path = ?1 AND digest = ?2");
  find.bind(1, state.path).bind_blob(2, digest);
  if (find.row()) {
    row = find.integer(0);
    bool is_same = state_in(find, 1) == state && find.text(6) == mark_of(state);
    return is_same ? SQLITE_OK : update_state(row, state);
  }
  if (find.result() != SQLITE_OK)
    return find.result();
  Statement insert(db_, "INSERT INTO files(path, digest, size, mtime, inode, "
                        "mark) VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
  std::string mark = mark_of(state);
  insert.bind_blob(6, mark);
  insert.bind(1, state.path).bind_blob(2, digest).bind(3, state.size);
  insert.bind(4, state.mtime).bind(5, static_cast<std::int64_t>(state.inode));
  int code = insert.run();
  row = db_.last_insert_id();
  return code;
}

const FileState &Store::file_state(FileStateId id) const {
  return impl_->state(id);
}

// A row of the table as a unit, unless it is not what we wrote.
std::optional<StoredUnit> Store::Impl::unit_in(const Statement &row,
                                               const Digest &key) {
  StoredUnit unit{key,         Digest::from_bytes(row.text(0)),
                  {},          row.integer(2),
                  row.text(3), row.integer(4)};
  std::vector<const FileState *> states;
  for (std::int64_t input : unpack_rows(row.text(1))) {
    unit.inputs.push_back(state_at(input));
    if (!unit.inputs.back().valid())
      return std::nullopt; // dropped by another process meanwhile
    states.push_back(&states_[unit.inputs.back().value]);
  }
  bool is_ours = variant_of(states) == unit.variant &&
                 UnitRow{key, unit.variant, unit.digest}.mark(
                     marking("unit")) == row.text(5);
  return is_ours ? std::optional(std::move(unit)) : std::nullopt;
}

std::vector<StoredUnit> Store::find_units(const Digest &key) {
  std::vector<StoredUnit> found;
  impl_->guard(false, [&] {
    if (int code = impl_->load_states(); code != SQLITE_OK)
      return code;
    std::string name = key.bytes();
    Statement query(impl_->db(),
                    "SELECT variant, inputs, content, digest, generation, mark "
                    "FROM units WHERE key = ?1 "
                    "ORDER BY generation DESC, content DESC");
    query.bind_blob(1, name);
    while (query.row())
      if (std::optional<StoredUnit> unit = impl_->unit_in(query, key))
        found.push_back(std::move(*unit));
    return query.result();
  });
  return found;
}

std::optional<std::string> Store::content(const StoredUnit &unit) {
  std::optional<std::string> found;
  impl_->guard(false, [&] {
    Statement query(impl_->db(), "SELECT bytes FROM contents WHERE id = ?1");
    if (!query.bind(1, unit.content).row())
      return query.result();
    std::string bytes = query.text(0);
    if (impl_->marking("content").add(bytes).finish() == unit.digest)
      found = std::move(bytes);
    return SQLITE_OK;
  });
  return found;
}

// What the key has under this variant goes, and the oldest of too many others.
int Store::Impl::make_room(const Digest &key, const Digest &variant) {
  std::string name = key.bytes(), same = variant.bytes();
  constexpr const char *kGoing[] = {
      "SELECT variant, content FROM units WHERE key = ?1 AND variant = ?2",
      "SELECT variant, content FROM units WHERE key = ?1 AND variant != ?2 "
      "ORDER BY generation DESC, content DESC LIMIT -1 OFFSET 7"};
  for (const char *going : kGoing) {
    std::vector<std::pair<std::string, std::int64_t>> rows;
    Statement query(db_, going);
    query.bind_blob(1, name).bind_blob(2, same);
    while (query.row())
      rows.emplace_back(query.text(0), query.integer(1));
    if (query.result() != SQLITE_OK)
      return query.result();
    for (const auto &[row, content] : rows) {
      Statement bytes(db_, "DELETE FROM contents WHERE id = ?1");
      if (int code = bytes.bind(1, content).run(); code != SQLITE_OK)
        return code;
      Statement unit(db_, "DELETE FROM units WHERE key = ?1 AND variant = ?2");
      if (int code = unit.bind_blob(1, name).bind_blob(2, row).run();
          code != SQLITE_OK)
        return code;
    }
  }
  return SQLITE_OK;
}

std::optional<Digest> Store::put_unit(const Digest &key,
                                      std::string_view main_file,
                                      std::span<const FileState> inputs,
                                      std::string_view content) {
  std::vector<const FileState *> states;
  for (const FileState &input : inputs)
    states.push_back(&input);
  Digest variant = variant_of(states);
  bool is_stored = impl_->transaction([&] {
    Database &db = impl_->db();
    std::vector<std::int64_t> rows(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (int code = impl_->put_state(inputs[i], rows[i]); code != SQLITE_OK)
        return code;
    if (int code = impl_->make_room(key, variant); code != SQLITE_OK)
      return code;
    Statement insert(db, "INSERT INTO contents(bytes) VALUES(?1)");
    if (int code = insert.bind_blob(1, content).run(); code != SQLITE_OK)
      return code;
    std::string name = key.bytes(), inputs_name = variant.bytes();
    std::string packed = pack_rows(rows);
    UnitRow row{key, variant, impl_->marking("content").add(content).finish()};
    std::string mark = row.mark(impl_->marking("unit"));
    Statement unit(db, "INSERT INTO units(key, variant, main_file, generation, "
                       "inputs, content, size, digest, mark) "
                       "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    unit.bind_blob(1, name).bind_blob(2, inputs_name).bind(3, main_file);
    unit.bind(4, impl_->generation()).bind_blob(5, packed);
    unit.bind(6, db.last_insert_id());
    unit.bind(7, static_cast<std::int64_t>(content.size()));
    return unit.bind_blob(8, row.digest).bind_blob(9, mark).run();
  });
  return is_stored ? std::optional(variant) : std::nullopt;
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
      impl_->used_units.emplace(unit.key, unit.variant);
    return SQLITE_OK;
  });
}

} // namespace wt
