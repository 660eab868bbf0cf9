// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What names stay the same?

#include "memo/names.h"

#include "programs.h"

namespace wt::memo {
namespace {

TEST(Names, AreTheSameInEveryFolderAndOrder) {
  auto one = program_of(kCaller + callee(1));
  auto other = program_of(callee(1) + kCaller, "/home/somebody");
  Names a(*one), b(*other);
  for (const char *name : {"caller", "callee"}) {
    EXPECT_EQ(a.of(*one->find(name)), b.of(*other->find(name))) << name;
    EXPECT_EQ(b.procedure(a.of(*one->find(name))), *other->find(name));
  }
  EXPECT_NE(a.of(*one->find("caller")), a.of(*one->find("callee")));
  EXPECT_EQ(a.of(UnitId(std::size_t(0))), b.of(UnitId(std::size_t(0))));
}

TEST(Names, WhatIsGoneHasNoId) {
  auto one = program_of(kCaller + callee(1));
  auto other = program_of(callee(1));
  EXPECT_FALSE(
      Names(*other).procedure(Names(*one).of(*one->find("caller"))).valid());
}

} // namespace
} // namespace wt::memo
