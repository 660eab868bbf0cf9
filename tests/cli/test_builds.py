# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Build databases, recorded builds and the store, as a user meets them."""

import os
import shutil
import time
import unittest

from tool import BROKEN, Case, CLEAN, LEAK


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
        self.assertIn("[leak, high confidence]", done.stdout)
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

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run_analyses_what_a_failing_build_compiled(self):
        self.write("a.c", LEAK)
        self.write("b.c", BROKEN)
        done = self.run_tool("run", "--", "sh", "-c",
                             "cc -c a.c && cc -c b.c", status=2)
        self.assertIn("a.c:4:13: ", done.stdout)
        self.assertRegex(done.stderr, "the build failed with status 1; only "
                         "what it compiled before was analysed")

    @unittest.skipUnless(shutil.which("bear"), "bear is not installed")
    def test_run_of_what_compiles_nothing(self):
        self.write("a.c", LEAK)
        done = self.run_tool("run", "--", "true", status=2)
        self.assertIn("the build compiled nothing", done.stderr)
        self.run_tool("query", "a.c:8", status=1)

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
