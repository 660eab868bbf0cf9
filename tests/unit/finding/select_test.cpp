// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What users ask not to see: comments, globs, baselines.

#include "verdict/baseline.h"
#include "verdict/globs.h"
#include "verdict/suppress.h"

#include <gtest/gtest.h>

namespace wt {
namespace {

Finding finding(std::uint32_t line, std::vector<std::uint32_t> lost,
                FindingKind kind = FindingKind::kLeak) {
  Finding f;
  f.kind = kind;
  f.at = {"/p/a.c", line, 1};
  for (std::uint32_t l : lost)
    f.lost.push_back({"/p/a.c", l, 1});
  return f;
}

TEST(Suppress, Comments) {
  struct Row {
    const char *comment;
    bool same, next, leak, other; // hides
  };
  const Row rows[] = {
      {"// watertight: ignore", true, true, true, true},
      {"/* watertight: ignore */", true, true, true, true},
      {"// watertight: ignore leak lives for ever", true, true, true, false},
      {"// watertight: ignore(leak) why", true, true, true, false},
      {"// watertight: ignore double-free", true, true, false, true},
      {"// watertight: ignore because it is ours", true, true, true, true},
      {"// NOLINT(watertight)", true, false, true, true},
      {"// NOLINT(bugprone-x, watertight): reason", true, false, true, true},
      {"// NOLINT(watertight-leak)", true, false, true, false},
      {"// NOLINTNEXTLINE(watertight)", false, true, true, true},
      {"// NOLINT", false, false, false, false},
      {"// NOLINT(other)", false, false, false, false},
      {"// NOLINTNEXTLINE(other)", false, false, false, false},
      {"// watertight: please", false, false, false, false},
      {"// waterproof: ignore", false, false, false, false},
  };
  for (const Row &row : rows) {
    Suppressions s;
    s.add({"/p/a.c", 10, 1}, row.comment);
    auto hides = [&](std::uint32_t line, FindingKind kind) {
      return s.hides(finding(line, {}, kind));
    };
    EXPECT_EQ(hides(10, FindingKind::kLeak), row.same && row.leak)
        << row.comment;
    EXPECT_EQ(hides(11, FindingKind::kLeak), row.next && row.leak)
        << row.comment;
    EXPECT_EQ(hides(10, FindingKind::kDoubleFree), row.same && row.other)
        << row.comment;
    EXPECT_FALSE(hides(9, FindingKind::kLeak)) << row.comment;
    EXPECT_FALSE(hides(12, FindingKind::kLeak)) << row.comment;
  }
}

TEST(Suppress, BesideCodeOnlyThatLine) {
  SourceText source;
  struct Row {
    const char *line; // the comment begins at the first '/'
    bool next;
  };
  const Row rows[] = {
      {"// watertight: ignore", true},
      {"  \t// watertight: ignore leak", true},
      {"  /* watertight: ignore */  ", true},
      {"p = f(); // watertight: ignore", false},
      {"/* watertight: ignore */ p = f();", false},
      {"} // watertight: ignore", false},
      {"p = f(); // NOLINTNEXTLINE(watertight)", true},
      {"p = f(); // NOLINT(watertight)", false},
  };
  for (const Row &row : rows) {
    std::string line = row.line;
    std::size_t start = line.find('/');
    std::size_t end = line.find("*/");
    std::string comment =
        line.substr(start, end == std::string::npos ? end : end + 2 - start);
    source.set("/p/a.c", "int x;\n" + line + "\nint y;\n");
    Location place{"/p/a.c", 2, static_cast<std::uint32_t>(start + 1)};
    Suppressions s;
    s.add(place, comment, stands_alone(place, comment, source));
    EXPECT_EQ(s.hides(finding(3, {})), row.next) << line;
  }
  // Over several lines, and where the source is not what it was.
  source.set("/p/a.c", "/* watertight: ignore\n why */ p = f();\n");
  EXPECT_FALSE(
      stands_alone({"/p/a.c", 1, 1}, "/* watertight: ignore\n why */", source));
  EXPECT_TRUE(stands_alone({"/p/a.c", 2, 3}, "// watertight: ignore", source));
  EXPECT_TRUE(
      stands_alone({"/no/such", 2, 3}, "// watertight: ignore", source));
}

TEST(Suppress, LosingPlaces) {
  Suppressions s;
  s.add({"/p/a.c", 20, 1}, "// NOLINT(watertight)");
  EXPECT_TRUE(s.hides(finding(5, {20})));
  EXPECT_FALSE(s.hides(finding(5, {20, 30})));
  s.add({"/p/a.c", 29, 1}, "// watertight: ignore");
  EXPECT_TRUE(s.hides(finding(5, {20, 30})));
}

TEST(Globs, Paths) {
  struct Row {
    const char *pattern;
    const char *path;
    bool fits;
  };
  const Row rows[] = {
      {"*.c", "/home/me/p/src/a.c", true},
      {"a.?", "/home/me/p/src/a.c", true},
      {"*.h", "/home/me/p/src/a.c", false},
      {"src", "/home/me/p/src/a.c", true},
      {"src/*.c", "/home/me/p/src/a.c", true},
      {"./src/*.c", "/home/me/p/src/a.c", true},
      {"src/*.c", "/home/me/p/src/net/a.c", false},
      {"src/**", "/home/me/p/src/net/a.c", true},
      {"src/", "/home/me/p/src/net/a.c", true},
      {"src/net", "/home/me/p/src/net/a.c", true},
      {"**/net/*.c", "/home/me/p/src/net/a.c", true},
      {"**/net/*.c", "/usr/net/a.c", true},
      {"src/**/a.c", "/home/me/p/src/a.c", true},
      {"src/*", "/usr/src/a.c", false},
      {"/usr/*", "/usr/include/x.h", true},
      {"/usr/*.h", "/usr/include/x.h", false},
      {"*", "/usr/include/x.h", true},
  };
  for (const Row &row : rows)
    EXPECT_EQ(path_matches(row.pattern, row.path, "/home/me/p"), row.fits)
        << row.pattern << " " << row.path;
}

TEST(Globs, HostilePatternsAreFast) {
  std::string pattern;
  for (int i = 0; i < 200; ++i)
    pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern, std::string(5000, 'a') + "b"));
}

