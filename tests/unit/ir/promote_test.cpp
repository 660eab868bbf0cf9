// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass_text.h"

#include "ir/compact.h"
#include "ir/dominators.h"
#include "ir/promote.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

struct Case {
  const char *name;
  const char *before;
  const char *after;
};

const Case kCases[] = {
    {"assignments stay as markers with position and macro", R"(
function @f result i32 {
  var $0 n i32 param !0:1:7
  var $1 x i32 !0:2:7
  var $2 "" i32
  %0 = param i32 $0
b0:
  %1 = slot ptr<i32> $0
  %2 = slot ptr<i32> $1
  %3 = slot ptr<i32> $2
  %4 = store %1, %0
  %5 = load i32 %1 !0:2:11
  %6 = store %2, %5 !0:2:7 !m"SET"
  %7 = load i32 %2
  %8 = store %3, %7 !0:3:3
  %9 = scope_end $1 !0:4:1
  %10 = load i32 %3
  %11 = return %10 !0:3:3
})",
     R"(
function @f type unknown result i32 {
  var $0 n i32 param promoted !0:1:7
  var $1 x i32 promoted !0:2:7
  var $2 "" i32 promoted
  %0 = param i32 $0
b0:
  %1 = assign $0, %0  ; n
  %2 = assign $1, %0 !0:2:7 !m"SET"  ; x
  %3 = scope_end $1 !0:4:1  ; x
  %4 = return %0 !0:3:3
}
)"},

    {"values meet in a phi of the declared type", R"(
function @f result i32 {
  var $0 p ptr<const u8> !0:1:7
  %0 = param u1 $0
  %1 = null ptr<i8>
  %2 = opaque ptr<i8>
b0:
  %3 = slot ptr<ptr<const u8>> $0
  %4 = branch %0 -> b1, b2
b1:
  %5 = store %3, %1
  %6 = branch -> b3
b2:
  %7 = store %3, %2
  %8 = branch -> b3
b3:
  %9 = load ptr<i8> %3 !0:9:1
  %10 = load ptr<i8> %3
  %11 = return %10
})",
     R"(
function @f type unknown result i32 {
  var $0 p ptr<const u8> promoted !0:1:7
  %0 = param u1 $0
  %1 = null ptr<i8>
  %2 = opaque ptr<i8>
b0:
  %3 = branch %0 -> b1, b2
b1:
  %4 = assign $0, %1  ; p
  %5 = branch -> b3
b2:
  %6 = assign $0, %2  ; p
  %7 = branch -> b3
b3:
  %8 = phi ptr<const u8> [b1: %1], [b2: %2] !0:9:1
  %9 = return %8
}
)"},

    {"a loop, its counter, and a switch with two edges to one block", R"(
function @f result i32 {
  var $0 n i32 param
  var $1 i i32
  %0 = param i32 $0
  %1 = int i32 0
  %2 = int i32 1
b0:
  %3 = slot ptr<i32> $0
  %4 = slot ptr<i32> $1
  %5 = store %3, %0
  %6 = store %4, %1
  %7 = branch -> b1
b1:
  %8 = load i32 %4
  %9 = load i32 %3
  %10 = switch %9 [1, 2, 3] -> b2, b2, b2, b3
b2:
  %11 = load i32 %4
  %12 = binop add i32 %11, %2
  %13 = store %4, %12
  %14 = branch -> b1
b3:
  %15 = scope_end $1
  %16 = return %8
})",
     R"(
function @f type unknown result i32 {
  var $0 n i32 param promoted
  var $1 i i32 promoted
  %0 = param i32 $0
  %1 = int i32 0
  %2 = int i32 1
b0:
  %3 = assign $0, %0  ; n
  %4 = assign $1, %1  ; i
  %5 = branch -> b1
b1:
  %6 = phi i32 [b0: %1], [b2: %8]
  %7 = switch %0 [1, 2, 3] -> b2, b2, b2, b3
b2:
  %8 = binop add i32 %6, %2
  %9 = assign $1, %8  ; i
  %10 = branch -> b1
b3:
  %11 = scope_end $1  ; i
  %12 = return %6
}
)"},

    {"what was never stored is undef, and again after the end of scope", R"(
function @f result i32 {
  var $0 c u1 param
  var $1 x i32
  %0 = param u1 $0
  %1 = int i32 5
  %2 = function unknown @see
b0:
  %3 = slot ptr<i32> $1
  %4 = branch -> b1
b1:
  %5 = branch %0 -> b2, b3
b2:
  %6 = store %3, %1
  %7 = branch -> b3
b3:
  %8 = load i32 %3
  %9 = call void %2(%8) type unknown
  %10 = scope_end $1
  %11 = branch %0 -> b1, b4
b4:
  %12 = load i32 %3
  %13 = return %12
})",
     R"(
