// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instruction lets the last reference go, and how?  Also when it is done
// by a callee, by an operation on blocks of memory, or after the holder moved.

#include "sat_rows.h"

namespace wt::sat {
namespace {

class SatLosses : public testing::TestWithParam<Row> {};

// "function site lost by instruction: reason" per line.
std::string losses_of(const test::ProgramText &text,
                      const test::BottomUp &run) {
  std::string out;
  for (const Verdict &verdict : run.verdicts) {
    if (verdict.answer != Verdict::Answer::kLeaks)
      continue;
    std::string function(
        text.program->procedures()[verdict.site.procedure].name);
    const ir::Function &body = text.program->body(verdict.site.procedure);
    out += function + " " + text.name(function, verdict.site.value);
    for (ir::ValueId at : verdict.losing) {
      bool is_named = body.insts[at].op == ir::Op::kCall;
      out += " " + (is_named ? text.name(function, at)
                             : std::string(ir::name_of(body.insts[at].op)));
    }
    out += ": " + verdict.reason + "\n";
  }
  return out;
}

TEST_P(SatLosses, AreExplained) {
  const Row &row = GetParam();
  static const std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(row.program, kDeclarations);
  ASSERT_TRUE(text.program);
  Facts known = facts(*text.program, *all);
  auto engine = make_engine(known, {}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(losses_of(text, run), row.findings)
      << text.source << behaviours_of(known);
  check_witnesses(text, *all, run);
}

const Row kRows[] = {
    {"a callee stores null over it", R"(
function @clear(%h ptr<i8>) result i32 {
b0:
  store %h, null
  return #0
}
function @f(%n i32) result i32 {
  var $1 local ptr<i8>
b0:
  %s = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(%n) type unknown
  store %s, %p
  %c = call i32 @clear(%s) type unknown
  %d = call i32 @clear(%s) type unknown
  return #0
}
)",
     "f p c: it is overwritten\n"},
    {"a callee stores a new one over it", R"(
function @make(%h ptr<i8>) result i32 {
b0:
  %m = call ptr<i8> @malloc(#8) type unknown
  store %h, %m
  return #0
}
function @f() result i32 {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %a = call i32 @make(%s) type unknown
  %b = call i32 @make(%s) type unknown
  %p = load ptr<i8> %s
  call void @free(%p) type unknown
  return #0
}
)",
     "f a b: it is overwritten\n"},
    {"a callee puts it into a variable that is left", R"(
function @make(%h ptr<i8>) result i32 {
b0:
  %m = call ptr<i8> @malloc(#8) type unknown
  store %h, %m
  return #0
}
function @f() result i32 {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %a = call i32 @make(%s) type unknown
  return #0
}
)",
     "f a return: it is not freed before the function returns\n"},
    {"only the callee that runs overwrites it", R"(
function @clear(%h ptr<i8>, %n i32) result i32 {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return #0
b2:
  store %h, null
  return #1
}
function @f() result i32 {
  var $0 local ptr<i8>
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  %c = call i32 @clear(%s, #0) type unknown
  %d = call i32 @clear(%s, #1) type unknown
  return #0
}
)",
     "f p d: it is overwritten\n"},
    {"memset over the holder", R"(
function @f() result i32 {
  var $0 local [16 x i8]
b0:
  %s = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  memfill %s, #0, #16
  return #0
}
)",
     "f p memfill: it is overwritten\n"},
    {"another block is copied over the holder", R"(
function @f(%from ptr<i8>) result i32 {
  var $1 local [16 x i8]
b0:
  %s = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  memcopy %s, %from, #16
  return #0
}
)",
     "f p memcopy: it is overwritten\n"},
    {"a copy of the holder holds it on", R"(
function @f() result i32 {
  var $0 local [16 x i8]
  var $1 local [16 x i8]
b0:
  %s = slot ptr<i8> $0
  %t = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  memcopy %t, %s, #16
  memfill %s, #0, #16
  store %t, null
  return #0
}
)",
     "f p store: it is overwritten\n"},
    {"the holder moves and is freed then", R"(
function @done(%h ptr<i8>) result i32 {
b0:
  call void @free(%h) type unknown
  return #0
}
function @f(%n i32) result i32 {
b0:
  %h = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %h, null
  branch %t -> b1, b2
b1:
  return #1
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %h, %p
  %m = call ptr<i8> @realloc(%h, #64) type unknown
  %u = compare eq u1 %m, null
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  call void @free(%h) type unknown
  return #1
b4:
  %d = call i32 @done(%m) type unknown
  return #0
}
)",
     "f p d: the object that holds it is freed\n"},
    {"the holder moves and is overwritten then", R"(
function @f(%out ptr<i8>) result i32 {
b0:
  %h = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %h, null
  branch %t -> b1, b2
b1:
  return #1
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %h, %p
  %m = call ptr<i8> @realloc(%h, #64) type unknown
  %u = compare eq u1 %m, null
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  call void @free(%h) type unknown
  return #1
b4:
  store %m, null
  store %out, %m
  return #0
}
)",
     "f p store: it is overwritten\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatLosses, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::sat
