// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass_text.h"

#include "ir/dispatch.h"
#include "ir/thread_cleanups.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

struct Case {
  const char *name;
  const char *before;
  const char *after;
};

const Case kCases[] = {
    {"each return has its own way out", R"(
function @f result void end !0:9:1 {
  var $0 p ptr<i8>
  var $1 "" i32
  %0 = int i32 0
  %1 = int i32 1
  %2 = opaque u1
b0:
  %3 = slot ptr<i32> $1
  %4 = branch %2 -> b1, b2
b1:
  %5 = store %3, %1
  %6 = branch -> b4 !0:3:5
b2:
  %7 = branch %2 -> b3, b7
b3:
  %8 = store %3, %1
  %9 = branch -> b4 !0:5:5
b4:
  %10 = scope_end $0 !0:9:1
  %11 = load i32 %3
  %12 = switch %11 [0, 1] -> b6, b5, b5
b5:
  %13 = return !0:9:1
b6:
  %14 = unreachable
b7:
  %15 = store %3, %0 !0:9:1
  %16 = branch -> b4 !0:9:1
})",
     R"(
function @f type unknown result void end !0:9:1 {
  var $0 p ptr<i8>
  var $1 "" i32
  %0 = opaque u1
  %1 = int i32 1
  %2 = int i32 0
b0:
  %3 = slot ptr<i32> $1
  %4 = branch %0 -> b1, b2
b1:
  %5 = store %3, %1
  %6 = scope_end $0 !0:3:5  ; p
  %7 = load i32 %3
  %8 = return !0:3:5
b2:
  %9 = branch %0 -> b3, b4
b3:
  %10 = store %3, %1
  %11 = scope_end $0 !0:5:5  ; p
  %12 = load i32 %3
  %13 = return !0:5:5
b4:
  %14 = store %3, %2 !0:9:1
  %15 = scope_end $0 !0:9:1  ; p
  %16 = load i32 %3
  %17 = return !0:9:1
}
)"},

    {"a jump carries its destination through several scopes", R"(
function @f result i32 end !0:20:1 {
  var $0 p ptr<i8>
  var $1 q ptr<i8>
  var $2 "" i32
  var $3 "" i32
  %0 = int i32 0
  %1 = int i32 1
  %2 = int i32 2
  %3 = opaque u1
  %4 = function unknown @see
b0:
  %5 = slot ptr<i32> $2
  %6 = slot ptr<i32> $3
  %7 = branch -> b1
b1:
  %8 = branch %3 -> b2, b3
b2:
  %9 = store %6, %2
  %10 = store %5, %1
  %11 = branch -> b5 !0:4:7
b3:
  %12 = branch %3 -> b4, b8
b4:
  %13 = store %5, %2
  %14 = branch -> b5 !0:6:7
b5:
  %15 = scope_end $1 !0:8:5
  %16 = load i32 %5
  %17 = switch %16 [0] -> b6, b9
b6:
  %18 = scope_end $0 !0:10:3
  %19 = load i32 %5
  %20 = switch %19 [2] -> b7, b10
b7:
  %21 = load i32 %6
  %22 = return %21 !0:20:1
b8:
  %23 = store %5, %0 !0:8:5
  %24 = branch -> b5 !0:8:5
b9:
  %25 = branch -> b1 !0:9:3
b10:
  %26 = call void %4() type unknown !0:12:3
  %27 = store %6, %0
  %28 = branch -> b7 !0:13:3
})",
     R"(
