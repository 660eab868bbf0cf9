# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`specs`: skeletons and signatures."""

import json

from tool import Case, CLEAN


# A bag, and a program that loses what is in it.
BAG = """#include <stdlib.h>
#include <string.h>
struct cell { struct cell *next; void *item; };
struct bag { struct cell *head; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
int bag_add(struct bag *b, void *item) {
  struct cell *c = malloc(sizeof *c);
  if (!c) return -1;
  c->item = item; c->next = b->head; b->head = c;
  return 0;
}
void bag_free(struct bag *b) {
  struct cell *c = b->head;
  while (c) { struct cell *next = c->next; free(c); c = next; }
  free(b);
}
void bag_free_all(struct bag *b, void (*f)(void *)) {
  for (struct cell *c = b->head; c; c = c->next) f(c->item);
  bag_free(b);
}
"""
USER = """#include <string.h>
#include <stdlib.h>
struct bag;
struct bag *bag_new(void);
int bag_add(struct bag *b, void *item);
void bag_free(struct bag *b);
int make(char **out) { *out = malloc(3); return *out ? 0 : -1; }
int use(void) {
  struct bag *b = bag_new();
  if (!b) return -1;
  char *p = strdup("x");
  if (p && bag_add(b, p) < 0) free(p);
  bag_free(b);
  return 0;
}
"""


# A library over the bag: elements that it takes, makes, gives back, frees.
LIBRARY = """#include <stdlib.h>
#include <string.h>
struct cell { struct cell *next; void *item; };
struct bag { struct cell *head; };
struct bag *bag_new(void);
int bag_add(struct bag *b, void *item);
void bag_free(struct bag *b);
void bag_free_all(struct bag *b, void (*f)(void *));
void put(struct bag *b, void *item) { bag_add(b, item); }
void *bag_first(struct bag *b) { return b->head ? b->head->item : 0; }
void drop(struct bag *b, void (*f)(void *)) { bag_free_all(b, f); }
void forget(struct bag *b) { bag_free(b); }
static void *remembered;
void remember(struct bag *b) { remembered = bag_first(b); }
void fill(struct bag *b) { bag_add(b, strdup("x")); }
"""
CLIENT = """#include <stdlib.h>
#include <string.h>
struct bag;
struct bag *bag_new(void);
void put(struct bag *, void *);
void drop(struct bag *, void (*)(void *));
void forget(struct bag *); void fill(struct bag *); void remember(struct bag *);
void lost(void) {
  struct bag *b = bag_new();
  if (!b) return;
  put(b, strdup("x"));
  forget(b);
}
void freed(void) {
  struct bag *b = bag_new();
  if (!b) return;
  put(b, strdup("x"));
  drop(b, free);
}
void lent(void) {
  struct bag *b = bag_new();
  if (!b) return;
  char *p = strdup("x");
  put(b, p);
  forget(b);
  free(p);
}
void filled(void) {
  struct bag *b = bag_new();
  if (!b) return;
  fill(b);
  forget(b);
}
void kept(void) {
  struct bag *b = bag_new();
  if (!b) return;
  put(b, strdup("x"));
  remember(b);
  forget(b);
}
void inner_lost(void) {
  struct bag *out = bag_new(), *in = bag_new();
  if (!out || !in) abort();
  put(in, strdup("x"));
  put(out, in);
  drop(out, (void (*)(void *))forget);
}
"""


