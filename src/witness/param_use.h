// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is an argument safe with this function?
//
// For a call that a witness does not enter, the walker wants to know whether
// the callee can free or keep what it is given.  If the parameter, and
// everything computed from it, is only compared, read through or handed to
// functions that only read it, nothing can have happened to the object.
//
// Tested by tests/unit/witness/walker_test.cpp.

#pragma once

#include "model/model.h"
#include "program/program.h"

namespace wt {

// Neither freed, nor kept, nor returned, nor written through.
bool only_reads(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, std::uint32_t parameter);

} // namespace wt
