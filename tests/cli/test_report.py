# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is shown: JSON, SARIF, files, selection, other listings."""

import json
import os
import subprocess

import tool
from tool import BROKEN, Case, CLEAN, KEYS, LEAK


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
        self.assertEqual(finding["engines"], ["sat", "valueflow", "absint",
                                              "contradiction", "ownership"])
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
            self.assertIn("[leak, high confidence]", text.read())
        done = self.run_tool("check", "--format", "text", "--format",
                             "json=x.json", "a.c", status=1)
        self.assertIn("[leak, high confidence]", done.stdout)
        with open(self.path("x.json")) as text:
            self.assertEqual(len(text.read().splitlines()), 2)
        left = [n for n in os.listdir(self.folder)
                if n not in ("a.c", "out.txt", "x.json", ".watertight")]
        self.assertEqual(left, [])

    def test_output_behind_a_link(self):
        self.write("a.c", LEAK)
        self.write("real/out.txt", "old\n")
        os.symlink("real/out.txt", self.path("link"))
        os.symlink("real/new.txt", self.path("dangling"))
        for name, file in (("link", "out.txt"), ("dangling", "new.txt")):
            self.run_tool("check", "-o", name, "a.c", status=1)
            self.assertTrue(os.path.islink(self.path(name)))
            with open(self.path("real/" + file)) as text:
                self.assertIn("a.c:4:13: warning: ", text.read())
        os.symlink("loop", self.path("loop"))
        self.run_tool("check", "-o", "loop", "a.c", status=2)

    def test_output_to_devices(self):
        self.write("a.c", LEAK)
        # What /dev/stdout is; a tool that replaces it shall do no harm here.
        os.symlink("/proc/self/fd/1", self.path("stdout"))
        for name in ("stdout", "/dev/fd/1"):
            done = self.run_tool("check", "-o", name, "a.c", status=1)
            self.assertIn("a.c:4:13: warning: ", done.stdout)
        self.assertTrue(os.path.islink(self.path("stdout")))
        # A file that is appended to stays, with what it had.
        self.write("log", "first\n")
        with open(self.path("log"), "a") as log:
            subprocess.run([tool.TOOL, "check", "-o", "stdout", "a.c"],
                           cwd=self.folder, stdout=log,
                           stderr=subprocess.DEVNULL)
        with open(self.path("log")) as log:
            self.assertRegex(log.read(), r"^first\na.c:4:13: warning: ")
        os.mkfifo(self.path("pipe"))
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, text=True,
                                  stdout=subprocess.PIPE)
        self.run_tool("check", "-o", "pipe", "a.c", status=1)
        self.assertIn("a.c:4:13: warning: ", reader.communicate()[0])

    def test_one_file_for_two_formats(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "--format", "text=r", "--format",
                             "json=./r", "a.c", status=2)
        self.assertIn("one file", done.stderr)
        self.assertFalse(os.path.exists(self.path("r")))
        done = self.run_tool("check", "-o", "-", "a.c", status=1)
        self.assertIn("[leak, high confidence]", done.stdout)
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
        self.assertNotIn("broken rule", done.stdout)

    def test_explain_a_finding(self):
        self.write("a.c", LEAK)
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        fingerprint = self.findings("check")[0]["fingerprint"]
        for word in (fingerprint, fingerprint[:8]):
            done = self.run_tool("explain", word, status=0)
            self.assertTrue(done.stdout.startswith("a.c:4:13: warning: "))
            self.assertIn("fingerprint: " + fingerprint, done.stdout)
            self.assertIn("found by: sat, valueflow, absint, contradiction, ownership\n", done.stdout)
            self.assertIn("leak (CWE-401)\n", done.stdout)
        self.run_tool("explain", fingerprint, "a.c", status=0)
        done = self.run_tool("explain", "0" * 8, status=2)
        self.assertIn("no function and no finding '00000000'", done.stderr)

    def test_explain_a_kind(self):
        done = self.run_tool("explain", "double-free", status=0)
        self.assertTrue(done.stdout.startswith("double-free (CWE-415)\n"))
        done = self.run_tool("explain", "leak", status=0)
        self.assertIn("ignore[leak]", done.stdout)
        # A function goes first.
        self.write("a.c", "void leak(void) {}\n")
        done = self.run_tool("explain", "leak", "a.c", status=0)
        self.assertIn("leak  (", done.stdout)
        self.write("a.c", "void leek(void) {}\n")
        done = self.run_tool("explain", "leak", "a.c", status=0)
        self.assertIn("ignore[leak]", done.stdout)
        done = self.run_tool("explain", "lek", "a.c", status=2)
        self.assertIn("did you mean 'leek'?", done.stderr)

    def test_explain(self):
        self.write("a.c", LEAK)
        done = self.run_tool("explain", "f", "a.c", status=0)
        self.assertTrue(done.stdout.startswith("f  ("))
        self.assertIn("what it does:", done.stdout)
        done = self.run_tool("explain", "free", "a.c", status=0)
        self.assertIn("free argument 0", done.stdout)
        done = self.run_tool("explain", "nosuch", "a.c", status=2)
        self.assertIn("nosuch", done.stderr)
