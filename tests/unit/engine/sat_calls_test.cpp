// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call of a function with a body do?  It is known by its inferred
// behaviour: it makes, frees, keeps, reads or returns its arguments, and may
// not come back.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatCalls : public testing::TestWithParam<Row> {};

TEST_P(SatCalls, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"a wrapper of malloc", R"(
function @s(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  return %p
}
function @f() result void {
b0:
  %p = call ptr<i8> @s(#8) type unknown
  return
}
)",
     "f leak p return\n"},
    {"a wrapper that never fails", R"(
function @s(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  call void @abort() noreturn type unknown
  unreachable
b2:
  return %p
}
)",
     ""},
    {"a function that only reads", R"(
function @s(%p ptr<i32>) result i32 {
b0:
  %x = load i32 %p
  return %x
}
function @f() result void {
b0:
  %p = call ptr<i32> @malloc(#8) type unknown
  %x = call i32 @s(%p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"frees its argument and a field", R"(
function @s(%p ptr<i8>) result void {
b0:
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  %at = field ptr<ptr<i8>> %p (unknown) +8
  %q = load ptr<i8> %at
  call void @free(%q) type unknown
  call void @free(%p) type unknown
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  %q = call ptr<i8> @malloc(#16) type unknown
  %at = field ptr<ptr<i8>> %p (unknown) +8
  store %at, %q
  %r = call ptr<i8> @malloc(#16) type unknown
  store %p, %r
  call void @s(%p) type unknown
  return
}
)",
     "f leak r call\n"},
    {"keeps its argument in a global", R"(
function @s(%p ptr<i8>) result void {
b0:
  store @@g, %p
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%p) type unknown
  return
}
)",
     ""},
    {"puts its argument into another", R"(
function @s(%list ptr<i8>, %p ptr<i8>) result void {
b0:
  %at = field ptr<ptr<i8>> %list (unknown) +8
  store %at, %p
  return
}
function @f() result void {
  var $0 list [16 x i8]
b0:
  %l = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%l, %p) type unknown
  return
}
function @k(%l ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%l, %p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"returns its argument", R"(
function @s(%p ptr<i8>) result ptr<i8> {
b0:
  return %p
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %q = call ptr<i8> @s(%p) type unknown
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"does not return", R"(
function @s() result void {
b0:
  call void @abort() noreturn type unknown
  unreachable
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s() type unknown
  return
}
)",
     ""},
    {"nor after a callee uses it", R"(
function @s(%p ptr<i8>) result void {
b0:
  %x = load i8 %p
  return
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(null) type unknown
  return
}
)",
     ""},
    {"frees a list in a loop", R"(
function @s(%l ptr<i8>) result void {
b0:
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
function @f() result void {
b0:
  %a = call ptr<i8> @malloc(#16) type unknown
  %aa = field ptr<ptr<i8>> %a (unknown) +8
  %b = call ptr<i8> @malloc(#16) type unknown
  %bb = field ptr<ptr<i8>> %b (unknown) +8
  store %aa, %b
  %c = call ptr<i8> @malloc(#16) type unknown
  %cc = field ptr<ptr<i8>> %c (unknown) +8
  store %bb, %c
  %d = call ptr<i8> @malloc(#16) type unknown
  %dd = field ptr<ptr<i8>> %d (unknown) +8
  store %cc, %d
  store %dd, null
  call void @s(%a) type unknown
  return
}
)",
     ""},
    {"a function pointer chosen on the way", R"(
function @ignore(%p ptr<i8>) result void {
b0:
  return
}
function @f(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  %d = select ptr<i8> %t, @ignore, @free
  %p = call ptr<i8> @malloc(#8) type unknown
  call void %d(%p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"both choices free", R"(
function @loud(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  return
}
function @f(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  %d = select ptr<i8> %t, @loud, @free
  %p = call ptr<i8> @malloc(#8) type unknown
  call void %d(%p) type unknown
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatCalls, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