function @f type unknown result i32 end !0:20:1 {
  var $0 p ptr<i8>
  var $1 q ptr<i8>
  var $2 "" i32
  var $3 "" i32
  %0 = opaque u1
  %1 = int i32 2
  %2 = int i32 1
  %3 = function unknown @see
  %4 = int i32 0
b0:
  %5 = slot ptr<i32> $2
  %6 = slot ptr<i32> $3
  %7 = branch -> b1
b1:
  %8 = branch %0 -> b2, b3
b2:
  %9 = store %6, %1
  %10 = store %5, %2
  %11 = scope_end $1 !0:4:7  ; q
  %12 = load i32 %5
  %13 = scope_end $0 !0:4:7  ; p
  %14 = load i32 %5
  %15 = load i32 %6
  %16 = return %15 !0:4:7
b3:
  %17 = branch %0 -> b4, b5
b4:
  %18 = store %5, %1
  %19 = scope_end $1 !0:6:7  ; q
  %20 = load i32 %5
  %21 = scope_end $0 !0:6:7  ; p
  %22 = load i32 %5
  %23 = call void %3() type unknown !0:12:3  ; @see
  %24 = store %6, %4
  %25 = load i32 %6
  %26 = return %25 !0:13:3
b5:
  %27 = store %5, %4 !0:8:5
  %28 = scope_end $1 !0:8:5  ; q
  %29 = load i32 %5
  %30 = branch !0:9:3 -> b1
}
)"},

    {"cleanups of several blocks, with phis inside", R"(
function @f result void {
  var $0 "" i32
  %0 = int i32 0
  %1 = int i32 1
  %2 = opaque u1
  %3 = function unknown @see
b0:
  %4 = slot ptr<i32> $0
  %5 = branch %2 -> b1, b2
b1:
  %6 = store %4, %0
  %7 = branch -> b3
b2:
  %8 = store %4, %1
  %9 = branch -> b3
b3:
  %10 = phi i32 [b1: %1], [b2: %0]
  %11 = call void %3(%10) type unknown
  %12 = branch %2 -> b4, b5
b4:
  %13 = call void %3() type unknown
  %14 = branch -> b5
b5:
  %15 = load i32 %4
  %16 = compare eq u1 %15, %1
  %17 = branch %16 -> b6, b7
b6:
  %18 = call void %3(%1) type unknown
  %19 = unreachable
b7:
  %20 = load i32 %4
  %21 = switch %20 [] -> b8
b8:
  %22 = call void %3(%0) type unknown
  %23 = unreachable
})",
     R"(
function @f type unknown result void {
  var $0 "" i32
  %0 = opaque u1
  %1 = int i32 0
  %2 = int i32 1
  %3 = function unknown @see
b0:
  %4 = slot ptr<i32> $0
  %5 = branch %0 -> b1, b2
b1:
  %6 = store %4, %1
  %7 = branch -> b3
b2:
  %8 = store %4, %2
  %9 = branch -> b6
b3:
  %10 = phi i32 [b1: %2]
  %11 = call void %3(%10) type unknown  ; @see
  %12 = branch %0 -> b4, b5
b4:
  %13 = call void %3() type unknown  ; @see
  %14 = branch -> b5
b5:
  %15 = load i32 %4
  %16 = compare eq u1 %15, %2
  %17 = load i32 %4
  %18 = call void %3(%1) type unknown  ; @see
  %19 = unreachable
b6:
  %20 = phi i32 [b2: %1]
  %21 = call void %3(%20) type unknown  ; @see
  %22 = branch %0 -> b7, b8
b7:
  %23 = call void %3() type unknown  ; @see
  %24 = branch -> b8
b8:
  %25 = load i32 %4
  %26 = compare eq u1 %25, %2
  %27 = call void %3(%2) type unknown  ; @see
  %28 = unreachable
}
)"},

    {"a block whose value is used elsewhere stays shared", R"(
function @f result i32 {
  var $0 "" i32
  %0 = int i32 0
  %1 = int i32 1
  %2 = opaque u1
  %3 = function unknown @see
b0:
  %4 = slot ptr<i32> $0
  %5 = branch %2 -> b1, b2
b1:
  %6 = store %4, %0
  %7 = branch -> b3
b2:
  %8 = store %4, %1
  %9 = branch -> b3
b3:
  %10 = call i32 %3() type unknown
  %11 = load i32 %4
  %12 = switch %11 [1] -> b4, b5
b4:
  %13 = return %10
b5:
  %14 = return %1
})",
     R"(
function @f type unknown result i32 {
  var $0 "" i32
  %0 = opaque u1
  %1 = int i32 0
  %2 = int i32 1
  %3 = function unknown @see
b0:
  %4 = slot ptr<i32> $0
  %5 = branch %0 -> b1, b2
b1:
  %6 = store %4, %1
  %7 = branch -> b3
b2:
  %8 = store %4, %2
  %9 = branch -> b3
b3:
  %10 = call i32 %3() type unknown  ; @see
  %11 = load i32 %4
  %12 = switch %11 [1] -> b4, b5
b4:
  %13 = return %10
b5:
  %14 = return %2
}
)"},

    {"destructors at a brace are copied, statements are not", R"(
function @f result void end !0:9:1 {
  var $0 x i32
  %0 = opaque u1
  %1 = function unknown @see
b0:
  %2 = branch %0 -> b1, b2
b1:
  %3 = branch -> b3 !0:3:5
b2:
  %4 = branch -> b3 !0:4:5
b3:
  %5 = call void %1() type unknown !0:9:1
  %6 = scope_end $0 !0:9:1
  %7 = return !0:9:1
})",
     R"(
