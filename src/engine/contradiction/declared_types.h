// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a body keep to the types that it declares?
//
// Probes go by declared types: a store of a number loses no reference, and a
// freed object holds what its type says.  C lets one write past that:
//
//   *(long *)&s->next = 0     a number where a pointer was
//   x->u.number = 0           likewise, in a union
//   for (…) *bytes++ = 0      through a `char *` that was a `void *`
//   clear((long *)&s->next)   and in somebody else's hands
//   free(&derived->base)      an object under the type of its first part
//
// What is not shown in the body is taken to be as declared: a `long *` that a
// caller passes points to a number.
//
// Tested by tests/prove/.

#pragma once

#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

// What an instruction does against declared types, as a phrase; "" when there
// is nothing of it.
std::string misused_type(Workspace &workspace, ProcedureId procedure,
                         ir::ValueId v);

// May the object have more pointers than the types that it is known by say?
// Bytes and numbers that were not made in the body may be anything, where the
// program is not taken to keep to its types.
bool may_hide_pointers(Workspace &workspace, ProcedureId procedure,
                       ir::ValueId object);

// Is what the pointer points to declared to be numbers, all of it?
bool points_to_numbers(Workspace &workspace, ProcedureId procedure,
                       ir::ValueId pointer);

// Does a call give a record of the library's to it, whose insides no body of
// the program has ever looked at?  `fgetc(stream)`.
bool is_given_to_its_library(Workspace &workspace, ProcedureId procedure,
                             ir::ValueId call, ProcedureId callee,
                             std::uint32_t argument);

// Likewise, and does the call end it?  It is no memory then that the program
// has laid out.
bool closes_in_library(Workspace &workspace, ProcedureId procedure,
                       ir::ValueId call, ProcedureId callee,
                       std::uint32_t argument);

// Does one of the types that the object is known by have pointers?
bool may_have_pointers(Workspace &workspace, ProcedureId procedure,
                       ir::ValueId object);

} // namespace wt::contradiction
