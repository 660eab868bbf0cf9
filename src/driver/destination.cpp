// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report files: see destination.h.

#include "driver/destination.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace wt::driver {

namespace {

Result<Format> format_named(const std::string &name) {
  if (name == "text")
    return Format::kText;
  if (name == "json")
    return Format::kJson;
  if (name == "sarif")
    return Format::kSarif;
  if (name == "html")
    return Format::kHtml;
  return fail("unknown format '" + name + "' (known: text, json, sarif, html)");
}

// The descriptor of ours that /dev/stdout, /dev/fd/3 or /proc/self/fd/3 name.
std::optional<int> own_descriptor(const std::filesystem::path &path) {
  namespace fs = std::filesystem;
  std::error_code problem;
  fs::path folder = fs::canonical(path.parent_path(), problem);
  if (problem || folder != "/proc/" + std::to_string(getpid()) + "/fd")
    return std::nullopt;
  std::string name = path.filename().string();
  int number = -1;
  auto [end, bad] =
      std::from_chars(name.data(), name.data() + name.size(), number);
  if (bad != std::errc() || end != name.data() + name.size())
    return std::nullopt;
  return number;
}

// A caller may have closed it; main() then opens it for reading only.
bool is_stdout_open() {
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

} // namespace

bool is_same_file(const std::string &a, const std::string &b) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (a.empty() || b.empty() ||
      (fs::exists(a, ignored) && !fs::is_regular_file(a, ignored)))
    return false;
  auto whole = [&](const std::string &path) {
    return fs::weakly_canonical(fs::absolute(path, ignored), ignored)
        .lexically_normal();
  };
  return whole(a) == whole(b);
}

Result<std::vector<Destination>> destinations(const Options &options) {
  std::vector<std::string> formats = options.formats;
  if (formats.empty())
    formats = {"text"};
  std::vector<Destination> list;
  for (const std::string &text : formats) {
    std::size_t equals = text.find('=');
    Result<Format> format = format_named(text.substr(0, equals));
    if (!format)
      return std::unexpected(format.error());
    Destination destination{*format, ""};
    if (equals != std::string::npos) {
      destination.path = text.substr(equals + 1);
      if (destination.path.empty())
        return fail("--format " + text + " names no path");
      if (destination.path == "-")
        destination.path.clear();
    }
    list.push_back(std::move(destination));
  }
  if (!options.output.empty()) {
    if (list.size() != 1)
      return fail("--output needs a single --format; give each format its own "
                  "path instead (--format json=FILE)");
    if (!list[0].path.empty())
      return fail("--output and --format " + options.formats[0] +
                  " name two paths for one report");
    list[0].path = options.output == "-" ? "" : options.output;
  }
  for (const Destination &d : list)
    if (d.format == Format::kHtml && d.path.empty())
      return fail("format 'html' needs a folder: --format html=FOLDER");
  auto is_stdout = [](const Destination &d) { return d.path.empty(); };
  if (std::count_if(list.begin(), list.end(), is_stdout) > 1)
    return fail("only one format can go to standard output");
  if (std::any_of(list.begin(), list.end(), is_stdout) && !is_stdout_open())
    return fail("standard output is closed; name a file with --output");
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (is_same_file(list[i].path, list[j].path))
        return fail("two formats cannot be written to one file", list[i].path);
  return list;
}

Result<AtomicFile> AtomicFile::create(const std::string &path) {
  struct stat status;
  bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return fail("cannot write: this is a folder", path);
  if (exists && !S_ISREG(status.st_mode)) {
    // A device or a pipe (/dev/null) is written, not replaced.
    int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
      return fail(std::string("cannot write: ") + std::strerror(errno), path);
    return AtomicFile(path, "", descriptor);
  }
  if (exists && access(path.c_str(), W_OK) != 0)
    return fail(std::string("cannot write: ") + std::strerror(errno), path);
  std::string temporary = path + ".XXXXXX";
  int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0)
    return fail(std::string("cannot write: ") + std::strerror(errno), path);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, exists ? status.st_mode & 0777 : 0666 & ~mask);
  return AtomicFile(path, temporary, descriptor);
}

Result<AtomicFile> AtomicFile::create_behind_links(const std::string &path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;
  fs::path at(path);
  std::error_code problem;
  for (int links = 0; links < kMostLinks; ++links) {
    if (std::optional<int> number = own_descriptor(at)) {
      int descriptor = fcntl(*number, F_DUPFD_CLOEXEC, 0);
      if (descriptor < 0)
        return fail(std::string("cannot write: ") + std::strerror(errno), path);
      return AtomicFile(path, "", descriptor);
    }
    if (!fs::is_symlink(fs::symlink_status(at, problem)))
      return create(at.string());
    at = at.parent_path() / fs::read_symlink(at, problem);
  }
  return fail("cannot write: too many links", path);
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {
  other.temporary_.clear();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
  if (!temporary_.empty())
    unlink(temporary_.c_str());
}

Status AtomicFile::write(const std::string &text) {
  if (Status status = write_all(descriptor_, text, path_); !status)
    return status;
  if (temporary_.empty())
    return {};
  if (fsync(descriptor_) != 0 ||
      std::rename(temporary_.c_str(), path_.c_str()) != 0)
    return fail(std::string("cannot write: ") + std::strerror(errno), path_);
  temporary_.clear();
  return {};
}

Status write_all(int descriptor, const std::string &text,
                 const std::string &name) {
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EPIPE)
      return {}; // `| head` has read enough
    if (n < 0)
      return fail(std::string("cannot write: ") + std::strerror(errno), name);
    done += static_cast<std::size_t>(n);
  }
  return {};
}

} // namespace wt::driver
