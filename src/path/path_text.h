// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is an access path written down?
//
// Exactly, for tests, dumps and questions on the command line:
//
//   path  = root step* "..."?            "...": and everything reachable
//   root  = ("arg" | "global" | "function" | "site" | "slot") N | "result"
//   step  = "[" "*"? ("+" | "-") N "]"   "*": of any element
//   place = path | "&" path              "&": the address of what is loaded
//
//   arg0[+8][*+0]      &arg1[+8]      global4[+0]...
//
// What a programmer reads is in path/readable_path.h.
//
// Tested by tests/unit/path/path_text_test.cpp.

#pragma once

#include "path/place.h"
#include "support/result.h"

#include <iosfwd>
#include <string>
#include <string_view>

namespace wt {

std::string to_text(const AccessPath &path);
std::string to_text(const Place &place);
std::ostream &operator<<(std::ostream &out, const AccessPath &path);
std::ostream &operator<<(std::ostream &out, const Place &place);

// Errors carry the column, from 1, where something else was expected.  Paths
// that are too long are cut off as AccessPath::then does.
Result<AccessPath> parse_path(std::string_view text);
Result<Place> parse_place(std::string_view text);

} // namespace wt
