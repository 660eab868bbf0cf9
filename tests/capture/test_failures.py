# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Units that cannot be compiled lose only themselves."""

import os
import unittest

from project import Project, leak


class Failures(Project):
    def lose(self, text, message, name="bad.c", flags=""):
        """`text` fails with `message` between two good units."""
        self.write("a.c", leak("a"))
        self.write(name, text)
        self.write("z.c", leak("z"))
        self.database("gcc -c a.c", f"gcc {flags} -c {name}", "gcc -c z.c")
        answer = self.check("-j", "1", status=1)
        self.assertEqual(answer.findings(), ["a.c:3", "z.c:3"])
        self.assertEqual(list(answer.failed()), [name])
        self.assertRegex(answer.failed()[name], message)
        self.assertIn(name, answer.stderr)
        self.assertEqual(answer.units(), 2)
        self.check("-j", "1", "--strict", status=2)
        # Also when each has a worker of its own.
        again = self.check("-j", "3", "--store", "none", status=1)
        self.assertEqual(again.failed(), answer.failed())
        return answer

    def test_error(self):
        answer = self.lose("int f(void) {\n  return x;\n}\nint g(;\n",
                           r"bad\.c:2:10: error: use of undeclared .*'x'")
        self.assertNotIn("expected", answer.failed()["bad.c"])

    def test_error_in_a_header(self):
        self.write("h.h", "int f(;\n")
        self.lose('#include "h.h"\n', r"h\.h:1:7: error: expected")

    def test_missing_header(self):
        self.lose('#include <not/here.h>\n',
                  r"bad\.c:1:10: fatal error: 'not/here.h' file not found")

    def test_bytes_that_are_no_text(self):
        self.lose(b"int f(void) { \xff\xfe\x80 \x00 \x1b[31m return x; }\n",
                  "error: ")

    def test_error_directive(self):
        self.lose('#error "no"\n', r"bad\.c:1:2: error: \"no\"")

    def test_flag_with_an_unknown_value(self):
        self.lose("int x;\n", "error: ", flags="-march=pentium99")
        self.lose("int x;\n", "error: ", flags="--target=not-a-machine")

    def test_crash(self):
        self.lose("#pragma clang __debug crash\n", "Clang crashed|internal error")

    def test_parser_crash(self):
        self.lose("#pragma clang __debug parser_crash\n",
                  "Clang crashed|internal error")

    def test_fatal_error(self):
        self.lose("#pragma clang __debug llvm_fatal_error\n", "internal error")

    def test_stack(self):
        depth = 3000000
        self.lose("int f(int x) { return " + "(" * depth + "x" + ")" * depth +
                  "; }\n", "Clang crashed", flags="-fbracket-depth=100000000")

    def test_deep_nesting(self):
        """More than Clang allows is an error, not a crash."""
        depth = 100000
        self.lose("int f(int x) { return " + "(" * depth + "x" + ")" * depth +
                  "; }\n", "error: bracket nesting level exceeded")

    def test_nesting_that_a_flag_allows(self):
        depth = 4000
        self.write("x.c", "int f(int x) { return " + "(" * depth + "x" +
                   ")" * depth + "; }\n")
        self.database("gcc -fbracket-depth=100000 -c x.c")
        self.assertEqual(self.check(status=0).failed(), {})

    @unittest.skipIf("WT_SANITIZED" in os.environ,
                     "the sanitizer needs the address space itself")
    def test_memory(self):
        """One evaluation that would take 14 GiB."""
        self.lose("constexpr int f() { int *p = new int[200000000];\n"
                  "  p[199999999] = 1; delete[] p; return 0; }\n"
                  "static_assert(f() == 0);\n",
                  "Clang needed too much memory", name="bad.cpp",
                  flags="-std=c++20 -fconstexpr-steps=1000000000")

    def test_missing_folder_and_file(self):
        self.write("a.c", leak("a"))
        self.database("gcc -c a.c", "gcc -c gone.c",
                      {"directory": self.path("gone"), "file": "b.c",
                       "command": "gcc -c b.c"})
        answer = self.check(status=1)
        self.assertEqual(answer.findings(), ["a.c:3"])
        self.assertRegex(answer.failed()["gone.c"], "no such file")
        self.assertRegex(answer.failed()["b.c"],
                         "folder of this compilation does not exist")

    def test_folder_as_file(self):
        os.mkdir(self.path("d.c"))
        self.write("a.c", leak("a"))
        self.database("gcc -c a.c", "gcc -c d.c")
        self.assertIn("not a plain file", self.check(status=1).failed()["d.c"])

    def test_unreadable_file(self):
        self.write("a.c", leak("a"))
        self.write("u.c", leak("u"))
        os.chmod(self.path("u.c"), 0)
        self.database("gcc -c a.c", "gcc -c u.c")
        answer = self.check(status=1, is_unprivileged=True)
        self.assertEqual(answer.findings(), ["a.c:3"])
        self.assertRegex(answer.failed()["u.c"], "[Pp]ermission denied")

    def test_unreadable_header(self):
        self.write("a.c", leak("a"))
        self.write("u.c", '#include "u.h"\n' + leak("u"))
        self.write("u.h", "")
        os.chmod(self.path("u.h"), 0)
        self.database("gcc -c a.c", "gcc -c u.c")
        answer = self.check(status=1, is_unprivileged=True)
        self.assertEqual(answer.findings(), ["a.c:3"])
        self.assertIn("u.h", answer.failed()["u.c"])

    def test_all_fail(self):
        self.write("a.c", "int f(;\n")
        self.database("gcc -c a.c")
        self.assertEqual(list(self.check(status=2).failed()), ["a.c"])

    def test_no_worker(self):
        import project
        import shutil
        alone = self.path("bin/watertight")
        os.mkdir(self.path("bin"))
        shutil.copy(project.TOOL, alone)
        self.write("a.c", leak())
        before = project.TOOL
        project.TOOL = alone
        self.addCleanup(setattr, project, "TOOL", before)
        answer = self.check("--store", "none", "a.c", status=2)
        self.assertIn("'watertight-worker' could not be started",
                      answer.failed()["a.c"])
