// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What should the programmer do about a finding, and what would that look like?
//
// The advice is one sentence in the programmer's own words:
//
//   free 'host' before the return at line 15, as line 22 does
//
// A proposal is the same as edits of the source.  Where an object is lost at
// the end of a path, it is freed at that end, or before the last jump on the
// way to it; where its last pointer is overwritten or its holder is freed,
// just before that; a failed realloc() is given a second pointer; an ignored
// result is freed at once.  Several are made, the best first: which of them is
// right is found out by analysing the changed program (driver/fixing.h).
//
// None is made for what rests on a belief, and none where the raw text is not
// clear (fix/statement.h).
//
// Tested by tests/unit/fix/ and tests/cli/test_fixes.py.

#pragma once

#include "finding/finding.h"
#include "fix/statement.h"

namespace wt::fix {

// Fills in `advice` and `proposals`.
void propose(const Program &program, const model::ModelSet &models,
             const Verdict &verdict, SourceFiles &files, Finding &finding);

} // namespace wt::fix
