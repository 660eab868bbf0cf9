// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are made of which roots: see tracked.h.

#include "engine/valueflow/tracked.h"

namespace wt::valueflow {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Tracked &Objects::of(const Origin &origin) {
  std::unique_ptr<Tracked> &found = tracked_[origin];
  if (!found)
    found = std::make_unique<Tracked>(body_, calls_, *this, origin);
  return *found;
}

bool Objects::is_followed(ValueId root) const {
  return body_.function.insts[root].op == Op::kSlot || body_.is_own(root);
}

Tracked &Objects::of_root(ValueId root) {
  Tracked *&found = of_roots_[root];
  if (!found) {
    bool is_slot = body_.function.insts[root].op == Op::kSlot;
    found = &of({root, AccessPath::result(), is_slot});
  }
  return *found;
}

const std::map<flow::Cell, Cond> &Objects::roots(ValueId v) {
  auto [found, is_new] = roots_.try_emplace(v);
  if (is_new) {
    std::map<flow::Cell, Cond> made = find_roots(v);
    return roots_[v] = std::move(made);
  }
  return found->second;
}

std::map<flow::Cell, Cond> Objects::find_roots(ValueId v) {
  const ir::Function &f = body_.function;
  std::map<flow::Cell, Cond> out;
  // `more`: bytes behind the operand; none: somewhere in the object.
  auto add = [&](ValueId operand, Cond when, std::optional<std::int64_t> more) {
    for (const auto &[root, here] : roots(operand)) {
      flow::Cell cell = root.plus(more.value_or(0));
      if (!more || !root.is_exact)
        cell = {root.base, 0, false};
      Cond both = body_.table.both(when, here);
      auto [found, is_new] = out.try_emplace(cell, both);
      if (!is_new)
        found->second = body_.table.either(found->second, both);
    }
  };
  const ir::Inst &inst = f.insts[v];
  BlockId block = inst.block;
  switch (inst.op) {
  case Op::kPhi:
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      add(f.operand(v, i), body_.guard(f.incoming(v)[i], block), 0);
    break;
  case Op::kSelect: {
    Cond test = body_.guards().condition(f.operand(v, 0), block);
    add(f.operand(v, 1), test, 0);
    add(f.operand(v, 2), !test, 0);
    break;
  }
  case Op::kCast:
    add(f.operand(v, 0), kYes, 0);
    break;
  case Op::kField:
    add(f.operand(v, 0), kYes, f.field(v).offset);
    break;
  case Op::kElement: {
    ValueId index = f.operand(v, 1);
    std::optional<std::int64_t> more;
    if (f.insts[index].op == Op::kInt)
      more = f.int_value(index) * std::int64_t(inst.extra);
    add(f.operand(v, 0), kYes, more);
    break;
  }
  case Op::kBinop:
    add(f.operand(v, 0), kYes, std::nullopt);
    add(f.operand(v, 1), kYes, std::nullopt);
    break;
  default:
    out[{v, 0, true}] = kYes;
  }
  return out;
}

} // namespace wt::valueflow
