// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is this value the object of the site, by the pointer that was acquired?
//
// Through casts, choices between pointers, and the local that an out-parameter
// names; what other memory holds is not looked at.
//
// Tested by tests/unit/fix/release_test.cpp and tests/cli/test_traces.py.

#pragma once

#include "finding/site.h"
#include "ir/function.h"

namespace wt {

bool is_object_of(const ir::Function &function, const Site &site,
                  ir::ValueId value);

} // namespace wt
