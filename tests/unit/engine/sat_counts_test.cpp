// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are counted references followed?  A constructor sets one, `ref` and `unref`
// count, the last `unref` frees; of a count that nobody knows nothing is said.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatCounts : public testing::TestWithParam<Row> {};

TEST_P(SatCounts, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"all references are given back", R"(
function @make() result ptr<%counted> {
b0:
  %p = call ptr<%counted> @malloc(#16) type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return null
b2:
  %at = field ptr<i32> %p (unknown) +8
  store %at, #1
  return %p
}
function @ref(%p ptr<%counted>) result void {
b0:
  %at = field ptr<i32> %p (unknown) +8
  %n = load i32 %at
  %m = binop add i32 %n, #1
  store %at, %m
  return
}
function @unref(%p ptr<%counted>) result void {
b0:
  %at = field ptr<i32> %p (unknown) +8
  %n = load i32 %at
  %m = binop add i32 %n, #-1
  store %at, %m
  %t = compare eq u1 %m, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
function @f() result void {
b0:
  %p = call ptr<%counted> @make() type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return
b2:
  call void @unref(%p) type unknown
  return
}
function @k() result void {
b0:
  %p = call ptr<%counted> @make() type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return
b2:
  call void @ref(%p) type unknown
  call void @unref(%p) type unknown
  call void @unref(%p) type unknown
  return
}
function @from_outside(%p ptr<%counted>) result void {
b0:
  call void @unref(%p) type unknown
  call void @unref(%p) type unknown
  return
}
)",
     ""},
    {"a reference is not given back", R"(
function @make() result ptr<%counted> {
b0:
  %p = call ptr<%counted> @malloc(#16) type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return null
b2:
  %at = field ptr<i32> %p (unknown) +8
  store %at, #1
  return %p
}
function @ref(%p ptr<%counted>) result void {
b0:
  %at = field ptr<i32> %p (unknown) +8
  %n = load i32 %at
  %m = binop add i32 %n, #1
  store %at, %m
  return
}
function @unref(%p ptr<%counted>) result void {
b0:
  %at = field ptr<i32> %p (unknown) +8
  %n = load i32 %at
  %m = binop add i32 %n, #-1
  store %at, %m
  %t = compare eq u1 %m, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
function @f() result void {
b0:
  %p = call ptr<%counted> @make() type unknown
  return
}
function @k() result void {
b0:
  %p = call ptr<%counted> @make() type unknown
  %z = compare eq u1 %p, null
  branch %z -> b1, b2
b1:
  return
b2:
  call void @ref(%p) type unknown
  call void @unref(%p) type unknown
  return
}
)",
     "f leak p return\nk leak p return\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatCounts, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
