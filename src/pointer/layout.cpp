// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How types become layouts.  See layout.h.

#include "pointer/layout.h"

#include <algorithm>

namespace wt::pointer {

namespace {

using ir::Type;
using ir::TypeId;
using ir::TypeKind;
using ir::TypeTable;

constexpr std::uint32_t kPointerBits = 64;
constexpr std::size_t kMostArrays = 64; // of one object; others are folded

std::uint32_t bytes(std::uint64_t n) {
  return n >= kUnknownSize ? kUnknownSize : static_cast<std::uint32_t>(n);
}

// Is there a value within the type, not in what it points to, that fits?
template <class Fits> bool holds(const TypeTable &types, TypeId id, Fits fits) {
  const Type &type = types[id];
  switch (type.kind) {
  case TypeKind::kArray:
    return holds(types, type.element, fits);
  case TypeKind::kRecord:
    return std::ranges::any_of(type.fields, [&](const ir::FieldDecl &field) {
      return field.bit_width == 0 && holds(types, field.type, fits);
    });
  default:
    return fits(type);
  }
}

bool holds_pointers(const TypeTable &types, TypeId id) {
  return holds(types, id, [](const Type &type) {
    return type.kind == TypeKind::kPointer || type.kind == TypeKind::kUnknown;
  });
}

bool holds_functions(const TypeTable &types, TypeId id) {
  return holds(types, id, [&](const Type &type) {
    return type.kind == TypeKind::kPointer &&
           types[type.element].kind == TypeKind::kFunction;
  });
}

void add_arrays(const TypeTable &types, TypeId id, std::uint64_t at,
                bool in_union, std::vector<Array> &out) {
  const Type &type = types[id];
  if (out.size() >= kMostArrays)
    return;
  if (type.kind == TypeKind::kArray) {
    std::uint64_t stride = types.size_of(type.element);
    if (stride == 0 || (in_union && !holds_pointers(types, type.element)))
      return;
    // The last member of a record may be longer than declared.
    std::uint64_t end =
        type.count <= 1 ? kUnknownSize : at + type.count * stride;
    out.push_back({bytes(at), bytes(end), bytes(stride)});
    add_arrays(types, type.element, at, in_union, out);
  } else if (type.kind == TypeKind::kRecord) {
    for (const ir::FieldDecl &field : type.fields)
      add_arrays(types, field.type, at + field.offset,
                 in_union || type.is_union, out);
  }
}

} // namespace

Object layout_of(const TypeTable &types, TypeId type, std::uint64_t size) {
  Object object;
  if (!type.valid())
    return object;
  size = std::max(size, types.size_of(type));
  if (size != 0)
    object.size = bytes(size);
  add_arrays(types, type, 0, false, object.arrays);
  for (Array &array : object.arrays)
    array.end = std::min(array.end, object.size);
  return object;
}

Object layout_of_array(const TypeTable &types, TypeId element) {
  Object object;
  std::uint64_t stride = element.valid() ? types.size_of(element) : 0;
  if (stride == 0)
    return object;
  object.arrays.push_back({0, kUnknownSize, bytes(stride)});
  add_arrays(types, element, 0, false, object.arrays);
  return object;
}

bool may_be_pointer(const TypeTable &types, TypeId id) {
  const Type &type = types[id];
  switch (type.kind) {
  case TypeKind::kPointer:
  case TypeKind::kUnknown:
    return true;
  case TypeKind::kInt:
    return type.width >= kPointerBits;
  default:
    return false;
  }
}

Pointee pointee_of(const TypeTable &types, TypeId pointer) {
  if (!types.is_pointer(pointer))
    return types[pointer].kind == TypeKind::kUnknown ? Pointee::kAnything
                                                     : Pointee::kPlain;
  TypeId id = types[pointer].element;
  const Type &type = types[id];
  if (type.kind == TypeKind::kFunction)
    return Pointee::kFunction;
  if (type.kind == TypeKind::kUnknown || type.kind == TypeKind::kVoid ||
      (type.kind == TypeKind::kRecord && !type.is_complete))
    return Pointee::kAnything;
  if (!holds_pointers(types, id))
    return Pointee::kPlain;
  return holds_functions(types, id) ? Pointee::kTables : Pointee::kPointers;
}

} // namespace wt::pointer
