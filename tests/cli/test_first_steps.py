# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What somebody sees who does not know the tool yet."""

import os
import shutil
import stat

import tool
from tool import Case, CLEAN, LEAK


class FirstSteps(Case):
    def expect_hint(self, hint, absent="BUILD-FOLDER"):
        done = self.run_tool(status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("no command given", done.stderr)
        self.assertIn(hint + "\n", done.stderr)
        self.assertNotIn(absent, done.stderr)

    def test_no_command_says_what_to_do_here(self):
        self.expect_hint("watertight check FILE.c", "Makefile")
        self.write("b.c", CLEAN)
        self.write("a.cpp", CLEAN)
        self.expect_hint("watertight check a.cpp")
        self.write("Makefile", "all:\n")
        self.expect_hint("watertight run -- make -j8", "a.cpp")
        self.write("CMakeLists.txt", "")
        self.expect_hint("watertight check -p build")
        self.database([])
        self.expect_hint("watertight check")

    def test_wrong_words_suggest_right_ones(self):
        self.write("a.c", LEAK)
        for words, hint in (
                (["chekc"], "did you mean 'check'?"),
                (["a.c"], "did you mean 'watertight check a.c'?"),
                (["check", "--min-confidnce", "low"],
                 "did you mean '--min-confidence'?"),
                (["check", "--frob"], "watertight --help"),
                (["frobnicate"], "watertight --help")):
            done = self.run_tool(*words, status=2)
            self.assertIn(hint, done.stderr)

    def test_query_takes_the_place_that_findings_show(self):
        self.write("a.c", LEAK)
        shown = self.run_tool("check", "a.c").stdout
        self.assertTrue(shown.startswith("a.c:4:13: "))
        self.run_tool("query", "a.c:8:5", status=1)
        self.run_tool("query", "a.c:8", status=1)
        self.write("odd:8", LEAK)
        os.rename(self.path("odd:8"), self.path("odd:8.c"))
        self.run_tool("query", "odd:8.c:8:5", status=1)
        for word in ("a.c", "a.c:x", "a.c:0", ":4", "a.c:4:"):
            self.run_tool("query", word, status=2)

    def test_quiet(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "-q", "a.c", status=1)
        self.assertEqual(done.stderr, "")
        self.assertIn("a.c:4:13: ", done.stdout)

    def test_colour(self):
        self.write("a.c", LEAK)
        for choice, is_coloured in (("always", True), ("auto", False),
                                    ("never", False)):
            done = self.run_tool("check", "--color", choice, "a.c")
            self.assertEqual("\x1b[" in done.stdout, is_coloured)

    def test_fail_on(self):
        self.write("a.c", LEAK)
        for choice, status in (("warning", 1), ("note", 1), ("never", 0)):
            done = self.run_tool("check", "--fail-on", choice, "a.c",
                                 status=status)
            self.assertIn("a.c:4:13: ", done.stdout)


class Killed(Case):
    """The tool with a worker that is killed; real ones cannot be told to."""

    def setUp(self):
        super().setUp()
        self.write("bin/watertight-worker", f"""#!/bin/sh
[ -z "$ALWAYS" ] || kill -9 $$
[ -e "$MARK" ] || {{ touch "$MARK"; kill -9 $$; }}
exec {tool.TOOL}-worker
""")
        os.chmod(self.path("bin/watertight-worker"), stat.S_IRWXU)
        shutil.copy(tool.TOOL, self.path("bin/watertight"))
        self.before, tool.TOOL = tool.TOOL, self.path("bin/watertight")
        self.addCleanup(self.restore)
        self.environment = {"MARK": self.path("mark")}

    def restore(self):
        tool.TOOL = self.before

    def test_a_unit_is_tried_once_more(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "a.c", status=1, env=self.environment)
        self.assertTrue(os.path.exists(self.path("mark")))
        self.assertIn("a.c:4:13: ", done.stdout)

    def test_a_unit_that_is_lost_is_status_2(self):
        self.write("a.c", LEAK)
        done = self.run_tool("check", "a.c", status=2, env={"ALWAYS": "1"})
        self.assertIn("a.c: not analysed: Clang was killed", done.stderr)

    def test_the_others_are_analysed(self):
        # Killed at every unit but one that lies in the store.
        self.write("a.c", LEAK)
        self.write("b.c", CLEAN)
        self.database([{"file": n, "command": "cc -c " + n}
                       for n in ("a.c", "b.c")])
        self.run_tool("capture", "a.c", status=0, env=self.environment)
        always = {"ALWAYS": "1"}
        done = self.run_tool("check", status=2, env=always)
        self.assertIn("a.c:4:13: ", done.stdout)
        self.assertIn("--keep-going", done.stderr)
        self.run_tool("capture", status=2, env=always)
        self.run_tool("capture", "--keep-going", status=0, env=always)
        self.run_tool("check", "--keep-going", status=1, env=always)


class Limits(Case):
    BOMB = ("#define A(x) x x x x x x x x x x\n"
            "#define B(x) A(A(A(A(x))))\n"
            "int f(void) { return 0; }\nint a[] = { B(B(B(1,))) };\n")

    def test_time(self):
        self.write("a.c", self.BOMB)
        self.write("b.c", LEAK)
        done = self.run_tool("check", "--unit-time", "2", "-j1", "a.c", "b.c",
                             status=1)
        self.assertRegex(done.stderr, r"a\.c: not analysed: Clang (was "
                         r"stopped after 2 seconds \(--unit-time\)|needed too "
                         r"much memory)")

    def test_other_bombs(self):
        """Includes, templates and constant expressions that take for ever."""
        for i in range(40):
            self.write(f"h{i}.h", f'#include "h{i + 1}.h"\n' * 2)
        self.write("h40.h", "extern int end;\n")
        self.write("a.c", '#include "h0.h"\nint a;\n')
        self.write("b.cpp", """
            template <int N, int M> struct B { static int f() {
              return B<N - 1, M * 2>::f() + B<N - 1, M * 2 + 1>::f(); } };
            template <int M> struct B<0, M> { static int f() { return M; } };
            int g() { return B<25, 1>::f(); }
            """)
        self.write("c.cpp", """
            constexpr unsigned long f(unsigned long n) {
              unsigned long s = 0;
              for (unsigned long i = 0; i < n; ++i)
                for (unsigned long j = 0; j < n; ++j) s += i ^ j;
              return s;
            }
            constexpr unsigned long x = f(1000000);
            """)
        self.write("d.c", LEAK)
        names = ("a.c", "b.cpp", "c.cpp")
        self.database([{"file": name, "command":
                        "c++ -fconstexpr-steps=2147483647 -c " + name
                        if name == "c.cpp" else "cc -c " + name}
                       for name in names + ("d.c",)])
        done = self.run_tool("check", "--unit-time", "2", "--unit-memory",
                             "900", status=1)
        for name in names:
            self.assertRegex(done.stderr, name.replace(".", r"\.") +
                             r": not analysed: Clang (was stopped after 2 "
                             r"seconds \(--unit-time\)|needed too much memory)")

    def test_memory(self):
        self.write("a.c", self.BOMB)
        self.write("b.c", CLEAN)
        done = self.run_tool("check", "--unit-memory", "600", "a.c", "b.c",
                             status=0)
        self.assertIn("a.c: not analysed: Clang needed too much memory and "
                      "was stopped (--unit-memory)", done.stderr)


class Noise(Case):
    def test_rivals_are_one_line(self):
        for i in range(5):
            self.write(f"{i}.c", LEAK.replace("int f", f"int f{i}") +
                       f"int main(void) {{ return f{i}(\"\", 1); }}\n"
                       "int usage(void) { return 1; }\n"
                       "int help(void) { return 1; }\n"
                       "int quit(void) { return 1; }\n")
        files = [f"{i}.c" for i in range(5)]
        done = self.run_tool("check", *files, status=1)
        self.assertNotIn("each unit uses its own", done.stderr)
        self.assertRegex(done.stderr, r"note: 4 notes about files compiled "
                         r"more than once and names defined in several files "
                         r"\(--verbose lists them\)\n")
        done = self.run_tool("check", "--verbose", *files, status=1)
        self.assertIn("'usage' is defined in 5 files", done.stderr)

    def test_flags_that_are_dropped_are_named(self):
        self.write("a.c", CLEAN)
        self.database([{"file": "a.c", "command":
                        "cc -c -O2 -g -Wall -Wno-x -fno-strict-aliasing "
                        "-fPIC -fplugin=x.so -fopenmp -Xclang -load a.c"}])
        done = self.run_tool("check", status=0)
        self.assertIn("note: compiler flags that Clang was not given: "
                      "-Xclang -load, -fopenmp, -fplugin=x.so\n", done.stderr)
        done = self.run_tool("check", "a.c", "--", "-O3", "-DX=1", status=0)
        self.assertNotIn("flags", done.stderr)

    def test_patterns_that_match_nothing_are_named(self):
        self.write("src/a.c", LEAK)
        for _ in range(2): # the second result comes from the store
            done = self.run_tool("check", "--exclude", "scr/*", "--exclude",
                                 "*.c", "--include", "src", "src/a.c",
                                 status=0)
            self.assertIn("warning: --exclude scr/* matches no analysed file",
                          done.stderr)
            self.assertEqual(done.stderr.count("matches no"), 1)


class ClosingTable(Case):
    def next_command(self, *words):
        done = self.run_tool(*words)
        lines = [line for line in done.stderr.splitlines()
                 if line.startswith("  next  ")]
        return lines[0].split(None, 1)[1] if lines else None

    def test_the_next_command_works(self):
        self.write("a.c", LEAK)
        text = self.next_command("check", "a.c", "--engine", "sat", "--", "-DX=a b")
        self.assertRegex(text, "^watertight explain --engine sat [0-9a-f]{8} "
                         "a.c -- '-DX=a b'$")
        words = text.replace("'", "").split()[1:-1] + ["-DX=a", "b"]
        words[-2:] = ["-DX=a b"]
        done = self.run_tool(*words, status=0)
        self.assertIn("a.c:4:13: ", done.stdout)

    def test_many_findings_are_for_the_browser(self):
        self.write("a.c", "#include <stdlib.h>\n" + "".join(
            f"void f{i}(void) {{ malloc({i} + 1); }}\n" for i in range(6)))
        self.assertEqual(self.next_command("check", "a.c"),
                         "watertight check --format html=watertight-report "
                         "a.c")

    def test_nothing_is_left(self):
        self.write("a.c", CLEAN)
        self.assertIsNone(self.next_command("check", "a.c"))
