// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build databases become jobs.

#include "frontend/frontend.h"

#include "temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace wt::frontend {
namespace {

using Words = std::vector<std::string>;

class Jobs : public testing::Test {
protected:
  Result<JobList> read(const std::string &text) {
    return jobs_from_database(folder_.write("compile_commands.json", text));
  }
  // Of a database that must be readable.
  JobList jobs(const std::string &text) {
    Result<JobList> list = read(text);
    EXPECT_TRUE(list) << list.error().text();
    return list ? *list : JobList();
  }
  // The only job of a database with one entry.
  CompileJob job(const std::string &entry) {
    JobList list = jobs("[" + entry + "]");
    EXPECT_EQ(list.jobs.size(), 1u) << entry;
    return list.jobs.empty() ? CompileJob() : list.jobs[0];
  }
  CompileJob job_of_command(const std::string &command,
                            const std::string &file = "a.c") {
    return job(R"({"directory":"/d","file":")" + file + R"(","command":")" +
               command + R"("})");
  }

  TemporaryFolder folder_;
};

TEST_F(Jobs, CommandAndArgumentsMeanTheSame) {
  CompileJob command = job(
      R"({"directory":"/d","file":"a.c","command":"gcc -DX=\"1 2\" -c a.c"})");
  EXPECT_EQ(command.directory, "/d");
  EXPECT_EQ(command.file, "/d/a.c");
  EXPECT_EQ(command.arguments, (Words{"-DX=1 2", "-x", "c"}));
  EXPECT_FALSE(command.is_cxx_driver);
  CompileJob arguments = job(R"({"directory":"/d","file":"a.c",
      "arguments":["gcc","-DX=1 2","-c","a.c"]})");
  EXPECT_EQ(arguments, command);
}

TEST_F(Jobs, FoldersAreRelativeToTheDatabase) {
  std::string here = folder_.path();
  EXPECT_EQ(job(R"({"directory":"sub","file":"a.c"})").directory,
            here + "/sub");
  EXPECT_EQ(job(R"({"directory":"sub","file":"../a.c"})").file, here + "/a.c");
  EXPECT_EQ(job(R"({"directory":".","file":"a.c"})").directory, here);
  EXPECT_EQ(job(R"({"directory":"","file":"a.c"})").directory, here);
  EXPECT_EQ(job(R"({"file":"x/../a.c"})").file, here + "/a.c");
  EXPECT_EQ(job(R"({"directory":"/d/","file":"/e//./a.c"})").file, "/e/a.c");
  EXPECT_EQ(job(R"({"directory":"/d/","file":"a.c"})").directory, "/d");
}

TEST_F(Jobs, ExactDuplicatesAreOneOtherFlagsAreTwo) {
  JobList list = jobs(R"([
    {"directory":"/d","file":"a.c","command":"gcc -DX -c a.c -o 1.o"},
    {"directory":"/d","file":"a.c","command":"gcc -DX -c a.c -o 2.o"},
    {"directory":"/d","file":"/d/a.c","arguments":["cc","-O2","-DX"]},
    {"directory":"/d","file":"a.c","command":"gcc -DY -c a.c"},
    {"directory":"/e","file":"/d/a.c","command":"gcc -DX -c a.c"}])");
  ASSERT_EQ(list.jobs.size(), 3u);
  EXPECT_EQ(list.jobs[0].arguments[0], "-DX");
  EXPECT_EQ(list.jobs[1].arguments[0], "-DY");
  EXPECT_EQ(list.jobs[2].directory, "/e");
  EXPECT_TRUE(list.skipped.empty());
}

TEST_F(Jobs, WhatJobsAreCompiledTo) {
  JobList list = jobs(R"([
    {"directory":"/d","file":"a.c","command":"gcc -DX -c a.c -o x/1.o"},
    {"directory":"/d","file":"a.c","command":"gcc -DX -c a.c -o../2.o"},
    {"directory":"/d","file":"a.S","command":"gcc -c a.S"},
    {"directory":"/d","file":"s/a.b.c","command":"gcc -c s/a.b.c"},
    {"directory":"/d","file":"c.c","output":"o/c.o","command":"gcc -o x c.c"},
    {"directory":"/d","file":"d.c","output":7,"command":"gcc -c d.c -o"}])");
  std::vector<Words> expected = {
      {"/d/x/1.o", "/2.o"}, {"/d/a.b.o"}, {"/d/o/c.o"}, {"/d/d.o"}};
  EXPECT_EQ(list.outputs, expected);
  EXPECT_EQ(list.jobs.size(), expected.size());
}