function @f type unknown result i32 {
  var $0 c u1 param
  var $1 x i32 promoted
  %0 = param u1 $0
  %1 = int i32 5
  %2 = undef i32
  %3 = function unknown @see
b0:
  %4 = branch -> b1
b1:
  %5 = branch %0 -> b2, b3
b2:
  %6 = assign $1, %1  ; x
  %7 = branch -> b3
b3:
  %8 = phi i32 [b1: %2], [b2: %1]
  %9 = call void %3(%8) type unknown  ; @see
  %10 = scope_end $1  ; x
  %11 = branch %0 -> b1, b4
b4:
  %12 = return %2
}
)"},

    {"a value that does not change needs no phi", R"(
function @f result i32 {
  var $0 c u1 param
  var $1 x i32
  %0 = param u1 $0
  %1 = int i32 5
b0:
  %2 = slot ptr<i32> $1
  %3 = store %2, %1
  %4 = branch -> b1
b1:
  %5 = load i32 %2
  %6 = store %2, %5
  %7 = branch %0 -> b2, b3
b2:
  %8 = branch %0 -> b1, b1
b3:
  %9 = load i32 %2
  %10 = return %9
})",
     R"(
function @f type unknown result i32 {
  var $0 c u1 param
  var $1 x i32 promoted
  %0 = param u1 $0
  %1 = int i32 5
b0:
  %2 = assign $1, %1  ; x
  %3 = branch -> b1
b1:
  %4 = assign $1, %1  ; x
  %5 = branch %0 -> b2, b3
b2:
  %6 = branch %0 -> b1, b1
b3:
  %7 = return %1
}
)"},

    {"an irreducible cycle", R"(
function @f result i32 {
  var $0 c u1 param
  var $1 x i32
  %0 = param u1 $0
  %1 = int i32 5
  %2 = int i32 6
b0:
  %3 = slot ptr<i32> $1
  %4 = branch %0 -> b1, b2
b1:
  %5 = load i32 %3
  %6 = binop add i32 %5, %1
  %7 = store %3, %6
  %8 = branch -> b2
b2:
  %9 = load i32 %3
  %10 = binop mul i32 %9, %2
  %11 = store %3, %10
  %12 = branch %0 -> b1, b3
b3:
  %13 = return %9
})",
     R"(
function @f type unknown result i32 {
  var $0 c u1 param
  var $1 x i32 promoted
  %0 = param u1 $0
  %1 = undef i32
  %2 = int i32 5
  %3 = int i32 6
b0:
  %4 = branch %0 -> b1, b2
b1:
  %5 = phi i32 [b0: %1], [b2: %10]
  %6 = binop add i32 %5, %2
  %7 = assign $1, %6  ; x
  %8 = branch -> b2
b2:
  %9 = phi i32 [b0: %1], [b1: %6]
  %10 = binop mul i32 %9, %3
  %11 = assign $1, %10  ; x
  %12 = branch %0 -> b1, b3
b3:
  %13 = return %9
}
)"},

    {"dead code goes, loads from memory stay", R"(
record %node size 16 {
  0: next ptr<%node>
}
function @f result void {
  var $0 p ptr<%node> param
  var $1 unused i32
  %0 = param ptr<%node> $0
  %1 = int i32 5
b0:
  %2 = slot ptr<ptr<%node>> $0
  %3 = slot ptr<i32> $1
  %4 = store %2, %0
  %5 = load ptr<%node> %2
  %6 = field ptr<ptr<%node>> %5 (%node, 0) +0
  %7 = load ptr<%node> %6
  %8 = field ptr<ptr<%node>> %5 (%node, 0) +0
  %9 = cast bitcast ptr<i8> %8
  %10 = return
b1:
  %11 = store %3, %1
  %12 = branch -> b1
})",
     R"(
function @f type unknown result void {
  var $0 p ptr<%node> param promoted
  var $1 unused i32 promoted
  %0 = param ptr<%node> $0
b0:
  %1 = assign $0, %0  ; p
  %2 = field ptr<ptr<%node>> %0 (%node, 0) +0
  %3 = load ptr<%node> %2
  %4 = return
}
)"},

    {"a loop back to the entry", R"(
function @f result void {
  var $0 c u1 param
  var $1 x u1
  %0 = param u1 $0
b0:
  %1 = slot ptr<u1> $1
  %2 = load u1 %1
  %3 = store %1, %0
  %4 = branch %2 -> b1, b0
b1:
  %5 = return
})",
     R"(
function @f type unknown result void {
  var $0 c u1 param
  var $1 x u1 promoted
  %0 = param u1 $0
  %1 = undef u1
b0:
  %2 = branch -> b2
b1:
  %3 = return
b2:
  %4 = phi u1 [b0: %1], [b2: %0]
  %5 = assign $1, %0  ; x
  %6 = branch %4 -> b1, b2
}
)"},
};

TEST(Promote, Cases) {
  for (const Case &c : kCases)
    EXPECT_EQ("\n" + test::after(promote, c.before), c.after) << c.name;
}

// A slot with one access too many, and whether it is still promoted.
struct Access {
  const char *type;
  const char *access; // %0: i32, %1: i64, %2: ptr<i8>, %3: f32, %5: the slot
  bool is_promoted;
};

