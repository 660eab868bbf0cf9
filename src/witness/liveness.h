// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Will this value be looked at again?
//
// The walker asks when an object is lost in the middle of a function: a
// reference held by a local counts only if the function still uses it.
// Comparing it is not using it: nobody can free an object by comparing.
//
// Tested by tests/unit/witness/walker_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt {

// May `v`, computed before `at` ended, be used by what runs after `at`?
bool is_used_after(const ir::Function &function, ir::ValueId v, ir::ValueId at);

} // namespace wt