TEST_F(Jobs, TheCompilerIsTakenOff) {
  for (const char *command :
       {"gcc -DX", "/usr/bin/gcc-12 -DX", "ccache gcc -DX",
        "/usr/bin/ccache /opt/my-own -DX", "env LANG=C gcc -DX",
        "nice -n 5 ccache gcc -DX", "libtool --tag=CC --mode=compile cc -DX",
        "distcc clang -DX", "-DX", "weird -DX"})
    EXPECT_EQ(job_of_command(command).arguments, (Words{"-DX", "-x", "c"}))
        << command;
  EXPECT_EQ(job_of_command("").arguments, (Words{"-x", "c"}));
  EXPECT_EQ(job_of_command("ccache").arguments, (Words{"-x", "c"}));
}

TEST_F(Jobs, ACxxCompilerMakesCxxOfACFile) {
  for (const char *command :
       {"g++ -c a.c", "ccache g++-12 -c a.c", "clang++-19 a.c",
        "env X=1 nice -n 5 /usr/bin/c++ a.c", "aarch64-linux-gnu-g++ a.c"}) {
    CompileJob job = job_of_command(command);
    EXPECT_TRUE(job.is_cxx_driver) << command;
    EXPECT_EQ(job.arguments.back(), "c++") << command;
  }
  EXPECT_EQ(job_of_command("g++ -x c a.c").arguments.back(), "c");
  EXPECT_EQ(job_of_command("gcc", "a.cc").arguments.back(), "c++");
}

TEST_F(Jobs, ACrossCompilerNamesItsTarget) {
  struct Row {
    const char *command, *target;
  };
  for (const Row &row : {
           Row{"aarch64-linux-gnu-gcc", "--target=aarch64-linux-gnu"},
           Row{"/x/arm-none-eabi-g++-12", "--target=arm-none-eabi"},
           Row{"x86_64-w64-mingw32-gcc", "--target=x86_64-w64-mingw32"},
           Row{"ccache riscv64-linux-gnu-gcc", "--target=riscv64-linux-gnu"},
           Row{"gcc", "-x"},
           Row{"musl-gcc", "-x"},
           Row{"my-own-wrapper-gcc", "-x"},
           Row{"x86_64-thing", "-x"},
       })
    EXPECT_EQ(job_of_command(row.command).arguments.front(), row.target)
        << row.command;
  EXPECT_EQ(job_of_command("arm-linux-gnueabi-gcc --target=x").arguments,
            (Words{"--target=arm-linux-gnueabi", "--target=x", "-x", "c"}));
}

TEST_F(Jobs, ResponseFilesAreRelativeToTheEntry) {
  folder_.write("sub/flags", "-DX -fplugin=evil.so -Iinc");
  CompileJob job = this->job(
      R"({"directory":"sub","file":"a.c","command":"gcc @flags -c a.c"})");
  EXPECT_EQ(job.arguments, (Words{"-DX", "-Iinc", "-x", "c"}));
}

TEST_F(Jobs, OtherLanguagesAreSkippedWithANote) {
  JobList list = jobs(R"([
    {"directory":"/d","file":"a.S","command":"gcc -c a.S"},
    {"directory":"/d","file":"b.f90","command":"gfortran -c b.f90"},
    {"directory":"/d","file":"c.m","command":"clang -c c.m"},
    {"directory":"/d","file":"d.c","command":"gcc -x assembler d.c"},
    {"directory":"/d","file":"e.c","command":"gcc -c e.c"}])");
  EXPECT_EQ(list.jobs.size(), 1u);
  ASSERT_EQ(list.skipped.size(), 4u);
  EXPECT_EQ(list.skipped[0].file, "/d/a.S");
  EXPECT_EQ(list.skipped[0].reason, "not C or C++");
}

TEST_F(Jobs, EntriesThatNameNoFile) {
  JobList list = jobs(R"([
    {"directory":"/d","command":"gcc"}, 7, null, "x", [], {},
    {"file":5}, {"file":null}, {"file":""}, {"file":"a\u0000.c"},
    {"directory":3,"file":"a.c","arguments":[1,null,"-DX"],"command":4},
    {"file":"b.c","arguments":"gcc","command":["gcc"]}])");
  ASSERT_EQ(list.jobs.size(), 2u);
  EXPECT_EQ(list.jobs[0].directory, folder_.path());
  EXPECT_EQ(list.jobs[0].arguments, (Words{"-DX", "-x", "c"}));
  ASSERT_EQ(list.skipped.size(), 10u);
  EXPECT_EQ(list.skipped[0].reason, "entry 1 names no file");
  EXPECT_EQ(list.skipped[9].reason, "entry 10 names no file");
}