TEST(Globs, IncludeAndExclude) {
  std::vector<std::string> none, c = {"*.c"}, tests = {"tests"};
  EXPECT_TRUE(is_selected("/p/tests/a.c", none, none, "/p"));
  EXPECT_TRUE(is_selected("/p/tests/a.c", c, none, "/p"));
  EXPECT_FALSE(is_selected("/p/tests/a.c", c, tests, "/p"));
  EXPECT_FALSE(is_selected("/p/tests/a.h", c, none, "/p"));
}

TEST(Baseline, Reads) {
  auto good =
      parse_baseline("{\"record\":\"finding\",\"fingerprint\":\"ab\"}\n\n"
                     "{\"record\":\"summary\"}\n",
                     "b.json");
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, Baseline{"ab"});
  auto bad = parse_baseline("{\"record\":\"summary\"}\nhello\n", "b.json");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().text(),
            "b.json:2: not a baseline: a line is no JSON object");
  EXPECT_FALSE(parse_baseline("{\"record\":\"finding\"}", "b.json"));
  EXPECT_TRUE(parse_baseline("", "b.json"));
}

TEST(Baseline, IsReadAsItWasWritten) {
  Finding one;
  one.at = {"/p/src/a.c", 3, 1};
  one.function = "f\xff";
  one.message = "lost";
  one.fingerprint = "ab";
  one.confidence = Confidence::kLow;
  Finding two = one;
  two.at.file = "/pp/b.c";
  two.fingerprint = "cd";
  KnownFinding a = known_finding(one, "/p"), b = known_finding(two, "/p");
  EXPECT_EQ(a.file, "src/a.c");
  EXPECT_EQ(b.file, "/pp/b.c");
  auto read = read_baseline(write_baseline({a, b, a}), "b.json");
  ASSERT_TRUE(read);
  a.function = b.function = "f\xef\xbf\xbd";
  EXPECT_EQ(*read, (std::vector{b, a})); // sorted by file
  EXPECT_TRUE(read_baseline(write_baseline({}), "b.json")->empty());
}

} // namespace
} // namespace wt
