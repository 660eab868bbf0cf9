// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who can change a static variable?  A unit with one static global `g`.

#include "program/writers.h"
#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

struct Example {
  UnitBuilder b{"/p/a.c"};
  GlobalId g = b.global("g");
  FunctionId writer = b.define("writer"), caller = b.define("caller"),
             other = b.define("other");
  std::unique_ptr<const Program> program;

  void link() {
    b.call(caller, writer);
    program = link_all(std::move(b));
  }
  bool may(std::optional<FunctionId> called) const {
    std::optional<ProcedureId> procedure;
    if (called)
      procedure = program->procedure(UnitId(0), *called);
    ProgramVariableId v = program->variable(UnitId(0), g);
    return may_change(*program, writers_of(*program, v), procedure);
  }
};

TEST(Writers, AStoreAndItsCallers) {
  Example e;
  e.b.inst(e.writer, Op::kStore,
           {e.b.address(e.writer, e.g), e.b.number(e.writer, 1)});
  e.link();
  EXPECT_TRUE(e.may(e.writer));
  EXPECT_TRUE(e.may(e.caller));
  EXPECT_FALSE(e.may(e.other));
  EXPECT_FALSE(e.may(std::nullopt));
}

TEST(Writers, WhoIsCalledBackWritesAnywhere) {
  Example e;
  e.b.inst(e.writer, Op::kStore,
           {e.b.address(e.writer, e.g), e.b.number(e.writer, 1)});
  FunctionId external = e.b.declare("atexit");
  e.b.call_value(e.other, e.b.address(e.other, external),
                 {e.b.address(e.other, e.writer)});
  e.link();
  EXPECT_TRUE(e.may(std::nullopt));
}

TEST(Writers, CodeOutsideWritesWhereItIsTold) {
  Example e;
  FunctionId external = e.b.declare("stat");
  e.b.call_value(e.writer, e.b.address(e.writer, external),
                 {e.b.address(e.writer, e.g)});
  e.link();
  EXPECT_TRUE(e.may(e.caller));
  EXPECT_FALSE(e.may(std::nullopt));
}

TEST(Writers, AHiddenAddressMayBeWrittenByAnybody) {
  Example e;
  e.b.inst(e.writer, Op::kStore,
           {e.b.leaf(e.writer, Op::kUndef), e.b.address(e.writer, e.g)});
  e.link();
  EXPECT_TRUE(e.may(e.other));
  EXPECT_TRUE(e.may(std::nullopt));
}

} // namespace
} // namespace wt::test
