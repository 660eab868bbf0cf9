# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""After every edit the result is that of a fresh run, and little is done again."""

import re

from project import Project

TOOLS = """\
#include <stdlib.h>
#include <string.h>
#include "all.h"
static int count = 0;
char *copy(const char *s) {
  char *p = malloc(strlen(s) + 1);
  if (p) strcpy(p, s);
  return p;
}
void drop(struct box *b) {
  if (!b) return;
  free(b->name);
  free(b);
}
struct box *make(const char *name) {
  struct box *b = calloc(1, sizeof *b);
  if (!b) return 0;
  b->name = copy(name);
  if (!b->name) { free(b); return 0; }
  return b;
}
int even(struct box *b, int n) { return n == 0 ? 1 : odd(b, n - 1); }
int odd(struct box *b, int n) {
  if (n == 0) { drop(b); return 0; }
  return even(b, n - 1);
}
void each(struct box *b, handler *f) { count = 3; f(b); }
void release(void *p) { if (told) told(p); free(p); }
"""

HEADER = """\
struct box { char *name; struct box *next; int size; };
typedef void handler(struct box *);
char *copy(const char *);
void drop(struct box *);
struct box *make(const char *);
int even(struct box *, int);
int odd(struct box *, int);
void each(struct box *, handler *);
extern handler *hook;
void unknown(void *);
extern void (*told)(void *);
void release(void *);
"""

USERS = """\
#include <stdlib.h>
#include <stdio.h>
#include "all.h"
handler *hook = drop;
static char *cache;
int forgets(int n) {
  char *p = copy("x");
  if (n) return 1;
  free(p);
  return 0;
}
int fine(void) {
  struct box *b = make("y");
  if (!b) return -1;
  drop(b);
  return 0;
}
int by_pointer(void) {
  struct box *b = make("z");
  if (!b) return -1;
  each(b, drop);
  return 0;
}
int by_hook(void) {
  struct box *b = make("h");
  if (b) hook(b);
  return 0;
}
int in_turn(int n) {
  struct box *b = make("t");
  if (!b) return -1;
  return odd(b, n);
}
void to_cache(void) { cache = copy("c"); }
void reads(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return;
  if (getc(f) == 'x') return;
  fclose(f);
}
static int level(int n, int flag) {
  char *p = malloc(4);
  if (flag) free(p);
  return n;
}
int calls_level(void) { return level(1, 1); }
int tells(int n) {
  char *p = malloc(7);
  if (told) told(p);
  return n;
}
"""

# File, what is there, what comes instead.
EDITS = [
    ("users.c", "  free(p);\n  return 0;", "  ;\n  free(p);\n  return 0;"),
    ("users.c", "if (n) return 1;", "if (n > 2) return 1;"),
    ("users.c", "int forgets", "\n\n\nint forgets"),
    ("users.c", "handler *hook = drop;", "handler *hook = 0;"),
    ("users.c", "level(1, 1)", "level(1, 0)"),
    ("users.c", "each(b, drop)", "each(b, hook)"),
    ("users.c", "int fine(void) {", "int fine(void) {\n  puts(\"fine\");"),
    ("users.c", "void to_cache(void) { ", "void to_cache(void) { free(cache); "),
    ("users.c", "fclose(f);", "unknown(f);"),
    ("users.c", "int calls_level", "int other(void) { return level(2, 0); }\n"
                                   "int calls_level"),
    ("users.c", "int fine(void) {\n  struct box *b = make(\"y\");",
     "int fine(void) {\n  struct box *b = make(\"y\");\n  struct box *c = make(\"y\");"),
    ("tools.c", "free(b->name);\n", ""),
    ("tools.c", "return 0; }\n  return b;", "return 0; }\n  unknown(b);\n  return b;"),
    ("tools.c", "if (n == 0) { drop(b); return 0; }", "if (n == 0) return 0;"),
    ("tools.c", "f(b); }", "f(b); hook = f; }"),
    ("tools.c", "told(p); free(p); }", "told(p); }"),
    ("tools.c", "if (p) strcpy(p, s);", "if (!p) exit(1);\n  strcpy(p, s);"),
    ("tools.c", "static int count = 0;", "static int count = 0;\n"
                                         "char *unused(void) { return malloc(3); }"),
    ("tools.c", "void each(", "static void each_(struct box *b) { free(b); }\n"
                              "void each("),
    ("all.h", "int size; };", "int size, more; };"),
    ("all.h", "void unknown(void *);", "void unknown(const char *);"),
]


