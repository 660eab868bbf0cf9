// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a unit mean the definition that it is linked with?  Cases of rivals.h,
// seen from link(): the target of one call `use -> f`.

#include "unit_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wt::test {
namespace {

// A unit and where it is linked.
struct Placed {
  UnitBuilder unit;
  LinkPlaces places;
};

Placed user(const std::string &file, LinkPlaces places,
            std::string_view caller = "use") {
  UnitBuilder unit(file);
  FunctionId use = unit.define(caller);
  unit.call(use, unit.declare("f"));
  return {std::move(unit), std::move(places)};
}

Placed definer(const std::string &file, LinkPlaces places,
               Linkage linkage = Linkage::kExternal) {
  UnitBuilder unit(file);
  unit.define("f", linkage);
  return {std::move(unit), std::move(places)};
}

std::unique_ptr<const Program> link_placed(std::vector<Placed> all) {
  std::vector<std::unique_ptr<const ir::Unit>> units;
  std::vector<LinkPlaces> places;
  for (Placed &placed : all) {
    units.push_back(placed.unit.take());
    places.push_back(std::move(placed.places));
  }
  return link(std::move(units), std::move(places));
}

template <class... Some> std::unique_ptr<const Program> link_all_of(Some... s) {
  std::vector<Placed> all;
  (all.push_back(std::move(s)), ...);
  return link_placed(std::move(all));
}

std::string reached(const Program &program, std::string_view caller = "use") {
  return names(program, targets(program, caller).procedures);
}

std::string only_note(const Program &program) {
  EXPECT_EQ(program.notes().size(), 1u);
  return program.notes().empty() ? "" : program.notes()[0];
}

// In target t at that position.
LinkPlaces in(std::uint32_t t, std::uint32_t position = 0) {
  return {{t, position, true}};
}

TEST(Targets, TheSameTargetComesBeforeTheNearestFolder) {
  auto program = link_all_of(
      definer("/p/a/one.c", in(0)), definer("/p/a/sub/two.c", in(1)),
      user("/p/a/x.c", in(1), "one"), user("/p/a/sub/x.c", in(0), "two"),
      user("/p/a/sub/y.c", in(7), "alone"), user("/p/a/y.c", {}, "nowhere"));
  EXPECT_EQ(reached(*program, "one"), "two.c:f");
  EXPECT_EQ(reached(*program, "two"), "one.c:f");
  EXPECT_EQ(reached(*program, "alone"), "two.c:f");
  EXPECT_EQ(reached(*program, "nowhere"), "one.c:f");
  EXPECT_EQ(only_note(*program),
            "function 'f' is defined in 2 files, each unit uses its own, the "
            "one it is linked with or the nearest: /p/a/one.c, "
            "/p/a/sub/two.c");
}

TEST(Targets, NoteSaysWhatDecided) {
  auto linked = link_all_of(definer("/p/1.c", in(0)), definer("/p/2.c", in(1)),
                            user("/p/x.c", in(1)));
  EXPECT_NE(only_note(*linked).find("its own or the one it is linked with: "),
            std::string::npos);
  auto apart = link_all_of(definer("/p/1.c", in(0)), definer("/p/2.c", in(1)),
                           user("/p/x.c", in(2)));
  EXPECT_NE(only_note(*apart).find("its own or the nearest: "),
            std::string::npos);
  auto own = link_all_of(definer("/p/1.c", in(0)), definer("/p/2.c", in(1)));
  EXPECT_NE(only_note(*own).find("uses its own: "), std::string::npos);
}

TEST(Targets, ObjectsComeBeforeLibrariesAndThoseInTheirOrder) {
  auto object = link_all_of(definer("/p/a.c", in(0, 1)),
                            definer("/p/b.c", in(0)), user("/p/x.c", in(0, 1)));
  EXPECT_EQ(reached(*object), "b.c:f");
  auto library =
      link_all_of(definer("/p/a.c", in(0, 3)), definer("/p/b.c", in(0, 2)),
                  definer("/p/c.c", in(0, 4)), user("/p/x.c", in(0)));
  EXPECT_EQ(reached(*library), "b.c:f");
  EXPECT_EQ(only_note(*library).find("several"), std::string::npos);
}

TEST(Targets, SeveralOfOneTargetAreDecidedByFolder) {
  auto program =
      link_all_of(definer("/p/a/1.c", in(0, 1)), definer("/p/b/2.c", in(0, 1)),
                  definer("/p/b/c/3.c", in(1)), user("/p/b/c/x.c", in(0)));
  EXPECT_EQ(reached(*program), "2.c:f");
}

TEST(Targets, OwnDefinitionComesFirst) {
  Placed own = definer("/p/own.c", in(0, 2));
  own.unit.call(own.unit.define("use"), FunctionId(0));
  auto program = link_all_of(std::move(own), definer("/p/a.c", in(0)));
  EXPECT_EQ(reached(*program), "own.c:f");
}

// log.c is linked into three programs, each with its own f.
TEST(Targets, SeveralRightAnswersAreNearestThenMostThenFirst) {
  LinkPlaces all = {{0}, {1}, {2}};
  auto nearest =
      link_all_of(definer("/p/tests/a.c", {{0}, {1}}),
                  definer("/p/src/z.c", in(2)), user("/p/src/log.c", all));
  EXPECT_EQ(reached(*nearest), "z.c:f");
  auto most = link_all_of(definer("/p/a.c", in(0)),
                          definer("/p/b.c", {{1}, {2}}), user("/p/x.c", all));
  EXPECT_EQ(reached(*most), "b.c:f");
  auto first =
      link_all_of(definer("/p/c.c", in(2)), definer("/p/b.c", in(1)),
                  user("/p/log.c", all), user("/p/x.c", {{1}, {2}}, "other"));
  EXPECT_EQ(reached(*first), "b.c:f");
  EXPECT_EQ(only_note(*first),
            "function 'f' is defined in 2 files, each unit uses its own or the "
            "one it is linked with: /p/b.c, /p/c.c; /p/log.c and 1 more are "
            "linked with several of them, one is taken");
}

TEST(Targets, LibraryAsksItselfBeforeItsUsers) {
  LinkPlaces library = {{0}, {1, 1, false}}; // target 1 is linked with it
  auto own = link_all_of(
      definer("/p/program.c", in(1)), definer("/p/q/library.c", library),
      user("/p/x.c", library), user("/p/y.c", in(1), "main"));
  EXPECT_EQ(reached(*own), "library.c:f");
  EXPECT_EQ(reached(*own, "main"), "program.c:f");
  auto callback =
      link_all_of(definer("/p/a.c", in(5)), definer("/p/program.c", in(1)),
                  user("/p/x.c", library));
  EXPECT_EQ(reached(*callback), "program.c:f");
}

TEST(Targets, WeakDefinitionCountsWhereNobodyReplacesIt) {
  Placed weak = definer("/p/default.c", {{0, 1}, {1, 1}}, Linkage::kWeak);
  weak.unit.call(weak.unit.define("inner"), FunctionId(0));
  auto program = link_all_of(std::move(weak), definer("/p/strong.c", in(1)),
                             user("/p/a.c", in(0), "plain"),
                             user("/p/b.c", in(1), "replaced"),
                             user("/p/c.c", {}, "unknown"));
  EXPECT_EQ(reached(*program, "plain"), "default.c:f");
  EXPECT_EQ(reached(*program, "replaced"), "strong.c:f");
  EXPECT_EQ(reached(*program, "inner"), "default.c:f"); // right in one of two
  EXPECT_EQ(reached(*program, "unknown"), "strong.c:f");
  EXPECT_TRUE(program->notes().empty());
}

TEST(Targets, StrongReplacesWeakOfTheSamePosition) {
  auto program = link_all_of(definer("/p/a.c", in(0), Linkage::kWeak),
                             definer("/q/b.c", in(0)), user("/p/x.c", in(0)));
  EXPECT_EQ(reached(*program), "b.c:f");
  // A library is not asked for what there is.
  auto late = link_all_of(definer("/p/a.c", in(0), Linkage::kWeak),
                          definer("/p/b.c", in(0, 1)), user("/p/x.c", in(0)));
  EXPECT_EQ(reached(*late), "a.c:f");
  // There is no doubt about it.
  auto noted = link_all_of(definer("/p/a.c", in(0), Linkage::kWeak),
                           definer("/p/b.c", in(0)), definer("/p/c.c", in(1)),
                           user("/p/x.c", in(0)));
  EXPECT_EQ(reached(*noted), "b.c:f");
  EXPECT_EQ(only_note(*noted).find("several"), std::string::npos);
}

TEST(Targets, OneOfSeveralWeakDefinitionsIsForTheWholeTarget) {
  std::vector<Placed> all;
  for (std::string name : {"a", "b", "c"}) {
    Placed weak = definer("/p/" + name + ".c", in(name == "a"), Linkage::kWeak);
    weak.unit.call(weak.unit.define("in_" + name), FunctionId(0));
    all.push_back(std::move(weak));
  }
  all.push_back(user("/p/x.c", {}));
  auto program = link_placed(std::move(all));
  EXPECT_EQ(reached(*program, "in_a"), "a.c:f");
  EXPECT_EQ(reached(*program, "in_b"), "b.c:f");
  EXPECT_EQ(reached(*program, "in_c"), "b.c:f");
  EXPECT_EQ(reached(*program), "a.c:f");
}

// Such as `int x;` in a header, compiled with -fcommon.
TEST(Targets, WeakVariablesAreOneForTheWholeProgram) {
  std::vector<Placed> all;
  for (std::uint32_t t : {0, 1}) {
    Placed unit = {UnitBuilder("/p/" + std::to_string(t) + ".c"), in(t)};
    unit.unit.global("x", Linkage::kWeak);
    all.push_back(std::move(unit));
  }
  auto program = link_placed(std::move(all));
  EXPECT_EQ(program->variables().size(), 1u);
}

TEST(Targets, WeakAliasOfAnotherTargetIsNotFollowed) {
  Placed library = {UnitBuilder("/p/lib.c"), in(0)};
  library.unit.define("real", Linkage::kInternal);
  library.unit.alias("f", "real", Linkage::kWeak);
  auto program =
      link_all_of(std::move(library), definer("/p/own.c", in(1)),
                  user("/p/a.c", in(0), "one"), user("/p/b.c", in(1), "two"));
  EXPECT_EQ(reached(*program, "one"), "lib.c:real");
  EXPECT_EQ(reached(*program, "two"), "own.c:f");
}

TEST(Targets, VariablesFollowTheSameRules) {
  std::vector<Placed> all;
  for (std::uint32_t t : {0, 1}) {
    Placed definition = {UnitBuilder("/p/d" + std::to_string(t) + ".c"), in(t)};
    definition.unit.global("state", Linkage::kExternal);
    all.push_back(std::move(definition));
    Placed mention = {UnitBuilder("/p/m" + std::to_string(t) + ".c"), in(t)};
    mention.unit.global("state", Linkage::kExternal, false);
    all.push_back(std::move(mention));
  }
  auto program = link_placed(std::move(all));
  auto state_in = [&](const char *file) {
    return program->variable(unit_named(*program, file), GlobalId(0));
  };
  EXPECT_EQ(state_in("/p/m0.c"), state_in("/p/d0.c"));
  EXPECT_EQ(state_in("/p/m1.c"), state_in("/p/d1.c"));
  EXPECT_NE(state_in("/p/m0.c"), state_in("/p/m1.c"));
}

// One file is compiled for two programs, without a difference in its code; what
// it calls is different in each.
TEST(Targets, CopiesOfOneUnitAreToldApartInAnyOrder) {
  std::vector<int> order = {0, 1, 2, 3};
  do {
    std::vector<Placed> all;
    for (int i : order) {
      std::uint32_t t = i % 2;
      all.push_back(i < 2 ? user("/p/a.c", in(t))
                          : definer("/p/f" + std::to_string(t) + ".c", in(t)));
    }
    auto program = link_placed(std::move(all));
    ASSERT_EQ(program->units().size(), 4u);
    for (std::uint32_t t : {0, 1}) {
      ProcedureId use = program->procedure(UnitId(t), FunctionId(0));
      ASSERT_EQ(names(*program, program->callees(use)),
                "f" + std::to_string(t) + ".c:f");
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

// Copies call others that are told apart, so they are as well.
TEST(Targets, CopiesAreToldApartThroughOthers) {
  std::vector<Placed> all;
  for (std::uint32_t t : {0, 1}) {
    all.push_back(user("/p/a.c", in(t)));
    Placed outer = {UnitBuilder("/p/b.c"), in(t)};
    outer.unit.call(outer.unit.define("outer"), outer.unit.declare("use"));
    all.push_back(std::move(outer));
    all.push_back(definer("/p/f" + std::to_string(t) + ".c", in(t)));
  }
  EXPECT_EQ(link_placed(std::move(all))->units().size(), 6u);
}

// Without such a difference there is one unit, linked into both.
TEST(Targets, CopiesThatMeanTheSameAreOneUnit) {
  std::vector<Placed> all;
  for (std::uint32_t t : {0, 1}) {
    all.push_back(user("/p/a.c", in(t)));
    all.push_back(definer("/p/f.c", in(t)));
    std::string number = std::to_string(t);
    Placed caller = {UnitBuilder("/q/x" + number + ".c"), in(t)};
    caller.unit.call(caller.unit.define("x" + number),
                     caller.unit.declare("use"));
    all.push_back(std::move(caller));
  }
  all.push_back({UnitBuilder("/q/rival.c"), in(7)});
  all.back().unit.define("use");
  auto program = link_placed(std::move(all));
  EXPECT_EQ(program->units().size(), 5u);
  EXPECT_EQ(reached(*program, "x0"), "a.c:use");
  EXPECT_EQ(reached(*program, "x1"), "a.c:use"); // by link, not by folder
}

// What rivals.h says, without cleverness.
std::string plain_choice(const std::string &file, const LinkPlaces &mine,
                         const std::map<std::string, LinkPlaces> &definers) {
  auto depth = [&](const std::string &other) {
    std::size_t folders = 0;
    for (std::size_t i = 0;
         i < std::min(file.size(), other.size()) && file[i] == other[i]; ++i)
      folders += file[i] == '/';
    return folders;
  };
  std::map<std::string, int> right; // in how many targets
  for (const LinkPlace &place : mine) {
    std::map<std::uint32_t, std::vector<std::string>> by_position;
    for (auto &[name, places] : definers)
      for (const LinkPlace &other : places)
        if (other.target == place.target)
          by_position[other.position].push_back(name);
    if (!by_position.empty())
      for (const std::string &name : by_position.begin()->second)
        ++right[name];
  }
  if (right.empty())
    for (auto &[name, places] : definers)
      right[name] = 1;
  std::string best = right.begin()->first;
  for (auto &[name, times] : right)
    if (std::pair(depth(name), times) > std::pair(depth(best), right[best]))
      best = name;
  return best;
}

TEST(Targets, ChoiceAgreesWithPlainSearch) {
  std::mt19937 random(11);
  auto pick = [&](int n) { return static_cast<std::uint32_t>(random() % n); };
  auto some_places = [&] {
    LinkPlaces places;
    for (std::uint32_t t = 0; t < 4; ++t)
      if (pick(2))
        places.push_back({t, pick(3)});
    return places;
  };
  auto path = [&](int number) {
    std::string text = "/p/";
    for (std::uint32_t depth = pick(3); depth > 0; --depth)
      text += std::string(1, "ab"[pick(2)]) + "/";
    return text + std::to_string(number) + ".c";
  };
  for (int round = 0; round < 500; ++round) {
    std::map<std::string, LinkPlaces> definers;
    std::vector<Placed> all;
    for (int i = 0; i < 5; ++i) {
      std::string file = path(i);
      definers[file] = some_places();
      all.push_back(definer(file, definers[file]));
    }
    std::string asking = path(9);
    LinkPlaces mine = some_places();
    all.push_back(user(asking, mine));
    auto program = link_placed(std::move(all));
    ProcedureId target = targets(*program, "use").procedures[0];
    EXPECT_EQ(program->unit_of(target).main_file,
              plain_choice(asking, mine, definers))
        << asking;
  }
}

// However definitions are replaced, a body is what its unit means by its name.
TEST(Targets, BodiesAreWhatTheirUnitsMean) {
  std::mt19937 random(5);
  auto pick = [&](int n) { return static_cast<std::uint32_t>(random() % n); };
  for (int round = 0; round < 500; ++round) {
    std::vector<Placed> all;
    for (int i = 0; i < 8; ++i) {
      LinkPlaces places;
      for (std::uint32_t t = 0; t < 3; ++t)
        if (pick(2))
          places.push_back({t, pick(3), pick(2) == 0});
      std::string file = "/p/" + std::to_string(i) + ".c";
      Linkage linkage = pick(3) ? Linkage::kWeak : Linkage::kExternal;
      all.push_back(i < 4 ? definer(file, places, linkage)
                          : user(file, places, "use" + std::to_string(i)));
    }
    auto program = link_placed(std::move(all));
    for (ProcedureId p : program->procedures().ids()) {
      const Procedure &procedure = program->procedures()[p];
      if (procedure.has_body)
        ASSERT_EQ(program->procedure(procedure.unit, procedure.function), p);
    }
  }
}

} // namespace
} // namespace wt::test
