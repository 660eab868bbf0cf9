# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Incremental runs that are killed, and a store that two versions use.

WATERTIGHT_KILLS=30 kills more runs.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import time

import project
from project import Project
from test_edits import EDITS, HEADER, TOOLS, USERS

KILLS = int(os.environ.get("WATERTIGHT_KILLS", "6"))


class Incremental(Project):
    def setUp(self):
        super().setUp()
        self.files = {"tools.c": TOOLS, "users.c": USERS, "all.h": HEADER}
        for name, text in self.files.items():
            self.write(name, text)
        self.database("gcc -c tools.c", "gcc -c users.c")

    def counts(self, answer):
        """Of results that were new, and as before."""
        found = re.search(r"(\d+) results of functions are new, (\d+) as before",
                          answer.stderr)
        return (int(found[1]), int(found[2])) if found else None


class KilledEdits(Incremental):
    def edit(self, draw):
        possible = [(file, old, new) for file, old, new in EDITS
                    if self.files[file].count(old) == 1]
        file, old, new = draw.choice(possible)
        self.files[file] = self.files[file].replace(old, new)
        self.write(file, self.files[file])

    def kill_a_run(self, seconds, is_whole_group):
        run = subprocess.Popen([project.TOOL, "check", "--format", "json"],
                               cwd=self.folder, env=self.environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
        time.sleep(seconds)
        if is_whole_group:
            os.killpg(run.pid, signal.SIGKILL)
        else:
            run.kill()
        run.communicate(timeout=60)

    def test_the_next_run_is_right(self):
        draw = random.Random("watertight kill")
        begin = time.monotonic()
        self.check()
        whole = time.monotonic() - begin
        for number in range(KILLS):
            if number % 6 == 5:  # all edits are done by then
                for name, text in (("tools.c", TOOLS), ("users.c", USERS),
                                   ("all.h", HEADER)):
                    self.files[name] = text
                    self.write(name, text)
            self.edit(draw)
            self.kill_a_run(draw.uniform(0, whole), draw.random() < 0.5)
            kept = self.check()
            fresh = self.check("--store", "none")
            self.assertEqual(kept.stdout, fresh.stdout, number)
            self.assertNotIn("damaged", kept.stderr)


class TwoVersions(Incremental):
    def other_version(self):
        """The same tool with another build number."""
        folder = self.path("other")
        os.makedirs(folder)
        for name in ("watertight", "watertight-worker"):
            shutil.copy(os.path.join(os.path.dirname(project.TOOL), name), folder)
        tool = os.path.join(folder, "watertight")
        with open(tool, "rb") as file:
            content = bytearray(file.read())
        # Note: name size 4, content size 20, type 3 (the number), "GNU".
        at = content.find(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")
        self.assertGreater(at, 0)
        content[at + 16] ^= 1
        with open(tool, "wb") as file:
            file.write(content)
        return tool

    def check_with(self, tool, *words):
        before, project.TOOL = project.TOOL, tool
        try:
            return self.check("--verbose", *words)
        finally:
            project.TOOL = before

    def test_neither_believes_the_other(self):
        first, second = project.TOOL, self.other_version()
        new, _ = self.counts(self.check_with(first))
        self.assertEqual(self.counts(self.check_with(second)), (new, 0))
        self.assertIsNone(self.counts(self.check_with(first)))  # known as a whole
        file, old, changed = EDITS[0]
        self.write(file, self.files[file].replace(old, changed))
        for tool in (first, second):  # each has its own
            answer = self.check_with(tool)
            self.assertGreater(self.counts(answer)[1], 0)
            self.assertEqual(answer.stdout, self.check("--store", "none").stdout)
