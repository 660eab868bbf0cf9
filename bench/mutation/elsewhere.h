// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The freed object was acquired elsewhere: is it certain that dropping the call
// makes a leak?
//
//   void done(struct p *p) { free(p->name); free(p); }   both: the record goes
//                                      and takes the only way to the name
//                                      along; callers give `p` away to be freed
//   free(p->name); p->name = strdup(s);                  it is overwritten
//   free(p->name); p->count = 0;                         not certain: it stays
//
// Who frees an object is the only one to do so, or the program frees it twice.
// So it is enough that nobody finds it any more where it was: the record is
// freed or the field or global overwritten on every way out, before or behind
// the call. Decided by looking at one body, without an engine.
//
// Tested by tests/unit/mutation/mutant_test.cpp.

#pragma once

#include "mutation/roles.h"

namespace wt::mutation {

// "": it is; else why not.
std::string why_not_lost_elsewhere(Calls &calls, Roles &roles,
                                   ProcedureId procedure,
                                   const Deallocation &deallocation);

} // namespace wt::mutation
