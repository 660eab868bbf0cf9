# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exit status, and what ends a run early."""

import os
import shutil
import signal
import subprocess
import time
import unittest

import tool
from tool import BROKEN, Case, CLEAN, LEAK


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
            "lost: not freed when the function returns at line 8 "
            "[leak, high confidence]")
        self.assertIn("  char *p = strdup(s);\n", done.stdout)
        self.assertIn("a.c:7:7: note: assuming 'bad' is true; only otherwise line "
                      "9 is reached, which frees 'p'\n", done.stdout)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_2_on_usage(self):
        for words in ([], ["frob"], ["check", "--frob"], ["check", "-j", "x"],
                      ["check", "--min-confidence", "x"],
                      ["check", "--format", "xml", "a.c"],
                      ["check", "--format", "html", "a.c"],
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
        engines = ["--engine", "sat,absint,ownership"]
        text = self.run_tool("check", *engines, "a.c")
        self.assertIn(note, text.stderr)
        self.assertRegex(text.stderr, r"functions +1 +\(1 not fully analysed, see above\)\n")
        both = self.run_tool("check", *engines, "--format", "json", "a.c")
        self.assertNotIn(note, both.stderr)
        self.assertIn('"not-analysed"', both.stdout)

    def test_2_when_standard_output_is_closed(self):
        self.write("a.c", LEAK)
        for words in (["check", "a.c"], ["query", "a.c:8"]):
            done = subprocess.run(
                ["sh", "-c", 'exec "$@" >&-', "sh", tool.TOOL, *words],
                cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("standard output", done.stderr)
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", tool.TOOL, "check", "-o",
             "out", "a.c"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertGreater(os.path.getsize(self.path("out")), 0)

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
        self.assertIn("query and prove: 0 proved, 1 possible leak, 3 unknown",
                      self.run_tool("--help", status=0).stdout)
        for words in (["version"], ["--version"]):
            done = self.run_tool(*words, status=0)
            self.assertRegex(done.stdout, r"^watertight \d+\.\d+\.\d+\n$")


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
            process = subprocess.Popen(
                [tool.TOOL, "run", "--store", "none", "-o", "out.txt", "--",
                 "sh", "-c", "echo building; sleep 60; touch late"],
                cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=dict(os.environ, TMPDIR=self.folder))
            while "building" not in process.stderr.readline():
                self.assertIsNone(process.poll())
            process.send_signal(which)
            out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 130, err)
            self.assertEqual(out, "")
            self.assertEqual(os.listdir(self.folder), [])

    def interrupt(self, stage, which=signal.SIGINT):
        # Enough work that the signal comes in the middle of it.
        body = LEAK.replace("#include <stdlib.h>\n#include <string.h>\n", "")
        text = LEAK[:LEAK.index("int f")] + "".join(
            body.replace("int f(", f"int f{i}(") for i in range(4000))
        self.write("a.c", text)
        process = subprocess.Popen([tool.TOOL, "check", "--format", "json",
                                    "--format", "text=out.txt", "--store",
                                    "none", "a.c"],
                                   cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        seen = ""
        while stage not in seen:
            line = process.stderr.readline()
            self.assertTrue(line, seen)
            seen += line
        process.send_signal(which)
        begin = time.monotonic()
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(out, "")
        self.assertIn("interrupted", err)
        self.assertEqual(os.listdir(self.folder), ["a.c"])
