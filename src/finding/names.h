// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would a programmer call this value?
//
// Turns values of the IR back into source words for messages: the variable a
// pointer was first assigned to, `s->name` for a field, `free()` for a callee.
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "finding/finding.h"
#include "program/program.h"

#include <string>

namespace wt {

// The named variable, field or parameter that holds the site's object first;
// "" when there is none.
std::string variable_of(const Program &program, const Site &site);

// An expression for the value: "p", "s->next", "table[...]"; "" if unnamed.
std::string expression_of(const ir::Unit &unit, const ir::Function &function,
                          ir::ValueId value);

// The variable, field or element at that address: "p", "s->next".
std::string lvalue_of(const ir::Unit &unit, const ir::Function &function,
                      ir::ValueId address);

// "strdup()", "new", "a call through a pointer".
std::string callee_name(const Program &program, ProcedureId caller,
                        ir::ValueId call);

Location location(const ir::Unit &unit, const SourcePos &pos);

} // namespace wt
