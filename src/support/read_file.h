// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in a file that the user names?
//
// The whole of it, or the reason why it cannot be read: a folder, a device, a
// pipe that nobody may ever write to, a file too large to be what it should be.
// Streams do not tell a folder or a failing disk from an empty file.
//
// Tested by tests/unit/driver/build_test.cpp and tests/cli/.

#pragma once

#include "support/result.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wt {

// Far more than honest specifications, baselines and build databases have.
constexpr std::size_t kMostFileBytes = std::size_t(512) << 20;

// `what` is for messages: "cannot read the baseline: ...".
inline Result<std::string> read_file(const std::string &path,
                                     const std::string &what) {
  auto failed = [&] {
    return fail("cannot read " + what + ": " + std::strerror(errno), path);
  };
  // Without O_NONBLOCK a pipe would be waited for.
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return failed();
  struct stat status;
  bool is_known = fstat(descriptor, &status) == 0;
  if (is_known && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    close(descriptor);
    return fail("cannot read " + what + ": not a plain file", path);
  }
  std::string text;
  char buffer[1 << 14];
  while (true) {
    ssize_t n = read(descriptor, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      auto error = failed();
      close(descriptor);
      return error;
    }
    if (n == 0)
      break;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > kMostFileBytes) {
      close(descriptor);
      return fail("cannot read " + what + ": larger than 512 MiB", path);
    }
  }
  close(descriptor);
  return text;
}

} // namespace wt
