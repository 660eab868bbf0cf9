// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a function say that its input was bad?
//
// It returns Result<T>: the value, or an Error with one clear message and the
// place it is about.  Errors are printed once, in main; the exit status follows
// from `kind`.  Running out of budget is no Error (see support/budget.h) and a
// broken invariant of ours is an assert.

#pragma once

#include "support/escape.h"

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace wt {

struct Error {
  std::string message;      // one line, no trailing period or newline
  std::string file;         // empty: about no particular file
  std::uint32_t line = 0;   // 0: about the file as a whole
  std::uint32_t column = 0; // 0: about the line as a whole

  // "file:line:column: message", leaving out what is unknown.
  std::string text() const {
    std::string out;
    if (!file.empty()) {
      out = escape_for_terminal(file); // a name may hold a newline
      if (line)
        out += ":" + std::to_string(line);
      if (line && column)
        out += ":" + std::to_string(column);
      out += ": ";
    }
    return out + message;
  }
};

template <class T> using Result = std::expected<T, Error>;
using Status = Result<void>;

inline std::unexpected<Error> fail(std::string message, std::string file = {},
                                   std::uint32_t line = 0,
                                   std::uint32_t column = 0) {
  return std::unexpected(
      Error{std::move(message), std::move(file), line, column});
}

} // namespace wt
