// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which paths to the same end are like this one, but for a branch?
//
// A path on which an allocation fails may lose its object for that reason, or
// for another one:
//
//   char *q = malloc(9);
//   if (!q)
//     log("no q");       <- the engine's path goes here; so what?
//   return;              <- p is lost on all paths
//
// A detour takes the other side of one branch behind the failing call, then the
// shortest path that leads back to the given one.  Whether it can be walked,
// and loses the object, is for the walker to say.
//
// The same way, but for what the engine chose inside of callees, may lose the
// object without a failure, too.
//
// Tested by tests/unit/witness/detour_test.cpp and tests/leak/c/note_path.c.

#pragma once

#include "finding/verdict.h"
#include "program/program.h"

namespace wt {

// Without the values that the engine chose.  `call` is one of the path's own
// function; the branches nearest behind it come first.
std::vector<Witness> detours(const Program &program, const Witness &witness,
                             ir::ValueId call);

// The blocks of the path's own function alone, without values; nothing: the
// path ends in a callee.
std::optional<Witness> outer_way(const Witness &witness);

} // namespace wt
