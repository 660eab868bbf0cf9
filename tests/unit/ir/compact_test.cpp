// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass_text.h"

#include "ir/compact.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

TEST(Compact, LeavesFirstAndOnceThenBlocks) {
  auto pass = [](const Unit &, Function &f) { compact(f); };
  EXPECT_EQ(test::after(pass, R"(
function @f result i32 {
  var $0 x i32 param
  var $1 never i32
  %0 = param i32 $0
  %1 = int i32 7
  %2 = int i32 3
  %3 = int u32 3
  %8 = int i32 3
  %9 = int i64 -1
b0:
  %6 = binop add i32 %0, %2
  %4 = branch -> b1
b1:
  %5 = binop add i32 %6, %8
  %7 = binop add i32 %5, %3
  %10 = return %7
})"),
            R"(function @f type unknown result i32 {
  var $0 x i32 param
  var $1 never i32
  %0 = param i32 $0
  %1 = int i32 3
  %2 = int u32 3
b0:
  %3 = binop add i32 %0, %1
  %4 = branch -> b1
b1:
  %5 = binop add i32 %3, %1
  %6 = binop add i32 %5, %2
  %7 = return %6
}
)");
}

// Instructions taken out of blocks take their rows with them; a row shared by
// two instructions becomes two.
TEST(Compact, SideTablesFollow) {
  Unit unit;
  Function f;
  TypeId any = TypeTable::unknown();
  f.blocks.push(Block{});
  BlockId b(0);
  auto call = [&](ValueId callee, std::uint32_t row) {
    return f.append(b, Inst{.op = Op::kCall, .type = any, .extra = row},
                    {callee});
  };
  auto field = [&](ValueId base, std::int64_t offset) {
    f.fields.push_back({any, {1, 2}, offset});
    return f.append(
        b,
        Inst{.op = Op::kField,
             .type = any,
             .extra = static_cast<std::uint32_t>(f.fields.size() - 1)},
        {base});
  };
  ValueId base = f.add(Inst{.op = Op::kOpaque, .type = any}, {});
  f.calls = {{.may_throw = true}, {.does_not_return = true}};
  ValueId gone = field(base, 8);
  ValueId kept = field(base, 16);
  call(kept, 1);
  call(kept, 1);
  f.append(b, Inst{.op = Op::kReturn, .type = any}, {});
  std::erase(f.blocks[b].insts, gone);

  compact(f);
  ASSERT_EQ(f.insts.size(), 5u);
  ASSERT_EQ(f.fields.size(), 1u);
  EXPECT_EQ(f.fields[0].offset, 16);
  EXPECT_EQ(f.fields[0].path, (std::vector<std::uint32_t>{1, 2}));
  ASSERT_EQ(f.calls.size(), 2u);
  EXPECT_TRUE(f.calls[0].does_not_return && f.calls[1].does_not_return);
  EXPECT_EQ(f.insts[ValueId(2)].extra, 0u);
  EXPECT_EQ(f.insts[ValueId(3)].extra, 1u);
  EXPECT_EQ(f.operands.size(), 3u);
}

TEST(RemoveDead, KeepsEffectsAndCyclesOfPhisGo) {
  auto pass = [](const Unit &, Function &f) {
    remove_dead_values(f);
    compact(f);
  };
  EXPECT_EQ(test::after(pass, R"(
function @f result void {
  var $0 p ptr<i32> param
  var $1 x i32
  %0 = param ptr<i32> $0
  %1 = int i32 1
b0:
  %2 = slot ptr<i32> $1
  %3 = branch -> b1
b1:
  %4 = phi i32 [b0: %1], [b1: %5]
  %5 = binop add i32 %4, %1
  %6 = load i32 %0
  %7 = unknown i32 %0
  %8 = compare eq u1 %7, %1
  %9 = branch %8 -> b1, b2
b2:
  %10 = return
})"),
            R"(function @f type unknown result void {
  var $0 p ptr<i32> param
  var $1 x i32
  %0 = param ptr<i32> $0
  %1 = int i32 1
b0:
  %2 = branch -> b1
b1:
  %3 = load i32 %0
  %4 = unknown i32 %0
  %5 = compare eq u1 %4, %1
  %6 = branch %5 -> b1, b2
b2:
  %7 = return
}
)");
}

} // namespace
} // namespace wt::ir
