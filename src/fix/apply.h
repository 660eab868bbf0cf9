// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a file look like when it is mended, and what is the difference?
//
// Tested by tests/unit/fix/statement_test.cpp.

#pragma once

#include "finding/fix.h"
#include "finding/source_text.h"

#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace wt::fix {

// `edits` are sorted, apart from each other and inside the text.
std::string edited(std::string_view text, std::span<const Edit> edits);

// Do they all change the same bytes, or bytes of different places?  Edits that
// several fixes have in common count once; statements that are written at one
// place follow each other.  Nullopt: they contradict each other.
std::optional<std::vector<Edit>> united(std::span<const Fix *const> fixes);

// Are changes of both so near to each other that a diff of one does not apply
// to a file that has the other?
bool are_neighbours(const Fix &a, const Fix &b, SourceText &source);

// By file.
std::map<std::string, std::vector<Edit>> by_file(std::span<const Edit> edits);

// With three lines around each change, as `git apply` and `patch -p1` take it.
std::string unified_diff(const std::string &name, std::string_view old,
                         std::span<const Edit> edits);

} // namespace wt::fix
