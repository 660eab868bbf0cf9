#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is no function proved that loses an object?

Runs `watertight prove` on every program of tests/leak.  A function with a LEAK
mark must not be proved together with all that it calls.  Objects that keep only each other alive
are outside what is proved (docs/engines/contradiction.md): CYCLES lists the
functions that lose such.  What is still held when the process ends is no mark
here, and a `new` that finds no memory is taken not to throw.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent / "leak"))
import marks  # noqa: E402

sys.path.insert(0, str(ROOT))
import run  # noqa: E402

# What they make is handed to callers or kept, and lost by another function.
LOST_BY_OTHERS = {("c/glib_strings.c", "page_new_bad"),
                  ("c/forgotten_fields.c", "buffer_put_bad"),
                  ("c/forgotten_holders.c", "request_fill"),
                  ("c/forgotten_lists.c", "dates_add_bad"),
                  ("c/forgotten_lists.c", "words_add_bad"),
                  ("c/freed_early.c", "label_set_bad"),
                  ("c/freed_early.c", "user_new_bad"),
                  ("c/walked_off_lists.c", "jobs_add_bad")}
CYCLES = {("c/count.c", "self_cycle_bad"),
          ("c/deep_lists.c", "linked_both_ways_bad"),
          ("c/saturn_escapes.c", "ring_bad")}


def losing(program):
    """(file, function) of every mark, with its lines."""
    out = collections.defaultdict(list)
    for mark in program.marks:
        if mark.word != "LEAK" or {"at-exit", "indirect"} & mark.how:
            continue
        lines = pathlib.Path(mark.file).read_text().splitlines()
        name, _ = marks.functions_of(lines)[mark.line - 1]
        out[mark.file, name].append(mark.line)
    return out


def rows_of(watertight, regions, program):
    """Whether each function is proved with all that it calls."""
    done = subprocess.run(
        [watertight, "prove", "--store", "none", "--regions", regions,
         *program.files, "--", *program.flags],
        capture_output=True, text=True, timeout=240)
    rows = {}
    for line in done.stdout.splitlines():
        if found := run.ROW.match(line):
            rows[found[1]] = rows.get(found[1], True) and found[9] == "proved"
    if not rows:
        raise RuntimeError(f"{program.name}: no table: {done.stderr}")
    return rows


def check(watertight, regions, program):
    rows = rows_of(watertight, regions, program)
    proved = {name for name, good in rows.items() if good}
    wrong = []
    for (file, name), lines in sorted(losing(program).items()):
        plain = name.split("::")[-1]
        if proved & {name, plain} and (
                program.name, plain) not in CYCLES | LOST_BY_OTHERS:
            wrong.append(f"{program.name}: {name} is proved with --regions "
                         f"{regions}, and loses what lines {lines} acquire")
    return wrong, len(losing(program)), len(proved), len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("filters", nargs="*", help="parts of program names")
    options = parser.parse_args()
    jobs = [(regions, program) for program in marks.programs(options.filters)
            if not program.oom_throws
            for regions in ("type", "address-taken", "points-to")]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(
            lambda job: check(options.watertight, *job), jobs))
    wrong = [line for result in results for line in result[0]]
    print("\n".join(wrong))
    print(f"{sum(r[1] for r in results)} losing functions, "
          f"{len(wrong)} of them proved; "
          f"{sum(r[2] for r in results)} of {sum(r[3] for r in results)} "
          "functions proved in all")
    return 1 if wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main())
