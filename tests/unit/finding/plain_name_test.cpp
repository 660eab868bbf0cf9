// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Qualified names in, what the programmer wrote out.

#include "finding/plain_name.h"

#include <gtest/gtest.h>

namespace wt {
namespace {

TEST(PlainName, LeavesOutArguments) {
  struct Row {
    const char *qualified, *plain;
  };
  for (const Row &row : {
           Row{"f", "f"},
           Row{"ns::K<int>::m", "ns::K::m"},
           Row{"tmpl<char>", "tmpl"},
           Row{"outer(int)::Local::f", "outer::Local::f"},
           Row{"K<int (*)(char)>::m<A<B<1>>>", "K::m"},
           Row{"(anonymous namespace)::K<int>::m",
               "(anonymous namespace)::K::m"},
           Row{"operator<<", "operator<<"},
           Row{"K<int>::operator<", "K::operator<"},
           Row{"operator<=><int>", "operator<=>"},
           Row{"K::operator()", "K::operator()"},
           Row{"K::operator()<int>", "K::operator()"},
           Row{"K::operator->", "K::operator->"},
           Row{"K::operator bool", "K::operator bool"},
           Row{"operator new[]", "operator new[]"},
           Row{"K::operator==<int>", "K::operator=="},
           Row{"operators<int>", "operators"},
           Row{"f()::(anonymous class)::operator()",
               "f::(anonymous class)::operator()"},
       })
    EXPECT_EQ(plain_name(row.qualified), row.plain) << row.qualified;
}

// Whatever the text, it ends.
TEST(PlainName, TakesUnbalancedBrackets) {
  EXPECT_EQ(plain_name("f<a"), "f");
  EXPECT_EQ(plain_name("f>a"), "f>a");
  EXPECT_EQ(plain_name(""), "");
}

} // namespace
} // namespace wt
