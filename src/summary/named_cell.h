// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which field or global is it that a body reads or writes?
//
// Cells are told apart by record and offset, whichever object they are in;
// globals by name.  What lies in a union or an array has no such name.
//
// Tested by tests/unit/engine/sat_owned_test.cpp and tests/leak/c/owned_*.c.

#pragma once

#include "program/program.h"

#include <optional>
#include <string>

namespace wt::infer {

// A pointer in a record, or a global that is a pointer.
struct NamedCell {
  std::string record;       // with what tells records of one name apart
  ProgramVariableId global; // when it is no field
  std::int64_t offset = 0;

  auto operator<=>(const NamedCell &) const = default;
};

// How NamedCell writes a record.
std::string record_key(const ir::Unit &unit, ir::TypeId record);
// The cell of a field, in the innermost record that has it; none: in a union.
std::optional<NamedCell> field_cell(const ir::Unit &unit,
                                    const ir::FieldRef &field);

// The cell that an address in a body names, if it holds a pointer.
std::optional<NamedCell> cell_at(const Program &program, ProcedureId procedure,
                                 ir::ValueId address);

} // namespace wt::infer
