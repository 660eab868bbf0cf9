// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which units are loaded for a question about one line?

#include "driver/function_index.h"

#include "ir/parse.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

UnitIndex unit(const std::string &file, const std::string &name,
               std::vector<std::string> uses) {
  UnitIndex out;
  out.files = {file};
  out.functions = {{name, false, 0, 10, 20, std::move(uses)}};
  return out;
}

// A chain of functions, each in a file of its own, that call the next one.
std::vector<UnitIndex> chain(std::size_t length) {
  std::vector<UnitIndex> out;
  for (std::size_t i = 0; i < length; ++i)
    out.push_back(unit("f" + std::to_string(i) + ".c", "f" + std::to_string(i),
                       {"f" + std::to_string(i + 1)}));
  return out;
}

std::size_t loaded(const Neighbourhood &near) {
  return std::count(near.units.begin(), near.units.end(), true);
}

TEST(FunctionIndex, OfAUnit) {
  auto parsed = ir::parse_unit(R"(watertight-ir 1
unit c "/t.c" lines 30
file 0 "/t.c"
function @free type fn(ptr<i8>) -> void result void
function @f internal result void !0:3:1 end !0:9:1 {
  %0 = function unknown @free
  %1 = null ptr<i8>
b0:
  %2 = call void %0(%1) type unknown !0:4:1
  %3 = return !0:5:1
}
)",
                               "t.ir");
  ASSERT_TRUE(parsed) << parsed.error().text();
  UnitIndex index = index_of(*parsed);
  UnitIndex expected;
  expected.files = {"/t.c"};
  expected.functions = {{"f", true, 0, 3, 9, {"free"}}};
  EXPECT_EQ(index, expected);
  EXPECT_EQ(read_index(write_index(index)), expected);
}

TEST(FunctionIndex, DamagedBytesAreNone) {
  std::string bytes = write_index(unit("a.c", "f", {"g"}));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(read_index(bytes.substr(0, size))) << size;
}

TEST(FunctionIndex, SmallBuildsAreLoaded) {
  EXPECT_FALSE(neighbourhood(chain(5), "f2.c", 12));
}

TEST(FunctionIndex, TheNearestUnitsOfALargeBuild) {
  std::vector<UnitIndex> build = chain(200);
  std::optional<Neighbourhood> near = neighbourhood(build, "f190.c", 12);
  ASSERT_TRUE(near);
  EXPECT_LT(loaded(*near), 60u);
  EXPECT_TRUE(near->units[190] && near->units[199] && near->units[189]);
  EXPECT_FALSE(near->units[0]);
  // Whoever is called by one that was not loaded.
  std::size_t first = 0;
  while (!near->units[first])
    ++first;
  EXPECT_TRUE(near->used_elsewhere.contains("f" + std::to_string(first)));
  EXPECT_FALSE(near->used_elsewhere.contains("f190"));
}

TEST(FunctionIndex, StaticFunctionsOfOtherUnitsAreNotMeant) {
  std::vector<UnitIndex> build = chain(100);
  build[50].functions[0].uses = {"helper"};
  build[50].functions.push_back({"helper", true, 0, 30, 40, {}});
  build[7].functions.push_back({"helper", true, 0, 30, 40, {}});
  build[49].functions[0].uses = {};
  std::optional<Neighbourhood> near = neighbourhood(build, "f50.c", 12);
  ASSERT_TRUE(near);
  EXPECT_EQ(loaded(*near), 1u);
}

TEST(FunctionIndex, AddressesInVariablesAreUses) {
  std::vector<UnitIndex> build = chain(100);
  build[3].held = {"f99"};
  std::optional<Neighbourhood> near = neighbourhood(build, "f99.c", 12);
  ASSERT_TRUE(near);
  EXPECT_TRUE(near->used_elsewhere.contains("f99"));
}

TEST(FunctionIndex, WhereTheLineIsInNoFunctionAllAreLoaded) {
  EXPECT_FALSE(neighbourhood(chain(100), "f3.c", 99));
  std::vector<UnitIndex> build = chain(100);
  build[0].needs_all = true;
  EXPECT_FALSE(neighbourhood(build, "f50.c", 12));
}

} // namespace
} // namespace wt::driver
