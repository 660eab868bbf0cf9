#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the tool keep its promises at the command line?

Runs the binary on small inputs, each in a fresh folder, and compares exit
status, stdout and stderr with docs/user/command-line.md and docs/user/output.md.

    run.py PATH/TO/watertight [NAME-PART]
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir))
import unprivileged

TOOL = ""

LEAK = """#include <stdlib.h>
#include <string.h>
int f(const char *s, int bad) {
  char *p = strdup(s);
  if (!p)
    return -1;
  if (bad)
    return 1;
  free(p);
  return 0;
}
"""
CLEAN = """#include <stdlib.h>
int g(int n) { char *p = malloc(4); if (n) { free(p); return 1; } free(p); return 0; }
"""
BROKEN = "int f( { return 0 }\n"

KEYS = {"record", "kind", "file", "line", "column", "function", "variable",
        "message", "confidence", "engines", "refuted_by", "alloc", "lost",
        "trace", "broken_rules", "fingerprint"}


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="wtcli"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as out:
            out.write(text)
        return name

    def database(self, entries, name="compile_commands.json"):
        for entry in entries:
            entry.setdefault("directory", self.folder)
        self.write(name, json.dumps(entries))

    def run_tool(self, *words, status=None, env=None, cwd=None,
                 is_unprivileged=False):
        environment = dict(os.environ, **(env or {}))
        environment.pop("WATERTIGHT_STORE", None)
        environment.update(env or {})
        tool, user = TOOL, {}
        if is_unprivileged:
            tool, user = unprivileged.hand_over(self, self.folder, TOOL)
        done = subprocess.run([tool, *words], cwd=cwd or self.folder,
                              env=environment, capture_output=True, text=True,
                              errors="replace", timeout=120, **user)
        if status is not None:
            self.assertEqual(done.returncode, status,
                             f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def records(self, *words, status=None):
        done = self.run_tool(*words, "--format", "json", status=status)
        return json_lines(done.stdout)

    def findings(self, *words, status=None):
        return [r for r in self.records(*words, status=status)
                if r["record"] == "finding"]


class Traces(Case):
    """What a reader is told of a path, from the source on."""

    def notes(self, text, name="a.c"):
        self.write(name, text)
        done = self.run_tool("check", name, status=1)
        return [line.split(": ", 1)[1] for line in done.stdout.splitlines()
                if line.startswith(name) and ": note: " in line
                and "broken rule" not in line]

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
            "note: assuming 'strcmp(e->d_name, \"stop\")' is false",
            "note: lost here: not closed when the function returns"])

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
            "note: lost here: not freed when the function returns"])

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
            "note: lost here: not freed when the function returns"])

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


