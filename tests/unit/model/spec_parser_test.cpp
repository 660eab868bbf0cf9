// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in, the print of the tree out; and every way to be refused.

#include "model/shipped.h"
#include "model/spec_parser.h"

#include <gtest/gtest.h>

namespace wt::model {
namespace {

struct Row {
  const char *text;
  const char *printed;
};

class Parses : public testing::TestWithParam<Row> {};

TEST_P(Parses, AsWritten) {
  Result<SpecFile> file = parse_spec(GetParam().text, "a.spec");
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(print(*file), GetParam().printed);
  Result<SpecFile> again = parse_spec(print(*file), "a.spec");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(*again, *file);
}

const Row kTypes[] = {
    {"", ""},
    {"// nothing\n/* at\n all */", ""},
    {"void f();", "void f();\n"},
    {"void f(void);", "void f();\n"},
    {"int f(int, ...);", "int f(int, ...);\n"},
    {"unsigned long long f(long double x);",
     "unsigned long long f(long double x);\n"},
    {"own void *malloc(size_t n);", "own void *malloc(size_t n);\n"},
    {"void *own malloc(size_t n);", "own void *malloc(size_t n);\n"},
    {"own(new) void *f();", "own(new) void *f();\n"},
    {"own(\"new[]\") void *f();", "own(\"new[]\") void *f();\n"},
    {"int g(out own char **p);", "int g(out own char **p);\n"},
    {"int g(char *own *out p);", "int g(out own char **p);\n"},
    {"int g(inout own char **p);", "int g(inout own char **p);\n"},
    // A pointer around a qualified one is a ref.
    {"int g(char *own *p);", "int g(ref own char **p);\n"},
    {"int g(ref const char *const *s);", "int g(ref const char *const *s);\n"},
    {"int g(char const *s);", "int g(const char *s);\n"},
    {"int pipe(out own fd ends[2]);", "int pipe(out own fd ends[2]);\n"},
    {"int main(int argc, char *argv[]);",
     "int main(int argc, char *argv[]);\n"},
    {"void f(int a[3][4]);", "void f(int a[3][4]);\n"},
    {"void f(void (*g)(T));", "void f(void (*g)(T));\n"},
    {"void f(own T *(*copy)(ref T *, int));",
     "void f(own T *(*copy)(ref T *, int));\n"},
    {"void f(void (*g)(void (*)(int), ...));",
     "void f(void (*g)(void (*)(int), ...));\n"},
    {"void f(struct stat *s, enum e x);",
     "void f(struct stat *s, enum e x);\n"},
    {"void f(std::vector<own T *> &v);", "void f(std::vector<own T *> &v);\n"},
    {"void f(std::map<K, V>::iterator i);",
     "void f(std::map<K, V>::iterator i);\n"},
    {"void f(const T &&x);", "void f(const T &x);\n"},
    {"void f(char *restrict s, volatile int *v);",
     "void f(char *s, int *v);\n"},
    // Words of the language are names where nothing else can stand.
    {"void f(char *out, int ref);", "void f(char *out, int ref);\n"},
    {"type f(family x);", "type f(family x);\n"},
};
INSTANTIATE_TEST_SUITE_P(Types, Parses, testing::ValuesIn(kTypes));

const Row kNames[] = {
    {"void std::vector<*>::push_back(ref void *this, T x);",
     "void \"std::vector<*>::push_back\"(ref void *this, T x);\n"},
    {"own T **::create();", "own T *\"*::create\"();\n"},
    {"own T *a::*::b();", "own T *\"a::*::b\"();\n"},
    {"void \"g_*_free\"(own void *p);", "void \"g_*_free\"(own void *p);\n"},
    {"void Foo::~Foo(own Foo *this);", "void \"Foo::~Foo\"(own Foo *this);\n"},
    {"void operator delete[](own void *p);",
     "void \"operator delete[]\"(own void *p);\n"},
    {"void A::operator=(ref A *this);",
     "void \"A::operator=\"(ref A *this);\n"},
    {"void A::operator()(ref A *this);",
     "void \"A::operator()\"(ref A *this);\n"},
    {"void m<int, *>::f();", "void \"m<int, *>::f\"();\n"},
};
INSTANTIATE_TEST_SUITE_P(Names, Parses, testing::ValuesIn(kNames));

const Row kClauses[] = {
    {"void f() where { noreturn };", "void f() where { noreturn };\n"},
    {"void f(int s) where { noreturn when s != 0 };",
     "void f(int s) where { noreturn when s != 0 };\n"},
    {"void f(...) where { keeps_all };", "void f(...) where { keeps_all };\n"},
    {"int f() where { never_negative };",
     "int f() where { never_negative };\n"},
    {"own T *f() where { fails_without_memory };",
     "own T *f() where { fails_without_memory };\n"},
    {"void f() where { noreturn; process_goes_on };",
     "void f() where { noreturn; process_goes_on };\n"},
    {"own T *f(int n) where { fails when n < 0; result zeroed };",
     "own T *f(int n) where { fails when n < 0; result zeroed };\n"},
    {"T *f(size_t i) where { throws unless size or empty };",
     "T *f(size_t i) where { throws unless size or empty };\n"},
    {"own T *f() where { never_fails, throws; reads_only; };",
     "own T *f() where { never_fails; throws; reads_only };\n"},
    {"int f(out own T **p) where { success: result == 0 };",
     "int f(out own T **p) where { success: result == 0 };\n"},
    {"int f(out own T **p) where { success: result >= 0 };",
     "int f(out own T **p) where { success: result >= 0 };\n"},
    {"int f(own T *p) where { p freed as malloc when result < 0 and n == -3 };",
     "int f(own T *p) where { p freed as malloc when result < 0 and n == -3 "
     "};\n"},
    {"T *f(T *p) where { p freed when result != null };",
     "T *f(T *p) where { p freed when result != 0 };\n"},
    {"T *f(T *p) where { result is p or null; result in *p maybe };",
     "T *f(T *p) where { result is p or null; result in *p maybe };\n"},
    {"void f(T *a, T *b) where { a stored in b; b kept; **a in b };",
     "void f(T *a, T *b) where { a stored in b; b kept; **a in b };\n"},
    {"T *f(A *a) where { result fresh in region a as \"new[]\" };",
     "T *f(A *a) where { result fresh in region a as \"new[]\" };\n"},
    {"void A<T>::~A(A<T> *this) where { this->p given to T; *this becomes "
     "null };",
     "void \"A<T>::~A\"(A<T> *this) where { this->p given to T; *this becomes "
     "0 };\n"},
    {"T &A::operator->(A *a, int n) where { a->n becomes a->n + n; result is "
     "a->p };",
     "T &\"A::operator->\"(A *a, int n) where { a->n becomes a->n + n; result "
     "is a->p };\n"},
    {"void f(A *a) where { a acquired at a->n; a released at a->n by g };",
     "void f(A *a) where { a acquired at a->n; a released at a->n by g };\n"},
    {"void f(A *a) where { a emptied; a acquired; a released };",
     "void f(A *a) where { a emptied; a acquired; a released };\n"},
    {"void f(void (*g)(T), T x) where { calls g; calls g(); calls g(x, _) };",
     "void f(void (*g)(T), T x) where { calls g; calls g(); calls g(x, _) "
     "};\n"},
    {"void f(T a) where { ref_type(T); own_type(U); T = U };",
     "void f(T a) where { ref_type(T); own_type(U); T = U };\n"},
};
INSTANTIATE_TEST_SUITE_P(Clauses, Parses, testing::ValuesIn(kClauses));

const Row kItems[] = {
    {"family malloc;", "family malloc;\n"},
    {"family FILE \"stream\" resource track fails null released by fclose, "
     "\"a::b\";",
     "family FILE \"stream\" resource track fails 0 released by fclose, "
     "\"a::b\";\n"},
    {"handle fd \"file descriptor\" fails -1 released by close;",
     "handle fd \"file descriptor\" fails -1 released by close;\n"},
    {"alias a, b = c;", "alias a, b = c;\n"},
    {"type T, U;", "type T;\ntype U;\n"},
    {"container map<K, V> { own K *key; own V *value; }",
     "container map<K, V> { own K *key; own V *value; };\n"},
};
INSTANTIATE_TEST_SUITE_P(Items, Parses, testing::ValuesIn(kItems));

// Heine and Lam 2006, Figure 5.
constexpr const char *kStack = R"(
type T;

container stack<T> {
  own T * elem;
};

own stack<T> *stack_alloc();
void stack_push(ref stack<T> *s, T e);
T stack_pop(ref stack<T> *s);
void stack_free(own stack<T> *s)
  where { ref_type(T) };
void stack_free_all(own stack<T> *s,
  void (*f)(T));
)";

TEST(SpecParser, KeepsTheStackOfThePaperInFull) {
  Result<SpecFile> file = parse_spec(kStack, "stack.spec");
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(print(*file), "type T;\n"
                          "container stack<T> { own T *elem; };\n"
                          "own stack<T> *stack_alloc();\n"
                          "void stack_push(ref stack<T> *s, T e);\n"
                          "T stack_pop(ref stack<T> *s);\n"
                          "void stack_free(own stack<T> *s) where { "
                          "ref_type(T) };\n"
                          "void stack_free_all(own stack<T> *s, "
                          "void (*f)(T));\n");
  const SpecType &elem = file->containers[0].fields[0].type;
  EXPECT_EQ(elem.kind, SpecType::Kind::kPointer);
  EXPECT_EQ(elem.ownership, Ownership::kOwn);
  EXPECT_EQ(elem.inner[0].name, "T");
  const SpecType &f = file->functions[4].params[1].type;
  ASSERT_EQ(f.kind, SpecType::Kind::kPointer);
  ASSERT_EQ(f.inner[0].kind, SpecType::Kind::kFunction);
  EXPECT_EQ(f.inner[0].inner[1].name, "T");
  EXPECT_EQ(file->functions[3].clauses[0].kind, SpecClause::Kind::kRefType);
}

TEST(SpecParser, NestsOwnership) {
  Result<SpecFile> file =
      parse_spec("void f(ref stack<own stack<ref T *> *> *s);", "a.spec");
  ASSERT_TRUE(file) << file.error().text();
  const SpecType &outer = file->functions[0].params[0].type.inner[0];
  EXPECT_EQ(outer.name, "stack");
  EXPECT_EQ(outer.inner[0].ownership, Ownership::kOwn);
  EXPECT_EQ(outer.inner[0].inner[0].inner[0].ownership, Ownership::kRef);
}

TEST(SpecParser, ShippedFilesSurviveARoundTrip) {
  for (const ShippedSpec &spec : shipped_specs()) {
    Result<SpecFile> file = parse_spec(spec.text, std::string(spec.name));
    ASSERT_TRUE(file) << file.error().text();
    Result<SpecFile> again = parse_spec(print(*file), file->file);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, *file) << spec.name;
  }
}

