// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of a path: see outer_path.h.

#include "finding/outer_path.h"

namespace wt {

std::vector<OuterStop> outer_path(const ir::Function &function,
                                  const Witness &witness) {
  std::vector<OuterStop> path = {{ir::Function::entry(), 0}};
  int depth = 0;
  for (std::size_t i = 0; i < witness.steps.size(); ++i) {
    const WitnessStep &step = witness.steps[i];
    depth += step.kind == WitnessStep::Kind::kEnter;
    depth -= step.kind == WitnessStep::Kind::kLeave;
    bool is_block = step.kind == WitnessStep::Kind::kBlock && depth == 0 &&
                    function.blocks.contains(step.block);
    bool is_start = path.size() == 1 && step.block == ir::Function::entry();
    if (is_block && is_start)
      path.back().next = i + 1;
    else if (is_block)
      path.push_back({step.block, i + 1});
  }
  return path;
}

bool is_of_earlier_round(const ir::Function &function, const Site &site,
                         const Witness &witness) {
  if (site.kind == Site::Kind::kParameter)
    return false;
  std::size_t count = 0;
  for (const OuterStop &stop : outer_path(function, witness))
    count += stop.block == function.insts[site.value].block;
  return witness.passing != 0 && witness.passing < count;
}

} // namespace wt
