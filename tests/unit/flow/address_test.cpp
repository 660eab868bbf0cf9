// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which addresses are surely the same cell, or surely not?

#include "flow/address.h"

#include "ir/parse.h"
#include "ir/unit.h"

#include <gtest/gtest.h>

namespace wt::flow {
namespace {

using ir::ValueId;

constexpr const char *kProgram = R"(watertight-ir 1
unit c "/a.c" lines 0
file 0 "/a.c"
global @g type ptr<i8> size 8 definition
function @malloc type unknown result unknown
function @f type unknown result void {
  var $0 p ptr<ptr<i8>> param
  var $1 i i64 param
  var $2 x ptr<i8>
  var $3 y ptr<i8>
  %0 = param ptr<ptr<i8>> $0
  %1 = param i64 $1
  %2 = int i64 2
  %3 = global ptr<ptr<i8>> @g
  %4 = function ptr<i8> @malloc
b0:
  %5 = slot ptr<ptr<i8>> $2
  %6 = slot ptr<ptr<i8>> $3
  %7 = call ptr<ptr<i8>> %4(%2) type unknown
  %8 = field ptr<ptr<i8>> %0 (unknown) +8
  %9 = element ptr<ptr<i8>> %8, %2 x 8
  %10 = element ptr<ptr<i8>> %0, %1 x 8
  %11 = field ptr<ptr<i8>> %0 (unknown) +24
  %12 = return
}
)";

class Address : public testing::Test {
protected:
  Address() {
    auto parsed = ir::parse_unit(kProgram, "test");
    EXPECT_TRUE(parsed) << parsed.error().text();
    unit_ = std::move(*parsed);
  }
  const ir::Function &function() const {
    return unit_.functions[ir::FunctionId(1)];
  }
  Alias alias_of(unsigned a, unsigned b) const {
    return alias(function(), cell_at(function(), ValueId(a)),
                 cell_at(function(), ValueId(b)),
                 [](ValueId v) { return v == ValueId(7); });
  }
  ir::Unit unit_;
};

TEST_F(Address, OffsetsAddUp) {
  EXPECT_EQ(cell_at(function(), ValueId(9)), (Cell{ValueId(0), 24, true}));
  EXPECT_FALSE(cell_at(function(), ValueId(10)).is_exact);
}

TEST_F(Address, OneBaseIsExact) {
  EXPECT_EQ(alias_of(9, 11), Alias::kSame);
  EXPECT_EQ(alias_of(8, 11), Alias::kNever);
  EXPECT_EQ(alias_of(8, 10), Alias::kPerhaps);
}

TEST_F(Address, LocalsAndNewObjectsAreApart) {
  EXPECT_EQ(alias_of(5, 6), Alias::kNever);
  EXPECT_EQ(alias_of(5, 7), Alias::kNever);
  EXPECT_EQ(alias_of(0, 5), Alias::kNever);
  EXPECT_EQ(alias_of(0, 7), Alias::kNever);
  EXPECT_EQ(alias_of(3, 7), Alias::kNever);
  EXPECT_EQ(alias_of(0, 3), Alias::kPerhaps);
}

// p = 0; if (c) p = malloc(2);  *(p + 8)
TEST(AddressOfPhi, NullIsNoOtherPlace) {
  auto unit = ir::parse_unit(R"(watertight-ir 1
unit c "/a.c" lines 0
file 0 "/a.c"
function @malloc type unknown result unknown
function @f type unknown result void {
  var $0 c i32 param
  var $1 q ptr<i8> param
  %0 = param i32 $0
  %1 = param ptr<i8> $1
  %2 = int i64 2
  %3 = null ptr<i8>
  %4 = function ptr<i8> @malloc
b0:
  %5 = branch %0 "c" -> b1, b2
b1:
  %6 = call ptr<i8> %4(%2) type unknown
  %7 = branch -> b2
b2:
  %8 = phi ptr<i8> [b0: %3], [b1: %6]
  %9 = phi ptr<i8> [b0: %1], [b1: %6]
  %10 = field ptr<i8> %8 (unknown) +8
  %11 = field ptr<i8> %9 (unknown) +8
  %12 = return
}
)",
                             "test");
  ASSERT_TRUE(unit) << unit.error().text();
  const ir::Function &f = unit->functions[ir::FunctionId(1)];
  EXPECT_EQ(cell_at(f, ValueId(10)), (Cell{ValueId(6), 8, true}));
  EXPECT_EQ(base_of(f, ValueId(10)), ValueId(8));
  EXPECT_EQ(cell_at(f, ValueId(11)), (Cell{ValueId(9), 8, true}));
}

} // namespace
} // namespace wt::flow
