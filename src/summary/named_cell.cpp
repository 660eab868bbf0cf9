// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of cells: see named_cell.h.

#include "summary/named_cell.h"

namespace wt::infer {

using ir::Op;
using ir::TypeId;
using ir::ValueId;

namespace {

// The innermost record of a field, and the field there.
struct InnerField {
  TypeId record;
  const ir::FieldDecl *field = nullptr;
};
std::optional<InnerField> inner_field(const ir::Unit &unit,
                                      const ir::FieldRef &field) {
  TypeId type = field.record;
  for (std::size_t i = 0; i < field.path.size(); ++i) {
    if (!type.valid() || !unit.types.is_record(type))
      return std::nullopt;
    const ir::Type &record = unit.types[type];
    if (record.is_union || field.path[i] >= record.fields.size())
      return std::nullopt;
    const ir::FieldDecl &part = record.fields[field.path[i]];
    if (i + 1 == field.path.size())
      return InnerField{type, &part};
    type = part.type;
  }
  return std::nullopt;
}

std::optional<NamedCell> pointer_cell(const ir::Unit &unit,
                                      const ir::FieldRef &field) {
  std::optional<InnerField> inner = inner_field(unit, field);
  if (!inner || !unit.types.is_pointer(inner->field->type))
    return std::nullopt;
  return field_cell(unit, field);
}

} // namespace

std::string record_key(const ir::Unit &unit, TypeId record) {
  const ir::Type &type = unit.types[record];
  return std::string(unit.text(type.name)) + "#" +
         std::string(unit.text(type.discriminator));
}

std::optional<NamedCell> field_cell(const ir::Unit &unit,
                                    const ir::FieldRef &field) {
  std::optional<InnerField> inner = inner_field(unit, field);
  if (!inner)
    return std::nullopt;
  return NamedCell{
      record_key(unit, inner->record), {}, std::int64_t(inner->field->offset)};
}

std::optional<NamedCell> cell_at(const Program &program, ProcedureId procedure,
                                 ValueId address) {
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &body = program.body(procedure);
  switch (body.insts[address].op) {
  case Op::kField:
    return pointer_cell(unit, body.field(address));
  case Op::kGlobal: {
    ir::GlobalId global = body.global(address);
    TypeId type = unit.globals[global].type;
    if (!type.valid() || !unit.types.is_pointer(type))
      return std::nullopt;
    UnitId where = program.procedures()[procedure].unit;
    return NamedCell{"", program.variable(where, global), 0};
  }
  default:
    return std::nullopt;
  }
}

} // namespace wt::infer
