// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said of a recursion in a few words, so that it settles?
//
// Functions that call each other are interpreted again and again until their
// behaviours stay as they are.  Told exactly, these may grow for ever (a new
// node with a new node in it, with a new node ...).  In few words they cannot:
// only the sign of the result, what it is (new, an argument), tests of
// arguments by their sign, and effects that are near or on everything far
// away.  There are finitely many such outcomes, and each step only adds.
//
//   result != 0: result is new malloc #0; object0->[+8] = new malloc #1; ...
//   becomes   result > 0: result is new malloc #0
//
// So what a caller needs most is what is never lost: null or new, freed or
// not, kept or not, for each class of the result.
//
// Tested by tests/unit/summary/settle_test.cpp and tests/leak/c/*_cycles.c.

#pragma once

#include "summary/behaviour.h"

namespace wt::infer {

// In few words, one outcome for each sign and kind of result.
Behaviour settled(Behaviour behaviour);

// Both: what was known before, and what comes now.
Behaviour settled(const Behaviour &before, Behaviour next);

} // namespace wt::infer
