// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are verdicts, summaries and the build kept?
//
// An entry is a value under a digest; its mark is compared whenever it is read,
// and a value that does not fit it was never there.
//
// Tested by tests/unit/store/units_test.cpp.

#include "store/store_impl.h"

#include <sqlite3.h>

namespace wt {

namespace {

std::string pack(std::span<const std::string> arguments) {
  std::string out;
  for (const std::string &argument : arguments)
    out.append(argument.c_str()).push_back('\0');
  return out;
}

std::vector<std::string> unpack(std::string_view bytes) {
  std::vector<std::string> arguments;
  while (!bytes.empty()) {
    std::size_t end = bytes.find('\0');
    arguments.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
  }
  return arguments;
}

// Distinguishes values, whoever has the key of the store.
KeyedDigest &with(KeyedDigest &&mark, EntrySpace space, const Digest &key,
                  std::string_view value) {
  return mark.add(static_cast<std::uint64_t>(space))
      .add(key.bytes())
      .add(value);
}

} // namespace

std::optional<std::string> Store::get(EntrySpace space, const Digest &key) {
  std::optional<std::string> found;
  impl_->guard(false, [&] {
    std::string name = key.bytes();
    Statement query(impl_->db(), "SELECT mark, value, generation FROM "
                                 "entries WHERE space = ?1 AND key = ?2");
    query.bind(1, static_cast<int>(space)).bind_blob(2, name);
    if (!query.row())
      return query.result();
    std::string value = query.text(1);
    if (with(impl_->marking("entry"), space, key, value).finish() !=
        query.text(0))
      return SQLITE_OK;
    if (query.integer(2) + kFreshRuns <= impl_->generation())
      impl_->used_entries.emplace(static_cast<int>(space), key);
    found = std::move(value);
    return SQLITE_OK;
  });
  return found;
}

void Store::put(EntrySpace space, std::span<const Entry> entries) {
  if (entries.empty())
    return;
  impl_->transaction([&] {
    Statement insert(impl_->db(),
                     "INSERT OR REPLACE INTO "
                     "entries(space, key, generation, mark, value) "
                     "VALUES(?1, ?2, ?3, ?4, ?5)");
    for (const Entry &entry : entries) {
      std::string name = entry.key.bytes();
      insert.bind(1, static_cast<int>(space)).bind_blob(2, name);
      insert.bind(3, impl_->generation());
      std::string mark =
          with(impl_->marking("entry"), space, entry.key, entry.value).finish();
      insert.bind_blob(4, mark);
      if (int code = insert.bind_blob(5, entry.value).run(); code != SQLITE_OK)
        return code;
      insert.reset();
    }
    return insert.result();
  });
}

std::vector<BuildCommand> Store::build() {
  std::vector<BuildCommand> commands;
  impl_->guard(false, [&] {
    Statement query(impl_->db(), "SELECT directory, file, arguments FROM build "
                                 "ORDER BY id");
    while (query.row())
      commands.push_back({query.text(0), query.text(1), unpack(query.text(2))});
    return query.result();
  });
  return commands;
}

void Store::put_build(std::span<const BuildCommand> commands) {
  impl_->transaction([&] {
    if (int code = impl_->db().run("DELETE FROM build"); code != SQLITE_OK)
      return code;
    Statement insert(impl_->db(), "INSERT INTO build(directory, file, "
                                  "arguments) VALUES(?1, ?2, ?3)");
    for (const BuildCommand &command : commands) {
      std::string arguments = pack(command.arguments);
      insert.bind(1, command.directory).bind(2, command.file);
      if (int code = insert.bind_blob(3, arguments).run(); code != SQLITE_OK)
        return code;
      insert.reset();
    }
    return insert.result();
  });
}

} // namespace wt
