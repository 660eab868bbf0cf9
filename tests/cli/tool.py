# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A fresh folder, and the tool run in it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir))
import unprivileged

TOOL = ""

LEAK = """#include <stdlib.h>
#include <string.h>
int f(const char *s, int bad) {
  char *p = strdup(s);
  if (!p)
    return -1;
  if (bad)
    return 1;
  free(p);
  return 0;
}
"""
CLEAN = """#include <stdlib.h>
int g(int n) { char *p = malloc(4); if (n) { free(p); return 1; } free(p); return 0; }
"""
# Before the text of a program that a test shows: it begins at line 4.
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""
BROKEN = "int f( { return 0 }\n"

KEYS = {"record", "kind", "file", "line", "column", "function", "variable",
        "message", "confidence", "severity", "engines", "refuted_by",
        "alloc", "lost", "trace", "broken_rules", "fingerprint", "root", "evidence",
        "advice", "fix"}


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="wtcli"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as out:
            out.write(text)
        return name

    def database(self, entries, name="compile_commands.json"):
        for entry in entries:
            entry.setdefault("directory", self.folder)
        self.write(name, json.dumps(entries))

    def run_tool(self, *words, status=None, env=None, cwd=None,
                 is_unprivileged=False):
        environment = dict(os.environ, **(env or {}))
        environment.pop("WATERTIGHT_STORE", None)
        environment.update(env or {})
        tool, user = TOOL, {}
        if is_unprivileged:
            tool, user = unprivileged.hand_over(self, self.folder, TOOL)
            # The home folder is another user's.
            environment["WATERTIGHT_STORE_KEY"] = "key of the test suite"
        done = subprocess.run([tool, *words], cwd=cwd or self.folder,
                              env=environment, capture_output=True, text=True,
                              errors="replace", timeout=120, **user)
        if status is not None:
            self.assertEqual(done.returncode, status,
                             f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def records(self, *words, status=None):
        done = self.run_tool(*words, "--format", "json", status=status)
        return json_lines(done.stdout)

    def findings(self, *words, status=None):
        return [r for r in self.records(*words, status=status)
                if r["record"] == "finding"]


class Reader(Case):
    """Reads what is said of a program, without its source lines."""
    head = HEAD

    def steps(self, text, name="a.c"):
        """(line, "note: ..." or "help: ...") of each path, in order."""
        self.write(name, self.head + text)
        done = self.run_tool("check", name, "--verbose", "--fail-on", "note",
                             "--store", "none", status=1)
        lines = [line.split(":", 3) for line in done.stdout.splitlines()
                 if line.startswith(name + ":")]
        return [(int(line[1]), line[3].strip()) for line in lines
                if "confidence]" not in line[3]]

    def notes(self, text, name="a.c"):
        return [said for _, said in self.steps(text, name)
                if said.startswith("note: ")]

    def helps(self, text, name="a.c"):
        return [said.removeprefix("help: ") for _, said in
                self.steps(text, name) if said.startswith("help: ")]
