// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk forwards from one instruction, block by block: see liveness.h.

#include "witness/liveness.h"

#include <algorithm>

namespace wt {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

enum class Seen { kNothing, kUse, kDefinition };

bool uses(const ir::Function &function, ValueId inst, ValueId v) {
  Op op = function.insts[inst].op;
  if (ir::is_marker(op) || op == Op::kCompare || op == Op::kPhi)
    return false;
  std::span<const ValueId> operands = function.operands_of(inst);
  return std::find(operands.begin(), operands.end(), v) != operands.end();
}

Seen scan(const ir::Function &function, BlockId block, std::size_t from,
          ValueId v) {
  const std::vector<ValueId> &insts = function.blocks[block].insts;
  for (std::size_t i = from; i < insts.size(); ++i) {
    if (uses(function, insts[i], v))
      return Seen::kUse;
    if (insts[i] == v)
      return Seen::kDefinition;
  }
  return Seen::kNothing;
}

// A phi reads its operand on the edge.
bool edge_uses(const ir::Function &function, BlockId from, BlockId to,
               ValueId v) {
  for (ValueId phi : function.blocks[to].insts) {
    if (function.insts[phi].op != Op::kPhi)
      return false;
    std::span<const BlockId> incoming = function.incoming(phi);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == from && function.operand(phi, i) == v)
        return true;
  }
  return false;
}

} // namespace

bool is_used_after(const ir::Function &function, ValueId v, ValueId at) {
  BlockId start = function.insts[at].block;
  if (!start)
    return false;
  const std::vector<ValueId> &insts = function.blocks[start].insts;
  std::size_t after =
      std::find(insts.begin(), insts.end(), at) - insts.begin() + 1;
  std::vector<bool> visited(function.blocks.size());
  std::vector<std::pair<BlockId, std::size_t>> todo = {{start, after}};
  while (!todo.empty()) {
    auto [block, from] = todo.back();
    todo.pop_back();
    Seen seen = scan(function, block, from, v);
    if (seen == Seen::kUse)
      return true;
    if (seen == Seen::kDefinition)
      continue;
    for (BlockId next : function.blocks[block].successors) {
      if (edge_uses(function, block, next, v))
        return true;
      if (!visited[next.value]) {
        visited[next.value] = true;
        todo.emplace_back(next, 0);
      }
    }
  }
  return false;
}

} // namespace wt