class Specs(Case):
    def test_routines_with_skeletons(self):
        self.write("bag.c", BAG)
        self.write("user.c", USER)
        done = self.run_tool("specs", "bag.c", "user.c", status=0)
        self.assertIn("container bag<T> { own T *elem; };\n", done.stdout)
        self.assertIn("bag.c:6: owned pointers disappear here: 1\n"
                      "int bag_add(ref bag<T> *b, T item);\n", done.stdout)
        self.assertIn("void bag_free(own bag<T> *b) where { ref_type(T) };\n",
                      done.stdout)
        self.assertIn("own bag<T> *bag_new();\n", done.stdout)
        self.assertIn("void bag_free_all(own bag<T> *b, void (*f)(T));\n",
                      done.stdout)

    def test_what_is_applied_is_a_specification(self):
        self.write("bag.c", BAG)
        self.write("user.c", USER)
        self.run_tool("specs", "--apply", "bag.spec", "bag.c", "user.c",
                      status=0)
        done = self.run_tool("check", "--engine", "ownership", "--spec",
                             "bag.spec", "bag.c", "user.c", status=1)
        self.assertIn("user.c:11:13: warning: memory allocated here by "
                      "strdup() is lost", done.stdout)
        self.assertEqual(done.stdout.count("warning: "), 1)

    def test_signatures_stand_in_for_bodies(self):
        self.write("bag.c", BAG)
        self.write("user.c", USER)
        self.write("other.c", "int make(char **out);\n"
                   "int f(void) { char *p; return make(&p); }\n")
        done = self.run_tool("specs", "--signatures", "all.spec", "bag.c",
                             "user.c", status=0)
        self.assertEqual(done.stdout, "")
        with open(self.path("all.spec")) as file:
            text = file.read()
        self.assertIn("container bag<T1> { own T1 *elem1; };\n", text)
        self.assertIn("own bag<T> *bag_new();\n", text)
        self.assertIn("int bag_add(ref bag<T> *b, T item);\n", text)
        self.assertIn("int make(ref void **out) "
                      "where { *out fresh when result == 0 };\n", text)
        self.run_tool("check", "other.c", status=0)
        done = self.run_tool("check", "--spec", "all.spec", "other.c",
                             status=1)
        self.assertIn("other.c:2:31: warning: memory allocated here by make()",
                      done.stdout)

    def test_signatures_know_containers(self):
        """A library with its bag becomes specifications; its user is checked
        without the library."""
        self.write("bag.c", BAG)
        self.write("library.c", LIBRARY)
        self.write("client.c", CLIENT)
        self.run_tool("specs", "--signatures", "bag.spec", "bag.c",
                      "library.c", status=0)
        with open(self.path("bag.spec")) as file:
            text = file.read()
        self.assertIn("void put(ref bag<T1> *b, T1 item);\n", text)
        self.assertIn("void drop(own bag<T1> *b, void (*f)(T1));\n", text)
        self.assertIn("void fill(ref bag<own void *> *b);\n", text)
        self.assertIn("ref T bag_first(ref bag<T> *b);\n", text)
        self.assertIn("void forget(own bag<ref void *> *b);\n", text)
        records = self.records("check", "--engine", "ownership", "--spec",
                               "bag.spec", "client.c", status=1)
        self.assertEqual([(r["function"], r["line"]) for r in records[:-1]],
                         [("lost", 11), ("filled", 31), ("inner_lost", 44)])

    def test_signatures_of_several_programs(self):
        """What two functions of one name agree about is written once, what
        they do not is left out."""
        same = "int same(int n) { return n; }\n"
        self.write("a.c", same + "void drop(char *p) {}\n")
        self.write("b.c", same + "#include <stdlib.h>\n"
                   "void drop(char *p) { free(p); }\n"
                   "int make(char **result) {\n"
                   "  *result = malloc(3); return *result ? 0 : -1; }\n")
        self.write("user.c", CLEAN)
        self.run_tool("specs", "--signatures", "all.spec", "a.c", "b.c",
                      status=0)
        with open(self.path("all.spec")) as file:
            text = file.read()
        self.assertEqual(text.count("int same(int n);\n"), 1)
        self.assertNotIn("drop", text)
        self.assertIn("where { *p1 fresh when result == 0 };\n", text)
        self.run_tool("check", "--spec", "all.spec", "user.c", status=0)

    def test_what_is_applied_of_several_programs(self):
        """Both programs have a bag of their own, and helpers of one name."""
        program = """#include <stdlib.h>
            struct cell { struct cell *next; void *item; };
            struct bag { struct cell *head; int count; };
            static %s link_in(struct bag *b, void *item) {
              struct cell *c = malloc(sizeof *c);
              if (!c) abort();
              c->item = item; c->next = b->head; b->head = c; %s;
            }
            static void same(struct bag *b, void *item) {
              struct cell *c = malloc(sizeof *c);
              if (!c) abort();
              c->item = item; c->next = b->head; b->head = c;
            }
            void f%d(struct bag *b) { link_in(b, malloc(3)); same(b, malloc(4)); }
            """
        self.write("a.c", program % ("void", "return", 1))
        self.write("b.c", program % ("int", "return 0", 2))
        for words in (["--apply", "all.spec"], ["--signatures", "all.spec"]):
            self.run_tool("specs", *words, "a.c", "b.c", status=0)
            self.run_tool("check", "--spec", "all.spec", "a.c", "b.c")
            self.write("user.c", CLEAN)
            self.run_tool("check", "--spec", "all.spec", "user.c", status=0)
        text = self.run_tool("specs", "a.c", "b.c", status=0).stdout
        self.assertEqual(text.count("same("), 1)
        self.assertNotIn("link_in(", text)
        self.assertIn("left out, other functions of its name differ", text)

    def test_signatures_tell_what_kind_of_object_it_is(self):
        self.write("open.c", """
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            FILE *open_log(const char *path) { return fopen(path, "a"); }
            int open_input(const char *path) { return open(path, O_RDONLY); }
            void close_input(int input) { if (input >= 0) close(input); }
            void set(char **to, const char *s) { free(*to); *to = strdup(s); }
            """)
        self.run_tool("specs", "--signatures", "open.spec", "open.c", status=0)
        self.write("user.c", """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            FILE *open_log(const char *path);
            int open_input(const char *path);
            void close_input(int input);
            void set(char **to, const char *s);
            void good(void) {
              FILE *log = open_log("a");
              if (log) fclose(log);
              close_input(open_input("a"));
              char *s = strdup("a");
              set(&s, "b");
              free(s);
            }
            int lost(void) { return open_log("a") != NULL; }
            int also_lost(void) { return open_input("a") >= 0; }
            """)
        done = self.run_tool("check", "--spec", "open.spec", "--format",
                             "json", "user.c", status=1)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(f["function"], f["kind"]) for f in found
                          if f["record"] == "finding"],
                         [("lost", "resource-leak"),
                          ("also_lost", "resource-leak")])

    def test_signatures_tell_frees_and_what_comes_back(self):
        self.write("name.c", "#include <stdlib.h>\n#include <string.h>\n"
                   "char *name(void) { return strdup(\"a\"); }\n"
                   "void drop(char *s) { free(s); }\n"
                   "char *same(char *s) { return s; }\n")
        self.write("other.c", "char *name(void); void drop(char *);\n"
                   "char *same(char *);\n"
                   "void f(void) { drop(same(name())); }\n"
                   "void g(void) { char *p = name(); drop(p); drop(p); }\n")
        self.run_tool("specs", "--signatures", "name.spec", "name.c", status=0)
        with open(self.path("name.spec")) as file:
            self.assertIn("char *same(char *s) where { result is s };\n",
                          file.read())
        done = self.run_tool("check", "--spec", "name.spec", "other.c",
                             status=1)
        self.assertIn("other.c:4:43: warning: memory freed here by drop() was "
                      "already freed at line 4", done.stdout)
        self.assertIn("other.c:4:34: note: freed here first\n", done.stdout)
        self.assertEqual(done.stdout.count("warning: "), 1)

    def test_what_cannot_be_written_is_an_error(self):
        self.write("bag.c", BAG)
        done = self.run_tool("specs", "--apply", "no/such/folder", "bag.c",
                             status=2)
        self.assertIn("error: ", done.stderr)


