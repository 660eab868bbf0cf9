// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bases and offsets of addresses: see address.h.

#include "flow/address.h"

#include <cstdlib>

namespace wt::flow {

using ir::Op;
using ir::ValueId;

namespace {

bool is_slot(const ir::Function &f, ValueId v) {
  return f.insts[v].op == Op::kSlot;
}

// Do the bases belong to different objects?
bool are_apart(const ir::Function &f, ValueId a, ValueId b,
               const IsFresh &is_fresh) {
  auto is_named = [&](ValueId v) {
    Op op = f.insts[v].op;
    return op == Op::kGlobal || op == Op::kFunction || op == Op::kSlot;
  };
  auto is_new = [&](ValueId v) { return is_slot(f, v) || is_fresh(v); };
  // What was there at entry is neither a local nor new.
  auto is_old = [&](ValueId v) {
    return f.insts[v].op == Op::kParam || is_named(v);
  };
  if (is_slot(f, a) && is_slot(f, b))
    return f.variable(a) != f.variable(b);
  if (f.insts[a].op == Op::kGlobal && f.insts[b].op == Op::kGlobal)
    return f.global(a) != f.global(b);
  return (is_new(a) && (is_new(b) || is_old(b))) || (is_new(b) && is_old(a));
}

} // namespace

ValueId only_target(const ir::Function &f, ValueId phi) {
  ValueId out;
  for (ValueId operand : f.operands_of(phi)) {
    if (f.insts[operand].op == Op::kNull || operand == out)
      continue;
    if (out || operand == phi)
      return {};
    out = operand;
  }
  return out;
}

Cell cell_at(const ir::Function &f, ValueId address) {
  Cell out{address, 0, true};
  while (true) {
    const ir::Inst &inst = f.insts[out.base];
    if (inst.op == Op::kPhi) {
      ValueId only = only_target(f, out.base);
      if (!only)
        return out;
      out.base = only;
      continue;
    }
    if (inst.op == Op::kField) {
      out.offset += f.field(out.base).offset;
    } else if (inst.op == Op::kElement) {
      ValueId index = f.operand(out.base, 1);
      if (f.insts[index].op == Op::kInt)
        out.offset += f.int_value(index) * std::int64_t(inst.extra);
      else
        out.is_exact = false;
    } else if (inst.op != Op::kCast ||
               static_cast<ir::CastKind>(inst.code) != ir::CastKind::kBitcast) {
      return out;
    }
    out.base = f.operand(out.base, 0);
  }
}

ValueId base_of(const ir::Function &f, ValueId address) {
  while (true) {
    const ir::Inst &inst = f.insts[address];
    if (inst.op != Op::kField && inst.op != Op::kElement &&
        (inst.op != Op::kCast ||
         static_cast<ir::CastKind>(inst.code) != ir::CastKind::kBitcast))
      return address;
    address = f.operand(address, 0);
  }
}

Alias alias(const ir::Function &f, const Cell &a, const Cell &b,
            const IsFresh &is_fresh) {
  if (a.base != b.base)
    return are_apart(f, a.base, b.base, is_fresh) ? Alias::kNever
                                                  : Alias::kPerhaps;
  if (!a.is_exact || !b.is_exact)
    return Alias::kPerhaps;
  if (a.offset == b.offset)
    return Alias::kSame;
  return std::abs(a.offset - b.offset) >= kCellBytes ? Alias::kNever
                                                     : Alias::kPerhaps;
}

} // namespace wt::flow