class Status(Case):
    def test_0_when_nothing_is_found(self):
        self.write("a.c", CLEAN)
        done = self.run_tool("check", "a.c", status=0)
        self.assertEqual(done.stdout, "")
        self.assertIn("findings", done.stderr)

    def test_1_when_something_is_found(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "a.c", status=1)
        first = done.stdout.splitlines()[0]
        self.assertEqual(
            first, "a.c:4:13: warning: memory allocated here by strdup() is "
            "lost: not freed when the function returns at line 8 [leak]")
        self.assertIn("  char *p = strdup(s);\n", done.stdout)
        self.assertIn("a.c:7:7: note: assuming 'bad' is true\n", done.stdout)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_2_on_usage(self):
        for words in ([], ["frob"], ["check", "--frob"], ["check", "-j", "x"],
                      ["check", "--min-confidence", "x"],
                      ["check", "--format", "xml", "a.c"],
                      ["check", "--format", "html=x", "a.c"],
                      ["check", "--format", "text", "--format", "json"],
                      ["run"], ["explain"], ["query", "a.c:3"], ["prove"],
                      ["specs"]):
            done = self.run_tool(*words, status=2)
            self.assertEqual(done.stdout, "", words)
            self.assertIn("error: ", done.stderr, words)

    def test_2_when_all_units_fail(self):
        self.write("a.c", BROKEN)
        done = self.run_tool("check", "a.c", status=2)
        self.assertIn("a.c", done.stderr)

    def test_2_when_all_inputs_are_skipped(self):
        self.write("a.txt", "hello\n")
        for command in ("check", "capture", "ir", "callgraph"):
            done = self.run_tool(command, "a.txt", status=2)
            self.assertIn("a.txt: skipped: ", done.stderr)
            self.assertIn("all inputs were skipped", done.stderr)
            self.assertNotIn("all units failed", done.stderr)

    def test_a_function_over_budget_is_named(self):
        lines = [f"if (x[{i}]) {{ p[{i % 7}] = malloc({i} + 1); "
                 f"if (x[{i}] > {i}) free(p[{i * 3 % 7}]); }}\n"
                 for i in range(3000)]
        self.write("a.c", "#include <stdlib.h>\nvoid big(int *x) {\n"
                   "char *p[7] = {0};\n" + "".join(lines) + "}\n")
        note = "a.c:2: note: 'big' was not fully analysed: too large"
        text = self.run_tool("check", "a.c")
        self.assertIn(note, text.stderr)
        both = self.run_tool("check", "--format", "json", "a.c")
        self.assertNotIn(note, both.stderr)
        self.assertIn('"not-analysed"', both.stdout)

    def test_capture(self):
        self.write("a.c", BROKEN)
        self.write("b.c", CLEAN)
        self.write("c.txt", "hello\n")
        done = self.run_tool("capture", "a.c", "b.c", "c.txt", status=0)
        self.assertIn(self.path("a.c") + ": not analysed: ", done.stderr)
        self.assertIn(self.path("c.txt") + ": skipped: ", done.stderr)
        self.assertIn("captured 1 unit, 0 from the store, 1 failed, "
                      "1 skipped\n", done.stderr)
        self.run_tool("capture", "--strict", "a.c", "b.c", status=2)

    def test_failures_are_told_once(self):
        self.write("a.c", BROKEN)
        self.write("b.c", CLEAN)
        for words in (["check"], ["ir"], ["callgraph"], ["explain", "g"]):
            done = self.run_tool(*words, "a.c", "b.c")
            self.assertEqual(done.stderr.count("a.c: not analysed: "), 1)

    def test_flags_without_files(self):
        self.write("a.c", LEAK)
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        self.run_tool("check", "--", "-DX", status=2)
        # Behind -- are all the flags; the database is left aside.
        self.write("b.c", "#ifndef X\n" + LEAK + "#endif\n")
        self.database([{"file": "b.c", "command": "cc -c b.c"}])
        self.run_tool("check", "-p", ".", "b.c", status=1)
        self.run_tool("check", "-p", ".", "b.c", "--", "-DX", status=0)

    def test_strict(self):
        self.write("a.c", BROKEN)
        self.write("b.c", CLEAN)
        self.run_tool("check", "a.c", "b.c", status=0)
        self.run_tool("check", "--strict", "a.c", "b.c", status=2)

    def test_help_and_version(self):
        self.assertIn("check", self.run_tool("--help", status=0).stdout)
        self.assertIn("check [OPTIONS] [FILE...] [-- COMPILER-FLAGS]\n",
                      self.run_tool("check", "--help", status=0).stdout)
        text = self.run_tool("check", "--help", status=0).stdout
        for word in ("--engine", "--format", "--baseline", "--strict", "sat"):
            self.assertIn(word, text)
        for words in (["version"], ["--version"]):
            done = self.run_tool(*words, status=0)
            self.assertRegex(done.stdout, r"^watertight \d+\.\d+\.\d+\n$")


