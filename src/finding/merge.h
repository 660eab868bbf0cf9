// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When are two findings the same?
//
// A site in a header, in a template or in a file compiled with several sets of
// flags is found once per unit, and shown once.  The merged finding has the
// severity of the worst and its confidence, all engines, and all places where
// the object is lost.  Findings are then sorted and given their fingerprints: a
// hash of kind, function, the text of the site's line and a counter among
// equals, so that moving code to another line or file keeps it.
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "finding/finding.h"
#include "finding/source_text.h"

namespace wt {

// Merged, sorted by file, line, column and kind, with fingerprints.
std::vector<Finding> merge(std::vector<Finding> findings, SourceText &source);

// Sorted, and the first of each line: a reader looks at lines.
void keep_one_per_line(std::vector<Location> &places);

// " (and at 2 more places)" when there are three; "" for one.
std::string more_places(std::size_t count);

} // namespace wt
