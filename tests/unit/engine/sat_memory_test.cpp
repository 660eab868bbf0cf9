// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds an object?  Globals, fields, locals, other objects, tagged and
// interior pointers; copies of blocks; indices that are the same or may be.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatMemory : public testing::TestWithParam<Row> {};

TEST_P(SatMemory, Finds) { expect_findings(GetParam()); }

const Row kRows[] = {
    {"stored in a global, a parameter's field, a local", R"(
function @f(%out ptr<i8>) result void {
  var $1 local ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store @@g, %p
  %q = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %out (unknown) +16
  store %at, %q
  %r = call ptr<i8> @malloc(#8) type unknown
  %l = slot ptr<ptr<i8>> $1
  store %l, %r
  return
}
)",
     "f leak r return\n"},
    {"freed through memory", R"(
function @f() result void {
  var $0 local ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %l = slot ptr<ptr<i8>> $0
  store %l, %p
  %q = load ptr<i8> %l
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"the owner is freed, its field is not", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  call void @free(%p) type unknown
  return
}
)",
     "f leak q call\n"},
    {"a cycle is lost", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  store %q, %p
  return
}
)",
     "f leak p return\nf leak q return\n"},
    {"a chain hangs on the result", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  return %p
}
)",
     ""},
    {"an interior pointer holds the object", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %q = field ptr<i8> %p (unknown) +8
  return %q
}
)",
     ""},
    {"a tagged pointer holds the object", R"(
function @f() result u64 {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %n = cast ptrtoint u64 %p
  %one = cast zext u64 #1
  %m = binop or u64 %n, %one
  return %m
}
)",
     ""},
    {"what a grown array held", R"(
function @f(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %x = call ptr<i8> @malloc(#8) type unknown
  store %p, %x
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %q, null
  branch %t -> b1, b2
b1:
  %y = load ptr<i8> %p
  call void @free(%y) type unknown
  call void @free(%p) type unknown
  return null
b2:
  return %q
}
)",
     ""},
    {"blocks of memory are copied", R"(
function @f(%out ptr<i8>) result void {
  var $1 local [16 x i8]
b0:
  %l = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %l (unknown) +8
  store %at, %p
  memcopy %out, %l, #16
  return
}
function @k(%out ptr<i8>) result void {
  var $1 local [16 x i8]
b0:
  %l = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %l (unknown) +8
  store %at, %p
  memcopy %out, %l, #8
  return
}
)",
     "k leak p return\n"},
    {"an index that is the same both times", R"(
function @f(%n i32) result void {
  var $1 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %a = element ptr<ptr<i8>> %s, %n x 8
  store %a, %p
  %b = element ptr<ptr<i8>> %s, %n x 8
  %q = load ptr<i8> %b
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"an index that may be another", R"(
function @f(%n i32, %m i32) result void {
  var $2 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $2
  %p = call ptr<i8> @malloc(#8) type unknown
  %a = element ptr<ptr<i8>> %s, %n x 8
  store %a, %p
  %b = element ptr<ptr<i8>> %s, %m x 8
  %q = load ptr<i8> %b
  call void @free(%q) type unknown
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatMemory, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
