// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions can this pointer be, for certain?
//
// Follows a value back through casts, phis and selects to functions, and
// through loads into globals that nobody writes: a function pointer, a field
// of a constant struct, any element of a table:
//
//   static const struct { char *name; int (*run)(); } table[] = ...;
//   table[i].run()          the cells at 8, 8 + 16, 8 + 32, ...
//
// Everything else (parameters, results, memory that is written) has no certain
// answer here.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#pragma once

#include "program/program.h"

namespace wt {

// All functions that `value` in the body of `procedure` can be, sorted; null
// pointers are left out.  nullopt: it may be something else.
std::optional<std::vector<ProcedureId>> function_values(const Program &program,
                                                        ProcedureId procedure,
                                                        ir::ValueId value);

} // namespace wt
