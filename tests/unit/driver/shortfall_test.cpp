// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words for what was not looked at.

#include "driver/shortfall.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

report::NotAnalysed function(std::uint32_t line) {
  report::NotAnalysed item;
  item.at.file = "/p/src/a.c";
  item.at.line = line;
  item.function = "f" + std::to_string(line);
  item.reason = "too large";
  return item;
}

TEST(Shortfall, FunctionsAreNamedUpToTen) {
  report::Report report;
  EXPECT_TRUE(notes_on_functions(report, "/p", false).empty());
  for (std::uint32_t line = 1; line <= 10; ++line)
    report.not_analysed.push_back(function(line));
  std::vector<std::string> notes = notes_on_functions(report, "/p", false);
  ASSERT_EQ(notes.size(), 10u);
  EXPECT_EQ(notes[2],
            "src/a.c:3: note: 'f3' was not fully analysed: too large");
  report.not_analysed.push_back(function(11));
  report.not_analysed.push_back(function(12));
  notes = notes_on_functions(report, "/p", false);
  ASSERT_EQ(notes.size(), 11u);
  EXPECT_TRUE(notes[10].starts_with("note: and 2 more "));
}

TEST(Shortfall, WhyThereIsNothing) {
  std::vector<frontend::CapturedUnit> none, failed(1), good(2);
  good[1].unit = std::make_unique<ir::Unit>();
  std::vector<frontend::SkippedEntry> skipped = {{"a.txt", "not C or C++"}};
  EXPECT_EQ(why_nothing(good, skipped), "");
  EXPECT_EQ(why_nothing(failed, {}),
            "nothing could be analysed: all units failed");
  EXPECT_EQ(why_nothing(none, skipped),
            "nothing could be analysed: all inputs were skipped");
  EXPECT_EQ(why_nothing(failed, skipped),
            "nothing could be analysed: all units failed or were skipped");
}

} // namespace
} // namespace wt::driver
