// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers in objects.  See object_types.h.

#include "engine/contradiction/object_types.h"

#include <algorithm>

namespace wt::contradiction {

using ir::TypeKind;

namespace {

void each_scalar_from(const ir::Unit &unit, ir::TypeId type,
                      std::int64_t offset, const PointerAt &found) {
  const ir::Type &info = unit.types[type];
  if (info.kind == TypeKind::kPointer || info.kind == TypeKind::kInt)
    found(offset, type);
  if (info.kind == TypeKind::kRecord && !info.is_union)
    for (const ir::FieldDecl &field : info.fields)
      each_scalar_from(unit, field.type,
                       offset + static_cast<std::int64_t>(field.offset), found);
}

// Is `type` what the record begins with, and is there a pointer behind it?
bool begins_with(const ir::Unit &unit, ir::TypeId record, ir::TypeId type) {
  const ir::Type &info = unit.types[record];
  if (info.kind != TypeKind::kRecord || info.is_union || info.fields.empty() ||
      info.fields[0].offset != 0)
    return false;
  const std::vector<ir::FieldDecl> &fields = info.fields;
  if (fields[0].type != type)
    return begins_with(unit, fields[0].type, type);
  return std::any_of(fields.begin() + 1, fields.end(),
                     [&](const ir::FieldDecl &field) {
                       return has_pointers(unit, field.type);
                     });
}

} // namespace

bool has_pointers(const ir::Unit &unit, ir::TypeId type) {
  const ir::Type &info = unit.types[type];
  switch (info.kind) {
  case TypeKind::kPointer:
  case TypeKind::kUnknown:
  case TypeKind::kVoid:
    return true;
  case TypeKind::kArray:
    return has_pointers(unit, info.element);
  case TypeKind::kRecord:
    return !info.is_complete ||
           std::ranges::any_of(info.fields, [&](const ir::FieldDecl &field) {
             return has_pointers(unit, field.type);
           });
  default:
    return false;
  }
}

bool is_first_part(const ir::Unit &unit, ir::TypeId type) {
  for (ir::TypeId record : unit.types.ids())
    if (unit.types.is_record(type) && begins_with(unit, record, type))
      return true;
  return false;
}

void each_scalar(const ir::Unit &unit, ir::TypeId type,
                 const PointerAt &found) {
  each_scalar_from(unit, type, 0, found);
}

bool hides_pointers(const ir::Unit &unit, ir::TypeId type) {
  const ir::Type &info = unit.types[type];
  if (info.kind == TypeKind::kRecord && info.is_complete && !info.is_union)
    return std::ranges::any_of(info.fields, [&](const ir::FieldDecl &field) {
      return hides_pointers(unit, field.type);
    });
  return info.kind != TypeKind::kPointer && has_pointers(unit, type);
}

} // namespace wt::contradiction
