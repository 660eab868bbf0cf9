// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which globals keep their initial value for ever?
//
// Those that the language makes constant, and those whose address is used,
// in the whole program, only to load from, to compare and to copy from.  Any
// other use (a store, a call argument, an address put into another global)
// may end in a write.  A global with external linkage counts only when the
// program has a `main`: a library's variables can be written by its users.
//
// Tested by tests/unit/program/written_test.cpp.

#pragma once

#include "program/program.h"
#include "program/symbols.h"

namespace wt {

// Is it a whole program, and not a library?
bool has_main(const Program &program);

// Variables of `program` by number: true when it is never written.  `globals`
// is the resolution they were made from.
std::vector<bool> never_written(const Program &program,
                                const Resolution &globals);

} // namespace wt