class BadInput(Case):
    def expect_error(self, *words, text, status=2, **how):
        done = self.run_tool("check", *words, status=status, **how)
        self.assertIn(text, done.stderr)
        self.assertNotIn("bug in Watertight", done.stderr)
        return done

    def test_no_input_at_all(self):
        self.expect_error(text="nothing to analyse")

    def test_missing_file(self):
        self.expect_error("none.c", text="none.c")

    def test_a_folder(self):
        os.mkdir(self.path("d.c"))
        self.expect_error("d.c", text="d.c")

    def test_empty_file(self):
        self.write("a.c", "")
        self.run_tool("check", "a.c", status=0)

    def test_garbage(self):
        self.write("a.c", bytes(range(256)) * 40)
        done = self.expect_error("a.c", text="a.c")
        self.assertFalse(any(ord(c) < 32 and c not in "\n" for c in
                             done.stderr))

    def test_file_including_itself(self):
        self.write("a.c", '#include "a.c"\nint x;\n')
        self.expect_error("a.c", text="a.c")

    def test_unreadable_file(self):
        self.write("a.c", CLEAN)
        os.chmod(self.path("a.c"), 0)
        self.expect_error("a.c", text="a.c: cannot read this file",
                          is_unprivileged=True)

    def test_folder_that_cannot_be_written(self):
        self.write("a.c", LEAK)
        os.chmod(self.folder, 0o555)
        done = self.expect_error("-o", "out.txt", "a.c", text="out.txt",
                                 is_unprivileged=True)
        self.assertIn("ermission denied", done.stderr)
        # Nothing can be kept there either, which is no error.
        done = self.expect_error("a.c", text="warning: ", status=1,
                                 is_unprivileged=True)
        self.assertIn("a.c:4:13: warning: ", done.stdout)

    def test_broken_database(self):
        for text in ("{", "[1, 2]", "{}", "[]", '[{"file": 3}]', "\0\0"):
            self.write("compile_commands.json", text)
            self.expect_error(text="compile_commands.json")

    def test_no_database_where_it_should_be(self):
        self.expect_error("-p", "nowhere", text="nowhere")

    def test_entry_with_a_missing_folder(self):
        self.write("a.c", CLEAN)
        self.database([{"directory": "/no/such/folder", "file": "x.c",
                        "command": "cc -c x.c"},
                       {"file": "a.c", "command": "cc -c a.c"}])
        records = self.records("check", status=0)
        failed = [r for r in records if r["record"] == "unit-failed"]
        self.assertEqual(len(failed), 1)
        self.assertEqual(failed[0]["file"], "/no/such/folder/x.c")

    def test_unknown_engine(self):
        self.write("a.c", CLEAN)
        self.expect_error("--engine", "magic", "a.c",
                          text="unknown engine 'magic' (known: sat, ")

    def test_every_engine_can_be_named(self):
        self.write("a.c", CLEAN)
        for engine in ("sat", "valueflow", "absint", "contradiction",
                       "ownership", "sat,absint", "all"):
            with self.subTest(engine):
                done = self.run_tool("check", "--engine", engine, "a.c")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_broken_spec(self):
        self.write("a.c", CLEAN)
        self.write("x.spec", "this is no specification\n")
        self.expect_error("--spec", "x.spec", "a.c", text="x.spec:1")
        self.expect_error("--spec", "none.spec", "a.c", text="none.spec")
        self.expect_error("--spec", "/tmp", "a.c", text="/tmp: cannot read")

    def test_broken_baseline(self):
        self.write("a.c", CLEAN)
        self.write("b.json", "hello\n")
        self.expect_error("--baseline", "b.json", "a.c", text="b.json:1")
        self.expect_error("--baseline", "none", "a.c", text="none")
        self.expect_error("--baseline", "/tmp", "a.c",
                          text="/tmp: cannot read")

    def test_store_is_a_link(self):
        self.write("a.c", LEAK)
        os.mkdir(self.path("victim"))
        os.symlink("victim", self.path(".watertight"))
        self.run_tool("check", "a.c", status=1)
        self.assertEqual(os.listdir(self.path("victim")), [])

    def test_unwritable_output(self):
        self.write("a.c", LEAK)
        done = self.expect_error("-o", "no/such/out", "a.c", text="no/such/out")
        self.assertNotIn("analysing", done.stderr)
        self.expect_error("-o", ".", "a.c", text="folder")

    def test_hostile_flags(self):
        self.write("a.c", LEAK)
        marker = self.path("marker")
        hostile = ["-fplugin=./evil.so", "-Xclang", "-load", "-Xclang",
                   "./evil.so", "-o", marker, "-MF", marker, "-MD",
                   "-fpass-plugin=./evil.so", "-B.", "-wrapper", "touch,x",
                   "-save-temps"]
        before = set(os.listdir(self.folder))
        self.run_tool("check", "--store", "none", "a.c", "--", *hostile,
                      status=1)
        self.database([{"file": "a.c",
                        "arguments": ["./evil-compiler", *hostile, "a.c"]}])
        self.run_tool("check", "--store", "none", status=1)
        after = set(os.listdir(self.folder)) - {"compile_commands.json"}
        self.assertEqual(before, after)

    def test_control_characters_in_names(self):
        name = "a\x1b[31m.c"
        self.write(name, LEAK)
        done = self.run_tool("check", name, status=1)
        self.assertNotIn("\x1b", done.stdout + done.stderr)


