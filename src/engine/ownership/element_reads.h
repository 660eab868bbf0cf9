// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function only look at elements that a container hands out?
//
//   for (const Item *i : items_) sum += i->value;      yes
//   return m.find(key)->second->name[0];               yes
//   delete items_.front();                             no
//   last_ = items_.back();                             no: it is kept
//
// What comes out of the call (an iterator, the address of an element), all that
// is read there and all that is computed from it is followed through values
// and locals of the function, without regard to paths.  Whoever frees, keeps,
// hands back or overwrites any of it does more than look.
//
// Tested by tests/leak/cxx/iterated_elements.cpp.

#pragma once

#include "engine/engine.h"

namespace wt::ownership {

bool only_reads_elements(const Facts &facts, ProcedureId procedure,
                         ir::ValueId call);

} // namespace wt::ownership
