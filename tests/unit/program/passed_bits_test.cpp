// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a parameter, from all calls?

#include "program/passed_bits.h"

#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

// A static function `f(int flags)` and one that calls it.
struct Calls {
  UnitBuilder unit{"/p/a.c"};
  FunctionId f = unit.define("f", Linkage::kInternal, {unit.int_type()});
  FunctionId caller =
      unit.define("caller", Linkage::kExternal, {unit.int_type()});

  void call(FunctionId from, FunctionId to, ValueId argument) {
    unit.call_value(from, unit.address(from, to), {argument});
  }
  void pass(ValueId argument) { call(caller, f, argument); }
  ValueId number(std::int64_t value) {
    ValueId v = unit.number(caller, value);
    unit.function(caller).insts[v].type = unit.int_type();
    return v;
  }
  KnownBits known() {
    auto program = link_all(std::move(unit));
    return PassedBits(*program).of(*program->find("f"), 0);
  }
};

TEST(PassedBits, WhatAllCallersPass) {
  Calls calls;
  calls.pass(calls.number(1));
  calls.pass(calls.number(3));
  EXPECT_EQ(calls.known(), (KnownBits{~std::uint64_t(3), 1}));
}

TEST(PassedBits, AnUnknownArgument) {
  Calls calls;
  calls.pass(calls.number(1));
  calls.pass(ValueId(0));
  EXPECT_EQ(calls.known(), KnownBits{});
}

TEST(PassedBits, ABitIsAdded) {
  Calls calls;
  ValueId sum =
      calls.unit.inst(calls.caller, Op::kBinop, {ValueId(0), calls.number(4)});
  ir::Inst &inst = calls.unit.function(calls.caller).insts[sum];
  inst.code = static_cast<std::uint8_t>(ir::BinaryOp::kOr);
  inst.type = calls.unit.int_type();
  calls.pass(sum);
  EXPECT_EQ(calls.known(), (KnownBits{0, 4}));
}

TEST(PassedBits, NobodyCalls) { EXPECT_EQ(Calls().known(), KnownBits{}); }

TEST(PassedBits, OthersMayCallWhatIsNotStatic) {
  Calls calls;
  calls.unit.function(calls.f).linkage = Linkage::kExternal;
  calls.pass(calls.number(1));
  EXPECT_EQ(calls.known(), KnownBits{});
}

TEST(PassedBits, NobodyElseCallsPartsOfAProgram) {
  Calls calls;
  calls.unit.function(calls.f).linkage = Linkage::kExternal;
  calls.unit.define("main");
  calls.pass(calls.number(1));
  EXPECT_EQ(calls.known().ones, 1u);
}

TEST(PassedBits, HandedOn) {
  Calls calls;
  UnitBuilder &unit = calls.unit;
  FunctionId g = unit.define("g", Linkage::kInternal, {unit.int_type()});
  calls.call(g, calls.f, ValueId(0));
  calls.call(g, g, ValueId(0));
  calls.call(calls.caller, g, calls.number(2));
  EXPECT_EQ(calls.known().ones, 2u);
}

} // namespace
} // namespace wt::test
