// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages between tool and worker survive any cut into pieces.

#include "frontend/wire.h"

#include <gtest/gtest.h>

namespace wt::frontend {
namespace {

std::vector<Message> samples() {
  return {{},
          {""},
          {"a"},
          {"", "", ""},
          {"directory", "file.c", "c", "-DX"},
          {std::string("\0\1\xff", 3), std::string(100000, 'x'), ""}};
}

TEST(Wire, WhatIsPackedComesBack) {
  for (const Message &message : samples()) {
    MessageReader reader;
    EXPECT_TRUE(reader.is_empty());
    std::string bytes = pack(message);
    EXPECT_EQ(reader.feed(bytes), bytes.size());
    ASSERT_TRUE(reader.is_complete());
    EXPECT_FALSE(reader.is_empty());
    EXPECT_EQ(reader.take(), message);
    EXPECT_TRUE(reader.is_empty());
    EXPECT_FALSE(reader.is_complete());
  }
}

TEST(Wire, PiecesOfAnySize) {
  for (const Message &message : samples()) {
    std::string bytes = pack(message);
    for (std::size_t size : {1, 2, 3, 7, 4096}) {
      MessageReader reader;
      for (std::size_t at = 0; at < bytes.size(); at += size) {
        EXPECT_FALSE(reader.is_complete());
        std::string_view piece = std::string_view(bytes).substr(at, size);
        EXPECT_EQ(reader.feed(piece), piece.size());
      }
      ASSERT_TRUE(reader.is_complete());
      EXPECT_EQ(reader.take(), message);
    }
  }
}

TEST(Wire, ATruncatedMessageIsNeverComplete) {
  std::string bytes = pack({"ab", "", "cde"});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    MessageReader reader;
    EXPECT_EQ(reader.feed(bytes.substr(0, size)), size);
    EXPECT_FALSE(reader.is_complete()) << size;
    EXPECT_FALSE(reader.is_damaged()) << size;
  }
}

TEST(Wire, WhatFollowsAMessageIsLeftAlone) {
  std::string first = pack({"one"}), second = pack({"two", ""});
  std::string both = first + second;
  MessageReader reader;
  EXPECT_EQ(reader.feed(both), first.size());
  EXPECT_EQ(reader.feed("more"), 0u);
  EXPECT_EQ(reader.take(), Message{"one"});
  EXPECT_EQ(reader.feed(both.substr(first.size())), second.size());
  EXPECT_EQ(reader.take(), (Message{"two", ""}));
}

TEST(Wire, GarbageIsSeen) {
  for (std::string garbage :
       {std::string("Segmentation fault\n"), std::string(16, '\xff'),
        std::string("\1\0\0\0garbage!", 12)}) {
    MessageReader reader;
    reader.feed(garbage);
    EXPECT_TRUE(reader.is_damaged()) << garbage;
    EXPECT_FALSE(reader.is_complete());
  }
}

} // namespace
} // namespace wt::frontend
