# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals, limits, and that no process is left behind."""

import glob
import os
import resource
import signal
import subprocess
import time
import unittest

import project
from project import Project, leak

# Takes Clang minutes.
LONG = ("template <int N, int M> struct S : S<N - 1, 2 * M>, "
        "S<N - 1, 2 * M + 1> { char x[N]; };\n"
        "template <int M> struct S<0, M> { char x; };\nS<26, 1> s;\n")


class Processes(Project):
    def setUp(self):
        super().setUp()
        self.mark = f"WT_TEST_MARK={self.folder}"
        self.env = self.environment({"WT_TEST_MARK": self.folder})

    def marked(self, program="watertight-worker"):
        """The living processes that belong to this test."""
        found = []
        for folder in glob.glob("/proc/[0-9]*"):
            try:
                with open(f"{folder}/environ", "rb") as file:
                    environ = file.read()
                if (self.mark.encode() in environ and
                        program in os.readlink(f"{folder}/exe")):
                    found.append(int(os.path.basename(folder)))
            except OSError:
                pass  # gone meanwhile, or not ours
        return found

    def wait_until(self, claim, what, seconds=20):
        end = time.monotonic() + seconds
        while not claim():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def start(self, *words):
        self.tool = subprocess.Popen([project.TOOL, "check", *words],
                                     cwd=self.folder, env=self.env, text=True,
                                     stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE)
        self.addCleanup(self.tool.stdout.close)
        self.addCleanup(self.tool.stderr.close)
        self.addCleanup(self.tool.wait)
        self.addCleanup(self.tool.kill)

    def stop_by(self, number, text, name="x.cpp"):
        """Sends a signal while Clang is busy."""
        self.write(name, text)
        self.write("y.cpp", text.replace("26", "27"))
        self.database(f"g++ -c {name}", "g++ -c y.cpp")
        self.start("-j", "2")
        self.wait_until(lambda: len(self.marked()) == 2, "two workers start")
        time.sleep(0.3)
        self.tool.send_signal(number)
        begin = time.monotonic()
        out, err = self.tool.communicate(timeout=20)
        self.assertLess(time.monotonic() - begin, 5)
        self.wait_until(lambda: not self.marked(), "no worker is left", 5)
        self.wait_until(lambda: not self.marked("watertight"),
                        "no process is left", 5)
        return out, err

    def test_interrupt(self):
        out, err = self.stop_by(signal.SIGINT, LONG)
        self.assertEqual(self.tool.returncode, 130)
        self.assertEqual(out, "")
        self.assertIn("interrupted", err)

    def test_termination(self):
        self.stop_by(signal.SIGTERM, LONG)
        self.assertEqual(self.tool.returncode, 130)

    def test_kill(self):
        self.stop_by(signal.SIGKILL, LONG)

    def test_kill_of_the_terminal(self):
        self.stop_by(signal.SIGHUP, LONG)

    def test_a_worker_is_killed(self):
        """As the system does when memory is short: the unit gets one more."""
        self.write("x.cpp", LONG)
        self.write("y.c", leak("y"))
        self.database("g++ -c x.cpp", "gcc -c y.c")
        self.start("-j", "1", "--format", "json")
        killed = set()
        for what in "a worker starts", "another one tries again":
            self.wait_until(lambda: set(self.marked()) - killed, what)
            time.sleep(0.3)
            worker, = set(self.marked()) - killed
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        out, err = self.tool.communicate(timeout=60)
        self.assertEqual(self.tool.returncode, 2, err)
        self.assertIn("x.cpp: not analysed: Clang was killed", err)
        self.assertIn("y.c", out)

    def test_interrupted_run_keeps_what_it_has(self):
        self.write("a.c", leak("a"))
        self.write("x.cpp", LONG)
        self.database("gcc -c a.c", "g++ -c x.cpp")
        self.start("-j", "1")
        self.wait_until(self.marked, "a worker starts")
        time.sleep(1)
        self.tool.send_signal(signal.SIGINT)
        self.tool.communicate(timeout=20)
        self.database("gcc -c a.c")
        self.assertEqual(self.check(status=1).from_store(), 1)

    def test_few_descriptors(self):
        for i in range(30):
            self.write(f"x{i}.c", leak(f"f{i}"))
        self.database(*(f"gcc -c x{i}.c" for i in range(30)))

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))
        answer = self.check("-j", "20", status=1, preexec_fn=limit)
        self.assertEqual(len(answer.findings()), 30)
        self.assertEqual(answer.failed(), {})

    def test_more_processors_than_units(self):
        self.write("a.c", leak())
        answer = self.check("-j", "500", "a.c", status=1)
        self.assertEqual(answer.findings(), ["a.c:3"])

    def test_closed_streams(self):
        self.write("a.c", leak())
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = subprocess.run(
                ["sh", "-c", f'"$0" check --store none -o out.txt a.c {closed}',
                 project.TOOL], cwd=self.folder, env=self.env, timeout=60,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 1, closed)
            with open(self.path("out.txt")) as file:
                self.assertIn("a.c:3", file.read())
            os.remove(self.path("out.txt"))

    def test_ignored_child_signals(self):
        """A parent that ignores SIGCHLD leaves nobody to wait for."""
        self.write("a.c", leak())
        self.write("b.c", "#pragma clang __debug crash\n")
        answer = self.check(
            "-j", "1", "b.c", "a.c", status=1,
            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(answer.findings(), ["a.c:3"])


class Run(Project):
    def test_make(self):
        self.write("Makefile", "all: main.o\n\t$(MAKE) -C sub\n"
                   "main.o: main.c\n\tgcc -c main.c\n")
        self.write("sub/Makefile", "all: a.o b.o\n"
                   "%.o: %.c\n\tgcc -I../inc -DNAME=$* -c $< -o $@\n")
        self.write("inc/h.h", "#define SIZE 4\n")
        self.write("main.c", leak("main_leak"))
        for name in "ab":
            self.write(f"sub/{name}.c", leak("NAME", '#include "h.h"\n'))
        done = self.run_tool("run", "--format", "json", "--", "make", "-j2",
                             status=1)
        answer = project.Answer(done)
        self.assertEqual(answer.findings(), ["a.c:4", "b.c:4", "main.c:3"])
        # Nothing is built the second time, and everything is known.
        done = self.run_tool("run", "--format", "json", "--", "make", "-j2",
                             status=1)
        self.assertEqual(project.Answer(done).findings(), answer.findings())
        self.assertEqual(project.Answer(done).from_store(), 3)

    def test_failing_build(self):
        self.write("Makefile", "all:\n\tgcc -c a.c\n\tfalse\n")
        self.write("a.c", leak())
        done = self.run_tool("run", "--", "make", status=2)
        self.assertIn("the build failed", done.stderr)
        self.assertIn("a.c:3:13: ", done.stdout) # it was compiled before

    def test_build_that_compiles_nothing(self):
        self.run_tool("run", "--", "true", status=2)

    def test_build_that_does_not_exist(self):
        self.run_tool("run", "--", "/no/such/program", status=2)

    def test_interrupted_build(self):
        env = self.environment({"WT_TEST_MARK": self.folder})
        tool = subprocess.Popen([project.TOOL, "run", "--", "sleep", "47"],
                                cwd=self.folder, env=env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1)
        tool.send_signal(signal.SIGINT)
        tool.communicate(timeout=20)
        self.assertEqual(tool.returncode, 130)
        self.assertEqual(os.listdir(self.path(".watertight")), [])
