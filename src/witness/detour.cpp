// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths that are like a given one: see detour.h.

#include "witness/detour.h"

#include "finding/outer_path.h"

#include <algorithm>
#include <map>

namespace wt {

using ir::BlockId;
using ir::ValueId;

namespace {

constexpr std::size_t kMostDetours = 8;
constexpr std::size_t kFarthest = 64; // blocks looked at on the way back

using Stops = std::vector<OuterStop>;

WitnessStep step_to(BlockId block) {
  WitnessStep step;
  step.block = block;
  return step;
}

// From `start` to a block of `path` behind `from`, both included; empty: none
// is near.
std::vector<BlockId> way_back(const ir::Function &function, const Stops &path,
                              std::size_t from, BlockId start) {
  auto is_back = [&](BlockId block) {
    return std::any_of(path.begin() + from + 1, path.end(),
                       [&](const OuterStop &s) { return s.block == block; });
  };
  std::map<BlockId, BlockId> before = {{start, BlockId()}};
  std::vector<BlockId> queue = {start};
  for (std::size_t i = 0; i < queue.size() && i < kFarthest; ++i) {
    if (is_back(queue[i])) {
      std::vector<BlockId> way;
      for (BlockId at = queue[i]; at.valid(); at = before.at(at))
        way.push_back(at);
      std::ranges::reverse(way);
      return way;
    }
    for (BlockId next : function.blocks[queue[i]].successors)
      if (before.emplace(next, queue[i]).second)
        queue.push_back(next);
  }
  return {};
}

// The path up to the end of its stop `from`, the way, and the rest of the path.
Witness replaced(const Witness &witness, const Stops &path, std::size_t from,
                 const std::vector<BlockId> &way) {
  Witness out = witness;
  out.steps.clear();
  auto copy = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (witness.steps[i].kind != WitnessStep::Kind::kValue)
        out.steps.push_back(witness.steps[i]);
  };
  copy(0, path[from + 1].next - 1);
  for (BlockId block : way)
    out.steps.push_back(step_to(block));
  for (std::size_t i = from + 1; i < path.size(); ++i)
    if (path[i].block == way.back()) {
      copy(path[i].next, witness.steps.size());
      break;
    }
  return out;
}

} // namespace

std::optional<Witness> outer_way(const Witness &witness) {
  Witness out = witness;
  out.steps.clear();
  int depth = 0;
  for (const WitnessStep &step : witness.steps) {
    depth += step.kind == WitnessStep::Kind::kEnter;
    bool is_own = depth == 0 && step.kind != WitnessStep::Kind::kValue;
    if (is_own)
      out.steps.push_back(step);
    depth -= depth > 0 && step.kind == WitnessStep::Kind::kLeave;
  }
  return depth == 0 ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<Witness> detours(const Program &program, const Witness &witness,
                             ValueId call) {
  const ir::Function &function = program.body(witness.procedure);
  const Stops path = outer_path(function, witness);
  std::vector<Witness> out;
  std::size_t first = path.size();
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path[i].block == function.insts[call].block)
      first = i;
  for (std::size_t i = first; i + 1 < path.size() && out.size() < kMostDetours;
       ++i)
    for (BlockId other : function.blocks[path[i].block].successors) {
      bool is_branch = function.insts[function.terminator(path[i].block)].op !=
                       ir::Op::kCall; // nobody chooses that it throws
      if (!is_branch || other == path[i + 1].block)
        continue;
      std::vector<BlockId> way = way_back(function, path, i, other);
      if (!way.empty())
        out.push_back(replaced(witness, path, i, way));
    }
  return out;
}

} // namespace wt
