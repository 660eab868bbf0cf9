#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do the proofs of tests/prove/programs hold on all small heaps?

Every routine that is marked as proved is run on all heaps of up to four cells
by an interpreter of the IR that counts references (tests/agree/heap_runs.cpp).
A cell whose last reference goes away unfreed is a wrong proof.  So that the
interpreter is known to see losses, routines named _bad must have one.  With
--all, the other routines that are marked as possible leaks are run too: where
they lose nothing, the warning is false.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import run

LINE = re.compile(r"^(\w+): (\d+) runs, (\d+) left out, lost at (.*)$")


def lost_places(watertight, runner, file, names, *options):
    """By routine: runs, runs left out, places "function:line" of losses."""
    ir = subprocess.run([watertight, "ir", str(file)], check=True,
                        capture_output=True, text=True, timeout=120).stdout
    with tempfile.NamedTemporaryFile("w", suffix=".ir") as unit:
        unit.write(ir)
        unit.flush()
        done = subprocess.run([runner, *options, unit.name, *names], text=True,
                              capture_output=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"{file}: {done.stderr}")
    out = {}
    for line in done.stdout.splitlines():
        name, runs, left_out, places = LINE.match(line).groups()
        out[name] = (int(runs), int(left_out),
                     [] if places == "no place" else places.split())
    return out


def compare(name, mark, places, problems):
    """Notes what the losses say against the mark."""
    if mark == "PROVED" and places:
        problems.append(f"{name} is proved and loses a cell: {places}")
    if mark == "POSSIBLE" and not places:
        if name.endswith("_bad"):
            problems.append(f"{name} loses nothing")
        else:
            print(f"  {name}: a false warning")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("--runner", default="heap_runs", metavar="PATH")
    parser.add_argument("--all", action="store_true",
                        help="also all routines with possible leaks")
    options = parser.parse_args()
    problems = []
    for file in sorted((run.ROOT / "programs").glob("*.c")):
        marks = {name: mark for name, mark, _ in run.marks(file)
                 if mark == "PROVED" or options.all or name.endswith("_bad")}
        found = lost_places(options.watertight, options.runner, file, marks)
        for name, mark in marks.items():
            compare(name, mark, found[name][2], problems)
        print(f"{file.name}: {len(found)} routines, "
              f"{sum(f[0] for f in found.values())} runs, "
              f"{sum(f[1] for f in found.values())} left out")
    print("\n".join(problems) or "no proved routine loses a cell")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