class Json(Case):
    def test_all_keys(self):
        self.write("a.c", LEAK)
        records = self.records("check", "a.c", status=1)
        finding, summary = records[0], records[-1]
        self.assertEqual(set(finding), KEYS)
        self.assertEqual(finding["kind"], "leak")
        self.assertEqual(finding["file"], self.path("a.c"))
        self.assertEqual((finding["line"], finding["column"]), (4, 13))
        self.assertEqual(finding["function"], "f")
        self.assertEqual(finding["variable"], "p")
        self.assertEqual(finding["engines"], ["sat", "absint", "ownership"])
        self.assertEqual(finding["refuted_by"], [])
        self.assertEqual(finding["lost"],
                         [{"file": self.path("a.c"), "line": 8}])
        self.assertRegex(finding["fingerprint"], "^[0-9a-f]{32}$")
        for step in finding["trace"]:
            self.assertEqual(set(step), {"file", "line", "column", "message"})
        rule = finding["broken_rules"][0]
        self.assertEqual(set(rule), {"file", "line", "priority", "reason"})
        self.assertEqual((rule["line"], rule["priority"]), (8, "scope"))
        self.assertEqual(summary["record"], "summary")
        self.assertNotIn("kind", summary)

    def test_same_bytes_every_time(self):
        self.write("a.c", LEAK + CLEAN.replace("free(p); return 1", "return 1"))
        texts = {self.run_tool("check", "--format", "json", "-j", n, "a.c",
                               "--store", "none").stdout
                 for n in ("1", "4") for _ in range(2)}
        self.assertEqual(len(texts), 1)

    def test_fingerprint_survives_a_move(self):
        self.write("a.c", LEAK)
        old = self.findings("check", "a.c")[0]["fingerprint"]
        self.write("sub/b.c", "/* moved */\n\n" +
                   LEAK.replace("  char *p =", "      char  *p ="))
        new = self.findings("check", "sub/b.c")[0]["fingerprint"]
        self.assertEqual(old, new)

    def test_a_site_in_a_header_is_one_finding(self):
        self.write("h.h", "#include <stdlib.h>\n"
                   "static inline void lose(void) { malloc(3); }\n")
        self.write("a.c", '#include "h.h"\nvoid a(void) { lose(); }\n')
        self.write("b.c", '#include "h.h"\nvoid b(void) { lose(); }\n')
        found = self.findings("check", "a.c", "b.c", status=1)
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["file"], self.path("h.h"))

    def test_failed_units_are_records(self):
        self.write("a.c", BROKEN)
        self.write("b.c", CLEAN)
        records = self.records("check", "a.c", "b.c", status=0)
        self.assertEqual([r["record"] for r in records],
                         ["unit-failed", "summary"])

    def test_sarif(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "--format", "sarif", "a.c", status=1)
        log = json.loads(done.stdout)
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual(len(log["runs"][0]["results"]), 1)


