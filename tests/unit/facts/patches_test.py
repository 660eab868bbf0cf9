# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are patches that fix leaks told from others, and are they judged by the
functions that they change?

    patches_test.py BENCH-FOLDER
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))

import packages  # noqa: E402
import patch_build  # noqa: E402
import patch_check  # noqa: E402
import patches  # noqa: E402

FIX = """Description: Fix memory leak in read_all()
--- a/src/read.c
+++ b/src/read.c
@@ -4,5 +4,6 @@ int read_all(void)
   if (bad) {
+    free(text);
     return -1;
   }
   use(text);
"""
BEFORE = """static int other(void) {
  return 1;
}
int read_all(char *text, int bad) {
  if (bad) {
    return -1;
  }
  return other();
}
"""
AFTER = BEFORE.replace("  if (bad) {\n", "  if (bad) {\n    free(text);\n")


class Selection(unittest.TestCase):
    def test_a_fix_says_leak_and_releases(self):
        self.assertTrue(patches.fixes_leak("fix.patch", FIX))

    def test_the_name_may_say_it(self):
        text = FIX.replace("memory leak", "error")
        self.assertFalse(patches.fixes_leak("fix.patch", text))
        self.assertTrue(patches.fixes_leak("memory-leak.patch", text))

    def test_information_leaks_are_others(self):
        for words in ("information leak", "leak of sensitive data",
                      "stack memory leak"):
            text = FIX.replace("memory leak", words)
            self.assertFalse(patches.fixes_leak("fix.patch", text), words)

    def test_nothing_is_released(self):
        text = FIX.replace("free(text)", "count++")
        self.assertFalse(patches.fixes_leak("fix.patch", text))

    def test_documents_are_no_sources(self):
        text = FIX.replace("read.c", "read.txt")
        self.assertFalse(patches.fixes_leak("fix.patch", text))

    def test_a_rewrite_is_no_fix(self):
        hunk = FIX[FIX.index("@@"):]
        text = FIX + hunk * (patches.MANY - 1)
        self.assertTrue(patches.fixes_leak("fix.patch", text))
        self.assertFalse(patches.fixes_leak("fix.patch", text + hunk))

    def test_headers_are_no_targets(self):
        text = FIX + FIX.replace("read.c", "read.h").replace(
            "Description", "--- x")
        self.assertEqual(patches.targets(text), ["src/read.c"])

    def test_halves(self):
        cases = [{"package": "p", "patch": str(n)} for n in range(400)]
        share = sum(patches.is_read(case) for case in cases) / len(cases)
        self.assertTrue(0.4 < share < 0.6)
        self.assertEqual([patches.is_read(c) for c in cases],
                         [patches.is_read(c) for c in cases])


class Building(unittest.TestCase):
    def test_what_is_needed(self):
        text = ("Build-Depends: debhelper-compat (= 13), libfoo-dev (>= 2) |\n"
                " libbar-dev, libcap-dev [linux-any], libkvm-dev [hurd-any],"
                "\n check <!nocheck>, doxygen\nBuild-Depends-Arch: zlib1g-dev\n"
                "Build-Depends-Indep: po4a\nArchitecture: any\n")
        self.assertEqual(patch_build.needed(text),
                         ["debhelper-compat", "libfoo-dev", "libcap-dev",
                          "zlib1g-dev"])

    def test_calls_of_compilers_are_noted(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "a b.c").write_text("int x;\n")
            programs = patch_build.put_compilers(folder)
            for words in (["-c", "a b.c", "-DX='1 2'"], ["-c", "gone.c"],
                          ["-E", "a b.c"]):
                subprocess.run([programs / "gcc", *words], cwd=folder,
                               capture_output=True)
            rows = patch_build.commands(folder / "calls")
            self.assertEqual([row["file"] for row in rows], ["a b.c"])
            self.assertEqual(rows[0]["arguments"][1:],
                             ["-c", "a b.c", "-DX='1 2'"])
            self.assertTrue((folder / "a b.o").exists())

    def test_one_command_for_each_file(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "a.c").write_text("")
            entry = {"directory": str(folder), "file": "a.c", "command": "cc"}
            rows = [entry, {**entry, "command": "cc -fPIC"},
                    {**entry, "file": "gone.c"}, {**entry, "file": "a.s"}]
            (folder / "compile_commands.json").write_text(json.dumps(rows))
            self.assertEqual(patch_build.entries(folder), [entry])


