#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does `contradiction` as a judge refute no loss, whoever may report it?

Asks it about every object that a program of tests/leak makes, not only about
those that engines report.  Of the objects that are made on a line which is
marked as a leak at least one must not be refuted, of a group of lines at least
one of all.  And it must refute some: the number is printed.  Where what is lost
has no site, since only some outcomes of a callee make it, nothing can be asked
about it.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent / "leak"))
import marks  # noqa: E402


NO_SITE = "what only some outcomes of a callee make"


def has_site(mark):
    lines = pathlib.Path(mark.file).read_text().splitlines()
    return NO_SITE not in lines[mark.line - 1]


def judged(options, program):
    """What the judge says of all that the program makes."""
    with tempfile.TemporaryDirectory() as folder:
        database = pathlib.Path(folder) / "compile_commands.json"
        database.write_text(json.dumps(
            [{"directory": folder, "file": file,
              "arguments": ["clang", *program.flags, "-c", file]}
             for file in map(str, program.files)]))
        store = folder + "/store"
        subprocess.run(
            [options.watertight, "check", "-p", folder, "--store", store,
             "--engine", "contradiction", "--format", "json", "-j", "1"],
            capture_output=True, timeout=240)
        done = subprocess.run(
            [options.engine, "sites", str(database), store,
             "judge=contradiction"],
            capture_output=True, text=True, timeout=240, check=True)
        return json.loads(done.stdout)["judge"]


def check(options, program):
    """Wrongly refuted lines, objects, refuted ones."""
    said = judged(options, program)
    lost = defaultdict(set)  # of each loss the lines that may be its site
    for mark in program.marks:
        if mark.word == "LEAK" and "at-exit" not in mark.how and has_site(mark):
            line = f"{mark.file}:{mark.line}"
            lost[mark.group or line].add(line)
    wholly = (set(said["refuted_at"]) - set(said["witnessed_at"])
              - set(said["unknown_at"]))
    wrong = {line for lines in lost.values() if lines <= wholly
             for line in lines}
    return sorted(wrong), said["candidates"], said["refuted"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("--engine", default="watertight-engine",
                        metavar="PATH")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("filters", nargs="*", help="parts of program names")
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda p: check(options, p),
                                marks.programs(options.filters)))
    wrong = [line for result in results for line in result[0]]
    for line in wrong:
        print(f"{line}: refuted, and something is lost")
    refuted = sum(r[2] for r in results)
    print(f"{sum(r[1] for r in results)} objects, {refuted} refuted, "
          f"{len(wrong)} of them wrongly")
    return 1 if wrong or not refuted else 0


if __name__ == "__main__":
    sys.exit(main())
