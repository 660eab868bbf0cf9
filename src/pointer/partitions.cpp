// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions without points-to sets.  See partitions.h.

#include "pointer/partitions.h"

#include <fmt/format.h>

#include <map>

namespace wt::pointer {

namespace {

using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::ValueId;

constexpr RegionId kAnythingElse = RegionId(std::size_t(0));

// The slot or global that an address is computed from, if it is one.
ValueId root_of(const ir::Function &f, ValueId v) {
  for (;;) {
    switch (f.insts[v].op) {
    case Op::kField:
    case Op::kElement:
      v = f.operand(v, 0);
      continue;
    case Op::kCast:
      if (static_cast<ir::CastKind>(f.insts[v].code) != ir::CastKind::kBitcast)
        return ValueId();
      v = f.operand(v, 0);
      continue;
    case Op::kSlot:
    case Op::kGlobal:
      return v;
    default:
      return ValueId();
    }
  }
}

// ---- by address-taken variables

class ByAddressTaken final : public Regions {
public:
  explicit ByAddressTaken(const Program &program)
      : program_(program), globals_(program.variables().size()),
        slots_(program.procedures().size()) {
    names_.push_back("anything else");
    std::vector<bool> taken = taken_globals();
    for (ProgramVariableId v : program.variables().ids())
      if (!taken[v.value])
        globals_[v] = add(std::string(program.variables()[v].link_name));
    for (ProcedureId p : program.procedures().ids())
      if (program.procedures()[p].has_body)
        add_slots(p);
  }

  std::size_t region_count() const override { return names_.size(); }
  std::string name(RegionId region) const override {
    return names_[region.value];
  }
  RegionId region(ProgramVariableId v, std::uint32_t) const override {
    return globals_[v].valid() ? globals_[v] : kAnythingElse;
  }
  std::vector<RegionId> regions(ProcedureId p, ValueId v) const override {
    const ir::Function &f = program_.body(p);
    if (f.insts[v].op == Op::kNull)
      return {};
    ValueId root = root_of(f, v);
    if (!root.valid())
      return {kAnythingElse};
    if (f.insts[root].op == Op::kGlobal)
      return {region(
          program_.variable(program_.procedures()[p].unit, f.global(root)), 0)};
    RegionId own = slots_[p][f.variable(root).value];
    return {own.valid() ? own : kAnythingElse};
  }
  std::vector<RegionId> regions_behind(ProcedureId p, ValueId v, TypeId,
                                       std::int64_t) const override {
    return regions(p, v);
  }

private:
  RegionId add(std::string name) {
    names_.push_back(std::move(name));
    return RegionId(names_.size() - 1);
  }

  // Calls `taken` with every slot and global whose address is used for more
  // than a load, a store to it, or a comparison.
  template <class Taken> void each_taken(ProcedureId p, Taken taken) const {
    const ir::Function &f = program_.body(p);
    for (ValueId v : f.insts.ids()) {
      const ir::Inst &inst = f.insts[v];
      if (!inst.block.valid() || inst.op == Op::kField ||
          inst.op == Op::kElement || inst.op == Op::kLoad ||
          inst.op == Op::kCompare || inst.op == Op::kMemFill ||
          inst.op == Op::kMemCopy ||
          (inst.op == Op::kCast && root_of(f, v).valid()))
        continue;
      std::span<const ValueId> operands = f.operands_of(v);
      if (inst.op == Op::kStore)
        operands = operands.subspan(1);
      for (ValueId operand : operands)
        if (ValueId root = root_of(f, operand); root.valid())
          taken(f, root);
    }
  }

  std::vector<bool> taken_globals() const {
    std::vector<bool> taken(program_.variables().size(), false);
    for (ProcedureId p : program_.procedures().ids()) {
      if (!program_.procedures()[p].has_body)
        continue;
      UnitId unit = program_.procedures()[p].unit;
      each_taken(p, [&](const ir::Function &f, ValueId root) {
        if (f.insts[root].op == Op::kGlobal)
          taken[program_.variable(unit, f.global(root)).value] = true;
      });
    }
    // Others may take the address of what they can name.
    for (ProgramVariableId v : program_.variables().ids()) {
      const ProgramVariable &variable = program_.variables()[v];
      const ir::Global &global =
          program_.units()[variable.unit]->globals[variable.global];
      if (global.linkage != ir::Linkage::kInternal || !variable.is_defined)
        taken[v.value] = true;
      for (const ir::InitCell &cell : global.init)
        if (cell.kind == ir::InitCell::Kind::kGlobal)
          taken[program_.variable(variable.unit, cell.global).value] = true;
    }
    return taken;
  }

  void add_slots(ProcedureId p) {
    const ir::Function &f = program_.body(p);
    std::vector<bool> taken(f.variables.size(), false), has_slot = taken;
    each_taken(p, [&](const ir::Function &, ValueId root) {
      if (f.insts[root].op == Op::kSlot)
        taken[f.variable(root).value] = true;
    });
    for (ValueId v : f.insts.ids())
      if (f.insts[v].op == Op::kSlot)
        has_slot[f.variable(v).value] = true;
    slots_[p].resize(f.variables.size());
    for (ir::VariableId v : f.variables.ids())
      if (has_slot[v.value] && !taken[v.value])
        slots_[p][v.value] =
            add(fmt::format("{}.{}", program_.procedures()[p].name,
                            program_.unit_of(p).text(f.variables[v].name)));
  }

