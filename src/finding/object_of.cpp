// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See object_of.h.

#include "finding/object_of.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

constexpr int kDeepest = 3; // of choices between pointers

// The local whose address it is; negative: another address.
std::int64_t slot(const ir::Function &f, ValueId address) {
  while (f.insts[address].op == Op::kCast)
    address = f.operand(address, 0);
  const ir::Inst &inst = f.insts[address];
  return inst.op == Op::kSlot ? std::int64_t(inst.extra)
                              : -1 - std::int64_t(address.value);
}

bool is_object(const ir::Function &f, const Site &site, ValueId v, int depth) {
  while (f.insts[v].op == Op::kCast)
    v = f.operand(v, 0);
  bool is_call = f.insts[site.value].op == Op::kCall;
  if (site.place.root == model::Place::Root::kResult || !is_call)
    if (v == site.value)
      return true;
  const ir::Inst &inst = f.insts[v];
  if ((inst.op == Op::kPhi || inst.op == Op::kSelect) && depth < kDeepest)
    return std::ranges::any_of(f.operands_of(v), [&](ValueId part) {
      return is_object(f, site, part, depth + 1);
    });
  if (inst.op != Op::kLoad || !is_call ||
      site.place.root != model::Place::Root::kArgument ||
      site.place.argument >= f.arguments(site.value).size())
    return false;
  return slot(f, f.operand(v, 0)) ==
         slot(f, f.arguments(site.value)[site.place.argument]);
}

} // namespace

bool is_object_of(const ir::Function &function, const Site &site,
                  ValueId value) {
  return is_object(function, site, value, 0);
}

} // namespace wt
