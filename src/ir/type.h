// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did the programmer declare this to be?
//
// Types are hash-consed per unit: equal types have equal ids, so comparing
// ids compares types.  Records are nominal: their key is the name plus a
// discriminator (two units, or two scopes of one unit, may use one name).
// `unknown` is a legal type everywhere.  Records are declared first and given
// their fields later, so they may be recursive.
//
// Text form:  i32  u8  f64  ptr<T>  ptr<const T>  [10 x T]  %name  fn(T, ...)
// -> R
//             void  unknown
//
// Tested by tests/unit/ir/type_test.cpp.

#pragma once

#include "support/id.h"
#include "support/strings.h"

#include <unordered_map>
#include <vector>

namespace wt::ir {

using TypeId = Id<struct TypeTag>;

enum class TypeKind : std::uint8_t {
  kUnknown,
  kVoid,
  kInt,
  kFloat,
  kPointer,
  kArray,
  kRecord,
  kFunction
};

// A member of a record.  A base class is a field with is_base set.
struct FieldDecl {
  StrId name = StringTable::empty();
  TypeId type;
  std::uint64_t offset = 0;    // bytes from the start of the record
  std::uint32_t bit_width = 0; // 0: not a bit-field
  bool is_base = false;

  bool operator==(const FieldDecl &) const = default;
};

struct Type {
  TypeKind kind = TypeKind::kUnknown;
  bool is_signed = false;     // int
  bool const_pointee = false; // pointer: points to const
  bool is_union = false;      // record
  bool is_complete = false;   // record: fields and size are known
  bool is_variadic = false;   // function
  std::uint32_t width = 0;    // int, float: bits
  TypeId element;             // pointee, array element, function result
  std::uint64_t count = 0;    // array: number of elements, 0 when unknown
  std::uint64_t size = 0;     // bytes; 0 when unknown, see size_of for arrays
  StrId name = StringTable::empty(); // record: qualified source name
  // Record: tells records of one name apart.
  StrId discriminator = StringTable::empty();
  std::vector<FieldDecl> fields; // record, by offset
  std::vector<TypeId> params;    // function

  bool operator==(const Type &) const = default;
};

class TypeTable {
public:
  TypeTable(); // ids 0 and 1 are unknown and void

  static constexpr TypeId unknown() { return TypeId(0); }
  static constexpr TypeId void_type() { return TypeId(1); }
  TypeId int_type(std::uint32_t width, bool is_signed);
  TypeId float_type(std::uint32_t width);
  TypeId pointer_to(TypeId pointee, bool const_pointee = false);
  TypeId array_of(TypeId element, std::uint64_t count);
  TypeId function(TypeId result, std::vector<TypeId> params, bool variadic);

  // The record of that name and discriminator, incomplete when it is new.
  TypeId record(StrId name, StrId discriminator, bool is_union);
  void complete_record(TypeId record, std::uint64_t size,
                       std::vector<FieldDecl> fields);

  const Type &operator[](TypeId id) const { return types_[id]; }
  std::size_t size() const { return types_.size(); }
  auto ids() const { return types_.ids(); }

  bool is_pointer(TypeId id) const {
    return types_[id].kind == TypeKind::kPointer;
  }
  bool is_int(TypeId id) const { return types_[id].kind == TypeKind::kInt; }
  bool is_record(TypeId id) const {
    return types_[id].kind == TypeKind::kRecord;
  }
  // Bytes of a value, arrays included; 0 when unknown.
  std::uint64_t size_of(TypeId id) const;
  // May there be a pointer `offset` bytes behind the start of such a value?
  // Where nothing is declared there may.
  bool may_hold_pointer(TypeId id, std::uint64_t offset) const;
  // What a pointer points to; unknown for everything else.
  TypeId pointee(TypeId id) const {
    return is_pointer(id) ? types_[id].element : unknown();
  }

private:
  TypeId add(Type type);

  IdMap<TypeId, Type> types_;
  std::unordered_map<std::size_t, std::vector<TypeId>> by_hash_;
};

} // namespace wt::ir
