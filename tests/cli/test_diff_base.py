# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Only what is new since a revision."""

import os
import shutil
import subprocess
import unittest

from tool import Case, LEAK


def function(name):
    return LEAK.replace("int f(", f"int {name}(")


@unittest.skipUnless(shutil.which("git"), "needs git")
class DiffBase(Case):
    def setUp(self):
        super().setUp()
        self.git("init", "-q")
        self.write(".gitignore", ".watertight\ncompile_commands.json\n")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@e",
                        "-c", "init.defaultBranch=main", *words],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "state")

    def found(self, *words, status, revision="HEAD"):
        names = sorted(os.path.basename(n) for n in os.listdir(self.folder)
                       if n.endswith(".c"))
        records = self.records("check", "--diff-base", revision, *words, *names,
                               status=status)
        return sorted(r["function"] for r in records
                      if r["record"] == "finding")

    def test_nothing_is_new(self):
        self.write("a.c", function("f"))
        self.commit()
        self.assertEqual(self.found(status=0), [])
        self.write("a.c", "\n\n" + function("f")) # moved
        self.assertEqual(self.found(status=0), [])

    def test_a_new_leak_alone(self):
        self.write("a.c", function("f"))
        self.write("b.c", function("g"))
        self.commit()
        self.write("b.c", function("g") + function("h"))
        self.assertEqual(self.found(status=1), ["h"])
        self.assertEqual(self.found(status=1), ["h"]) # now it is known
        self.assertEqual(self.found("--store", "none", status=1), ["h"])

    def test_what_a_change_elsewhere_causes(self):
        self.write("all.h", "#include <stdlib.h>\nvoid drop(char *p);\n")
        self.write("a.c", '#include "all.h"\nint user(void) {\n'
                   "  char *p = malloc(3);\n  drop(p);\n  return 0;\n}\n")
        self.write("b.c", '#include "all.h"\nvoid drop(char *p) { free(p); }\n')
        self.commit()
        self.write("b.c", '#include "all.h"\nvoid drop(char *p) { (void)p; }\n')
        self.assertEqual(self.found(status=1), ["user"])

    def test_a_header_of_then(self):
        self.write("all.h", "#include <stdlib.h>\n#define DROP(p) free(p)\n")
        self.write("a.c", '#include "all.h"\nint user(void) {\n'
                   "  char *p = malloc(3);\n  DROP(p);\n  return 0;\n}\n")
        self.commit()
        self.write("all.h", "#include <stdlib.h>\n#define DROP(p) (void)(p)\n")
        self.assertEqual(self.found(status=1), ["user"])
        self.commit()
        self.assertEqual(self.found(status=0), [])
        self.assertEqual(self.found(status=1, revision="HEAD~1"), ["user"])

    def test_new_files_are_new(self):
        self.write("a.c", function("f"))
        self.commit()
        self.write("b.c", function("g")) # git does not know it yet
        self.assertEqual(self.found(status=1), ["g"])
        self.git("add", "b.c")
        self.assertEqual(self.found(status=1), ["g"])

    def test_the_checkout_is_as_before(self):
        self.write("a.c", function("f"))
        self.commit()
        self.write("a.c", function("f") + function("g"))
        self.git("add", "a.c")
        before = subprocess.run(["git", "status", "--porcelain=v2"],
                                cwd=self.folder, stdout=subprocess.PIPE).stdout
        self.found(status=1)
        after = subprocess.run(["git", "status", "--porcelain=v2"],
                               cwd=self.folder, stdout=subprocess.PIPE).stdout
        self.assertEqual(before, after)

    def test_no_such_revision(self):
        self.write("a.c", function("f"))
        self.commit()
        for revision in ("nothing", "--output=x"):
            done = self.run_tool("check", f"--diff-base={revision}", "a.c",
                                 status=2)
            self.assertIn("git knows no revision", done.stderr)

    def test_no_checkout(self):
        shutil.rmtree(self.path(".git"))
        self.write("a.c", function("f"))
        done = self.run_tool("check", "--diff-base", "HEAD", "a.c", status=2)
        self.assertIn("needs a git checkout", done.stderr)
