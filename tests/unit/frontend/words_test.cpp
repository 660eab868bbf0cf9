// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command lines and response files become words.

#include "frontend/words.h"

#include "temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace wt::frontend {
namespace {

using Words = std::vector<std::string>;

TEST(Words, SplitAsAShellDoes) {
  struct Row {
    const char *text;
    Words words;
  };
  for (const Row &row : {
           Row{"", {}},
           Row{"  \t\n ", {}},
           Row{"a b", {"a", "b"}},
           Row{" a  b\tc\nd\r\ne ", {"a", "b", "c", "d", "e"}},
           Row{"'a b' c", {"a b", "c"}},
           Row{"\"a b\" c", {"a b", "c"}},
           Row{"-DX='\"s t\"'", {"-DX=\"s t\""}},
           Row{"-DX=\\\"s\\\"", {"-DX=\"s\""}},
           Row{"\"a\\\"b\"", {"a\"b"}},
           Row{"\"a\\\\b\"", {"a\\b"}},
           Row{"\"a\\nb\"", {"a\\nb"}},
           Row{"'a\\b'", {"a\\b"}},
           Row{"a\\ b", {"a b"}},
           Row{"a\\\nb", {"ab"}},
           Row{"a \\\n b", {"a", "b"}},
           Row{"\"a\\\nb\"", {"ab"}},
           Row{"''", {""}},
           Row{"\"\" x", {"", "x"}},
           Row{"a''b", {"ab"}},
           Row{"'a'\"b\"c", {"abc"}},
           Row{"$(rm) `x` $HOME ~ *", {"$(rm)", "`x`", "$HOME", "~", "*"}},
           Row{"'open", {"open"}},
           Row{"\"open", {"open"}},
           Row{"end\\", {"end\\"}},
           Row{"a#b #c", {"a#b", "#c"}},
       })
    EXPECT_EQ(split_words(row.text), row.words) << row.text;
}

TEST(Words, ResponseFilesAreReplacedByTheirWords) {
  TemporaryFolder folder;
  folder.write("a.rsp", "-DX '-DY=1 2'\n@sub/b.rsp -DZ\n");
  folder.write("sub/b.rsp", "-Iinner");
  Words expected{"-c", "-DX", "-DY=1 2", "-Iinner", "-DZ", "-g"};
  EXPECT_EQ(expand_response_files({"-c", "@a.rsp", "-g"}, folder.path()),
            expected);
  EXPECT_EQ(expand_response_files({"-c", "@" + (folder / "a.rsp"), "-g"},
                                  folder.path()),
            expected);
  folder.write("empty", "");
  EXPECT_EQ(expand_response_files({"a", "@empty", "b"}, folder.path()),
            (Words{"a", "b"}));
}

TEST(Words, WhatCannotBeReadStays) {
  TemporaryFolder folder;
  mkfifo((folder / "pipe").c_str(), 0600);
  std::filesystem::create_directory(folder / "folder");
  for (const char *word : {"@missing", "@", "@pipe", "@folder", "@/dev/zero",
                           "@/dev/stdin", "@/nonexistent/x"})
    EXPECT_EQ(expand_response_files({word}, folder.path()), Words{word});
}

TEST(Words, EndlessResponseFilesEnd) {
  TemporaryFolder folder;
  folder.write("self", "-DX @self");
  Words words = expand_response_files({"@self"}, folder.path());
  EXPECT_EQ(words.front(), "-DX");
  EXPECT_EQ(words.back(), "@self");
  EXPECT_LE(words.size(), 20u);

  std::string many;
  for (int i = 0; i < 1000; ++i)
    many += "@many ";
  folder.write("many", many);
  EXPECT_LE(expand_response_files({"@many"}, folder.path()).size(), 200000u);

  // Files upon files, and not one word in them.
  for (int level = 0; level < 8; ++level) {
    std::string text;
    for (int i = 0; i < 1000; ++i)
      text += "@level" + std::to_string(level + 1) + " ";
    folder.write("level" + std::to_string(level), text);
  }
  folder.write("level8", "");
  EXPECT_LE(expand_response_files({"@level0"}, folder.path()).size(), 200000u);
}

TEST(Words, AHugeResponseFileIsNotRead) {
  TemporaryFolder folder;
  folder.write("huge", "");
  std::filesystem::resize_file(folder / "huge", std::uintmax_t(1) << 40);
  EXPECT_EQ(expand_response_files({"@huge"}, folder.path()), Words{"@huge"});
}

} // namespace
} // namespace wt::frontend
