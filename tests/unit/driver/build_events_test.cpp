// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is learnt from the programs that a build executed?

#include "driver/build.h"
#include "driver/build_events.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace wt::driver {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class BuildEvents : public testing::Test {
protected:
  BuildEvents()
      : folder_(*BuildFolder::make("")),
        root_(fs::canonical(folder_.path()).string()) {}

  // As `bear` writes it.
  std::string event(std::vector<std::string> words, int process, int parent,
                    const std::string &below = "") {
    json execution = {
        {"executable", "/usr/bin/" + words.at(0)},
        {"arguments", words},
        {"working_dir", root_ + below},
        {"environment", {{"PATH", "/bin"}, {"x", "\"executable\":\"/bin/sh"}}}};
    return json{
               {"rid", "1"},
               {"started",
                {{"execution", execution}, {"pid", process}, {"ppid", parent}}},
               {"timestamp", "now"}}
               .dump() +
           "\n";
  }
  std::string event(std::vector<std::string> words) {
    ++process_;
    return event(std::move(words), process_, 1);
  }

  // Adds to what earlier calls have learnt.  "p: a.o b.o\n..." without folders
  // of ours.
  std::string learn(const std::string &events) {
    std::istringstream in(events);
    add_build_events(in, record_);
    std::string text;
    for (const auto &[output, step] : record_) {
      text += shown(output) + ":";
      for (const std::string &input : step.inputs)
        text += " " + shown(input);
      text += "\n";
    }
    return text;
  }

  BuildFolder folder_;
  std::string root_;
  LinkRecord record_;
  int process_ = 100;

private:
  std::string shown(const std::string &path) const {
    return path.starts_with(root_ + "/") ? path.substr(root_.size() + 1) : path;
  }
};

TEST_F(BuildEvents, ProgramsAndArchives) {
  EXPECT_EQ(learn(event({"make", "-j2"}) + event({"gcc", "-c", "a.c"}) +
                  event({"ar", "rcs", "lib/libx.a", "x.o"}) +
                  event({"gcc", "-o", "p", "a.o", "-Llib", "-lx", "-lm"})),
            "lib/libx.a: x.o\n"
            "p: a.o lib/libx.a\n");
}

TEST_F(BuildEvents, LaterLinkReplacesAndArchivesGrow) {
  learn(event({"gcc", "-o", "p", "old.o"}) + event({"ar", "rc", "x.a", "1.o"}));
  EXPECT_EQ(learn(event({"gcc", "-o", "p", "a.o", "b.o", "a.o"}) +
                  event({"ar", "rc", "x.a", "2.o", "1.o"})),
            "p: a.o b.o\n"
            "x.a: 1.o 2.o\n");
  // Of a build that links something else, the rest stays.
  EXPECT_EQ(learn(event({"gcc", "-o", "q", "c.o"})),
            "p: a.o b.o\nq: c.o\nx.a: 1.o 2.o\n");
}

TEST_F(BuildEvents, LinkerStartedByCompilerIsNotAnotherLink) {
  std::string build =
      event({"gcc", "-o", "p", "a.o", "b.c"}, 10, 1) +
      event({"collect2", "-o", "p", "a.o", "/tmp/x.o"}, 11, 10) +
      event({"ld", "-o", "p", "a.o", "/tmp/x.o"}, 12, 11);
  EXPECT_EQ(learn(build), "p: a.o\n");
  // Numbers of processes are used again.
  EXPECT_EQ(learn(build + event({"gcc", "-c", "a.c"}, 10, 1) +
                  event({"gcc", "-c", "a.c"}, 11, 1) +
                  event({"ld", "-o", "p", "c.o"}, 12, 11)),
            "p: c.o\n");
}

TEST_F(BuildEvents, LinkerOfAnUnknownCompilerCounts) {
  EXPECT_EQ(learn(event({"somecc", "-o", "p", "a.o"}, 10, 1) +
                  event({"ld", "-o", "p", "a.o"}, 12, 10)),
            "p: a.o\n");
}

TEST_F(BuildEvents, SharedLibraryByTheNameOfALink) {
  fs::create_directory(root_ + "/.libs");
  std::ofstream(root_ + "/.libs/libx.so.1.0") << "";
  fs::create_symlink("libx.so.1.0", root_ + "/.libs/libx.so");
  EXPECT_EQ(learn(event({"gcc", "-shared", "-o", ".libs/libx.so.1.0", "x.o"}) +
                  event({"gcc", "-o", "p", "a.o", "-L.libs", "-lx"}) +
                  event({"gcc", "-o", "q", "a.o", "./.libs/libx.so"})),
            ".libs/libx.so.1.0: x.o\n"
            "p: a.o .libs/libx.so.1.0\n"
            "q: a.o .libs/libx.so.1.0\n");
}

