// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const char *kWrapper = R"(
function @make(%n i64) internal result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n)
  %self = field ptr<ptr<i8>> %p (unknown) +8
  store %self, %p
  return %p
}
)";
const char *kTwice = R"(
function @main(%n i64) result void {
b0:
  %a = call ptr<i8> @make(%n)
  %b = call ptr<i8> @make(%n)
  %s = field ptr<ptr<i8>> %a (unknown) +8
  %c = load ptr<i8> %s
  return
}
)";

TEST(Wrapper, EveryCallHasItsObject) {
  Case c(std::string(kWrapper) + kTwice, "",
         {{"make", "p"}, {"main", "a"}, {"main", "b"}});
  EXPECT_FALSE(c.alias("main", "a", "main", "b"));
  EXPECT_EQ(c.at("main", "a"), "{malloc in make from main}");
  // What the wrapper put into the object is there.
  EXPECT_EQ(c.at("main", "c"), c.at("main", "a"));
  // In the wrapper itself it is either.
  EXPECT_TRUE(c.alias("make", "p", "main", "a"));
  EXPECT_TRUE(c.alias("make", "p", "main", "b"));
}

TEST(Wrapper, WithoutTheFactTheyShareOne) {
  Case c(std::string(kWrapper) + kTwice);
  EXPECT_TRUE(c.alias("main", "a", "main", "b"));
}

TEST(Wrapper, OfWrappers) {
  Case c(std::string(kWrapper) + R"(
function @outer(%n i64) internal result ptr<i8> {
b0:
  %p = call ptr<i8> @make(%n)
  %q = call ptr<i8> @make(%n)
  store %p, %q
  return %p
}
function @main(%n i64) result void {
b0:
  %a = call ptr<i8> @outer(%n)
  %b = call ptr<i8> @outer(%n)
  %x = load ptr<i8> %a
  %y = load ptr<i8> %b
  return
}
)",
         "",
         {{"make", "p"},
          {"outer", "p"},
          {"outer", "q"},
          {"main", "a"},
          {"main", "b"}});
  EXPECT_FALSE(c.alias("main", "a", "main", "b"));
  EXPECT_FALSE(c.alias("main", "x", "main", "y"));
  EXPECT_FALSE(c.alias("main", "a", "main", "x"));
  EXPECT_FALSE(c.at("main", "x") == "{}");
}

TEST(Wrapper, OutParameters) {
  Case c(R"(
function @put(%out ptr<ptr<i8>>, %n i64) internal result void {
b0:
  %p = call ptr<i8> @malloc(%n)
  store %out, %p
  return
}
function @main(%n i64) result void {
  var $1 a ptr<i8>
  var $2 b ptr<i8>
b0:
  %sa = slot ptr<ptr<i8>> $1
  %sb = slot ptr<ptr<i8>> $2
  %c1 = call i32 @put(%sa, %n)
  %c2 = call i32 @put(%sb, %n)
  %a = load ptr<i8> %sa
  %b = load ptr<i8> %sb
  return
}
)",
         "", {{"put", "p"}, {"main", "c1", 0}, {"main", "c2", 0}});
  EXPECT_FALSE(c.alias("main", "a", "main", "b"));
  EXPECT_EQ(c.at("main", "a"), "{malloc in put from main}");
}

// The object is also kept by the wrapper: readers of the list see it.
TEST(Wrapper, WhatIsKeptElsewhereIsTheSameObject) {
  Case c(R"(
function @make(%n i64) internal result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n)
  store @@list, %p
  return %p
}
function @main(%n i64) result void {
b0:
  %a = call ptr<i8> @make(%n)
  %b = call ptr<i8> @make(%n)
  %l = load ptr<i8> @@list
  return
}
)",
         "global @list definition complete type ptr<i8> size 8\n",
         {{"make", "p"}, {"main", "a"}, {"main", "b"}});
  EXPECT_FALSE(c.alias("main", "a", "main", "b"));
  EXPECT_TRUE(c.alias("main", "a", "main", "l"));
  EXPECT_TRUE(c.alias("main", "b", "main", "l"));
}

TEST(Wrapper, RecursiveOnesAreNotCopied) {
  Case c(R"(
function @make(%n i64) internal result ptr<i8> {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(%n)
  return %p
b2:
  %q = call ptr<i8> @make(%n)
  return %q
}
function @main(%n i64) result void {
b0:
  %a = call ptr<i8> @make(%n)
  return
}
)",
         "", {{"make", "p"}, {"make", "q"}, {"main", "a"}});
  EXPECT_EQ(c.at("main", "a"), "{malloc in make}");
}

} // namespace
} // namespace wt::pointer::test
