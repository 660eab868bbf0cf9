// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pointer/mod_ref.h"
#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const char *kGlobals = "global @x definition complete type i32 size 4\n"
                       "global @g definition complete type ptr<i8> size 8\n"
                       "global @h definition complete type ptr<i8> size 8\n";

const char *kFunctions = R"(
function @leaf(%p ptr<ptr<i8>>) internal result void {
  var $1 own ptr<i8>
b0:
  %l = slot ptr<ptr<i8>> $1
  store %l, @@x
  %a = load ptr<i8> %l
  store %p, %a
  return
}
function @middle() internal result void {
b0:
  call void @leaf(@@g)
  %v = load ptr<i8> @@h
  return
}
function @round(%p ptr<ptr<i8>>) internal result void {
  var $1 own ptr<i8>
b0:
  %l = slot ptr<ptr<i8>> $1
  store %p, @@x
  call void @round(%l)
  return
}
function @main(%n u64) result void {
b0:
  %c = call i32 @middle()
  call void @round(@@h)
  %f = call i32 @strlen(@@g)
  return
}
)";

TEST(ModRef, CalleesCountOwnLocalsDoNot) {
  Case c(kFunctions, kGlobals);
  ModRef effects(*c.facts);
  auto names = [&](const CellSet &set) { return effects.names(set); };
  EXPECT_EQ(names(effects.modified(c.procedure("leaf"))), "{g}");
  EXPECT_EQ(names(effects.referenced(c.procedure("leaf"))), "{}");
  EXPECT_EQ(names(effects.modified(c.procedure("middle"))), "{g}");
  EXPECT_EQ(names(effects.referenced(c.procedure("middle"))), "{h}");
  // A recursive procedure changes locals of its callers of the same name.
  EXPECT_EQ(names(effects.modified(c.procedure("round"))), "{h, round.own}");
}

TEST(ModRef, Calls) {
  Case c(kFunctions, kGlobals);
  ModRef effects(*c.facts);
  ProcedureId main = c.procedure("main");
  LocationId g =
      *c.facts->find(c.facts->object_of(ProgramVariableId(std::size_t(1))), 0);
  LocationId h =
      *c.facts->find(c.facts->object_of(ProgramVariableId(std::size_t(2))), 0);
  ir::ValueId call = c.value("main", "c"), length = c.value("main", "f");
  EXPECT_TRUE(effects.may_modify(main, call, g));
  EXPECT_FALSE(effects.may_modify(main, call, h));
  EXPECT_TRUE(effects.may_reference(main, call, h));
  EXPECT_TRUE(effects.may_reference(main, length, g));
  EXPECT_FALSE(effects.may_modify(main, length, g));
}

TEST(ModRef, ListsOfArgumentsAreLocals) {
  Case c(R"(
function @f(%n i32) variadic internal result void {
  var $1 list [24 x i8]
b0:
  %l = slot ptr<[24 x i8]> $1
  unknown void %l "llvm.va_start"
  return
}
function @g(%l ptr<i8>) variadic internal result void {
b0:
  unknown void %l "llvm.va_start"
  return
}
function @main(%n i32) result void {
b0:
  call void @f(%n, @@x)
  call void @g(@@h, @@x)
  return
}
)",
         kGlobals);
  ModRef effects(*c.facts);
  EXPECT_EQ(effects.names(effects.modified(c.procedure("f"))), "{}");
  EXPECT_EQ(effects.names(effects.modified(c.procedure("g"))), "{all of h}");
}

TEST(ModRef, BeyondTheLimitObjectsAreWhole) {
  Case c(kFunctions, kGlobals);
  ModRef effects(*c.facts, 0);
  EXPECT_EQ(effects.names(effects.modified(c.procedure("leaf"))), "{all of g}");
}

TEST(ModRef, UnknownCodeReachesWhatItKnows) {
  Case c(R"(
function @main() result void {
b0:
  store @@g, @@x
  store @@h, @@x
  %r = call i32 @mystery(@@g)
  return
}
)",
         kGlobals);
  ModRef effects(*c.facts);
  ProcedureId main = c.procedure("main");
  auto cell = [&](std::size_t global) {
    return *c.facts->find(c.facts->object_of(ProgramVariableId(global)), 0);
  };
  ir::ValueId call = c.value("main", "r");
  EXPECT_TRUE(effects.may_modify(main, call, cell(1)));
  EXPECT_FALSE(effects.may_modify(main, call, cell(2)));
  EXPECT_TRUE(effects.modified(main).is_outside());
}

} // namespace
} // namespace wt::pointer::test
