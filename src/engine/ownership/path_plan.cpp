// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See path_plan.h.

#include "engine/ownership/path_plan.h"

#include "engine/ownership/bases.h"

#include <map>

namespace wt::ownership {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

// Which values decide branches, and which blocks end in these?
std::map<ValueId, std::vector<BlockId>>
tested_values(const ir::Function &function) {
  std::map<ValueId, std::vector<BlockId>> out;
  auto add = [&](ValueId v, BlockId block, auto &self, int depth) -> void {
    const ir::Inst &inst = function.insts[v];
    if (ir::is_leaf(inst.op) && inst.op != Op::kParam)
      return;
    bool is_phi = inst.op == Op::kPhi && depth < 3;
    bool is_computed = inst.op == Op::kCompare || inst.op == Op::kCast ||
                       inst.op == Op::kBinop;
    if (!is_computed)
      out[v].push_back(block);
    if (is_computed || is_phi)
      for (ValueId operand : function.operands_of(v))
        self(operand, block, self, depth + is_phi);
  };
  for (BlockId block : function.blocks.ids()) {
    ValueId end = function.terminator(block);
    Op op = function.insts[end].op;
    if ((op == Op::kBranch || op == Op::kSwitch) &&
        function.insts[end].operand_count > 0)
      add(function.operand(end, 0), block, add, 0);
  }
  return out;
}

} // namespace

PathPlan::PathPlan(const ir::Function &function)
    : predecessors_(function), tested_at_(function.blocks.size()),
      tested_of_(function.blocks.size()), live_at_(function.blocks.size()) {
  for (auto &[v, blocks] : tested_values(function)) {
    if (function.insts[v].op != Op::kParam)
      tested_of_[function.insts[v].block].push_back(v);
    mark(function, v, std::move(blocks), tested_at_);
  }
  find_live(function);
  find_compared(function);
}

void PathPlan::find_compared(const ir::Function &function) {
  for (BlockId block : function.blocks.ids())
    for (ValueId v : function.blocks[block].insts) {
      if (function.insts[v].op != Op::kCompare)
        continue;
      ValueId a = base_of(function, function.operand(v, 0));
      ValueId b = base_of(function, function.operand(v, 1));
      if (function.insts[b].op == Op::kNull)
        compared_with_null_.push_back(a);
      if (function.insts[a].op == Op::kNull)
        compared_with_null_.push_back(b);
    }
  std::ranges::sort(compared_with_null_);
  for (ValueId v : compared_with_null_)
    if (std::optional<FieldLoad> field = field_load(function, v))
      compared_fields_.push_back(*field);
  std::ranges::sort(compared_fields_);
}

std::optional<PathPlan::FieldLoad>
PathPlan::field_load(const ir::Function &function, ValueId v) {
  if (function.insts[v].op != Op::kLoad)
    return std::nullopt;
  ValueId address = function.operand(v, 0);
  if (function.insts[address].op != Op::kField)
    return std::nullopt;
  const ir::FieldRef &field = function.field(address);
  return FieldLoad{field.record, field.offset};
}

bool PathPlan::is_compared_with_null(const ir::Function &function,
                                     ValueId v) const {
  if (std::ranges::binary_search(compared_with_null_, v))
    return true;
  std::optional<FieldLoad> field = field_load(function, v);
  return field && std::ranges::binary_search(compared_fields_, *field);
}

IdMap<BlockId, std::uint8_t>
PathPlan::blocks_before(std::vector<BlockId> targets) const {
  IdMap<BlockId, std::uint8_t> out(tested_at_.size(), false);
  for (BlockId target : targets)
    out[target] = true;
  while (!targets.empty()) {
    BlockId block = targets.back();
    targets.pop_back();
    for (BlockId before : predecessors_[block])
      if (!out[before]) {
        out[before] = true;
        targets.push_back(before);
      }
  }
  return out;
}

void PathPlan::mark(const ir::Function &function, ValueId v,
                    std::vector<BlockId> used,
                    IdMap<BlockId, std::vector<ValueId>> &out) const {
  const ir::Inst &inst = function.insts[v];
  bool is_leaf = ir::is_leaf(inst.op);
  while (!used.empty()) {
    BlockId block = used.back();
    used.pop_back();
    bool is_computed_here = !is_leaf && inst.block == block;
    std::vector<ValueId> &marked = out[block];
    if ((is_computed_here && inst.op != Op::kPhi) ||
        (!marked.empty() && marked.back() == v))
      continue;
    marked.push_back(v);
    // A phi is computed on the edges into its block.
    if (!is_computed_here)
      std::ranges::copy(predecessors_[block], std::back_inserter(used));
  }
}

void PathPlan::find_live(const ir::Function &function) {
  IdMap<ValueId, std::vector<BlockId>> used(function.insts.size());
  last_use_ = IdMap<ValueId, std::size_t>(function.insts.size(), 0);
  for (BlockId block : function.blocks.ids())
    for (std::size_t k = 0; k < function.blocks[block].insts.size(); ++k) {
      ValueId v = function.blocks[block].insts[k];
      bool is_phi = function.insts[v].op == Op::kPhi;
      for (std::size_t i = 0; i < function.operands_of(v).size(); ++i) {
        ValueId operand = function.operand(v, i);
        BlockId at = is_phi ? function.incoming(v)[i] : block;
        std::vector<BlockId> &blocks = used[operand];
        if (blocks.empty() || blocks.back() != at)
          blocks.push_back(at);
        bool is_inside = !is_phi && function.insts[operand].block == block;
        last_use_[operand] =
            is_inside ? std::max(last_use_[operand], k + 1) : SIZE_MAX;
      }
    }
  for (ValueId v : function.insts.ids())
    if (!ir::is_leaf(function.insts[v].op) ||
        function.insts[v].op == Op::kParam)
      mark(function, v, std::move(used[v]), live_at_);
}

bool PathPlan::is_live_at(ValueId v, BlockId block) const {
  return std::ranges::binary_search(live_at_[block], v);
}

} // namespace wt::ownership
