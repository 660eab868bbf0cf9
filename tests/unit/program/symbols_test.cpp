// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does every name mean the right definition?  Cases of symbols.h, seen from
// link(): the targets of one call `use -> f` in some unit.

#include "unit_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wt::test {
namespace {

// A unit in which use() calls f().
UnitBuilder user(const std::string &file, std::string_view caller = "use") {
  UnitBuilder unit(file);
  FunctionId use = unit.define(caller);
  unit.call(use, unit.declare("f"));
  return unit;
}

UnitBuilder definer(const std::string &file,
                    Linkage linkage = Linkage::kExternal) {
  UnitBuilder unit(file);
  unit.define("f", linkage);
  return unit;
}

std::string reached(const Program &program, std::string_view caller = "use") {
  return names(program, targets(program, caller).procedures);
}

TEST(Symbols, DeclarationMeansTheDefinitionOfAnotherUnit) {
  auto program = link_all(user("/p/a.c"), definer("/p/b.c"));
  EXPECT_EQ(reached(*program), "b.c:f");
  EXPECT_EQ(program->procedures().size(), 2u);
  EXPECT_TRUE(program->notes().empty());
}

TEST(Symbols, ExternalWithoutBodyIsOneProcedure) {
  auto program = link_all(user("/p/a.c", "one"), user("/p/b.c", "two"));
  EXPECT_EQ(program->procedures().size(), 3u);
  ProcedureId f = *program->find("f");
  EXPECT_FALSE(program->procedures()[f].has_body);
  EXPECT_EQ(names(*program, program->callers(f)), "a.c:one b.c:two");
}

TEST(Symbols, StaticFunctionsOfOneNameStayApart) {
  UnitBuilder a("/p/a.c"), b("/p/b.c");
  for (UnitBuilder *unit : {&a, &b}) {
    FunctionId f = unit->define("f", Linkage::kInternal);
    unit->call(unit->define(unit == &a ? "in_a" : "in_b"), f);
  }
  auto program = link_all(std::move(a), std::move(b), user("/p/c.c"));
  EXPECT_EQ(reached(*program, "in_a"), "a.c:f");
  EXPECT_EQ(reached(*program, "in_b"), "b.c:f");
  // A static function is not what another unit means by its name.
  EXPECT_EQ(reached(*program), "c.c:f");
  EXPECT_FALSE(
      program->procedures()[targets(*program, "use").procedures[0]].has_body);
}

TEST(Symbols, StrongWinsOverWeakOnceAndAvailable) {
  auto program =
      link_all(user("/p/u.c"), definer("/p/a.c", Linkage::kWeak),
               definer("/p/b.c", Linkage::kOnce),
               definer("/p/c.c", Linkage::kAvailable), definer("/p/d.c"));
  EXPECT_EQ(reached(*program), "d.c:f");
  EXPECT_TRUE(program->notes().empty());
}

TEST(Symbols, FirstOfSeveralWeakByUnitName) {
  auto program = link_all(definer("/p/z.c", Linkage::kWeak), user("/p/u.c"),
                          definer("/p/k.c", Linkage::kWeak));
  EXPECT_EQ(reached(*program), "k.c:f");
}

TEST(Symbols, OnceIsOneProcedureForAllUnits) {
  UnitBuilder a("/p/a.cc"), b("/p/b.cc");
  for (UnitBuilder *unit : {&a, &b}) {
    FunctionId f = unit->define("f", Linkage::kOnce);
    unit->call(unit->define(unit == &a ? "in_a" : "in_b"), f);
  }
  auto program = link_all(std::move(b), std::move(a));
  EXPECT_EQ(reached(*program, "in_a"), "a.cc:f");
  EXPECT_EQ(reached(*program, "in_b"), "a.cc:f");
  EXPECT_EQ(program->procedures().size(), 3u);
}

TEST(Symbols, AvailableBodyIsUsedWhenThereIsNoOther) {
  auto program =
      link_all(user("/p/u.c"), definer("/p/b.c", Linkage::kAvailable));
  EXPECT_EQ(reached(*program), "b.c:f");
  EXPECT_TRUE(program->procedures()[*program->find("f")].has_body);
}

TEST(Symbols, AliasMeansItsTargetInOtherUnitsToo) {
  UnitBuilder lib("/p/lib.c");
  lib.define("real", Linkage::kInternal);
  lib.alias("middle", "real", Linkage::kInternal);
  lib.alias("f", "middle");
  auto program = link_all(user("/p/a.c"), std::move(lib));
  EXPECT_EQ(reached(*program), "lib.c:real");
  EXPECT_EQ(program->find("f"), program->find("real"));
}

TEST(Symbols, WeakAliasGivesWayToAStrongDefinition) {
  UnitBuilder lib("/p/lib.c");
  lib.define("default_f");
  lib.alias("f", "default_f", Linkage::kWeak);
  auto program = link_all(user("/p/a.c"), std::move(lib), definer("/p/own.c"));
  EXPECT_EQ(reached(*program), "own.c:f");
}

TEST(Symbols, AliasCyclesEnd) {
  UnitBuilder lib("/p/lib.c");
  lib.alias("f", "g");
  lib.alias("g", "f");
  lib.alias("self", "self");
  auto program =
      link_all(user("/p/a.c", "one"), user("/p/b.c", "two"), std::move(lib));
  EXPECT_EQ(reached(*program, "one"), "lib.c:f");
  EXPECT_EQ(reached(*program, "two"), "lib.c:f");
  EXPECT_FALSE(program->procedures()[*program->find("f")].has_body);
  EXPECT_TRUE(program->find("self"));
}

TEST(Symbols, AliasOfSomethingUnknownHasNoBody) {
  UnitBuilder lib("/p/lib.c");
  lib.alias("f", "nowhere");
  auto program = link_all(user("/p/a.c"), std::move(lib));
  EXPECT_EQ(reached(*program), "lib.c:f");
  EXPECT_FALSE(program->procedures()[*program->find("f")].has_body);
}

TEST(Symbols, RivalsAreSeenByTheNearestUnits) {
  UnitBuilder own("/p/c/own.c");
  FunctionId f = own.define("f");
  own.call(own.define("use_own"), f);
  auto program =
      link_all(definer("/p/a/one.c"), definer("/p/a/sub/two.c"), std::move(own),
               user("/p/a/x.c", "use_a"), user("/p/a/sub/deep/x.c", "use_sub"),
               user("/p/a-b/x.c", "use_ab"), user("/q/x.c", "use_q"));
  EXPECT_EQ(reached(*program, "use_own"), "own.c:f");
  EXPECT_EQ(reached(*program, "use_a"), "one.c:f");
  EXPECT_EQ(reached(*program, "use_sub"), "two.c:f");
  EXPECT_EQ(reached(*program, "use_ab"), "one.c:f"); // all share /p only
  EXPECT_EQ(reached(*program, "use_q"), "one.c:f");
  ASSERT_EQ(program->notes().size(), 1u);
  EXPECT_NE(program->notes()[0].find("'f' is defined in 3 files"),
            std::string::npos)
      << program->notes()[0];
}

TEST(Symbols, FileCompiledTwiceIsNotedOnce) {
  auto twice = [](std::string_view extra) {
    UnitBuilder unit("/p/a.c");
    for (std::string_view name : {"f", "g", "h"})
      unit.define(name);
    unit.define(extra);
    unit.global("state", Linkage::kExternal);
    return unit;
  };
  auto program = link_all(twice("x"), user("/p/u.c"), twice("y"));
  ASSERT_EQ(program->notes().size(), 1u);
  EXPECT_NE(program->notes()[0].find("/p/a.c is compiled more than once"),
            std::string::npos);
  EXPECT_EQ(program->procedures().size(), 9u);
  EXPECT_EQ(targets(*program, "use").procedures.size(), 1u);
}

TEST(Symbols, GlobalsFollowTheSameRules) {
  UnitBuilder a("/p/a.c"), b("/p/b.c");
  GlobalId declared = a.global("shared", Linkage::kExternal, false);
  GlobalId own = a.global("mine");
  GlobalId defined = b.global("shared", Linkage::kExternal);
  GlobalId other = b.global("mine");
  auto program = link_all(std::move(a), std::move(b));
  UnitId ua = unit_named(*program, "/p/a.c");
  UnitId ub = unit_named(*program, "/p/b.c");
  EXPECT_EQ(program->variable(ua, declared), program->variable(ub, defined));
  EXPECT_NE(program->variable(ua, own), program->variable(ub, other));
  ProgramVariableId shared = program->variable(ua, declared);
  EXPECT_TRUE(program->variables()[shared].is_defined);
  EXPECT_EQ(program->variables()[shared].unit, ub);
}

// The nearest of random rivals against a plain search over all of them.
TEST(Symbols, NearestRivalAgreesWithPlainSearch) {
  std::mt19937 random(7);
  auto pick = [&](int n) { return static_cast<int>(random() % n); };
  auto path = [&](int number) {
    std::string text = "/";
    for (int depth = pick(4); depth > 0; --depth)
      text += std::string(1, "ab-."[pick(4)]) + (pick(2) ? "x/" : "/");
    return text + std::to_string(number) + ".c";
  };
  auto shared = [](std::string_view a, std::string_view b) {
    std::size_t folders = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i];
         ++i)
      folders += a[i] == '/';
    return folders;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> definers;
    std::vector<std::unique_ptr<const ir::Unit>> units;
    for (int i = 0; i < 6; ++i) {
      definers.push_back(path(i));
      units.push_back(definer(definers.back()).take());
    }
    std::string asking = path(99);
    units.push_back(user(asking).take());
    std::sort(definers.begin(), definers.end());
    std::string best = definers[0];
    for (const std::string &file : definers)
      if (shared(file, asking) > shared(best, asking))
        best = file;
    auto program = link(std::move(units));
    ProcedureId target = targets(*program, "use").procedures[0];
    EXPECT_EQ(program->unit_of(target).main_file, best) << asking;
  }
}

} // namespace
} // namespace wt::test
