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
#include "summary/behaviour.h"

#include <functional>

namespace wt::infer {

inline constexpr std::size_t kMaxFollowed = 8; // callees of one call

// Empty: not followed.
std::span<const ProcedureId> followed(const Program &program,
                                      ProcedureId caller, ir::ValueId call);

// May a call through a pointer also end in another way than all of `callees`
// do?  Code outside the program may put another function there.  That it does
// what the known ones do is assumed, but not that it never comes back, or
// always fails, because they do.  `behaviour` may say null: nothing is known.
bool may_go_otherwise(
    const Program &program, ProcedureId caller, ir::ValueId call,
    std::span<const ProcedureId> callees,
    const std::function<const Behaviour *(ProcedureId)> &behaviour);

// All followed calls, as a graph.
Adjacency<ProcedureId, ProcedureId> followed_calls(const Program &program);

} // namespace wt::infer
