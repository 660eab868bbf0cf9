// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line: what is read, and what is refused with which words.

#include "driver/destination.h"
#include "driver/engines.h"
#include "driver/options.h"
#include "driver/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace wt::driver {
namespace {

Result<Options> parse(std::vector<std::string> words) {
  return parse_options(words, engine_table());
}

TEST(Options, Defaults) {
  auto o = parse({"check"});
  ASSERT_TRUE(o);
  EXPECT_EQ(o->command, Command::kCheck);
  EXPECT_EQ(o->engines, "all");
  EXPECT_EQ(o->min_confidence, "medium");
  EXPECT_EQ(o->workers, 0u);
  EXPECT_FALSE(o->strict);
  EXPECT_FALSE(o->has_dashes);
  EXPECT_TRUE(o->words.empty());
}

TEST(Options, EverythingAtOnce) {
  auto o = parse({"check",
                  "-p",
                  "b",
                  "--engine",
                  "sat",
                  "--format",
                  "json",
                  "--format=text=t.txt",
                  "--min-confidence",
                  "low",
                  "--spec",
                  "a.spec",
                  "--spec",
                  "b.spec",
                  "--at-exit",
                  "--oom-throws",
                  "--include",
                  "*.c",
                  "--exclude",
                  "x",
                  "--exclude",
                  "y",
                  "--baseline",
                  "old",
                  "-j3",
                  "--strict",
                  "--store",
                  "none",
                  "one.c",
                  "two.c",
                  "--",
                  "-DX",
                  "--help"});
  ASSERT_TRUE(o) << o.error().text();
  EXPECT_EQ(o->build, "b");
  EXPECT_EQ(o->formats, (std::vector<std::string>{"json", "text=t.txt"}));
  EXPECT_EQ(o->specs, (std::vector<std::string>{"a.spec", "b.spec"}));
  EXPECT_EQ(o->exclude, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(o->words, (std::vector<std::string>{"one.c", "two.c"}));
  EXPECT_EQ(o->after_dashes, (std::vector<std::string>{"-DX", "--help"}));
  EXPECT_EQ(o->workers, 3u);
  EXPECT_TRUE(o->at_exit && o->oom_throws && o->strict && o->has_dashes);
}

TEST(Options, AnOptionDoesNotSwallowTheFiles) {
  auto o = parse({"check", "--spec", "a.spec", "one.c", "--exclude", "x",
                  "two.c", "--format", "json", "three.c"});
  ASSERT_TRUE(o) << o.error().text();
  EXPECT_EQ(o->words, (std::vector<std::string>{"one.c", "two.c", "three.c"}));
}

TEST(Options, Commands) {
  EXPECT_EQ(parse({"run", "--", "make"})->command, Command::kRun);
  EXPECT_EQ(parse({"query", "a.c:3", "p"})->words.size(), 2u);
  EXPECT_EQ(parse({"explain", "f"})->command, Command::kExplain);
  EXPECT_EQ(parse({"version"})->command, Command::kVersion);
  EXPECT_EQ(parse({"--version"})->command, Command::kVersion);
  EXPECT_EQ(parse({"--help"})->command, Command::kHelp);
  auto help = parse({"check", "--help"});
  ASSERT_TRUE(help);
  EXPECT_EQ(help->command, Command::kHelp);
  EXPECT_NE(help->help_text.find("--min-confidence"), std::string::npos);
}

TEST(Options, Refused) {
  struct Row {
    std::vector<std::string> words;
    const char *message;
  };
  const Row rows[] = {
      {{}, "no command"},
      {{"chekc"}, "chekc"},
      {{"check", "--frobnicate"}, "--frobnicate"},
      {{"check", "-j", "many"}, "many"},
      {{"check", "-j", "5000"}, "5000"},
      {{"check", "-j", "-1"}, "-1"},
      {{"check", "--min-confidence", "total"}, "total"},
      {{"check", "--spec"}, "--spec"},
      {{"explain"}, "FUNCTION"},
      {{"run", "file.c", "--", "make"}, "file.c"},
      {{"version", "--strict"}, "--strict"},
      {{"ir"}, "FILE"},
  };
  for (const Row &row : rows) {
    auto o = parse(row.words);
    ASSERT_FALSE(o) << row.message;
    EXPECT_NE(o.error().text().find(row.message), std::string::npos)
        << o.error().text();
  }
}

// Every row of the table is described for users.
TEST(Options, AreAllDocumented) {
  std::ifstream in(WT_SOURCE_DIR "/docs/user/command-line.md");
  std::stringstream text;
  text << in.rdbuf();
  auto documented = [&](const std::string &names) {
    std::string longest = names.substr(names.rfind(',') + 1);
    return text.str().find("`" + longest) != std::string::npos ||
           text.str().find(longest) != std::string::npos;
  };
#define FLAG(field, names, help, group) EXPECT_TRUE(documented(names)) << names;
#define TEXT(field, names, preset, value, help, group)                         \
  EXPECT_TRUE(documented(names)) << names;
#define LIST(field, names, value, help, group)                                 \
  EXPECT_TRUE(documented(names)) << names;
#define CHOICE(field, names, preset, choices, help, group)                     \
  EXPECT_TRUE(documented(names)) << names;
#define NUMBER(field, names, preset, low, high, value, help, group)            \
  EXPECT_TRUE(documented(names)) << names;
#include "driver/options.def"
}

TEST(Engines, Selection) {
  auto all = select_engines("all", engine_table());
  ASSERT_TRUE(all);
  EXPECT_FALSE(all->empty());
  auto twice = select_engines("sat,sat,all", engine_table());
  ASSERT_TRUE(twice);
  EXPECT_EQ(*twice, *all);
  auto unknown = select_engines("sat,foo", engine_table());
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().text(),
            "unknown engine 'foo' (known: sat, valueflow, absint, "
            "contradiction, ownership, all)");
  EXPECT_FALSE(select_engines("", engine_table()));
  for (const EngineRow &row : engine_table())
    if (row.is_on_trial) {
      EXPECT_EQ(std::ranges::count(*all, &row), 0) << row.name;
      EXPECT_EQ(*select_engines(row.name, engine_table()),
                std::vector<const EngineRow *>{&row});
    }
  for (const EngineRow &row : engine_table())
    if (!row.make)
      EXPECT_EQ(select_engines(row.name, engine_table()).error().text(),
                std::string("engine '") + row.name + "' is not built yet");
}

Result<std::vector<Destination>> places(std::vector<std::string> formats,
                                        std::string output = "") {
  Options o;
  o.formats = std::move(formats);
  o.output = std::move(output);
  return destinations(o);
}

TEST(Destinations, Rules) {
  ASSERT_EQ(places({})->size(), 1u);
  EXPECT_EQ((*places({}))[0].format, Format::kText);
  EXPECT_EQ((*places({"json"}, "x"))[0].path, "x");
  auto both = places({"text", "json=a=b"});
  ASSERT_TRUE(both);
  EXPECT_EQ((*both)[1].path, "a=b");
  EXPECT_FALSE(places({"text", "json"}));
  EXPECT_FALSE(places({"text", "json=a"}, "x"));
  EXPECT_FALSE(places({"json=a"}, "x"));
  EXPECT_FALSE(places({"json="}));
  EXPECT_FALSE(places({"xml"}));
}

TEST(Destinations, ADashIsStandardOutput) {
  EXPECT_EQ((*places({"json"}, "-"))[0].path, "");
  EXPECT_EQ((*places({"json=-"}))[0].path, "");
  EXPECT_FALSE(places({"text", "json=-"}));
}

TEST(Destinations, OneFileTakesOneFormat) {
  EXPECT_FALSE(places({"text=a", "json=a"}));
  EXPECT_FALSE(places({"text=a", "json=b", "sarif=./x/../a"}));
  EXPECT_TRUE(places({"text=a", "json=b"}));
  EXPECT_TRUE(places({"text=/dev/null", "json=/dev/null"}));
}

TEST(Patterns, DotsAreResolvedByTheirLetters) {
  const char *const rows[][2] = {
      {"*.c", "*.c"},
      {"src/*.c", "src/*.c"},
      {"**/gen", "**/gen"},
      {"a..b/*.c", "a..b/*.c"},
      {"../t6/sub/*.c", "/home/t6/sub/*.c"},
      {"lib/../src/*.c", "/home/me/src/*.c"},
      {"./x.c", "/home/me/x.c"},
      {"..", "/home"},
      {"../../..", "/**"},
      {"/usr/../opt", "/opt"},
  };
  for (auto [pattern, meant] : rows) {
    std::vector<std::string> list = {pattern};
    auto resolved = resolve_patterns(list, "--include", "/home/me");
    ASSERT_TRUE(resolved);
    std::string text = resolved->at(0);
    if (text.size() > 1 && text.ends_with('/'))
      text.pop_back();
    EXPECT_EQ(text, meant) << pattern;
  }
  std::vector<std::string> empty = {"a", ""};
  EXPECT_EQ(resolve_patterns(empty, "--include", "/").error().text(),
            "--include needs a pattern, not an empty text");
}

TEST(Options, UsageLines) {
  const char *const rows[][2] = {
      {"check", "check [OPTIONS] [FILE...] [-- COMPILER-FLAGS]\n"},
      {"run", "run [OPTIONS] -- BUILD-COMMAND\n"},
      {"explain", "explain [OPTIONS] FUNCTION|KIND|FINGERPRINT [FILE...] "
                  "[-- COMPILER-FLAGS]\n"},
      {"version", "version\n"},
  };
  for (auto [command, usage] : rows) {
    std::string text = parse({command, "--help"})->help_text;
    EXPECT_NE(text.find(std::string("Usage: watertight ") + usage),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("Positionals"), std::string::npos);
  }
}

TEST(AtomicFile, AppearsAllAtOnceOrNotAtAll) {
  std::string folder = testing::TempDir() + "atomic.XXXXXX";
  ASSERT_TRUE(mkdtemp(folder.data()));
  std::string path = folder + "/report";
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    EXPECT_FALSE(std::ifstream(path).good());
  }
  EXPECT_FALSE(std::ifstream(path).good());
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("hello"));
  }
  std::ifstream in(path);
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "hello");
  EXPECT_FALSE(AtomicFile::create(folder));
  EXPECT_FALSE(AtomicFile::create(folder + "/no/such"));
  EXPECT_TRUE(AtomicFile::create("/dev/null"));
}

} // namespace
} // namespace wt::driver
