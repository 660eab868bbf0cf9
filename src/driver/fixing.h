// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which proposals really mend a finding?
//
// A proposal (fix/propose.h) is offered when the whole program, changed by it,
// compiles and is analysed again, and
//
//  - the finding is gone, whatever its confidence;
//  - there is nothing new of any kind or confidence anywhere, and nothing that
//    was there is surer;
//  - no function and no object is undecided that was not before;
//  - nothing speaks against the new code itself (fix/objection.h).
//
// A finding that rests on a belief gets no fix.  Proposals for different
// functions are tried together; those at fault are taken out, and if none can
// be blamed each half is tried alone.
//
// Tested by tests/cli/test_fixes.py.

#pragma once

#include "driver/reanalysis.h"

namespace wt::driver {

// Sets `fix` of the findings that the user wants to see, as far as one is
// right.
void verify_fixes(const Subject &subject, CheckResult &result,
                  Console &console);

} // namespace wt::driver
