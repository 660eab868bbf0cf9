// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which allocation is behind a wrapper?
//
// The site of a leak is where the losing function gets the object.  When that
// is `xmalloc(8)`, the reader may want the malloc() inside.  It is looked for
// in the body of the callee: all that the callee returns (or stores through
// its out-parameter) must come from one call, again and again until that call
// has a model or no body.  With two candidates there is no answer.
//
// Tested by tests/unit/finding/origin_test.cpp.

#pragma once

#include "finding/site.h"

#include <optional>

namespace wt {

struct Origin {
  ProcedureId procedure; // whose body has the call
  ir::ValueId call;
  bool operator==(const Origin &) const = default;
};

std::optional<Origin> origin_of(const Program &program,
                                const model::ModelSet &models,
                                const Site &site);

} // namespace wt
