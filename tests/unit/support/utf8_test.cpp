// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Characters, and bytes that are none.

#include "support/utf8.h"

#include "support/broken_utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace wt {
namespace {

TEST(Utf8, WhichCharacterStarts) {
  struct Row {
    std::string text;
    std::uint32_t code;
    std::size_t length;
  };
  const Row rows[] = {
      {"a", 'a', 1},
      {"\xc3\xa9x", 0xe9, 2},
      {"\xe4\xb8\xad", 0x4e2d, 3},
      {"\xf0\x9f\x98\x80", 0x1f600, 4},
      {"\xe9", 0, 0},
      {"\xc3", 0, 0},
      {"\xc0\x80", 0, 0},
      {"\xed\xa0\x80", 0, 0},
      {"\xf4\x90\x80\x80", 0, 0},
      {"\xff", 0, 0},
  };
  for (const Row &row : rows) {
    DecodedUtf8 found = decode_utf8(row.text);
    EXPECT_EQ(found.code, row.code) << row.text;
    EXPECT_EQ(found.length, row.length) << row.text;
  }
}

TEST(BrokenUtf8, GoesInAndComesOut) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte)
    all += static_cast<char>(byte);
  for (std::string text : {std::string("a\xe9.c"), all, std::string("\xc3\xa9"),
                           std::string("\xff\xc3")}) {
    std::string hidden = hide_broken_utf8(text);
    EXPECT_FALSE(has_broken_utf8(hidden));
    EXPECT_EQ(show_broken_utf8(hidden), text);
  }
  EXPECT_EQ(hide_broken_utf8("a\xc3\xa9"), "a\xc3\xa9");
}

} // namespace
} // namespace wt
