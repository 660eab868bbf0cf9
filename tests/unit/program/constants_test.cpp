// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are constants read correctly out of initial values?

#include "program/constants.h"
#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

class Constants : public testing::Test {
protected:
  void SetUp() override {
    UnitBuilder b("/p/a.c");
    FunctionId f = b.define("f", Linkage::kInternal);
    GlobalId other = b.global("other");
    GlobalId g = b.global("table");
    b.unit().globals[g].size = 64;
    b.int_cell(g, 0, 32, -2);
    b.int_cell(g, 4, 8, 0x7f);
    b.int_cell(g, 8, 64, 0x1122334455667788);
    b.cell(g, 16, f);
    b.cell(g, 24, other, 12);
    GlobalId partial = b.global("partial");
    b.unit().globals[partial].init_is_complete = false;
    b.int_cell(partial, 0, 32, 5);
    GlobalId changed = b.global("changed");
    b.int_cell(changed, 0, 32, 5);
    b.inst(f, Op::kStore, {b.address(f, changed), b.number(f, 1)});
    program_ = link_all(std::move(b));
    table_ = program_->variable(UnitId(0), g);
    other_ = program_->variable(UnitId(0), other);
    partial_ = program_->variable(UnitId(0), partial);
    changed_ = program_->variable(UnitId(0), changed);
  }

  std::unique_ptr<const Program> program_;
  ProgramVariableId table_, other_, partial_, changed_;
};

TEST_F(Constants, Integers) {
  struct {
    std::uint64_t offset;
    std::uint32_t width;
    std::optional<std::int64_t> expected;
  } cases[] = {
      {0, 32, -2},
      {0, 16, -2},           // a part
      {2, 16, -1},           // another
      {0, 64, 0x7ffffffffe}, // across two cells and padding
      {4, 8, 0x7f},
      {4, 1, -1}, // one bit, sign-extended
      {5, 8, 0},  // padding is zero
      {8, 64, 0x1122334455667788},
      {12, 32, 0x11223344},
      {16, 64, std::nullopt}, // an address
      {20, 32, std::nullopt}, // half of it
      {32, 64, 0},            // a null pointer
      {60, 32, 0},
      {61, 32, std::nullopt}, // beyond the end
      {0, 0, std::nullopt},
      {0, 128, std::nullopt},
  };
  for (const auto &c : cases)
    EXPECT_EQ(constant_value(*program_, table_, c.offset, c.width), c.expected)
        << c.offset << " " << c.width;
}

TEST_F(Constants, Addresses) {
  EXPECT_EQ(constant_function(*program_, table_, 16), program_->find("f"));
  EXPECT_FALSE(constant_function(*program_, table_, 24));
  EXPECT_FALSE(constant_function(*program_, table_, 17));
  auto address = constant_address(*program_, table_, 24);
  ASSERT_TRUE(address);
  EXPECT_EQ(address->variable, other_);
  EXPECT_EQ(address->offset, 12);
  EXPECT_FALSE(constant_address(*program_, table_, 16));
}

TEST_F(Constants, UnknownWhenNotCompleteOrWritten) {
  EXPECT_EQ(constant_value(*program_, partial_, 0, 32), 5);
  EXPECT_FALSE(constant_value(*program_, partial_, 4, 32));
  EXPECT_FALSE(constant_value(*program_, changed_, 0, 32));
  EXPECT_FALSE(constant_value(*program_, ProgramVariableId(), 0, 32));
}

} // namespace
} // namespace wt::test
