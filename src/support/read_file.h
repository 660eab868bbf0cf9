// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in a file that the user names?
//
// The whole of it, or the reason why it cannot be read; a folder is such a
// reason.  Streams do not tell a folder or a failing disk from an empty file.
//
// Tested by tests/unit/driver/build_test.cpp and tests/cli/.

#pragma once

#include "support/result.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace wt {

// `what` is for messages: "cannot read the baseline: ...".
inline Result<std::string> read_file(const std::string &path,
                                     const std::string &what) {
  auto failed = [&] {
    return fail("cannot read " + what + ": " + std::strerror(errno), path);
  };
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return failed();
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
  }
  close(descriptor);
  return text;
}

} // namespace wt
