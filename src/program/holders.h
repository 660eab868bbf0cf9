// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which places of a program hold function pointers, under one name each?
//
// A holder is a set of places that are not told apart:
//
//   field      of a record at a byte, in all objects, of all units:
//              `outer.ops.read` and `ops->read` are (ops, 0)
//   variable   a global that is a pointer or an array of pointers
//   slot       a local likewise
//   parameter  of a procedure
//   pointee    what a parameter that is a pointer to pointers points to
//   result     of a procedure
//   value      of a body: where phis, selects and called pointers meet
//
// All elements of an array are one holder.  Members of a union are one holder
// per byte.  The code is taken to be typed: an address that is no pointer to a
// record is followed to what it was made from, a pointer to R points to an R.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#pragma once

#include "program/program.h"

#include <string>
#include <unordered_map>

namespace wt {

using HolderId = Id<struct HolderTag>;

class Holders {
public:
  explicit Holders(const Program &program);

  std::size_t size() const { return by_key_.size(); }
  HolderId parameter(ProcedureId p, std::uint32_t index) {
    return add({Kind::kParameter, p.value, index});
  }
  HolderId pointee(ProcedureId p, std::uint32_t index) {
    return add({Kind::kPointee, p.value, index});
  }
  HolderId result(ProcedureId p) { return add({Kind::kResult, p.value, 0}); }
  HolderId value(ProcedureId p, ir::ValueId v) {
    return add({Kind::kValue, p.value, v.value});
  }
  // Invalid: not added before.
  HolderId find_value(ProcedureId p, ir::ValueId v) const;

  // Appends the holders that `address` in the body of `p` may point to; false
  // when it may point to something else.
  bool at_address(ProcedureId p, ir::ValueId address,
                  std::vector<HolderId> &out);
  // Likewise at byte `moved` behind it, when it points to a record or is the
  // address of a variable.
  bool behind_address(ProcedureId p, ir::ValueId address, std::int64_t moved,
                      std::vector<HolderId> &out);
  // Likewise at byte `offset` of a variable, with the type it has in `unit`.
  bool in_variable(UnitId unit, ir::GlobalId global, std::int64_t offset,
                   std::vector<HolderId> &out);

  // Is it a pointer, or an array of pointers?
  static bool is_pointers(const ir::Unit &unit, ir::TypeId type);

private:
  enum class Kind : std::uint32_t {
    kField,
    kVariable,
    kSlot,
    kParameter,
    kPointee,
    kResult,
    kValue,
    kNone // of a place whose type alone does not say where it is
  };
  struct Key {
    Kind kind = Kind::kNone;
    std::uint32_t owner = 0; // record, variable or procedure
    std::uint64_t place = 0; // byte, index or value

    bool operator==(const Key &) const = default;
  };
  struct HashKey {
    std::size_t operator()(const Key &key) const;
  };

  HolderId add(const Key &key);
  std::uint32_t record_number(UnitId unit, ir::TypeId record);
  bool in_type(UnitId unit, ir::TypeId type, std::int64_t offset, Key owner,
               std::vector<HolderId> &out);
  bool in_record(UnitId unit, ir::TypeId record, std::int64_t offset,
                 std::vector<HolderId> &out);
  bool in_field(UnitId unit, const ir::FieldRef &field,
                std::vector<HolderId> &out);
  bool follow(ProcedureId p, ir::ValueId address, int depth,
              std::vector<HolderId> &out);

  const Program &program_;
  std::unordered_map<Key, HolderId, HashKey> by_key_;
  std::unordered_map<std::string, std::uint32_t>
      records_;                                         // name, discriminator
  IdMap<UnitId, std::vector<std::uint32_t>> record_of_; // by TypeId
};

} // namespace wt