def finding(function, kind="leak", confidence="high", file="/s/read.c"):
    return {"record": "finding", "kind": kind, "file": file, "line": 1,
            "function": function, "confidence": confidence}


class Judging(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.source = Path(self.folder.name)
        (self.source / "src").mkdir()
        self.file = self.source / "src" / "read.c"
        self.fix = self.source / "fix.patch"
        self.fix.write_text(FIX.replace("@@ -4,5 +4,6 @@", "@@ -5,3 +5,4 @@")
                            .replace("   use(text);\n", ""))

    def tearDown(self):
        self.folder.cleanup()

    def test_both_states(self):
        self.file.write_text(BEFORE)
        for is_with, text in ((False, BEFORE), (True, AFTER), (True, AFTER),
                              (False, BEFORE)):
            patch_check.put(self.source, self.fix, is_with)
            self.assertEqual(self.file.read_text(), text)

    def test_what_was_put_on_top_is_taken_back(self):
        self.file.write_text(AFTER.replace("int other", "long other"))
        top = self.source / "top.patch"
        top.write_text("--- a/src/read.c\n+++ b/src/read.c\n@@ -1,2 +1,2 @@\n"
                       "-static int other(void) {\n"
                       "+static long other(void) {\n   return 1;\n")
        with patch_check.taken_back(self.source, [top]):
            self.assertEqual(self.file.read_text(), AFTER)
        self.assertIn("long other", self.file.read_text())

    def test_a_patch_that_does_not_fit(self):
        self.file.write_text("int x;\n")
        with self.assertRaises(packages.BenchError):
            patch_check.put(self.source, self.fix, False)

    @unittest.skipUnless(shutil.which("ctags"), "needs universal-ctags")
    def test_the_patched_function(self):
        old = self.source / "old.c"
        old.write_text(BEFORE)
        self.file.write_text(AFTER)
        before, after = patch_check.changed_lines(old, self.file)
        self.assertEqual(after, [(6, 6)])
        self.assertEqual(patch_check.functions(self.file, after), {"read_all"})
        self.assertEqual(patch_check.functions(old, before), {"read_all"})

    def test_only_leaks_there_count(self):
        files = {Path("/s/read.c")}
        records = [finding("read_all"), finding("ns::read_all(int)"),
                   finding("read_all", confidence="low"),
                   finding("read_all", kind="double-free"), finding("other"),
                   finding("read_all", file="/s/write.c"),
                   {"record": "summary"}]
        self.assertEqual(patch_check.counts(records, files, {"read_all"}),
                         [2, 3])

    def test_a_patched_file_must_compile(self):
        records = [{"record": "unit-failed", "file": "/s/read.c"}]
        with self.assertRaises(packages.BenchError):
            patch_check.counts(records, {Path("/s/read.c")}, {"read_all"})

    def test_found_is_less_with_the_patch(self):
        def of(without, with_it):
            scope = {"without": without, "with": with_it}
            return {"alone": scope, "package": scope}
        self.assertTrue(patch_check.is_found(of([2, 2], [1, 1]), "alone", 0))
        self.assertFalse(patch_check.is_found(of([1, 1], [1, 1]), "alone", 0))
        self.assertFalse(patch_check.is_found(of([0, 1], [0, 0]), "alone", 0))
        self.assertTrue(patch_check.is_found(of([0, 1], [0, 0]), "alone", 1))


if __name__ == "__main__":
    unittest.main()
