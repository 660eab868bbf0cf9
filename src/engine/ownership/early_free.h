// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is an object freed although what holds it goes on without it, or never was?
//
//   free(p->name); p->name = strdup(s);        makes room for the next one
//   p = new(); p->name = strdup(s); if (bad) { free(p->name); free(p);
//     return NULL; } return p;                 gives up what is not finished
//   s = strdup(t); if (bad) { free(s); return; } p->name = s;
//                                              frees what no field has
//
// Such a free says nothing of the object that the field holds in the end:
// somebody else has to free that.
//
// Tested by tests/leak/c/freed_early.c.

#pragma once

#include "engine/engine.h"

namespace wt::ownership {

// `freed`: an argument of the call, which frees it.
bool is_early_free(const Facts &facts, ProcedureId procedure, ir::ValueId call,
                   ir::ValueId freed);

// Does the value, or a place in what it points to, come to a return?
bool comes_to_return(const ir::Function &body, ir::ValueId value);

} // namespace wt::ownership
