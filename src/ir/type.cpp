// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hash-consing of types; see ir/type.h.

#include "ir/type.h"

#include <algorithm>

namespace wt::ir {

namespace {

// Records hash and compare by name alone: their fields come later.
std::size_t hash_of(const Type &t) {
  std::size_t h = static_cast<std::size_t>(t.kind);
  auto mix = [&h](std::size_t x) {
    h ^= x + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  };
  mix(t.name.value);
  mix(t.discriminator.value);
  if (t.kind == TypeKind::kRecord)
    return h;
  mix(t.width * 2 + t.is_signed);
  mix(t.element.value);
  mix(t.count * 4 + t.const_pointee * 2 + t.is_variadic);
  for (TypeId p : t.params)
    mix(p.value);
  return h;
}

bool same(const Type &a, const Type &b) {
  if (a.kind != b.kind)
    return false;
  if (a.kind == TypeKind::kRecord)
    return a.name == b.name && a.discriminator == b.discriminator &&
           a.is_union == b.is_union;
  return a == b;
}

} // namespace

TypeTable::TypeTable() {
  add(Type{.kind = TypeKind::kUnknown,
           .name = StringTable::empty(),
           .discriminator = StringTable::empty()});
  add(Type{.kind = TypeKind::kVoid,
           .name = StringTable::empty(),
           .discriminator = StringTable::empty()});
}

TypeId TypeTable::add(Type type) {
  if (!type.name.valid())
    type.name = type.discriminator = StringTable::empty();
  std::vector<TypeId> &bucket = by_hash_[hash_of(type)];
  for (TypeId id : bucket)
    if (same(types_[id], type))
      return id;
  TypeId id = types_.push(std::move(type));
  bucket.push_back(id);
  return id;
}

TypeId TypeTable::int_type(std::uint32_t width, bool is_signed) {
  return add(Type{.kind = TypeKind::kInt,
                  .is_signed = is_signed,
                  .width = width,
                  .size = (width + 7) / 8});
}

TypeId TypeTable::float_type(std::uint32_t width) {
  return add(
      Type{.kind = TypeKind::kFloat, .width = width, .size = (width + 7) / 8});
}

TypeId TypeTable::pointer_to(TypeId pointee, bool const_pointee) {
  return add(Type{.kind = TypeKind::kPointer,
                  .const_pointee = const_pointee,
                  .width = 64,
                  .element = pointee,
                  .size = 8});
}

TypeId TypeTable::array_of(TypeId element, std::uint64_t count) {
  // The size follows from the element when it is read, because an element
  // record may be completed later.
  return add(
      Type{.kind = TypeKind::kArray, .element = element, .count = count});
}

TypeId TypeTable::function(TypeId result, std::vector<TypeId> params,
                           bool variadic) {
  return add(Type{.kind = TypeKind::kFunction,
                  .is_variadic = variadic,
                  .element = result,
                  .params = std::move(params)});
}

TypeId TypeTable::record(StrId name, StrId discriminator, bool is_union) {
  return add(Type{.kind = TypeKind::kRecord,
                  .is_union = is_union,
                  .name = name,
                  .discriminator = discriminator});
}

void TypeTable::complete_record(TypeId record, std::uint64_t size,
                                std::vector<FieldDecl> fields) {
  Type &type = types_[record];
  assert(type.kind == TypeKind::kRecord && "only records have fields");
  std::stable_sort(fields.begin(), fields.end(),
                   [](const FieldDecl &a, const FieldDecl &b) {
                     return a.offset < b.offset;
                   });
  type.is_complete = true;
  type.size = size;
  type.fields = std::move(fields);
}

bool TypeTable::may_hold_pointer(TypeId id, std::uint64_t offset) const {
  const Type &type = types_[id];
  std::uint64_t size = size_of(id);
  if (size == 0 || offset >= size)
    return true;
  switch (type.kind) {
  case TypeKind::kInt:
  case TypeKind::kFloat:
    return false;
  case TypeKind::kArray:
    return may_hold_pointer(type.element, offset % size_of(type.element));
  case TypeKind::kRecord:
    return std::ranges::any_of(type.fields, [&](const FieldDecl &field) {
      return field.offset <= offset &&
             offset < field.offset + size_of(field.type) &&
             may_hold_pointer(field.type, offset - field.offset);
    });
  default:
    return true;
  }
}

std::uint64_t TypeTable::size_of(TypeId id) const {
  const Type &type = types_[id];
  if (type.kind == TypeKind::kArray)
    return type.count * size_of(type.element);
  return type.size;
}

} // namespace wt::ir
