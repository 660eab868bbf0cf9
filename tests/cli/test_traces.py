# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a path says, step by step."""

from tool import Reader


class Traces(Reader):
    head = ""

    def test_a_loop_is_run_as_often_as_it_must(self):
        notes = self.notes("""
            #include <dirent.h>
            #include <string.h>
            int walk(const char *dir) {
              struct dirent *e;
              int n = 0;
              DIR *d = opendir(dir);
              if (!d)
                return -1;
              while ((e = readdir(d))) {
                if (!strcmp(e->d_name, "stop"))
                  return n;
                n++;
              }
              closedir(d);
              return n;
            }""")
        self.assertEqual(notes, [
            "note: opened here by opendir(), held by 'd'",
            "note: assuming 'd' is not null",
            "note: assuming 'e = readdir(d)' is not null",
            "note: assuming 'strcmp(e->d_name, \"stop\")' is false; "
            "only otherwise line 15 is reached, which closes 'd'",
            "note: lost here: the function returns without closing 'd'"])

    def test_rounds_are_named(self):
        notes = self.notes("""
            #include <stdlib.h>
            struct job { struct job *next; };
            int queue(int n) {
              struct job *q = NULL;
              for (int i = 0; i < n; i++) {
                struct job *j = malloc(sizeof *j);
                if (!j)
                  return -1;
                j->next = q;
                q = j;
              }
              while (q) {
                struct job *j = q;
                q = j->next;
                free(j);
              }
              return 0;
            }""")
        self.assertEqual(notes, [
            "note: assuming 'i < n' is true",
            "note: allocated here by malloc(), held by 'j'",
            "note: assuming 'j' is not null",
            "note: assuming 'i < n' is true in the second round of the loop",
            "note: assuming 'j' is null in the second round of the loop",
            "note: lost here: the function returns without freeing it, only if "
            "malloc() fails at line 7"])

    def test_a_macro_that_asks_shows_what_it_is_given(self):
        notes = self.notes("""
            #include <stdlib.h>
            #include <sys/select.h>
            #define CHECK(x) if (!(x)) return -1
            #define CLEAR(a) for (int i = 0; i < 9; i++) (a)[i] = 0
            int f(int n, int *a) {
              fd_set set;
              char *p = malloc(9);
              if (!p)
                return 0;
              FD_ZERO(&set);
              CLEAR(a);
              CHECK(n > 10);
              free(p);
              return FD_ISSET(n, &set);
            }""")
        self.assertEqual(notes, [
            "note: allocated here by malloc(), held by 'p'",
            "note: assuming 'p' is not null",
            "note: assuming 'n > 10' is false; only otherwise line 14 is "
            "reached, which frees 'p'",
            "note: lost here: the function returns without freeing 'p'"])

    def test_steps_before_the_object_are_counted(self):
        text = """
            #include <stdlib.h>
            int f(int a, int b, int c, int d, int e) {
              if (a) return 1;
              if (b) return 2;
              if (c) return 3;
              if (d) return 4;
              char *p = malloc(9);
              if (!p || a)
                return 5;
              if (e) return 6;
              free(p);
              return 0;
            }"""
        first = ["note: assuming 'a' is false", "note: assuming 'b' is false",
                 "note: assuming 'c' is false", "note: assuming 'd' is false"]
        last = ["note: allocated here by malloc(), held by 'p'",
                "note: assuming 'p' is not null", # and `a` is still false
                "note: assuming 'e' is true; only otherwise line 12 is "
                "reached, which frees 'p'",
                "note: lost here: the function returns without freeing 'p'"]
        self.assertEqual(self.notes(text), first + last)
        brief = self.run_tool("check", "a.c", "--store", "none", status=1)
        self.assertIn("a.c:8:25: note: 4 steps before this are left out "
                      "(--verbose shows them)\n", brief.stdout)
        self.assertNotIn(first[0], brief.stdout)

    def test_a_callee_that_does_not_keep_it(self):
        notes = self.notes("""
            #include <string.h>
            struct m { char *v[4]; int n; };
            static int put(struct m *m, char *s) {
              if (m->n >= 4)
                return -1;
              m->v[m->n++] = s;
              return 0;
            }
            void add(struct m *m) {
              char *s = strdup("x");
              put(m, s);
            }""")
        self.assertEqual(notes, [
            "note: allocated here by strdup(), held by 's'",
            "note: put() returns -1 and does not keep it",
            "note: lost here: the function returns without freeing 's'"])

    def test_the_first_free_in_a_callee(self):
        notes = self.notes("""
            #include <stdlib.h>
            struct obj { int refs; char *data; struct obj *parent; };
            static void obj_unref(struct obj *o) {
              if (o && --o->refs == 0) {
                obj_unref(o->parent);
                free(o->data);
                free(o);
              }
            }
            int df(void) {
              struct obj *o = calloc(1, sizeof *o);
              if (!o)
                return -1;
              o->refs = 1;
              obj_unref(o);
              free(o);
              return 0;
            }""")
        self.assertEqual(notes, [
            "note: allocated here by calloc(), held by 'o'",
            "note: assuming 'o' is not null",
            "note: freed here first",
            "note: freed again here"])

    def test_which_call_throws(self):
        notes = self.notes("""
            static void mine(int x) {
              if (x > 3)
                throw 1;
            }
            void f(int x) {
              int *p = new int(1);
              mine(1);
              mine(x);
              delete p;
            }""", "a.cpp")
        self.assertEqual(notes, [
            "note: allocated here by new, held by 'p'",
            "note: lost here: not freed when mine() throws"])

    def test_a_belief_is_told(self):
        notes = self.notes("""
            #include <stdlib.h>
            struct shape { int sides; };
            void draw(struct shape *);
            int show(int early) {
              struct shape *s = malloc(sizeof *s);
              if (!s)
                return -1;
              s->sides = 3;
              draw(s);
              if (early)
                return 1;
              free(s);
              return 0;
            }""")
        self.assertIn("note: draw() has no body here and is taken not to keep "
                      "'s': this function frees it after such a call", notes)

    def test_what_is_kept_is_no_finding(self):
        self.write("a.c", """
            #include <stdlib.h>
            struct shape { int sides; };
            int add(struct shape *);
            int show(void) {
              struct shape *s = malloc(sizeof *s);
              if (!s)
                return -1;
              if (add(s) < 0) {
                free(s);
                return -1;
              }
              return 0;
            }""")
        self.run_tool("check", "a.c", status=0)
