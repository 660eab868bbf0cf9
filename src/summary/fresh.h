// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls of a body acquire objects, and where are these found?
//
// A new object of the callee is acquired in the result if only that leads to
// it, else in the cell of the caller's object that holds it.  What a global
// holds is nobody's to lose.  A call that may reach several functions acquires
// what all of them hand out.
//
// Tested by tests/unit/summary/from_model_test.cpp and tests/infer/.

#pragma once

#include "summary/behaviours.h"

namespace wt::infer {

// Where callers find each new object of an outcome, the most owning place
// first: a global, an argument's cell, the result, a cell of another new
// object. nullopt: it is not theirs to lose.
std::vector<std::optional<AccessPath>> places_of_new(const Outcome &outcome);

// The global that holds the outcome's n-th new object, and nothing else does:
// who overwrites it next may lose the object.  nullopt: there is none.
std::optional<AccessPath> global_of_new(const Outcome &outcome, std::size_t n);

// Where callers find what the outcome calls `path`: a cell of its second new
// object is a cell of what the result's first field points to.
std::optional<AccessPath>
seen_by_caller(const AccessPath &path,
               const std::vector<std::optional<AccessPath>> &places_of_new);

// Of one behaviour; `call` is left invalid.
std::vector<FreshPlace> fresh_places(const Behaviour &behaviour);

// Of all calls in a body, by call and place.
std::vector<FreshPlace> fresh_places(const Program &program,
                                     const model::ModelSet &models,
                                     ProcedureId procedure,
                                     const Behaviours &behaviours);

} // namespace wt::infer
