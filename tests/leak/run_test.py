#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Would run.py notice?  Marks are read, and made-up findings are compared."""

import os
import tempfile
import unittest

import marks
import run

TEXT = """\
a(); // LEAK
b(); // LEAK: is lost
c(); // LEAK missed-by(sat): too deep
d(); // LEAK(indirect)
e(); // LEAK(one-of x)
f(); // LEAK(one-of x)
g(); // DOUBLE-FREE
h(); // false-alarm(sat): joins paths
i(); // LEAK(at-exit)
"""


def program(text):
    file = os.path.realpath("/nowhere/a.c")
    found = [m for n, line in enumerate(text.splitlines(), 1)
             for m in marks.marks_of_line(file, n, line)]
    return marks.Program("a.c", [file], found, [], set(), [], set(), False)


def finding(line, kind="leak", message="it is lost"):
    return {"file": "/nowhere/a.c", "line": line, "kind": kind, "message": message}


GOOD = [finding(1), finding(2), finding(3), finding(6), finding(7, "double-free")]


class Compare(unittest.TestCase):
    def problems(self, findings, engine="fused", at_exit=False):
        return run.compare(program(TEXT), engine, findings, at_exit)

    def test_all_as_promised(self):
        self.assertEqual(self.problems(GOOD), [])
        self.assertEqual(self.problems(GOOD + [finding(4)]), [])
        self.assertEqual(self.problems(GOOD + [finding(9)], at_exit=True), [])

    def test_each_missing_one_is_noticed(self):
        for i in range(len(GOOD)):
            self.assertEqual(len(self.problems(GOOD[:i] + GOOD[i + 1:])), 1, i)

    def test_unmarked(self):
        for line, kind in ((8, "leak"), (9, "leak"), (20, "leak"), (1, "double-free")):
            self.assertEqual(len(self.problems(GOOD + [finding(line, kind)])), 1)

    def test_wrong_kind_is_missing_and_unmarked(self):
        self.assertEqual(len(self.problems([finding(1, "use-after-free")] + GOOD[1:])), 2)

    def test_severity(self):
        note = program("a(); // LEAK(note)")
        for severity, engine, count in (("note", "fused", 0),
                                        ("warning", "fused", 1),
                                        ("warning", "sat", 0)):
            found = [dict(finding(1), severity=severity)]
            self.assertEqual(len(run.compare(note, engine, found, False)), count)

    def test_message(self):
        self.assertEqual(len(self.problems(
            [GOOD[0], finding(2, message="?")] + GOOD[2:])), 1)

    def test_gaps(self):
        sat = [f for f in GOOD if f["line"] != 3] + [finding(8)]
        self.assertEqual(self.problems(sat, "sat"), [])
        self.assertEqual(len(self.problems(sat + [finding(3)], "sat")), 1)
        self.assertEqual(len(self.problems(sat[:-1], "sat")), 1)

    def test_at_exit_is_demanded_only_there(self):
        self.assertEqual(len(self.problems(GOOD, at_exit=True)), 1)


class Read(unittest.TestCase):
    def test_broken_marks_are_errors(self):
        for text in ("// LEAK maybe", "// LEAK missed-by(sat)", "// LEAK(never)",
                     "x; // missed-by(sat): reason"):
            with self.assertRaises(ValueError, msg=text):
                marks.marks_of_line("a.c", 1, text)

    def test_two_gaps(self):
        leak, alarm = marks.marks_of_line(
            "a.c", 1, "// LEAK missed-by(sat, fused): why false-alarm(absint): how")
        self.assertEqual((leak.engines, alarm.engines),
                         ({"sat", "fused"}, {"absint"}))
        self.assertEqual(alarm.reason, "how")

    def test_run_statuses(self):
        """A stand-in for the analyser that prints and exits as told."""
        with tempfile.TemporaryDirectory() as folder:
            fake = folder + "/fake"
            for status, output, wrong in (
                    (0, "", 0), (1, "", 1), (2, "", 1), (0, "text", 1),
                    (0, '{"record":"summary"}', 0),
                    (0, '{"record":"unit-failed"}', 1),
                    (1, '{"record":"finding"}', 0), (0, '{"record":"finding"}', 1)):
                with open(fake, "w") as out:
                    out.write(f"#!/bin/sh\ncat <<'X'\n{output}\nX\nexit {status}\n")
                os.chmod(fake, 0o755)
                if not output:
                    with open(fake, "w") as out:
                        out.write(f"#!/bin/sh\nexit {status}\n")
                _, problems = run.analyse(fake, program(TEXT), "fused", False)
                self.assertEqual(len(problems), wrong, (status, output))


if __name__ == "__main__":
    unittest.main()
