// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a store drop the first cell of a list?
//
//   cell = list; list = cell->next; puts(cell->text);         it does
//   for (c = list; c != mark; c = c->next) ...; list = c;     likewise
//   cell = list; list = cell->next; cell->next = used; used = cell;
//                                         no: the cell goes to another list
//   here = here->next;      yes: whether another cell has it is not asked here
//
// What is stored was found by steps from what was there, and nothing that was
// passed on the way is stored elsewhere, returned, or kept by a callee.
//
// Tested by tests/leak/c/walked_off_lists.c.

#pragma once

#include "engine/engine.h"

namespace wt::ownership {

bool drops_first(const Facts &facts, ProcedureId procedure, ir::ValueId store);

} // namespace wt::ownership
