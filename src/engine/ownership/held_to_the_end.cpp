// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See held_to_the_end.h.

#include "engine/ownership/held_to_the_end.h"

#include "ir/cfg.h"
#include "ir/dominators.h"

#include <algorithm>

namespace wt::ownership {

std::vector<bool> blocks_held_to_the_end(const ir::Function &body,
                                         const infer::Behaviour &behaviour) {
  std::vector<bool> out(body.blocks.size(), false);
  bool never_returns =
      behaviour.is_known() &&
      std::ranges::all_of(behaviour.outcomes, &infer::Outcome::throws);
  if (!never_returns)
    return out;
  const ir::Predecessors predecessors(body);
  const ir::Dominators dominators(body, predecessors);
  const ir::Loops loops = ir::find_loops(body, predecessors, dominators);
  for (ir::BlockId block : body.blocks.ids())
    out[block.value] = loops.depth(block) == 0;
  return out;
}

} // namespace wt::ownership
