// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are calls and functions compared by type?  See signatures.h.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#include "program/signatures.h"

#include "program/virtual_calls.h"

namespace wt {

namespace {

using ir::Op;
using ir::ValueId;

constexpr char kAny = '?';

char class_of(const ir::Unit &unit, ir::TypeId id) {
  if (!id.valid())
    return kAny;
  const ir::Type &type = unit.types[id];
  switch (type.kind) {
  case ir::TypeKind::kVoid:
    return 'v';
  case ir::TypeKind::kPointer:
  case ir::TypeKind::kFunction: // as a parameter: a pointer to it
    return 'p';
  case ir::TypeKind::kInt: // a bool is passed as a byte
    return type.width <= 8    ? 'b'
           : type.width <= 16 ? 's'
           : type.width <= 32 ? 'i'
                              : 'l';
  case ir::TypeKind::kFloat:
    return type.width <= 32 ? 'f' : type.width <= 64 ? 'd' : 'D';
  default:
    return kAny;
  }
}

bool fits(char a, char b) { return a == b || a == kAny || b == kAny; }

// Do arguments `call` (result first) suit parameters `callee`?
bool fits(std::string_view call, std::string_view callee, bool is_variadic) {
  if (call.size() < callee.size() ||
      (call.size() > callee.size() && !is_variadic))
    return false;
  for (std::size_t i = 0; i < callee.size(); ++i)
    if (!fits(call[i], callee[i]))
      return false;
  return true;
}

std::string classes_of_body(const ir::Unit &unit, const ir::Function &f) {
  std::string classes(1, class_of(unit, f.result_type));
  for (std::uint32_t i = 0; i < f.param_count; ++i)
    classes += class_of(unit, f.insts[ValueId(i)].type);
  return classes;
}

std::string classes_of_type(const ir::Unit &unit, const ir::Type &type) {
  std::string classes(1, class_of(unit, type.element));
  for (ir::TypeId param : type.params)
    classes += class_of(unit, param);
  return classes;
}

void mark_uses(const Program &program, UnitId u, const ir::Function &f,
               std::vector<bool> &taken) {
  for (ValueId v : f.insts.ids()) {
    const ir::Inst &inst = f.insts[v];
    if (inst.op == Op::kCompare || !inst.block.valid())
      continue;
    std::span<const ValueId> operands = f.operands_of(v);
    for (std::size_t i = inst.op == Op::kCall ? 1 : 0; i < operands.size(); ++i)
      if (f.insts[operands[i]].op == Op::kFunction)
        taken[program.procedure(u, f.function(operands[i])).value] = true;
  }
}

} // namespace

std::vector<bool> address_taken(const Program &program) {
  std::vector<bool> taken(program.procedures().size());
  for (UnitId u : program.units().ids()) {
    const ir::Unit &unit = *program.units()[u];
    for (ir::FunctionId id : unit.functions.ids()) {
      const ir::Function &f = unit.functions[id];
      mark_uses(program, u, f, taken);
      // Of a virtual function the front end may mean the vtable.
      if (f.address_taken && !f.is_virtual)
        taken[program.procedure(u, id).value] = true;
    }
    for (const ir::Global &g : unit.globals)
      if (g.vtable.empty())
        for (const ir::InitCell &cell : g.init)
          if (cell.kind == ir::InitCell::Kind::kFunction)
            taken[program.procedure(u, cell.function).value] = true;
  }
  return taken;
}

Signatures::Signatures(const Program &program) : program_(program) {
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].address_taken ||
        is_placeholder(program.procedures()[p]))
      continue;
    const ir::Unit &unit = program.unit_of(p);
    const ir::Function &f = program.body(p);
    Candidate candidate{p, {}, f.is_variadic};
    const ir::Type *type = f.type.valid() ? &unit.types[f.type] : nullptr;
    if (!f.is_declaration()) {
      candidate.classes = classes_of_body(unit, f);
      candidate.is_known = true;
    } else if (type && type->kind == ir::TypeKind::kFunction) {
      candidate.classes = classes_of_type(unit, *type);
      candidate.is_variadic = type->is_variadic;
      candidate.is_known = true;
    }
    candidates_.push_back(std::move(candidate));
  }
}

const std::vector<ProcedureId> &Signatures::matching(ProcedureId caller,
                                                     ir::ValueId call) {
  const ir::Unit &unit = program_.unit_of(caller);
  const ir::Function &f = program_.body(caller);
  std::string classes(1, class_of(unit, f.insts[call].type));
  for (ValueId argument : f.arguments(call))
    classes += class_of(unit, f.insts[argument].type);
  auto [found, is_new] = answers_.try_emplace(classes);
  if (is_new)
    for (const Candidate &candidate : candidates_)
      if (!candidate.is_known ||
          fits(classes, candidate.classes, candidate.is_variadic))
        found->second.push_back(candidate.procedure);
  return found->second;
}

} // namespace wt