const Access kAccesses[] = {
    {"i32", "load i32 %5", true},
    {"i32", "load u32 %5", true},
    {"unknown", "load i32 %5", true},
    {"i32", "load i32 %5 volatile", false},
    {"i32", "store %5, %0 volatile", false},
    {"i32", "load i64 %5", false},
    {"i32", "store %5, %1", false},
    {"i32", "store %5, %3", false},
    {"i64", "load ptr<i8> %5", false},
    {"ptr<i8>", "store %5, %2", true},
    {"ptr<i8>", "load ptr<unknown> %5", true},
    {"ptr<i8>", "load i64 %5", false},
    {"i64", "load unknown %5", false},
    {"ptr<i8>", "store %2, %5", false},
    {"ptr<i8>", "store %5, %5", false},
    {"i32", "call void %4(%5) type unknown", false},
    {"i32", "cast bitcast ptr<i8> %5", false},
    {"i32", "element ptr<i32> %5, %0 x 4", false},
    {"[1 x i32]", "load i32 %5", false},
    {"%r", "load i32 %5", false},
};

TEST(Promote, Accesses) {
  for (const Access &a : kAccesses) {
    std::string text = std::string("record %r size 4 {\n  0: x i32\n}\n") +
                       "function @f result void {\n  var $0 x " + a.type +
                       "\n  %0 = int i32 1\n  %1 = int i64 1\n"
                       "  %2 = null ptr<i8>\n  %3 = opaque f32\n"
                       "  %4 = function unknown @see\nb0:\n"
                       "  %5 = slot unknown $0\n  %6 = " +
                       a.access + "\n  %7 = return\n}\n";
    std::string out = test::after(promote, text);
    EXPECT_EQ(out.find("before: "), std::string::npos) << out;
    bool is_promoted = out.find("promoted") != std::string::npos;
    EXPECT_EQ(is_promoted, a.is_promoted) << a.type << " " << a.access << out;
  }
}

TEST(Promote, KeepsSlotsOfVariableLength) {
  std::string out = test::after(promote, R"(
function @f result i32 {
  var $0 x i32
  %0 = int i64 1
b0:
  %1 = slot ptr<i32> $0, %0
  %2 = load i32 %1
  %3 = return %2
})");
  EXPECT_EQ(out.find("promoted"), std::string::npos) << out;
}

// `count` times `if (c) { int x = v; v = x; }` with a new x each time, over a
// few variables v that live all the way, in a loop.
Function many_statements(Unit &unit, std::uint32_t count) {
  const std::uint32_t shared = 8;
  TypeId i32 = unit.types.int_type(32, true), none = TypeTable::void_type();
  TypeId ptr = unit.types.pointer_to(i32);
  Function f;
  f.blocks.resize(2 * count + 2);
  StrId name = unit.strings.intern("x");
  std::vector<ValueId> slots;
  for (std::uint32_t v = 0; v < shared + count; ++v) {
    f.variables.push({.name = name, .type = i32});
    slots.push_back(f.append(
        BlockId(0), Inst{.op = Op::kSlot, .type = ptr, .extra = v}, {}));
  }
  auto load = [&](BlockId b, std::uint32_t v) {
    return f.append(b, Inst{.op = Op::kLoad, .type = i32}, {slots[v]});
  };
  auto store = [&](BlockId b, std::uint32_t v, ValueId value) {
    f.append(b, Inst{.op = Op::kStore, .type = none}, {slots[v], value});
  };
  auto branch = [&](BlockId b, std::vector<BlockId> to, ValueId condition) {
    f.append(b, Inst{.op = Op::kBranch, .type = none},
             to.size() == 1 ? std::span<const ValueId>()
                            : std::span<const ValueId>(&condition, 1));
    f.blocks[b].successors = std::move(to);
  };
  branch(BlockId(0), {BlockId(1)}, ValueId());
  for (std::uint32_t i = 0; i < count; ++i) {
    BlockId test(1 + 2 * i), body(2 + 2 * i), next(3 + 2 * i);
    branch(test, {body, next}, load(test, (i + 3) % shared));
    store(body, shared + i, load(body, i % shared));
    store(body, (i + 1) % shared, load(body, shared + i));
    f.append(body, Inst{.op = Op::kScopeEnd, .type = none, .extra = shared + i},
             {});
    branch(body, {next}, ValueId());
  }
  branch(BlockId(2 * count + 1), {BlockId(1)}, ValueId());
  return f;
}

// Would take minutes if it were quadratic, and overflow a recursive walk.
TEST(Promote, LargeFunctions) {
  Unit unit;
  Function f = many_statements(unit, 50000);
  promote(unit, f);
  for (const Variable &v : f.variables)
    ASSERT_TRUE(v.is_promoted);
  std::size_t phis = 0;
  for (const Inst &inst : f.insts)
    phis += inst.op == Op::kPhi;
  EXPECT_GE(phis, 50000u);
  EXPECT_LE(phis, 50000u + 8);
}

} // namespace
} // namespace wt::ir
