# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does a second look cost?

Each package is checked with a fresh store, then again with nothing changed, then
after single edits: a statement before a `return`, in a file and at a line drawn
by seed.  Each edit is undone before the next.  Printed are CPU times relative to
the first run.  Every result must be, byte for byte, that of a run without a
store.  Gates: unchanged 2 %, the median edit 5 %.

Exits with 1 when a gate is missed or a result differs.
"""

import argparse
import random
import re
import statistics
import sys
import tempfile
from pathlib import Path

import measure
import packages

UNCHANGED_GATE = 0.02
EDIT_GATE = 0.05
RETURN = re.compile(r"^[ \t]+return\b.*;[ \t]*$", re.MULTILINE)
STATEMENT = "{ volatile int watertight_edit = 1; (void)watertight_edit; }\n"


class Checker:
    def __init__(self, tool, tree, folder):
        self.tool, self.tree, self.folder = tool, tree, Path(folder)

    def run(self, store):
        """Costs and the whole report."""
        report = self.folder / "report.json"
        cost = measure.measure([self.tool, "check", "-p", str(self.tree.build),
                                "--store", str(store), "--format", "json",
                                "-o", str(report)])
        if cost.status not in (0, 1):
            raise packages.BenchError(f"check ended with {cost.status}")
        return cost, report.read_bytes()


def places(tree, count, seed):
    """(file, offset of a line with a return), so many of them."""
    found = []
    for entry in packages.units(tree):
        file = Path(entry["directory"], entry["file"]).resolve()
        text = file.read_text(errors="surrogateescape")
        found += [(file, match.start()) for match in RETURN.finditer(text)]
    return random.Random(seed).sample(found, min(count, len(found)))


def with_edit(file, offset, work):
    """What `work` gives while the file is edited."""
    text = file.read_text(errors="surrogateescape")
    try:
        file.write_text(text[:offset] + STATEMENT + text[offset:],
                        errors="surrogateescape")
        return work()
    finally:
        file.write_text(text, errors="surrogateescape")


def measure_package(tree, tool, edits, seed):
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(tool, tree, folder)
        store = Path(folder, "store")
        first, truth = checker.run(store)
        again, report = checker.run(store)
        row = {"name": tree.package.name, "again": again.cpu / first.cpu,
               "differ": int(report != truth), "edits": []}
        for file, offset in places(tree, edits, seed):
            def both():
                return checker.run(store), checker.run("none")
            (cost, report), (_, truth) = with_edit(file, offset, both)
            row["edits"].append(cost.cpu / first.cpu)
            row["differ"] += report != truth
        return row


def print_table(rows):
    print("| package | unchanged | edits | median | worst | results that differ |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        edits = row["edits"] or [float("nan")]
        print(f"| {row['name']} | {row['again']:.2%} | {len(row['edits'])} | "
              f"{statistics.median(edits):.1%} | {max(edits):.1%} | "
              f"{row['differ']} |")


def missed_gates(rows):
    for row in rows:
        if row["again"] > UNCHANGED_GATE:
            yield f"{row['name']}: unchanged above {UNCHANGED_GATE:.0%}"
        if row["edits"] and statistics.median(row["edits"]) > EDIT_GATE:
            yield f"{row['name']}: the median edit above {EDIT_GATE:.0%}"
        if row["differ"]:
            yield f"{row['name']}: {row['differ']} results differ"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", default=list(packages.PACKAGES))
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    parser.add_argument("--edits", type=int, default=5, metavar="N")
    parser.add_argument("--seed", default="watertight-1")
    options = parser.parse_args(arguments)
    try:
        rows = [measure_package(packages.prepare(name, options.cache),
                                options.tool, options.edits, options.seed)
                for name in options.packages]
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print_table(rows)
    missed = list(missed_gates(rows))
    for line in missed:
        print("gate missed: " + line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
