// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the unrolled body a function without cycles that computes the same?

#include "flow/unrolled_body.h"

#include "ir/dominators.h"
#include "ir/parse.h"
#include "ir/print.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wt::flow {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

constexpr const char *kHead = "watertight-ir 1\nunit c \"/a.c\" lines 0\n"
                              "file 0 \"/a.c\"\n";

struct Case {
  explicit Case(const std::string &body, std::uint32_t rounds,
                const IsDeadEdge &is_dead = {}) {
    auto parsed = ir::parse_unit(kHead + body, "test");
    EXPECT_TRUE(parsed) << parsed.error().text();
    unit = std::move(*parsed);
    const ir::Function &f = unit.functions[ir::FunctionId(0)];
    auto graph = unroll(f, find_loops(f), {.iterations = rounds}, 1000);
    copy = unrolled_body(unit, f, *graph, is_dead);
  }
  std::size_t count(Op op) const {
    std::size_t out = 0;
    for (const ir::Block &block : copy.function.blocks)
      out += std::ranges::count_if(block.insts, [&](ValueId v) {
        return copy.function.insts[v].op == op;
      });
    return out;
  }
  ir::Unit unit;
  UnrolledBody copy;
};

constexpr const char *kCounting = R"(function @f type unknown result i32 {
  var $0 n i32 param
  %0 = param i32 $0
  %1 = int i32 0
  %2 = int i32 1
b0:
  %3 = branch -> b1
b1:
  %4 = phi i32 [b0: %1], [b2: %6]
  %5 = compare slt u1 %4, %0
  %7 = branch %5 -> b2, b3
b2:
  %6 = binop add i32 %4, %2
  %8 = branch -> b1
b3:
  %9 = return %4
}
)";

TEST(UnrolledBody, HasNoCycle) {
  Case c(kCounting, 3);
  const ir::Function &f = c.copy.function;
  for (BlockId b : f.blocks.ids())
    for (BlockId to : f.blocks[b].successors)
      EXPECT_LT(b, to);
  EXPECT_EQ(c.count(Op::kCompare), 3u);
}

TEST(UnrolledBody, EveryUseIsDominatedByItsDefinition) {
  Case c(kCounting, 3);
  const ir::Function &f = c.copy.function;
  ir::Predecessors preds(f);
  ir::Dominators dominators(f, preds);
  for (BlockId b : dominators.order())
    for (ValueId v : f.blocks[b].insts)
      for (std::uint32_t i = 0; i < f.operands_of(v).size(); ++i) {
        BlockId defined = f.insts[f.operand(v, i)].block;
        BlockId used = f.insts[v].op == Op::kPhi ? f.incoming(v)[i] : b;
        if (defined) {
          EXPECT_TRUE(dominators.dominates(defined, used));
        }
      }
}

TEST(UnrolledBody, WhatIsUsedBehindALoopIsJoined) {
  Case c(kCounting, 3);
  const ir::Function &f = c.copy.function;
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == Op::kReturn) {
      ValueId returned = f.operand(v, 0);
      EXPECT_EQ(f.insts[returned].op, Op::kPhi);
      EXPECT_EQ(f.operands_of(returned).size(), 3u);
      EXPECT_EQ(c.copy.origin[returned], ValueId(4));
    }
}

TEST(UnrolledBody, TheLastRoundStandsForLaterOnes) {
  Case c(kCounting, 3);
  ASSERT_EQ(c.copy.later.size(), 1u);
  const UnrolledBody::Later &later = c.copy.later[0];
  EXPECT_EQ(c.copy.function.insts[later.number].op, Op::kUnknown);
  EXPECT_EQ(later.direction, 1);
}

constexpr const char *kFlag = R"(function @f type unknown result void {
  var $0 n i32 param
  %0 = param i32 $0
  %1 = int i32 0
  %2 = int i32 1
b0:
  %3 = branch -> b1
b1:
  %4 = phi i32 [b0: %1], [b2: %2]
  %5 = compare eq u1 %0, %1
  %6 = branch %5 -> b2, b3
b2:
  %7 = branch -> b1
b3:
  %8 = return
}
)";

TEST(UnrolledBody, AFlagIsNotCounted) {
  Case c(kFlag, 3);
  EXPECT_TRUE(c.copy.later.empty());
  EXPECT_EQ(c.count(Op::kUnknown), 0u);
}

TEST(UnrolledBody, DeadEdgesAreCut) {
  Case c(kFlag, 3, [](BlockId block, std::size_t i) {
    return block == BlockId(1) && i == 0;
  });
  EXPECT_EQ(c.count(Op::kPhi), 1u);
  EXPECT_EQ(c.count(Op::kCompare), 1u);
}

} // namespace
} // namespace wt::flow
