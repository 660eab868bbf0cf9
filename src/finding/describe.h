// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a verdict told to a programmer?
//
// describe() turns a *leaks* verdict into a Finding: one plain sentence at the
// site and a trace that reads like the path: acquired here, this branch taken,
// that function called, lost here.
//
//   memory allocated here by strdup() is lost: not freed when the function
//   returns at line 9
//
// Confidence, engines and the fingerprint are filled in later (verdict/,
// finding/merge.h).
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "finding/finding.h"

#include <map>

namespace wt {

// The reason of a verdict (verdict.h) that tells how a call loses an object.
inline constexpr const char *kHolderIsFreed =
    "the object that holds it is freed";

// Of losing places: why it is only a note, one phrase; "" or absent: it is a
// warning (verdict/severity.h).
using Excuses = std::map<ir::ValueId, std::string>;

// The first of the losing places is told in full.
Finding describe(const Program &program, const model::ModelSet &models,
                 const Verdict &verdict, const Excuses &excuses = {});

// The branch decisions, calls and events of a path, then where it ends.
// `acquired` is told where the path passes the site.
std::vector<TraceStep> trace_of(const Program &program, const Site &site,
                                const Witness &witness,
                                const std::string &acquired,
                                const std::string &lost);

// The last call on the path that throws; invalid: none.
ir::ValueId throwing_call(const Program &program, const Witness &witness);

// Where the object is lost, for the reader: a `return` that jumps to a shared
// exit is shown at the `return`, an exception at the call that throws it, not
// at the closing brace.
Location losing_place(const Program &program, const Verdict &verdict,
                      ir::ValueId losing, const Witness *witness);

} // namespace wt
