// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does the text of a specification become a tree?
//
// By recursive descent over the tokens.  The first error ends the parse; it
// names file, line, column, what was found and what was expected.  Any text is
// safe to give.  Docs: docs/user/specifications.md.
//
// Tested by tests/unit/model/spec_parser_test.cpp, tests/fuzz.

#pragma once

#include "model/spec.h"
#include "support/result.h"

#include <string>
#include <string_view>

namespace wt::model {

Result<SpecFile> parse_spec(std::string_view text,
                            const std::string &file_name);

} // namespace wt::model
