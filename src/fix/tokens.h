// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the words of a source file, as it is written?
//
// The raw text without comments and blanks: no macro is expanded, nothing is
// included.  A preprocessor line is one token, so that nobody looks through it
// unawares.
//
// Tested by tests/unit/fix/statement_test.cpp.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace wt::fix {

struct Token {
  enum class Kind : std::uint8_t { kWord, kNumber, kText, kSign, kDirective };
  Kind kind = Kind::kSign; // kSign: one or two characters, as `->` and `==`
  std::uint32_t begin = 0, end = 0; // bytes
};

std::vector<Token> tokens_of(std::string_view text);

inline std::string_view word(std::string_view text, const Token &token) {
  return text.substr(token.begin, token.end - token.begin);
}

} // namespace wt::fix
