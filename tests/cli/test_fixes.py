# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixes that are offered are right, and what is not right is not offered."""

import os
import subprocess

import tool
from tool import HEAD


class Fixes(tool.Case):
    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "-q"], cwd=self.folder, check=True)

    def fixes(self, text, name="a.c", others=()):
        """The fixes that are offered, and the findings that stay."""
        self.write(name, HEAD + text)
        found = self.findings("check", name, *others, "--store", "none",
                              "--fail-on", "never", "--fixes", status=0)
        return [f["fix"]["what"] if f["fix"] else None for f in found]

    def fixed(self, text, name="a.c", left=0, advice=None):
        """The text with all fixes, which `git apply` takes; no finding but
        `left` ones stays in it.  `advice`: what the findings say."""
        self.write(name, HEAD + text)
        found = self.findings("check", name, "--store", "none", "--fix-dir",
                              "fixes", "--fail-on", "never", status=0)
        if advice:
            self.assertEqual([f["advice"] for f in found], advice)
        for patch in sorted(os.listdir(self.path("fixes"))):
            subprocess.run(["git", "apply", "fixes/" + patch],
                           cwd=self.folder, check=True)
        self.assertEqual(len(self.findings("check", name, "--store", "none",
                                           "--min-confidence", "low")), left)
        with open(self.path(name)) as file:
            return file.read()[len(HEAD):]

    def test_early_returns(self):
        self.assertEqual(self.fixed("""
int f(const char *s, int n) {
  char *host = strdup(s);
  if (!host)
    return -1;
  if (n > 3)
    return -2;
  if (n < 0) { puts("bad"); return -3; }
  free(host);
  return 0;
}
""", advice=["free 'host' before the returns at lines 10 and 11, as line "
                   "12 does"]), """
int f(const char *s, int n) {
  char *host = strdup(s);
  if (!host)
    return -1;
  if (n > 3) {
    free(host);
    return -2;
  }
  if (n < 0) { puts("bad"); free(host); return -3; }
  free(host);
  return 0;
}
""")

    def test_a_ladder(self):
        self.assertEqual(self.fixed("""
int f(const char *s) {
  int status = -1;
  char *b;
  char *a = strdup(s);
  if (!a)
    return -1;
  b = strdup("b");
  if (!b)
    goto out_a;
  if (puts(b) < 0)
    goto out_a;
  status = 0;
  free(b);
out_a:
  free(a);
  return status;
}
"""), """
int f(const char *s) {
  int status = -1;
  char *b;
  char *a = strdup(s);
  if (!a)
    return -1;
  b = strdup("b");
  if (!b)
    goto out_a;
  if (puts(b) < 0) {
    free(b);
    goto out_a;
  }
  status = 0;
  free(b);
out_a:
  free(a);
  return status;
}
""")

    def test_the_holder_is_freed(self):
        self.assertIn("  free(p->name);\n  free(p);\n", self.fixed("""
struct s { char *name; };
void f(const char *a) {
  struct s *p = malloc(sizeof *p);
  if (!p)
    return;
  p->name = strdup(a);
  free(p);
}
""", advice=["free 'p->name' before line 11 frees what holds it"]))

    def test_overwritten(self):
        self.assertIn("  free(p);\n  p = strdup(\"x\");\n  free(p);", self.fixed("""
int f(const char *a) {
  char *p = strdup(a);
  p = strdup("x");
  free(p);
  return 0;
}
""", advice=["free 'p' before line 7 overwrites it, as line 8 does"]))

    def test_a_failed_realloc(self):
        self.assertIn("""  {
    void *resized = realloc(buf, n + 1);
    if (!resized)
      free(buf);
    buf = resized;
  }
""", self.fixed("""
char *f(unsigned char n) {
  char *buf = malloc(10);
  if (!buf)
    return NULL;
  buf = realloc(buf, n + 1);
  return buf;
}
""", advice=["keep 'buf' until realloc() at line 9 has succeeded"]))

    def test_an_ignored_result(self):
        self.assertIn("  free(strdup(a));\n", self.fixed("""
void f(const char *a) {
  strdup(a);
}
""", advice=["free what strdup() returns, or do not call it"]))

    def test_a_missing_close(self):
        self.assertIn("{ fclose(f); return -1; }", self.fixed("""
int f(const char *a) {
  char line[100];
  FILE *f = fopen(a, "r");
  if (!f)
    return -1;
  if (!fgets(line, 100, f)) return -1;
  fclose(f);
  return 0;
}
""", advice=["close 'f' before the return at line 10, as line 11 does"]))

    def test_a_test_where_there_may_be_nothing_to_close(self):
        self.assertIn("  if (fd >= 0) close(fd);\n  return -1;\n", self.fixed("""
#include <fcntl.h>
#include <unistd.h>
int f(const char *a, int n) {
  int fd = -1;
  if (n > 3)
    fd = open(a, O_RDONLY);
  return -1;
}
"""))

    def test_a_round_of_a_loop(self):
        self.assertIn("{\n      free(p);\n      continue;\n    }\n", self.fixed("""
void f(char **names, int n) {
  for (int i = 0; i < n; i++) {
    char *p = strdup(names[i]);
    if (!p)
      return;
    if (names[i][0] == 'x')
      continue;
    free(p);
  }
}
"""))

    def test_delete(self):
        self.assertIn("    delete p;\n    return 1;\n", self.fixed("""
int f(int n) {
  int *p = new int(n);
  if (n > 3)
    return 1;
  delete p;
  return 0;
}
""", "a.cpp"))

    def test_the_words_of_the_program(self):
        self.assertIn("{ node_free(n); return 1; }", self.fixed("""
struct node { char *name; };
static struct node *node_new(const char *s) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->name = strdup(s);
  if (!n->name) { free(n); return NULL; }
  return n;
}
static void node_free(struct node *n) {
  if (!n)
    return;
  free(n->name);
  free(n);
}
int f(const char *s, int bad) {
  struct node *n = node_new(s);
  if (!n)
    return -1;
  if (bad) return 1;
  node_free(n);
  return 0;
}
"""))

    def test_freed_on_some_paths_to_the_same_return(self):
        # Before the return it would be freed twice if n is 1.
        self.assertEqual(self.fixes("""
int f(const char *s, int n) {
  char *p = strdup(s);
  if (!p)
    return -1;
  if (n == 1)
    free(p);
  return n;
}
"""), [None])

    def test_not_set_on_some_paths(self):
        self.assertEqual(self.fixes("""
int f(const char *s, int n) {
  char *p;
  if (n > 3) {
    p = strdup(s);
    puts("made");
  }
  return 0;
}
"""), [None])

    def test_used_behind_it(self):
        self.assertEqual(self.fixes("""
int f(const char *s) {
  char *p = strdup(s);
  if (!p)
    return 0;
  return p[0] + p[1];
}
"""), [None])

    def test_not_always_an_object(self):
        self.assertEqual(self.fixes("""
int f(const char *s, int n) {
  const char *p = "none";
  if (n > 3)
    p = strdup(s);
  return 0;
}
"""), [None])

    def test_a_descriptor_that_is_closed_by_itself(self):
        self.assertEqual(self.fixes("""
#include <fcntl.h>
#include <unistd.h>
int f(const char *a) {
  char line[100];
  FILE *file;
  int fd = open(a, O_RDONLY);
  if (fd < 0)
    return -1;
  file = fdopen(fd, "r");
  if (!file) {
    close(fd);
    return -1;
  }
  fgets(line, 100, file);
  close(fd);
  return line[0];
}
"""), [None])

    def test_a_descriptor_that_is_closed_where_there_is_no_stream(self):
        self.assertIn("  fclose(file);\n  return line[0];\n", self.fixed("""
#include <fcntl.h>
#include <unistd.h>
int f(const char *a) {
  char line[100] = "";
  FILE *file;
  int fd = open(a, O_RDONLY);
  if (fd < 0)
    return -1;
  file = fdopen(fd, "r");
  if (!file) {
    close(fd);
    return -1;
  }
  fgets(line, 100, file);
  return line[0];
}
"""))

    def test_what_may_be_kept_is_not_freed(self):
        for text in ("""
static char *list[8];
static int count;
static int add(void *item) {
  if (count == 8)
    return 0;
  memcpy(&list[count++], item, sizeof(char *));
  return 1;
}
int f(const char *s) {
  char *arg = strdup(s);
  if (!arg)
    return -1;
  add(&arg);
  return 0;
}
""",):
            for fix in self.fixes(text):
                self.assertIsNone(fix)

    def test_a_global_still_holds_it(self):
        # The freed name would be read after the loop.
        self.assertEqual(self.fixes("""
static const char *name;
void show(const char *);
int f(char **args) {
  for (; *args; args++)
    switch (**args) {
    case 'x':
      name = strdup(*args);
      break;
    case 'h':
      return 1;
    }
  if (name)
    show(name);
  return 0;
}
"""), [None])

    def test_the_maker_keeps_it_as_well(self):
        # Wrong as the finding is, the change must not make it worse.
        self.assertEqual(self.fixes("""
struct entry { int begin, end; };
struct cache { struct entry *entries[9]; };
static struct entry *entry_new(struct cache *cache, int begin, int end) {
  struct entry *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->begin = begin;
  made->end = end;
  for (int i = begin; i < end; i++)
    cache->entries[i] = made;
  return made;
}
struct entry *f(struct cache *cache, int begin, int end) {
  struct entry *made = entry_new(cache, begin, end);
  if (!made)
    return NULL;
  if (end > 7)
    made->end = 7;
  return cache->entries[begin];
}
"""), [None])

    def test_what_fails_with_minus_one_is_not_compared_with_null(self):
        self.assertIn("  iconv_close(it);\n  return 1;\n", self.fixed("""
#include <iconv.h>
int f(const char *to, const char *from, char **in, size_t *left) {
  iconv_t it = iconv_open(to, from);
  if (it == (iconv_t)-1)
    return 0;
  if (iconv(it, in, left, NULL, NULL) != 0) {
    iconv_close(it);
    return 0;
  }
  return 1;
}
"""))

    def test_neighbouring_changes_are_one_patch(self):
        text = """
int f(const char *s, int n) {
  char *a, *b;
  a = strdup(s);
  if (!a)
    return -1;
  b = strdup("x");
  if (!b) {
    free(a);
    return -1;
  }
  if (n > 3)
    return 1;
  free(a);
  free(b);
  return 0;
}
"""
        self.assertRegex(self.fixed(text),
                         r"{\n    free\(.\);\n    free\(.\);\n    return 1;")
        patch, = os.listdir(self.path("fixes"))
        with open(self.path("fixes/" + patch)) as file:
            self.assertEqual(file.read().count("is lost: not freed"), 2)

    def test_macros_are_left_alone(self):
        self.assertEqual(self.fixes("""
#define FAIL(n) if (n) return -2
int f(const char *s, int n) {
  char *p = strdup(s);
  if (!p)
    return -1;
  FAIL(n > 3);
  free(p);
  return 0;
}
"""), [None])

    def test_no_fix_on_a_belief(self):
        self.assertNotIn("free 'p'", str(self.fixes("""
int look_at(const char *p);
int f(const char *s) {
  char *p = strdup(s);
  if (!p)
    return -1;
  if (look_at(p))
    return -2;
  free(p);
  return 0;
}
""")))

    def test_callers_are_analysed_again(self):
        self.write("b.c", HEAD + """
int get(char **out, int n);
int user(int n) {
  char *p = NULL;
  if (get(&p, n) != 0) {
    free(p);
    return -1;
  }
  free(p);
  return 0;
}
int second(int n) {
  char *p = NULL;
  if (get(&p, n) != 0)
    return -1;
  free(p);
  return 0;
}
""")
        # What is lost is the second caller's; a free in get() would be the
        # first caller's double free.
        found = self.fixes("""
int get(char **out, int n) {
  *out = strdup("x");
  if (!*out)
    return -1;
  if (n > 3)
    return -2;
  return 0;
}
""", others=["b.c"])
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], "free 'p' before the return")

    def test_sarif(self):
        self.write("a.c", tool.LEAK)
        done = self.run_tool("check", "a.c", "--store", "none", "--fixes",
                             "--format", "sarif", status=1)
        result, = tool.json_lines(done.stdout)[0]["runs"][0]["results"]
        change, = result["fixes"][0]["artifactChanges"]
        self.assertEqual(change["artifactLocation"]["uri"], "a.c")
        texts = [r["insertedContent"]["text"] for r in change["replacements"]]
        self.assertEqual(texts, [" {", "    free(p);\n", "\n  }"])
        self.assertEqual(change["replacements"][0]["deletedRegion"],
                         {"startLine": 7, "startColumn": 11, "endLine": 7,
                          "endColumn": 11})

    def test_without_being_asked_nothing_is_verified(self):
        self.write("a.c", tool.LEAK)
        found, = self.findings("check", "a.c", "--store", "none")
        self.assertIsNone(found["fix"])

    def test_a_stored_result_is_enough(self):
        self.write("a.c", tool.LEAK)
        self.run_tool("check", "a.c", status=1)
        done = self.run_tool("check", "a.c", "--fixes", status=1)
        self.assertIn("+    free(p);\n", done.stdout)

    def fix(self, answers, *words, status=0):
        done = subprocess.run(
            [tool.TOOL, "fix", "a.c", "--store", "none", *words],
            cwd=self.folder, input=answers, capture_output=True, text=True,
            timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        with open(self.path("a.c")) as file:
            return done, file.read()

    def test_interactive(self):
        text = tool.LEAK + tool.LEAK.replace("int f(", "int g(")
        self.write("a.c", text)
        os.chmod(self.path("a.c"), 0o640)
        done, now = self.fix("what\nn\ny\n")
        self.assertIn("+    free(p);\n", done.stdout)
        self.assertIn("1 of 2 verified fixes applied", done.stderr)
        self.assertEqual(now.count("{\n    free(p);\n    return 1;\n  }\n"), 1)
        self.assertIn("if (bad)\n    return 1;", now[:len(tool.LEAK)])
        self.assertEqual(os.stat(self.path("a.c")).st_mode & 0o777, 0o640)
        done, now = self.fix("", "--yes")
        self.assertEqual(now.count("{\n    free(p);\n    return 1;\n  }\n"), 2)
        self.assertEqual(self.findings("check", "a.c", status=0), [])

    def test_one_change_for_two_findings(self):
        text = """
int f(const char *s, int n) {
  char *p;
  if (n > 3)
    p = strdup(s);
  else
    p = strdup("x");
  if (!p)
    return -1;
  if (*s == 'y')
    return 1;
  free(p);
  return 0;
}
"""
        self.assertIn("{\n    free(p);\n    return 1;\n  }\n", self.fixed(text))
        self.assertEqual(len(os.listdir(self.path("fixes"))), 1)
        self.write("a.c", HEAD + text)
        done, now = self.fix("y\n")
        self.assertIn("2 of 2 verified fixes applied", done.stderr)
        self.assertEqual(now.count("free(p)"), 2)

    def test_quit_changes_nothing(self):
        self.write("a.c", tool.LEAK)
        for answers in ("q\n", ""):
            self.assertEqual(self.fix(answers)[1], tool.LEAK)

    def test_a_folder_of_something_else(self):
        self.write("a.c", tool.LEAK)
        self.write("fixes/mine.patch", "mine")
        done = self.run_tool("check", "a.c", "--fix-dir", "fixes", status=2)
        self.assertIn("mine.patch", done.stderr)
