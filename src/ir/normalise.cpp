// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixed list of passes; see ir/normalise.h.

#include "ir/normalise.h"

#include "ir/compact.h"
#include "ir/promote.h"
#include "ir/simplify.h"
#include "ir/thread_cleanups.h"

namespace wt::ir {

void normalise(Unit &unit) {
  for (Function &function : unit.functions) {
    if (function.is_declaration())
      continue;
    thread_cleanups(unit, function);
    promote(unit, function);
    simplify(unit, function);
    remove_dead_values(function);
    compact(function);
  }
}

} // namespace wt::ir
