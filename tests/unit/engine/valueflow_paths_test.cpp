// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of guards and slices: branches, loops, memory.

#include "valueflow_rows.h"

namespace wt::valueflow {
namespace {

const Row kRows[] = {
    {"never freed", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  return
}
)",
     "f leak p return\n"},
    {"freed", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
)",
     ""},
    {"freed on one branch only", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p)
  branch -> b2
b2:
  return
}
)",
     "f leak p return\n"},
    {"freed on both branches, once through memory",
     R"(function @f(%n i32) result void {
  var $1 a ptr<i8>
b0:
  %s = slot ptr<ptr<i8>> $1
  %p = call ptr<i8> @malloc(#8)
  store %s, %p
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  %q = load ptr<i8> %s
  call void @free(%q)
  branch -> b3
b2:
  call void @free(%p)
  branch -> b3
b3:
  return
}
)",
     ""},
    {"the failure is no leak", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p)
  return
}
)",
     ""},
    {"one test decides twice", R"(function @f(%n i32) result void {
b0:
  %t = compare sgt u1 %n, #64
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b2
b2:
  %q = phi ptr<i8> [b0: null], [b1: %p]
  %u = compare sle u1 %n, #64
  branch %u -> b4, b3
b3:
  call void @free(%q)
  branch -> b4
b4:
  return
}
)",
     ""},
    {"a local buffer instead", R"(function @f(%n i32) result void {
  var $1 small [64 x i8]
b0:
  %s = slot ptr<i8> $1
  %t = compare sgt u1 %n, #64
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b2
b2:
  %q = phi ptr<i8> [b0: %s], [b1: %p]
  %u = compare eq u1 %q, %s
  branch %u -> b4, b3
b3:
  call void @free(%q)
  branch -> b4
b4:
  return
}
)",
     ""},
    {"freed in the next round, and a flag knows",
     R"(function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %first = phi i32 [b0: #1], [b3: #0], [b4: %first]
  %held = phi ptr<i8> [b0: null], [b3: %p], [b4: null]
  %i = phi i32 [b0: #0], [b3: %j], [b4: %k]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b5
b2:
  %u = compare ne u1 %first, #0
  branch %u -> b3, b4
b3:
  %p = call ptr<i8> @malloc(#8)
  %j = binop add i32 %i, #1
  branch -> b1
b4:
  call void @free(%held)
  %k = binop add i32 %i, #1
  branch -> b1
b5:
  call void @free(%held)
  return
}
)",
     ""},
    {"overwritten in the next round", R"(function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %held = phi ptr<i8> [b0: null], [b2: %p]
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %p = call ptr<i8> @malloc(#8)
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  call void @free(%held)
  return
}
)",
     "f leak p return\n"},
    {"a field tells whether it was made",
     R"(function @f(%o ptr<%counted>) result void {
b0:
  %a = field ptr<i32> %o (%counted, 1) +8
  %x = load i32 %a
  %t = compare ne u1 %x, #0
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b2
b2:
  %q = phi ptr<i8> [b0: null], [b1: %p]
  %y = load i32 %a
  %u = compare ne u1 %y, #0
  branch %u -> b3, b4
b3:
  call void @free(%q)
  branch -> b4
b4:
  return
}
)",
     ""},
    {"some bits decide", R"(function @f(%n i32) result void {
b0:
  %a = binop and i32 %n, #3
  %t = compare eq u1 %a, #3
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b2
b2:
  %q = phi ptr<i8> [b0: null], [b1: %p]
  %b = binop and i32 %n, #1
  %u = compare ne u1 %b, #0
  branch %u -> b3, b4
b3:
  call void @free(%q)
  branch -> b4
b4:
  return
}
)",
     ""},
    {"returned", R"(function @f(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8)
  return %p
}
)",
     ""},
    {"stored in a global", R"(function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  store @@g, %p
  return
}
)",
     ""},
};

class ValueFlowPaths : public testing::TestWithParam<Row> {};
TEST_P(ValueFlowPaths, Finds) { expect_findings(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Rules, ValueFlowPaths, testing::ValuesIn(kRows),
                         plain_name);

} // namespace
} // namespace wt::valueflow
