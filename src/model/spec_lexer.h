// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the words of a specification file?
//
// Identifiers, numbers, "quoted names", the punctuation of C declarations, and
// `*::` (a wildcard scope, told from a pointer by the missing space).  Comments
// are // and /* */.  Tokens point into the text, which must outlive them.
//
// Tested by tests/unit/model/spec_parser_test.cpp.

#pragma once

#include "model/spec.h"
#include "support/result.h"

#include <string_view>
#include <vector>

namespace wt::model {

struct Token {
  enum class Kind : std::uint8_t { kName, kNumber, kString, kPunct, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;  // without quotes
  std::int64_t value = 0; // kNumber
  SpecPos pos;
};

// The last token is kEnd.
Result<std::vector<Token>> tokenize(std::string_view text,
                                    const std::string &file);

} // namespace wt::model
