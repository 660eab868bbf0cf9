// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can the object of another engine's report really be lost?
//
//   leaks    a search from the losing place finds the way back to the site
//   safe     proved: from every probe of the function that can lose the object
//            of the site all ways back contradict themselves
//   unknown  neither, with the reason
//
// The proof is about this object alone, the one that the call at the site
// makes, and it is tried where no memory but locals ever holds it
// (whereabouts.h).  So it does not matter what else the function loses, calls
// or does with memory; nor can the object be part of a cycle, or held by
// another one that is lost: what is proved is that it is freed, or that the
// caller gets it.
//
// Tested by tests/unit/engine/contradiction_judge_test.cpp.

#pragma once

#include "engine/contradiction/contradiction.h"

namespace wt::contradiction {

// One verdict per candidate, in order.
std::vector<Verdict> judge(const Facts &facts, const Limits &limits,
                           const pointer::Regions &division,
                           ProcedureId procedure,
                           std::span<const Candidate> candidates,
                           Budget &budget);

} // namespace wt::contradiction
