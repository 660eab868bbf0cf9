// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the sat engine say of objects that loops make, keep and free?
// Loops are unrolled a few times: rows here would be wrong without the rounds
// after, or with a loop that cannot be left.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatLoops : public testing::TestWithParam<Row> {};

TEST_P(SatLoops, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"all elements freed", R"(
function @f(%n i32, %a ptr<ptr<i8>>) result void {
  var $2 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $2
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  %e = element ptr<ptr<i8>> %s, %i x 8
  store %e, %p
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  %k = phi i32 [b1: #0], [b4: %l]
  %u = compare slt u1 %k, %n
  branch %u -> b4, b5
b4:
  %d = element ptr<ptr<i8>> %s, %k x 8
  %q = load ptr<i8> %d
  call void @free(%q) type unknown
  %l = binop add i32 %k, #1
  branch -> b3
b5:
  return
}
)",
     ""},
    {"lost in every round", R"(
function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  return
}
)",
     "f leak p return\n"},
    {"code after a long loop is reached", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, #10000
  branch %t -> b2, b3
b2:
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  %q = call ptr<i8> @malloc(#8) type unknown
  return
}
)",
     "f leak p return\nf leak q return\n"},
    {"freed somewhere in a long loop", R"(
function @f() result void {
  var $0 array [10000 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = element ptr<ptr<i8>> %s, #77 x 8
  store %at, %p
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, #10000
  branch %t -> b2, b3
b2:
  %d = element ptr<ptr<i8>> %s, %i x 8
  %q = load ptr<i8> %d
  call void @free(%q) type unknown
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  return
}
)",
     ""},
    {"the last round's value is used after the loop", R"(
function @f() result ptr<i8> {
b0:
  branch -> b1
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  %n = call i32 @mystery() type unknown
  %t = compare slt u1 %n, #0
  branch %t -> b2, b3
b2:
  call void @free(%p) type unknown
  branch -> b1
b3:
  return %p
}
)",
     ""},
    {"a list is built and freed", R"(
function @f(%n i32) result void {
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
  branch -> b5
b5:
  %x = phi ptr<i8> [b4: %head], [b6: %next]
  %u = compare ne u1 %x, null
  branch %u -> b6, b7
b6:
  %nx = field ptr<ptr<i8>> %x (unknown) +8
  %next = load ptr<i8> %nx
  call void @free(%x) type unknown
  branch -> b5
b7:
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatLoops, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
