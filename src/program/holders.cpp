// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is an address turned into the holder it points to?  See holders.h.
//
// From the address to a type and a byte in it, then down through records and
// arrays to the pointer at that byte.  The innermost record on the way names
// the holder; without one the variable does.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#include "program/holders.h"

namespace wt {

using ir::Op;
using ir::TypeKind;
using ir::ValueId;

namespace {

constexpr std::uint32_t kNoNumber = UINT32_MAX;
constexpr int kDeepest = 16; // casts and elements in a row; a phi is 8

} // namespace

Holders::Holders(const Program &program) : program_(program) {
  for (const std::unique_ptr<const ir::Unit> &unit : program.units())
    record_of_.push(std::vector<std::uint32_t>(unit->types.size(), kNoNumber));
}

std::size_t Holders::HashKey::operator()(const Key &key) const {
  std::uint64_t h =
      (std::uint64_t(key.owner) << 3) | static_cast<std::uint64_t>(key.kind);
  h = (h ^ (key.place * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
  return h ^ (h >> 32);
}

HolderId Holders::add(const Key &key) {
  return by_key_.try_emplace(key, HolderId(by_key_.size())).first->second;
}

HolderId Holders::find_value(ProcedureId p, ValueId v) const {
  auto found = by_key_.find({Kind::kValue, p.value, v.value});
  return found == by_key_.end() ? HolderId() : found->second;
}

bool Holders::is_pointers(const ir::Unit &unit, ir::TypeId type) {
  while (type.valid() && unit.types[type].kind == TypeKind::kArray)
    type = unit.types[type].element;
  return type.valid() && unit.types.is_pointer(type);
}

std::uint32_t Holders::record_number(UnitId unit, ir::TypeId record) {
  std::uint32_t &number = record_of_[unit][record.value];
  if (number == kNoNumber) {
    const ir::Unit &u = *program_.units()[unit];
    const ir::Type &type = u.types[record];
    std::string key = u.text(type.name) + '\n' + u.text(type.discriminator);
    number = records_
                 .try_emplace(std::move(key),
                              static_cast<std::uint32_t>(records_.size()))
                 .first->second;
  }
  return number;
}

// `owner` names the place unless a record on the way does.
bool Holders::in_type(UnitId unit, ir::TypeId id, std::int64_t offset,
                      Key owner, std::vector<HolderId> &out) {
  const ir::TypeTable &types = program_.units()[unit]->types;
  while (id.valid() && types[id].kind == TypeKind::kArray) {
    id = types[id].element;
    if (auto size = static_cast<std::int64_t>(types.size_of(id)))
      offset %= size;
  }
  if (!id.valid() || offset < 0)
    return false;
  if (types[id].kind == TypeKind::kRecord)
    return in_record(unit, id, offset, out);
  if (types[id].kind != TypeKind::kPointer || offset != 0 ||
      owner.kind == Kind::kNone)
    return false;
  out.push_back(add(owner));
  return true;
}

bool Holders::in_record(UnitId unit, ir::TypeId record, std::int64_t offset,
                        std::vector<HolderId> &out) {
  const ir::TypeTable &types = program_.units()[unit]->types;
  bool found = false;
  for (const ir::FieldDecl &field : types[record].fields) {
    auto begin = static_cast<std::int64_t>(field.offset);
    auto size = static_cast<std::int64_t>(types.size_of(field.type));
    if (begin > offset)
      break;
    if (size == 0 || offset < begin + size) // 0: as long as one likes
      found |= in_type(
          unit, field.type, offset - begin,
          {Kind::kField, record_number(unit, record), field.offset}, out);
  }
  return found;
}

bool Holders::in_field(UnitId unit, const ir::FieldRef &field,
                       std::vector<HolderId> &out) {
  const ir::TypeTable &types = program_.units()[unit]->types;
  ir::TypeId at = field.record;
  Key owner;
  for (std::uint32_t index : field.path) {
    while (types[at].kind == TypeKind::kArray)
      at = types[at].element;
    if (types[at].kind != TypeKind::kRecord || index >= types[at].fields.size())
      return false;
    const ir::FieldDecl &decl = types[at].fields[index];
    owner = {Kind::kField, record_number(unit, at), decl.offset};
    at = decl.type;
  }
  return in_type(unit, at, 0, owner, out);
}

bool Holders::in_variable(UnitId unit, ir::GlobalId global, std::int64_t offset,
                          std::vector<HolderId> &out) {
  return in_type(unit, program_.units()[unit]->globals[global].type, offset,
                 {Kind::kVariable, program_.variable(unit, global).value, 0},
                 out);
}

bool Holders::behind_address(ProcedureId p, ValueId address, std::int64_t moved,
                             std::vector<HolderId> &out) {
  UnitId unit = program_.procedures()[p].unit;
  const ir::TypeTable &types = program_.units()[unit]->types;
  const ir::Function &f = program_.body(p);
  const ir::Inst &inst = f.insts[address];
  if (inst.op == Op::kGlobal)
    return in_variable(unit, f.global(address), moved, out);
  if (inst.op == Op::kSlot)
    return in_type(unit, f.variables[f.variable(address)].type, moved,
                   {Kind::kSlot, p.value, f.variable(address).value}, out);
  ir::TypeId pointee =
      inst.type.valid() ? types.pointee(inst.type) : ir::TypeTable::unknown();
  return in_type(unit, pointee, moved, {}, out);
}

bool Holders::at_address(ProcedureId p, ValueId address,
                         std::vector<HolderId> &out) {
  return follow(p, address, 0, out);
}

bool Holders::follow(ProcedureId p, ValueId address, int depth,
                     std::vector<HolderId> &out) {
  UnitId unit = program_.procedures()[p].unit;
  const ir::TypeTable &types = program_.units()[unit]->types;
  const ir::Function &f = program_.body(p);
  const ir::Inst &inst = f.insts[address];
  if (inst.op == Op::kNull || inst.op == Op::kUndef)
    return true;
  if (inst.op == Op::kField) {
    const ir::FieldRef &field = f.field(address);
    return field.path.empty()
               ? behind_address(p, f.operand(address, 0), field.offset, out)
               : in_field(unit, field, out);
  }
  bool is_record =
      inst.type.valid() && types.is_record(types.pointee(inst.type));
  if (is_record || inst.op == Op::kGlobal || inst.op == Op::kSlot)
    return behind_address(p, address, 0, out);
  if (inst.op == Op::kParam && inst.type.valid() &&
      is_pointers(*program_.units()[unit], types.pointee(inst.type))) {
    out.push_back(pointee(p, address.value));
    return true;
  }
  if (depth >= kDeepest)
    return false;
  std::span<const ValueId> made_from = f.operands_of(address);
  if (inst.op == Op::kElement || inst.op == Op::kCast)
    return follow(p, made_from[0], depth + 1, out);
  if (inst.op == Op::kSelect)
    made_from = made_from.subspan(1);
  else if (inst.op != Op::kPhi)
    return false;
  bool all = true;
  for (ValueId v : made_from)
    all &= v == address || follow(p, v, depth + kDeepest / 2, out);
  return all;
}

} // namespace wt
