// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening a folder without following links; see folder.h.

#include "store/folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace wt {

namespace {

constexpr const char *kDatabaseFiles[] = {
    "store.sqlite-wal", "store.sqlite-shm", "store.sqlite-journal",
    "store.sqlite"};
constexpr const char *kLockFile = "lock";
constexpr auto kLockPatience = std::chrono::seconds(10);

std::unexpected<Error> fail_errno(std::string what, const std::string &path) {
  return fail(what + ": " + std::strerror(errno), path);
}

// The last component of `path`, and its parent without symbolic links.
Result<std::string> canonical(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  std::size_t slash = path.rfind('/');
  std::string parent = slash == path.npos ? "."
                       : slash == 0       ? "/"
                                          : path.substr(0, slash);
  std::string name = slash == path.npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") {
    // Such a name is never a link: resolve it as a whole.
    parent = path;
    name.clear();
  }
  std::unique_ptr<char, decltype(&free)> real(realpath(parent.c_str(), nullptr),
                                              &free);
  if (!real)
    return fail_errno("cannot open the folder for results", parent);
  std::string out = real.get();
  if (!name.empty())
    out += (out == "/" ? "" : "/") + name;
  return out;
}

Status check_plain(int folder, const char *name, const std::string &path) {
  struct stat info;
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT)
      return {};
    return fail_errno("cannot look at the stored results", path + "/" + name);
  }
  if (S_ISLNK(info.st_mode))
    return fail("is a symbolic link; stored results are not used",
                path + "/" + name);
  if (!S_ISREG(info.st_mode))
    return fail("is not a file; stored results are not used",
                path + "/" + name);
  if (info.st_nlink > 1)
    return fail("has several hard links; stored results are not used",
                path + "/" + name);
  return {};
}

} // namespace

Result<StoreFolder> StoreFolder::open(const std::string &given) {
  Result<std::string> path = canonical(given);
  if (!path)
    return std::unexpected(path.error());
  if (mkdir(path->c_str(), 0700) != 0 && errno != EEXIST)
    return fail_errno("cannot make the folder for results", *path);
  int folder =
      ::open(path->c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder >= 0)
    return StoreFolder(*path, folder);
  int why = errno;
  struct stat info;
  if (lstat(path->c_str(), &info) == 0 && S_ISLNK(info.st_mode))
    return fail("is a symbolic link; results are not stored there", *path);
  errno = why;
  return fail_errno("cannot open the folder for results", *path);
}

StoreFolder::~StoreFolder() {
  if (folder_ >= 0)
    close(folder_);
}

StoreFolder::StoreFolder(StoreFolder &&other) noexcept
    : path_(std::move(other.path_)), folder_(std::exchange(other.folder_, -1)) {
}

StoreFolder &StoreFolder::operator=(StoreFolder &&other) noexcept {
  std::swap(path_, other.path_);
  std::swap(folder_, other.folder_);
  return *this;
}

Status StoreFolder::check_files() const {
  for (const char *name : kDatabaseFiles)
    if (Status status = check_plain(folder_, name, path_); !status)
      return status;
  return check_plain(folder_, kLockFile, path_);
}

void StoreFolder::remove_database() const {
  // The log goes first: a new database must never meet an old log.
  for (const char *name : kDatabaseFiles)
    unlinkat(folder_, name, 0);
}

Result<StoreFolder::Lock> StoreFolder::lock() const {
  int file = openat(folder_, kLockFile,
                    O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return fail_errno("cannot write to the folder for results", path_);
  Lock lock(file);
  auto deadline = std::chrono::steady_clock::now() + kLockPatience;
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      break; // a file system without locks: SQLite has its own way
    if (std::chrono::steady_clock::now() > deadline)
      return fail("is held by another process", path_ + "/" + kLockFile);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return lock;
}

StoreFolder::Lock::~Lock() {
  if (file_ >= 0)
    close(file_);
}

StoreFolder::Lock::Lock(Lock &&other) noexcept
    : file_(std::exchange(other.file_, -1)) {}

} // namespace wt
