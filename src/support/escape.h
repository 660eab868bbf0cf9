// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is untrusted text shown on a terminal?
//
// `text` without control characters, broken UTF-8 and characters that reorder
// text: they are shown as \x1b or <U+202E>.  Tabs become blanks up to the next
// multiple of eight.  What was escaped before stays as it is.
//
// Tested by tests/unit/report/report_test.cpp.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wt {

// `column` (a byte, from 1) becomes the screen column.
std::string escape_for_terminal(std::string_view text,
                                std::uint32_t *column = nullptr);

// Each line by itself; the newlines stay.
std::string escape_lines(std::string_view text);

} // namespace wt
