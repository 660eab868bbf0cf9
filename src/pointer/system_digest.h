// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Would points-to give the same result as in another run?
//
// Tested by tests/unit/pointer/digest_test.cpp.

#pragma once

#include "pointer/generate.h"
#include "support/digest.h"

namespace wt::pointer {

// The same digest, in a program with the same procedures and variables in the
// same order: the same result, and the same effects of calls (mod_ref.h), for
// all values of bodies that are the same.  Much cheaper than the result.
Digest digest_of_system(const Program &program, const model::ModelSet &models,
                        const infer::FreshPlaces &fresh,
                        const PointsToLimits &limits);

} // namespace wt::pointer
