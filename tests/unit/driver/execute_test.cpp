// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that end well, badly, or do not exist.

#include "driver/execute.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

const std::atomic<bool> kNever = false;

TEST(Execute, FindsProgramsInThePath) {
  EXPECT_TRUE(find_program("sh").ends_with("/sh"));
  EXPECT_EQ(find_program("no-such-program-anywhere"), "");
}

TEST(Execute, GivesTheStatusOfAShell) {
  auto status = [](const std::string &script) {
    return execute("/bin/sh", {"sh", "-c", script}, kNever).value_or(-1);
  };
  EXPECT_EQ(status("exit 0"), 0);
  EXPECT_EQ(status("exit 3"), 3);
  EXPECT_EQ(status("kill -9 $$"), 128 + 9);
  EXPECT_FALSE(execute("/no/such/program", {"x"}, kNever));
}

TEST(Execute, OutputOfAProgram) {
  auto output = [](const std::string &script) {
    return output_of("/bin/sh", {"sh", "-c", script});
  };
  EXPECT_EQ(output("echo one; echo two"), "one\ntwo\n");
  EXPECT_EQ(output("cat"), ""); // there is nothing to wait for
  EXPECT_EQ(output("echo one; exit 1"), "");
  EXPECT_EQ(output("kill -9 $$"), "");
  EXPECT_EQ(output_of("/no/such/program", {"x"}), "");
  EXPECT_LT(output("trap '' PIPE; yes 2>/dev/null; exit 0").size(), 100000u);
}

} // namespace
} // namespace wt::driver
