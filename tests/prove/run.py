#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is every routine of tests/prove/programs proved that should be?

A function is marked in the line before it:

    // PROVED               every probe is proved
    // PROVED: helper       and every probe of these functions that it calls
    // POSSIBLE             some probe gives a possible leak, none is unknown
    // UNKNOWN              some probe is unknown
    // WHOLLY PROVED        it is proved with all that it calls
    // NOT PROVED           it is not proved with all that it calls
    // NAMED: words         it is not proved with all that it calls, and these
                            words tell why

With callees entered only one deep, fewer probes are decided, and none becomes
proved.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent
MARK = re.compile(r"^// (PROVED|POSSIBLE|UNKNOWN|NAMED|WHOLLY PROVED|NOT PROVED)"
                  r"(?:: (.*))?$")
NAME = re.compile(r"(\w+)\(")
ROW = re.compile(r"^(\S.*?)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+([\d.]+)  ([\w ]+)$")

WARNED = re.compile(r"^  (\d+):\d+: .*: (?:possible leak|unknown)(?: \(.*\))?$")


def marks(file):
    """Function, mark, and helpers or words, in order."""
    lines = file.read_text().splitlines()
    for i, line in enumerate(lines[:-1]):
        if found := MARK.match(line):
            rest = [h.strip() for h in (found[2] or "").split(",") if h.strip()]
            yield (NAME.search(lines[i + 1])[1], found[1],
                   [found[2]] if found[1] == "NAMED" else rest)


def prove(watertight, file, depth=0):
    """The lines that `watertight prove` prints."""
    done = subprocess.run([watertight, "prove", "--store", "none",
                           "--callee-depth", str(depth), str(file)],
                          capture_output=True, text=True, timeout=120)
    if not done.stdout:
        raise RuntimeError(f"{file}: no table: {done.stderr}")
    return done.stdout.splitlines()


def table(lines):
    """Columns of the table of `watertight prove` by function."""
    return {found[1]: [float(column) for column in found.groups()[1:-1]]
            for found in map(ROW.match, lines) if found}


def warned_places(lines):
    """ "function:line" of every probe that is not proved."""
    function, places = "", []
    for line in lines:
        if re.match(r"^\w+$", line):
            function = line
        if found := WARNED.match(line):
            places.append(f"{function}:{found[1]}")
    return places


def is_wholly_proved(lines, function):
    return all(found[9] == "proved" for found in map(ROW.match, lines)
               if found and found[1] == function)


def is_named(lines, function, words):
    """Is it not proved, and is it told with these words why?"""
    about = lines[lines.index(function) + 1:]
    about = about[:next(i for i, line in enumerate(about)
                        if not line.startswith("  "))]
    return (not is_wholly_proved(lines, function)
            and any(words in line for line in about))


def verdict(rows):
    if sum(row[3] for row in rows):
        return "UNKNOWN"
    return "POSSIBLE" if sum(row[2] for row in rows) else "PROVED"


def limited(watertight, file, rows):
    """What one level of callees proves that no limit does; newly unknown."""
    near = table(prove(watertight, file, depth=1))
    return ([name for name, row in rows.items() if near[name][1] > row[1]],
            sum(near[name][3] - row[3] for name, row in rows.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    options = parser.parse_args()
    wrong = checked = undecided = 0
    for file in sorted((ROOT / "programs").glob("*.c*")):
        lines = prove(options.watertight, file)
        rows = table(lines)
        more, unknown = limited(options.watertight, file, rows)
        undecided += unknown
        for name in more:
            wrong += 1
            print(f"{file.name}: {name}: a limit on callees proves more")
        for name, wanted, helpers in marks(file):
            checked += 1
            if wanted == "NAMED":
                if not is_named(lines, name, helpers[0]):
                    wrong += 1
                    print(f"{file.name}: {name}: not named: {helpers[0]}")
                continue
            if wanted.endswith(" PROVED"):
                if is_wholly_proved(lines, name) != (wanted == "WHOLLY PROVED"):
                    wrong += 1
                    print(f"{file.name}: {name}: should be {wanted}")
                continue
            got = verdict([rows[function] for function in [name, *helpers]])
            if got != wanted:
                wrong += 1
                print(f"{file.name}: {name}: {got}, should be {wanted}")
    print(f"{checked - wrong} as marked, {wrong} not")
    if not undecided:
        print("a limit on callees changes nothing")
    return 1 if wrong or not checked or not undecided else 0


if __name__ == "__main__":
    sys.exit(main())
