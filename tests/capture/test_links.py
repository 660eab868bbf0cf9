# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several programs in one folder: does each use its own definitions?"""

import json
import os
import shutil
import stat
import time

import project
from project import Project

# dispose() of `keep` frees nothing, that of `drop` does.  Both are in one
# folder, and drop.c comes first by name.
KEEP = """#include <stdlib.h>
void work(void), text(void);
void dispose(char *p) { (void)p; }
int main(void) { work(); text(); return 0; }
"""
DROP = """#include <stdlib.h>
void other(void);
void dispose(char *p) { free(p); }
int main(void) { other(); return 0; }
"""
USER = """#include <stdlib.h>
void dispose(char *p);
void NAME(void) {
  char *p = malloc(4);
  dispose(p);
}
"""
MAKEFILE = """all: keep drop
keep: keep.o work.o lib/libtext.a
	$(CC) -o $@ keep.o work.o -Llib -ltext
drop: drop.c other.o
	$(CC) -o $@ drop.c other.o
lib/libtext.a: lib/text.o
	$(AR) rcs $@ lib/text.o
"""


class Links(Project):
    def setUp(self):
        super().setUp()
        self.write("keep.c", KEEP)
        self.write("drop.c", DROP)
        for name in ("work", "other", "lib/text"):
            self.write(name + ".c",
                       USER.replace("NAME", os.path.basename(name)))
        self.write("Makefile", MAKEFILE)

    def run_build(self, *command, status=1, **how):
        done = self.run_tool("run", "--format", "json", "--",
                             *(command or ["make", "-j2"]), status=status,
                             **how)
        return project.Answer(done)

    def record(self):
        with open(self.path(".watertight", "link_targets.json")) as file:
            return {os.path.relpath(link["output"], self.folder):
                    [os.path.relpath(i, self.folder) for i in link["inputs"]]
                    for link in json.load(file)["links"]}

    def bear(self, script):
        """A `bear` that is found first; "$REAL" is the real one."""
        real = shutil.which("bear")
        self.write("bin/bear", f"#!/bin/sh\nREAL={real}\n{script}\n")
        os.chmod(self.path("bin/bear"), stat.S_IRWXU)
        return {"PATH": self.path("bin") + os.pathsep + os.environ["PATH"]}

    # Where `dispose` of keep.c is used.
    KEPT = ["text.c:4", "work.c:4"]

    def test_each_program_uses_its_own(self):
        answer = self.run_build()
        self.assertEqual(answer.findings(), self.KEPT)
        self.assertEqual(self.record(), {
            "drop": ["other.o"], "keep": ["keep.o", "work.o", "lib/libtext.a"],
            "lib/libtext.a": ["lib/text.o"]})
        self.assertIn("function 'dispose' is defined in 2 files, each unit "
                      "uses its own or the one it is linked with: ",
                      answer.stderr)
        self.assertEqual(answer.stderr.count("'dispose' is defined"), 1)
        self.assertEqual(sorted(os.listdir(self.path(".watertight"))),
                         ["compile_commands.json", "link_targets.json", "lock",
                          "store.sqlite"])

    def test_later_checks_know_it(self):
        self.run_build()
        for words in ([], ["-p", ".watertight"], ["-j", "1"], ["-j", "4"],
                      ["keep.c", "work.c", "other.c", "drop.c", "lib/text.c"]):
            answer = self.check(*words, status=1)
            self.assertEqual(answer.findings(), self.KEPT, words)
            self.assertEqual(answer.from_store(), 5)
        shown = self.run_tool("explain", "work", status=0).stdout
        self.assertNotIn("frees", shown)
        # Links do not belong to units: none is captured again without them.
        os.remove(self.path(".watertight", "link_targets.json"))
        answer = self.check(status=0)
        self.assertEqual(answer.from_store(), 5)
        self.assertIn("its own or the nearest", answer.stderr)

    def test_incremental_build_keeps_what_it_does_not_link(self):
        self.run_build()
        before = self.record()
        self.write("other.c", USER.replace("NAME", "other") + "int more;\n")
        later = time.time() + 5
        os.utime(self.path("other.c"), (later, later))
        answer = self.run_build()
        self.assertIn("-o drop", answer.stderr)
        self.assertNotIn("-o keep", answer.stderr)
        self.assertEqual(answer.findings(), self.KEPT)
        self.assertEqual(self.record(), before)
        # A build with nothing to do, and one that links differently.
        self.assertEqual(self.run_build("true").findings(), self.KEPT)
        self.write("Makefile", MAKEFILE.replace(
            "drop: drop.c", "drop: lib/libtext.a drop.c").replace(
            "drop.c other.o\n", "drop.c other.o lib/libtext.a\n"))
        os.utime(self.path("drop.c"), (later, later))
        self.run_build()
        self.assertEqual(self.record()["drop"], ["other.o", "lib/libtext.a"])
        self.assertEqual(self.record()["keep"], before["keep"])

    def test_shared_library(self):
        self.write("Makefile", "all:\n"
                   "\tcc -fPIC -c lib/text.c -o lib/text.o\n"
                   "\tcc -shared -o lib/libtext.so.1.0 lib/text.o\n"
                   "\tcd lib && ln -s libtext.so.1.0 libtext.so\n"
                   "\tcc -o keep keep.c work.c -Llib -ltext\n"
                   "\tcc -o drop drop.c other.c\n")
        self.assertEqual(self.run_build().findings(), self.KEPT)

    def test_object_of_several_programs(self):
        """There is one answer for work.c, and the note says so."""
        self.write("Makefile", "all:\n\tcc -c work.c\n"
                   "\tcc -o keep keep.c work.o lib/text.c\n"
                   "\tcc -o drop drop.c work.o other.c\n")
        answer = self.run_build()
        self.assertEqual(answer.findings(), ["text.c:4"])
        self.assertIn("work.c is linked with several of them", answer.stderr)

    def test_file_compiled_for_each_program(self):
        self.write("work.c", USER.replace("NAME", "work") +
                   "#ifdef DROP\nvoid other(void) { work(); }\n#endif\n")
        self.write("Makefile", "all:\n"
                   "\tcc -c work.c -o keep-work.o\n"
                   "\tcc -DDROP -c work.c -o drop-work.o\n"
                   "\tcc -o keep keep.c keep-work.o lib/text.c\n"
                   "\tcc -o drop drop.c drop-work.o\n")
        answer = self.run_build()
        self.assertEqual(answer.units(), 5)
        self.assertEqual(answer.findings(), self.KEPT)

    def test_failed_build(self):
        self.write("Makefile", MAKEFILE + "fail: all\n\tfalse\n")
        self.run_build("make", "fail", status=2)
        # What was built before it failed is known.
        self.assertEqual(self.run_build("true").findings(), self.KEPT)

    def test_damaged_record(self):
        self.run_build()
        path = self.write(".watertight/link_targets.json", "{")
        answer = self.check(status=0)
        self.assertIn("link targets is damaged", answer.stderr)
        self.assertIn("its own or the nearest", answer.stderr)
        answer = self.run_build("make", "-B")
        self.assertIn("it is made anew", answer.stderr)
        self.assertEqual(self.check(status=1).findings(), self.KEPT)
        os.remove(self.path(path))
        os.mkdir(self.path(path))  # a record cannot be written
        answer = self.run_build("make", "-B", status=0)
        self.assertIn("what is linked into what is not known", answer.stderr)
        self.assertEqual(answer.units(), 5)

    def test_other_bears(self):
        # One that only makes a database.
        env = self.bear('[ "$1" = --help ] && exit\nexec "$REAL" "$@"')
        answer = self.run_build(status=0, env=env)
        self.assertEqual(answer.units(), 5)
        self.assertFalse(os.path.exists(self.path(".watertight",
                                                  "link_targets.json")))
        # Ones whose steps fail; the build is done, and what is known stays.
        for step in ("citnames", "intercept"):
            env = self.bear(f'if [ "$1" = {step} ]; then while [ "$1" != -- ] '
                            '&& shift; do :; done; [ $# -gt 1 ] || exit 1; '
                            'shift; exec "$@"; fi\nexec "$REAL" "$@"')
            answer = self.run_build("make", "-B", env=env, status=None)
            self.assertIn("-o keep", answer.stderr)
            self.assertEqual(answer.units(), 5)

    def test_nowhere_to_write_events(self):
        self.write(".watertight/compile_commands.json.events/x", "")
        self.assertEqual(self.run_build(status=0).units(), 5)

    def test_folders_of_cmake(self):
        """A database tells targets of CMake by the folders of objects."""
        os.rename(self.path("lib/text.c"), self.path("text.c"))
        self.database(*(
            {"file": f"{name}.c",
             "command": f"cc -c {name}.c -o CMakeFiles/{to}.dir/{name}.c.o"}
            for name, to in (("keep", "keep"), ("work", "keep"),
                             ("text", "keep"), ("drop", "drop"),
                             ("other", "drop"))))
        self.assertEqual(self.check(status=1).findings(), self.KEPT)
