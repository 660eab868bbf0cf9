# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A project in a fresh folder, and the tool run on it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir))
import unprivileged

TOOL = ""


def leak(name="f", before=""):
    """A C function with one leak, in its second line."""
    return (f"#include <stdlib.h>\n{before}int {name}(int bad) {{\n"
            "  char *p = malloc(4);\n"
            "  if (!p || bad)\n    return 1;\n  free(p);\n  return 0;\n}\n")


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="wtcapture"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        return name

    def database(self, *commands, folder="."):
        """Each command is a dictionary, or 'gcc ... -c file' to be run here."""
        entries = []
        for command in commands:
            if isinstance(command, str):
                command = {"command": command, "file": command.split()[-1]}
            entries.append({"directory": self.folder, **command})
        self.write(os.path.join(folder, "compile_commands.json"),
                   json.dumps(entries))

    def environment(self, more=None):
        environment = dict(os.environ)
        for name in ("WATERTIGHT_STORE", "CPATH", "C_INCLUDE_PATH"):
            environment.pop(name, None)
        environment.update(more or {})
        return environment

    def run_tool(self, *words, status=None, cwd=None, env=None,
                 is_unprivileged=False, **how):
        tool = TOOL
        if is_unprivileged:
            tool, user = unprivileged.hand_over(self, self.folder, TOOL)
            # The home folder is another user's.
            env = {"WATERTIGHT_STORE_KEY": "key of the test suite", **(env or {})}
            how.update(user)
        done = subprocess.run([tool, *words], cwd=cwd or self.folder,
                              env=self.environment(env), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              errors="replace", timeout=180, **how)
        said = f"{words}\n{done.stdout}\n{done.stderr}"
        self.assertNotIn("bug in Watertight", done.stderr, said)
        self.assertGreaterEqual(done.returncode, 0, said)
        if status is not None:
            self.assertEqual(done.returncode, status, said)
        return done

    def check(self, *words, status=None, **how):
        return Answer(self.run_tool("check", "--format", "json", *words,
                                    status=status, **how))


class Answer:
    """What the tool said, taken apart."""

    def __init__(self, done):
        self.status = done.returncode
        self.stdout = done.stdout
        self.stderr = done.stderr
        self.records = [json.loads(line) for line in done.stdout.splitlines()]

    def findings(self):
        """As 'file:line', without folders."""
        return sorted(f"{os.path.basename(r['file'])}:{r['line']}"
                      for r in self.records if r["record"] == "finding")

    def failed(self):
        """Message by file, without folders."""
        return {os.path.basename(r["file"]): r["message"]
                for r in self.records if r["record"] == "unit-failed"}

    def summary(self):
        return [r for r in self.records if r["record"] == "summary"][0]

    def units(self):
        return int(re.search(r"^  units +(\d+)", self.stderr, re.M)[1])

    def from_store(self):
        found = re.search(r"(\d+) from the store", self.stderr)
        return int(found[1]) if found else 0
