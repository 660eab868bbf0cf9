// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a caller know which outcome of a callee happened?  By the result, by
// an argument, by a comparison of two; and where nobody can tell, the object is
// out of danger.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatOutcomes : public testing::TestWithParam<Row> {};

TEST_P(SatOutcomes, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"fresh in an out-parameter on success", R"(
function @s(%out ptr<ptr<i8>>) result i32 {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return #-1
b2:
  store %out, %p
  return #0
}
function @f() result void {
  var $0 x ptr<i8>
b0:
  %x = slot ptr<ptr<i8>> $0
  %r = call i32 @s(%x) type unknown
  %t = compare ne u1 %r, #0
  branch %t -> b1, b2
b1:
  return
b2:
  %n = call i32 @mystery() type unknown
  %u = compare eq u1 %n, #0
  branch %u -> b3, b4
b3:
  return
b4:
  %p = load ptr<i8> %x
  call void @free(%p) type unknown
  return
}
)",
     "f leak r return\n"},
    {"frees on failure only", R"(
function @s(%p ptr<i8>) result i32 {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return #0
b2:
  call void @free(%p) type unknown
  return #-1
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %r = call i32 @s(%p) type unknown
  %t = compare slt u1 %r, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"new just when an argument is given", R"(
function @s(%out ptr<ptr<i8>>, %text ptr<i8>) result void {
b0:
  %t = compare eq u1 %text, null
  branch %t -> b1, b2
b1:
  store %out, null
  return
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %out, %p
  return
}
function @f(%text ptr<i8>) result void {
  var $1 p ptr<i8>
b0:
  %at = slot ptr<ptr<i8>> $1
  call void @s(%at, null) type unknown
  return
}
)",
     ""},
    {"the result is one of a set of codes", R"(
function @s(%p ptr<i8>) result i32 {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return #1
b2:
  %u = compare eq u1 %n, #1
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  return #3
b4:
  return #2
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %r = call i32 @s(%p) type unknown
  %t = compare eq u1 %r, #2
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
)",
     ""},
    {"a caller mistakes one code for another", R"(
function @s(%p ptr<i8>) result i32 {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return #1
b2:
  %u = compare eq u1 %n, #1
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  return #3
b4:
  return #2
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %r = call i32 @s(%p) type unknown
  %t = compare eq u1 %r, #3
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
function @k() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %r = call i32 @s(%p) type unknown
  %t = compare sge u1 %r, #2
  branch %t -> b1, b2
b1:
  return
b2:
  return
}
)",
     "f double-free p call\nk leak p return\n"},
    {"freed unless it is the other argument", R"(
function @s(%p ptr<i8>, %q ptr<i8>) result void {
b0:
  %t = compare ne u1 %p, %q
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
function @f(%n i32) result void {
  var $1 buffer [10 x i8]
b0:
  %b = slot ptr<i8> $1
  %t = compare slt u1 %n, #10
  branch %t -> b1, b2
b1:
  branch -> b3
b2:
  %p = call ptr<i8> @malloc(%n) type unknown
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %b], [b2: %p]
  call void @s(%q, %b) type unknown
  return
}
function @k() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%p, %p) type unknown
  return
}
)",
     "k leak p return\n"},
    {"freed while one number is below another", R"(
function @s(%p ptr<i8>, %n i32, %m i32) result void {
b0:
  %t = compare slt u1 %n, %m
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
function @f(%n i32, %m i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%p, %n, %m) type unknown
  %t = compare sge u1 %n, %m
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
function @k(%n i32, %m i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%p, %n, %m) type unknown
  %t = compare sgt u1 %n, %m
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
)",
     "k leak p return\n"},
    {"freed or not, and nobody can tell", R"(
function @s(%p ptr<i8>) result void {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%p) type unknown
  return
}
)",
     ""},
    {"handed out or not, and nobody can tell", R"(
function @s(%out ptr<ptr<i8>>) result void {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %out, %p
  branch -> b2
b2:
  return
}
function @f() result void {
  var $0 x ptr<i8>
b0:
  %x = slot ptr<ptr<i8>> $0
  call void @s(%x) type unknown
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  %p = load ptr<i8> %x
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatOutcomes, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
