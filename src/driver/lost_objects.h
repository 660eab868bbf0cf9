// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects that a line makes or loses does `check` find lost?
//
// A query proves that references which go away in a line are not the last ones.
// That says nothing of an object that the line makes and another line loses.
// So the engines that look at single functions are asked about the functions of
// the line, and what they find there is rated as in a check.
//
// Tested by tests/cli/test_proofs.py.

#pragma once

#include "driver/engines.h"
#include "driver/proof_subject.h"

namespace wt::driver {

// Made or lost there, of medium or high confidence; `name`: only what is held
// by that variable or field; "": all.
std::vector<Finding> lost_objects(const ProofSubject &subject,
                                  EngineTable engines,
                                  std::span<const ProcedureId> procedures,
                                  const std::string &file, std::uint32_t line,
                                  const std::string &name);

} // namespace wt::driver
