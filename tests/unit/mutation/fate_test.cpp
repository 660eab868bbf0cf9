// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can anybody else hold on to %p of f?  One row per rule of fate.h.

#include "maker.h"

namespace wt::mutation::test {
namespace {

struct Row {
  const char *name;
  const char *body; // of f, behind `%p = call ptr<i8> @malloc(#8)`
  const char *fate; // "stays", "returned", or why it is kept
  const char *others = "";
};

class FateTest : public testing::TestWithParam<Row> {};

TEST_P(FateTest, Rows) {
  const Row &row = GetParam();
  Small small(std::string(row.others) +
              "function @f(%q ptr<ptr<i8>>) result ptr<i8> {\n"
              "  var $1 x ptr<i8>\n"
              "b0:\n"
              "  %s = slot ptr<ptr<i8>> $1\n"
              "  %p = call ptr<i8> @malloc(#8)\n" +
              row.body + "}\n");
  Calls calls(*small.text.program, *small.models);
  Fates fates(calls);
  Fate fate = fates.of(small.procedure("f"), {small.value("f", "p"), {}});
  std::string said = !fate.kept.empty() ? fate.kept
                     : fate.is_returned ? "returned"
                                        : "stays";
  EXPECT_EQ(said, row.fate);
}

constexpr char kReader[] = "function @reader(%a ptr<i8>) result void {\n"
                           "b0:\n"
                           "  %v = load i8 %a\n"
                           "  store %a, %v\n"
                           "  call i32 @puts(%a)\n"
                           "  return\n"
                           "}\n";
constexpr char kKeeper[] = "function @keeper(%a ptr<i8>, %b ptr<ptr<i8>>) "
                           "result void {\n"
                           "b0:\n"
                           "  store %b, %a\n"
                           "  return\n"
                           "}\n";
constexpr char kIdentity[] = "function @same(%a ptr<i8>) result ptr<i8> {\n"
                             "b0:\n"
                             "  return %a\n"
                             "}\n";
constexpr char kRecursive[] = "function @again(%a ptr<i8>) result void {\n"
                              "b0:\n"
                              "  call void @again(%a)\n"
                              "  return\n"
                              "}\n";

INSTANTIATE_TEST_SUITE_P(
    Rules, FateTest,
    testing::Values(
        Row{"Freed", "  call void @free(%p)\n  return null\n", "stays"},
        Row{"Returned", "  return %p\n", "returned"},
        Row{"InteriorReturned",
            "  %e = element ptr<i8> %p, #1 x 1\n  return %e\n", "returned"},
        Row{"Stored", "  store %q, %p\n  return null\n",
            "stored to memory that is no local"},
        Row{"StoredInto",
            "  %c = cast bitcast ptr<ptr<i8>> %p\n"
            "  store %c, null\n  return null\n",
            "stays"},
        Row{"InALocal",
            "  store %s, %p\n  %l = load ptr<i8> %s\n"
            "  call void @free(%l)\n  return null\n",
            "stays"},
        Row{"ThroughALocal",
            "  store %s, %p\n  %l = load ptr<i8> %s\n  store %q, %l\n"
            "  return null\n",
            "stored to memory that is no local"},
        Row{"LocalGivenAway",
            "  store %s, %p\n  call void @stranger(%s)\n  return null\n",
            "its variable is passed to stranger"},
        Row{"LocalCopied",
            "  store %s, %p\n  memcopy %q, %s, #8\n  return null\n",
            "its variable is copied"},
        Row{"ModelReads", "  call u64 @strlen(%p)\n  return null\n", "stays"},
        Row{"ModelKeeps", "  call i32 @putenv(%p)\n  return null\n",
            "passed to putenv"},
        Row{"ModelGivesItBack",
            "  %d = call ptr<i8> @strchr(%p, #8)\n  return %d\n", "returned"},
        Row{"Stranger", "  call void @stranger(%p)\n  return null\n",
            "passed to stranger"},
        Row{"ThroughAPointer",
            "  %g = load ptr<i8> %q\n  call void %g(%p)\n  return null\n",
            "passed to a call of unknown target"},
        Row{"BodyReads", "  call void @reader(%p)\n  return null\n", "stays",
            kReader},
        Row{"BodyKeeps", "  call void @keeper(%p, %q)\n  return null\n",
            "passed to keeper", kKeeper},
        Row{"BodyGivesItBack", "  %d = call ptr<i8> @same(%p)\n  return null\n",
            "passed to same", kIdentity},
        Row{"Recursive", "  call void @again(%p)\n  return null\n",
            "passed to again", kRecursive},
        Row{"NotUnderstood", "  unknown i32 %p \"asm\"\n  return null\n",
            "used by unknown"}),
    plain_name);

} // namespace
} // namespace wt::mutation::test
