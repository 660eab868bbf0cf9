// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pointer/layout.h"

#include <gtest/gtest.h>

namespace wt::pointer {
namespace {

struct Layout : testing::Test {
  ir::TypeTable types;
  StringTable strings;
  ir::TypeId chars = types.int_type(8, true), number = types.int_type(32, true),
             pointer = types.pointer_to(number);

  ir::TypeId record(const char *name, std::uint64_t size,
                    std::vector<ir::FieldDecl> fields, bool is_union = false) {
    ir::TypeId id =
        types.record(strings.intern(name), StringTable::empty(), is_union);
    types.complete_record(id, size, std::move(fields));
    return id;
  }
  ir::FieldDecl field(ir::TypeId type, std::uint64_t offset) {
    return {StringTable::empty(), type, offset, 0, false};
  }
};

TEST_F(Layout, NestedArraysOuterFirst) {
  ir::TypeId inner = record(
      "inner", 24, {field(types.array_of(chars, 16), 0), field(pointer, 16)});
  Object object = layout_of(types, types.array_of(inner, 4));
  EXPECT_EQ(object.size, 96u);
  ASSERT_EQ(object.arrays.size(), 2u);
  EXPECT_EQ(object.arrays[0], (Array{0, 96, 24}));
  EXPECT_EQ(object.arrays[1], (Array{0, 16, 1}));
}

TEST_F(Layout, CharactersInUnionsAreNoArray) {
  ir::TypeId both =
      record("both", 16,
             {field(types.array_of(chars, 16), 0), field(pointer, 0)}, true);
  EXPECT_TRUE(layout_of(types, both).arrays.empty());
}

TEST_F(Layout, TheLastMemberMayBeLonger) {
  ir::TypeId open = record(
      "open", 8, {field(number, 0), field(types.array_of(number, 0), 4)});
  Object object = layout_of(types, open, 32);
  EXPECT_EQ(object.size, 32u);
  ASSERT_EQ(object.arrays.size(), 1u);
  EXPECT_EQ(object.arrays[0], (Array{4, 32, 4}));
}

TEST_F(Layout, RunTimeLengths) {
  Object object = layout_of_array(types, pointer);
  EXPECT_EQ(object.size, kUnknownSize);
  EXPECT_EQ(object.arrays.at(0), (Array{0, kUnknownSize, 8}));
}

TEST_F(Layout, WhatPointersAreGoodFor) {
  ir::TypeId plain = record("plain", 4, {field(number, 0)});
  ir::TypeId linked = record("linked", 8, {field(pointer, 0)});
  ir::TypeId incomplete =
      types.record(strings.intern("later"), StringTable::empty(), false);
  auto of = [&](ir::TypeId type) {
    return pointee_of(types, types.pointer_to(type));
  };
  EXPECT_EQ(of(plain), Pointee::kPlain);
  EXPECT_EQ(of(linked), Pointee::kPointers);
  EXPECT_EQ(of(incomplete), Pointee::kAnything);
  EXPECT_EQ(of(ir::TypeTable::void_type()), Pointee::kAnything);
  EXPECT_EQ(of(types.function(number, {}, false)), Pointee::kFunction);
  EXPECT_EQ(pointee_of(types, number), Pointee::kPlain);
  EXPECT_TRUE(may_be_pointer(types, types.int_type(64, false)));
  EXPECT_FALSE(may_be_pointer(types, number));
}

} // namespace
} // namespace wt::pointer