class Edits(Project):
    def setUp(self):
        super().setUp()
        self.files = {"tools.c": TOOLS, "users.c": USERS, "all.h": HEADER,
                      "alone.c": "#include <stdlib.h>\n"
                                 "int alone(int n) {\n  char *p = malloc(9);\n"
                                 "  if (n) free(p);\n  return n;\n}\n"}
        for name, text in self.files.items():
            self.write(name, text)
        self.names = ["tools.c", "users.c", "alone.c"]
        self.write_database()

    def write_database(self):
        self.database(*(f"gcc -c {name}" for name in self.names))

    def expect_fresh(self, *words):
        """The counts of results that were new, and as before."""
        kept = self.check("--verbose", *words)
        fresh = self.check("--store", "none", *words)
        self.assertEqual(kept.stdout, fresh.stdout)
        found = re.search(r"(\d+) results of functions are new, (\d+) as before",
                          kept.stderr)
        return (int(found[1]), int(found[2])) if found else None

    def edit(self, file, old, new):
        text = self.files[file]
        self.assertEqual(text.count(old), 1, (file, old))
        self.write(file, text.replace(old, new))

    def test_single_edits(self):
        self.expect_fresh()
        for file, old, new in EDITS:
            with self.subTest(old=old, new=new):
                self.edit(file, old, new)
                self.expect_fresh()
                self.write(file, self.files[file]) # back
        self.expect_fresh()

    def test_edits_on_top_of_each_other(self):
        self.expect_fresh()
        for file, old, new in EDITS:
            if self.files[file].count(old) != 1:
                continue # changed before
            with self.subTest(old=old, new=new):
                self.files[file] = self.files[file].replace(old, new)
                self.write(file, self.files[file])
                self.expect_fresh()

    def test_other_files_are_not_looked_at_again(self):
        new, before = self.expect_fresh()
        self.assertEqual(before, 0)
        self.edit("alone.c", "if (n)", "if (n > 1)")
        again, before = self.expect_fresh()
        self.assertGreater(before, 0)
        self.assertLess(again, new / 4)

    def test_callers_stay_when_a_callee_does_the_same(self):
        first, _ = self.expect_fresh()
        self.edit("tools.c", "if (!b) return;\n  free(b->name);",
                  "int n = 1; n++;\n  if (!b) return;\n  free(b->name);")
        again, _ = self.expect_fresh()
        self.assertLess(again, first / 3)

    def test_files_come_and_go(self):
        self.expect_fresh()
        self.write("more.c", '#include "all.h"\n#include <stdlib.h>\n'
                   'void more(void) { struct box *b = make("m"); hook = free; }\n')
        self.names.insert(0, "more.c")
        self.write_database()
        self.expect_fresh()
        self.names.remove("users.c")
        self.write_database()
        self.expect_fresh()

    def test_every_engine(self):
        for engine in ("sat", "valueflow", "absint", "contradiction",
                       "ownership"):
            with self.subTest(engine=engine):
                self.expect_fresh("--engine", engine)
                for file, old, new in EDITS[:6]:
                    self.edit(file, old, new)
                    self.expect_fresh("--engine", engine)
                    self.write(file, self.files[file])

    def test_a_large_recursion(self):
        """It is looked at several times, and read all that each look read."""
        def text(end):
            lines = "".join(f"  s ^= n + {i};\n" for i in range(2500))
            return ("#include <stdlib.h>\nstatic char own;\n"
                    f"static char *make(void) {{ return {end}; }}\n"
                    "char *large(int n) {\n  int s = 0;\n" + lines +
                    "  if (s > 5) return large(n - 1);\n"
                    "  return make();\n}\n"
                    "int user(int n) { char *p = large(n); return p ? n : 1; }\n")
        self.names = ["large.c"]
        self.write_database()
        self.write("large.c", text("malloc(4)"))
        self.expect_fresh()
        self.write("large.c", text("&own"))
        self.expect_fresh()

    def test_a_recursion_that_does_not_settle(self):
        """What is known of it after one look is not what is known in the end."""
        self.names = ["walk.c"]
        self.write_database()
        walk = ("""#include <stdlib.h>
struct node { struct node *l, *r; char *a, *b, *c; int n; };
int walk(struct node *x, char **out, int n) {
  if (!x) return n;
  if (x->n == 1) { *out = x->a; x->a = malloc(4); return walk(x->l, out, n + 1); }
  if (x->n == 2) { free(x->b); x->b = *out; return walk(x->r, &x->c, n + 2); }
  if (x->n > 7) { x->l = x->r->l; return walk(x->r, &x->l->a, n - walk(x->l, out, n)); }
  *out = malloc(7);
  return walk(x->l->r, &x->r->b, n * 2) + walk(x->r->l, out, n);
}
""")
        users = ("int user(struct node *x) { char *p = 0; walk(x, &p, 3); "
                 "return p != 0; }\n")
        self.write("walk.c", walk + users)
        self.expect_fresh()
        for end in ("int more;\n", "int more, most;\n"):
            self.write("walk.c", walk + users + end)
            new, _ = self.expect_fresh()
            self.assertLess(new, 5)

    def test_questions_do_not_mix(self):
        self.expect_fresh()
        self.expect_fresh("--at-exit")
        self.write("own.spec", "own void *unknown(void);\n")
        self.expect_fresh("--spec", self.path("own.spec"))

    def test_a_copy_of_the_tree_finds_the_same_results(self):
        import os, shutil
        first, _ = self.expect_fresh()
        before = self.folder
        self.folder = before + "-copy"
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copytree(before, self.folder)
        self.write_database()
        again, known = self.expect_fresh()
        self.assertGreater(known, first / 2)