function @f type unknown result void end !0:9:1 {
  var $0 x i32
  %0 = opaque u1
  %1 = function unknown @see
b0:
  %2 = branch %0 -> b1, b2
b1:
  %3 = call void %1() type unknown !0:9:1  ; @see
  %4 = scope_end $0 !0:3:5  ; x
  %5 = return !0:3:5
b2:
  %6 = call void %1() type unknown !0:9:1  ; @see
  %7 = scope_end $0 !0:4:5  ; x
  %8 = return !0:4:5
}
)"},

    {"a statement before the return", R"(
function @f result void end !0:9:1 {
  %0 = opaque u1
  %1 = function unknown @see
b0:
  %2 = branch %0 -> b1, b2
b1:
  %3 = branch -> b3 !0:3:5
b2:
  %4 = branch -> b3 !0:4:5
b3:
  %5 = call void %1() type unknown !0:8:3
  %6 = return !0:9:1
})",
     R"(
function @f type unknown result void end !0:9:1 {
  %0 = opaque u1
  %1 = function unknown @see
b0:
  %2 = branch %0 -> b1, b2
b1:
  %3 = branch !0:3:5 -> b3
b2:
  %4 = branch !0:4:5 -> b3
b3:
  %5 = call void %1() type unknown !0:8:3  ; @see
  %6 = return !0:9:1
}
)"},

    {"falling out of a statement is no return statement", R"(
function @f result i32 end !0:9:1 {
  %0 = opaque u1
  %1 = function unknown @see
  %2 = int i32 1
  %3 = int i32 2
b0:
  %4 = branch %0 -> b1, b2
b1:
  %5 = call void %1() type unknown !0:3:5
  %6 = branch -> b3 !0:3:5
b2:
  %7 = call void %1() type unknown !0:4:5
  %8 = branch -> b3 !0:5:5
b3:
  %9 = phi i32 [b1: %2], [b2: %3]
  %10 = return %9 !0:9:1
})",
     R"(
function @f type unknown result i32 end !0:9:1 {
  %0 = opaque u1
  %1 = function unknown @see
  %2 = int i32 1
  %3 = int i32 2
b0:
  %4 = branch %0 -> b1, b2
b1:
  %5 = call void %1() type unknown !0:3:5  ; @see
  %6 = return %2 !0:9:1
b2:
  %7 = call void %1() type unknown !0:4:5  ; @see
  %8 = return %3 !0:5:5
}
)"},
};

TEST(ThreadCleanups, Cases) {
  for (const Case &c : kCases)
    EXPECT_EQ("\n" + test::after(thread_cleanups, c.before), c.after) << c.name;
}

TEST(ThreadCleanups, IsIdempotent) {
  auto twice = [](const Unit &unit, Function &function) {
    thread_cleanups(unit, function);
    thread_cleanups(unit, function);
  };
  for (const Case &c : kCases)
    EXPECT_EQ("\n" + test::after(twice, c.before), c.after) << c.name;
}

// A slot that is stored `%0` (a constant) and asked for by a switch is a
// dispatch variable unless something else happens to it.
TEST(Dispatch, IsRecognisedByBehaviour) {
  struct {
    const char *name, *extra;
    bool is_dispatch;
  } const cases[] = {
      {"\"\"", "", true},
      {"\"\"", "%6 = store %3, %1\n", true},
      {"x", "", false},
      {"\"\"", "%6 = store %3, %2\n", false},
      {"\"\"", "%6 = store %3, %1 volatile\n", false},
      {"\"\"", "%6 = binop add i32 %5, %1\n", false},
      {"\"\"", "%6 = compare slt u1 %5, %1\n", false},
      {"\"\"", "%6 = compare eq u1 %5, %1\n", true},
      {"\"\"", "%6 = compare eq u1 %5, %2\n", false},
      {"\"\"", "%6 = cast bitcast ptr<i8> %3\n", false},
      {"\"\"", "%6 = store %2, %3\n", false},
      {"\"\"", "%6 = scope_end $0\n", false},
  };
  for (const auto &c : cases) {
    std::string text = std::string("function @f result void {\n  var $0 ") +
                       c.name +
                       " i32\n%0 = int i32 0\n%1 = int i32 1\n"
                       "%2 = opaque unknown\nb0:\n"
                       "%3 = slot ptr<i32> $0\n%4 = store %3, %0\n"
                       "%5 = load i32 %3\n" +
                       c.extra + "switch %5 [0] -> b1, b1\nb1:\nreturn\n}\n";
    Result<Unit> unit = parse_unit(test::unit_text(text), "test");
    ASSERT_TRUE(unit) << unit.error().text() << text;
    std::vector<VariableId> found =
        dispatch_variables(unit->functions[FunctionId(1)]);
    EXPECT_EQ(found.size(), c.is_dispatch ? 1u : 0u) << text;
  }
}

