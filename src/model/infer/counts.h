// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions take and give back references that are counted?
//
// A release counts a cell of an object down, and frees the object when the
// count says so:
//
//   arg0[+8] == 1: frees arg0          (or <= 1, or the new value is tested)
//   otherwise:     arg0[+8] = arg0[+8] - 1
//
// Once such a cell is known, by the record it belongs to, a function that
// counts the same cell up takes a reference, unless ways that look the same to
// its caller do something else with it.
//
// Tested by tests/infer/programs/keepers.c and parts.c.

#pragma once

#include "program/program.h"
#include "summary/behaviour.h"

#include <memory>

namespace wt::infer {

// The cells that a behaviour counts down while it sometimes frees the object.
std::vector<AccessPath> released_counts(const Program &program,
                                        ProcedureId procedure,
                                        const Behaviour &behaviour);

// Fills Behaviour::acquires of all behaviours; releases are known.
void find_counts(const Program &program,
                 IdMap<ProcedureId, std::shared_ptr<const Behaviour>> &all);

} // namespace wt::infer
