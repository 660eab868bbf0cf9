// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in a global that nobody writes?
//
// Its initial value: an integer, the address of a function (a table of
// handlers), or the address of another global.  Everything here answers only
// for variables with is_never_written, and nullopt when the place is not
// known to hold what is asked for.
//
// Bytes are little-endian, which all supported targets are.
//
// Tested by tests/unit/program/constants_test.cpp.

#pragma once

#include "program/program.h"

namespace wt {

// The integer of `width` bits (1 to 64) at byte `offset`, sign-extended.  It
// may lie inside or across initial values, and in bytes that are zero because
// nothing was written there.  A null pointer is the integer 0 of width 64.
std::optional<std::int64_t> constant_value(const Program &program,
                                           ProgramVariableId variable,
                                           std::uint64_t offset,
                                           std::uint32_t width);

// The function whose address lies at `offset`.
std::optional<ProcedureId> constant_function(const Program &program,
                                             ProgramVariableId variable,
                                             std::uint64_t offset);

// The place in another variable whose address lies at `offset`.
struct ConstantAddress {
  ProgramVariableId variable;
  std::int64_t offset = 0;
};
std::optional<ConstantAddress> constant_address(const Program &program,
                                                ProgramVariableId variable,
                                                std::uint64_t offset);

// The initial value of a defined variable, written later or not.
const ir::Global &initial_value(const Program &program,
                                ProgramVariableId variable);
// The piece of `global` that begins at `offset`, or null.
const ir::InitCell *cell_at(const ir::Global &global, std::uint64_t offset);

} // namespace wt
