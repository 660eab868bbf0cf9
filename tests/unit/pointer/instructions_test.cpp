// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const std::string kGlobals =
    "record %pair size 16 {\n"
    "  0: first ptr<i32>\n"
    "  8: second ptr<i32>\n"
    "}\n" +
    kTwoNumbers +
    "global @g definition complete type %pair size 16 {\n"
    "  0: global @x\n"
    "  8: global @y\n"
    "}\n"
    "global @table definition complete type [4 x %pair] size 64\n";

TEST(Instructions, FieldsAreApart) {
  Case c(R"(
function @main() result void {
  var $0 s %pair
b0:
  %s = slot ptr<%pair> $0
  %f = field ptr<ptr<i32>> %s (%pair, 0) +0
  %q = field ptr<ptr<i32>> %s (%pair, 1) +8
  store %f, @@x
  store %q, @@y
  %a = load ptr<i32> %f
  %b = load ptr<i32> %q
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("main", "b"), "{y}");
  EXPECT_EQ(c.at("main", "q"), "{main.s+8}");
  EXPECT_FALSE(c.alias("main", "f", "main", "q"));
  EXPECT_TRUE(
      c.facts->may_share_object(c.procedure("main"), c.value("main", "f"),
                                c.procedure("main"), c.value("main", "q")));
}

TEST(Instructions, InitialValuesOfGlobals) {
  Case c(R"(
function @main() result void {
b0:
  %a = load ptr<i32> @@g
  %q = field ptr<ptr<i32>> @@g (%pair, 1) +8
  %b = load ptr<i32> %q
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("main", "b"), "{y}");
}

TEST(Instructions, ElementsAreOne) {
  Case c(R"(
function @main(%i i64) result void {
b0:
  %e = element ptr<%pair> @@table, %i x 16
  %q = field ptr<ptr<i32>> %e (%pair, 1) +8
  store %q, @@y
  %k = element ptr<%pair> @@table, #2 x 16
  %a = load ptr<i32> %k
  %l = field ptr<ptr<i32>> %k (%pair, 1) +8
  %b = load ptr<i32> %l
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{}");
  EXPECT_EQ(c.at("main", "b"), "{y}");
}

TEST(Instructions, StructsAreCopiedByMemory) {
  Case c(R"(
function @main() result void {
  var $0 s %pair
b0:
  %s = slot ptr<%pair> $0
  memcopy %s, @@g, #16
  %a = load ptr<i32> %s
  %q = field ptr<ptr<i32>> %s (%pair, 1) +8
  %b = load ptr<i32> %q
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("main", "b"), "{y}");
}

TEST(Instructions, ContainerOfGoesBack) {
  Case c(R"(
function @main() result void {
b0:
  %q = field ptr<ptr<i32>> @@g (%pair, 1) +8
  %back = field ptr<%pair> %q (unknown) +-8
  %a = load ptr<i32> %back
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "back"), "{g}");
  EXPECT_EQ(c.at("main", "a"), "{x}");
}

TEST(Instructions, NumbersHidePointers) {
  Case c(R"(
function @main(%n i64) result void {
b0:
  %i = cast ptrtoint i64 @@x
  %tagged = binop or i64 %i, #1
  %clean = binop and i64 %tagged, #-2
  %p = cast inttoptr ptr<i32> %clean
  %less = binop sub i64 %tagged, #1
  %q = cast inttoptr ptr<i32> %less
  %low = binop and i64 %i, #7
  %r = cast inttoptr ptr<i32> %low
  %j = cast ptrtoint i64 @@y
  %both = binop xor i64 %i, %j
  %one = binop xor i64 %both, %i
  %s = cast inttoptr ptr<i32> %one
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.holds("main", "p", "x"));
  EXPECT_TRUE(c.holds("main", "q", "x"));
  EXPECT_TRUE(c.holds("main", "s", "y"));
  EXPECT_EQ(c.at("main", "r"), "{}");
}

TEST(Instructions, PhisSelectsAndCycles) {
  Case c(R"(
function @main(%c u1) result void {
b0:
  %p = select ptr<i32> %c, @@x, @@y
  branch -> b1
b1:
  %q = phi ptr<i32> [b0: %p], [b1: %r]
  %r = cast bitcast ptr<i32> %q
  branch %c -> b1, b2
b2:
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "r"), "{x, y}");
}

TEST(Instructions, WalkingAnObjectFoldsIt) {
  Case c(R"(
function @main(%n i64) result void {
b0:
  %p = call ptr<i8> @malloc(%n)
  store %p, @@x
  branch -> b1
b1:
  %q = phi ptr<i8> [b0: %p], [b1: %r]
  %r = element ptr<i8> %q, #1 x 8
  %a = load ptr<i8> %q
  %t = compare ne u1 %a, null
  branch %t -> b1, b2
b2:
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("main", "r"), c.at("main", "q"));
}

// Copies @g byte by byte through pointers that are declared as `type`.
std::string byte_copy(const std::string &type) {
  return "function @copy(%to " + type + ", %from " + type +
         R"(, %n i64) result void {
b0:
  branch -> b1
b1:
  %i = phi i64 [b0: %n], [b1: %j]
  %s = element ptr<i8> %from, %i x 1
  %d = element ptr<i8> %to, %i x 1
  %b = load i8 %s
  store %d, %b
  %j = binop sub i64 %i, #1
  %t = compare ne u1 %j, #0
  branch %t -> b1, b2
b2:
  return
}
function @main() result void {
  var $0 s %pair
b0:
  %s = slot ptr<%pair> $0
  call void @copy(%s, @@g, #16)
  %a = load ptr<i32> %s
  return
}
)";
}

TEST(Instructions, BytesThatAreCopiedOneByOne) {
  EXPECT_EQ(Case(byte_copy("ptr<void>"), kGlobals).at("main", "a"), "{x, y}");
}

// Pointers that are declared as pointers to characters copy characters.
TEST(Instructions, TextHoldsNoPointers) {
  EXPECT_EQ(Case(byte_copy("ptr<i8>"), kGlobals).at("main", "a"), "{}");
}

TEST(Instructions, SingleCells) {
  Case c(R"(
function @deep(%n i64) result void {
  var $1 l ptr<i32>
b0:
  %l = slot ptr<ptr<i32>> $1
  store %l, @@x
  call void @deep(%n)
  return
}
function @main(%n i64) result void {
  var $1 s %pair
b0:
  %s = slot ptr<%pair> $1
  store %s, @@x
  %h = call ptr<i8> @malloc(%n)
  %e = element ptr<%pair> @@table, %n x 16
  store %e, @@x
  store @@g, @@x
  store %h, @@x
  call void @deep(%n)
  return
}
)",
         kGlobals);
  auto single = [&](const char *function, const char *name) {
    const PointSet &set =
        c.facts->targets(c.procedure(function), c.value(function, name));
    return set.size() == 1 && c.facts->is_single(*set.begin());
  };
  EXPECT_TRUE(single("main", "s"));
  EXPECT_TRUE(c.facts->is_single(
      *c.facts->find(c.facts->object_of(ProgramVariableId(2)), 0)));
  EXPECT_FALSE(single("main", "h"));
  EXPECT_FALSE(single("main", "e"));
  EXPECT_FALSE(single("deep", "l"));
}

} // namespace
} // namespace wt::pointer::test
