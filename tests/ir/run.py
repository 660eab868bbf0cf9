#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the lowering keep what the programs under tests/ir promise?

Prints the IR of every program and looks for the lines that its comments name:

    // FLAGS: -std=c++23            compiler flags, anywhere in the file
    // CHECK-FN: name               what follows is about this function alone
    // CHECK: text                  is in a line after that of the last CHECK
    // CHECK-NOT: text              is in no line up to that of the next CHECK
    // CHECK-COUNT: 3 text          is in three lines of the function (or unit)

Blanks are collapsed.  In a text, `...` stands for anything within the line,
`%[x]`, `b[x]` and `$[x]` for the number of a value, block or variable: the
first use gives x its number, later ones must have the same (until the next
CHECK-FN; `_` is any number each time).  `@[line]` is this line, `@[line+2]`
the second one after it, as a position.

Every printed unit must also read back and obey the rules (roundtrip.cpp).

    run.py --watertight PROGRAM --roundtrip PROGRAM [--show] [FILE...]
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

CHECK = re.compile(r"//\s*CHECK(-[A-Z]+)?:\s*(.*?)\s*$")
FLAGS = re.compile(r"//\s*FLAGS:\s*(.*?)\s*$", re.MULTILINE)
HOLE = re.compile(r"\.\.\.|([%b$])\[(\w+)\]|@\[line([+-]\d+)?\]")
HEAD = re.compile(r'^function @("(?:[^"\\]|\\.)*"|\S+)(?: name ("(?:[^"\\]|\\.)*"|\S+))?')


def collapse(text):
    return " ".join(text.split())


def pattern(text, line, known):
    """A regular expression for the text of one CHECK; holes may bind names."""
    out, at, new = "", 0, set()
    for hole in HOLE.finditer(text):
        out += re.escape(text[at:hole.start()])
        at = hole.end()
        if hole[0] == "...":
            out += ".*?"
        elif hole[0][0] == "@":
            out += rf"!\d+:{line + int(hole[3] or 0)}:\d+\b"
        elif hole[2] == "_":
            out += re.escape(hole[1]) + r"\d+\b"
        else:
            name = {"%": "v_", "b": "b_", "$": "x_"}[hole[1]] + hole[2]
            if name in known:
                out += re.escape(known[name]) + r"\b"
            elif name in new:
                out += rf"(?P={name})\b"
            else:
                new.add(name)
                out += rf"(?P<{name}>{re.escape(hole[1])}\d+)\b"
    return re.compile(out + re.escape(text[at:]))


def split_functions(lines):
    """Link name and source name -> lines of the function."""
    found, body = {}, None
    for line in lines:
        if head := HEAD.match(line):
            body = []
            for name in head.groups():
                if name and not (name.strip('"') in found
                                 and len(found[name.strip('"')]) > 1):
                    found[name.strip('"')] = body
        if body is not None:
            body.append(line)
        if line == "}":
            body = None
    return found


class Checker:
    """Walks the CHECK comments of one program over its printed IR."""

    def __init__(self, source, text):
        self.source = source
        self.unit = [collapse(line) for line in text.splitlines()]
        self.functions = split_functions(self.unit)
        self.problems = []
        self.start(self.unit)

    def start(self, lines):
        self.lines, self.at, self.known, self.forbidden = lines, 0, {}, []

    def run(self):
        count = 0
        for number, line in enumerate(self.source.splitlines(), 1):
            if check := CHECK.search(line):
                count += 1
                self.step(number, check[1] or "", collapse(check[2]))
        self.no_forbidden(len(self.lines))
        if not count:
            self.problems.append("no CHECK line")
        return self.problems

    def step(self, number, kind, text):
        if kind == "-FN":
            self.no_forbidden(len(self.lines))
            if text not in self.functions:
                self.problems.append(f"{number}: no function {text}")
            self.start(self.functions.get(text, []))
        elif kind == "-NOT":
            self.forbidden.append((number, text))
        elif kind == "-COUNT":
            wanted, text = text.split(" ", 1)
            wanted_line = pattern(text, number, self.known)
            found = sum(bool(wanted_line.search(line)) for line in self.lines)
            if found != int(wanted):
                self.problems.append(
                    f"{number}: {found} times, not {wanted}: {text}")
        elif kind == "":
            self.find(number, text)
        else:
            self.problems.append(f"{number}: unknown word CHECK{kind}")

    def find(self, number, text):
        wanted = pattern(text, number, self.known)
        for at in range(self.at, len(self.lines)):
            if match := wanted.search(self.lines[at]):
                self.no_forbidden(at)
                self.at = at + 1
                self.known.update(match.groupdict())
                return
        self.problems.append(f"{number}: not found: {text}"
                             + (f"  with {self.known}" if self.known else ""))
        self.forbidden = []

    def no_forbidden(self, end):
        for number, text in self.forbidden:
            wanted = pattern(text, number, self.known)
            for line in self.lines[self.at:end]:
                if wanted.search(line):
                    self.problems.append(f"{number}: forbidden: {line}")
                    break
        self.forbidden = []


def check_program(options, file):
    source = file.read_text(errors="replace")
    flags = [word for found in FLAGS.findall(source)
             for word in shlex.split(found)]
    printed = subprocess.run(
        [options.watertight, "ir", "--store", "none", str(file), "--", *flags],
        capture_output=True, text=True, errors="replace", timeout=120)
    if options.show:
        print(printed.stdout)
    if printed.returncode or not printed.stdout:
        return [f"status {printed.returncode}: {printed.stderr[-1500:]}"]
    problems = Checker(source, printed.stdout).run()
    again = subprocess.run([options.roundtrip], input=printed.stdout,
                           capture_output=True, text=True, timeout=120)
    if again.returncode:
        problems.append(again.stderr.strip()
                        or f"roundtrip: status {again.returncode}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--watertight", required=True)
    parser.add_argument("--roundtrip", required=True)
    parser.add_argument("--show", action="store_true", help="print the IR")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    here = pathlib.Path(__file__).parent
    files = options.files or sorted(
        file for folder in ("c", "cxx") for file in (here / folder).iterdir()
        if file.suffix in (".c", ".cpp"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda file: check_program(options, file), files)
        failures = 0
        for file, problems in zip(files, results):
            failures += bool(problems)
            for problem in problems:
                print(f"{file.name}:{problem}")
    print(f"{len(files)} programs, {failures} failed")
    sys.exit(1 if failures or not files else 0)


if __name__ == "__main__":
    main()
