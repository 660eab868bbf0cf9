// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "points_to_case.h"

namespace wt::pointer::test {
namespace {

const std::string kGlobals =
    kTwoNumbers + "global @text definition complete type [8 x i8] size 8\n"
                  "global @slot definition complete type ptr<i8> size 8\n";

TEST(Models, ReallocMovesTheContents) {
  Case c(R"(
function @main(%n u64) result void {
b0:
  %p = call ptr<i8> @malloc(%n)
  store %p, @@x
  %q = call ptr<i8> @realloc(%p, %n)
  %a = load ptr<i8> %q
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "q"), "{realloc in main}");
  EXPECT_EQ(c.at("main", "a"), "{x}");
}

TEST(Models, AliasesAndStores) {
  Case c(R"(
function @main(%n u64) result void {
  var $1 end ptr<i8>
  var $2 copy ptr<i8>
b0:
  %e = slot ptr<ptr<i8>> $1
  %s = call ptr<i8> @strcpy(@@text, @@text)
  %l = call i64 @strtol(@@text, %e, #10)
  %r = load ptr<i8> %e
  store @@slot, @@x
  %to = slot ptr<ptr<i8>> $2
  %m = call ptr<i8> @memcpy(%to, @@slot, #8)
  %a = load ptr<i8> %to
  return
}
)",
         kGlobals);
  EXPECT_EQ(c.at("main", "s"), "{text}");
  EXPECT_TRUE(c.holds("main", "r", "text"));
  EXPECT_EQ(c.at("main", "m"), "{main.copy}");
  EXPECT_TRUE(c.holds("main", "a", "x"));
}

TEST(Models, ComparisonsAreCalledWithElements) {
  Case c(R"(
function @compare(%a ptr<i8>, %b ptr<i8>) internal address_taken result i32 {
b0:
  %v = load ptr<i8> %a
  return #0
}
function @main(%n u64) result void {
b0:
  store @@slot, @@x
  %k = call i32 @qsort(@@slot, #1, #8, @compare)
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.holds("compare", "a", "slot"));
  EXPECT_TRUE(c.holds("compare", "v", "x"));
  ASSERT_EQ(
      c.facts->called_back(c.procedure("main"), c.value("main", "k")).size(),
      1u);
}

TEST(Models, WhatIsKeptComesBack) {
  Case c(R"(
function @handler(%n i32) internal address_taken result void {
b0:
  return
}
function @thread(%p ptr<i8>) internal address_taken result ptr<i8> {
b0:
  return %p
}
function @main(%n u64) result void {
  var $1 id u64
b0:
  %id = slot ptr<u64> $1
  %k = call i32 @putenv(@@text)
  %v = call ptr<i8> @getenv(@@text)
  %t = call i32 @pthread_create(%id, null, @thread, @@x)
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.holds("main", "v", "text"));
  EXPECT_FALSE(c.holds("main", "v", "y"));
  EXPECT_TRUE(c.holds("thread", "p", "x"));
  EXPECT_TRUE(c.facts->may_meet(
      c.facts->library(),
      c.facts->targets(c.procedure("main"), c.value("main", "v"))));
}

TEST(Models, OutParametersAreFresh) {
  Case c(R"(
function @main(%n u64) result void {
  var $1 out ptr<i8>
b0:
  %o = slot ptr<ptr<i8>> $1
  %r = call i32 @asprintf(%o, @@text)
  %a = load ptr<i8> %o
  return
}
)",
         kGlobals);
  EXPECT_TRUE(c.holds("main", "a", "asprintf in *argument 0 in main"));
}

TEST(Models, UserSpecificationReplacesTheBody) {
  Case c(R"(
function @take(%p ptr<i8>) result ptr<i8> {
b0:
  return @@x
}
function @main(%n u64) result void {
b0:
  %a = call ptr<i8> @take(@@y)
  return
}
)",
         kGlobals, {}, "void *take(ref void *p) where { result is p };");
  EXPECT_EQ(c.at("main", "a"), "{y}");
}

} // namespace
} // namespace wt::pointer::test