TEST_F(BuildEvents, FoldersByTheNameOfALink) {
  fs::create_directory(root_ + "/real");
  fs::create_directory_symlink("real", root_ + "/link");
  EXPECT_EQ(learn(event({"ar", "rc", "real/x.a", "link/x.o"}) +
                  event({"gcc", "-o", "p", "link/x.a"})),
            "p: real/x.a\nreal/x.a: real/x.o\n");
}

TEST_F(BuildEvents, MembersTakenOutOfAnArchive) {
  fs::create_directory(root_ + "/tmp");
  EXPECT_EQ(learn(event({"ar", "rc", "inner.a", "sub/x.o"}) +
                  event({"ar", "x", "../inner.a"}, 7, 1, "/tmp") +
                  event({"ar", "rc", "outer.a", "y.o", "tmp/x.o"})),
            "inner.a: sub/x.o\n"
            "outer.a: y.o sub/x.o\n");
}

TEST_F(BuildEvents, NothingIsMadeOfItself) {
  EXPECT_EQ(learn(event({"ld", "-r", "-o", "a.o", "a.o", "b.o"})),
            "a.o: b.o\n");
}

TEST_F(BuildEvents, WhatIsNoEventIsPassedOver) {
  std::string good = event({"gcc", "-o", "p", "a.o"});
  std::string key = "\"executable\":\"/usr/bin/gcc\"";
  std::string bad;
  for (const std::string &line :
       {std::string(),
        std::string("garbage"),
        std::string("{"),
        std::string("[]"),
        std::string("null"),
        std::string(1, '\0'),
        key,
        "{" + key + "}",
        "{\"started\":{" + key + "}}",
        "{\"started\":{\"execution\":{" + key + "}}}",
        "{\"started\":{\"execution\":[" + key + "]}}",
        "{\"started\":[{" + key + "}]}",
        "{\"started\":{\"execution\":{" + key +
            ",\"arguments\":{},\"working_dir\":\"/\"},\"pid\":1}}",
        "{\"started\":{\"execution\":{" + key +
            ",\"arguments\":[\"gcc\",\"a.o\"]},\"pid\":1}}",
        "{\"started\":{\"execution\":{" + key +
            ",\"arguments\":[\"gcc\",\"a.o\"],\"working_dir\":\"x\"}}}",
        "{\"started\":{\"execution\":{" + key +
            ",\"arguments\":[\"gcc\",\"a.o\"],\"working_dir\":7}}}",
        "{\"started\":{\"execution\":{\"executable\":7,\"x\":{" + key +
            "},\"arguments\":[\"gcc\",\"a.o\"],\"working_dir\":\"/\"}}}",
        std::string("{\"executable\":\"/usr/bin/gcc"),
        good.substr(0, good.size() / 2),
        key + std::string(100000, '['),
        std::string(1 << 20, '"')})
    bad += line + "\n";
  EXPECT_EQ(learn(bad), "");
  EXPECT_EQ(learn(bad + good + bad), "p: a.o\n");
}

TEST_F(BuildEvents, WordsAndNumbersOfAnyKind) {
  std::string line = event({"gcc", "-o", "p", "a.o"});
  line.replace(line.find("\"a.o\""), 5,
               "\"a.o\",7,null,{},[\"b.o\"],\"\\u0000\"");
  line.replace(line.find("\"pid\":"), 6, "\"pid\":1e99,\"x\":");
  EXPECT_TRUE(learn(line).starts_with("p: a.o"));
}

TEST_F(BuildEvents, EnormousArgumentLists) {
  std::vector<std::string> words = {"ar", "rc", "x.a"};
  for (int i = 0; i < 50000; ++i)
    words.push_back(std::to_string(i) + ".o");
  words.push_back(std::string(1 << 20, 'y') + ".o");
  learn(event(words) + event(words));
  EXPECT_EQ(record_[root_ + "/x.a"].inputs.size(), 50001u);
}

TEST_F(BuildEvents, LastLineWithoutAnEnd) {
  std::string line = event({"gcc", "-o", "p", "a.o"});
  line.pop_back();
  EXPECT_EQ(learn(line), "p: a.o\n");
}

} // namespace
} // namespace wt::driver
