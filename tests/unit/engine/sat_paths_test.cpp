// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which paths does the sat engine follow?  Tests of null and of numbers that
// agree or not, results that are lost or handed on, and where paths end: at
// exit, in main, at a use of null.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatPaths : public testing::TestWithParam<Row> {};

TEST_P(SatPaths, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"never freed", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
}
)",
     "f leak p return\n"},
    {"freed", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"returned", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return %p
}
)",
     ""},
    {"freed if not null", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare ne u1 %p, null
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
)",
     ""},
    {"lost on the error path only", R"(
function @f(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare slt u1 %n, #0
  branch %t -> b1, b2
b1:
  return null
b2:
  return %p
}
)",
     "f leak p return\n"},
    {"two tests of one number agree", R"(
function @f(%n i32) result void {
b0:
  %t = compare sgt u1 %n, #9
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b3
b2:
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %p], [b2: null]
  %u = compare sge u1 %n, #10
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     ""},
    {"two tests of one number disagree", R"(
function @f(%n i32) result void {
b0:
  %t = compare sgt u1 %n, #9
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b3
b2:
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %p], [b2: null]
  %u = compare sgt u1 %n, #10
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     "f leak p return\n"},
    {"a buffer on the stack or on the heap", R"(
function @f(%n i32) result void {
  var $1 buffer [10 x i8]
b0:
  %s = slot ptr<i8> $1
  %t = compare slt u1 %n, #10
  branch %t -> b1, b2
b1:
  branch -> b3
b2:
  %p = call ptr<i8> @malloc(%n) type unknown
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %s], [b2: %p]
  %u = compare ne u1 %q, %s
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     ""},
    {"given to unknown code", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @mystery(%p) type unknown
  return
}
)",
     ""},
    {"only read by a known function", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @strdup(null) type unknown
  %n = call u64 @strlen(%p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"overwritten by realloc", R"(
function @f(%n i32) result void {
  var $1 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  assign $1, %q
  call void @free(%q) type unknown
  return
}
)",
     "f leak p assign\n"},
    {"realloc handled", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %q, null
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"the process ends", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @exit(#1) noreturn type unknown
  unreachable
}
)",
     ""},
    {"main holds it to the end", R"(
function @main() result i32 {
  var $0 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  assign $0, %p
  return #0
}
)",
     ""},
    {"main loses it before", R"(
function @main() result i32 {
  var $0 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  assign $0, %p
  assign $0, null
  return #0
}
)",
     "main leak p assign\n"},
    {"a dereference proves it was not null", R"(
function @f(%s ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, #0
  %t = compare eq u1 %s, null
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"nothing comes after the use of null", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = load i8 null
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatPaths, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
