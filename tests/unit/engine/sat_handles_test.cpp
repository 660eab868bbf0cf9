// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are descriptors followed?  They are numbers: failed below zero, closed by
// value, stored in cells of four bytes.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatHandles : public testing::TestWithParam<Row> {};

TEST_P(SatHandles, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"a descriptor", R"(
function @f() result i32 {
b0:
  %d = call i32 @open(null, #0) type unknown
  %t = compare slt u1 %d, #0
  branch %t -> b1, b2
b1:
  return #1
b2:
  %n = call i32 @mystery() type unknown
  %u = compare eq u1 %n, #0
  branch %u -> b3, b4
b3:
  return #2
b4:
  call i32 @close(%d) type unknown
  return #0
}
)",
     "f resource-leak d return\n"},
    {"a failed descriptor is minus one", R"(
function @f() result i32 {
b0:
  %d = call i32 @open(null, #0) type unknown
  %t = compare eq u1 %d, #-1
  branch %t -> b1, b2
b1:
  return #1
b2:
  call i32 @close(%d) type unknown
  return #0
}
)",
     ""},
    {"a descriptor is closed by its number", R"(
function @s(%d i32) result void {
b0:
  %x = call i32 @close(%d) type unknown
  return
}
function @f(%n ptr<i8>) result void {
b0:
  %d = call i32 @open(%n, #0) type unknown
  call void @s(%d) type unknown
  return
}
)",
     ""},
    {"a descriptor is stored", R"(
function @s(%p ptr<i32>, %d i32) result void {
b0:
  store %p, %d
  return
}
function @f(%n ptr<i8>, %p ptr<i32>) result void {
b0:
  %d = call i32 @open(%n, #0) type unknown
  call void @s(%p, %d) type unknown
  return
}
)",
     ""},
    {"a descriptor in a field is closed", R"(
function @s(%p ptr<i8>) result void {
b0:
  %at = field ptr<i32> %p (unknown) +4
  %d = load i32 %at
  %x = call i32 @close(%d) type unknown
  return
}
function @f(%n ptr<i8>) result void {
  var $1 local [8 x i8]
b0:
  %p = slot ptr<i8> $1
  %d = call i32 @open(%n, #0) type unknown
  %at = field ptr<i32> %p (unknown) +4
  store %at, %d
  call void @s(%p) type unknown
  return
}
function @k(%n ptr<i8>) result void {
  var $1 local [8 x i8]
b0:
  %p = slot ptr<i8> $1
  %d = call i32 @open(%n, #0) type unknown
  store %p, %d
  call void @s(%p) type unknown
  return
}
)",
     "k resource-leak d return\n"},
    {"one of two descriptors is closed", R"(
function @s(%p ptr<i8>) result void {
b0:
  %d = load i32 %p
  %x = call i32 @close(%d) type unknown
  return
}
function @f(%n ptr<i8>) result void {
  var $1 local [8 x i8]
b0:
  %p = slot ptr<i8> $1
  %d = call i32 @open(%n, #0) type unknown
  store %p, %d
  %e = call i32 @open(%n, #0) type unknown
  %at = field ptr<i32> %p (unknown) +4
  store %at, %e
  call void @s(%p) type unknown
  return
}
)",
     "f resource-leak e return\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatHandles, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
