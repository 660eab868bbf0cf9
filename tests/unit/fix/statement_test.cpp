// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fix/statement.h"

#include "fix/apply.h"
#include "fix/reallocation.h"

#include <gtest/gtest.h>

namespace wt::fix {
namespace {

// The place of `@` in the text, which is taken out.
Location take_mark(std::string &text) {
  std::size_t at = text.find('@');
  text.erase(at, 1);
  std::string before = text.substr(0, at);
  auto line = static_cast<std::uint32_t>(
      1 + std::count(before.begin(), before.end(), '\n'));
  std::size_t start = before.rfind('\n') + 1; // npos + 1 is 0
  return {"/a.c", line, static_cast<std::uint32_t>(at - start + 1)};
}

std::string inserted(std::string text) {
  Location at = take_mark(text);
  SourceFile file("/a.c", text);
  std::optional<Statement> statement = statement_at(file, at);
  if (!statement)
    return "refused";
  return edited(text, insert_before(file, *statement, "free(p);"));
}

std::string reallocated(std::string text) {
  Location at = take_mark(text);
  SourceFile file("/a.c", text);
  std::optional<Reallocation> found = reallocation_at(file, at);
  if (!found)
    return "refused";
  return (found->is_never_empty ? "" : "empty? ") +
         edited(text, with_second_pointer(file, *found));
}

TEST(InsertBefore, AStatementInABlock) {
  EXPECT_EQ(inserted("{\n  f();\n  @return 1;\n}\n"),
            "{\n  f();\n  free(p);\n  return 1;\n}\n");
  EXPECT_EQ(inserted("{ f(); @return 1; }"), "{ f(); free(p); return 1; }");
  EXPECT_EQ(inserted("{\r\n\tf();\r\n\t@return 1;\r\n}"),
            "{\r\n\tf();\r\n\tfree(p);\r\n\treturn 1;\r\n}");
  EXPECT_EQ(inserted("{\n  x = /* ; */ @y;\n}"),
            "{\n  free(p);\n  x = /* ; */ y;\n}");
  EXPECT_EQ(inserted("{ case 1: @return 1; }"),
            "{ case 1: free(p); return 1; }");
  EXPECT_EQ(inserted("{ out: @return 1; }"), "{ out: free(p); return 1; }");
  EXPECT_EQ(inserted("{ f(\"}\", '{'); @return 1; }"),
            "{ f(\"}\", '{'); free(p); return 1; }");
}

TEST(InsertBefore, TheEndOfABlock) {
  EXPECT_EQ(inserted("void f() {\n    g();\n@}\n"),
            "void f() {\n    g();\n    free(p);\n}\n");
  EXPECT_EQ(inserted("void f() { g(); @}"), "void f() { g(); free(p); }");
  EXPECT_EQ(inserted("int a[] = { 1, 2 @};"), "refused");
}

TEST(InsertBefore, ABodyWithoutBraces) {
  EXPECT_EQ(inserted("{\n  if (n > 3)\n    @return 1;\n  g();\n}"),
            "{\n  if (n > 3) {\n    free(p);\n    return 1;\n  }\n  g();\n}");
  EXPECT_EQ(inserted("{ if (n > 3) @return 1; else g(); }"),
            "{ if (n > 3) { free(p); return 1; } else g(); }");
  EXPECT_EQ(inserted("{\n  if (a)\n    g();\n  else\n    @return f(1,\n"
                     "             2);\n}"),
            "{\n  if (a)\n    g();\n  else {\n    free(p);\n    return f(1,\n"
            "             2);\n  }\n}");
  EXPECT_EQ(inserted("{\n  if (a) // why\n    @return 1;\n}"),
            "{\n  if (a) { // why\n    free(p);\n    return 1;\n  }\n}");
  EXPECT_EQ(inserted("{\n  if (a)\n    @return 1; /* one */\n}"),
            "{\n  if (a) {\n    free(p);\n    return 1; /* one */\n  }\n}");
  EXPECT_EQ(inserted("{\n  if (a)\n    @return 1; /* one\n two */\n}"),
            "{\n  if (a)\n    { free(p); return 1; } /* one\n two */\n}");
  EXPECT_EQ(inserted("{\n  if (a\n      && b)\n    @return 1;\n}"),
            "{\n  if (a\n      && b) {\n    free(p);\n    return 1;\n  }\n}");
}

TEST(InsertBefore, WhatIsNotClear) {
  EXPECT_EQ(inserted("{ if (!(p = @g())) h(); }"), "refused");
  EXPECT_EQ(inserted("{ for (i = 0; i < n; @i++) g(); }"), "refused");
  EXPECT_EQ(inserted("{ FOR_EACH(i) @return 1; }"), "refused");
  EXPECT_EQ(inserted("#define R \\\n  @return 1;\n"), "refused");
  EXPECT_EQ(inserted("{\nif (a)\n#ifdef X\n  @return 1;\n#endif\n  g(); }"),
            "refused");
  EXPECT_EQ(inserted("{\n  g();\n#ifdef X\n  @return 1;\n#endif\n}"),
            "{\n  g();\n#ifdef X\n  free(p);\n  return 1;\n#endif\n}");
  EXPECT_EQ(inserted("{ return a ? b : @c; }"),
            "{ free(p); return a ? b : c; }");
  EXPECT_EQ(inserted("{ @return 1 }"), "refused");
}

TEST(Reallocation, ASecondPointer) {
  EXPECT_EQ(reallocated("{\n  p @= realloc(p, n + 1);\n}"),
            "{\n  {\n    void *resized = realloc(p, n + 1);\n"
            "    if (!resized)\n      free(p);\n    p = resized;\n  }\n}");
  EXPECT_EQ(reallocated("{\n\ts->buf @= (char *)realloc(s->buf, 100);\n}"),
            "{\n\t{\n\t\tvoid *resized = realloc(s->buf, 100);\n"
            "\t\tif (!resized)\n\t\t\tfree(s->buf);\n"
            "\t\ts->buf = resized;\n\t}\n}");
}

TEST(Reallocation, WhatMayBeEmptyIsNotChanged) {
  EXPECT_TRUE(reallocated("{ p @= realloc(p, n); }").starts_with("empty?"));
  EXPECT_TRUE(reallocated("{ p @= realloc(p, n * 2); }").starts_with("empty?"));
  EXPECT_TRUE(
      reallocated("{ p @= realloc(p, n + 1 - n); }").starts_with("empty?"));
  EXPECT_TRUE(reallocated("{ p @= realloc(p, (n + 1) * sizeof *p); }")
                  .starts_with("empty?"));
}

TEST(Reallocation, AnotherPointer) {
  EXPECT_EQ(reallocated("{ q @= realloc(p, 100); }"), "refused");
  EXPECT_EQ(reallocated("{ p @= xrealloc(p, 100); }"), "refused");
  EXPECT_EQ(reallocated("{ if ((p @= realloc(p, 100))) g(); }"), "refused");
}

TEST(Apply, ADiffThatFits) {
  std::string old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
  auto diff = [](const char *name, const std::string &text,
                 std::vector<Edit> edits) {
    return unified_diff(name, text, edits);
  };
  EXPECT_EQ(diff("d/a.c", old, {{"/a.c", 2, 2, "x\n"}}),
            "--- a/d/a.c\n+++ b/d/a.c\n@@ -1,4 +1,5 @@\n 1\n+x\n 2\n 3\n 4\n");
  EXPECT_EQ(diff("a.c", old, {{"/a.c", 4, 5, "X"}, {"/a.c", 26, 26, "y"}}),
            "--- a/a.c\n+++ b/a.c\n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+X\n 4\n 5\n"
            " 6\n@@ -9,4 +9,4 @@\n 9\n 10\n 11\n-12\n+12y\n");
  EXPECT_EQ(diff("a.c", "if (a)\n  b;\nc;\n",
                 {{"/a.c", 6, 6, " {"},
                  {"/a.c", 7, 7, "  x;\n"},
                  {"/a.c", 11, 11, "\n}"}}),
            "--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,5 @@\n-if (a)\n+if (a) {\n"
            "+  x;\n   b;\n+}\n c;\n");
  EXPECT_EQ(diff("a.c", "1\n2", {{"/a.c", 3, 3, "x"}}),
            "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n 1\n-2\n"
            "\\ No newline at end of file\n+2x\n"
            "\\ No newline at end of file\n");
}

TEST(Apply, FixesThatFitTogether) {
  Fix a{"", {{"/a.c", 2, 2, "x"}}}, b{"", {{"/a.c", 2, 2, "y"}}},
      c{"", {{"/a.c", 4, 6, ""}}}, d{"", {{"/a.c", 5, 5, "z"}}};
  auto together = [](const Fix &first, const Fix &second) {
    std::vector<const Fix *> both = {&first, &second};
    return united(both).has_value();
  };
  EXPECT_TRUE(together(a, a));
  EXPECT_TRUE(together(a, c));
  EXPECT_FALSE(together(a, b));
  EXPECT_FALSE(together(c, d));
}

TEST(Apply, StatementsAtOnePlaceFollowEachOther) {
  Fix holder{"", {{"/a.c", 2, 2, "free(s);\n"}}};
  Fix part{"", {{"/a.c", 2, 2, "free(s->name);\n"}}};
  Fix block{"", {{"/a.c", 2, 2, "{ free(s); "}}};
  std::vector<const Fix *> both = {&holder, &part};
  Edit expected{"/a.c", 2, 2, "free(s->name);\nfree(s);\n"};
  EXPECT_EQ(united(both), std::vector<Edit>{expected});
  both = {&part, &block};
  EXPECT_EQ(united(both), std::nullopt);
}

TEST(Apply, NeighboursAreChangesOfWhichOneHidesTheOther) {
  SourceText source;
  source.set("/a.c", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  Fix first{"", {{"/a.c", 0, 0, "x;\n"}}}, near{"", {{"/a.c", 12, 12, "y;\n"}}},
      far{"", {{"/a.c", 14, 14, "z;\n"}}}, other{"", {{"/b.c", 0, 0, "x;\n"}}};
  EXPECT_TRUE(are_neighbours(first, near, source));
  EXPECT_TRUE(are_neighbours(far, near, source));
  EXPECT_FALSE(are_neighbours(first, far, source));
  EXPECT_FALSE(are_neighbours(first, other, source));
}

} // namespace
} // namespace wt::fix
