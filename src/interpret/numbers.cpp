// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers can an expression be?
//
// What tests have shown of its value, and what follows from its operands: a
// byte is at most 255, `n * 8` is at least 32 if n is at least 4, `x & 7` is at
// most 7.  In SSA form the operands of a value that is at hand are those of
// which it was computed, so what tests have shown of them later counts too.
//
// Tested by tests/leak/c/dead_returns.c.

#include "interpret/interpreter.h"

namespace wt::infer {

using ir::Op;
using ir::ValueId;

unsigned Interpreter::width_of(ValueId v) const {
  ir::TypeId type = function_.insts[v].type;
  return unit_.types.is_int(type) ? unit_.types[type].width : 0;
}

// By the operands alone.
Numbers Interpreter::computed_from(ValueId v, const State &state, int depth) {
  constexpr int kDeepest = 5;
  const ir::Inst &inst = function_.insts[v];
  unsigned width = width_of(v);
  Numbers all = Numbers::of_width(width);
  if (depth == kDeepest || width == 0)
    return all;
  auto operand = [&](std::uint32_t i) {
    return numbers_of(function_.operand(v, i), state, depth + 1);
  };
  switch (inst.op) {
  case Op::kBinop:
    return computed(static_cast<ir::BinaryOp>(inst.code), operand(0),
                    operand(1), width);
  case Op::kSelect:
    return operand(1).join(operand(2));
  case Op::kCast: {
    auto kind = static_cast<ir::CastKind>(inst.code);
    unsigned from = width_of(function_.operand(v, 0));
    if (from == 0 || kind == ir::CastKind::kNumeric)
      return all;
    Numbers before = operand(0), out = converted(kind, before, from, width);
    // A byte may be known as a `char` that has a sign elsewhere.
    if (kind == ir::CastKind::kZext && from < 63) {
      auto bytes = Numbers::between(0, (std::int64_t(1) << from) - 1);
      return bytes.is_apart_from(out) ? bytes : bytes.meet(out);
    }
    return out;
  }
  default:
    return all;
  }
}

Numbers Interpreter::numbers_of(ValueId v, const State &state, int depth) {
  Numbers known = class_of(value(v, state), state);
  if (known.number() || width_of(v) == 0)
    return known;
  Numbers out = known.meet(computed_from(v, state, depth));
  return out.is_none() ? known : out;
}

std::optional<bool> Interpreter::decide_numbers(ir::Predicate predicate,
                                                ValueId a, ValueId b,
                                                const State &state) {
  if (width_of(a) == 0)
    return std::nullopt;
  return numbers_of(a, state).decide(predicate, numbers_of(b, state));
}

} // namespace wt::infer
