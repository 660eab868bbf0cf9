# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random edits of annotated programs: every result is that of a fresh run.

Nothing checks in the code that a fact about the whole program is noted when it
is read (support/reads.h).  What is read past the notes shows here: an edit
elsewhere changes the fact, and a stale result is given out.  So the projects are
drawn from tests/leak, where every feature of the engines has its programs, and
are edited line by line, one edit on top of the other.

WATERTIGHT_EDITS=500 tries more of them, WATERTIGHT_SEED=7 others.
"""

import glob
import os
import random
import re
import shutil

from project import Project

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                        "leak")
EDITS = int(os.environ.get("WATERTIGHT_EDITS", "12"))
SEED = os.environ.get("WATERTIGHT_SEED", "1")
EDITS_OF_A_PROJECT = 12
FILES = 8
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NAME = re.compile(r"\b[a-z_]\w+(?=\()")


def statements(lines):
    return [i for i, line in enumerate(lines)
            if line.startswith(" ") and line.split("//")[0].rstrip().endswith(";")]


def delete(draw, lines, i):
    del lines[i]


def repeat(draw, lines, i):
    lines.insert(i, lines[i])


def exchange(draw, lines, i):
    if i + 1 < len(lines):
        lines[i], lines[i + 1] = lines[i + 1], lines[i]


def move(draw, lines, i):
    line = lines.pop(i)
    lines.insert(draw.choice(statements(lines) or [0]), line)


def change_number(draw, lines, i):
    lines[i] = NUMBER.sub(lambda _: str(draw.choice((0, 1, 2, 8, 4096))),
                          lines[i], 1)


def call_another(draw, lines, i):
    names = sorted(set(NAME.findall("\n".join(lines))))
    lines[i] = NAME.sub(lambda _: draw.choice(names), lines[i], 1)


def make_conditional(draw, lines, i):
    lines[i] = "  if (__builtin_expect(watertight_number, 1)) {" + lines[i] + "}"
    lines.insert(0, "extern int watertight_number;")


def add_lines(draw, lines, i):
    lines[0:0] = [""] * draw.randrange(1, 4)


CHANGES = [delete, repeat, exchange, move, change_number, call_another,
           make_conditional, add_lines]


class RandomEdits(Project):
    def start(self, seed):
        """A project of annotated programs, all in one program."""
        draw = random.Random(f"watertight {seed}")
        for name in os.listdir(self.folder):
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        sort, compiler = draw.choice((("c/*.c", "gcc -I ."),
                                      ("cxx/*.cpp", "g++ -std=c++20 -I .")))
        for header in glob.glob(os.path.join(PROGRAMS, "*.h")):
            shutil.copy(header, self.folder)
        found = sorted(glob.glob(os.path.join(PROGRAMS, sort)))
        self.files = {}
        for file in draw.sample(found, min(FILES, len(found))):
            with open(file) as text:
                self.files[os.path.basename(file)] = text.read().split("\n")
        for name, lines in self.files.items():
            self.write(name, "\n".join(lines))
        self.database(*(f"{compiler} -c {name}" for name in self.files))
        return draw

    def expect_fresh(self, what):
        words = ("--min-confidence", "low")
        kept = self.check(*words)
        fresh = self.check("--store", "none", *words)
        self.assertEqual(kept.stdout, fresh.stdout, what)

    def edit(self, draw):
        name = draw.choice(sorted(self.files))
        lines = self.files[name]
        change = draw.choice(CHANGES)
        places = statements(lines)
        if places:
            change(draw, lines, draw.choice(places))
        self.write(name, "\n".join(lines))
        return f"{change.__name__} in {name}"

    def test_the_result_is_that_of_a_fresh_run(self):
        left = EDITS
        for project in range(EDITS):
            if left <= 0:
                break
            seed = f"{SEED} {project}"
            draw = self.start(seed)
            self.expect_fresh((seed, "first"))
            history = []
            for _ in range(min(left, EDITS_OF_A_PROJECT)):
                before = {name: list(lines) for name, lines in self.files.items()}
                history.append(self.edit(draw))
                if self.check("--store", "none").failed():  # does not compile
                    self.files = before
                    for name, lines in before.items():
                        self.write(name, "\n".join(lines))
                    history.pop()
                    continue
                self.expect_fresh((seed, history))
            left -= EDITS_OF_A_PROJECT
