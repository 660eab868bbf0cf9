// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a constant read out of initial values?  See constants.h.
//
// Tested by tests/unit/program/constants_test.cpp.

#include "program/constants.h"

#include <algorithm>

namespace wt {

namespace {

std::uint64_t bytes_of(const ir::InitCell &cell) {
  return cell.kind == ir::InitCell::Kind::kInt ? (cell.width + 7) / 8 : 8;
}

// The byte at `offset`; nullopt inside an address or outside the global.
std::optional<std::uint8_t> byte_at(const ir::Global &global,
                                    std::uint64_t offset) {
  if (global.size && offset >= global.size)
    return std::nullopt;
  auto after = std::upper_bound(
      global.init.begin(), global.init.end(), offset,
      [](std::uint64_t o, const ir::InitCell &c) { return o < c.offset; });
  if (after != global.init.begin()) {
    const ir::InitCell &cell = *std::prev(after);
    std::uint64_t inside = offset - cell.offset;
    if (inside < bytes_of(cell)) {
      if (cell.kind != ir::InitCell::Kind::kInt || inside >= 8)
        return std::nullopt;
      return static_cast<std::uint8_t>(cell.value >> (8 * inside));
    }
  }
  if (global.init_is_complete)
    return std::uint8_t(0);
  return std::nullopt;
}

const ir::Global *readable(const Program &program, ProgramVariableId variable) {
  if (!variable.valid())
    return nullptr;
  const ProgramVariable &v = program.variables()[variable];
  return v.is_never_written && v.is_defined ? &initial_value(program, variable)
                                            : nullptr;
}

const ir::InitCell *readable_cell(const Program &program,
                                  ProgramVariableId variable,
                                  std::uint64_t offset,
                                  ir::InitCell::Kind kind) {
  const ir::Global *global = readable(program, variable);
  const ir::InitCell *cell = global ? cell_at(*global, offset) : nullptr;
  return cell && cell->kind == kind ? cell : nullptr;
}

} // namespace

const ir::Global &initial_value(const Program &program,
                                ProgramVariableId variable) {
  const ProgramVariable &v = program.variables()[variable];
  return program.units()[v.unit]->globals[v.global];
}

const ir::InitCell *cell_at(const ir::Global &global, std::uint64_t offset) {
  auto found = std::lower_bound(
      global.init.begin(), global.init.end(), offset,
      [](const ir::InitCell &c, std::uint64_t o) { return c.offset < o; });
  return found != global.init.end() && found->offset == offset ? &*found
                                                               : nullptr;
}

std::optional<std::int64_t> constant_value(const Program &program,
                                           ProgramVariableId variable,
                                           std::uint64_t offset,
                                           std::uint32_t width) {
  const ir::Global *global = readable(program, variable);
  if (!global || width == 0 || width > 64)
    return std::nullopt;
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < (width + 7) / 8; ++i) {
    std::optional<std::uint8_t> byte = byte_at(*global, offset + i);
    if (!byte)
      return std::nullopt;
    bits |= std::uint64_t(*byte) << (8 * i);
  }
  std::uint32_t unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::optional<ProcedureId> constant_function(const Program &program,
                                             ProgramVariableId variable,
                                             std::uint64_t offset) {
  const ir::InitCell *cell =
      readable_cell(program, variable, offset, ir::InitCell::Kind::kFunction);
  if (!cell || cell->value != 0)
    return std::nullopt;
  return program.procedure(program.variables()[variable].unit, cell->function);
}

std::optional<ConstantAddress> constant_address(const Program &program,
                                                ProgramVariableId variable,
                                                std::uint64_t offset) {
  const ir::InitCell *cell =
      readable_cell(program, variable, offset, ir::InitCell::Kind::kGlobal);
  if (!cell)
    return std::nullopt;
  return ConstantAddress{
      program.variable(program.variables()[variable].unit, cell->global),
      cell->value};
}

} // namespace wt
