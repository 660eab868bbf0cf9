// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do programs with unknown code know of their pointers?

#include "pointer/mod_ref.h"
#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const std::string kGlobals =
    kTwoNumbers + "record %pair size 16 {\n"
                  "  0: first ptr<i32>\n"
                  "  8: second ptr<i32>\n"
                  "}\n"
                  "global @given definition complete type %pair size 16 {\n"
                  "  8: global @x\n"
                  "}\n"
                  "global @own definition complete type %pair size 16 {\n"
                  "  8: global @y\n"
                  "}\n"
                  "global @count definition complete type i32 size 4\n";

// @given escapes with @x, @back and @more; @own with @y only where it is passed
// through a pointer from outside; @other and two locals stay here.
const char *kFunctions = R"(
function @back(%p ptr<%pair>) internal address_taken result ptr<i32> {
b0:
  store @@count, #1
  %s = field ptr<ptr<i32>> %p (%pair, 1) +8
  %v = load ptr<i32> %s
  return %v
}
function @more(%p ptr<%pair>, %q ptr<i32>) internal address_taken result ptr<i32> {
b0:
  return %q
}
function @other(%p ptr<%pair>) internal address_taken result ptr<i32> {
b0:
  return @@y
}
function @main(%c u1) result void {
  var $1 local ptr<i32>
  var $2 hidden ptr<i32>
b0:
  call void @mystery(@@given, @back)
  call void @mystery(@more, @back)
  %got = call ptr<%pair> @find()
  %hook = field ptr<ptr<i32>> %got (%pair, 1) +8
  %deep = load ptr<i32> %hook
  %l = slot ptr<ptr<i32>> $1
  store %hook, %l
  %held = load ptr<i32> %l
  %h = slot ptr<ptr<i32>> $2
  store %h, @@y
  %field = field ptr<ptr<i32>> @@given (%pair, 1) +8
  %again = load ptr<i32> %field
  %f = cast bitcast ptr<i8> %deep
  %called = call ptr<i32> %f(@@own)
  %safe = field ptr<ptr<i32>> %h (unknown) +0
  %kept = load ptr<i32> %safe
  %direct = call ptr<i32> @other(null)
  %mixed = select ptr<i8> %c, %f, @other
  %either = call ptr<i32> %mixed(null)
  return
}
)";

struct Outside : testing::Test {
  Case c{kFunctions, kGlobals};
  ProcedureId main = c.procedure("main");
  const PointSet &set(const char *value) const {
    return c.facts->targets(main, c.value("main", value));
  }
  LocationId global(std::size_t number, std::uint32_t offset = 0) const {
    return *c.facts->find(c.facts->object_of(ProgramVariableId(number)),
                          offset);
  }
};

TEST_F(Outside, IsOneLocationThatMeansAllThatEscaped) {
  for (const char *value : {"got", "hook", "deep", "again"})
    EXPECT_EQ(c.at("main", value), "{outside}") << value;
  for (const char *name : {"given", "given+8", "x", "back()", "outside"})
    EXPECT_TRUE(c.holds("main", "got", name)) << name;
  for (const char *name : {"other()", "main.hidden"})
    EXPECT_FALSE(c.holds("main", "got", name)) << name;
}

// A store through a pointer from outside gives its value away.
TEST_F(Outside, StoresEscape) {
  EXPECT_TRUE(c.holds("main", "deep", "main.local"));
  EXPECT_TRUE(c.alias("main", "again", "main", "l"));
  EXPECT_EQ(c.at("main", "held"), "{outside}"); // others may have written it
  EXPECT_EQ(c.at("main", "kept"), "{y}");
}

TEST_F(Outside, SetsMeetInWhatTheyMean) {
  EXPECT_TRUE(c.alias("main", "got", "main", "field"));
  EXPECT_TRUE(c.alias("main", "field", "main", "got"));
  EXPECT_TRUE(c.alias("main", "got", "main", "deep"));
  EXPECT_FALSE(c.alias("main", "got", "main", "h"));
  EXPECT_TRUE(c.facts->may_share_object(main, c.value("main", "got"), main,
                                        c.value("main", "field")));
  EXPECT_FALSE(c.facts->may_share_object(main, c.value("main", "got"), main,
                                         c.value("main", "h")));
  EXPECT_TRUE(c.facts->means(set("got"), global(2, 8)));
  EXPECT_FALSE(c.facts->means(set("field"), global(2, 0)));
}

TEST_F(Outside, RegionsOverlap) {
  auto regions = [&](const char *value) {
    return c.facts->regions(main, c.value("main", value));
  };
  EXPECT_EQ(regions("got").size(), 1u);
  EXPECT_TRUE(c.facts->may_overlap(regions("got"), regions("field")));
  EXPECT_TRUE(c.facts->may_overlap(regions("field"), regions("got")));
  EXPECT_FALSE(c.facts->may_overlap(regions("got"), regions("h")));
}

// Functions that have escaped and take as many arguments, called with what
// escapes at the call.
TEST_F(Outside, CallsReachWhatEscaped) {
  EXPECT_EQ(c.calls("main", "called"), "candidates: back");
  EXPECT_TRUE(c.facts->known_targets(main, c.value("main", "called")).empty());
  EXPECT_TRUE(c.facts->may_call_outside(main, c.value("main", "called")));
  EXPECT_TRUE(c.alias("back", "p", "main", "field") ||
              c.holds("back", "p", "given"));
  EXPECT_TRUE(c.holds("back", "p", "own"));
  EXPECT_TRUE(c.holds("back", "v", "y"));
  EXPECT_TRUE(c.holds("main", "called", "y"));
  EXPECT_EQ(c.calls("main", "either"), "candidates: back other");
  EXPECT_EQ(c.facts->known_targets(main, c.value("main", "either")).size(), 1u);
  EXPECT_EQ(c.at("other", "p"), "{}");
}

// @count has not escaped, but the function that writes it has.
TEST_F(Outside, CodeThereCallsBack) {
  ModRef effects(*c.facts);
  ir::ValueId find = c.value("main", "got");
  EXPECT_TRUE(effects.may_modify(main, find, global(4)));
  EXPECT_TRUE(effects.may_modify(main, find, global(2, 8)));
  EXPECT_FALSE(effects.may_modify(main, find, *set("h").begin()));
  EXPECT_TRUE(effects.modified(main).is_outside());
  EXPECT_FALSE(effects.may_modify(main, c.value("main", "direct"), global(4)));
}

// Beyond its limit the library is taken for outside.
TEST(Library, IsOutsideWhenItCostsTooMuch) {
  const char *functions = R"(
function @main() result void {
b0:
  %k = call i32 @putenv(@@x)
  %v = call ptr<i8> @getenv(@@y)
  return
}
)";
  Case apart(functions, kTwoNumbers);
  EXPECT_EQ(apart.at("main", "v").find("outside"), std::string::npos);
  EXPECT_TRUE(apart.holds("main", "v", "x"));
  Budget budget(1'000'000);
  PointsToLimits limits;
  limits.library_steps_per_node = 0;
  auto united = analyse(*apart.text.program, *apart.models,
                        FakeFresh(apart.text, {}), budget, limits);
  ASSERT_TRUE(united->is_complete());
  ProcedureId main = apart.procedure("main");
  const PointSet &set = united->targets(main, apart.value("main", "v"));
  EXPECT_EQ(united->names(set), "{outside}");
  EXPECT_TRUE(united->means(
      set,
      *united->find(united->object_of(ProgramVariableId(std::size_t(0))), 0)));
}

} // namespace
} // namespace wt::pointer::test
