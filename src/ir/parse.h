// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which unit does this text describe?
//
// Reads what ir/print.h writes; docs/dev/ir.md has the grammar.  An instruction
// may leave out its `%5 =`: it then gets the number after the one before, so
// texts are easy to write by hand.  Every name and number that the text uses
// is defined in it, or the parse fails; all other rules of the language are
// left to verify() (ir/verify.h).
//
// Any text is accepted as input: it gives a unit or an Error with line, column
// and what was expected there.  Time and memory are linear in its length.
//
// Tested by tests/unit/ir/print_parse_test.cpp and tests/fuzz/.

#pragma once

#include "ir/unit.h"
#include "support/result.h"

#include <string_view>

namespace wt::ir {

Result<Unit> parse_unit(std::string_view text, std::string_view file_name);

} // namespace wt::ir
