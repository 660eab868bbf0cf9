// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong in the function just evaluated?  See check.cpp.

#pragma once

#include "engine/sat/evaluate.h"

namespace wt::sat {

// One verdict per site of the function, then what is freed twice, used after
// it was freed, or given to the wrong releaser.
std::vector<Verdict> check(Evaluation &evaluation);

} // namespace wt::sat
