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
