// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does this program free such an object?
//
// The best words are those that the programmer already wrote: `xfree(host);` on
// another path of the same function.  Else the function to which other callers
// of the same allocator give what they get from it.  Else what the
// specification names: `free(host);`, `delete host;`.
//
// Tested by tests/unit/fix/release_test.cpp.

#pragma once

#include "finding/finding.h"
#include "fix/statement.h"

namespace wt::fix {

struct Release {
  std::string code;        // "free(host);"
  std::string object;      // "host": what it frees, as the code says
  std::uint32_t like = 0;  // the line of the same function that has it, or 0
  bool takes_null = false; // it may be given null
};

// Calls of the site's function that free the object of the site, or what the
// variable of that name holds.
std::vector<ir::ValueId> releases_in(const Program &program,
                                     const model::ModelSet &models,
                                     const Site &site,
                                     const std::string &variable);

// Best first; few.
std::vector<Release> releases_for(const Program &program,
                                  const model::ModelSet &models,
                                  const Site &site, const std::string &variable,
                                  SourceFiles &files);

// `p`, `s->name`, `t.p`: what reads the same wherever it is written, and has no
// effect.
bool is_plain_object(std::string_view text);

} // namespace wt::fix
