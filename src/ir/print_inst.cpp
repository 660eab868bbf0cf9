// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of function bodies; see ir/print.h and docs/dev/ir.md.

#include "ir/print_text.h"

namespace wt::ir {

void Printer::function(const Function &f) {
  function_head(f);
  if (f.insts.empty() && f.blocks.empty() && f.variables.empty())
    return put("\n");
  put(" {\n");
  for (VariableId id : f.variables.ids())
    variable(f, id);
  for (ValueId v : f.insts.ids())
    if (!f.insts[v].block.valid())
      inst(f, v), put("\n");
  for (BlockId b : f.blocks.ids())
    block_body(f, b);
  put("}\n");
}

void Printer::variable(const Function &f, VariableId id) {
  const Variable &v = f.variables[id];
  put("  var $"), number(std::uint64_t(id.value));
  put(" "), name(v.name), put(" "), put(type(v.type));
  if (v.is_param)
    put(" param");
  if (v.is_promoted)
    put(" promoted");
  position(v.pos), put("\n");
}

void Printer::block_body(const Function &f, BlockId b) {
  const Block &body = f.blocks[b];
  block(b), put(":");
  for (const ValueId &v : body.insts) {
    if (v.value < f.insts.size())
      put("\n"), inst(f, v);
    else
      put("\n  "), value(v);
    if (&v != &body.insts.back() && v.value < f.insts.size())
      note(f, v);
  }
  const char *separator = " -> ";
  for (BlockId to : body.successors) {
    put(separator), block(to);
    separator = ", ";
  }
  if (!body.insts.empty() && body.insts.back().value < f.insts.size())
    note(f, body.insts.back());
  put("\n");
}

// The operands, none when they lie outside the table.
std::span<const ValueId> Printer::inputs_of(const Function &f, ValueId v) {
  const Inst &i = f.insts[v];
  if (std::uint64_t(i.first_operand) + i.operand_count > f.operands.size())
    return {};
  return f.operands_of(v);
}

void Printer::inst(const Function &f, ValueId v) {
  const Inst &i = f.insts[v];
  put("  "), value(v), put(" = "), put(name_of(i.op));
  if (code_count(i.op) > 1)
    put(" "), put(i.code < code_count(i.op) ? code_name(i.op, i.code) : "?");
  if (!has_no_result(i.op))
    put(" "), put(type(i.type));
  else if (i.type != TypeTable::void_type())
    put(" <"), put(type(i.type)), put(">");
  inst_body(f, v, i);
  if (i.is_volatile)
    put(" volatile");
  position(i.pos);
  if (!text(i.macro).empty())
    put(" !m"), string(i.macro);
}

void Printer::inst_body(const Function &f, ValueId v, const Inst &i) {
  std::span<const ValueId> inputs = inputs_of(f, v);
  switch (i.op) {
  case Op::kInt:
    put(" ");
    if (i.extra < f.ints.size())
      number(f.ints[i.extra]);
    return;
  case Op::kGlobal:
    return put(" "), symbol(unit_.globals, i.extra);
  case Op::kFunction:
    return put(" "), symbol(unit_.functions, i.extra);
  case Op::kPhi:
    return phi(f, v, i);
  case Op::kCall:
    return call(f, v, i);
  default:
    break;
  }
  if (has_variable(i.op))
    put(" $"), number(std::uint64_t(i.extra));
  if (!inputs.empty())
    put(has_variable(i.op) ? ", " : " "), values(inputs);
  if (i.op == Op::kField)
    field(f, i);
  else if (i.op == Op::kElement)
    put(" x "), number(std::uint64_t(i.extra));
  else if (i.op == Op::kBinop && i.extra)
    put(" nooverflow");
  else if (i.op == Op::kSwitch)
    cases(f, i);
  else if (has_text(i.op))
    text_suffix(StrId(i.extra));
}

void Printer::field(const Function &f, const Inst &i) {
  if (i.extra >= f.fields.size())
    return;
  const FieldRef &ref = f.fields[i.extra];
  put(" ("), put(type(ref.record));
  for (std::uint32_t step : ref.path)
    put(", "), number(std::uint64_t(step));
  put(ref.offset < 0 ? ") " : ") +"), number(ref.offset);
}

void Printer::call(const Function &f, ValueId v, const Inst &i) {
  std::span<const ValueId> inputs = inputs_of(f, v);
  if (!inputs.empty()) {
    put(" "), value(inputs[0]), put("(");
    values(inputs.subspan(1)), put(")");
  }
  if (i.extra < f.calls.size())
    call_info(f.calls[i.extra]);
}

void Printer::call_info(const CallInfo &info) {
  if (info.has_unwind)
    put(" unwind");
  if (info.may_throw)
    put(" throws");
  if (info.does_not_return)
    put(" noreturn");
  if (!text(info.virtual_class).empty() || info.virtual_offset) {
    put(" virtual "), string(info.virtual_class);
    put(" +"), number(std::uint64_t(info.virtual_offset));
  }
  put(" type "), put(type(info.function_type));
}

void Printer::phi(const Function &f, ValueId v, const Inst &i) {
  std::span<const ValueId> inputs = inputs_of(f, v);
  std::span<const BlockId> from;
  if (i.extra < f.phi_blocks.size())
    from = f.phi_blocks[i.extra];
  const char *separator = " ";
  for (std::size_t n = 0; n < inputs.size() || n < from.size(); ++n) {
    put(separator), put("[");
    if (n < from.size())
      block(from[n]);
    put(": ");
    if (n < inputs.size())
      value(inputs[n]);
    put("]");
    separator = ", ";
  }
}

void Printer::cases(const Function &f, const Inst &i) {
  if (i.extra >= f.switches.size())
    return;
  const SwitchInfo &info = f.switches[i.extra];
  put(" [");
  const char *separator = "";
  for (std::int64_t value : info.cases) {
    put(separator), number(value);
    separator = ", ";
  }
  put("]");
  text_suffix(info.text);
}

// A comment for people: what is called, which variable or field it is.
void Printer::note(const Function &f, ValueId v) {
  const Inst &i = f.insts[v];
  auto variable_name = [&](std::uint32_t id) {
    if (id < f.variables.size() &&
        !text(f.variables[VariableId(id)].name).empty())
      put("  ; "), name(f.variables[VariableId(id)].name);
  };
  if (has_variable(i.op))
    return variable_name(i.extra);
  std::span<const ValueId> inputs = inputs_of(f, v);
  if (inputs.empty() || inputs[0].value >= f.insts.size())
    return;
  const Inst &input = f.insts[inputs[0]];
  if (i.op == Op::kCall && input.op == Op::kFunction)
    put("  ; "), symbol(unit_.functions, input.extra);
  else if ((i.op == Op::kLoad || i.op == Op::kStore) && input.op == Op::kSlot)
    variable_name(input.extra);
}

} // namespace wt::ir
