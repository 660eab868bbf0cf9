#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does `contradiction` refute no true report of another engine?

Runs every program of tests/leak with all engines.  A finding on a line that is
marked as a leak must not be refuted by `contradiction`.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent / "leak"))
import marks  # noqa: E402

ENGINES = "sat,valueflow,absint,ownership,contradiction"


def findings(watertight, program):
    done = subprocess.run(
        [watertight, "check", "--store", "none", "--engine", ENGINES,
         "--format", "json", "--min-confidence", "low", "-j", "1",
         *program.files, "--", *program.flags],
        capture_output=True, text=True, timeout=240)
    records = map(json.loads, done.stdout.splitlines())
    return [r for r in records if r["record"] == "finding"]


def check(watertight, program):
    """Wrongly refuted, findings, refuted ones."""
    true = {(mark.file, mark.line) for mark in program.marks
            if mark.word == "LEAK"}
    found = [f for f in findings(watertight, program)
             if f["kind"] in marks.KINDS["LEAK"]]
    refuted = [f for f in found if "contradiction" in f["refuted_by"]]
    wrong = [f"{program.name}:{f['line']}: refuted, and it is lost"
             for f in refuted if (f["file"], f["line"]) in true]
    return wrong, len(found), len(refuted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("filters", nargs="*", help="parts of program names")
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda p: check(options.watertight, p),
                                marks.programs(options.filters)))
    wrong = [line for result in results for line in result[0]]
    print("\n".join(wrong))
    print(f"{sum(r[1] for r in results)} leaks reported, "
          f"{sum(r[2] for r in results)} refuted, {len(wrong)} of them wrongly")
    return 1 if wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main())
