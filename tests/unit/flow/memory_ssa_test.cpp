// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does memory SSA name exactly the writes that can reach a place?  Against
// reaching definitions by iteration over all instructions, on random graphs.

#include "flow/memory_ssa.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace wt::flow {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using pointer::LocationId;
using pointer::PointSet;

constexpr unsigned kCells = 4;

PointSet cells(std::initializer_list<unsigned> ids) {
  PointSet out;
  for (unsigned id : ids)
    out.insert(LocationId(id));
  return out;
}

// Stores to random cells, in blocks with random edges.
struct RandomMemory : MemoryEffects {
  explicit RandomMemory(std::mt19937 &random) {
    unsigned blocks = 2 + random() % 7;
    for (unsigned b = 0; b < blocks; ++b)
      function.blocks.push({});
    for (BlockId b : function.blocks.ids()) {
      for (unsigned n = random() % 4; n > 0; --n) {
        ValueId store = function.append(b, {.op = Op::kStore}, {});
        PointSet &to = written[store];
        to.insert(LocationId(random() % kCells));
        if (random() % 2)
          to.insert(LocationId(random() % kCells));
      }
      unsigned out = random() % 3;
      for (unsigned i = 0; i < out; ++i)
        function.blocks[b].successors.push_back(
            BlockId(1 + random() % (blocks - 1)));
      function.append(b, {.op = out ? Op::kBranch : Op::kReturn}, {});
    }
  }
  Writes writes(ValueId inst, const PointSet &region) const override {
    const PointSet &to = written.at(inst);
    if (!to.meets(region))
      return Writes::kNothing;
    return to.size() == 1 && to == region ? Writes::kAll : Writes::kPerhaps;
  }

  ir::Function function;
  std::map<ValueId, PointSet> written;
};

using Reaching = std::set<std::uint32_t>; // stores; UINT32_MAX: the entry

// What reaches each instruction: the obvious way.
std::map<ValueId, Reaching> reaching(const RandomMemory &memory,
                                     const PointSet &region) {
  const ir::Function &f = memory.function;
  std::map<BlockId, Reaching> at_start;
  at_start[BlockId(0)] = {UINT32_MAX};
  std::map<ValueId, Reaching> out;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (BlockId b : f.blocks.ids()) {
      if (!at_start.contains(b))
        continue;
      Reaching now = at_start[b];
      for (ValueId v : f.blocks[b].insts) {
        out[v] = now;
        if (f.insts[v].op != Op::kStore)
          continue;
        Writes how = memory.writes(v, region);
        if (how == Writes::kAll)
          now.clear();
        if (how != Writes::kNothing)
          now.insert(v.value);
      }
      for (BlockId to : f.blocks[b].successors) {
        bool is_new = !at_start.contains(to);
        std::size_t before = at_start[to].size();
        at_start[to].insert(now.begin(), now.end());
        has_changed |= is_new || at_start[to].size() != before;
      }
    }
  }
  return out;
}

Reaching behind(const MemorySsa &memory, VersionId start) {
  Reaching out;
  std::set<VersionId> seen;
  std::vector<VersionId> work{start};
  while (!work.empty()) {
    VersionId id = work.back();
    work.pop_back();
    if (!seen.insert(id).second)
      continue;
    const Version &version = memory[id];
    switch (version.kind) {
    case Version::Kind::kEntry:
      out.insert(UINT32_MAX);
      break;
    case Version::Kind::kWrite:
      out.insert(version.inst.value);
      if (!version.is_whole)
        work.push_back(version.before);
      break;
    case Version::Kind::kPhi:
      for (const auto &[block, operand] : version.operands)
        work.push_back(operand);
    }
  }
  return out;
}

TEST(MemorySsa, IsReachingDefinitions) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    RandomMemory memory(random);
    MemorySsa ssa(memory.function, memory);
    for (const PointSet &region : {cells({0}), cells({1}), cells({2}),
                                   cells({0, 1}), cells({1, 2, 3})}) {
      RegionId id = ssa.region(region);
      for (const auto &[inst, expected] : reaching(memory, region))
        EXPECT_EQ(behind(ssa, ssa.before(id, inst)), expected)
            << "seed " << seed << ", instruction " << inst.value;
    }
  }
}

TEST(MemorySsa, RegionsAreVersionedOnce) {
  std::mt19937 random(1);
  RandomMemory memory(random);
  MemorySsa ssa(memory.function, memory);
  RegionId first = ssa.region(cells({0}));
  std::size_t size = ssa.size();
  EXPECT_EQ(ssa.region(cells({0})), first);
  EXPECT_EQ(ssa.size(), size);
}

} // namespace
} // namespace wt::flow
