// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See process.h.

#include "engine/ownership/process.h"

#include <algorithm>

namespace wt::ownership {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMaxCallers = 8; // that are looked at
constexpr std::size_t kMaxBlocks = 4;  // between a call and the end

} // namespace

Process::Process(const Facts &facts)
    : program_(facts.program), behaviours_(facts.behaviours),
      stage_(program_.procedures().size(), Stage::kOther),
      written_by_(program_.variables().size(), Stage::kMain),
      is_address_taken_(program_.variables().size()) {
  find_stages();
  for (ProcedureId p : program_.procedures().ids())
    if (program_.procedures()[p].has_body)
      read_uses(p);
  for (UnitId unit : program_.units().ids())
    for (const ir::Global &global : program_.units()[unit]->globals)
      for (const ir::InitCell &cell : global.init)
        if (cell.kind == ir::InitCell::Kind::kGlobal)
          is_address_taken_[program_.variable(unit, cell.global).value] = true;
}

void Process::find_stages() {
  std::vector<ProcedureId> work;
  auto add = [&](ProcedureId p, Stage stage) {
    stage_[p.value] = stage;
    work.push_back(p);
  };
  for (ProcedureId p : program_.procedures().ids())
    if (program_.procedures()[p].link_name == "main")
      add(p, Stage::kMain);
  while (!work.empty()) {
    ProcedureId caller = work.back();
    work.pop_back();
    for (ProcedureId callee : program_.callees(caller))
      if (stage_[callee.value] == Stage::kOther &&
          !program_.procedures()[callee].address_taken &&
          std::ranges::none_of(program_.callers(callee), [&](ProcedureId p) {
            return stage_[p.value] == Stage::kOther;
          }))
        add(callee, Stage::kHelper);
  }
}

ProgramVariableId Process::global_at(ProcedureId procedure,
                                     ValueId address) const {
  const ir::Function &function = program_.body(procedure);
  ValueId v = address;
  while (function.insts[v].op == Op::kField ||
         function.insts[v].op == Op::kElement ||
         function.insts[v].op == Op::kCast)
    v = function.operand(v, 0);
  return function.insts[v].op == Op::kGlobal
             ? program_.variable(program_.procedures()[procedure].unit,
                                 function.global(v))
             : ProgramVariableId();
}

void Process::read_uses(ProcedureId procedure) {
  const ir::Function &function = program_.body(procedure);
  for (ir::BlockId block : function.blocks.ids())
    for (ValueId v : function.blocks[block].insts) {
      Op op = function.insts[v].op;
      if (op == Op::kLoad || op == Op::kField || op == Op::kElement ||
          op == Op::kCast || op == Op::kCompare)
        continue;
      bool is_copy = op == Op::kMemCopy || op == Op::kMemFill;
      for (std::size_t i = 0; i < function.operands_of(v).size(); ++i) {
        ProgramVariableId used = global_at(procedure, function.operand(v, i));
        if (!used.valid())
          continue;
        if ((op == Op::kStore || is_copy) && i == 0)
          written_by_[used.value] =
              std::max(written_by_[used.value], stage_[procedure.value]);
        else if (!is_copy)
          is_address_taken_[used.value] = true;
      }
    }
}

bool Process::ends_after(ProcedureId procedure) const {
  std::span<const ProcedureId> callers = program_.callers(procedure);
  if (program_.procedures()[procedure].address_taken || callers.empty() ||
      callers.size() > kMaxCallers)
    return false;
  for (ProcedureId caller : callers) {
    const ir::Function &function = program_.body(caller);
    for (ir::BlockId block : function.blocks.ids())
      for (ValueId v : function.blocks[block].insts) {
        if (function.insts[v].op != Op::kCall)
          continue;
        std::span<const ProcedureId> targets =
            program_.targets(caller, v).procedures;
        if (std::ranges::find(targets, procedure) != targets.end() &&
            !ends_after_call(caller, v))
          return false;
      }
  }
  return true;
}

// Without a branch, and without another call, from there to one that ends the
// process.
bool Process::ends_after_call(ProcedureId caller, ValueId call) const {
  const ir::Function &function = program_.body(caller);
  auto never_returns = [&](ValueId v) {
    std::span<const ProcedureId> targets =
        program_.targets(caller, v).procedures;
    return std::ranges::any_of(targets, [&](ProcedureId p) {
      const infer::Behaviour &behaviour = behaviours_.of(p);
      return behaviour.source == infer::Behaviour::Source::kModel &&
             behaviour.never_returns();
    });
  };
  ir::BlockId block = function.insts[call].block;
  bool is_behind = false;
  for (std::size_t count = 0; count < kMaxBlocks; ++count) {
    for (ValueId v : function.blocks[block].insts) {
      if (!is_behind) {
        is_behind = v == call;
        continue;
      }
      if (function.insts[v].op == Op::kCall)
        return never_returns(v);
    }
    if (function.blocks[block].successors.size() != 1)
      return false;
    block = function.blocks[block].successors[0];
  }
  return false;
}

} // namespace wt::ownership
