// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do to the objects of the caller when the behaviour of the
// callee is vague: something may be freed, written or returned, deep in a
// structure, through a pointer into an object, or in memory that others change
// too?

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatBehaviours : public testing::TestWithParam<Row> {};

TEST_P(SatBehaviours, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"a test on a cell that was looked at", R"(
function @drop(%o ptr<i8>, %p ptr<i8>) result void {
b0:
  %x = load i32 %o
  %t = compare eq u1 %x, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
function @f(%o ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = load i32 %o
  %t = compare eq u1 %x, #0
  branch %t -> b1, b2
b1:
  call void @drop(%o, %p) type unknown
  call void @free(%p) type unknown
  return
b2:
  call void @drop(%o, %p) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"a test on a cell that was written", R"(
function @drop(%o ptr<i8>, %p ptr<i8>) result void {
b0:
  %x = load i32 %o
  %t = compare eq u1 %x, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
function @f(%o ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %o, #1
  call void @drop(%o, %p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"what a cell of the outside holds is freed, which was written here", R"(
function @drop(%o ptr<i8>) result void {
b0:
  %p = load ptr<i8> %o
  call void @free(%p) type unknown
  return
}
function @f(%o ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %o, %p
  call void @drop(%o) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"one name for several new objects", R"(
function @list(%n i32) result ptr<i8> {
b0:
  branch -> b1
b1:
  %head = phi ptr<i8> [b0: null], [b4: %m]
  %last = phi ptr<i8> [b0: null], [b4: %head]
  %i = phi i32 [b0: #0], [b4: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b5
b2:
  %m = call ptr<i8> @calloc(#16, #1) type unknown
  %u = compare eq u1 %m, null
  branch %u -> b3, b4
b3:
  call void @abort() type unknown
  unreachable
b4:
  store %m, %head
  %e = element ptr<i8> %m, #8 x 1
  store %e, %last
  %j = binop add i32 %i, #1
  branch -> b1
b5:
  return %head
}
function @f(%n i32) result void {
b0:
  %a = call ptr<i8> @list(%n) type unknown
  %b = load ptr<i8> %a
  %e = element ptr<i8> %a, #8 x 1
  %c = load ptr<i8> %e
  call void @free(%a) type unknown
  call void @free(%b) type unknown
  call void @free(%c) type unknown
  return
}
function @g(%n i32) result void {
b0:
  %a = call ptr<i8> @list(%n) type unknown
  branch -> b1
b1:
  %p = phi ptr<i8> [b0: %a], [b2: %next]
  %t = compare eq u1 %p, null
  branch %t -> b3, b2
b2:
  %next = load ptr<i8> %p
  call void @free(%p) type unknown
  branch -> b1
b3:
  return
}
)",
     ""},
    {"a new object in a global, which others change", R"(
function @set() result void {
b0:
  %m = call ptr<i8> @malloc(#8) type unknown
  store @@g, %m
  return
}
function @f() result void {
b0:
  call void @set() type unknown
  %p = load ptr<i8> @@g
  call void @free(%p) type unknown
  call void @mystery() type unknown
  %q = load ptr<i8> @@g
  call void @free(%q) type unknown
  return
}
)",
     "f leak p unknown\n"}, // what was there before the call of set()
    {"a header before what is handed out", R"(
function @make() result ptr<i8> {
b0:
  %m = call ptr<i8> @malloc(#32) type unknown
  %t = compare eq u1 %m, null
  branch %t -> b1, b2
b1:
  return null
b2:
  %p = element ptr<i8> %m, #16 x 1
  return %p
}
function @done(%p ptr<i8>) result void {
b0:
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  %m = element ptr<i8> %p, #-16 x 1
  call void @free(%m) type unknown
  return
}
function @finish(%p ptr<i8>) result void {
b0:
  call void @done(%p) type unknown
  return
}
function @once() result void {
b0:
  %p = call ptr<i8> @make() type unknown
  call void @finish(%p) type unknown
  return
}
function @twice() result void {
b0:
  %p = call ptr<i8> @make() type unknown
  call void @done(%p) type unknown
  call void @finish(%p) type unknown
  return
}
function @never() result void {
b0:
  %p = call ptr<i8> @make() type unknown
  return
}
)",
     "twice double-free p call\nnever leak p return\n"},
    {"a pointer into an object is given to a releaser", R"(
function @done(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %q = element ptr<i8> %p, #16 x 1
  call void @done(%q) type unknown
  return
}
function @g() result void {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %q = element ptr<i8> %p, #16 x 1
  call void @done(%q) type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"the result is perhaps new", R"(
function @choose(%h ptr<i8>) result ptr<i8> {
b0:
  %g = load ptr<i8> @@g
  %m = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %m, null
  branch %t -> b1, b2
b1:
  return null
b2:
  %n = call i32 @mystery() type unknown
  %c = compare eq u1 %n, #0
  %r = select ptr<i8> %c, %m, %g
  store %h, %m
  return %r
}
function @f() result void {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %r = call ptr<i8> @choose(%s) type unknown
  call void @free(%r) type unknown
  %m = load ptr<i8> %s
  %t = compare eq u1 %m, null
  branch %t -> b1, b2
b1:
  return
b2:
  %x = load i32 %m
  return
}
)",
     ""},
    {"the result is perhaps new, and nobody frees it", R"(
function @choose(%h ptr<i8>) result ptr<i8> {
b0:
  %g = load ptr<i8> @@g
  %m = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %m, null
  branch %t -> b1, b2
b1:
  call void @abort() type unknown
  unreachable
b2:
  %n = call i32 @mystery() type unknown
  %c = compare eq u1 %n, #0
  %r = select ptr<i8> %c, %m, %g
  return %r
}
function @f() result void {
b0:
  %r = call ptr<i8> @choose(null) type unknown
  return
}
)",
     "choose leak m return\n"},
    {"a callee writes to a global, which others change", R"(
function @set(%p ptr<i8>) result void {
b0:
  store @@g, %p
  return
}
function @f(%q ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @set(%p) type unknown
  call void @set(%q) type unknown
  return
}
function @h() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @set(%p) type unknown
  call void @free(%p) type unknown
  call void @mystery() type unknown
  %q = load ptr<i8> @@g
  %t = compare eq u1 %q, null
  branch %t -> b1, b2
b1:
  return #0
b2:
  %x = load i32 %q
  return %x
}
)",
     ""},
    {"a whole list is freed", R"(
function @done(%n ptr<i8>) result void {
b0:
  %t = compare eq u1 %n, null
  branch %t -> b2, b1
b1:
  %next = load ptr<i8> %n
  call void @done(%next) type unknown
  call void @free(%n) type unknown
  return
b2:
  return
}
function @f() result void {
b0:
  %a = call ptr<i8> @calloc(#8, #1) type unknown
  %b = call ptr<i8> @calloc(#8, #1) type unknown
  %c = call ptr<i8> @calloc(#8, #1) type unknown
  %d = call ptr<i8> @calloc(#8, #1) type unknown
  %e = call ptr<i8> @calloc(#8, #1) type unknown
  store %a, %b
  store %b, %c
  store %c, %d
  store %d, %e
  call void @done(%a) type unknown
  return
}
)",
     ""},
    {"perhaps written into a cell, among too many outcomes", R"(
function @clear(%a ptr<i8>, %n i32) result i32 {
b0:
  switch %n [0, 1, 2, 3, 4, 5, 6, 7] -> b9, b1, b2, b3, b4, b5, b6, b7, b8
b1:
  %e0 = element ptr<i8> %a, #0 x 1
  store %e0, null
  return #0
b2:
  %e1 = element ptr<i8> %a, #8 x 1
  store %e1, null
  return #1
b3:
  %e2 = element ptr<i8> %a, #16 x 1
  store %e2, null
  return #2
b4:
  %e3 = element ptr<i8> %a, #24 x 1
  store %e3, null
  return #3
b5:
  %e4 = element ptr<i8> %a, #32 x 1
  store %e4, null
  return #4
b6:
  %e5 = element ptr<i8> %a, #40 x 1
  store %e5, null
  return #5
b7:
  %e6 = element ptr<i8> %a, #48 x 1
  store %e6, null
  return #6
b8:
  %e7 = element ptr<i8> %a, #56 x 1
  store %e7, null
  return #7
b9:
  call void @abort() type unknown
  unreachable
}
function @f() result void {
  var $0 local [64 x i8]
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  call void @free(%p) type unknown
  %r = call i32 @clear(%s, #1) type unknown
  %q = load ptr<i8> %s
  %x = load i32 %q
  return
}
)",
     "f use-after-free p load\n"},
    {"perhaps kept in a cell, among too many outcomes", R"(
function @put(%a ptr<i8>, %p ptr<i8>, %n i32) result i32 {
b0:
  switch %n [0, 1, 2, 3, 4, 5, 6, 7] -> b9, b1, b2, b3, b4, b5, b6, b7, b8
b1:
  %e0 = element ptr<i8> %a, #0 x 1
  store %e0, %p
  return #0
b2:
  %e1 = element ptr<i8> %a, #8 x 1
  store %e1, %p
  return #1
b3:
  %e2 = element ptr<i8> %a, #16 x 1
  store %e2, %p
  return #2
b4:
  %e3 = element ptr<i8> %a, #24 x 1
  store %e3, %p
  return #3
b5:
  %e4 = element ptr<i8> %a, #32 x 1
  store %e4, %p
  return #4
b6:
  %e5 = element ptr<i8> %a, #40 x 1
  store %e5, %p
  return #5
b7:
  %e6 = element ptr<i8> %a, #48 x 1
  store %e6, %p
  return #6
b8:
  %e7 = element ptr<i8> %a, #56 x 1
  store %e7, %p
  return #7
b9:
  call void @abort() type unknown
  unreachable
}
function @f() result void {
  var $0 local [64 x i8]
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  %r = call i32 @put(%s, %p, #1) type unknown
  %e = element ptr<i8> %s, #8 x 1
  %q = load ptr<i8> %e
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"something unknown is written over it", R"(
function @set(%h ptr<i8>) result void {
b0:
  %x = call ptr<i8> @mystery() type unknown
  store %h, %x
  return
}
function @f() result void {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  call void @set(%s) type unknown
  return
}
function @g() result void {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  call void @set(%s) type unknown
  call void @free(%p) type unknown
  %q = load ptr<i8> %s
  %x = load i32 %q
  return
}
)",
     ""},
    {"some number that is not zero is written", R"(
function @set(%h ptr<i32>) result void {
b0:
  %x = call i32 @mystery() type unknown
  %t = compare eq u1 %x, #0
  branch %t -> b1, b2
b1:
  call void @abort() type unknown
  unreachable
b2:
  store %h, %x
  return
}
function @f() result void {
  var $0 local i32
b0:
  %s = slot ptr<i32> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @set(%s) type unknown
  %x = load i32 %s
  %t = compare eq u1 %x, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatBehaviours, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
