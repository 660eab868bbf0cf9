// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One declaration in, the effects of f out, as describe() tells them.

#include "model/describe.h"
#include "model/models.h"

#include <gtest/gtest.h>

namespace wt::model {
namespace {

constexpr const char *kPrelude = "family malloc released by free;\n"
                                 "family FILE \"stream\" resource;\n"
                                 "family pool;\n"
                                 "family regex_t memory;\n"
                                 "handle fd;\n"
                                 "type T;\n"
                                 "container stack<T> { own T *elem; };\n";

Result<std::unique_ptr<const ModelSet>> load(const std::string &text) {
  ModelSetBuilder builder;
  if (Status status = builder.add_spec(kPrelude + text, "a.spec"); !status)
    return std::unexpected(status.error());
  return builder.build();
}

struct Row {
  const char *text;
  const char *effects;
};

class Lowers : public testing::TestWithParam<Row> {};

TEST_P(Lowers, ToEffects) {
  auto models = load(GetParam().text);
  ASSERT_TRUE(models) << models.error().text();
  const FunctionModel *model = (*models)->find("f", "f");
  ASSERT_TRUE(model);
  EXPECT_EQ(describe(*model, **models), GetParam().effects);
}

const Row kRows[] = {
    {"void f(T *p, const char *s);", "reads only\n"},
    {"own T *f();", "fresh result as malloc, may fail\n"},
    {"own T *f() where { never_fails };", "fresh result as malloc\n"},
    {"own T *f() where { success: result != -1 };",
     "fresh result as malloc when result != -1\n"},
    {"own FILE *f();", "fresh result as FILE, may fail\n"},
    {"own(pool) FILE *f();", "fresh result as pool, may fail\n"},
    {"own fd f();", "fresh result as fd, may fail\n"},
    {"void f(own T *p);", "free argument 0\n"},
    {"void f(own FILE *p);", "free argument 0 as FILE\n"},
    {"void f(int a, own fd fd);", "free argument 1 as fd\n"},
    {"family pool released by f; void f(own void *p);",
     "free argument 0 as pool\n"},
    {"void f(ref own T **p);", "free *argument 0\n"},
    {"int f(out own T **p);", "fresh *argument 0 as malloc, may fail\n"},
    {"int f(out own T **p) where { success: result >= 0 };",
     "fresh *argument 0 as malloc when result >= 0\n"},
    {"int f(out own fd ends[2]) where { success: result == 0 };",
     "fresh *argument 0 x2 as fd when result == 0\n"},
    {"int f(out own regex_t *r) where { success: result == 0 };",
     "fresh *argument 0 as regex_t when result == 0\n"},
    {"void f(ref own regex_t *r);", "free *argument 0 as regex_t\n"},
    {"int f(inout own T **p);",
     "free *argument 0 as malloc\nfresh *argument 0 as malloc, may fail\n"},
    // What lies inside a fresh object is left to the tree.
    {"int f(out own own T ***p);", "fresh *argument 0 as malloc, may fail\n"},
    // A sentence replaces what the type says.
    {"own T *f(own T *p) where { p freed when result != null };",
     "free argument 0 when result != 0\nfresh result as malloc, may fail\n"},
    {"own T *f(own(malloc) T *p) where { p freed when result != null };",
     "free argument 0 as malloc when result != 0\n"
     "fresh result as malloc, may fail\n"},
    {"void f(own T *p) where { p kept };", "keep argument 0\n"},
    {"int f(own T *p) where { p kept when result == 0 };",
     "keep argument 0 when result == 0\n"},
    {"void f(T *p) where { p freed maybe };", "free argument 0, maybe\n"},
    {"int f(int c) where { result fresh as fd when c == 0 };",
     "fresh result as fd when argument 0 == 0, may fail\n"},
    {"T *f(T *p) where { p freed when result < 0 and p != null };",
     "free argument 0 when result < 0 and argument 0 != 0\n"},
    {"T *f(T *p) where { result is p };", "result is argument 0\n"},
    {"T *f(T *p) where { result in p or null };",
     "result in argument 0, or null\n"},
    {"T *f(T *p) where { result is *p maybe };",
     "result is *argument 0, maybe\n"},
    {"long f(T *s, T **end) where { *end in s };",
     "store argument 0 in argument 1\n"},
    {"void f(T *l, own T *n) where { n stored in l };",
     "store argument 1 in argument 0\n"},
    {"void f(T *p) where { p acquired };", "acquire argument 0\n"},
    {"void f(T *p) where { p released as pool };",
     "release argument 0 as pool\n"},
    {"T *f(T *a) where { result fresh in region a };",
     "fresh result as malloc in region argument 0, may fail\n"},
    {"void f(T *a) where { a emptied };", "empty argument 0\n"},
    {"void f(void (*g)(T), T *x) where { calls g(x, _) };",
     "call argument 0(argument 1, _)\n"},
    {"void f(...) where { keeps_all };", "keeps all arguments\n"},
    {"void f() where { noreturn; throws };", "does not return\nmay throw\n"},
    {"void f(int s, int n) where { noreturn when n != 0 };",
     "does not return when argument 1 != 0\n"},
    // Containers.
    {"own stack<T> *f();", "fresh result as stack, may fail\n"},
    {"void f(ref stack<T> *s, T e);", "store argument 1 in argument 0\n"},
    {"T f(ref stack<T> *s);", "reads only\n"},
    {"void f(own stack<T> *s) where { ref_type(T) };",
     "free argument 0 as stack\n"},
    {"void f(own stack<T> *s, void (*g)(T));",
     "empty argument 0\nfree argument 0 as stack\ncall argument 1(_)\n"},
};
INSTANTIATE_TEST_SUITE_P(Table, Lowers, testing::ValuesIn(kRows));

class RefusesToLower : public testing::TestWithParam<Row> {};

TEST_P(RefusesToLower, WithPosition) {
  auto models = load(GetParam().text);
  ASSERT_FALSE(models);
  EXPECT_EQ(models.error().text(), GetParam().effects);
}

const Row kErrors[] = {
    {"void f(own int x);", "a.spec:8:8: found 'own' before 'int', expected a "
                           "pointer or a declared handle"},
    {"own own char *f();", "a.spec:8:5: found 'own' before 'char', expected "
                           "a pointer or a declared handle"},
    {"own(nix) T *f();", "a.spec:8:1: found the family 'nix', expected a "
                         "declared one (FILE, fd, malloc, pool, regex_t, "
                         "stack)"},
    {"void f(T *p) where { q freed };", "a.spec:8:22: found 'q', expected "
                                        "'result' or a parameter of 'f'"},
    {"T *f(T *p) where { result freed };", "a.spec:8:20: found 'result', "
                                           "expected the name of a parameter"},
    {"T *f(T *p) where { p in p };", "a.spec:8:20: found 'p', expected "
                                     "'result' or a place behind a pointer"},
    {"T *f(T *p) where { **p freed };", "a.spec:8:20: found too many '*' "
                                        "before 'p', expected at most one per "
                                        "pointer"},
    {"int f(int n) where { success: n == 0 };",
     "a.spec:8:31: found a test of 'n', expected 'result'"},
    {"int f(T *p) where { p freed when result == 0 and result == 1 };",
     "a.spec:8:50: found a second test of 'result', expected one"},
    {"int f(T *p, int n) where { p freed when n == 0 and p == null };",
     "a.spec:8:52: found a second test of a parameter, expected one"},
    {"void f() where { noreturn when result == 0 };",
     "a.spec:8:32: found a test of 'result', expected a test of a parameter"},
    {"void f() where { ref_type(X) };",
     "a.spec:8:18: found 'X', expected a type variable (type X;)"},
    {"void f();\nvoid f();", "a.spec:9:6: found 'f' a second time (first in "
                             "line 8), expected one declaration"},
    {"alias g = f;", "a.spec:8:7: found 'f', expected the name of a declared "
                     "function"},
    {"family fd;", "a.spec:8:8: found 'fd' as a family, expected a handle as "
                   "declared before"},
};
INSTANTIATE_TEST_SUITE_P(Table, RefusesToLower, testing::ValuesIn(kErrors));

TEST(Lower, ReadsTheShapeAndWhatIsWritten) {
  auto models = load("int f(const char *s, char *t, int n, X x, fd h, "
                     "void (*g)(int), ...);");
  ASSERT_TRUE(models) << models.error().text();
  const FunctionModel *model = (*models)->find("f", "f");
  using enum ParamKind;
  EXPECT_EQ(model->shape.params, (std::vector{kPointer, kPointer, kScalar, kAny,
                                              kScalar, kPointer}));
  EXPECT_TRUE(model->shape.is_variadic);
  EXPECT_EQ(model->written, std::vector<std::uint32_t>{1});
}

TEST(Lower, FamiliesOfAFile) {
  auto models = load("family malloc released by my_free;\n"
                     "handle sock \"socket\" track fails -2;\n"
                     "void pop_all(own stack<T> *s);");
  ASSERT_TRUE(models) << models.error().text();
  const Family &malloc = (*models)->family(*(*models)->find_family("malloc"));
  EXPECT_EQ(malloc.releasers, (std::vector<std::string>{"free", "my_free"}));
  EXPECT_TRUE(malloc.is_memory);
  const Family &sock = (*models)->family(*(*models)->find_family("sock"));
  EXPECT_EQ(sock.noun, "socket");
  EXPECT_EQ(sock.no_object, -2);
  EXPECT_TRUE(sock.is_handle);
  EXPECT_FALSE(sock.is_memory);
  EXPECT_FALSE(sock.is_reported);
  const Family &stack = (*models)->family(*(*models)->find_family("stack"));
  EXPECT_EQ(stack.releasers, std::vector<std::string>{"pop_all"});
  const Family &file = (*models)->family(*(*models)->find_family("FILE"));
  EXPECT_FALSE(file.is_memory);
  EXPECT_EQ(file.noun, "stream");
}

} // namespace
} // namespace wt::model
