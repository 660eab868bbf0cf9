// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of static variables, backwards from what is done with an address: see
// writers.h.
//
// Tested by tests/unit/program/writers_test.cpp.

#include "program/writers.h"

#include <algorithm>

namespace wt {

namespace {

using ir::Op;
using ir::ValueId;

enum class Use : std::uint8_t { kReads, kWrites, kHidesAddress };

class Uses {
public:
  Uses(const Program &program, UnitId unit, const ir::Function &function)
      : program_(program), unit_id_(unit), unit_(*program.units()[unit]),
        function_(function), use_(function.insts.size(), Use::kReads) {}

  // Calls `found(global, use)` for each global with a use other than kReads.
  template <class Found> void run(Found found) {
    for (ValueId v : function_.insts.ids()) {
      if (!function_.insts[v].block.valid())
        continue; // a leaf, or removed
      std::span<const ValueId> operands = function_.operands_of(v);
      for (std::uint32_t i = 0; i < operands.size(); ++i)
        note(operands[i], use_of(v, i));
    }
    while (!work_.empty()) {
      ValueId v = work_.back();
      work_.pop_back();
      if (function_.insts[v].op == Op::kGlobal)
        found(function_.global(v), use_[v.value]);
      std::span<const ValueId> operands = function_.operands_of(v);
      for (std::uint32_t i = 0; i < operands.size(); ++i)
        if (derives(v, i))
          note(operands[i], use_[v.value]);
    }
  }

private:
  void note(ValueId v, Use use) {
    if (use <= use_[v.value])
      return;
    use_[v.value] = use;
    work_.push_back(v);
  }

  // Is the value an address that is computed from this operand?
  bool derives(ValueId v, std::uint32_t operand) const {
    switch (function_.insts[v].op) {
    case Op::kField:
    case Op::kElement:
      return operand == 0;
    case Op::kPhi:
    case Op::kSelect:
    case Op::kCast:
      return true;
    default:
      return false;
    }
  }

  Use use_of(ValueId v, std::uint32_t operand) const {
    const ir::Inst &inst = function_.insts[v];
    switch (inst.op) {
    case Op::kLoad:
    case Op::kCompare:
    case Op::kAssign:
    case Op::kBranch:
    case Op::kSwitch:
    case Op::kScopeEnd:
      return Use::kReads;
    case Op::kStore:
      return operand == 0 ? Use::kWrites : Use::kHidesAddress;
    case Op::kMemCopy:
    case Op::kMemFill:
      return operand == 0 ? Use::kWrites : Use::kReads;
    case Op::kCall:
      return operand == 0 ? Use::kReads : use_of_argument(v, operand - 1);
    default:
      return derives(v, operand) ? Use::kReads : Use::kHidesAddress;
    }
  }

  Use use_of_argument(ValueId call, std::uint32_t argument) const {
    ValueId callee = function_.callee(call);
    if (function_.insts[callee].op != Op::kFunction)
      return Use::kHidesAddress;
    ProcedureId called =
        program_.procedure(unit_id_, function_.function(callee));
    if (program_.procedures()[called].has_body)
      return Use::kHidesAddress;
    ir::TypeId type = function_.call(call).function_type;
    if (!type.valid() || unit_.types[type].kind != ir::TypeKind::kFunction)
      return Use::kWrites;
    const auto &params = unit_.types[type].params;
    bool is_const = argument < params.size() &&
                    unit_.types.is_pointer(params[argument]) &&
                    unit_.types[params[argument]].const_pointee;
    return is_const ? Use::kReads : Use::kWrites;
  }

  const Program &program_;
  UnitId unit_id_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  std::vector<Use> use_; // the worst, by value
  std::vector<ValueId> work_;
};

} // namespace

Writers writers_of(const Program &program, ProgramVariableId variable) {
  const ProgramVariable &info = program.variables()[variable];
  const ir::Unit &unit = *program.units()[info.unit];
  if (unit.globals[info.global].linkage != ir::Linkage::kInternal)
    return std::nullopt;
  for (const ir::Global &global : unit.globals)
    for (const ir::InitCell &cell : global.init)
      if (cell.kind == ir::InitCell::Kind::kGlobal &&
          cell.global == info.global)
        return std::nullopt;
  std::vector<ProcedureId> writers;
  bool is_hidden = false;
  for (ProcedureId p : program.procedures().ids()) {
    const Procedure &procedure = program.procedures()[p];
    if (!procedure.has_body || procedure.unit != info.unit)
      continue;
    Uses(program, info.unit, program.body(p)).run([&](ir::GlobalId g, Use use) {
      if (g != info.global)
        return;
      is_hidden |= use == Use::kHidesAddress;
      if (writers.empty() || writers.back() != p)
        writers.push_back(p);
    });
  }
  return is_hidden ? std::nullopt : Writers(std::move(writers));
}

bool may_change(const Program &program, const Writers &writers,
                std::optional<ProcedureId> called) {
  if (!writers)
    return true;
  std::vector<bool> seen(program.procedures().size());
  std::vector<ProcedureId> todo = *writers;
  while (!todo.empty()) {
    ProcedureId p = todo.back();
    todo.pop_back();
    if (seen[p.value])
      continue;
    seen[p.value] = true;
    // Code outside may call it back.
    if (p == called || program.procedures()[p].address_taken)
      return true;
    std::ranges::copy(program.callers(p), std::back_inserter(todo));
  }
  return false;
}

} // namespace wt
