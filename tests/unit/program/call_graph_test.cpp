// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whom do calls reach: direct, through constant tables, by type?

#include "program/call_graph.h"
#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

constexpr auto kExact = CallTargets::Certainty::kExact;
constexpr auto kCandidates = CallTargets::Certainty::kCandidates;

// "exact a.c:f a.c:g" for the first call of `main`.
std::string reached(UnitBuilder &unit) {
  auto program = link_all(unit);
  CallTargets found = targets(*program, "main");
  return (found.certainty == kExact ? "exact " : "maybe ") +
         names(*program, found.procedures);
}

// A unit with main, three handlers and a table of them:
// { {1, one}, {2, two}, {0, null} } at stride 16, `three` not in it.
struct TableUnit {
  UnitBuilder b{"/p/a.c"};
  FunctionId main = b.define("main");
  FunctionId one = b.define("one", Linkage::kInternal);
  FunctionId two = b.define("two", Linkage::kInternal);
  FunctionId three = b.define("three", Linkage::kInternal);
  GlobalId table = b.global("table");

  TableUnit() {
    b.unit().globals[table].size = 48;
    b.int_cell(table, 0, 32, 1);
    b.cell(table, 8, one);
    b.int_cell(table, 16, 32, 2);
    b.cell(table, 24, two);
    take_address(three);
  }
  void take_address(FunctionId f) {
    b.inst(main, Op::kStore, {b.leaf(main, Op::kUndef), b.address(main, f)});
  }
  ValueId index(ValueId base, ValueId i) {
    return b.inst(main, Op::kElement, {base, i}, 16);
  }
  ValueId any() { return b.leaf(main, Op::kUndef); }
  ValueId address() { return b.address(main, table); }
  std::string call(ValueId callee) {
    b.call_value(main, callee);
    return reached(b);
  }
};

TEST(CallGraph, DirectCallsAndTheirReverse) {
  UnitBuilder b("/p/a.c");
  FunctionId f = b.define("f"), g = b.define("g"), h = b.declare("h");
  b.call(f, g);
  b.call(f, h);
  b.call(f, g);
  b.call(g, g);
  auto program = link_all(std::move(b));
  ProcedureId pf = *program->find("f"), pg = *program->find("g");
  EXPECT_EQ(names(*program, program->callees(pf)), "a.c:g a.c:h");
  EXPECT_EQ(names(*program, program->callees(pg)), "a.c:g");
  EXPECT_EQ(names(*program, program->callers(pg)), "a.c:f a.c:g");
  EXPECT_EQ(targets(*program, "f", 1).certainty, kExact);
  EXPECT_EQ(names(*program, targets(*program, "f", 1).procedures), "a.c:h");
  EXPECT_FALSE(program->procedures()[pg].address_taken);
}

TEST(CallGraph, NotACall) {
  UnitBuilder b("/p/a.c");
  b.define("f");
  auto program = link_all(std::move(b));
  EXPECT_TRUE(
      program->targets(*program->find("f"), ValueId(0)).procedures.empty());
}

TEST(CallGraph, CastPhiAndSelectOfFunctions) {
  TableUnit t;
  ValueId one = t.b.inst(t.main, Op::kCast, {t.b.address(t.main, t.one)});
  ValueId chosen =
      t.b.inst(t.main, Op::kSelect, {t.any(), one, t.b.address(t.main, t.two)});
  EXPECT_EQ(t.call(chosen), "exact a.c:one a.c:two");
}

TEST(CallGraph, FunctionPhiInALoop) {
  TableUnit t;
  ir::Function &f = t.b.function(t.main);
  f.phi_blocks.push_back({ir::BlockId(0), ir::BlockId(0)});
  ValueId one = t.b.address(t.main, t.one);
  ValueId phi = t.b.inst(t.main, Op::kPhi, {one, one});
  ValueId next =
      t.b.inst(t.main, Op::kSelect, {t.any(), phi, t.b.address(t.main, t.two)});
  f.operands_of(phi)[1] = next;
  EXPECT_EQ(t.call(phi), "exact a.c:one a.c:two");
}

TEST(CallGraph, OneCellOfATable) {
  TableUnit t;
  ValueId second = t.index(t.address(), t.b.number(t.main, 1));
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, second, 8))),
            "exact a.c:two");
}

TEST(CallGraph, AnyElementOfATable) {
  TableUnit t;
  ValueId some = t.index(t.address(), t.any());
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, some, 8))),
            "exact a.c:one a.c:two");
}

// The field at 0 holds numbers, which are no functions: nothing is certain.
TEST(CallGraph, WrongFieldOfATable) {
  TableUnit t;
  ValueId some = t.index(t.address(), t.any());
  EXPECT_EQ(t.call(t.b.load(t.main, some)), "maybe a.c:one a.c:two a.c:three");
}

