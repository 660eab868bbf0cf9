// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the behaviour of a function that a model describes?
//
// Each effect of a model has a test on the result and perhaps one on an
// argument.  The tests together divide the calls into outcomes; in each, the
// effects whose tests hold happen:
//
//   realloc:  result != 0: frees arg0; result is new malloc
//             result == 0: nothing
//
// Tested by tests/unit/summary/from_model_test.cpp.

#pragma once

#include "summary/behaviour.h"

namespace wt::infer {

// `hidden`: parameters of the IR before the first of the source (the slot of a
// result that is returned in memory).  `most_arguments`: of a call, without
// those; scanf() and its kind write behind all that stand for `...`.
Behaviour behaviour_of(const model::FunctionModel &model,
                       const model::ModelSet &models, std::uint32_t hidden,
                       std::uint32_t most_arguments);

// What a model knows of a result although a body says the rest: no length is
// negative.
void add_hint(const model::FunctionModel &model, Behaviour &behaviour);

} // namespace wt::infer
