// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See returned_cell.h.

#include "interpret/returned_cell.h"

#include "summary/followed.h"

namespace wt::infer {

using ir::Op;
using ir::ValueId;

unsigned returned_bytes(const Program &program, ProcedureId caller,
                        ValueId call) {
  const ir::Unit &unit = program.unit_of(caller);
  const ir::Type &wanted = unit.types[program.body(caller).insts[call].type];
  if (wanted.kind != ir::TypeKind::kInt || wanted.width > 64)
    return 0;
  if (wanted.width == 1)
    return 1;
  auto callees = followed(program, caller, call);
  if (callees.size() != 1)
    return 0;
  const ir::Function &body = program.body(callees[0]);
  const ir::TypeTable &types = program.unit_of(callees[0]).types;
  bool is_loaded = false;
  for (ir::BlockId block : body.blocks.ids()) {
    ValueId end = body.terminator(block);
    if (body.insts[end].op != Op::kReturn)
      continue;
    if (body.insts[end].operand_count != 1)
      return 0;
    const ir::Inst &value = body.insts[body.operand(end, 0)];
    is_loaded = value.op == Op::kLoad && types.is_int(value.type) &&
                types[value.type].width == wanted.width;
    if (!is_loaded)
      return 0;
  }
  return is_loaded ? wanted.width / 8 : 0;
}

} // namespace wt::infer
