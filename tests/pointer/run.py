#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is everything that a pointer really points to in its computed set?

Every program of programs/, and some that are made at random, are compiled and
run: their OBSERVE lines print which object (the line of its OBJECT) a pointer
points to.  The same program is captured and analysed, without what is there
only `#ifdef RUN`.  What was seen at a line must be meant by the set computed
for that line: the sets of the observed pointer and of the object's address
share an object, and the very location when the pointer was the object's
address.

Reports the average size of sets.  A program named in the arguments is shown
with all its sets.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from random_program import random_program

HERE = Path(__file__).parent
RANDOM_PROGRAMS = 12
# The average number of locations that an observed pointer may mean must stay
# below; in programs/ alone.
LARGEST_AVERAGE = 5.5


def command(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def seen(source, folder):
    """(line of OBSERVE, line of OBJECT, offset) for all that was seen."""
    program = folder / source.stem
    compiler = "clang++-19" if source.suffix == ".cpp" else "clang-19"
    command([compiler, "-DRUN", "-w", "-I", HERE / "programs", "-o", program,
             source])
    return {tuple(int(n) for n in m.groups()) for m in
            re.finditer(r"^observe (\d+) (\d+) (-?\d+)$", command([program]),
                        re.M)}


def computed(source, folder, options):
    """Line -> set of (object, offset), for OBSERVE and for OBJECT; and names."""
    text = folder / (source.stem + ".ir")
    text.write_text(command([options.watertight, "ir", source, "--", "-I",
                             HERE / "programs"]))
    sets = {"observe": {}, "object": {}}
    names = []
    for line in command([options.observations, text]).splitlines():
        m = re.match(r"(observe|object) (\d+):((?: \d+\.\d+)*) ; (.*)", line)
        places = {tuple(map(int, p.split("."))) for p in m[3].split()}
        sets[m[1]].setdefault(int(m[2]), set()).update(places)
        names.append(f"  {m[1]} {m[2]}: {m[4]}")
    return sets["observe"], sets["object"], names


def check(source, folder, options):
    observed, objects, names = computed(source, folder, options)
    failures = []
    facts = seen(source, folder)
    for line, object_line, offset in sorted(facts):
        there, wanted = observed.get(line, set()), objects[object_line]
        same = {o for o, _ in there} & {o for o, _ in wanted}
        if not same or (offset == 0 and not there & wanted):
            failures.append(f"{source}:{line}: points to the object of line "
                            f"{object_line}, offset {offset}, which is not "
                            f"in the computed set")
    if source.name in options.show:
        print("\n".join(names))
    sizes = [len(s) for s in observed.values()]
    return failures, len(facts), sizes


def sources(folder):
    yield from sorted((HERE / "programs").glob("*.c*"))
    for seed in range(RANDOM_PROGRAMS):
        source = folder / f"random{seed}.c"
        source.write_text(random_program(seed))
        yield source


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", required=True)
    parser.add_argument("--observations", required=True)
    parser.add_argument("show", nargs="*")
    options = parser.parse_args()
    all_failures, all_sizes, all_facts = [], [], 0
    with tempfile.TemporaryDirectory() as name:
        for source in sources(Path(name)):
            failures, facts, sizes = check(source, Path(name), options)
            if facts == 0:
                failures.append(f"{source}: nothing was observed")
            print(f"{source.name:20} {facts:3} observations, "
                  f"{sum(sizes) / max(1, len(sizes)):.2f} locations each, "
                  f"at most {max(sizes, default=0)}")
            all_failures += failures
            all_sizes += sizes if source.parent != Path(name) else []
            all_facts += facts
    average = sum(all_sizes) / max(1, len(all_sizes))
    print(f"{all_facts} observations, {average:.2f} locations each")
    if average > LARGEST_AVERAGE:
        all_failures.append(f"sets are too large: {average:.2f} on average")
    print("\n".join(all_failures), file=sys.stderr)
    sys.exit(1 if all_failures else 0)


main()
