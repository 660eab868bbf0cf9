// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const std::string kGlobals = kTwoNumbers +
                             "global @hook definition complete "
                             "type ptr<fn(ptr<i8>) -> ptr<i8>> size 8\n";

const char *kFunctions = R"(
function @same(%p ptr<i8>) internal address_taken result ptr<i8> {
b0:
  return %p
}
function @other(%p ptr<i8>) internal address_taken result ptr<i8> {
b0:
  return @@y
}
function @third(%p ptr<i8>) internal address_taken result ptr<i8> {
b0:
  return %p
}
)";

TEST(Calls, ArgumentsAndResults) {
  Case c(std::string(kFunctions) + R"(
function @main() result void {
b0:
  %a = call ptr<i8> @same(@@x)
  %b = call ptr<i8> @other(@@x)
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("main", "b"), "{y}");
  EXPECT_EQ(c.at("other", "p"), "{x}");
}

TEST(Calls, PointersAreResolvedOnTheFly) {
  Case c(std::string(kFunctions) + R"(
function @set(%f ptr<i8>) internal result void {
b0:
  store @@hook, %f
  return
}
function @main() result void {
b0:
  call void @set(@same)
  %f = load ptr<i8> @@hook
  %a = call ptr<i8> %f(@@x)
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.calls("main", "a"), "exact: same");
  EXPECT_EQ(c.at("main", "a"), "{x}");
  EXPECT_EQ(c.at("other", "p"), "{}");
}

// A function that is reached only through another callback.
TEST(Calls, CallbacksOfCallbacks) {
  Case c(std::string(kFunctions) + R"(
function @runner(%g ptr<i8>) internal address_taken result ptr<i8> {
b0:
  %r = call ptr<i8> %g(@@x)
  return %r
}
function @main() result void {
b0:
  store @@hook, @runner
  %f = load ptr<i8> @@hook
  %a = call ptr<i8> %f(@same)
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.calls("runner", "r"), "exact: same");
  EXPECT_EQ(c.at("main", "a"), "{x}");
}

TEST(Calls, EmptyPointersFallBackToTheirType) {
  Case c(std::string(kFunctions) + R"(
function @main(%n i32) result void {
b0:
  store @@hook, @same
  %w = cast zext i64 %n
  %f = cast inttoptr ptr<i8> %w
  %a = call ptr<i8> %f(@@x)
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.calls("main", "a"), "candidates: same other third");
  EXPECT_EQ(c.at("main", "a"), "{x, y}");
}

TEST(Calls, UnknownCodeKnowsWhatItIsGiven) {
  Case c(R"(
function @called(%p ptr<i8>) internal address_taken result void {
b0:
  return
}
function @main() result void {
  var $0 a ptr<i8>
  var $1 b ptr<i8>
  var $2 safe ptr<i8>
b0:
  %a = slot ptr<ptr<i8>> $0
  %b = slot ptr<ptr<i8>> $1
  %s = slot ptr<ptr<i8>> $2
  store %a, @@x
  store %s, @@y
  %r = call ptr<i8> @mystery(%a, %b, @called)
  %u = load ptr<i8> %b
  %v = load ptr<i8> %s
  return
}
)",
         kGlobals);
  ProcedureId main = c.procedure("main");
  // Nothing but outside, which means all that it was given or can reach.
  EXPECT_EQ(c.at("main", "r"), "{outside}");
  EXPECT_TRUE(c.holds("main", "r", "main.a"));
  EXPECT_TRUE(c.holds("main", "r", "x"));
  EXPECT_TRUE(c.holds("main", "u", "x")); // it may have put it there
  EXPECT_FALSE(c.holds("main", "r", "y"));
  EXPECT_EQ(c.at("main", "v"), "{y}");
  EXPECT_TRUE(c.alias("called", "p", "main", "a"));
  EXPECT_TRUE(c.alias("main", "a", "called", "p"));
  EXPECT_FALSE(c.alias("called", "p", "main", "s"));
  EXPECT_TRUE(c.facts->may_call_outside(main, c.value("main", "r")));
}

TEST(Calls, WithoutMainParametersComeFromOutside) {
  Case c(R"(
function @f(%p ptr<i8>, %q ptr<i8>) result ptr<i8> {
b0:
  store %p, %q
  %a = load ptr<i8> %q
  return %a
}
function @hidden(%p ptr<i8>) internal address_taken result void {
b0:
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.alias("f", "p", "f", "q"));
  EXPECT_TRUE(c.alias("f", "a", "f", "p"));
  EXPECT_EQ(c.at("hidden", "p"), "{}");
}

TEST(Calls, ArgumentsBehindTheDots) {
  Case c(R"(
function @f(%n i32) variadic internal result ptr<i8> {
  var $1 list [1 x %va]
b0:
  %l = slot ptr<[1 x %va]> $1
  unknown void %l "llvm.va_start"
  %area = field ptr<ptr<i8>> %l (%va, 3) +16
  %from = load ptr<i8> %area
  %at = element ptr<i8> %from, %n x 1
  %a = load ptr<i8> %at
  return %a
}
function @main() result void {
b0:
  %a = call ptr<i8> @f(#1, @@x)
  %b = call ptr<i8> @f(#1, #2, @@y)
  return
}
)",
         kGlobals + "record %va size 24 {\n"
                    "  0: gp u32\n"
                    "  4: fp u32\n"
                    "  8: overflow ptr<i8>\n"
                    "  16: save ptr<i8>\n"
                    "}\n");
  EXPECT_EQ(c.at("main", "a"), "{x, y}");
}

TEST(Calls, VirtualCalls) {
  std::string vtables = "global @VB definition constant complete size 16 {\n"
                        "  0: function @B_f\n"
                        "  vtable 0 \"B\"\n"
                        "}\n"
                        "global @VD definition constant complete size 16 {\n"
                        "  0: function @D_f\n"
                        "  vtable 0 \"B\"\n"
                        "  vtable 0 \"D\"\n"
                        "}\n";
  Case c(R"(
function @B_f(%this ptr<i8>) internal result ptr<i8> {
b0:
  return @@x
}
function @D_f(%this ptr<i8>) internal result ptr<i8> {
b0:
  return @@y
}
function @main(%n i64) result void {
b0:
  %d = call ptr<i8> @malloc(%n)
  store %d, @@VD
  %t = load ptr<i8> %d
  %f = load ptr<i8> %t
  %a = call ptr<i8> %f(%d) virtual "B" +0 type unknown
  return
}
)",
         kGlobals + vtables);
  EXPECT_EQ(c.calls("main", "a"), "exact: D_f");
  EXPECT_EQ(c.at("main", "a"), "{y}");
  EXPECT_EQ(c.at("D_f", "this"), c.at("main", "d"));
  EXPECT_EQ(c.at("B_f", "this"), "{}");
}

// A set may hold vtables of other classes; the static class rules them out.
TEST(Calls, VirtualCallsKeepToTheirClass) {
  std::string vtables = "global @VD definition constant complete size 16 {\n"
                        "  0: function @D_f\n"
                        "  vtable 0 \"B\"\n"
                        "}\n"
                        "global @VE definition constant complete size 16 {\n"
                        "  0: function @E_f\n"
                        "  vtable 0 \"E\"\n"
                        "}\n";
  Case c(R"(
function @D_f(%this ptr<i8>) internal result ptr<i8> {
b0:
  return @@x
}
function @E_f(%this ptr<i8>) internal result ptr<i8> {
b0:
  return @@y
}
function @main(%n i64) result void {
b0:
  %d = call ptr<i8> @malloc(%n)
  store %d, @@VD
  store %d, @@VE
  %t = load ptr<i8> %d
  %f = load ptr<i8> %t
  %a = call ptr<i8> %f(%d) virtual "B" +0 type unknown
  return
}
)",
         kGlobals + vtables);
  EXPECT_EQ(c.calls("main", "a"), "exact: D_f");
  EXPECT_EQ(c.at("main", "a"), "{x}");
}

TEST(Calls, WhatIsThrownIsCaught) {
  Case c(R"(
function @fails(%n i64) internal throws result void {
b0:
  %e = call ptr<i8> @__cxa_allocate_exception(%n)
  store %e, @@x
  call void @__cxa_throw(%e, null, null) throws noreturn type unknown
  unreachable
}
function @main(%n i64) result void {
b0:
  call void @fails(%n) unwind throws type unknown -> b1, b2
b1:
  return
b2:
  %l = landing catch_all ptr<i8>
  %c = call ptr<i8> @__cxa_begin_catch(%l)
  %a = load ptr<i8> %c
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.alias("fails", "e", "main", "c"));
  EXPECT_NE(c.at("main", "a").find("x"), std::string::npos);
}

} // namespace
} // namespace wt::pointer::test
