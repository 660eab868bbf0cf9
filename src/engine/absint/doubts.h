// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can the program not tell about the way in which a call ended?
//
// Two cases that neither the result nor the arguments tell apart: what one of
// them frees, keeps or makes and the other does not is out of danger, because
// the program knows by other means which of them it was.  So it is with a case
// that is a guess (an argument is null that nobody asks about), and with
// failure where nobody looks at the result: as far as memory lasts, the program
// relies on success.
//
// Tested by tests/leak/c/believed.c and tests/leak/c/stored_copies.c.

#pragma once

#include "engine/absint/cases.h"

#include <span>

namespace wt::absint {

// Paths of the callee; each once, but for `unsure`.
struct Doubts {
  std::vector<AccessPath> unsure;     // new objects that others do not make
  std::vector<AccessPath> endangered; // objects that only others give away
  std::vector<AccessPath> spared;     // objects that others do not free
  std::vector<AccessPath> believed;   // own objects that others give away,
                                      // where this case is not believed
  std::vector<AccessPath> fitted;     // objects that others free as another
                                      // kind
};

// `all`: the cases that the arguments allow, this one among them.
Doubts doubts_about(const Case &one, bool is_guess,
                    std::span<const Case *const> all, bool is_looked_at);

} // namespace wt::absint
