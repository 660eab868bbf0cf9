// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies of functions in the text form; see ir/parse.h and docs/dev/ir.md.
//
// Instructions are first kept as drafts in the order of the text.  At the
// end of the body (finish) their numbers are checked to be 0, 1, 2 ... without
// gaps, and operands and side tables are laid out in that order, which is the
// layout a front end that builds front to back gives them.

#include "ir/parse_text.h"
#include "ir/print_words.h"

namespace wt::ir {

namespace {

// By name; kOpCount when there is no such operation.
unsigned op_of(std::string_view word) {
  static const std::unordered_map<std::string_view, unsigned> kOps = [] {
    std::unordered_map<std::string_view, unsigned> ops;
    for (unsigned i = 0; i < kOpCount; ++i)
      ops.emplace(name_of(Op(i)), i);
    return ops;
  }();
  auto found = kOps.find(word);
  return found == kOps.end() ? kOpCount : found->second;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

bool Parser::body(Function &f) {
  if (!in_.expect_line_end())
    return false;
  Body b;
  b.function = &f;
  for (in_.skip_empty_lines(); !in_.accept("}"); in_.skip_empty_lines())
    if (!body_line(b))
      return false;
  return finish(b);
}

bool Parser::body_line(Body &b) {
  if (in_.at_end())
    return in_.expected("'}'");
  if (in_.accept_word("var"))
    return variable(b);
  if (in_.peek() == 'b' && is_digit(in_.peek_after()))
    return label(b);
  return inst(b);
}

bool Parser::variable(Body &b) {
  std::size_t start = in_.place();
  std::uint32_t number = 0;
  Variable v;
  if (!in_.expect("$") || !in_.expect_number(number, "number of a variable"))
    return false;
  if (number != b.function->variables.size())
    return in_.error_at(start,
                        "variables are numbered in order: expected $" +
                            std::to_string(b.function->variables.size()));
  if (!name(v.name, "name of a variable") || !optional_type(v.type))
    return false;
  v.is_param = in_.accept_word("param");
  v.is_promoted = in_.accept_word("promoted");
  if (in_.accept("!") && !position(v.pos))
    return false;
  b.function->variables.push(v);
  return in_.expect_line_end();
}

bool Parser::label(Body &b) {
  std::size_t start = in_.place();
  std::uint32_t number = 0;
  if (!in_.expect("b") || !in_.expect_number(number, "number of a block"))
    return false;
  if (number != b.function->blocks.size())
    return in_.error_at(start, "blocks are numbered in order: expected b" +
                                   std::to_string(b.function->blocks.size()));
  b.block = b.function->blocks.push(Block{});
  if (!in_.expect(":"))
    return false;
  if (in_.accept("->") && !successors(b))
    return false;
  return in_.expect_line_end();
}

// --- pieces ---

bool Parser::value(ValueId &out) {
  return in_.expect("%") && in_.expect_number(out.value, "number of a value");
}

bool Parser::values(std::vector<ValueId> &out) {
  do {
    if (!value(out.emplace_back()))
      return false;
  } while (in_.accept(","));
  return true;
}

bool Parser::block(Body &b, BlockId &out) {
  std::size_t start = in_.place();
  if (in_.peek() != 'b' || !is_digit(in_.peek_after()))
    return in_.expected("a block");
  if (!in_.expect("b") || !in_.expect_number(out.value, "number of a block"))
    return false;
  if (!b.uses_blocks || out.value > b.highest_block) {
    b.uses_blocks = true;
    b.highest_block = out.value;
    b.block_place = start;
  }
  return true;
}

bool Parser::successors(Body &b) {
  if (!b.block.valid())
    return in_.error_at(in_.place(), "successors outside of a block");
  std::vector<BlockId> &list = b.function->blocks[b.block].successors;
  if (!list.empty())
    return in_.error_at(in_.place(), "block has its successors already");
  do {
    if (!block(b, list.emplace_back()))
      return false;
  } while (in_.accept(","));
  return true;
}

bool Parser::variable_use(Body &b, std::uint32_t &out) {
  std::size_t start = in_.place();
  if (!in_.expect("$") || !in_.expect_number(out, "number of a variable"))
    return false;
  if (!b.uses_variables || out > b.highest_variable) {
    b.uses_variables = true;
    b.highest_variable = out;
    b.variable_place = start;
  }
  return true;
}

// --- instructions ---

bool Parser::inst(Body &b) {
  Draft d;
  d.place = in_.place();
  d.id = b.next_id;
  if (in_.peek() == '%') {
    ValueId id;
    if (!value(id) || !in_.expect("="))
      return false;
    d.id = id.value;
  }
  std::size_t op_place = in_.place();
  unsigned op = op_of(in_.accept_word());
  if (op == kOpCount) {
    in_.go_to(op_place);
    return in_.expected("an operation, a label or '}'");
  }
  b.next_id = d.id + 1;
  d.inst.op = Op(op);
  d.inst.block = b.block;
  if (code_count(d.inst.op) > 1 && !code(d))
    return false;
  d.inst.type = TypeTable::void_type();
  if (!has_no_result(d.inst.op)) {
    if (!optional_type(d.inst.type))
      return false;
  } else if (in_.accept("<") &&
             (!optional_type(d.inst.type) || !in_.expect(">"))) {
    return false;
  }
  if (!inst_rest(b, d) || !inst_suffix(b, d) || !in_.expect_line_end())
    return false;
  b.drafts.push_back(std::move(d));
  return true;
}

bool Parser::code(Draft &d) {
  std::size_t start = in_.place();
  std::string_view word = in_.accept_word();
  for (unsigned i = 0; i < code_count(d.inst.op); ++i)
    if (word == code_name(d.inst.op, i)) {
      d.inst.code = static_cast<std::uint8_t>(i);
      return true;
    }
  in_.go_to(start);
  return in_.expected("a kind of " + std::string(name_of(d.inst.op)));
}

// What is between the type and the suffixes.
bool Parser::inst_rest(Body &b, Draft &d) {
  Op op = d.inst.op;
  auto at = [&](const auto &table) {
    d.inst.extra = static_cast<std::uint32_t>(table.size());
  };
  if (op == Op::kInt) {
    at(b.ints);
    return in_.expect_signed(b.ints.emplace_back(), "an integer");
  }
  if (op == Op::kGlobal || op == Op::kFunction)
    return symbol(d.symbol);
  if (op == Op::kPhi) {
    at(b.phi_blocks);
    return phi(b, d);
  }
  if (op == Op::kCall) {
    at(b.calls);
    return call(b, d);
  }
  if (has_variable(op)) {
    if (!variable_use(b, d.inst.extra))
      return false;
    return !in_.accept(",") || values(d.operands);
  }
  if (in_.peek() == '%' && !values(d.operands))
    return false;
  if (op == Op::kField) {
    at(b.fields);
    return field(b, d);
  }
  if (op == Op::kElement)
    return (in_.accept_word("x") || in_.expected("'x' and the stride")) &&
           in_.expect_number(d.inst.extra, "stride");
  if (op == Op::kBinop)
    d.inst.extra = in_.accept_word("nooverflow");
  if (op == Op::kSwitch) {
    at(b.switches);
    return cases(b, d);
  }
  if (has_text(op)) {
    StrId text = StringTable::empty();
    if (!optional_text(text))
      return false;
    d.inst.extra = text.value;
  }
  return true;
}

bool Parser::inst_suffix(Body &b, Draft &d) {
  while (!in_.at_line_end()) {
    if (in_.accept("->")) {
      if (!successors(b))
        return false;
    } else if (in_.accept("!m")) {
      if (!string(d.inst.macro, "name of a macro"))
        return false;
    } else if (in_.accept("!")) {
      if (!position(d.inst.pos))
        return false;
    } else if (in_.accept_word("volatile")) {
      d.inst.is_volatile = true;
    } else {
      return in_.expected("end of line");
    }
  }
  return true;
}

// (%record, 0, 1) +8
bool Parser::field(Body &b, Draft &) {
  FieldRef &ref = b.fields.emplace_back();
  if (!in_.expect("(") || !optional_type(ref.record))
    return false;
  while (in_.accept(","))
    if (!in_.expect_number(ref.path.emplace_back(), "index of a field"))
      return false;
  if (!in_.expect(")"))
    return false;
  in_.accept("+");
  return in_.expect_signed(ref.offset, "offset in bytes");
}

// %4(%1, %2) unwind throws noreturn virtual "T" +8 type fn() -> void
bool Parser::call(Body &b, Draft &d) {
  if (in_.peek() == '%') {
    if (!value(d.operands.emplace_back()) || !in_.expect("("))
      return false;
    if (in_.peek() != ')' && !values(d.operands))
      return false;
    if (!in_.expect(")"))
      return false;
  }
  return call_clauses(b.calls.emplace_back());
}

bool Parser::call_clauses(CallInfo &info) {
  info.function_type = TypeTable::unknown();
  for (;;) {
    if (in_.accept_word("unwind")) {
      info.has_unwind = true;
    } else if (in_.accept_word("throws")) {
      info.may_throw = true;
    } else if (in_.accept_word("noreturn")) {
      info.does_not_return = true;
    } else if (in_.accept_word("virtual")) {
      if (!string(info.virtual_class, "type id of a class") ||
          !in_.expect("+") ||
          !in_.expect_number(info.virtual_offset, "offset in the vtable"))
        return false;
    } else if (in_.accept_word("type")) {
      if (!optional_type(info.function_type))
        return false;
    } else {
      return true;
    }
  }
}

// [b1: %3], [b2: %5]
bool Parser::phi(Body &b, Draft &d) {
  std::vector<BlockId> &from = b.phi_blocks.emplace_back();
  if (in_.peek() != '[')
    return true; // of a block without predecessors
  do {
    if (!in_.expect("[") || !block(b, from.emplace_back()) ||
        !in_.expect(":") || !value(d.operands.emplace_back()) ||
        !in_.expect("]"))
      return false;
  } while (in_.accept(","));
  return true;
}

// [1, 2, 3] "text of the selector"
bool Parser::cases(Body &b, Draft &) {
  SwitchInfo &info = b.switches.emplace_back();
  if (!in_.expect("["))
    return false;
  if (in_.peek() != ']') {
    do {
      if (!in_.expect_signed(info.cases.emplace_back(), "value of a case"))
        return false;
    } while (in_.accept(","));
  }
  return in_.expect("]") && optional_text(info.text);
}

// --- the end of a body ---

bool Parser::finish(Body &b) {
  std::size_t count = b.drafts.size();
  constexpr std::uint32_t kFree = UINT32_MAX;
  std::vector<std::uint32_t> order(count, kFree); // value id -> draft
  for (std::uint32_t n = 0; n < count; ++n) {
    const Draft &d = b.drafts[n];
    if (d.id >= count)
      return in_.error_at(d.place, "values are numbered from %0 without gaps");
    if (order[d.id] != kFree)
      return in_.error_at(d.place, "value is defined twice");
    order[d.id] = n;
    for (ValueId v : d.operands)
      if (v.value >= count)
        return in_.error_at(d.place, "operand %" + std::to_string(v.value) +
                                         " is defined nowhere");
  }
  if (b.uses_blocks && b.highest_block >= b.function->blocks.size())
    return in_.error_at(b.block_place, "block is defined nowhere");
  if (b.uses_variables && b.highest_variable >= b.function->variables.size())
    return in_.error_at(b.variable_place, "variable is declared nowhere");
  for (const Draft &d : b.drafts)
    if (d.inst.block.valid())
      b.function->blocks[d.inst.block].insts.push_back(ValueId(d.id));
  return lay_out(b, order);
}

bool Parser::lay_out(Body &b, const std::vector<std::uint32_t> &order) {
  Function &f = *b.function;
  f.insts.reserve(order.size());
  auto move = [](auto &to, auto &from, std::uint32_t &extra) {
    to.push_back(std::move(from[extra]));
    extra = static_cast<std::uint32_t>(to.size() - 1);
  };
  for (std::uint32_t n : order) {
    Draft &d = b.drafts[n];
    Inst &inst = d.inst;
    if (inst.op == Op::kInt)
      move(f.ints, b.ints, inst.extra);
    else if (inst.op == Op::kField)
      move(f.fields, b.fields, inst.extra);
    else if (inst.op == Op::kCall)
      move(f.calls, b.calls, inst.extra);
    else if (inst.op == Op::kSwitch)
      move(f.switches, b.switches, inst.extra);
    else if (inst.op == Op::kPhi)
      move(f.phi_blocks, b.phi_blocks, inst.extra);
    else if (inst.op == Op::kParam)
      ++f.param_count;
    ValueId v = f.add(inst, d.operands);
    if (inst.op == Op::kGlobal || inst.op == Op::kFunction)
      inst_symbols_.push_back(
          {FunctionId(unit_.functions.size()), v, d.symbol});
  }
  return true;
}

} // namespace wt::ir
