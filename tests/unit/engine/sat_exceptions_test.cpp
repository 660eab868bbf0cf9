// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do exceptions leave a function, and who frees what then?  Calls without
// a landing, cleanups, handlers by type and for all.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatExceptions : public testing::TestWithParam<Row> {};

TEST_P(SatExceptions, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"an exception leaves before the free", R"(
function @risky(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) throws type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f leak p call\n"},
    {"a landing frees", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing cleanup ptr<i8>
  call void @free(%p) type unknown
  rethrow %e
}
)",
     ""},
    {"the last typed handler catches", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing catch ptr<i8>
  %s = unknown i32 "exception selector"
  %t = unknown i32 "llvm.eh.typeid.for"
  %c = compare eq u1 %s, %t
  branch %c -> b3, b4
b3:
  %x = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  branch -> b1
b4:
  rethrow %e
}
)",
     ""},
    {"past a typed handler to one for all", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing catch ptr<i8>
  %s = unknown i32 "exception selector"
  %t = unknown i32 "llvm.eh.typeid.for"
  %c = compare eq u1 %s, %t
  branch %c -> b3, b4
b3:
  %x = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  branch -> b1
b4:
  %y = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  return
}
)",
     "f leak p return\n"},
    {"an unknown function is not taken to throw", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @mystery() throws type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatExceptions, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
