// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through which blocks of its own function does a path go?
//
// What a witness tells of callees is left out:
//
//   block 2, enter f, block 1 of f, leave, block 5     ->  entry, 2, 5
//
// Tested by tests/unit/finding/first_free_test.cpp and
// tests/unit/witness/detour_test.cpp.

#pragma once

#include "finding/verdict.h"
#include "ir/function.h"

namespace wt {

struct OuterStop {
  ir::BlockId block;
  std::size_t next = 0; // the step of the witness that comes after it
};

// The entry block first, in order.
std::vector<OuterStop> outer_path(const ir::Function &function,
                                  const Witness &witness);

// Did the path acquire the object in an earlier round of a loop than its last?
// Then the variables of the last round hold other objects.
bool is_of_earlier_round(const ir::Function &function, const Site &site,
                         const Witness &witness);

} // namespace wt
