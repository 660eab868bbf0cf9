// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would the same build have compiled at another revision?
//
// `check --diff-base REV` reports what is new since REV.  The base is the build
// at hand with the files of REV in place of those that differ: Clang is given
// them by an overlay, so nothing in the checkout is touched.  A unit that reads
// no such file is the same, and comes from the store; a source file that did
// not exist is left out.
//
// The files of REV lie in a folder named after what they say, beside the store:
// so the units made from them, and the result for the base, are known the next
// time.  A header that did not exist is still there: only files can be
// replaced, not taken away.  Files that git ignores are taken as they are.
//
// Tested by tests/cli/test_diff_base.py.

#pragma once

#include "driver/build.h"
#include "driver/unit_cache.h"
#include "support/result.h"

#include <map>
#include <set>
#include <string>

namespace wt::driver {

struct BaseFiles {
  std::string overlay;                        // for Clang; "": nothing differs
  std::map<std::string, std::string> differs; // path: text at the revision
  std::set<std::string> added;                // source files since then
};

// `kept`: where the files are put.  `sources`: main files of the build.
Result<BaseFiles> files_at(const std::string &revision,
                           const std::set<std::string> &sources,
                           const std::string &kept,
                           const std::atomic<bool> &cancelled);

// The jobs of the base.  `units`: as they are now, if they are known.
void make_base(frontend::JobList &jobs, const BaseFiles &files,
               StoredUnits *units);

} // namespace wt::driver