TEST_F(Jobs, BrokenJsonIsAnErrorWithItsLine) {
  struct Row {
    const char *text;
    unsigned line;
  };
  for (const Row &row : {
           Row{"", 1},
           Row{"\n\n[\n{\"file\": x}]", 4},
           Row{"[\n{\"file\":\"a.c\"},\n\n", 4},
           Row{"[{\"file\":\"a\n.c\"}]", 1},
           Row{"[] []", 1},
       }) {
    Result<JobList> list = read(row.text);
    ASSERT_FALSE(list) << row.text;
    EXPECT_EQ(list.error().message, "this is not valid JSON");
    EXPECT_EQ(list.error().line, row.line) << row.text;
    EXPECT_EQ(list.error().file, folder_ / "compile_commands.json");
  }
}

// Names are bytes; one that is no UTF-8 does not spoil the others.
TEST_F(Jobs, NamesNeedNotBeUtf8) {
  Result<JobList> list =
      read("[{\"directory\":\"/d\\u00e9\",\"file\":\"caf\xe9.c\","
           "\"command\":\"cc -DX=\xff -c caf\xe9.c\"},"
           "{\"directory\":\"/\",\"file\":\"b.c\"}]");
  ASSERT_TRUE(list) << list.error().text();
  ASSERT_EQ(list->jobs.size(), 2u);
  EXPECT_EQ(list->jobs[0].file, "/d\xc3\xa9/caf\xe9.c");
  EXPECT_EQ(list->jobs[0].arguments[0], "-DX=\xff");
}

TEST_F(Jobs, NotADatabase) {
  for (const char *text : {"{}", "3", "\"x\"", "null", "1e99999", "[1e99999]"})
    EXPECT_FALSE(read(text)) << text;
  EXPECT_FALSE(jobs_from_database(folder_ / "missing.json"));
  EXPECT_FALSE(jobs_from_database(folder_.path()));
}

TEST_F(Jobs, AnEmptyListIsNoError) {
  JobList list = jobs("[]");
  EXPECT_TRUE(list.jobs.empty());
  EXPECT_TRUE(list.skipped.empty());
}

TEST_F(Jobs, DeepAndHugeJson) {
  std::size_t depth = 1000000;
  EXPECT_FALSE(read(std::string(depth, '[')));
  JobList list = jobs(std::string(depth, '[') + std::string(depth, ']'));
  EXPECT_EQ(list.skipped.size(), 1u);
  std::string deep = R"([{"file":"a.c","x":)";
  for (int i = 0; i < 100000; ++i)
    deep += R"({"x":)";
  EXPECT_FALSE(read(deep));

  std::string many = "[";
  for (int i = 0; i < 20000; ++i)
    many += R"({"file":"f)" + std::to_string(i) +
            R"(.c","command":"gcc -DX -c f.c"},)";
  many.back() = ']';
  EXPECT_EQ(jobs(many).jobs.size(), 20000u);
}

TEST_F(Jobs, FilesOfTheCommandLine) {
  std::string a = folder_.write("a.c", ""), b = folder_.write("b.cc", "");
  std::string s = folder_.write("x.S", "");
  Words files{a, b, s, a}, flags{"-DX", "-fplugin=evil.so"};
  Result<JobList> list = jobs_from_files(files, flags);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->jobs.size(), 2u);
  EXPECT_EQ(list->jobs[0].file, a);
  EXPECT_EQ(list->jobs[0].arguments, (Words{"-DX", "-x", "c"}));
  EXPECT_EQ(list->jobs[1].arguments, (Words{"-DX", "-x", "c++"}));
  EXPECT_EQ(list->skipped.size(), 1u);
}

TEST_F(Jobs, FilesThatCannotBeRead) {
  mkfifo((folder_ / "pipe.c").c_str(), 0600);
  struct Row {
    std::string file;
    const char *message;
  };
  for (const Row &row : {
           Row{folder_ / "missing.c", "no such file"},
           Row{folder_.path(), "this is a folder, not a source file"},
           Row{folder_ / "pipe.c", "this is not a plain file"},
       }) {
    Words files{row.file};
    Result<JobList> list = jobs_from_files(files, {});
    ASSERT_FALSE(list) << row.file;
    EXPECT_EQ(list.error().message, row.message);
    EXPECT_EQ(list.error().file, row.file);
  }
}

} // namespace
} // namespace wt::frontend
