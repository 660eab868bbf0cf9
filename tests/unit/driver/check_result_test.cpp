// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a result come back from its binary form, and is damage noticed?

#include "driver/check_result.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

Finding some_finding() {
  Finding f;
  f.kind = FindingKind::kDoubleFree;
  f.confidence = Confidence::kHigh;
  f.at = {"/a/b.c", 7, 3};
  f.function = "ns::f";
  f.variable = "p";
  f.message = "'p' is freed twice";
  f.engines = {"sat", "absint"};
  f.refuted_by = {"contradiction"};
  f.alloc = Location{"/a/c.c", 4, 9};
  f.alloc_function = "make";
  f.lost = {{"/a/b.c", 9, 1}, {"/a/b.c", 11, 1}};
  f.trace = {{{"/a/b.c", 7, 3}, "allocated here"}};
  f.broken = {{{"/a/b.c", 8, 1}, "scope", "because"}};
  f.doubt = "a loop";
  f.macro = "FREE";
  f.fingerprint = "0123";
  return f;
}

CheckResult some_result() {
  CheckResult result;
  result.findings = {some_finding(), Finding()};
  result.not_analysed = {{{"/a/d.c", 1, 1}, "g", "too large"}};
  result.suppressions =
      Suppressions({{"/a/b.c", 3, -1, 2},
                    {"/a/b.c", 4, static_cast<int>(FindingKind::kLeak), 4}},
                   {{{"/a/b.c", 7, 1}, "'ignor' hides nothing"}});
  result.notes = {"two functions 'main'"};
  result.files = {"/a/b.c", "/a/h.h"};
  result.functions = 300;
  result.undecided = 5;
  return result;
}

TEST(CheckResult, ComesBack) {
  CheckResult before = some_result();
  std::optional<CheckResult> after = read_result(write_result(before));
  ASSERT_TRUE(after);
  ASSERT_EQ(after->findings.size(), 2u);
  const Finding &a = before.findings[0], &b = after->findings[0];
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.confidence, b.confidence);
  EXPECT_EQ(a.at, b.at);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(a.engines, b.engines);
  EXPECT_EQ(a.refuted_by, b.refuted_by);
  EXPECT_EQ(a.alloc, b.alloc);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.trace, b.trace);
  EXPECT_EQ(a.broken, b.broken);
  EXPECT_EQ(after->findings[1].alloc, std::nullopt);
  EXPECT_EQ(after->suppressions.lines(), before.suppressions.lines());
  EXPECT_EQ(after->notes, before.notes);
  EXPECT_EQ(after->files, before.files);
  EXPECT_EQ(after->functions, 300u);
  EXPECT_EQ(after->undecided, 5u);
  // Whatever a field is called: what is read is what was written.
  EXPECT_EQ(write_result(*after), write_result(before));
}

TEST(CheckResult, DamageIsNoticed) {
  std::string bytes = write_result(some_result());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(read_result(std::string_view(bytes).substr(0, length)));
  EXPECT_FALSE(read_result(bytes + "x"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string other = bytes;
    other[i] = static_cast<char>(other[i] ^ 0x80);
    read_result(other); // whatever it answers, it reads nothing outside
  }
}

} // namespace
} // namespace wt::driver
