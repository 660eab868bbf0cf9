// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does an answer become a verdict?
//
// The way that was walked backwards is told forwards: the blocks from the entry
// over the acquiring call to the loss, with what calls returned.
//
// Tested by tests/leak/.

#pragma once

#include "engine/contradiction/walk.h"

namespace wt::contradiction {

// The site of what was found.
Site site_of(const Found &found);

// The way from a step of a trail on.
Witness path_of(const Answer &answer, TrailId from);

// The way to what was found, as the walker reads it.  Without `last`: not all
// of it is known.
Witness witness_of(const Workspace &workspace, const Probe &probe,
                   const Answer &answer, const Found &found);

// The instruction to name: a local that ends right before a return is lost by
// the return.
ir::ValueId losing_instruction(const ir::Function &function,
                               const Probe &probe);

Verdict verdict_of(const Workspace &workspace, const Probe &probe,
                   const Answer &answer, const Found &found);

// Searches from the probe for ways that can be executed.  The walker knows
// numbers that K does not; what it contradicts, with the values that calls give
// there, is no way.  Then the search is repeated once and joins less: another
// way may lose the object.
Answer search(Workspace &workspace, const WalkLimits &limits,
              const Probe &probe, Refutations *refuted = nullptr);

// One phrase: "it is overwritten".
std::string reason_of(const ir::Function &function, const Probe &probe);

} // namespace wt::contradiction
