# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are calls made switchable as written, and are leak reports read right?

    mutation_test.py BENCH-FOLDER
"""

import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, sys.argv.pop())
import mutation  # noqa: E402
import mutation_truth as truth  # noqa: E402

REPORT = """
=================================================================
==7==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 20 byte(s) in 2 object(s) allocated from:
    #0 0x56 in malloc (/b/t+0xcb) (BuildId: 2b)
    #1 0x57 in make /s/a.c:3:10
    #2 0x58 in main /s/a.c:9:3

Indirect leak of 4 byte(s) in 1 object(s) allocated from:
    #0 0x56 in malloc (/b/t+0xcb) (BuildId: 2b)
    #1 0x59 in main /s/a.c:10:3

SUMMARY: AddressSanitizer: 24 byte(s) leaked in 3 allocation(s).
"""


class Switches(unittest.TestCase):
    def test_rows(self):
        rows = [
            (b"  free(p);", [(1, 3, "free", 7)],
             b"  WT_DROP (7, free)(p);", []),
            (b"a\n f (x); f (y);", [(2, 2, "f", 1), (2, 9, "f", 2)],
             b"a\n WT_DROP (1, f) (x); WT_DROP (2, f) (y);", []),
            # Not the call itself: a longer name, another word, no such line.
            (b"  freed(p);", [(1, 3, "free", 7)], b"  freed(p);", [7]),
            (b"  FREE(p);", [(1, 3, "free", 7)], b"  FREE(p);", [7]),
            (b"x", [(5, 1, "free", 7)], b"x", [7]),
        ]
        for text, calls, expected, refused in rows:
            self.assertEqual(truth.with_switches(text, calls),
                             (expected, refused))

    def test_a_switched_call_does_nothing_and_evaluates_its_argument(self):
        source = (b"#include <stdio.h>\nint n;\n"
                  b"int close_it(int x) { return x; }\n"
                  b"int main(void) {\n"
                  b" printf(\"%d %d\\n\", close_it(++n), n);\n"
                  b" return 0; }\n")
        text, _ = truth.with_switches(source, [(5, 20, "close_it", 12)])
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a.c").write_bytes(text)
            (folder / "s.h").write_text(truth.HEADER)
            (folder / "hits").touch()
            subprocess.run(["clang-19", "-w", "-include", "s.h", "a.c", "-o",
                            "a"], cwd=folder, check=True)

            def run(**environment):
                return subprocess.run([folder / "a"], env=environment,
                                      capture_output=True, text=True).stdout
            self.assertEqual(run(WT_HITS=f"{name}/hits"), "1 1\n")
            self.assertEqual((folder / "hits").read_text(), "12\n")
            self.assertEqual(run(WT_DROP_CALL="12"), "0 1\n")
            self.assertEqual(run(WT_DROP_CALL="1"), "1 1\n")


class Reports(unittest.TestCase):
    def test_objects_by_stack(self):
        self.assertEqual(truth.leaks_in(REPORT), Counter({
            "make /s/a.c:3:10 < main /s/a.c:9:3": 2, "main /s/a.c:10:3": 1}))
        self.assertEqual(truth.leaks_in("all is well\n"), Counter())

    def test_more_objects_than_before_are_new(self):
        before = {"a": 2, "b": 1}
        self.assertEqual(truth.new_leaks(before, {"a": 2, "b": 1}), [])
        self.assertEqual(truth.new_leaks(before, {"a": 3}), ["a"])
        self.assertEqual(truth.new_leaks(before, {"c": 1, "a": 1}), ["c"])


class Drawing(unittest.TestCase):
    def test_a_smaller_sample_is_part_of_a_larger_one(self):
        keys = [f"k{i}" for i in range(100)]
        ten = mutation.draw(keys, "s", 10)
        self.assertEqual(ten, mutation.draw(reversed(keys), "s", 20)[:10])
        self.assertNotEqual(ten, mutation.draw(keys, "t", 10))

    def test_no_rate_below_twenty(self):
        self.assertEqual(mutation.share(5, 19), "5/19")
        self.assertEqual(mutation.share(5, 20), "5/20 25%")


if __name__ == "__main__":
    unittest.main()
