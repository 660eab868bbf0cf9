// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fix/release.h"

#include <gtest/gtest.h>

namespace wt::fix {
namespace {

TEST(PlainObject, NamesAndMembers) {
  for (const char *text : {"p", "s->name", "t.p", "a -> b.c", "this->p"})
    EXPECT_TRUE(is_plain_object(text)) << text;
  for (const char *text : {"", "*p", "p[1]", "f(p)", "p + 1", "&p", "s->",
                           "a b", "std::p", "p++", "1"})
    EXPECT_FALSE(is_plain_object(text)) << text;
}

} // namespace
} // namespace wt::fix
