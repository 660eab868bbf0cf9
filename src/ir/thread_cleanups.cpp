// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of cleanup threading; see ir/thread_cleanups.h.

#include "ir/thread_cleanups.h"

#include "ir/cfg.h"
#include "ir/compact.h"
#include "ir/dispatch.h"
#include "ir/merge_blocks.h"
#include "ir/split_paths.h"
#include "ir/split_returns.h"

namespace wt::ir {

void thread_cleanups(const Unit &, Function &function) {
  if (function.is_declaration())
    return;
  remove_unreachable_blocks(function);
  std::size_t insts = 0;
  for (const Block &block : function.blocks)
    insts += block.insts.size();
  const std::size_t max_insts = 4 * insts + 1000;
  for (VariableId variable : dispatch_variables(function))
    split_paths(function, variable, max_insts);
  remove_unreachable_blocks(function);
  split_returns(function, max_insts);
  remove_unreachable_blocks(function);
  merge_blocks(function);
  remove_unreachable_blocks(function);
  compact(function);
}

} // namespace wt::ir
