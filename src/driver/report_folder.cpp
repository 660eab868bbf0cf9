// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report folders: see report_folder.h.

#include "driver/report_folder.h"

#include "driver/destination.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace wt::driver {

namespace fs = std::filesystem;

namespace {

std::unexpected<Error> cannot_write(const std::string &why,
                                    const std::string &path) {
  return fail("cannot write: " + why, path);
}

// Is it absent, empty or an earlier report?
Status check_replaceable(const std::string &path,
                         const ReportFolder::IsOurs &is_ours) {
  std::error_code error;
  fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::not_found)
    return {};
  if (!fs::is_directory(status))
    return cannot_write("this is not a folder", path);
  fs::recursive_directory_iterator entries(path, error), end;
  for (; !error && entries != end; entries.increment(error)) {
    std::string name = fs::path(*entries).lexically_relative(path).string();
    fs::file_status entry = entries->symlink_status(error);
    bool is_fine = fs::is_directory(entry)
                       ? name == "page" || name == "data"
                       : fs::is_regular_file(entry) && is_ours(name);
    if (!is_fine)
      return cannot_write("the folder holds '" + name +
                              "', which is no part of a report",
                          path);
  }
  if (error)
    return cannot_write(error.message(), path);
  return {};
}

} // namespace

Result<ReportFolder> ReportFolder::create(const std::string &path,
                                          IsOurs is_ours) {
  // What a link leads to is replaced, not the link; "out/" is "out".
  std::error_code error;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error)
    return cannot_write(error.message(), path);
  if (!whole.has_filename())
    whole = whole.parent_path();
  std::string place = whole.string();
  if (Status status = check_replaceable(place, is_ours); !status)
    return std::unexpected(status.error());
  std::string temporary = place + ".XXXXXX";
  if (!mkdtemp(temporary.data()))
    return cannot_write(std::strerror(errno), path);
  mode_t mask = umask(0);
  umask(mask);
  chmod(temporary.c_str(), 0777 & ~mask);
  return ReportFolder(place, temporary, std::move(is_ours));
}

ReportFolder::ReportFolder(ReportFolder &&other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)),
      is_ours_(std::move(other.is_ours_)) {
  other.temporary_.clear();
}

ReportFolder::~ReportFolder() {
  std::error_code ignored;
  if (!temporary_.empty())
    fs::remove_all(temporary_, ignored);
}

Status ReportFolder::add(const std::string &name, const std::string &text) {
  fs::path file = fs::path(temporary_) / name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  int descriptor =
      open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return cannot_write(std::strerror(errno), path_ + "/" + name);
  Status status = write_all(descriptor, text, path_ + "/" + name);
  if (close(descriptor) != 0 && status)
    return cannot_write(std::strerror(errno), path_ + "/" + name);
  return status;
}

Status ReportFolder::publish() {
  if (Status status = check_replaceable(path_, is_ours_); !status)
    return status;
  if (std::rename(temporary_.c_str(), path_.c_str()) == 0) { // none, or empty
    temporary_.clear();
    return {};
  }
  // An earlier report: the two change places, and the old one goes away.
  if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(),
                RENAME_EXCHANGE) != 0)
    return cannot_write(std::strerror(errno), path_);
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  temporary_.clear();
  return {};
}

} // namespace wt::driver
