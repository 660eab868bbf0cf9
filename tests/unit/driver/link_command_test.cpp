// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do commands link?  A table of command lines.

#include "driver/build.h"
#include "driver/link_command.h"
#include "frontend/words.h"

#include <gtest/gtest.h>

#include <fstream>

namespace wt::driver {
namespace {

std::optional<LinkCommand> command(const std::string &line,
                                   const std::string &directory = "/d") {
  std::vector<std::string> words = frontend::split_words(line);
  std::string program = words.at(0);
  words.erase(words.begin());
  return link_command(program, words, directory);
}

// "program /d/prog: /d/a.o (/d/libx.so|/d/libx.a)", or "none".
std::string read(const std::string &line) {
  std::optional<LinkCommand> found = command(line);
  if (!found)
    return "none";
  constexpr const char *kKinds[] = {"program", "shared", "archive", "object"};
  std::string text =
      found->is_extraction ? "extract" : kKinds[static_cast<int>(found->kind)];
  text += " " + found->output + ":";
  for (const std::vector<std::string> &files : found->inputs) {
    text += " ";
    for (const std::string &file : files)
      text += (files.size() == 1 ? "" : &file == &files[0] ? "(" : "|") + file;
    text += files.size() == 1 ? "" : files.empty() ? "()" : ")";
  }
  return text;
}

struct Row {
  const char *line, *expected;
};

TEST(LinkCommand, Compilers) {
  const Row kRows[] = {
      {"gcc -o prog a.o sub/../b.o", "program /d/prog: /d/a.o /d/b.o"},
      {"/usr/bin/x86_64-linux-gnu-g++-12 a.o -oprog",
       "program /d/prog: /d/a.o"},
      {"clang-19 a.o", "program /d/a.out: /d/a.o"},
      {"clang++ /x/a.o -o ../p", "program /p: /x/a.o"},
      {"cc -shared -o libx.so.1 x.o", "shared /d/libx.so.1: /d/x.o"},
      {"cc -r -nostdlib -o all.o x.o y.o", "object /d/all.o: /d/x.o /d/y.o"},
      {"cc -o p a.o -Llib -lx -l y",
       "program /d/p: /d/a.o (/d/lib/libx.so|/d/lib/libx.a) "
       "(/d/lib/liby.so|/d/lib/liby.a)"},
      {"cc -lx -o p a.o -static -L /l",
       "program /d/p: (/l/libx.a|/l/libx.so) /d/a.o"},
      {"cc -o p a.o -Ll -l:libx.a", "program /d/p: /d/a.o /d/l/libx.a"},
      {"cc -o p a.o -lm", "program /d/p: /d/a.o ()"},
      // The database says that b.c is compiled to p, and without -o to b.o.
      {"cc -o p a.o b.c", "program /d/p: /d/a.o"},
      {"cc sub/b.c", "program /d/a.out: /d/b.o"},
      {"cc -g -O2 -pthread -Wl,-z,now -Wl,--as-needed -o p a.o",
       "program /d/p: /d/a.o"},
      {"cc -include x.o -I y.o -D z.o -Xlinker w.o -x c -T s.ld -o p a.o",
       "program /d/p: /d/a.o"},
  };
  for (const Row &row : kRows)
    EXPECT_EQ(read(row.line), row.expected) << row.line;
}

TEST(LinkCommand, Linkers) {
  const Row kRows[] = {
      {"ld -o p a.o", "program /d/p: /d/a.o"},
      {"ld.lld -r -o all.o a.o b.o", "object /d/all.o: /d/a.o /d/b.o"},
      {"/usr/bin/arm-none-eabi-ld.bfd -m armelf -T x.ld -Map m -z now a.o",
       "program /d/a.out: /d/a.o"},
      {"ld -shared -soname libx.so.1 -o libx.so.1.0 x.o -rpath /r -c s.ld",
       "shared /d/libx.so.1.0: /d/x.o"},
      {"ld -plugin p.so -plugin-opt=x -dynamic-linker /l.so -o p --start-group "
       "x.a --end-group",
       "program /d/p: /d/x.a"},
  };
  for (const Row &row : kRows)
    EXPECT_EQ(read(row.line), row.expected) << row.line;
}

TEST(LinkCommand, Archivers) {
  const Row kRows[] = {
      {"ar rcs lib/libx.a x.o ../y.o", "archive /d/lib/libx.a: /d/x.o /y.o"},
      {"ar -r -c libx.a x.o", "archive /d/libx.a: /d/x.o"},
      {"gcc-ar-12 qcD libx.a x.o", "archive /d/libx.a: /d/x.o"},
      {"llvm-ar --plugin=p --target elf rcT libx.a x.o",
       "archive /d/libx.a: /d/x.o"},
      {"ar rb y.o libx.a x.o", "archive /d/libx.a: /d/x.o"},
      {"ar x ../libx.a", "extract /d: /libx.a"},
      {"ar x --output o libx.a x.o", "extract /d/o: /d/libx.a"},
  };
  for (const Row &row : kRows)
    EXPECT_EQ(read(row.line), row.expected) << row.line;
}

TEST(LinkCommand, OthersLinkNothing) {
  for (const char *line : {"gcc -c a.c -o a.o",
                           "gcc -E a.c",
                           "gcc -S a.c",
                           "gcc -MM a.c",
                           "gcc -fsyntax-only a.c",
                           "gcc --version",
                           "gcc -v",
                           "gcc",
                           "clang-19 -cc1 -o x a.c",
                           "ld --version",
                           "ld -v",
                           "ar t libx.a",
                           "ar d libx.a x.o",
                           "ar s libx.a",
                           "ar p libx.a",
                           "ar",
                           "ar rcs",
                           "ar rcs libx.a",
                           "ar -M",
                           "ar rb x.o",
                           "ranlib libx.a",
                           "/usr/lib/gcc/collect2 -o p a.o",
                           "cc1 a.c -o a.s",
                           "sh -c cc",
                           "ccache gcc -o p a.o",
                           "as -o a.o a.s",
                           "echo -o p a.o",
                           "gcc -o p"})
    EXPECT_EQ(read(line), "none") << line;
}

TEST(LinkCommand, ResponseFiles) {
  BuildFolder folder = *BuildFolder::make("");
  std::ofstream(folder.path() + "/objects.rsp") << "a.o 'b c.o'\n-o prog\n";
  std::optional<LinkCommand> found =
      command("gcc @objects.rsp @missing d.o", folder.path());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->output, folder.path() + "/prog");
  ASSERT_EQ(found->inputs.size(), 3u);
  EXPECT_EQ(found->inputs[1][0], folder.path() + "/b c.o");
  EXPECT_EQ(found->inputs[2][0], folder.path() + "/d.o");
}

TEST(LinkCommand, OddWords) {
  for (const char *line : {"gcc '' -o", "gcc -o '' a.o", "ld -L", "ld a.o -l",
                           "ar '' ''", "ar rcs ''", "ar rcs '' ''", "gcc -L"})
    (void)command(line); // and no crash
  std::vector<std::string> many(300000, "x.o");
  std::optional<LinkCommand> found = link_command("ld", many, "/d");
  ASSERT_TRUE(found);
  EXPECT_GT(found->inputs.size(), 10000u);
}

TEST(LinkCommand, ToolsByName) {
  for (const char *name : {"gcc", "/a/b/ld", "collect2", "riscv64-elf-ar-2.40"})
    EXPECT_TRUE(is_link_tool(name)) << name;
  for (const char *name :
       {"", "/", "-", "make", "gcc/", "c++filt", "bar", "-3"})
    EXPECT_FALSE(is_link_tool(name)) << name;
}

} // namespace
} // namespace wt::driver
