// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table at the end, and the command that it recommends.

#include "driver/closing_table.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

Options options_of(std::vector<std::string> words) {
  return *parse_options(words, engine_table());
}

report::Report report_with(std::size_t findings) {
  report::Report report;
  report.totals.units = 2;
  report.findings.resize(findings);
  for (Finding &finding : report.findings)
    finding.fingerprint = "0123456789abcdef";
  return report;
}

TEST(ClosingTable, RowsWithSomethingToSay) {
  report::Report report = report_with(0);
  report.not_analysed = {{{"a.c", 1, 1}, "f", "x"}, {{"a.c", 1, 1}, "f", "y"}};
  report.totals.undecided = 3;
  report.totals.suppressed = 4;
  std::string text =
      closing_table(report, {.from_store = 1}, options_of({"check"}));
  EXPECT_NE(text.find("units            2   (1 from the store)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(1 not fully analysed, see above)"), std::string::npos);
  EXPECT_NE(text.find("undecided        3   (objects that no engine could "
                      "decide; 'watertight specs'"),
            std::string::npos);
  EXPECT_NE(text.find("hidden           4   (4 suppressed)"),
            std::string::npos);
  EXPECT_EQ(text.find("next"), std::string::npos);
}

TEST(NextCommand, KeepsWhatTheOtherCommandTakes) {
  struct Row {
    std::size_t findings;
    std::vector<std::string> words;
    const char *next;
  };
  const Row rows[] = {
      {0, {"check"}, ""},
      {1, {"check", "-p", "b"}, "watertight explain --build b 01234567"},
      {1,
       {"check", "a b.c", "--exclude", "x", "--spec", "s"},
       "watertight explain --spec s 01234567 'a b.c'"},
      {1,
       {"check", "a.c", "--", "-Dx='y'"},
       "watertight explain 01234567 a.c -- '-Dx='\\''y'\\'''"},
      {1, {"check", "--format", "html=h"}, ""},
      {9,
       {"check", "-q", "--at-exit"},
       "watertight check --at-exit --format html=watertight-report"},
      {9, {"check", "--format", "json"}, "watertight explain 01234567"},
      {9,
       {"run", "--", "make"},
       "watertight check --format html=watertight-report"},
  };
  for (const Row &row : rows)
    EXPECT_EQ(next_command(report_with(row.findings), options_of(row.words)),
              row.next);
  report::Report hidden = report_with(0);
  hidden.totals.below_confidence = 1;
  EXPECT_EQ(next_command(hidden, options_of({"check", "a.c"})),
            "watertight check --min-confidence low a.c");
  EXPECT_EQ(next_command(hidden, options_of({"check", "--min-confidence=low"})),
            "");
}

} // namespace
} // namespace wt::driver
