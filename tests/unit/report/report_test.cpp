// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Golden output of text and JSON for one small report.

#include "report/report.h"
#include "support/escape.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace wt::report {
namespace {

const char *kSource = "int f(char *s) {\n"
                      "\tchar *p = strdup(s);\n"
                      "  if (bad)\n"
                      "    return 1;\n"
                      "}\n";

Report sample() {
  Finding f;
  f.at = {"/home/me/src/a.c", 2, 12};
  f.function = "f";
  f.variable = "p";
  f.message = "memory allocated here by strdup() is lost: not freed when the "
              "function returns at line 4";
  f.confidence = Confidence::kHigh;
  f.engines = {"sat"};
  f.alloc = f.at;
  f.alloc_function = "f";
  f.lost = {{"/home/me/src/a.c", 4, 5}};
  f.trace = {{f.at, "allocated here by strdup(), held by 'p'"},
             {{"/home/me/src/a.c", 3, 7}, "assuming 'bad' is true"},
             {{"/home/me/src/a.c", 4, 5}, "lost here"}};
  f.fingerprint = "0123";
  Report report;
  report.version = "1.2";
  report.findings = {f};
  report.totals.units = 3;
  report.totals.functions = 7;
  report.totals.shown[2] = 1;
  return report;
}

SourceText source() {
  SourceText text;
  text.set("/home/me/src/a.c", kSource);
  return text;
}

TEST(Text, Golden) {
  SourceText text = source();
  EXPECT_EQ(render_text(sample(), {false, "/home/me"}, text),
            "src/a.c:2:12: warning: memory allocated here by strdup() is lost: "
            "not freed when the function returns at line 4 [leak, "
            "high confidence]\n"
            "          char *p = strdup(s);\n"
            "                    ^\n"
            "src/a.c:2:12: note: allocated here by strdup(), held by 'p'\n"
            "          char *p = strdup(s);\n"
            "                    ^\n"
            "src/a.c:3:7: note: assuming 'bad' is true\n"
            "    if (bad)\n"
            "        ^\n"
            "src/a.c:4:5: note: lost here\n"
            "      return 1;\n"
            "      ^\n");
}

// They explain an engine, not the program; `explain` and JSON have them.
TEST(Text, NoBrokenRules) {
  Report report = sample();
  report.findings[0].broken = {
      {{"/home/me/src/a.c", 4, 5}, "scope", "the function returns"},
      {{"/home/me/src/a.c", 5, 1}, "escape", "memory owns nothing"}};
  SourceText none;
  std::string text = render_text(report, {false, "/home/me"}, none);
  EXPECT_EQ(text, render_text(sample(), {false, "/home/me"}, none));
}

TEST(Text, SeverityAndConfidenceAreInTheHeadline) {
  Report report = sample();
  report.findings[0].severity = Severity::kNote;
  report.findings[0].confidence = Confidence::kMedium;
  report.findings[0].trace.clear();
  SourceText none;
  std::string text = render_text(report, {false, "/home/me"}, none);
  EXPECT_TRUE(text.starts_with("src/a.c:2:12: note: memory"));
  EXPECT_TRUE(text.ends_with(" [leak, medium confidence]\n"));
}

TEST(Text, NotesComeLastInOneLine) {
  Report report = sample();
  report.findings.insert(report.findings.begin(), sample().findings[0]);
  report.findings[0].severity = Severity::kNote;
  SourceText none;
  std::string brief = render_text(report, {false, "/home/me"}, none);
  EXPECT_TRUE(brief.starts_with("src/a.c:2:12: warning: "));
  EXPECT_TRUE(brief.ends_with("src/a.c:2:12: note: memory allocated here by "
                              "strdup() is lost: not freed when the function "
                              "returns at line 4 [leak, high confidence]\n"));
  std::string verbose = render_text(report, {false, "/home/me", true}, none);
  EXPECT_TRUE(verbose.ends_with("src/a.c:4:5: note: lost here\n"));
}

TEST(Text, OneRootIsOneEntry) {
  Report report = sample();
  report.findings[0].root = "0123";
  report.findings.push_back(report.findings[0]);
  report.findings[1].variable = "q";
  SourceText none;
  std::string text = render_text(report, {false, "/home/me"}, none);
  EXPECT_TRUE(
      text.ends_with("src/a.c:4:5: note: lost here\n"
                     "src/a.c:2:12: note: lost for the same reason (q): memory "
                     "allocated here by strdup() is lost: not freed when the "
                     "function returns at line 4 [leak, high confidence]\n"))
      << text;
}

TEST(Text, LowConfidenceAndRefutations) {
  Report report = sample();
  Finding &f = report.findings[0];
  f.confidence = Confidence::kLow;
  f.refuted_by = {"absint"};
  f.trace.clear();
  SourceText none;
  std::string text = render_text(report, {false, "/elsewhere"}, none);
  EXPECT_NE(text.find("/home/me/src/a.c:2:12: warning: "), std::string::npos);
  EXPECT_NE(text.find("[leak, low confidence]\n"), std::string::npos);
  EXPECT_NE(text.find("note: engine 'absint' says that this cannot happen\n"),
            std::string::npos);
}

TEST(Text, ColourOnlyWhenAsked) {
  SourceText text = source();
  Report report = sample();
  EXPECT_EQ(render_text(report, {false, ""}, text).find('\x1b'),
            std::string::npos);
  EXPECT_NE(render_text(report, {true, ""}, text).find("\x1b[1;35mwarning"),
            std::string::npos);
}

TEST(Text, UntrustedTextIsEscaped) {
  Report report = sample();
  Finding &f = report.findings[0];
  f.at.file = "/p/a\x1b[31m.c";
  f.message = "x\nwarning: forged";
  f.trace.clear();
  SourceText text;
  text.set(f.at.file, "\n\x1b]0;title\x07 strdup\n");
  std::string out = render_text(report, {false, "/p"}, text);
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find('\x07'), std::string::npos);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 3);
  EXPECT_NE(out.find("a\\x1b[31m.c:2:12"), std::string::npos);
  EXPECT_NE(out.find("x\\x0awarning: forged"), std::string::npos);
}

