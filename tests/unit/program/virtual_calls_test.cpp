// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are overriders found in vtables?

#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

// struct Base { virtual f, g; }; struct Derived : Base { f overridden };
// the virtual functions lie at bytes 16 and 24 of each vtable.
UnitBuilder base_unit() {
  UnitBuilder b("/p/base.cc");
  GlobalId vtable = b.global("_ZTV4Base", Linkage::kExternal);
  b.unit().globals[vtable].is_constant = true;
  b.int_cell(vtable, 0, 64, 0);
  b.cell(vtable, 16, b.define("Base_f"));
  b.cell(vtable, 24, b.define("Base_g"));
  b.vtable_entry(vtable, "_ZTS4Base", 16);
  return b;
}

UnitBuilder derived_unit(const std::string &file) {
  UnitBuilder b(file);
  GlobalId vtable = b.global("_ZTV7Derived", Linkage::kOnce);
  b.cell(vtable, 16, b.define("Derived_f", Linkage::kOnce));
  b.cell(vtable, 24, b.declare("Base_g"));
  b.vtable_entry(vtable, "_ZTS4Base", 16);
  b.vtable_entry(vtable, "_ZTS7Derived", 16);
  return b;
}

UnitBuilder caller(std::string_view type_id, std::uint32_t offset) {
  UnitBuilder b("/p/main.cc");
  b.virtual_call(b.define("main"), type_id, offset);
  return b;
}

std::string reached(const Program &program) {
  CallTargets found = targets(program, "main");
  return (found.certainty == CallTargets::Certainty::kExact ? "exact "
                                                            : "maybe ") +
         names(program, found.procedures);
}

TEST(VirtualCalls, OverridersOfTheStaticClass) {
  struct {
    const char *type_id;
    std::uint32_t offset;
    const char *expected;
  } cases[] = {
      {"_ZTS4Base", 0, "maybe base.cc:Base_f d1.cc:Derived_f"},
      {"_ZTS4Base", 8, "maybe base.cc:Base_g"},
      {"_ZTS7Derived", 0, "maybe d1.cc:Derived_f"},
      {"_ZTS7Derived", 8, "maybe base.cc:Base_g"},
      {"_ZTS4Base", 16, "maybe "}, // behind the end
      {"_ZTS5Other", 0, "maybe "},
  };
  for (const auto &c : cases) {
    auto program =
        link_all(base_unit(), derived_unit("/p/d1.cc"),
                 derived_unit("/p/d2.cc"), caller(c.type_id, c.offset));
    EXPECT_EQ(reached(*program), c.expected) << c.type_id << c.offset;
  }
}

TEST(VirtualCalls, PureVirtualIsNoTarget) {
  UnitBuilder b("/p/base.cc");
  GlobalId vtable = b.global("_ZTV4Base", Linkage::kExternal);
  b.cell(vtable, 16, b.declare("__cxa_pure_virtual"));
  b.vtable_entry(vtable, "_ZTS4Base", 16);
  auto program =
      link_all(std::move(b), derived_unit("/p/d.cc"), caller("_ZTS4Base", 0));
  EXPECT_EQ(reached(*program), "maybe d.cc:Derived_f");
}

// A second base: its part of the vtable has its own entry and thunks.
TEST(VirtualCalls, SecondBase) {
  UnitBuilder b("/p/two.cc");
  GlobalId vtable = b.global("_ZTV3Two", Linkage::kExternal);
  b.cell(vtable, 16, b.define("Two_f"));
  b.cell(vtable, 40, b.define("thunk_Two_h"));
  b.vtable_entry(vtable, "_ZTS4Left", 16);
  b.vtable_entry(vtable, "_ZTS5Right", 40);
  auto program = link_all(std::move(b), caller("_ZTS5Right", 0));
  EXPECT_EQ(reached(*program), "maybe two.cc:thunk_Two_h");
}

TEST(VirtualCalls, AnonymousClassesOfTwoUnits) {
  const char *type_id = "_ZTSN12_GLOBAL__N_11AE";
  auto unit = [&](const std::string &file, const char *name) {
    UnitBuilder b(file);
    GlobalId vtable = b.global("_ZTVN12_GLOBAL__N_11AE");
    b.cell(vtable, 16, b.define(name, Linkage::kInternal));
    b.vtable_entry(vtable, type_id, 16);
    return b;
  };
  UnitBuilder one = unit("/p/one.cc", "one_f");
  one.virtual_call(one.define("main"), type_id, 0);
  auto program = link_all(std::move(one), unit("/p/two.cc", "two_f"));
  EXPECT_EQ(reached(*program), "exact one.cc:one_f");
}

TEST(VirtualCalls, VtablesDoNotTakeAddresses) {
  auto program = link_all(base_unit(), caller("_ZTS4Base", 0));
  EXPECT_FALSE(program->procedures()[*program->find("Base_f")].address_taken);
}

} // namespace
} // namespace wt::test
