// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts by the atoms they are about: see path_facts.h.

#include "engine/valueflow/path_facts.h"

#include <algorithm>
#include <set>

namespace wt::valueflow {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

void PathFacts::add(BlockId where, Cond what) {
  if (what.is_yes())
    return;
  facts_.push_back({body_.table.implies(body_.guard(where), what),
                    body_.table.atoms_of(what)});
}

void PathFacts::collect() {
  is_collected_ = true;
  const ir::Function &f = body_.function;
  for (BlockId block : f.blocks.ids()) {
    if (!body_.is_reachable(block))
      continue;
    for (ValueId v : f.blocks[block].insts) {
      Op op = f.insts[v].op;
      if (op == Op::kCall)
        add(block, calls_.ends_somehow(v));
      if (op != Op::kLoad && op != Op::kStore)
        continue;
      ValueId base = flow::cell_at(f, f.operand(v, 0)).base;
      Op from = f.insts[base].op;
      if (from == Op::kCall || from == Op::kParam || from == Op::kLoad)
        add(block,
            body_.guards().compare(ir::Predicate::kNe, base, 0, block));
    }
  }
}

Cond PathFacts::about(Cond question) {
  if (!is_collected_)
    collect();
  std::vector<std::uint32_t> start = body_.table.atoms_of(question);
  std::set<std::uint32_t> atoms(start.begin(), start.end());
  auto matters = [&](const Fact &fact) {
    return fact.atoms.empty() ||
           std::ranges::any_of(fact.atoms, [&](std::uint32_t atom) {
             return atoms.contains(atom);
           });
  };
  std::set<std::uint32_t> taken;
  Cond out = kYes;
  for (const Fact &fact : facts_)
    if (matters(fact) && taken.insert(fact.holds.code).second)
      out = body_.table.both(out, fact.holds);
  return out;
}

} // namespace wt::valueflow
