// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions of one region: writes first, then phis on the iterated dominance
// frontier of the blocks that write, then what each of them follows.

#include "flow/memory_ssa.h"

#include <algorithm>

namespace wt::flow {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

bool may_write_memory(Op op) {
  return op == Op::kStore || op == Op::kMemCopy || op == Op::kMemFill ||
         op == Op::kCall || op == Op::kUnknown;
}

} // namespace

MemorySsa::MemorySsa(const ir::Function &function, const MemoryEffects &effects)
    : function_(function), effects_(effects), preds_(function),
      dominators_(function, preds_), frontiers_(function, preds_, dominators_),
      writers_(function.blocks.size()), position_(function.insts.size(), 0) {
  for (BlockId block : dominators_.order()) {
    std::uint32_t position = 0;
    for (ValueId v : function.blocks[block].insts) {
      position_[v] = position++;
      if (may_write_memory(function.insts[v].op))
        writers_[block].push_back(v);
    }
  }
}

RegionId MemorySsa::region(const pointer::PointSet &cells) {
  for (RegionId id : regions_.ids())
    if (regions_[id].cells == cells)
      return id;
  Region region;
  region.cells = cells;
  region.last.resize(function_.blocks.size());
  region.phi.resize(function_.blocks.size());
  find_versions(region);
  place_phis(region);
  link(region);
  return regions_.push(std::move(region));
}

void MemorySsa::find_versions(Region &region) {
  Version entry;
  entry.block = ir::Function::entry();
  region.entry = versions_.push(entry);
  for (BlockId block : dominators_.order())
    for (ValueId v : writers_[block]) {
      Writes how = effects_.writes(v, region.cells);
      if (how == Writes::kNothing)
        continue;
      Version made;
      made.kind = Version::Kind::kWrite;
      made.is_whole = how == Writes::kAll;
      made.block = block;
      made.inst = v;
      made.before = region.last[block]; // in this block; the first: see link()
      region.last[block] = versions_.push(made);
    }
}

void MemorySsa::place_phis(Region &region) {
  std::vector<BlockId> work;
  for (BlockId block : dominators_.order())
    if (region.last[block])
      work.push_back(block);
  while (!work.empty()) {
    BlockId block = work.back();
    work.pop_back();
    for (BlockId to : frontiers_[block]) {
      if (region.phi[to])
        continue;
      Version made;
      made.kind = Version::Kind::kPhi;
      made.block = to;
      region.phi[to] = versions_.push(made);
      if (!region.last[to]) {
        region.last[to] = region.phi[to];
        work.push_back(to);
      }
    }
  }
}

void MemorySsa::link(Region &region) {
  for (BlockId block : dominators_.order()) {
    VersionId first = region.last[block];
    while (first && first != region.phi[block] && versions_[first].before)
      first = versions_[first].before;
    if (first && first != region.phi[block])
      versions_[first].before = at_start(region, block);
    if (VersionId phi = region.phi[block])
      for (BlockId from : preds_[block])
        if (dominators_.is_reachable(from)) {
          VersionId end = region.last[from];
          versions_[phi].operands.push_back(
              {from, end ? end : at_start(region, from)});
        }
  }
}

VersionId MemorySsa::at_start(const Region &region, BlockId block) const {
  while (true) {
    if (region.phi[block])
      return region.phi[block];
    block = dominators_.idom(block);
    if (!block)
      return region.entry;
    if (region.last[block])
      return region.last[block];
  }
}

VersionId MemorySsa::before(RegionId id, ValueId inst) {
  const Region &region = regions_[id];
  BlockId block = function_.insts[inst].block;
  VersionId at = region.last[block];
  while (at && versions_[at].kind == Version::Kind::kWrite &&
         versions_[at].block == block &&
         position_[versions_[at].inst] >= position_[inst])
    at = versions_[at].before;
  return at ? at : at_start(region, block);
}

VersionId MemorySsa::at_end(RegionId id, BlockId block) {
  const Region &region = regions_[id];
  return region.last[block] ? region.last[block] : at_start(region, block);
}

} // namespace wt::flow
