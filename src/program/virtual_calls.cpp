// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are overriders read out of vtables?  See virtual_calls.h.
//
// Tested by tests/unit/program/virtual_calls_test.cpp.

#include "program/virtual_calls.h"

#include "program/constants.h"

#include <algorithm>

namespace wt {

bool is_placeholder(const Procedure &procedure) {
  return procedure.link_name == "__cxa_pure_virtual" ||
         procedure.link_name == "__cxa_deleted_virtual";
}

VirtualCalls::VirtualCalls(const Program &program) : program_(program) {
  for (ProgramVariableId v : program.variables().ids()) {
    if (!program.variables()[v].is_defined)
      continue;
    const ir::Unit &unit = *program.units()[program.variables()[v].unit];
    for (const ir::VtableEntry &entry : initial_value(program, v).vtable)
      by_class_[unit.text(entry.type_id)].push_back({v, entry.offset});
  }
}

bool VirtualCalls::is_closed(std::string_view type_id) {
  return type_id.find("_GLOBAL__N_") != type_id.npos;
}

std::vector<ProcedureId> VirtualCalls::targets(UnitId unit,
                                               std::string_view type_id,
                                               std::uint64_t offset) const {
  std::vector<ProcedureId> found;
  auto entries = by_class_.find(type_id);
  if (entries == by_class_.end())
    return found;
  for (const Entry &entry : entries->second) {
    UnitId home = program_.variables()[entry.vtable].unit;
    // Two units may have an anonymous class of one name.
    if (is_closed(type_id) && home != unit)
      continue;
    const ir::InitCell *cell =
        cell_at(initial_value(program_, entry.vtable), entry.offset + offset);
    if (!cell || cell->kind != ir::InitCell::Kind::kFunction)
      continue;
    ProcedureId target = program_.procedure(home, cell->function);
    if (!is_placeholder(program_.procedures()[target]))
      found.push_back(target);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace wt
