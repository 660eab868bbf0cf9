// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/kind_text.h"

#include <gtest/gtest.h>
#include <sstream>

namespace wt::report {
namespace {

TEST(KindText, EveryKindHasAPage) {
  for (int i = 0; i <= static_cast<int>(kLastFindingKind); ++i) {
    auto kind = static_cast<FindingKind>(i);
    EXPECT_EQ(kind_named(name_of(kind)), kind);
    std::string page = explain_kind(kind);
    EXPECT_TRUE(page.starts_with(std::string(name_of(kind)) + " (CWE-"));
    EXPECT_NE(page.find("ignore[" + std::string(name_of(kind)) + "]"),
              std::string::npos);
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 80u) << line;
  }
  EXPECT_EQ(kind_named("leek"), std::nullopt);
}

} // namespace
} // namespace wt::report