class Selection(Case):
    def test_output_file(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "-o", "out.txt", "a.c", status=1)
        self.assertEqual(done.stdout, "")
        with open(self.path("out.txt")) as text:
            self.assertIn("[leak]", text.read())
        done = self.run_tool("check", "--format", "text", "--format",
                             "json=x.json", "a.c", status=1)
        self.assertIn("[leak]", done.stdout)
        with open(self.path("x.json")) as text:
            self.assertEqual(len(text.read().splitlines()), 2)
        left = [n for n in os.listdir(self.folder)
                if n not in ("a.c", "out.txt", "x.json", ".watertight")]
        self.assertEqual(left, [])

    def test_one_file_for_two_formats(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "--format", "text=r", "--format",
                             "json=./r", "a.c", status=2)
        self.assertIn("one file", done.stderr)
        self.assertFalse(os.path.exists(self.path("r")))
        done = self.run_tool("check", "-o", "-", "a.c", status=1)
        self.assertIn("[leak]", done.stdout)
        self.assertFalse(os.path.exists(self.path("-")))

    def test_baseline(self):
        self.write("a.c", LEAK)
        self.run_tool("check", "--format", "json", "-o", "b.json", "a.c",
                      status=1)
        self.run_tool("check", "--baseline", "b.json", "a.c", status=0)
        self.write("a.c", "/* moved */\n" + LEAK + LEAK.replace("int f", "int g"))
        found = self.findings("check", "--baseline", "b.json", "a.c", status=1)
        self.assertEqual([f["function"] for f in found], ["g"])

    def test_globs(self):
        self.write("src/a.c", LEAK)
        self.run_tool("check", "--exclude", "src", "src/a.c", status=0)
        self.run_tool("check", "--include", "lib/**", "src/a.c", status=0)
        self.run_tool("check", "--include", "src/*.c", "src/a.c", status=1)
        os.mkdir(self.path("lib"))
        for glob, status in (("../src/*.c", 1), ("../src", 1), ("..", 1),
                             ("../lib/*.c", 0), (".", 0)):
            self.run_tool("check", "--include", glob, "../src/a.c",
                          cwd=self.path("lib"), status=status)
        for option in ("--include", "--exclude"):
            done = self.run_tool("check", option, "", "src/a.c", status=2)
            self.assertIn(option, done.stderr)

    def test_comments(self):
        for line, comment in ((4, "// watertight: ignore"),
                              (4, "// NOLINT(watertight)"),
                              (3, "// NOLINTNEXTLINE(watertight)"),
                              (8, "/* watertight: ignore leak fine */"),
                              (7, "\n// watertight: ignore")):
            lines = LEAK.splitlines()
            lines[line - 1] += " " + comment
            self.write("a.c", "\n".join(lines) + "\n")
            done = self.run_tool("check", "a.c")
            self.assertEqual(done.returncode, 0, comment + done.stderr)
            self.assertIn("1 suppressed", done.stderr)
        for old, new in (("(s);", "(s); // NOLINT(other)"),
                         ("if (bad)", "if (bad) // watertight: ignore")):
            self.write("a.c", LEAK.replace(old, new))
            self.run_tool("check", "a.c", status=1)

    def test_min_confidence(self):
        self.write("a.c", LEAK)
        for level in ("low", "medium", "high"):
            self.run_tool("check", "--min-confidence", level, "a.c", status=1)

    def test_named_engine(self):
        self.write("a.c", LEAK)
        self.run_tool("check", "--engine", "sat", "a.c", status=1)