// for (p = table; ...; p++) p->run()
TEST(CallGraph, PointerThatWalksOverATable) {
  TableUnit t;
  ir::Function &f = t.b.function(t.main);
  f.phi_blocks.push_back({ir::BlockId(0), ir::BlockId(0)});
  ValueId start = t.address();
  ValueId p = t.b.inst(t.main, Op::kPhi, {start, start});
  f.operands_of(p)[1] = t.index(p, t.b.number(t.main, 1));
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, p, 8))),
            "exact a.c:one a.c:two");
}

// for (p = head; p; p = p->next) p->run(): not followed, so by type.
TEST(CallGraph, PointerThatWalksOverAList) {
  TableUnit t;
  ir::Function &f = t.b.function(t.main);
  f.phi_blocks.push_back({ir::BlockId(0), ir::BlockId(0)});
  ValueId start = t.address();
  ValueId p = t.b.inst(t.main, Op::kPhi, {start, start});
  f.operands_of(p)[1] = t.b.load(t.main, t.b.field(t.main, p, 32));
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, p, 8))),
            "maybe a.c:one a.c:two a.c:three");
}

TEST(CallGraph, TableBehindAConstantPointer) {
  TableUnit t;
  t.b.unit().globals[t.table].is_constant = true;
  GlobalId pointer = t.b.global("current");
  t.b.cell(pointer, 0, t.table, 16);
  ValueId element = t.b.load(t.main, t.b.address(t.main, pointer));
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, element, 8))),
            "exact a.c:two");
}

TEST(CallGraph, WrittenTableIsOnlyATypeQuestion) {
  TableUnit t;
  t.b.inst(t.main, Op::kStore, {t.b.field(t.main, t.address(), 8), t.any()});
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, t.address(), 8))),
            "maybe a.c:one a.c:two a.c:three");
}

TEST(CallGraph, OnlyNullIsNotAnExactNothing) {
  TableUnit t;
  EXPECT_EQ(t.call(t.b.load(t.main, t.b.field(t.main, t.address(), 40))),
            "maybe a.c:one a.c:two a.c:three");
}

TEST(CallGraph, ByTypeComparesCountAndClasses) {
  UnitBuilder b("/p/a.c");
  TypeId p = b.pointer(), i = b.int_type();
  ir::Unit &unit = b.unit();
  TypeId l = unit.types.int_type(64, false);
  FunctionId main = b.define("main", Linkage::kExternal, {p});
  auto taken = [&](std::string_view name, std::vector<TypeId> params,
                   TypeId result) {
    FunctionId f = b.define(name, Linkage::kInternal, params, result);
    b.inst(main, Op::kStore, {b.leaf(main, Op::kUndef), b.address(main, f)});
    return f;
  };
  taken("fits", {p, i}, i);
  taken("unsigned_fits", {p, unit.types.int_type(32, false)}, i);
  taken("fewer", {p}, i);
  taken("more", {p, i, i}, i);
  taken("wide", {p, l}, i);
  taken("swapped", {i, p}, i);
  taken("no_result", {p, i}, b.void_type());
  b.function(taken("variadic", {p}, i)).is_variadic = true;
  b.define("not_taken", Linkage::kInternal, {p, i}, i);
  FunctionId known = b.declare("declared");
  b.function(known).type = unit.types.function(i, {p, i}, false);
  FunctionId other = b.declare("declared_other");
  b.function(other).type = unit.types.function(i, {}, false);
  FunctionId unknown = b.declare("undeclared");
  for (FunctionId f : {known, other, unknown})
    b.function(f).address_taken = true;
  ValueId callee = b.load(main, ValueId(0));
  ValueId number = b.function(main).int_constant(3, i);
  b.call_value(main, callee, {ValueId(0), number}, {}, i);
  EXPECT_EQ(reached(b), "maybe a.c:fits a.c:unsigned_fits a.c:variadic "
                        "a.c:declared a.c:undeclared");
}

// A vtable without class entries takes addresses as any table does.
TEST(CallGraph, PureVirtualIsNoCandidate) {
  UnitBuilder b("/p/a.cc");
  FunctionId main = b.define("main");
  GlobalId vtable = b.global("_ZTVN12_GLOBAL__N_11AE");
  b.cell(vtable, 16, b.declare("__cxa_pure_virtual"));
  b.cell(vtable, 24, b.define("override", Linkage::kInternal));
  b.call_value(main, b.leaf(main, Op::kOpaque));
  EXPECT_EQ(reached(b), "maybe a.cc:override");
}

TEST(CallGraph, TooManyCandidatesAreNone) {
  for (std::size_t n : {CallGraph::kMostByType, CallGraph::kMostByType + 1}) {
    UnitBuilder b("/p/a.c");
    FunctionId main = b.define("main");
    GlobalId handlers = b.global("handlers");
    for (std::size_t i = 0; i < n; ++i)
      b.cell(handlers, 8 * i, b.define("h" + std::to_string(i)));
    b.call_value(main, b.leaf(main, Op::kOpaque));
    auto program = link_all(std::move(b));
    CallTargets found = targets(*program, "main");
    EXPECT_EQ(found.certainty, kCandidates);
    EXPECT_EQ(found.procedures.size(), n > CallGraph::kMostByType ? 0 : n);
  }
}

} // namespace
} // namespace wt::test