class OwnType(Case):
    """What must own something is released with its container, or from it; in
    the eyes of every engine."""
    SPEC = """type T;
container bag<T> { own T *elem; };
own bag<T> *bag_new() where { never_fails };
void bag_put(ref bag<T> *b, T e);
void bag_free(own bag<T> *b) where { ref_type(T) };
void bag_destroy(own bag<T> *b) where { own_type(T) };
void bag_clear(ref bag<T> *b) where { own_type(T) };
"""
    USER = """#include <string.h>
struct bag;
struct bag *bag_new(void);
void bag_put(struct bag *, void *);
void bag_free(struct bag *);
void bag_destroy(struct bag *);
void bag_clear(struct bag *);
void free_bad(const char *s) {
  struct bag *b = bag_new(); bag_put(b, strdup(s)); bag_free(b); }
void destroy_ok(const char *s) {
  struct bag *b = bag_new(); bag_put(b, strdup(s)); bag_destroy(b); }
void clear_ok(const char *s) {
  struct bag *b = bag_new(); bag_put(b, strdup(s)); bag_clear(b); bag_free(b); }
"""

    def test_every_engine(self):
        self.write("bag.spec", self.SPEC)
        self.write("user.c", self.USER)
        for engine in ("all", "sat", "absint", "valueflow", "contradiction",
                       "ownership"):
            found = self.findings("check", "--engine", engine, "--spec",
                                  "bag.spec", "--min-confidence", "low",
                                  "user.c")
            lost = {f["function"] for f in found}
            self.assertNotIn("destroy_ok", lost, engine)
            self.assertNotIn("clear_ok", lost, engine)
            if engine not in ("sat", "contradiction"): # they never look inside
                self.assertEqual(lost, {"free_bad"}, engine)
