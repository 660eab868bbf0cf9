// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See bases.h.

#include "engine/ownership/bases.h"

namespace wt::ownership {

using ir::Op;
using ir::ValueId;

ValueId base_of(const ir::Function &function, ValueId v) {
  for (;;) {
    const ir::Inst &inst = function.insts[v];
    switch (inst.op) {
    case Op::kCast:
      if (ir::CastKind(inst.code) == ir::CastKind::kNumeric ||
          ir::CastKind(inst.code) == ir::CastKind::kTrunc)
        return v;
      break;
    case Op::kField:
    case Op::kElement:
      break;
    default:
      return v;
    }
    v = function.operand(v, 0);
  }
}

bool is_in_array(const ir::Function &function, ValueId address) {
  for (ValueId v = address;; v = function.operand(v, 0)) {
    Op op = function.insts[v].op;
    if (op == Op::kElement)
      return true;
    if (op != Op::kField && op != Op::kCast)
      return false;
  }
}

std::optional<Cell> cell_of(const ir::Function &function, ValueId address) {
  std::int64_t offset = 0;
  for (ValueId v = address;;) {
    const ir::Inst &inst = function.insts[v];
    if (inst.op == Op::kSlot)
      return Cell{v, offset};
    if (inst.op == Op::kField)
      offset += function.field(v).offset;
    else if (inst.op != Op::kCast ||
             ir::CastKind(inst.code) != ir::CastKind::kBitcast)
      return std::nullopt;
    v = function.operand(v, 0);
  }
}

} // namespace wt::ownership
