// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions can change a static variable?
//
//   static struct stat status;
//   void look_at(const char *name) { stat(name, &status); }   <- this one
//
// They are known if every use of its address, in its unit, is one of these: it
// is loaded from or compared; stored to or copied over; given to a function
// without a body, which may write there but keeps no address.  Then no other
// code writes there, however much it calls.
//
// Tested by tests/unit/program/writers_test.cpp.

#pragma once

#include "program/program.h"

namespace wt {

// Nothing: they are not known.
using Writers = std::optional<std::vector<ProcedureId>>;
Writers writers_of(const Program &program, ProgramVariableId variable);

// May a call change their variable: of this function, or, without one, of code
// outside the program?  Looks at callers of the writers.
bool may_change(const Program &program, const Writers &writers,
                std::optional<ProcedureId> called);

} // namespace wt
