// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a caller find in cells that a callee wrote, or in what it made? New
// objects in fields and lists, blocks that were resized, numbers that are known
// in part.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatCells : public testing::TestWithParam<Row> {};

TEST_P(SatCells, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"puts a new object into a field", R"(
function @s(%h ptr<i8>) result i32 {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %at = field ptr<ptr<i8>> %h (unknown) +8
  store %at, %p
  return #0
}
function @f() result void {
  var $0 local [16 x i8]
b0:
  %h = slot ptr<i8> $0
  %r = call i32 @s(%h) type unknown
  return
}
function @k() result void {
  var $0 local [16 x i8]
b0:
  %h = slot ptr<i8> $0
  %r = call i32 @s(%h) type unknown
  %at = field ptr<ptr<i8>> %h (unknown) +8
  %p = load ptr<i8> %at
  call void @free(%p) type unknown
  return
}
function @o(%h ptr<i8>) result void {
b0:
  %r = call i32 @s(%h) type unknown
  return
}
)",
     "f leak r return\n"},
    {"an old block of which nothing was asked", R"(
function @s(%p ptr<i8>, %n u64) result ptr<i8> {
b0:
  %r = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %r, null
  branch %t -> b1, b2
b1:
  %z = compare eq u1 %n, #0
  branch %z -> b2, b3
b2:
  return %r
b3:
  call void @abort() noreturn type unknown
  unreachable
}
function @f(%n u64) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @s(%p, %n) type unknown
  return %q
}
)",
     ""},
    {"a resized block still holds an object", R"(
function @s(%p ptr<i8>, %n u64) result ptr<i8> {
b0:
  %r = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %r, null
  branch %t -> b1, b2
b1:
  call void @abort() noreturn type unknown
  unreachable
b2:
  return %r
}
function @f(%n u64) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = call ptr<i8> @malloc(#8) type unknown
  store %p, %x
  %q = call ptr<i8> @s(%p, %n) type unknown
  return %q
}
function @k(%n u64) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = call ptr<i8> @malloc(#8) type unknown
  store %p, %x
  %q = call ptr<i8> @s(%p, %n) type unknown
  %y = load ptr<i8> %q
  call void @free(%y) type unknown
  call void @free(%q) type unknown
  return
}
function @m(%n u64) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = call ptr<i8> @malloc(#8) type unknown
  store %p, %x
  %q = call ptr<i8> @s(%p, %n) type unknown
  call void @free(%q) type unknown
  return
}
)",
     "m leak x call\n"},
    {"a callee makes one per round", R"(
function @s(%n i32) result ptr<i8> {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b3: %j]
  %head = phi ptr<i8> [b0: null], [b3: %p]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b4
b2:
  %p = call ptr<i8> @malloc(#16) type unknown
  %z = compare eq u1 %p, null
  branch %z -> b4, b3
b3:
  %at = field ptr<ptr<i8>> %p (unknown) +8
  store %at, %head
  %j = binop add i32 %i, #1
  branch -> b1
b4:
  return %head
}
function @f(%n i32) result void {
b0:
  %l = call ptr<i8> @s(%n) type unknown
  branch -> b1
b1:
  %x = phi ptr<i8> [b0: %l], [b2: %next]
  %u = compare ne u1 %x, null
  branch %u -> b2, b3
b2:
  %nx = field ptr<ptr<i8>> %x (unknown) +8
  %next = load ptr<i8> %nx
  call void @free(%x) type unknown
  branch -> b1
b3:
  return
}
)",
     ""},
    // Without dots a body cannot read them, so it does not keep them.
    {"more arguments than parameters", R"(
function @s(%format ptr<i8>) result void {
b0:
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(null, %p) type unknown
  return
}
function @k() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%p) type unknown
  return
}
)",
     "f leak p return\nk leak p return\n"},
    {"writes a number that is not zero", R"(
function @s(%out ptr<i32>) result void {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @abort() noreturn type unknown
  unreachable
b2:
  store %out, %n
  return
}
function @f() result void {
  var $0 x i32
b0:
  %x = slot ptr<i32> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%x) type unknown
  %n = load i32 %x
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
function @k() result void {
  var $0 x i32
b0:
  %x = slot ptr<i32> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%x) type unknown
  %n = load i32 %x
  %t = compare eq u1 %n, #1
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     "k leak p return\n"},
    {"a callee counts in a cell of its caller", R"(
function @s(%n ptr<i32>) result void {
b0:
  %a = load i32 %n
  %b = binop add i32 %a, #1
  store %n, %b
  return
}
function @f() result void {
  var $0 x i32
b0:
  %x = slot ptr<i32> $0
  store %x, #0
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(%x) type unknown
  call void @s(%x) type unknown
  %n = load i32 %x
  %t = compare eq u1 %n, #2
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatCells, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
