// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order are guesses taken the other way?

#include "witness/guesses.h"

#include <gtest/gtest.h>

#include <string>

namespace wt::walking {
namespace {

// One walk: branch 1 once, then branch 2 until it says no, three times at most.
std::string walk(Guesses &guesses) {
  auto ask = [&](std::uint32_t branch) {
    return guesses.guess(ProcedureId(0), ir::ValueId(branch), false);
  };
  std::string out = ask(1) ? "A" : "a";
  for (int i = 0; i < 3; ++i) {
    bool goes_on = ask(2);
    out += goes_on ? "B" : "b";
    if (!goes_on)
      break;
  }
  return out;
}

std::string all_walks(Guesses &guesses) {
  std::string out = walk(guesses);
  while (guesses.advance())
    out += " " + walk(guesses);
  return out;
}

TEST(Guesses, EveryCombinationOnceTheSimpleOnesFirst) {
  Guesses guesses;
  EXPECT_EQ(all_walks(guesses), "ab aBb Ab aBBb ABb aBBB ABBb ABBB");
}

TEST(Guesses, OrTheLastFirst) {
  Guesses guesses;
  guesses.is_deep = true;
  EXPECT_EQ(all_walks(guesses), "ab aBb aBBb aBBB Ab ABb ABBb ABBB");
}

} // namespace
} // namespace wt::walking
