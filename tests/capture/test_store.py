# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one run captured, the next one does not parse; whatever happens to the
store, the findings are right."""

import ctypes
import os
import shutil
import signal
import subprocess
import time
import unittest

import project
from project import Project, leak

NAMES = ("a", "b", "c")
FINDINGS = ["a.c:5", "b.c:5", "c.c:5"]


class Stored(Project):
    def setUp(self):
        super().setUp()
        self.write("all.h", "#define UNUSED_1 1\n")
        self.write("one.h", "#define UNUSED_2 1\n")
        for name in NAMES:
            other = "one.h" if name == "a" else "all.h"
            self.write(f"{name}.c", leak(name, '#include "all.h"\n'
                                         f'#include "{other}"\n'))
        self.commands = [f"gcc -DX -c {name}.c" for name in NAMES]
        self.database(*self.commands)

    def expect(self, stored, *words, findings=None, **how):
        """A run that takes so many units from the store."""
        answer = self.check(*words, status=1, **how)
        self.assertEqual(answer.findings(), findings or FINDINGS)
        self.assertEqual(answer.failed(), {})
        self.assertEqual(answer.from_store(), stored, answer.stderr)
        return answer


class Reuse(Stored):
    def test_nothing_is_parsed_twice(self):
        self.expect(0)
        first = self.expect(3)
        self.assertEqual(first.stdout, self.expect(3).stdout)

    def test_same_answer_with_and_without(self):
        self.expect(0)
        self.assertEqual(self.expect(3).stdout,
                         self.expect(0, "--store", "none").stdout)

    def test_touched_header(self):
        self.expect(0)
        os.utime(self.path("all.h"))
        self.expect(3)

    def test_changed_header(self):
        self.expect(0)
        self.write("one.h", "#define UNUSED_2 2\n")
        self.expect(2)
        self.expect(3)
        self.write("all.h", "#define UNUSED_1 2\n")
        self.expect(0)
        self.expect(3)

    def test_header_that_changes_findings(self):
        self.expect(0)
        self.write("one.h", "#define malloc(n) ((char *)0)\n")
        self.expect(2, findings=["b.c:5", "c.c:5"])
        self.write("one.h", "#define UNUSED_2 1\n")
        self.expect(3) # as they were before

    def test_changed_file(self):
        self.expect(0)
        self.write("b.c", "int b;\n")
        self.expect(2, findings=["a.c:5", "c.c:5"])
        self.expect(3, findings=["a.c:5", "c.c:5"])

    def test_changed_flag(self):
        self.expect(0)
        self.database("gcc -DX -DY -c a.c", *self.commands[1:])
        self.expect(2)
        self.database(*self.commands)
        self.expect(3)
        # What does not reach Clang does not count.
        self.database("gcc -O2 -Wall -DX -o x.o -c a.c", *self.commands[1:])
        self.expect(3)

    def test_new_and_removed_unit(self):
        self.expect(0)
        self.write("d.c", leak("d"))
        self.database(*self.commands, "gcc -c d.c")
        self.expect(3, findings=FINDINGS + ["d.c:3"])
        self.database(*self.commands[1:])
        self.expect(2, findings=FINDINGS[1:])

    def test_removed_header_is_missed(self):
        self.expect(0)
        os.remove(self.path("one.h"))
        answer = self.check(status=1)
        self.assertIn("one.h", answer.failed()["a.c"])
        self.assertEqual(answer.from_store(), 2)

    def test_failed_unit_is_tried_again(self):
        self.write("a.c", '#include "later.h"\n' + leak("a"))
        answer = self.check(status=1)
        self.assertEqual(list(answer.failed()), ["a.c"])
        answer = self.check(status=1)
        self.assertEqual(list(answer.failed()), ["a.c"])
        self.assertEqual(answer.from_store(), 2)
        self.write("later.h", "")
        self.expect(2, findings=["a.c:4", "b.c:5", "c.c:5"])

    def test_environment(self):
        self.expect(0)
        self.expect(0, env={"CPATH": self.folder})
        self.expect(3)
        self.expect(3, env={"CPATH": self.folder})

    def test_moved_project(self):
        """Another path is another unit: positions hold absolute paths."""
        self.expect(0)
        moved = self.path("moved")
        os.mkdir(moved)
        for name in ("a.c", "all.h", "one.h"):
            shutil.copy(self.path(name), moved)
        answer = self.check("a.c", cwd=moved, status=1)
        self.assertEqual(answer.from_store(), 0)
        self.assertEqual(answer.records[0]["file"], self.path("moved/a.c"))


class Trouble(Stored):
    def store_file(self):
        return self.path(".watertight/store.sqlite")

    def damage(self, change, is_seen_at_once=True):
        self.expect(0)
        for name in os.listdir(self.path(".watertight")):
            if name != "store.sqlite" and name.startswith("store"):
                os.remove(self.path(".watertight", name))
        with open(self.store_file(), "rb") as file:
            content = file.read()
        with open(self.store_file(), "wb") as file:
            file.write(change(content))
        answer = self.check(status=1)
        self.assertEqual(answer.findings(), FINDINGS)
        self.assertEqual(answer.failed(), {})
        if is_seen_at_once:
            self.expect(3)  # and the next run has a good store again
        for _ in range(4):
            self.assertEqual(self.check(status=1).findings(), FINDINGS)
        return answer

    def test_truncated(self):
        for part in (2, 3, 10):
            with self.subTest(part):
                shutil.rmtree(self.path(".watertight"), ignore_errors=True)
                answer = self.damage(lambda old: old[:len(old) // part])
                self.assertIn("warning: ", answer.stderr)

    def test_garbage(self):
        answer = self.damage(lambda old: b"garbage" * 1000)
        self.assertIn("warning: ", answer.stderr)

    def test_empty_file(self):
        self.damage(lambda old: b"")

    def test_overwritten_in_the_middle(self):
        def change(old):
            new = bytearray(old)
            for at in range(4096, len(new), 512):
                new[at:at + 64] = b"\xff" * 64
            return bytes(new)
        self.damage(change)

    def test_one_bit(self):
        """Somewhere in every page but the first."""
        def change(old):
            new = bytearray(old)
            for at in range(4096 + 2048, len(new), 4096):
                new[at] ^= 16
            return bytes(new)
        self.damage(change, is_seen_at_once=False)

    def test_link(self):
        os.mkdir(self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), self.path(".watertight"))
        answer = self.expect(0)
        self.assertIn("symbolic link", answer.stderr)
        self.assertEqual(os.listdir(self.path("elsewhere")), [])
        self.expect(0)

    def test_link_in_the_folder(self):
        os.mkdir(self.path(".watertight"))
        self.write("victim", "precious")
        os.symlink(self.path("victim"), self.store_file())
        answer = self.expect(0)
        self.assertIn("symbolic link", answer.stderr)
        with open(self.path("victim")) as file:
            self.assertEqual(file.read(), "precious")

    def test_a_file_where_the_folder_should_be(self):
        self.write(".watertight", "precious")
        self.assertIn("warning: ", self.expect(0).stderr)
        self.assertEqual(os.path.getsize(self.path(".watertight")), 8)

    def test_folder_that_cannot_be_made(self):
        answer = self.expect(0, "--store", "/proc/no/such/folder")
        self.assertIn("warning: ", answer.stderr)

    def test_read_only(self):
        self.expect(0, is_unprivileged=True)
        os.chmod(self.path(".watertight"), 0o500)
        self.addCleanup(os.chmod, self.path(".watertight"), 0o700)
        self.write("a.c", leak("a"))
        answer = self.check(status=1, is_unprivileged=True)
        self.assertEqual(answer.findings(), ["a.c:3"] + FINDINGS[1:])
        self.assertIn("warning: ", answer.stderr)

    def test_full_disk(self):
        small = self.path("small")
        os.mkdir(small)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mount(b"tmpfs", small.encode(), b"tmpfs", 0, b"size=64k") != 0:
            self.skipTest("cannot mount a small file system")
        self.addCleanup(libc.umount2, small.encode(), 2)
        answer = self.expect(0, "--store", small + "/store")
        self.assertIn("warning: ", answer.stderr)
        self.expect(0, "--store", small + "/store")

    def test_file_size_limit(self):
        """As `ulimit -f` sets it: a signal, if nobody ignores it."""
        done = subprocess.run(
            ["sh", "-c", 'ulimit -f 16; exec "$0" check --format json',
             project.TOOL], cwd=self.folder, env=self.environment(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=60)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(project.Answer(done).findings(), FINDINGS)
        self.expect(0)
        self.expect(3)


class Several(Stored):
    def start(self, *words):
        return subprocess.Popen([project.TOOL, "check", "--format", "json",
                                 *words], cwd=self.folder, text=True,
                                env=self.environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_runs_at_once(self):
        runs = [self.start() for _ in range(3)]
        for run in runs:
            out, err = run.communicate(timeout=120)
            self.assertEqual(run.returncode, 1, err)
            run.stdout, run.stderr = out, err
            self.assertEqual(project.Answer(run).findings(), FINDINGS)
        self.expect(3)

    def test_killed_at_any_time(self):
        for name in range(12):
            self.write(f"more{name}.c", leak(f"more{name}"))
        commands = self.commands + [f"gcc -c more{i}.c" for i in range(12)]
        self.database(*commands)
        for tenths in (0.5, 1, 2, 3, 5, 8):
            run = self.start("-j", "2")
            time.sleep(tenths / 10)
            run.send_signal(signal.SIGKILL)
            run.communicate(timeout=60)
        answer = self.check(status=1)
        self.assertEqual(len(answer.findings()), 15)
        self.assertNotIn("damaged", answer.stderr)
        self.assertEqual(self.check(status=1).from_store(), 15)
