// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When is a release or a use wrong?  Freed twice, used afterwards, freed by the
// function of another family.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatFrees : public testing::TestWithParam<Row> {};

TEST_P(SatFrees, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"freed twice", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"freed on two different paths", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  %u = compare ne u1 %n, #0
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  branch -> b4
b4:
  return
}
)",
     ""},
    {"used after it was freed", R"(
function @f() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %p, #1
  call void @free(%p) type unknown
  %x = load i32 %p
  return %x
}
)",
     "f use-after-free p load\n"},
    {"used by a callee after it was freed", R"(
function @look(%p ptr<i8>) result i32 {
b0:
  %x = load i32 %p
  return %x
}
function @f() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %x = call i32 @look(%p) type unknown
  return %x
}
)",
     "f use-after-free p call\n"},
    {"used by the callee of a callee, unless it is null", R"(
function @length(%p ptr<i8>) result u64 {
b0:
  %n = call u64 @strlen(%p) type unknown
  return %n
}
function @look(%p ptr<i8>) result u64 {
b0:
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return #0
b2:
  %n = call u64 @length(%p) type unknown
  return %n
}
function @f() result u64 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %n = call u64 @look(%p) type unknown
  return %n
}
)",
     "f use-after-free p call\n"},
    {"what an object holds is used by a callee after it was freed", R"(
function @look(%h ptr<i8>) result i32 {
b0:
  %p = load ptr<i8> %h
  %x = load i32 %p
  return %x
}
function @f() result i32 {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  call void @free(%p) type unknown
  %x = call i32 @look(%s) type unknown
  return %x
}
)",
     "f use-after-free p call\n"},
    {"used by a callee when an argument says so", R"(
function @look2(%p ptr<i8>, %q ptr<i8>, %n i32) result i32 {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%q) type unknown
  return #0
b2:
  %x = load i32 %p
  return %x
}
function @f() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %x = call i32 @look2(%p, null, #1) type unknown
  return %x
}
function @g() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %x = call i32 @look2(%p, null, #0) type unknown
  return %x
}
)",
     "f use-after-free p call\n"},
    {"perhaps used by a callee", R"(
function @look(%p ptr<i8>) result i32 {
b0:
  %g = load ptr<i8> @@g
  %t = compare eq u1 %g, null
  branch %t -> b1, b2
b1:
  return #0
b2:
  %x = load i32 %p
  return %x
}
function @keep(%p ptr<i8>, %n i32) result i32 {
b0:
  %g = load ptr<i8> @@g
  %t = compare eq u1 %g, null
  branch %t -> b1, b2
b1:
  return #-1
b2:
  store @@g, null
  %x = load i32 %p
  return #0
}
function @f() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %x = call i32 @look(%p) type unknown
  %y = call i32 @keep(%p, #0) type unknown
  return %x
}
)",
     ""},
    {"used by a callee that frees it", R"(
function @done(%p ptr<i8>) result void {
b0:
  %x = load i32 %p
  store @@g, null
  call void @free(%p) type unknown
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  call void @done(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"used by a callee in the other branch", R"(
function @look(%p ptr<i8>) result i32 {
b0:
  %x = load i32 %p
  return %x
}
function @f(%n i32) result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return #0
b2:
  %x = call i32 @look(%p) type unknown
  call void @free(%p) type unknown
  return %x
}
)",
     ""},
    {"a parameter freed twice", R"(
function @f(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"the wrong releaser", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @fopen(null, null) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f mismatched-free p call\n"},
    {"a modelled function reads its argument", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %n = call u64 @strlen(%p) type unknown
  return
}
)",
     "f use-after-free p call\n"},
    {"the family depends on what the callee sees", R"(
function @s(%p ptr<i8>) result void {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %r = call i32 @fclose(%p) type unknown
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @fopen(null, null) type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return
b2:
  call void @s(%p) type unknown
  return
}
)",
     ""},
    {"a callee reads it to decide", R"(
function @s(%p ptr<i32>, %q ptr<i8>) result void {
b0:
  %n = load i32 %p
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%q) type unknown
  branch -> b2
b2:
  return
}
function @f(%q ptr<i8>) result void {
b0:
  %p = call ptr<i32> @malloc(#8) type unknown
  store %p, #0
  call void @free(%p) type unknown
  call void @s(%p, %q) type unknown
  return
}
function @k(%q ptr<i8>) result void {
b0:
  %p = call ptr<i32> @malloc(#8) type unknown
  store %p, #0
  call void @s(%p, %q) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f use-after-free p call\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatFrees, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