class Builds(Case):
    def test_database_is_found_upwards(self):
        self.write("src/a.c", LEAK.replace("bad)", "bad) /*x*/")
                   .replace("int f", "#ifdef YES\nint f") + "#endif\n")
        self.database([{"file": "src/a.c", "command": "cc -DYES -c src/a.c"}])
        below = self.path("src")
        done = self.run_tool("check", cwd=below, status=1)
        self.assertIn("a.c:5:13", done.stdout)
        self.run_tool("check", "a.c", cwd=below, status=1)
        self.run_tool("check", "a.c", "--", "-DNO", cwd=below, status=0)
        self.run_tool("check", self.path("src/a.c"), cwd="/", status=1)
        self.run_tool("check", "-p", self.folder, cwd="/", status=1)

    def test_file_that_is_not_in_the_database(self):
        self.write("a.c", CLEAN)
        self.write("b.c", LEAK)
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        self.run_tool("check", status=0)
        self.run_tool("check", "b.c", status=1)

    def test_two_flag_sets_are_one_finding(self):
        self.write("a.c", LEAK)
        self.database([{"file": "a.c", "command": f"cc -DX={n} -c a.c"}
                       for n in (1, 2)])
        self.assertEqual(len(self.findings("check", status=1)), 1)

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run(self):
        self.write("a.c", LEAK)
        self.write("build.sh", "echo building; cc -c a.c -o a.o\n")
        done = self.run_tool("run", "--", "sh", "build.sh", status=1)
        self.assertIn("building", done.stderr)
        self.assertNotIn("building", done.stdout)
        self.assertIn("[leak]", done.stdout)
        self.assertTrue(os.path.isfile(
            self.path(".watertight/compile_commands.json")))
        self.assertTrue(os.path.isfile(
            self.path(".watertight/store.sqlite")))
        self.assertFalse(os.path.exists(self.path(".watertight/.watertight")))
        # Nothing left to do: what was recorded before is checked.
        self.run_tool("run", "--", "true", status=1)
        # So it is by a plain check, from the same store.
        self.run_tool("check", status=1)
        os.mkdir(self.path("below"))
        self.run_tool("check", cwd=self.path("below"), status=1)
        self.assertFalse(os.path.exists(self.path(".watertight/.watertight")))
        self.assertFalse(os.path.exists(self.path("below/.watertight")))
        # The user's own database comes first.
        self.write("b.c", CLEAN)
        self.database([{"file": "b.c", "command": "cc -c b.c"}])
        self.run_tool("check", status=0)

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run_with_a_damaged_or_old_database(self):
        self.write("a.c", LEAK)
        self.write(".watertight/compile_commands.json", "garbage\n")
        build = ["run", "--", "cc", "-c", "a.c", "-o", "a.o"]
        self.assertIn("damaged", self.run_tool(*build, status=1).stderr)
        self.assertNotIn("damaged", self.run_tool(*build, status=1).stderr)
        os.rename(self.path("a.c"), self.path("b.c"))
        done = self.run_tool("run", "--strict", "--", "cc", "-c", "b.c", "-o",
                             "b.o", status=1)
        self.assertNotIn("a.c", done.stderr)

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run_without_a_store_leaves_nothing(self):
        self.write("a.c", LEAK)
        os.mkdir(self.path("tmp"))
        self.run_tool("run", "--store", "none", "--", "cc", "-c", "a.c", "-o",
                      "a.o", status=1, env={"TMPDIR": self.path("tmp")})
        self.assertEqual(os.listdir(self.path("tmp")), [])
        self.assertFalse(os.path.exists(self.path(".watertight")))
        self.run_tool("run", "--store", "none", "--", "false", status=2,
                      env={"TMPDIR": self.path("tmp")})
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_a_file_named_twice_is_compiled_once(self):
        self.write("a.c", LEAK)
        self.write("b.c", CLEAN)
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        for name in ("a.c", "b.c"):
            done = self.run_tool("check", name, "./" + name)
            self.assertIn("capturing 1 unit\n", done.stderr)

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run_with_a_failing_build(self):
        done = self.run_tool("run", "--", "sh", "-c", "echo oops; exit 3",
                             status=2)
        self.assertIn("oops", done.stderr)
        self.assertIn("status 3", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_run_without_bear(self):
        done = self.run_tool("run", "--", "true", status=2,
                             env={"PATH": self.folder})
        self.assertIn("bear", done.stderr)


class Store(Case):
    def test_an_unchanged_unit_is_not_compiled_again(self):
        self.write("h.h", "#define N 1\n")
        self.write("a.c", '#include "h.h"\n' + LEAK)
        past = time.time() - 60
        for name in ("a.c", "h.h"):
            os.utime(self.path(name), (past, past))
        first = self.run_tool("check", "a.c", status=1)
        self.assertNotIn("from the store", first.stderr)
        again = self.run_tool("check", "a.c", status=1)
        self.assertIn("1 from the store", again.stderr)
        self.assertEqual(first.stdout, again.stdout)
        self.write("h.h", "#define strdup(s) 0\n#define N 2\n")
        changed = self.run_tool("check", "a.c")
        self.assertNotIn("from the store", changed.stderr)
        self.run_tool("check", "a.c", "--", "-DX")
        none = self.run_tool("check", "--store", "none", "a.c")
        self.assertNotIn("from the store", none.stderr)

    def test_where_it_is(self):
        self.write("a.c", CLEAN)
        self.run_tool("check", "a.c", status=0)
        self.assertTrue(os.path.isdir(self.path(".watertight")))
        self.run_tool("check", "--store", "x", "a.c", status=0)
        self.assertTrue(os.path.isdir(self.path("x")))
        self.run_tool("check", "a.c", status=0, env={"WATERTIGHT_STORE": "y"})
        self.assertTrue(os.path.isdir(self.path("y")))


class Showing(Case):
    def test_ir(self):
        self.write("a.c", LEAK)
        done = self.run_tool("ir", "a.c", status=0)
        self.assertTrue(done.stdout.startswith("watertight-ir "))
        self.assertIn("function @f", done.stdout)
        self.write("b.c", BROKEN)
        self.run_tool("ir", "b.c", status=2)

    def test_callgraph(self):
        self.write("a.c", "void c(void);\nvoid b(void) { c(); c(); }\n"
                   "void a(void) { c(); b(); }\n")
        done = self.run_tool("callgraph", "a.c", status=0)
        self.assertEqual(done.stdout, "a -> b\na -> c\nb -> c\n")

    def test_broken_rules(self):
        self.write("a.c", LEAK)
        note = ("priority 'scope': the pointer must own nothing here: "
                "the function returns\n")
        done = self.run_tool("explain", "--engine", "ownership", "f", "a.c",
                             status=0)
        self.assertIn("  broken rules:\n    line 8, " + note, done.stdout)
        done = self.run_tool("check", "a.c", status=1)
        self.assertIn("a.c:8:5: note: broken rule of " + note, done.stdout)
        done = self.run_tool("check", "--engine", "sat", "a.c", status=1)
        self.assertNotIn("broken rule", done.stdout)

    def test_explain(self):
        self.write("a.c", LEAK)
        done = self.run_tool("explain", "f", "a.c", status=0)
        self.assertTrue(done.stdout.startswith("f  ("))
        self.assertIn("what it does:", done.stdout)
        done = self.run_tool("explain", "free", "a.c", status=0)
        self.assertIn("free argument 0", done.stdout)
        done = self.run_tool("explain", "nosuch", "a.c", status=2)
        self.assertIn("nosuch", done.stderr)


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


class Interrupt(Case):
    def test_ctrl_c_while_capturing(self):
        self.interrupt("capturing")

    def test_ctrl_c_while_analysing(self):
        self.interrupt("analysing")

    def test_other_signals(self):
        for which in (signal.SIGTERM, signal.SIGHUP):
            for stage in ("capturing", "analysing"):
                self.interrupt(stage, which)

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_signal_during_the_build(self):
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            tool = subprocess.Popen(
                [TOOL, "run", "--store", "none", "-o", "out.txt", "--", "sh",
                 "-c", "echo building; sleep 60; touch late"],
                cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=dict(os.environ, TMPDIR=self.folder))
            while "building" not in tool.stderr.readline():
                self.assertIsNone(tool.poll())
            tool.send_signal(which)
            out, err = tool.communicate(timeout=30)
            self.assertEqual(tool.returncode, 130, err)
            self.assertEqual(out, "")
            self.assertEqual(os.listdir(self.folder), [])

    def interrupt(self, stage, which=signal.SIGINT):
        # Enough work that the signal comes in the middle of it.
        body = LEAK.replace("#include <stdlib.h>\n#include <string.h>\n", "")
        text = LEAK[:LEAK.index("int f")] + "".join(
            body.replace("int f(", f"int f{i}(") for i in range(4000))
        self.write("a.c", text)
        tool = subprocess.Popen([TOOL, "check", "--format", "json", "--format",
                                 "text=out.txt", "--store", "none", "a.c"],
                                cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)
        seen = ""
        while stage not in seen:
            line = tool.stderr.readline()
            self.assertTrue(line, seen)
            seen += line
        tool.send_signal(which)
        begin = time.monotonic()
        out, err = tool.communicate(timeout=60)
        self.assertEqual(tool.returncode, 130, err)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(out, "")
        self.assertIn("interrupted", err)
        self.assertEqual(os.listdir(self.folder), ["a.c"])


if __name__ == "__main__":
    TOOL = os.path.abspath(sys.argv[1])
    part = sys.argv[2:]
    arguments = [sys.argv[0]]
    for name in part:
        arguments += ["-k", name]
    unittest.main(argv=arguments)
