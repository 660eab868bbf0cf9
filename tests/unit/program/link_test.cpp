// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the linked program the same whatever the order of its units, and does
// it find what it is asked for?

#include "unit_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wt::test {
namespace {

// Six units, two of them from one file, that call each other.
std::vector<std::unique_ptr<const ir::Unit>> sample() {
  std::vector<std::unique_ptr<const ir::Unit>> units;
  for (int i = 0; i < 6; ++i) {
    bool is_second = i == 5;
    UnitBuilder unit("/p/" + std::to_string(is_second ? 4 : i) + ".c");
    FunctionId helper = unit.define("helper", Linkage::kInternal);
    FunctionId f = unit.define("f" + std::to_string(is_second ? 4 : i));
    unit.call(f, helper);
    unit.call(f, unit.declare("f" + std::to_string((i * 3 + 1) % 5)));
    if (is_second)
      unit.call(f, unit.declare("only_second"));
    units.push_back(unit.take());
  }
  return units;
}

std::string picture(const Program &program) {
  std::string out;
  for (ProcedureId p : program.procedures().ids())
    out += names(program, {&p, 1}) + " " +
           std::to_string(program.procedures()[p].scc.value) + " -> " +
           names(program, program.callees(p)) + "\n";
  for (const std::string &note : program.notes())
    out += note + "\n";
  return out;
}

TEST(Link, OrderOfUnitsDoesNotMatter) {
  std::string expected = picture(*link(sample()));
  std::vector<int> order = {0, 1, 2, 3, 4, 5};
  while (std::next_permutation(order.begin(), order.end())) {
    auto units = sample();
    std::vector<std::unique_ptr<const ir::Unit>> shuffled;
    for (int i : order)
      shuffled.push_back(std::move(units[i]));
    ASSERT_EQ(picture(*link(std::move(shuffled))), expected);
  }
}

// As libtool compiles: once for a static, once for a shared library.
TEST(Link, UnitsOfOneFileWithOneContentAreOne) {
  auto library = [](std::string_view name) {
    UnitBuilder unit("/p/lib.c");
    unit.define(name);
    return unit.take();
  };
  auto user = [](std::string file, std::string_view name) {
    UnitBuilder unit(std::move(file));
    unit.call(unit.define(name), unit.declare("f"));
    return unit.take();
  };
  auto rival = [] {
    UnitBuilder unit("/p/use/f.c");
    unit.define("f");
    return unit.take();
  };
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(library("f"));
  units.push_back(user("/p/use/a.c", "use_a"));
  units.push_back(user("/p/use/b.c", "use_b"));
  units.push_back(library("f"));
  units.push_back(rival());
  // Target 1 has a.c and the first library, target 2 b.c and the second.
  std::vector<LinkPlaces> places = {
      {{1, 1, true}}, {{1, 0, true}}, {{2, 0, true}}, {{2, 1, false}}, {}};
  auto program = link(std::move(units), std::move(places));
  EXPECT_EQ(program->units().size(), 4u);
  EXPECT_EQ(program->notes().size(), 1u) << program->notes()[0]; // the rivals
  for (std::string_view user : {"use_a", "use_b"}) {
    std::span<const ProcedureId> callees =
        program->callees(*program->find(user));
    ASSERT_EQ(callees.size(), 1u);
    const Procedure &f = program->procedures()[callees[0]];
    EXPECT_EQ(program->units()[f.unit]->main_file, "/p/lib.c") << user;
  }
}

TEST(Link, NothingIsAProgramToo) {
  auto program = link({});
  EXPECT_EQ(program->procedures().size(), 0u);
  EXPECT_EQ(program->sccs().size(), 0u);
  EXPECT_FALSE(program->find("main"));
}

TEST(Link, FindsByLinkNameAndBySourceName) {
  UnitBuilder unit("/p/a.cc");
  FunctionId f = unit.define("_ZN2ns1fEi");
  unit.function(f).name = unit.unit().strings.intern("ns::f");
  FunctionId c = unit.declare("puts");
  unit.call(f, c);
  auto program = link_all(std::move(unit));
  ASSERT_TRUE(program->find("ns::f"));
  EXPECT_EQ(program->find("ns::f"), program->find("_ZN2ns1fEi"));
  EXPECT_TRUE(program->find("puts"));
  EXPECT_FALSE(program->find("nothing"));
  EXPECT_FALSE(program->find(""));
}

TEST(Link, FindPrefersBodies) {
  UnitBuilder a("/p/a.c"), b("/p/b.cc");
  a.call(a.define("use"), a.declare("f"));
  FunctionId f = b.define("_Z1fv");
  b.function(f).name = b.unit().strings.intern("f");
  auto program = link_all(std::move(a), std::move(b));
  EXPECT_TRUE(program->procedures()[*program->find("f")].has_body);
}

} // namespace
} // namespace wt::test