// `jumps` jumps to few destinations through `scopes` cleanups of `size`
// instructions each.
std::string cleanup_chain(int jumps, int destinations, int scopes, int size) {
  std::string out = "function @f result void {\n  var $0 \"\" i32\n";
  int value = 0;
  auto line = [&](const std::string &text) {
    out += "%" + std::to_string(value++) + " = " + text + "\n";
  };
  auto block = [](int b) { return "b" + std::to_string(b); };
  auto number = [](int n) { return std::to_string(n); };
  for (int d = 0; d < destinations; ++d)
    line("int i32 " + number(d));
  int choice = value;
  line("opaque i32");
  int callee = value;
  line("function unknown @see");
  out += "b0:\n";
  int slot = value;
  line("slot ptr<i32> $0");
  // b1 ..: jumps; then scopes; then destinations.
  int first_scope = 1 + jumps, first_destination = first_scope + scopes;
  std::string cases, targets = " -> b1";
  for (int j = 0; j < jumps; ++j) {
    cases += (j ? ", " : "") + number(j);
    targets += ", " + block(1 + j);
  }
  line("switch %" + number(choice) + " [" + cases + "]" + targets);
  for (int j = 0; j < jumps; ++j) {
    out += block(1 + j) + ":\n";
    line("store %" + number(slot) + ", %" + number(j % destinations));
    line("branch -> " + block(first_scope));
  }
  for (int s = 0; s < scopes; ++s) {
    out += block(first_scope + s) + ":\n";
    for (int i = 0; i < size; ++i)
      line("call void %" + number(callee) + "() type unknown");
    int load = value;
    line("load i32 %" + number(slot));
    line("switch %" + number(load) + " [" + number(s) + "] -> " +
         block(s + 1 < scopes ? first_scope + s + 1 : first_destination) +
         ", " + block(first_destination + s % destinations));
  }
  for (int d = 0; d < destinations; ++d) {
    out += block(first_destination + d) + ":\n";
    line("call void %" + number(callee) + "(%" + number(d) + ") type unknown");
    line("return");
  }
  return out + "}\n";
}

std::size_t inst_count(const Function &function) {
  std::size_t count = 0;
  for (const Block &block : function.blocks)
    count += block.insts.size();
  return count;
}

std::size_t switch_count(const Function &function) {
  std::size_t count = 0;
  for (const Block &block : function.blocks)
    count += function.insts[block.insts.back()].op == Op::kSwitch;
  return count;
}

TEST(ThreadCleanups, GrowthIsLimited) {
  struct {
    int jumps, destinations, scopes, size;
    bool is_threaded; // no cleanup asks any more
  } const cases[] = {
      {10, 3, 3, 2, true},       // one copy per jump
      {400, 4, 5, 20, true},     // one copy per destination
      {400, 100, 30, 60, false}, // too many even then
  };
  for (const auto &c : cases) {
    std::string text = cleanup_chain(c.jumps, c.destinations, c.scopes, c.size);
    Result<Unit> unit = parse_unit(test::unit_text(text), "test");
    ASSERT_TRUE(unit) << unit.error().text();
    Function &function = unit->functions[FunctionId(1)];
    ASSERT_TRUE(verify(*unit).empty()) << verify(*unit)[0];
    std::size_t before = inst_count(function);
    thread_cleanups(*unit, function);
    EXPECT_TRUE(verify(*unit).empty()) << verify(*unit)[0];
    EXPECT_LE(inst_count(function), 4 * before + 1000);
    EXPECT_GT(inst_count(function), before);
    EXPECT_EQ(switch_count(function) == 1, c.is_threaded);
  }
}

} // namespace
} // namespace wt::ir
