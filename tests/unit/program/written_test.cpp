// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which uses of a global's address count as a write?  A table: a unit with one
// static global `g` and one function that uses it.

#include "unit_builder.h"

#include <gtest/gtest.h>

#include <functional>

namespace wt::test {
namespace {

struct UseCase {
  const char *name;
  bool is_never_written;
  std::function<void(UnitBuilder &, FunctionId, GlobalId)> use;
};

const UseCase kCases[] = {
    {"unused", true, [](auto &, auto, auto) {}},
    {"load", true,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.load(f, b.address(f, g));
     }},
    {"load of a field and an element", true,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       ValueId e =
           b.inst(f, Op::kElement, {b.address(f, g), b.number(f, 1)}, 8);
       b.load(f, b.field(f, e, 4));
     }},
    {"volatile load", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       ValueId load = b.load(f, b.address(f, g));
       b.function(f).insts[load].is_volatile = true;
     }},
    {"compare", true,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kCompare, {b.address(f, g), b.leaf(f, Op::kNull)});
     }},
    {"store to it", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kStore, {b.address(f, g), b.number(f, 1)});
     }},
    {"store to a field", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kStore, {b.field(f, b.address(f, g), 8), b.number(f, 1)});
     }},
    {"store of its address", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kStore, {b.leaf(f, Op::kUndef), b.address(f, g)});
     }},
    {"call argument", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.call_value(f, b.address(f, b.declare("ext")), {b.address(f, g)});
     }},
    {"copied from", true,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kMemCopy,
              {b.leaf(f, Op::kUndef), b.address(f, g), b.number(f, 8)});
     }},
    {"copied to", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kMemCopy,
              {b.address(f, g), b.leaf(f, Op::kUndef), b.number(f, 8)});
     }},
    {"filled", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kMemFill,
              {b.address(f, g), b.number(f, 0), b.number(f, 8)});
     }},
    {"returned", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.inst(f, Op::kReturn, {b.address(f, g)});
     }},
    {"made an integer", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       ValueId cast = b.inst(f, Op::kCast, {b.address(f, g)});
       b.function(f).insts[cast].code =
           static_cast<std::uint8_t>(ir::CastKind::kPtrToInt);
     }},
    {"selected, then loaded", true,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       b.load(f, b.inst(f, Op::kSelect,
                        {b.leaf(f, Op::kUndef), b.address(f, g),
                         b.leaf(f, Op::kNull)}));
     }},
    {"selected, then stored to", false,
     [](UnitBuilder &b, FunctionId f, GlobalId g) {
       ValueId s = b.inst(
           f, Op::kSelect,
           {b.leaf(f, Op::kUndef), b.address(f, g), b.leaf(f, Op::kNull)});
       b.inst(f, Op::kStore, {s, b.number(f, 1)});
     }},
    {"address in another global", false,
     [](UnitBuilder &b, FunctionId, GlobalId g) {
       b.cell(b.global("holder"), 0, g);
     }},
};

TEST(Written, EachUse) {
  for (const UseCase &c : kCases) {
    UnitBuilder b("/p/a.c");
    GlobalId g = b.global("g");
    c.use(b, b.define("f"), g);
    auto program = link_all(std::move(b));
    ProgramVariableId v = program->variable(UnitId(0), g);
    EXPECT_EQ(program->variables()[v].is_never_written, c.is_never_written)
        << c.name;
  }
}

TEST(Written, ConstantWhateverItsUse) {
  UnitBuilder b("/p/a.c");
  GlobalId g = b.global("g");
  b.unit().globals[g].is_constant = true;
  FunctionId f = b.define("f");
  b.call_value(f, b.address(f, b.declare("ext")), {b.address(f, g)});
  auto program = link_all(std::move(b));
  EXPECT_TRUE(program->variables()[ProgramVariableId(0)].is_never_written);
}

bool external_is_never_written(bool has_main, bool other_writes,
                               bool is_defined) {
  UnitBuilder a("/p/a.c"), b("/p/b.c");
  GlobalId g = a.global("g", Linkage::kExternal, is_defined);
  if (has_main)
    a.define("main");
  GlobalId seen = b.global("g", Linkage::kExternal, false);
  FunctionId f = b.define("f");
  if (other_writes)
    b.inst(f, Op::kStore, {b.address(f, seen), b.number(f, 1)});
  auto program = link_all(std::move(a), std::move(b));
  ProgramVariableId v = program->variable(unit_named(*program, "/p/a.c"), g);
  return program->variables()[v].is_never_written;
}

TEST(Written, ExternalOnlyInAWholeProgram) {
  EXPECT_TRUE(external_is_never_written(true, false, true));
  EXPECT_FALSE(external_is_never_written(true, true, true));
  EXPECT_FALSE(external_is_never_written(false, false, true));
  EXPECT_FALSE(external_is_never_written(true, false, false));
}

TEST(Written, WriteToOneRivalCountsForAll) {
  UnitBuilder a("/p/a.c"), b("/p/b.c");
  a.define("main");
  GlobalId ga = a.global("g", Linkage::kExternal);
  GlobalId gb = b.global("g", Linkage::kExternal);
  FunctionId f = b.define("f");
  b.inst(f, Op::kStore, {b.address(f, gb), b.number(f, 1)});
  auto program = link_all(std::move(a), std::move(b));
  ProgramVariableId v = program->variable(unit_named(*program, "/p/a.c"), ga);
  EXPECT_FALSE(program->variables()[v].is_never_written);
}

} // namespace
} // namespace wt::test
