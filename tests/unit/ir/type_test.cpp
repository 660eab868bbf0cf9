// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do equal types have equal ids?

#include "ir/print.h"
#include "ir/unit.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

TEST(Type, FixedOnes) {
  TypeTable types;
  EXPECT_EQ(types.size(), 2u);
  EXPECT_EQ(types[TypeTable::unknown()].kind, TypeKind::kUnknown);
  EXPECT_EQ(types[TypeTable::void_type()].kind, TypeKind::kVoid);
}

TEST(Type, EqualTypesAreOne) {
  TypeTable types;
  TypeId i8 = types.int_type(8, true);
  EXPECT_EQ(i8, types.int_type(8, true));
  EXPECT_NE(i8, types.int_type(8, false));
  EXPECT_NE(i8, types.int_type(16, true));
  EXPECT_NE(types.int_type(32, false), types.float_type(32));
  EXPECT_EQ(types.pointer_to(i8), types.pointer_to(i8));
  EXPECT_NE(types.pointer_to(i8), types.pointer_to(i8, true));
  EXPECT_EQ(types.array_of(i8, 3), types.array_of(i8, 3));
  EXPECT_NE(types.array_of(i8, 3), types.array_of(i8, 4));
  EXPECT_EQ(types.function(i8, {i8}, false), types.function(i8, {i8}, false));
  EXPECT_NE(types.function(i8, {i8}, false), types.function(i8, {i8}, true));
  EXPECT_NE(types.function(i8, {i8}, false), types.function(i8, {}, false));
}

TEST(Type, RecordsAreNominal) {
  Unit unit;
  StrId a = unit.strings.intern("a"), b = unit.strings.intern("b");
  TypeId first = unit.types.record(a, StringTable::empty(), false);
  EXPECT_EQ(first, unit.types.record(a, StringTable::empty(), false));
  EXPECT_NE(first, unit.types.record(a, b, false));
  EXPECT_NE(first, unit.types.record(b, StringTable::empty(), false));
  EXPECT_FALSE(unit.types[first].is_complete);
  TypeId next = unit.types.pointer_to(first);
  unit.types.complete_record(first, 16,
                             {{.name = b, .type = next, .offset = 8},
                              {.name = a, .type = next, .offset = 0}});
  EXPECT_TRUE(unit.types[first].is_complete);
  EXPECT_EQ(unit.types[first].fields[0].name, a); // by offset
  EXPECT_EQ(first, unit.types.record(a, StringTable::empty(), false));
  EXPECT_EQ(unit.types.size_of(unit.types.array_of(first, 3)), 48u);
}

TEST(Type, WherePointersMayBe) {
  Unit unit;
  TypeTable &t = unit.types;
  TypeId number = t.int_type(32, true);
  TypeId record =
      t.record(unit.strings.intern("r"), StringTable::empty(), false);
  EXPECT_TRUE(t.may_hold_pointer(record, 0)); // not declared yet
  t.complete_record(record, 24,
                    {{.type = number, .offset = 0},
                     {.type = number, .offset = 4},
                     {.type = t.pointer_to(number), .offset = 8},
                     {.type = t.array_of(number, 2), .offset = 16}});
  EXPECT_FALSE(t.may_hold_pointer(record, 0));
  EXPECT_TRUE(t.may_hold_pointer(record, 8));
  EXPECT_FALSE(t.may_hold_pointer(record, 16));
  EXPECT_TRUE(t.may_hold_pointer(record, 24)); // behind it
  TypeId both = t.array_of(record, 2);
  EXPECT_FALSE(t.may_hold_pointer(both, 24));
  EXPECT_TRUE(t.may_hold_pointer(both, 32));
  EXPECT_TRUE(t.may_hold_pointer(TypeTable::unknown(), 0));
}

TEST(Type, Notation) {
  Unit unit;
  TypeTable &t = unit.types;
  TypeId i8 = t.int_type(8, true);
  TypeId node = t.record(unit.strings.intern("std::node"),
                         unit.strings.intern("a.c"), false);
  TypeId odd = t.record(unit.strings.intern("a b"), StringTable::empty(), true);
  EXPECT_EQ(type_text(unit, TypeTable::unknown()), "unknown");
  EXPECT_EQ(type_text(unit, TypeTable::void_type()), "void");
  EXPECT_EQ(type_text(unit, TypeId()), "none");
  EXPECT_EQ(type_text(unit, t.float_type(80)), "f80");
  EXPECT_EQ(type_text(unit, t.pointer_to(i8, true)), "ptr<const i8>");
  EXPECT_EQ(type_text(unit, t.array_of(t.int_type(16, false), 10)),
            "[10 x u16]");
  EXPECT_EQ(type_text(unit, t.pointer_to(node)), "ptr<%std::node#a.c>");
  EXPECT_EQ(type_text(unit, odd), "%\"a b\"");
  EXPECT_EQ(type_text(unit, t.function(i8, {node, i8}, true)),
            "fn(%std::node#a.c, i8, ...) -> i8");
}

} // namespace
} // namespace wt::ir
