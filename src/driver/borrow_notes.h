// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a finding rest on a belief about code without a body?
//
// A call on the path of a leak that is given the object, and is only believed
// to borrow it (summary/borrowed.h), gets a step of the trace that says so and
// why.
//
// Tested by tests/cli/test_traces.py.

#pragma once

#include "finding/finding.h"
#include "finding/verdict.h"
#include "summary/borrowed.h"

namespace wt {

// True: there were some.
bool add_borrow_notes(const Program &program, const infer::Borrowed &borrowed,
                      const Verdict &verdict, Finding &finding);

} // namespace wt
