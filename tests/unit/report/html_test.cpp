// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of an HTML report: complete, split, and harmless whatever the
// analysed project contains.

#include "report/html.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace wt::report {
namespace {

using Files = std::map<std::string, std::string>;

Files render(const Report &report, SourceText &source) {
  Files files;
  Status status = render_html(
      report, "/p", source,
      [&](const std::string &name, const std::string &text) -> Status {
        EXPECT_TRUE(files.emplace(name, text).second) << name;
        EXPECT_TRUE(is_html_report_file(name)) << name;
        return {};
      });
  EXPECT_TRUE(status);
  return files;
}

// The value of `watertight.data("NAME", VALUE);`.
nlohmann::json value(const Files &files, const std::string &name) {
  const std::string &text = files.at("data/" + name + ".js");
  std::string begin = "watertight.data(\"" + name + "\", ", end = ");\n";
  EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end));
  return nlohmann::json::parse(
      text.substr(begin.size(), text.size() - begin.size() - end.size()));
}

Finding finding(const std::string &file, std::uint32_t line) {
  Finding f;
  f.at = {file, line, 3};
  f.function = "f";
  f.message = "m";
  f.trace = {{f.at, "first"}, {{file, line + 1, 1}, "second"}};
  f.lost = {{file, line + 1, 1}};
  f.fingerprint = "id" + std::to_string(line);
  return f;
}

TEST(Html, PathAndSourceOfAFinding) {
  Report report;
  report.findings = {finding("/p/src/a.c", 1)};
  SourceText source;
  source.set("/p/src/a.c", "\tp = strdup(s);\nreturn;\n");
  Files files = render(report, source);
  EXPECT_TRUE(files.contains("index.html"));
  EXPECT_TRUE(files.contains("page/main.js"));
  nlohmann::json all = value(files, "findings");
  EXPECT_EQ(all["files"][0], "src/a.c");
  EXPECT_EQ(all["findings"][0]["severity"], "warning");
  // The tab before the third byte takes eight columns.
  EXPECT_EQ(all["findings"][0]["at"], nlohmann::json({0, 1, 10}));
  nlohmann::json path = value(files, "path-0")[0];
  EXPECT_EQ(path["steps"][1]["text"], "second");
  EXPECT_EQ(path["lost"][0], nlohmann::json({0, 2, 1}));
  nlohmann::json lines = value(files, "source-0");
  EXPECT_EQ(lines[0][0], 1);
  EXPECT_EQ(lines[0][1].size(), 2u);
  EXPECT_EQ(lines[0][1][1], "return;");
}

TEST(Html, HostileTextIsHarmless) {
  const std::string hostile =
      "</script><img src=x onerror=alert(1)>\x1b[31m\xe2\x80\xae\xff";
  Report report;
  Finding f = finding("/p/" + hostile, 1);
  f.function = f.variable = f.message = f.doubt = hostile;
  f.trace[0].message = hostile;
  report.findings = {f};
  report.failed = {{hostile, "broken"}};
  SourceText source;
  source.set(f.at.file, hostile + "\nx\n");
  for (const auto &[name, text] : render(report, source)) {
    if (!name.starts_with("data/"))
      continue;
    EXPECT_EQ(text.find('<'), std::string::npos) << name;
    EXPECT_EQ(text.find("\\u202e"), std::string::npos) << name;
    EXPECT_EQ(text.find("\\u001b"), std::string::npos) << name;
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) {
      return c == '\n' || (c >= ' ' && c < 0x7f);
    })) << name;
  }
  nlohmann::json all = value(render(report, source), "findings");
  EXPECT_EQ(all["findings"][0]["message"],
            "</script><img src=x onerror=alert(1)>\\x1b[31m<U+202E>\\xff");
}

TEST(Html, ManyFindingsAreSplit) {
  Report report;
  for (std::uint32_t i = 0; i < 250; ++i)
    report.findings.push_back(finding("/p/a.c", 1 + i));
  SourceText source;
  Files files = render(report, source);
  EXPECT_EQ(value(files, "findings")["findings"].size(), 250u);
  EXPECT_EQ(value(files, "path-0").size(), kPathsPerFile);
  EXPECT_EQ(value(files, "path-2").size(), 50u);
  EXPECT_FALSE(files.contains("data/path-3.js"));
}

TEST(Html, OfALargeFileOnlyTheNeighbourhood) {
  std::string text;
  for (int i = 0; i < 50000; ++i)
    text += "x\n";
  SourceText source;
  source.set("/p/a.c", text);
  Report report;
  report.findings = {finding("/p/a.c", 100), finding("/p/a.c", 30000)};
  nlohmann::json lines = value(render(report, source), "source-0");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0][0], 1);
  EXPECT_EQ(lines[0][1].size(), 301u); // 200 behind the second step
  EXPECT_EQ(lines[1][0], 29800);
}

TEST(Html, FirstErrorEndsTheReport) {
  SourceText source;
  int calls = 0;
  Status status =
      render_html(Report(), "/p", source,
                  [&](const std::string &, const std::string &) -> Status {
                    ++calls;
                    return fail("full");
                  });
  EXPECT_FALSE(status);
  EXPECT_EQ(calls, 1);
}

TEST(Html, NamesOfFiles) {
  for (const char *ours : {"index.html", "page/style.css", "data/findings.js",
                           "data/path-0.js", "data/source-12.js"})
    EXPECT_TRUE(is_html_report_file(ours)) << ours;
  for (const char *foreign :
       {"mine", "style.css", "page/mine", "data/path-.js", "data/path-x.js",
        "data/source-1.json", "data/../index.html"})
    EXPECT_FALSE(is_html_report_file(foreign)) << foreign;
}

} // namespace
} // namespace wt::report
