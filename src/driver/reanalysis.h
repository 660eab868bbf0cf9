// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would the analysis say of a changed program?
//
// The files are captured again with other texts than those on disk, the
// units that read them are replaced, and the whole program is analysed once
// more, callers and callees included.  Nothing is written anywhere.
//
// Tested by tests/cli/test_fixes.py.

#pragma once

#include "driver/checking.h"
#include "driver/child.h"

#include <map>

namespace wt::driver {

// The program as it is.
struct Subject {
  const CheckPlan &plan;
  std::vector<frontend::CapturedUnit> &units;
  const std::vector<LinkPlaces> &places;
  const std::string &database;
  bool has_store; // with what is known of functions that a change leaves alone
};

struct Reanalysis {
  CheckResult result;
  std::vector<std::string> objections; // by place of `written`; "": none
};

// `texts`: by file, what it would hold; `written`: the parts that are new.
// Nullopt: a file does not compile, or the analysis failed.
std::optional<Reanalysis>
reanalyse(const Subject &subject,
          const std::map<std::string, std::string> &texts,
          std::span<const fix::Written> written);

} // namespace wt::driver
