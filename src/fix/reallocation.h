// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is this `p = realloc(p, n);`, and how does it keep the old block?
//
// The old block is still there when realloc() fails, and its only pointer is
// overwritten with null.  With a second pointer it is freed then:
//
//   {
//     void *resized = realloc(p, n + 1);
//     if (!resized)
//       free(p);
//     p = resized;
//   }
//
// What follows sees the same as before: null, or the new block.  realloc(p, 0)
// frees the block and may return null, so the size must be one that is not 0.
//
// Tested by tests/unit/fix/statement_test.cpp and tests/cli/test_fixes.py.

#pragma once

#include "fix/statement.h"

namespace wt::fix {

struct Reallocation {
  Statement statement;
  std::string function; // "realloc"
  std::string object;   // "p": what is overwritten
  std::string call;     // "realloc(p, n + 1)", with a cast if there is one
  bool is_never_empty = false; // the size is surely not 0
};

std::optional<Reallocation> reallocation_at(const SourceFile &file,
                                            const Location &at);

std::vector<Edit> with_second_pointer(const SourceFile &file,
                                      const Reallocation &reallocation);

} // namespace wt::fix
