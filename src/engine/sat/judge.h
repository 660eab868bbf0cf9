// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can what another engine reports really happen?
//
// A candidate says: this object is lost (or freed twice, ...), there.  Either
// half may be missing.  All candidates of a procedure are judged over one
// evaluation.  The answers are verdicts:
//
//   leaks    a satisfiable path, with its witness where there is one
//   safe     no such path within the unrolled iterations: bounded
//   unknown  with the reason: over budget, or an object that is not followed
//
// The place is that of Questions (questions.h): an exit, or the instruction at
// which the last holder lets go.  An engine whose places mean less should ask
// without one.
//
// Tested by tests/unit/engine/sat_judge_test.cpp.

#pragma once

#include "engine/sat/sat.h"
#include "program/passed_bits.h"

namespace wt::sat {

// One verdict per candidate, in order.
std::vector<Verdict> judge(const Facts &facts, const Question &question,
                           const Limits &limits, const PassedBits &passed,
                           ProcedureId procedure,
                           std::span<const Candidate> candidates,
                           Budget &budget);

} // namespace wt::sat
