#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a crash in the analysis cost one function and nothing else?

Runs misbehaving_tool.cpp, which is the tool with an engine that crashes, throws
or takes all memory when a function asks for it; then the tool's own engines with
too little memory.

    crashes.py PATH/TO/misbehaving_tool [NAME-PART]
"""

import os
import resource
import subprocess
import sys
import time
import unittest

import tool
from tool import LEAK, Case

ORDERS = ("segfault", "abort", "recurse", "throw")
MEMORY = 1 << 30  # enough for everything but engine_must_allocate


def obeying(order, name):
    """A function that makes the engine crash, and leaks."""
    return (f"void engine_must_{order}(void);\n"
            f"char *{name}(int n) {{\n"
            f"  char *p = malloc(n);\n  engine_must_{order}();\n"
            f"  return n ? p : 0;\n}}\n")


class Crash(Case):
    def check(self, *words, memory=None, status=None):
        """Records and standard error of a run with so much memory."""
        def limit():
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        begin = time.monotonic()
        done = subprocess.run([tool.TOOL, "check", "--format", "json", *words],
                              cwd=self.folder, capture_output=True, text=True,
                              timeout=300, preexec_fn=limit)
        self.seconds = time.monotonic() - begin
        if status is not None:
            self.assertEqual(done.returncode, status, done.stderr)
        self.status = done.returncode
        self.records = tool.json_lines(done.stdout)
        return done.stderr

    def found(self):
        return sorted(r["function"] for r in self.records
                      if r["record"] == "finding")

    def not_analysed(self):
        return {r["function"]: r["reason"] for r in self.records
                if r["record"] == "not-analysed"}

    def summary(self):
        return [r for r in self.records if r["record"] == "summary"]


class OneFunction(Crash):
    def crash(self, order, said, memory=None):
        self.write("a.c", LEAK + obeying(order, "bad") +
                   LEAK[LEAK.index("int f"):].replace("f(", "other("))
        err = self.check("a.c", status=1, memory=memory)
        self.assertEqual(self.found(), ["f", "other"])
        self.assertEqual(list(self.not_analysed()), ["bad"])
        self.assertEqual(len(self.summary()), 1)
        self.assertEqual(err.count(said), 1, err)
        self.assertIn("going on without the function at fault", err)
        self.assertNotIn("bug in Watertight", err)
        return self.not_analysed()["bad"]

    def test_crashes(self):
        for order, said in (("segfault", "Segmentation fault"),
                            ("abort", "Aborted"),
                            ("recurse", "Segmentation fault"),
                            ("throw", "Aborted")):
            with self.subTest(order):
                self.assertEqual(self.crash(order, f"crashed ({said})"),
                                 "the analysis crashed here")

    def test_takes_all_memory(self):
        self.assertEqual(
            self.crash("allocate", "ran out of memory", memory=MEMORY),
            "the analysis ran out of memory here")

    def test_nothing_else_to_find(self):
        self.write("a.c", "#include <stdlib.h>\n" + obeying("abort", "bad"))
        self.check("a.c", status=0)
        self.assertEqual(list(self.not_analysed()), ["bad"])

    def test_in_the_text_format(self):
        self.write("a.c", LEAK + obeying("segfault", "bad"))
        done = self.run_tool("check", "a.c", status=1)
        self.assertIn("a.c:13: note: 'bad' was not fully analysed: "
                      "the analysis crashed here", done.stderr)
        self.assertIn("a.c:4:13: warning: ", done.stdout)
        self.assertEqual(done.stdout.count("warning: "), 1)

    def test_another_engine_alone(self):
        """An engine that was not asked for does not crash."""
        self.write("a.c", LEAK + obeying("segfault", "bad"))
        err = self.check("--engine", "sat", "a.c", status=1)
        self.assertEqual(self.not_analysed(), {})
        self.assertNotIn("crashed", err)

    def test_other_commands(self):
        self.write("a.c", LEAK + obeying("abort", "bad"))
        done = self.run_tool("explain", "f", "a.c", status=0)
        self.assertEqual(done.stderr.count("the analysis crashed"), 1)
        self.assertIn("f", done.stdout)


class Several(Crash):
    def test_all_kinds_at_once(self):
        self.write("a.c", LEAK + "".join(
            obeying(order, f"{order}_{i}") for order in ORDERS
            for i in range(3)))
        err = self.check("-j", "4", "a.c", status=1)
        self.assertEqual(self.found(), ["f"])
        self.assertEqual(sorted(self.not_analysed()),
                         sorted(f"{order}_{i}" for order in ORDERS
                                for i in range(3)))
        self.assertLessEqual(err.count("the analysis crashed"), 12)

    def test_callers_and_callees_go_on(self):
        self.write("a.c", LEAK + obeying("abort", "bad") +
                   "int caller(int n) { free(bad(n)); return f(0, 1); }\n")
        self.check("a.c", status=1)
        self.assertEqual(list(self.not_analysed()), ["bad"])

    def test_recursive_with_the_function_at_fault(self):
        self.write("a.c", LEAK + "int even(int); void engine_must_abort(void);"
                   "int odd(int n) { engine_must_abort(); return even(n); }\n"
                   "int even(int n) { return n ? odd(n - 1) : 1; }\n")
        self.check("a.c", status=1)
        self.assertEqual(self.found(), ["f"])
        self.assertEqual(sorted(self.not_analysed()), ["even", "odd"])

    def test_too_often(self):
        self.write("a.c", LEAK + "".join(obeying("abort", f"bad_{i}")
                                         for i in range(60)))
        err = self.check("-j", "1", "a.c", status=2)
        self.assertEqual(self.records, [])
        self.assertIn("crashed too often", err)

    def test_takes_all_memory_again_and_again(self):
        self.write("a.c", LEAK + "".join(obeying("allocate", f"bad_{i}")
                                         for i in range(8)))
        err = self.check("-j", "1", "a.c", status=2, memory=MEMORY // 2)
        self.assertEqual(self.records, [])
        self.assertIn("out of memory again and again", err)


class LittleMemory(Crash):
    def test_own_engines(self):
        """From far too little to enough: always an answer, in the end the
        right one, and never a crash."""
        body = LEAK[LEAK.index("int f"):]
        self.write("a.c", LEAK + "".join(
            body.replace("int f(", f"int f{i}(") for i in range(1500)))
        self.check("a.c", status=1)
        right = self.records
        statuses = []
        for mebibytes in (24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024):
            err = self.check("--engine", "sat", "a.c",
                             memory=mebibytes << 20)
            statuses.append(self.status)
            with self.subTest(mebibytes):
                self.assertNotIn("bug in Watertight", err)
                self.assertNotIn("crashed", err)
                self.assertNotIn("terminate", err)
                if self.status == 2:
                    self.assertEqual(self.records, [])
                    self.assertIn("memory", err)
                elif not self.not_analysed():
                    self.assertEqual(self.status, 1, err)
                    self.assertEqual(len(self.found()), 1501)
        self.assertEqual(statuses[-1], 1)
        self.assertEqual(len(right), len(self.records))


if __name__ == "__main__":
    tool.TOOL = os.path.abspath(sys.argv[1])
    arguments = [sys.argv[0]]
    for name in sys.argv[2:]:
        arguments += ["-k", name]
    unittest.main(argv=arguments)