TEST(Escape, Table) {
  struct Row {
    std::string in, out;
  };
  const Row rows[] = {
      {"plain", "plain"},
      {"a\tb", "a       b"},
      {"caf\xc3\xa9", "caf\xc3\xa9"},
      {"\x7f", "\\x7f"},
      {"\xff\xfe", "\\xff\\xfe"},
      {"\xc3", "\\xc3"},
      {"\xc2\x9b", "<U+009B>"},
      {"\xe2\x80\xae", "<U+202E>"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {std::string(1, '\0'), "\\x00"},
  };
  for (const Row &row : rows)
    EXPECT_EQ(escape_for_terminal(row.in), row.out);
  std::uint32_t column = 4;
  escape_for_terminal("\x01\tx", &column);
  EXPECT_EQ(column, 10u); // behind the end: after everything shown
  column = 3;
  escape_for_terminal("a\tx", &column);
  EXPECT_EQ(column, 9u);
}

TEST(Relative, OnlyBelow) {
  EXPECT_EQ(relative_to("/a/b/c.c", "/a/b"), "c.c");
  EXPECT_EQ(relative_to("/a/bc/c.c", "/a/b"), "/a/bc/c.c");
  EXPECT_EQ(relative_to("/a/b", "/a/b"), "/a/b");
}

TEST(Json, AllKeysAlways) {
  Report report = sample();
  Finding bare;
  bare.message = "m";
  report.findings.push_back(bare);
  report.failed = {{"/p/b.c", "broken"}};
  report.not_analysed = {{{"/p/c.c", 3, 1}, "g", "crashed"}};
  SourceText source;
  std::istringstream lines(render_json(report, source));
  std::vector<nlohmann::json> records;
  for (std::string line; std::getline(lines, line);)
    records.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(records.size(), 5u);
  for (int i : {0, 1}) {
    std::set<std::string> keys;
    for (auto &[key, value] : records[i].items())
      keys.insert(key);
    EXPECT_EQ(keys, (std::set<std::string>{
                        "record",      "kind",     "file",     "line",
                        "column",      "function", "variable", "message",
                        "confidence",  "severity", "engines",  "refuted_by",
                        "alloc",       "lost",     "trace",    "broken_rules",
                        "fingerprint", "root",     "evidence", "advice",
                        "fix"}));
  }
  EXPECT_EQ(records[0]["file"], "/home/me/src/a.c");
  EXPECT_EQ(records[0]["alloc"]["line"], 2);
  EXPECT_EQ(records[0]["lost"][0]["line"], 4);
  EXPECT_EQ(records[0]["trace"][1]["message"], "assuming 'bad' is true");
  EXPECT_TRUE(records[1]["file"].is_null());
  EXPECT_TRUE(records[1]["alloc"].is_null());
  EXPECT_TRUE(records[1]["variable"].is_null());
  EXPECT_EQ(records[2]["record"], "unit-failed");
  EXPECT_EQ(records[3]["record"], "not-analysed");
  EXPECT_EQ(records[3]["function"], "g");
  EXPECT_EQ(records[4]["record"], "summary");
  EXPECT_EQ(records[4]["findings"]["high"], 1);
  for (int i : {2, 3, 4})
    EXPECT_FALSE(records[i].contains("kind"));
}

TEST(Json, BrokenRules) {
  Report report = sample();
  report.findings[0].broken = {{{"/p/a.c", 4, 5}, "scope", "it returns"}};
  SourceText source;
  std::string line = render_json(report, source);
  auto record = nlohmann::json::parse(line.substr(0, line.find('\n')));
  EXPECT_EQ(record["broken_rules"],
            nlohmann::json::parse(R"([{"file": "/p/a.c", "line": 4,
              "priority": "scope", "reason": "it returns"}])"));
}

TEST(Json, BrokenUtf8IsReplaced) {
  Report report = sample();
  report.findings[0].function = "a\xff";
  SourceText source;
  std::string line = render_json(report, source);
  auto record = nlohmann::json::parse(line.substr(0, line.find('\n')));
  EXPECT_EQ(record["function"], "a\xef\xbf\xbd");
}

} // namespace
} // namespace wt::report
