// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At which instruction does the reader see the object go?
//
// Engines think in values: an object is lost where nothing that is still used
// refers to it.  A reader thinks in variables:
//
//   second = strdup(s);   <- in the case that it fails, nobody uses `first`
//   if (!second)             any more: no reason to call that "overwritten"
//     return NULL;        <- the reader sees `first` go here
//
// So an assignment loses the object only if its variable held it, and a library
// function that was given the object does so only if it frees another one.
//
// Tested by tests/unit/finding/real_loss_test.cpp.

#pragma once

#include "finding/verdict.h"
#include "program/program.h"

namespace wt {

// `losing`, or what comes after it on the path of the witness.
ir::ValueId real_loss(const Program &program, const model::ModelSet &models,
                      const Verdict &verdict, ir::ValueId losing,
                      const Witness &witness);

// The path up to the instruction, which is on it.
Witness cut_at(const Program &program, Witness witness, ir::ValueId losing);

} // namespace wt
