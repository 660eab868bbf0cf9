// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the digest of the constraints the same when an edit has nothing to do with
// pointers, and only then?

#include "pointer/system_digest.h"

#include "points_to_case.h"

namespace wt::pointer {
namespace {

using test::Case;
using test::FakeFresh;
using test::kTwoNumbers;

// A body of @main behind its first line, and locals.
Digest digest(const std::string &body, const std::string &locals = "") {
  std::string program = "function @main() result void {\n"
                        "  var $0 p ptr<i32>\n" +
                        locals +
                        "b0:\n"
                        "  %p = slot ptr<ptr<i32>> $0\n" +
                        body + "  return\n}\n";
  Case c(program, kTwoNumbers);
  return digest_of_system(*c.text.program, *c.models, FakeFresh(c.text, {}),
                          {});
}

const std::string kStore = "  store %p, @@x\n";

TEST(DigestOfSystem, NumbersDoNotMatter) {
  EXPECT_EQ(digest(kStore), digest("  %s = slot ptr<i32> $1\n  store %s, #7\n"
                                   "  %n = load i32 %s\n" +
                                       kStore,
                                   "  var $1 s i32\n"));
}

TEST(DigestOfSystem, PointersMatter) {
  EXPECT_NE(digest(kStore), digest("  store %p, @@y\n"));
  EXPECT_NE(digest(kStore), digest(kStore + "  store %p, @@y\n"));
}

// What mod/ref asks for.
TEST(DigestOfSystem, WritesOfNumbersMatter) {
  EXPECT_NE(digest(kStore), digest(kStore + "  store @@x, #1\n"));
}

// A slot that takes no part in the constraints has its own cell all the same.
TEST(PlainSlots, HaveACell) {
  Case c(R"(function @main() result void {
  var $0 s i32
  var $1 p ptr<i32>
b0:
  %s = slot ptr<i32> $0
  %p = slot ptr<ptr<i32>> $1
  store %s, #7
  store %p, @@x
  return
}
)",
         kTwoNumbers);
  EXPECT_EQ(c.at("main", "s"), "{main.s}");
  EXPECT_EQ(c.at("main", "p"), "{main.p}");
  LocationId cell =
      *c.facts->targets(c.procedure("main"), c.value("main", "s")).begin();
  EXPECT_TRUE(c.facts->is_single(cell));
  EXPECT_TRUE(c.facts->contents(cell).empty());
}

} // namespace
} // namespace wt::pointer
