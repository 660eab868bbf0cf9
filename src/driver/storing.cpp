// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store of a run, and the command about it: see storing.h.

#include "driver/storing.h"

#include "driver/destination.h"
#include "driver/exit_status.h"
#include "driver/input.h"
#include "store/user_key.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <unistd.h>

namespace wt::driver {

namespace {

Result<StoreKey> key_of_user() {
  return user_key([](const char *name) { return std::getenv(name); });
}

// The folder that `check` would use here, or "".
std::string folder_in_use(const Options &options) {
  std::string database;
  if (Result<Input> input = find_input(options, {}))
    database = input->database;
  return store_folder(options, database);
}

std::int64_t bytes_on_disk(const std::string &folder) {
  std::int64_t bytes = 0;
  for (const char *name : {"store.sqlite", "store.sqlite-wal"}) {
    std::error_code problem;
    auto size = std::filesystem::file_size(folder + "/" + name, problem);
    bytes += problem ? 0 : static_cast<std::int64_t>(size);
  }
  return bytes;
}

std::string size_text(std::int64_t bytes) {
  return bytes < 1 << 20 ? fmt::format("{:.1f} KiB", bytes / 1024.0)
                         : fmt::format("{:.1f} MiB", bytes / 1048576.0);
}

std::string day_of(std::int64_t time) {
  std::time_t seconds = time;
  std::tm parts{};
  char text[32];
  if (!time || !gmtime_r(&seconds, &parts) ||
      !std::strftime(text, sizeof text, "%Y-%m-%d", &parts))
    return "unknown";
  return text;
}

std::string table_of(Store &store, const std::string &folder) {
  std::string out = fmt::format("{}: {} on disk, {} runs\n", folder,
                                size_text(bytes_on_disk(folder)), store.runs());
  for (const StoreShare &share : store.shares())
    out += fmt::format("{:<10} {:>8}  {:>12}  last used {} to {}\n", share.kind,
                       share.count, size_text(share.bytes),
                       day_of(share.oldest), day_of(share.newest));
  return out;
}

int print_info(const std::string &folder, Console &console) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder + "/store.sqlite", ignored)) {
    console.note(folder + ": nothing is stored here");
    return kFine;
  }
  Result<StoreKey> key = key_of_user();
  Result<Store> store =
      key ? Store::open(folder, *key) : std::unexpected(key.error());
  if (!store) {
    console.error(store.error());
    return kFailed;
  }
  for (const std::string &message : store->take_messages())
    console.warning(message);
  Status status =
      write_all(STDOUT_FILENO, table_of(*store, folder), "standard output");
  if (!status)
    console.error(status.error());
  return status ? kFine : kFailed;
}

// Without limits all of it, even if it is not ours.
int clean(const Options &options, const std::string &folder, Console &console) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored)) {
    console.note(folder + ": nothing is stored here");
    return kFine;
  }
  std::int64_t before = bytes_on_disk(folder);
  Status status;
  if (!options.named.contains("store-size") && !options.unused_runs) {
    status = Store::clear(folder);
  } else {
    Result<StoreKey> key = key_of_user();
    Result<Store> store =
        key ? Store::open(folder, *key) : std::unexpected(key.error());
    if (store)
      store->shrink(store_limits(options));
    else
      status = std::unexpected(store.error());
  }
  if (!status) {
    console.error(status.error());
    return kFailed;
  }
  console.note(folder + ": " + size_text(before) + " before, " +
               size_text(bytes_on_disk(folder)) + " now");
  return kFine;
}

} // namespace

std::unique_ptr<Store> open_store(const Options &options,
                                  const std::string &database,
                                  Console &console) {
  std::string folder = store_folder(options, database);
  if (folder.empty())
    return nullptr;
  Result<StoreKey> key = key_of_user();
  if (!key)
    console.warning(key.error().text() + "; results are kept in memory only");
  auto store = std::make_unique<Store>(key ? Store::open_or_memory(folder, *key)
                                           : Store::in_memory());
  for (const std::string &message : store->take_messages())
    console.warning(message);
  return store;
}

StoreLimits store_limits(const Options &options) {
  StoreLimits limits;
  limits.bytes = std::int64_t(options.store_size) << 20;
  if (options.unused_runs)
    limits.unused_runs = options.unused_runs;
  return limits;
}

int store_command(const Options &options, Console &console) {
  const std::string &action = options.words[0];
  std::string folder = folder_in_use(options);
  if (action != "info" && action != "clean") {
    console.error("'store' is followed by info or clean, not by '" + action +
                  "'");
    return kFailed;
  }
  if (folder.empty()) {
    console.error("no results are kept here ('--store none')");
    return kFailed;
  }
  return action == "info" ? print_info(folder, console)
                          : clean(options, folder, console);
}

} // namespace wt::driver