  const Program &program_;
  std::vector<std::string> names_;
  IdMap<ProgramVariableId, RegionId> globals_;      // invalid: anything else
  IdMap<ProcedureId, std::vector<RegionId>> slots_; // by variable; likewise
};

// ---- by type

class ByType final : public Regions {
public:
  explicit ByType(const Program &program) : program_(program) {
    names_.push_back({"anything", ""});
    for (ProcedureId p : program.procedures().ids()) {
      if (!program.procedures()[p].has_body)
        continue;
      const ir::Function &f = program.body(p);
      for (ValueId v : f.insts.ids())
        number(key(p, v));
    }
    for (ProgramVariableId v : program.variables().ids())
      number_cells(v);
    for (const Key &key : names_) {
      auto found = numbers_.find(key.scalar);
      scalars_.push_back(found == numbers_.end() ? RegionId() : found->second);
    }
  }

  std::size_t region_count() const override { return names_.size(); }
  std::string name(RegionId region) const override {
    return names_[region.value].name;
  }
  std::string declared() const override {
    std::string out;
    for (const Key &key : names_)
      out += key.name + '\0' + key.scalar + '\0';
    return out;
  }
  // A pointer to a scalar may point to a field of that type.
  bool may_overlap(RegionId a, RegionId b) const override {
    if (a == b || a == kAnythingElse || b == kAnythingElse)
      return true;
    return scalars_[a.value] == b || scalars_[b.value] == a;
  }
  RegionId region(ProgramVariableId v, std::uint32_t offset) const override {
    const ProgramVariable &variable = program_.variables()[v];
    const ir::Unit &unit = *program_.units()[variable.unit];
    return find(cell(unit, unit.globals[variable.global].type, offset));
  }
  std::vector<RegionId> regions(ProcedureId p, ValueId v) const override {
    if (program_.body(p).insts[v].op == Op::kNull)
      return {};
    return {find(key(p, v))};
  }
  std::vector<RegionId> regions_behind(ProcedureId p, ValueId, TypeId record,
                                       std::int64_t offset) const override {
    return {find(cell(program_.unit_of(p), record, offset))};
  }

private:
  // "list.next" of scalar "pointer"; the scalar itself has both names equal.
  // No name: anything.
  struct Key {
    std::string name, scalar;
  };

  Key key(ProcedureId p, ValueId v) const {
    const ir::Unit &unit = program_.unit_of(p);
    const ir::Function &f = program_.body(p);
    const ir::Inst &inst = f.insts[v];
    if (!unit.types.is_pointer(inst.type) ||
        (inst.op == Op::kCast &&
         static_cast<ir::CastKind>(inst.code) == ir::CastKind::kIntToPtr))
      return {};
    if (inst.op == Op::kField && unit.types.is_record(f.field(v).record))
      return cell(unit, f.field(v).record, f.field(v).offset);
    return cell(unit, unit.types.pointee(inst.type), 0);
  }

  // The innermost record around byte `offset`, and the field there; a scalar
  // that is in no record by its type.
  Key cell(const ir::Unit &unit, TypeId id, std::int64_t offset) const {
    std::string record;
    for (;;) {
      const ir::Type &type = unit.types[id];
      if (type.kind == TypeKind::kArray) {
        auto size = static_cast<std::int64_t>(unit.types.size_of(type.element));
        if (size == 0)
          return {};
        offset %= size;
        id = type.element;
      } else if (type.kind == TypeKind::kRecord) {
        const ir::FieldDecl *field = field_at(type, offset);
        if (type.is_union || !field)
          return {};
        offset -= static_cast<std::int64_t>(field->offset);
        record = unit.text(type.name) + "." + unit.text(field->name);
        id = field->type;
      } else {
        break;
      }
    }
    std::string scalar = scalar_name(unit.types[id]);
    if (scalar.empty())
      return {};
    return {record.empty() ? scalar : record, scalar};
  }

  // Characters may be any memory.
  static std::string scalar_name(const ir::Type &type) {
    switch (type.kind) {
    case TypeKind::kInt:
      return type.width == 8 ? "" : fmt::format("int {}", type.width);
    case TypeKind::kFloat:
      return fmt::format("float {}", type.width);
    case TypeKind::kPointer:
      return "pointer";
    default:
      return "";
    }
  }

  static const ir::FieldDecl *field_at(const ir::Type &record,
                                       std::int64_t offset) {
    const ir::FieldDecl *found = nullptr;
    for (const ir::FieldDecl &field : record.fields)
      if (static_cast<std::int64_t>(field.offset) <= offset)
        found = &field;
    return found;
  }

  void number_cells(ProgramVariableId v) {
    const ProgramVariable &variable = program_.variables()[v];
    const ir::Unit &unit = *program_.units()[variable.unit];
    TypeId type = unit.globals[variable.global].type;
    if (!type.valid())
      return;
    number(cell(unit, type, 0));
    for (const ir::FieldDecl &field : unit.types[type].fields)
      number(cell(unit, type, static_cast<std::int64_t>(field.offset)));
  }

  void number(Key key) {
    if (!key.name.empty() &&
        numbers_.try_emplace(key.name, RegionId(names_.size())).second)
      names_.push_back(std::move(key));
  }
  RegionId find(const Key &key) const {
    auto found = numbers_.find(key.name);
    return found == numbers_.end() ? kAnythingElse : found->second;
  }

  const Program &program_;
  std::vector<Key> names_;
  std::vector<RegionId> scalars_; // of each region; invalid: none is named
  std::map<std::string, RegionId> numbers_;
};

} // namespace

std::unique_ptr<const Regions> make_partition(const Program &program,
                                              Partition partition) {
  if (partition == Partition::kAddressTaken)
    return std::make_unique<ByAddressTaken>(program);
  return std::make_unique<ByType>(program);
}

} // namespace wt::pointer
