// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source words for values: see names.h.

#include "finding/names.h"

#include "finding/plain_name.h"

namespace wt {

using ir::Op;
using ir::ValueId;

const char *name_of(FindingKind kind) {
  switch (kind) {
  case FindingKind::kLeak:
    return "leak";
  case FindingKind::kResourceLeak:
    return "resource-leak";
  case FindingKind::kDoubleFree:
    return "double-free";
  case FindingKind::kUseAfterFree:
    return "use-after-free";
  case FindingKind::kMismatchedFree:
    return "mismatched-free";
  }
  return "";
}

const char *name_of(Severity severity) {
  return severity == Severity::kNote ? "note" : "warning";
}

const char *name_of(Confidence confidence) {
  switch (confidence) {
  case Confidence::kLow:
    return "low";
  case Confidence::kMedium:
    return "medium";
  case Confidence::kHigh:
    return "high";
  }
  return "";
}

Location location(const ir::Unit &unit, const SourcePos &pos) {
  if (!pos.known() || !unit.files.contains(pos.file))
    return {};
  return {unit.file_name(pos.file), pos.line, pos.column};
}

namespace {

constexpr int kDeepest = 6; // nesting of an expression worth printing

std::string variable_name(const ir::Unit &unit, const ir::Function &function,
                          ValueId v) {
  ir::VariableId variable = function.variable(v);
  return function.variables.contains(variable)
             ? unit.text(function.variables[variable].name)
             : "";
}

// The variable that a promoted value was assigned to.
std::string assigned_name(const ir::Unit &unit, const ir::Function &function,
                          ValueId value) {
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts)
      if (function.insts[v].op == Op::kAssign &&
          function.operand(v, 0) == value)
        if (std::string name = variable_name(unit, function, v); !name.empty())
          return name;
  return "";
}

std::string field_names(const ir::Unit &unit, const ir::FieldRef &field) {
  std::string names;
  ir::TypeId record = field.record;
  for (std::uint32_t index : field.path) {
    if (!record || !unit.types.is_record(record) ||
        index >= unit.types[record].fields.size())
      return "";
    const ir::FieldDecl &decl = unit.types[record].fields[index];
    const std::string &name = unit.text(decl.name);
    if (!name.empty() && !decl.is_base)
      names += (names.empty() ? "" : ".") + name;
    record = decl.type;
  }
  return names;
}

std::string expression(const ir::Unit &unit, const ir::Function &function,
                       ValueId v, int depth);

// The name of what is at the address `v`.
std::string lvalue(const ir::Unit &unit, const ir::Function &function,
                   ValueId v, int depth) {
  if (depth == 0)
    return "";
  const ir::Inst &inst = function.insts[v];
  switch (inst.op) {
  case Op::kSlot:
    return variable_name(unit, function, v);
  case Op::kGlobal:
    return unit.text(unit.globals[function.global(v)].name);
  case Op::kField: {
    std::string field = field_names(unit, function.field(v));
    if (field.empty())
      return "";
    ValueId base = function.operand(v, 0);
    Op base_op = function.insts[base].op;
    bool is_object = base_op == Op::kSlot || base_op == Op::kGlobal ||
                     base_op == Op::kField || base_op == Op::kElement;
    std::string owner = is_object ? lvalue(unit, function, base, depth - 1)
                                  : expression(unit, function, base, depth - 1);
    if (owner.empty())
      return field;
    return owner + (is_object ? "." : "->") + field;
  }
  case Op::kElement: {
    ValueId base = function.operand(v, 0);
    Op base_op = function.insts[base].op;
    bool is_object =
        base_op == Op::kSlot || base_op == Op::kGlobal || base_op == Op::kField;
    std::string array = is_object ? lvalue(unit, function, base, depth - 1)
                                  : expression(unit, function, base, depth - 1);
    return array.empty() ? "" : array + "[...]";
  }
  case Op::kCast:
    return lvalue(unit, function, function.operand(v, 0), depth - 1);
  default: {
    std::string pointer = expression(unit, function, v, depth - 1);
    return pointer.empty() ? "" : "*" + pointer;
  }
  }
}

std::string expression(const ir::Unit &unit, const ir::Function &function,
                       ValueId v, int depth) {
  if (depth == 0)
    return "";
  if (function.insts[v].op == Op::kParam)
    return variable_name(unit, function, v);
  if (std::string name = assigned_name(unit, function, v); !name.empty())
    return name;
  switch (function.insts[v].op) {
  case Op::kLoad:
    return lvalue(unit, function, function.operand(v, 0), depth - 1);
  case Op::kCast:
    return expression(unit, function, function.operand(v, 0), depth - 1);
  case Op::kSlot:
  case Op::kGlobal:
  case Op::kField: {
    std::string name = lvalue(unit, function, v, depth - 1);
    return name.empty() ? "" : "&" + name;
  }
  default:
    return "";
  }
}

// Where a value goes first: an assignment, or a store into something named.
std::string first_home(const ir::Unit &unit, const ir::Function &function,
                       ValueId value, int depth) {
  if (depth == 0)
    return "";
  if (std::string name = assigned_name(unit, function, value); !name.empty())
    return name;
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts)
      if (function.insts[v].op == Op::kStore && function.operand(v, 1) == value)
        if (std::string name =
                lvalue(unit, function, function.operand(v, 0), kDeepest);
            !name.empty())
          return name;
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts) {
      Op op = function.insts[v].op;
      if (op != Op::kCast && op != Op::kPhi && op != Op::kSelect)
        continue;
      for (ValueId operand : function.operands_of(v))
        if (operand == value)
          if (std::string name = first_home(unit, function, v, depth - 1);
              !name.empty())
            return name;
    }
  return "";
}

} // namespace

std::string expression_of(const ir::Unit &unit, const ir::Function &function,
                          ValueId value) {
  return expression(unit, function, value, kDeepest);
}

std::string lvalue_of(const ir::Unit &unit, const ir::Function &function,
                      ValueId address) {
  return lvalue(unit, function, address, kDeepest);
}

std::string variable_of(const Program &program, const Site &site) {
  const ir::Unit &unit = program.unit_of(site.procedure);
  const ir::Function &function = program.body(site.procedure);
  switch (site.kind) {
  case Site::Kind::kParameter:
    return variable_name(unit, function, site.value);
  case Site::Kind::kLoad:
    return lvalue_of(unit, function, function.operand(site.value, 0));
  case Site::Kind::kCall:
    break;
  }
  if (site.place.root == model::Place::Root::kGlobal) {
    const ProgramVariable &variable =
        program.variables()[ProgramVariableId(site.place.argument)];
    const ir::Unit &owner = *program.units()[variable.unit];
    return owner.text(owner.globals[variable.global].name);
  }
  if (site.place.root == model::Place::Root::kResult)
    return first_home(unit, function, site.value, 4);
  std::span<const ValueId> arguments = function.arguments(site.value);
  if (site.place.argument >= arguments.size())
    return "";
  ValueId argument = arguments[site.place.argument];
  return site.place.dereferences == 0 ? expression_of(unit, function, argument)
                                      : lvalue_of(unit, function, argument);
}

std::string callee_name(const Program &program, ProcedureId caller,
                        ValueId call) {
  CallTargets targets = program.targets(caller, call);
  if (targets.procedures.size() != 1)
    return "a call through a pointer";
  std::string name =
      plain_name(program.procedures()[targets.procedures[0]].name);
  constexpr std::string_view kOperator = "operator ";
  if (name.starts_with(kOperator)) // operator new, operator delete[]
    return name.substr(kOperator.size());
  return name + "()";
}

} // namespace wt
