// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are writes to globals found?  See written.h for the rule.
//
// Per function, backwards: a value is "exposed" when it is used in a way that
// may let somebody write through it.  When an address computed from p is
// exposed so is p.  A global is written when one of its address leaves is
// exposed somewhere.  Each value becomes exposed once, so this is linear.
//
// Tested by tests/unit/program/written_test.cpp.

#include "program/written.h"

namespace wt {

namespace {

using ir::CastKind;
using ir::Op;
using ir::ValueId;

// Of the operands of `inst`: which are harmless, which pass the question on?
enum class Use { kReads, kDerives, kExposes };

Use use_of(const ir::Inst &inst, std::uint32_t operand) {
  switch (inst.op) {
  case Op::kLoad:
    return inst.is_volatile ? Use::kExposes : Use::kReads;
  case Op::kMemCopy:
    return operand == 0 ? Use::kExposes : Use::kReads;
  case Op::kMemFill:
    return operand == 0 ? Use::kExposes : Use::kReads;
  case Op::kCompare:
  case Op::kAssign:
  case Op::kBranch:
  case Op::kSwitch:
    return Use::kReads;
  case Op::kField:
  case Op::kElement:
  case Op::kPhi:
  case Op::kSelect:
    return Use::kDerives;
  case Op::kCast:
    return inst.code == static_cast<std::uint8_t>(CastKind::kBitcast)
               ? Use::kDerives
               : Use::kExposes;
  default:
    return Use::kExposes;
  }
}

class Exposure {
public:
  // Calls `found(global)` for each global whose address is exposed.
  template <class Found> void run(const ir::Function &f, Found found) {
    exposed_.assign(f.insts.size(), false);
    for (ValueId v : f.insts.ids()) {
      const ir::Inst &inst = f.insts[v];
      if (!inst.block.valid())
        continue; // a leaf, or removed
      std::span<const ValueId> operands = f.operands_of(v);
      for (std::uint32_t i = 0; i < operands.size(); ++i)
        if (use_of(inst, i) == Use::kExposes)
          expose(operands[i]);
    }
    while (!work_.empty()) {
      ValueId v = work_.back();
      work_.pop_back();
      const ir::Inst &inst = f.insts[v];
      if (inst.op == Op::kGlobal)
        found(f.global(v));
      std::span<const ValueId> operands = f.operands_of(v);
      for (std::uint32_t i = 0; i < operands.size(); ++i)
        if (use_of(inst, i) == Use::kDerives)
          expose(operands[i]);
    }
  }

private:
  void expose(ValueId v) {
    if (exposed_[v.value])
      return;
    exposed_[v.value] = true;
    work_.push_back(v);
  }

  std::vector<bool> exposed_;
  std::vector<ValueId> work_;
};

std::vector<bool> may_be_written(const Program &program) {
  std::vector<bool> written(program.variables().size());
  auto mark = [&](UnitId unit, ir::GlobalId global) {
    written[program.variable(unit, global).value] = true;
  };
  Exposure exposure;
  for (UnitId u : program.units().ids()) {
    const ir::Unit &unit = *program.units()[u];
    for (const ir::Function &f : unit.functions)
      exposure.run(f, [&](ir::GlobalId g) { mark(u, g); });
    for (const ir::Global &g : unit.globals)
      for (const ir::InitCell &cell : g.init)
        if (cell.kind == ir::InitCell::Kind::kGlobal)
          mark(u, cell.global);
  }
  return written;
}

} // namespace

bool has_main(const Program &program) {
  for (const Procedure &p : program.procedures())
    if (p.has_body && p.link_name == "main")
      return true;
  return false;
}

std::vector<bool> never_written(const Program &program,
                                const Resolution &globals) {
  std::vector<bool> written = may_be_written(program);
  // Which of several rivals of one name is meant is a guess, so a write to one
  // counts for all.
  std::vector<bool> group_written;
  for (std::size_t i = 0; i < written.size(); ++i) {
    std::uint32_t group = globals.entities[i].name_group;
    if (group == Entity::kNoName || !written[i])
      continue;
    if (group >= group_written.size())
      group_written.resize(group + 1);
    group_written[group] = true;
  }
  bool is_closed = has_main(program);
  std::vector<bool> never(written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Entity &entity = globals.entities[i];
    bool is_shared = entity.name_group != Entity::kNoName;
    const ir::Global &global =
        program.units()[entity.unit]->globals[ir::GlobalId(entity.index)];
    bool group = is_shared && entity.name_group < group_written.size() &&
                 group_written[entity.name_group];
    never[i] = global.is_constant || (entity.is_defined && !written[i] &&
                                      !group && (is_closed || !is_shared));
  }
  return never;
}

} // namespace wt
