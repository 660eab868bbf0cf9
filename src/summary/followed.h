// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls does the inference look through?
//
// Direct ones, those through constants, those through pointers to which the
// program gives few values, and virtual ones with few overriders.  A pointer of
// which only the type is known would tie half of the program into one recursion
// and say little: such a call is taken to keep its arguments.

#pragma once

#include "program/adjacency.h"
#include "program/program.h"

namespace wt::infer {

inline constexpr std::size_t kMaxFollowed = 8; // callees of one call

// Empty: not followed.
std::span<const ProcedureId> followed(const Program &program,
                                      ProcedureId caller, ir::ValueId call);

// All followed calls, as a graph.
Adjacency<ProcedureId, ProcedureId> followed_calls(const Program &program);

} // namespace wt::infer
