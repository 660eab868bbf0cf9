// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code hosting relies on in a SARIF file: rules with help and weaknesses,
// paths, columns, the order and number of results, and an honest success.

#include "report/report.h"
#include "report/sarif_rules.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace wt::report {
namespace {

using Json = nlohmann::json;

Finding finding(Severity severity, Confidence confidence, std::string id) {
  Finding f;
  f.at = {"/home/me/src/a.c", 2, 12};
  f.function = "f";
  f.message = "memory is lost";
  f.severity = severity;
  f.confidence = confidence;
  f.trace = {{f.at, "allocated"}, {{"/home/me/src/a.c", 3, 1}, "lost"}};
  f.lost = {{"/home/me/src/a.c", 3, 1}};
  f.fingerprint = std::move(id);
  return f;
}

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.version = "1.2.0";
  report.findings = std::move(findings);
  report.totals.units = 1;
  return report;
}

// The only run.
Json run_of(const Report &report, SourceText source = {}) {
  Json log = Json::parse(render_sarif(report, "/home/me", source));
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"].size(), 1u);
  return log["runs"][0];
}

bool is_successful(const Report &report) {
  return run_of(report)["invocations"][0]["executionSuccessful"];
}

TEST(Sarif, ResultHasPathAndFingerprint) {
  Report report =
      report_of({finding(Severity::kWarning, Confidence::kHigh, "0123")});
  report.failed = {{"/p/b c.c", "broken"}};
  Json run = run_of(report);
  Json result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "leak");
  std::size_t index = result["ruleIndex"];
  EXPECT_EQ(run["tool"]["driver"]["rules"][index]["id"], "leak");
  Json where = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(where["artifactLocation"]["uri"], "src/a.c");
  EXPECT_EQ(where["artifactLocation"]["uriBaseId"], "%SRCROOT%");
  EXPECT_EQ(where["region"]["startLine"], 2);
  EXPECT_EQ(result["partialFingerprints"]["watertight/v1"], "0123");
  EXPECT_EQ(result["codeFlows"][0]["threadFlows"][0]["locations"].size(), 2u);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["locations"]
               [0]["physicalLocation"]["artifactLocation"]["uri"],
            "file:///p/b%20c.c");
}

// "file://" and a name would be a host, which readers refuse.
TEST(Sarif, AFileWithoutAFolderIsRelative) {
  Report report =
      report_of({finding(Severity::kWarning, Confidence::kHigh, "0")});
  report.findings[0].at.file = "<x>.c";
  EXPECT_EQ(run_of(report)["results"][0]["locations"][0]["physicalLocation"]
                          ["artifactLocation"]["uri"],
            "%3Cx%3E.c");
}

TEST(Sarif, EveryKindHasAHelpfulRule) {
  Json run = run_of(report_of({}));
  Json rules = run["tool"]["driver"]["rules"];
  Json taxa = run["taxonomies"][0]["taxa"];
  std::vector<std::string> weaknesses;
  for (int i = 0; i <= static_cast<int>(kLastFindingKind); ++i) {
    auto kind = static_cast<FindingKind>(i);
    ASSERT_LT(rule_index(kind), rules.size());
    Json rule = rules[rule_index(kind)];
    EXPECT_EQ(rule["id"], name_of(kind));
    EXPECT_GT(rule["fullDescription"]["text"].get<std::string>().size(), 60u);
    EXPECT_GT(rule["help"]["text"].get<std::string>().size(), 60u);
    for (const Json &to : rule["relationships"]) {
      std::size_t index = to["target"]["index"];
      EXPECT_EQ(taxa.at(index)["id"], to["target"]["id"]);
      weaknesses.push_back(to["target"]["id"]);
    }
  }
  EXPECT_EQ(weaknesses, (std::vector<std::string>{"401", "772", "775", "415",
                                                  "416", "762", "590"}));
}

TEST(Sarif, ColumnsCountUtf16CodeUnits) {
  Report report =
      report_of({finding(Severity::kWarning, Confidence::kHigh, "0")});
  report.findings[0].at.column = 9;
  SourceText source; // two bytes, then four bytes: one and two units
  source.set("/home/me/src/a.c", "\n\xc3\xa4\xf0\x9f\x98\x80  p = q;\n");
  Json result = run_of(report, source)["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startColumn"],
            6);
  source.set("/home/me/src/a.c", ""); // changed since
  EXPECT_EQ(run_of(report, source)["results"][0]["locations"][0]
                                  ["physicalLocation"]["region"]["startColumn"],
            9);
}

TEST(Sarif, TheMostImportantResultsComeFirstAndFit) {
  std::vector<Finding> findings(
      5001, finding(Severity::kNote, Confidence::kHigh, "note"));
  findings.push_back(finding(Severity::kWarning, Confidence::kMedium, "b"));
  findings.push_back(finding(Severity::kWarning, Confidence::kHigh, "a"));
  Json run = run_of(report_of(findings));
  auto id = [&](std::size_t i) {
    return run["results"][i]["partialFingerprints"]["watertight/v1"];
  };
  ASSERT_EQ(run["results"].size(), 5000u);
  EXPECT_EQ(id(0), "a");
  EXPECT_EQ(id(1), "b");
  EXPECT_EQ(run["results"][1]["level"], "warning");
  EXPECT_EQ(run["results"][2]["level"], "note");
  EXPECT_EQ(
      run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
      "3 less important results were left out");
}

TEST(Sarif, SuccessMeansThatAllWasCompiled) {
  Report report = report_of({});
  EXPECT_TRUE(is_successful(report));
  report.failed = {{"/p/b.c", "broken"}};
  EXPECT_FALSE(is_successful(report));
  report = report_of({});
  report.totals.units = 0;
  EXPECT_FALSE(is_successful(report));
}

} // namespace
} // namespace wt::report
