// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phi placement; see ir/phi_placement.h.

#include "ir/phi_placement.h"

#include <algorithm>

namespace wt::ir {

PhiPlacement::PhiPlacement(const Function &function, const Predecessors &preds,
                           const Dominators &dominators)
    : function_(function), preds_(preds), dominators_(dominators),
      live_in_(function.blocks.size()), defines_(function.blocks.size()),
      visited_(function.blocks.size()), considered_(function.blocks.size()) {}

std::vector<PhiPlacement::Phi> PhiPlacement::run() {
  auto by_variable = [](const Touched &a, const Touched &b) {
    return a.variable < b.variable;
  };
  std::stable_sort(uses_.begin(), uses_.end(), by_variable);
  std::stable_sort(defs_.begin(), defs_.end(), by_variable);
  std::size_t def = 0;
  for (std::size_t use = 0; use < uses_.size();) {
    VariableId variable = uses_[use].variable;
    std::size_t first_use = use;
    while (use < uses_.size() && uses_[use].variable == variable)
      ++use;
    while (def < defs_.size() && defs_[def].variable < variable)
      ++def;
    std::size_t first_def = def;
    while (def < defs_.size() && defs_[def].variable == variable)
      ++def;
    place(variable, std::span(uses_).subspan(first_use, use - first_use),
          std::span(defs_).subspan(first_def, def - first_def));
  }
  std::sort(phis_.begin(), phis_.end());
  return std::move(phis_);
}

void PhiPlacement::place(VariableId variable, std::span<const Touched> uses,
                         std::span<const Touched> defs) {
  for (const Touched &def : defs)
    defines_[def.block] = variable;
  find_live_blocks(variable, uses);
  for (const Touched &def : defs)
    push_root(def.block);
  while (!roots_.empty()) {
    std::pop_heap(roots_.begin(), roots_.end());
    BlockId root = roots_.back().second;
    roots_.pop_back();
    walk_subtree(variable, root);
  }
}

void PhiPlacement::find_live_blocks(VariableId variable,
                                    std::span<const Touched> uses) {
  for (const Touched &use : uses) {
    live_in_[use.block] = variable;
    stack_.push_back(use.block);
  }
  while (!stack_.empty()) {
    BlockId b = stack_.back();
    stack_.pop_back();
    for (BlockId p : preds_[b])
      if (live_in_[p] != variable && defines_[p] != variable) {
        live_in_[p] = variable;
        stack_.push_back(p);
      }
  }
}

void PhiPlacement::push_root(BlockId root) {
  roots_.emplace_back(dominators_.level(root), root);
  std::push_heap(roots_.begin(), roots_.end());
}

// Finds the frontier of `root`: targets of edges that leave its subtree of
// the dominator tree, which are those no deeper than the root.  Subtrees seen
// from a deeper root are done: what leaves them upwards was found then.
void PhiPlacement::walk_subtree(VariableId variable, BlockId root) {
  visited_[root] = variable;
  stack_.push_back(root);
  while (!stack_.empty()) {
    BlockId b = stack_.back();
    stack_.pop_back();
    for (BlockId s : function_.blocks[b].successors) {
      if (dominators_.level(s) > dominators_.level(root) ||
          considered_[s] == variable)
        continue;
      considered_[s] = variable;
      if (live_in_[s] != variable)
        continue;
      phis_.push_back({s, variable});
      if (defines_[s] != variable)
        push_root(s);
    }
    // Into a block where the variable is not live no value of it flows.
    for (BlockId child : dominators_.children(b))
      if (live_in_[child] == variable && visited_[child] != variable) {
        visited_[child] = variable;
        stack_.push_back(child);
      }
  }
}

} // namespace wt::ir
