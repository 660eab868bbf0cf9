// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pointer/path_alias.h"
#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const std::string kGlobals =
    kTwoNumbers + "record %node size 16 {\n"
                  "  0: data ptr<i32>\n"
                  "  8: next ptr<%node>\n"
                  "}\n"
                  "global @b definition complete type %node size 16 {\n"
                  "  0: global @y\n"
                  "}\n"
                  "global @a definition complete type %node size 16 {\n"
                  "  0: global @x\n"
                  "  8: global @b\n"
                  "}\n";

const char *kFunctions = R"(
function @f(%p ptr<%node>) internal result ptr<i32> {
b0:
  %n = field ptr<ptr<%node>> %p (%node, 1) +8
  %q = load ptr<%node> %n
  %d = load ptr<i32> %q
  return %d
}
function @main(%n u64) result void {
b0:
  %r = call ptr<i32> @f(@@a)
  %h = call ptr<i8> @malloc(%n)
  store %h, %r
  return
}
)";

struct Paths : testing::Test {
  Case c{kFunctions, kGlobals};
  AccessPath arg = AccessPath::parameter(0);

  std::string in(const char *function, const AccessPath &path) const {
    return c.facts->names(targets(*c.facts, c.procedure(function), path));
  }
};

TEST_F(Paths, AreFollowedLoadByLoad) {
  EXPECT_EQ(in("f", arg), "{a}");
  EXPECT_EQ(in("f", arg.then({0})), "{x}");
  EXPECT_EQ(in("f", arg.then({8})), "{b}");
  EXPECT_EQ(in("f", arg.then({8}).then({0})), "{y}");
  EXPECT_EQ(in("f", AccessPath::result()), "{y}");
  EXPECT_EQ(
      in("f", AccessPath::global(ProgramVariableId(std::size_t(2))).then({0})),
      "{y}");
}

TEST_F(Paths, AnyElementIsAnyCell) {
  EXPECT_EQ(in("f", arg.then({0, true})), "{b, x}");
}

TEST_F(Paths, DeepOnesReachEverything) {
  PointSet all = targets(*c.facts, c.procedure("f"), arg.deep());
  std::string names = c.facts->names(all);
  for (const char *name : {"a", "b", "x", "y"})
    EXPECT_NE(names.find(name), std::string::npos) << names;
}

TEST_F(Paths, Sites) {
  AccessPath site = AccessPath::site(c.value("main", "h").value);
  EXPECT_EQ(in("main", site), "{malloc in main}");
  EXPECT_EQ(in("main", site.then({0})), "{y}");
}

TEST_F(Paths, AtCalls) {
  auto at = [&](const AccessPath &path) {
    return c.facts->names(
        targets_at(*c.facts, c.procedure("main"), c.value("main", "r"), path));
  };
  EXPECT_EQ(at(arg.then({8})), "{b}");
  EXPECT_EQ(at(AccessPath::result()), "{y}");
}

TEST_F(Paths, MayAlias) {
  ProcedureId f = c.procedure("f");
  EXPECT_TRUE(
      may_alias(*c.facts, f, arg.then({8}).then({0}), f, AccessPath::result()));
  EXPECT_FALSE(may_alias(*c.facts, f, arg.then({0}), f, AccessPath::result()));
}

} // namespace
} // namespace wt::pointer::test
