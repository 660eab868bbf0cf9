# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`query` and `prove`."""

import json

from tool import LEAK, Case


BOX = """#include <stdlib.h>
void drop(char *p);
struct box { char *text; };
void empty(struct box *b) { b->text = 0; }
void made(void) {
  char *p = malloc(4);
  drop(p);
}
void lost(void) {
  char *p = malloc(4);
}
"""
BOX_USER = """#include <stdlib.h>
struct box { char *text; };
void empty(struct box *b);
void drop(char *p) { free(p); }
void caller(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return;
  b->text = 0;
  empty(b);
  free(b);
}
"""
BOX_MAIN = """void caller(void);
int main(void) { caller(); return 0; }
"""


class Query(Case):
    def setUp(self):
        super().setUp()
        self.write("box.c", BOX)
        self.write("user.c", BOX_USER)
        self.write("main.c", BOX_MAIN)

    def program(self, *names):
        self.database([{"file": name, "command": "cc -c " + name}
                       for name in names])

    def whole_program(self):
        self.program("box.c", "main.c", "user.c")

    def ask(self, *words, status):
        return self.run_tool("query", *words, status=status).stdout

    def test_the_file_alone(self):
        self.assertIn("'p' goes out of scope: possible leak",
                      self.ask("box.c:11", status=1))
        self.assertIn("what a caller passes", self.ask("box.c:4", status=1))
        self.assertIn("code that is not known", self.ask("box.c:8", status=3))

    def test_what_the_line_makes(self):
        """The place that `check` shows, although nothing goes away there."""
        self.write("a.c", LEAK)
        for place in ("a.c:4", "a.c:4:13"):
            done = self.run_tool("query", place, status=1)
            self.assertIn("  4:13: memory allocated here by strdup() is lost: "
                          "not freed when the function returns at line 8: "
                          "possible leak\n", done.stdout)
            self.assertIn("      7: assuming 'bad' is true\n", done.stdout)
        self.run_tool("query", "a.c:4", "p", status=1)
        done = self.run_tool("query", "a.c:4", "s", status=0)
        self.assertNotIn("allocated", done.stdout)

    def test_a_loss_that_the_proof_leaves_open(self):
        """strtol() stores through `&end`, of which proofs know too little."""
        self.write("a.c", """#include <stdlib.h>
#include <string.h>
int f(const char *s) {
  char *end, *copy = strdup(s);
  if (!copy)
    return 0;
  long n = strtol(copy, &end, 10);
  if (*end)
    return -1;
  free(copy);
  return n;
}
""")
        self.run_tool("check", "a.c", status=1)
        self.run_tool("query", "a.c:9", status=1)

    def test_callers_and_callees_of_other_files(self):
        self.whole_program()
        self.assertIn("'b->text' is overwritten: proved",
                      self.ask("box.c:4", status=0))
        self.assertIn("'p' goes out of scope: proved",
                      self.ask("box.c:8", "p", status=0))
        self.assertIn("no reference", self.ask("user.c:9", "b", status=0))
        self.assertIn("no reference", self.ask("box.c:2", status=0))

    def test_without_main_others_may_call(self):
        self.program("box.c", "user.c")
        self.assertIn("'b->text' is overwritten: possible leak",
                      self.ask("box.c:4", status=1))

    def test_fields_have_names(self):
        self.whole_program()
        for name in ("b->text", "text"):
            self.assertIn("'b->text' is overwritten: proved",
                          self.ask("box.c:4", name, status=0))

    def test_what_has_no_probe_is_not_proved(self):
        self.write("rows.c", "#include <string.h>\n"
                   "struct row { char *text; };\n"
                   "void drop(char **a, int i) {\n"
                   "  a[i] = NULL;\n"
                   "}\n"
                   "void clear(struct row *r) {\n"
                   "  memset(r, 0, sizeof *r);\n"
                   "}\n"
                   "int count(int *n, struct row *rows) {\n"
                   "  *n = 1;\n"
                   "  return rows[1].text != NULL;\n"
                   "}\n")
        for line in (4, 7):
            self.assertIn("what goes away here is not seen: unknown",
                          self.ask(f"rows.c:{line}", status=3))
        self.assertIn("no reference", self.ask("rows.c:10", status=0))

    def test_what_has_no_name_may_be_meant(self):
        self.write("made.c", "#include <stdlib.h>\n"
                   "#include <string.h>\n"
                   "struct row { char *text; };\n"
                   "void lost(const char *s) {\n"
                   "  struct row *r = malloc(sizeof *r);\n"
                   "  if (!r) return;\n"
                   "  r->text = strdup(s);\n"
                   "  free(r);\n"
                   "}\n")
        for name in ("text", "r->text"):
            self.ask("made.c:8", name, status=1)

    def test_questions_without_sense(self):
        for place, name, message in (
                ("box.c:8", "q", "there is no 'q' at "),
                ("box.c:4", "b->size", "there is no 'size' at "),
                ("box.c:2", "p", "has no code"),
                ("box.c:999", "p", "has only 11 lines"),
                ("box.c:999", None, "has only 11 lines")):
            done = self.run_tool("query", place, *([name] if name else []),
                                 status=2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_a_file_that_the_build_does_not_know(self):
        self.whole_program()
        self.write("other.c", BOX.replace("lost", "other"))
        self.ask("other.c:11", status=1)
        self.run_tool("query", "nosuch.c:3", status=2)
        self.run_tool("query", "box.c", status=2)

    def test_json(self):
        done = self.run_tool("prove", "--format", "json", "lost", "box.c",
                             status=1)
        probes = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([p["record"] for p in probes],
                         ["probe", "probe", "function"])
        self.assertEqual(probes[1]["verdict"], "possible leak")
        self.assertEqual(probes[1]["message"], "'p' goes out of scope")
        self.assertEqual((probes[1]["function"], probes[1]["line"]),
                         ("lost", 11))
        self.assertEqual(probes[2]["probes"],
                         {"proved": 1, "possible": 1, "unknown": 0})
        self.run_tool("query", "--format", "json", "-o", "out", "box.c:11",
                      status=1)
        with open(self.path("out")) as file:
            self.assertEqual(json.loads(file.read())["reason"],
                             probes[1]["reason"])
        for format in ("sarif", "html=out"):
            done = self.run_tool("prove", "--format", format, "lost", "box.c",
                                 status=2)


class Prove(Case):
    def test_every_name_must_be_known(self):
        self.write("a.c", "void good(void) {}\n")
        self.run_tool("prove", "good", "a.c", status=0)
        done = self.run_tool("prove", "good", "misspelt", "a.c", status=2)
        self.assertIn("no function 'misspelt' has a body", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_whether_the_program_keeps_to_its_types(self):
        self.write("a.c", "#include <stdlib.h>\n"
                   "void drop(char *text) { free(text); }\n")
        self.run_tool("prove", "a.c", status=0)
        for regions in ("address-taken", "points-to"):
            done = self.run_tool("prove", "--regions", regions, "a.c",
                                 status=3)
            self.assertIn("an object with pointers that are not seen is freed",
                          done.stdout)
