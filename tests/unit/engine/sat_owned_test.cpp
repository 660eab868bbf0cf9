// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When does a function lose what was there before it?  A cell must be known to
// own (summary/owned_cells.h), what is there must have been seen alive, and
// nobody else may have it when it is overwritten or its holder is freed.
//
// Each row is @f, between functions that make and free what is in the field
// `name`, and others that show something else about the field.

#include "sat_rows.h"

namespace wt::sat {
namespace {

// @make and @done: the field owns.
const std::string kOwner = R"(
function @make(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %c = call ptr<i8> @strdup(%s) type unknown
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  store %a, %c
  return
}
)";
const std::string kFreer = R"(
function @done(%p ptr<%counted>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %c = load ptr<i8> %a
  call void @free(%c) type unknown
  store %a, null
  return
}
)";
// Looks at the old name, and replaces it.
const std::string kReplace = R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  %new = call ptr<i8> @strdup(%s) type unknown
  store %a, %new
  return
}
)";

struct OwnedRow {
  const char *name;
  std::string program;
  const char *findings;
};

void PrintTo(const OwnedRow &row, std::ostream *out) { *out << row.name; }

class SatOwned : public testing::TestWithParam<OwnedRow> {};

TEST_P(SatOwned, Finds) {
  const OwnedRow &row = GetParam();
  expect_findings({row.name, row.program.c_str(), row.findings});
}

const OwnedRow kRows[] = {
    {"overwritten", kOwner + kFreer + kReplace, "f leak old store\n"},
    {"nobody ever frees it", kOwner + kReplace, ""},
    {"a borrowed pointer may be there", kOwner + kFreer + kReplace + R"(
function @lend(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  store %a, %s
  return
}
)",
     ""},
    {"it is held elsewhere too", kOwner + kFreer + kReplace + R"(
function @publish(%p ptr<%counted>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %c = load ptr<i8> %a
  store @@g, %c
  return
}
)",
     ""},
    {"somebody gets it as a result", kOwner + kFreer + kReplace + R"(
function @name(%p ptr<%counted>) result ptr<i8> {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %c = load ptr<i8> %a
  return %c
}
)",
     ""},
    {"the record is copied", kOwner + kFreer + kReplace + R"(
function @copy(%p ptr<%counted>, %q ptr<%counted>) result void {
b0:
  memcopy %p, %q, #16
  return
}
)",
     ""},
    {"its address is kept", kOwner + kFreer + kReplace + R"(
function @watch(%p ptr<%counted>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  call void @mystery(%a) type unknown
  return
}
)",
     ""},
    {"a local has its address", kOwner + kFreer + kReplace + R"(
function @look(%p ptr<%counted>) result u64 {
  var $1 place ptr<ptr<i8>>
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  assign $1, %a
  %c = load ptr<i8> %a
  %n = call u64 @strlen(%c) type unknown
  return %n
}
)",
     "f leak old store\n"},
    {"nobody looked whether it was alive", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %new = call ptr<i8> @strdup(%s) type unknown
  store %a, %new
  return
}
)",
     "f leak old unknown\n"},
    {"compared with null", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %t = compare eq u1 %old, null
  %new = call ptr<i8> @strdup(%s) type unknown
  store %a, %new
  return
}
)",
     "f leak old store\n"},
    {"freed first", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  call void @done(%p) type unknown
  %new = call ptr<i8> @strdup(%s) type unknown
  store %a, %new
  return
}
)",
     ""},
    {"unknown code may have freed it", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  call void @mystery(%p) type unknown
  %new = call ptr<i8> @strdup(%s) type unknown
  store %a, %new
  return
}
)",
     ""},
    {"put back", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  store %a, null
  store %a, %old
  return
}
)",
     ""},
    {"its holder is freed", kOwner + kFreer + R"(
function @f(%p ptr<%counted>, %s ptr<i8>) result void {
b0:
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f leak old call\n"},
    {"its holder is resized", kOwner + kFreer + R"(
function @f(%h ptr<ptr<%counted>>, %s ptr<i8>) result void {
b0:
  %p = load ptr<%counted> %h
  %a = field ptr<ptr<i8>> %p (%counted, 0) +0
  %old = load ptr<i8> %a
  %n = call i32 @strcmp(%old, %s) type unknown
  %q = call ptr<%counted> @realloc(%p, #32) type unknown
  %z = compare eq u1 %q, null
  branch %z -> b1, b2
b1:
  return
b2:
  store %h, %q
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatOwned, testing::ValuesIn(kRows), plain_name);

} // namespace
} // namespace wt::sat
