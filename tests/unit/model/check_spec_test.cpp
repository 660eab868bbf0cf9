// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations that do not fit together: one message each, with its place.

#include "model/models.h"

#include <gtest/gtest.h>

namespace wt::model {
namespace {

struct Row {
  const char *name;
  const char *text;
  const char *error; // "": none
};

void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

class ChecksSpec : public testing::TestWithParam<Row> {};

TEST_P(ChecksSpec, Says) {
  ModelSetBuilder builder;
  ASSERT_TRUE(builder.add_shipped());
  Status status = builder.add_spec(GetParam().text, "a.spec");
  EXPECT_EQ(status ? "" : status.error().text(), GetParam().error);
}

const Row kRows[] = {
    {"NoSuchContainer", "type T;\nvoid g(ref nosuch<T> *p);",
     "a.spec:2:8: found 'nosuch' with type arguments, expected a declared "
     "container"},
    {"ContainerOfAnotherFile", "type T;\nvoid g(ref GList<T> *p);", ""},
    {"ClassOfTheProgram", "type T;\nvoid g(ref my::list<T> *p);", ""},
    {"NoSuchVariable",
     "type T;\ncontainer s<T> { own T *e; };\nvoid f(s<U> *p, U e);",
     "a.spec:3:10: found 'U', expected a type variable (type U;)"},
    {"NoVariableAtAll", "container s<T> { own T *e; };",
     "a.spec:1:11: found 'T', expected a type variable (type T;)"},
    {"TooManyArguments",
     "type T;\ncontainer s<T> { own T *e; };\nvoid h(ref s<T, T> *p);",
     "a.spec:3:8: found 2 type arguments of 's', expected 1 type argument"},
    {"ElementsOfAllKinds",
     "type T;\ncontainer s<T> { own T *e; };\n"
     "void f(s<own char *> *a, s<int> *b, s<s<T>> *c);",
     ""},
    {"ContainerTwice",
     "type T;\ncontainer s<T> { own T *e; };\n"
     "container s<T> { own T *e; };",
     "a.spec:3:11: found the container 's' a second time (first in line 2), "
     "expected one declaration"},
    {"FreedAndKept", "void f(own char *p) where { p freed; p kept };",
     "a.spec:1:38: found a second fate of 'p' (first in line 1), expected one, "
     "or 'when' or 'maybe'"},
    {"FreedOrKept",
     "int f(char *p) where { p freed when result == 0; p kept when result != "
     "0 };",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rows, ChecksSpec, testing::ValuesIn(kRows),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace wt::model