class Refuses : public testing::TestWithParam<Row> {};

TEST_P(Refuses, WithPositionFoundAndExpected) {
  Result<SpecFile> file = parse_spec(GetParam().text, "a.spec");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().text(), GetParam().printed);
}

const Row kErrors[] = {
    // Lexer.
    {"int f(@);", "a.spec:1:7: found '@', expected a declaration or "
                  "punctuation of C"},
    {"\n\x01", "a.spec:2:1: found byte 0x01, expected a declaration or "
               "punctuation of C"},
    {"int f(); /* open", "a.spec:1:10: comment is never closed, expected "
                         "'*/'"},
    {"void \"f\n();", "a.spec:1:6: string is not closed on its line, "
                      "expected '\"'"},
    {"void \"f", "a.spec:1:6: string is not closed on its line, "
                 "expected '\"'"},
    {"void \"\"();", "a.spec:1:6: found an empty string, expected a name"},
    {"void \"a\\b\"();", "a.spec:1:8: found '\\' in a string, expected "
                         "plain text"},
    {"int f(int a[99999999999999999999]);",
     "a.spec:1:13: number '99999999999999999999' is too large, expected 64 "
     "bits"},
    {"int f(int a[12x]);", "a.spec:1:13: found '12x', expected a number"},
    // Declarations.
    {"int f()", "a.spec:1:8: found the end of the file, expected ';' or "
                "'where'"},
    {"int f() int", "a.spec:1:9: found 'int', expected ';'"},
    {"int f(int", "a.spec:1:10: found the end of the file, expected ')'"},
    {"int;", "a.spec:1:4: found ';', expected the name of a function"},
    {"exit(int);", "a.spec:1:5: found '(', expected the name of a function"},
    {"ref own own char *f();", "a.spec:1:9: found more words than pointers, "
                               "expected at most one of own, ref, out or inout "
                               "for each"},
    {"void f(char *own ref p);",
     "a.spec:1:18: found a second word for one pointer, expected one of own, "
     "ref, out or inout"},
    {"own( char *f();", "a.spec:1:11: found '*', expected ')'"},
    {"own(3) char *f();", "a.spec:1:5: found '3', expected the name of a "
                          "family"},
    {"void f(int a, int a);", "a.spec:1:19: found a second parameter 'a', "
                              "expected different names"},
    {"void f(int a[-1]);", "a.spec:1:13: found a negative size, expected the "
                           "size of an array"},
    {"void f(T &&&x);", "a.spec:1:12: found '&', expected a name behind a "
                        "reference"},
    {"void f(T &*x);", "a.spec:1:11: found '*', expected a name behind a "
                       "reference"},
    {"void f(int (*)(int);", "a.spec:1:20: found ';', expected ')'"},
    {"void a<b;", "a.spec:1:9: found ';', expected '>'"},
    {"void a::();", "a.spec:1:9: found '(', expected the name of a function"},
    {"; int f();", "a.spec:1:1: found ';', expected a type"},
    // Items.
    {"type 3;", "a.spec:1:6: found '3', expected the name of a function"},
    {"type T U;", "a.spec:1:8: found 'U', expected ';'"},
    {"container c { };", "a.spec:1:13: found '{', expected '<'"},
    {"container c<T> { own T *; };", "a.spec:1:25: found ';', expected the "
                                     "name of a field"},
    {"family a wet;", "a.spec:1:10: found 'wet', expected 'memory', "
                      "'resource', 'track', 'fails', 'released by' or ';'"},
    {"family a released free;", "a.spec:1:19: found 'free', expected 'by'"},
    {"family a fails x;", "a.spec:1:16: found 'x', expected a number or "
                          "'null'"},
    {"alias a;", "a.spec:1:8: found ';', expected '='"},
    // Clauses.
    {"void f() where noreturn;", "a.spec:1:16: found 'noreturn', expected "
                                 "'{'"},
    {"void f() where { 3 };", "a.spec:1:18: found '3', expected a clause or "
                              "'}'"},
    {"void f(T *p) where { p gone };",
     "a.spec:1:24: found 'gone', expected 'freed', 'kept', 'fresh', 'zeroed', "
     "'stored in', 'is', 'in', 'acquired', 'released', 'emptied', 'becomes' or "
     "'given to'"},
    {"void f(T *p) where { p stored p };", "a.spec:1:31: found 'p', expected "
                                           "'in'"},
    {"void f(T *p) where { p freed maybe not };",
     "a.spec:1:36: found 'not', expected ';' or '}'"},
    {"void f(T *p) where { p freed when result > 0 };",
     "a.spec:1:42: found '>', expected '==', '!=', '< 0' or '>= 0'"},
    {"void f(T *p) where { p freed when result >= 3 };",
     "a.spec:1:42: found '>= 3', expected '== N', '!= N', '< 0' or '>= 0'"},
    {"void f(T *p) where { p freed when result == x };",
     "a.spec:1:45: found 'x', expected a number or 'null'"},
    {"void f(T *p) where { p is q or nothing };",
     "a.spec:1:32: found 'nothing', expected 'null'"},
    {"void f(T *p) where { p fresh in q };",
     "a.spec:1:33: found 'q', expected 'region'"},
    {"void f() where { ref_type T };",
     "a.spec:1:27: found 'T', expected 'freed', 'kept', 'fresh', 'zeroed', "
     "'stored in', 'is', 'in', 'acquired', 'released', 'emptied', 'becomes' or "
     "'given to'"},
    // Cells.
    {"void f(T *p) where { *p->a becomes 1 };",
     "a.spec:1:24: found '->' behind '*', expected one of them"},
    {"void f(T *p) where { p->3 becomes 1 };",
     "a.spec:1:25: found '3', expected the name of a field"},
    {"void f(T *p) where { p->a becomes ; };",
     "a.spec:1:35: found ';', expected a place, a number or 'null'"},
    {"void f(T *p) where { p->a becomes p + 1 };",
     "a.spec:1:39: found '1', expected 'result' or the name of a parameter"},
    {"void f(T *p) where { p given D };", "a.spec:1:30: found 'D', expected "
                                          "'to'"},
    {"void f(T *p) where { p given to };",
     "a.spec:1:33: found '}', expected a type variable or a method"},
    {"void f(T *p) where { p released at p->n };",
     "a.spec:1:41: found '}', expected 'by'"},
    {"void f() where { ref_type(3) };", "a.spec:1:27: found '3', expected a "
                                        "type variable"},
    {"void f() where { noreturn", "a.spec:1:26: found the end of the file, "
                                  "expected ';' or '}'"},
};
INSTANTIATE_TEST_SUITE_P(Errors, Refuses, testing::ValuesIn(kErrors));

TEST(SpecParser, RefusesDeepNesting) {
  std::string text = "void f(";
  for (int i = 0; i < 100000; ++i)
    text += "a<";
  Result<SpecFile> file = parse_spec(text, "a.spec");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("nested too deeply"), std::string::npos);

  Result<SpecFile> stars =
      parse_spec("void f(int " + std::string(100000, '*') + "p);", "a.spec");
  ASSERT_FALSE(stars);
  EXPECT_NE(stars.error().message.find("nested too deeply"), std::string::npos);
}

} // namespace
} // namespace wt::model
