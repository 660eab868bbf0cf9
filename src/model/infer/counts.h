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
// counts the same cell up takes a reference.
//
// Tested by tests/unit/infer/counts_test.cpp.

#pragma once

#include "model/infer/behaviour.h"
#include "program/program.h"

#include <memory>

namespace wt::infer {

// Fills Behaviour::acquires and releases of all behaviours.
void find_counts(const Program &program,
                 IdMap<ProcedureId, std::shared_ptr<const Behaviour>> &all);

} // namespace wt::infer
