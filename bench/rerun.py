# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does a second look cost?

Each package is copied and checked with a fresh store, then again with nothing
changed, then after single edits of several kinds, drawn by seed (edits.py).
Each edit is undone before the next.  Printed are CPU times relative to the first
run.  Every result must be, byte for byte, that of a run without a store.  Gates:
unchanged 2 %, the median edit of a body 5 %.

`--edits 30`, or by kinds: `--edits body=30,header=10,summary=10,universal=10,files=5`.
`--no-truth` measures costs only.  Exits with 1 when a gate is missed or a result
differs.
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
from pathlib import Path

import edits
import growth
import measure
import packages

UNCHANGED_GATE = 0.02
EDIT_GATE = 0.05
ISSUE = {"body": 30, "header": 10, "summary": 10, "universal": 10, "files": 5}


class Checker:
    def __init__(self, tool, tree, folder):
        self.tool, self.tree, self.folder = tool, tree, Path(folder)

    def run(self, store):
        """Costs and the whole report."""
        report = self.folder / "report.json"
        cost = measure.measure([self.tool, "check", "-p", str(self.tree.build),
                                "--store", str(store), "--format", "json",
                                "--verbose", "-o", str(report)],
                               keep_output=True)
        if cost.status not in (0, 1, 2) or not report.exists():
            raise packages.BenchError(f"check ended with {cost.status}:\n"
                                      f"{cost.output[-2000:]}")
        return cost, report.read_bytes()


def failed_units(report):
    return sum(json.loads(line)["record"] == "unit-failed"
               for line in report.splitlines())


def results(cost):
    """How many results of functions were new, and how many as before."""
    found = re.search(r"(\d+) results of functions are new, (\d+) as before",
                      cost.output)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def keep_difference(tree, edit, report, truth):
    """For whoever looks for the reason."""
    folder = Path(tempfile.mkdtemp(prefix="rerun-"))
    (folder / "kept.json").write_bytes(report)
    (folder / "fresh.json").write_bytes(truth)
    print(f"{tree.package.name}: {edit.kind} {edit.name}: the result differs, "
          f"see {folder}", file=sys.stderr)


def measure_edit(checker, store, first, edit, is_checked):
    """None: it does not compile."""
    with edits.Applied(checker.tree, edit):
        cost, report = checker.run(store)
        if failed_units(report) > first["failed"]:
            return None
        row = {"kind": edit.kind, "name": edit.name,
               "cost": cost.cpu / first["cpu"], "new": results(cost)[0],
               "differs": False}
        if is_checked:
            _, truth = checker.run("none")
            row["differs"] = report != truth
            if row["differs"]:
                keep_difference(checker.tree, edit, report, truth)
        return row


def measure_package(tree, tool, counts, seed, is_checked=True, show=False):
    with tempfile.TemporaryDirectory() as folder:
        tree = edits.copy_tree(tree, folder)
        checker = Checker(tool, tree, folder)
        store = Path(folder, "store")
        cost, truth = checker.run(store)
        first = {"cpu": cost.cpu, "failed": failed_units(truth)}
        again, report = checker.run(store)
        row = {"name": tree.package.name, "first": cost.cpu,
               "results": results(cost)[0], "again": again.cpu / cost.cpu,
               "differ": int(report != truth), "edits": []}
        for kind, count in counts.items():
            left = count
            for edit in edits.draw(tree, kind, seed) if count else ():
                one = measure_edit(checker, store, first, edit, is_checked)
                if one:
                    row["edits"].append(one)
                    row["differ"] += one["differs"]
                    left -= 1
                    if show:
                        print(f"{kind:10} {one['cost']:6.1%} {one['new']:6} new  "
                              f"{edit.name}", file=sys.stderr, flush=True)
                if left == 0:
                    break
        return row


def print_table(rows):
    print("| package | first run, s | unchanged | kind | edits | median | worst "
          "| new results, median | of | differ |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        start = f"| {row['name']} | {row['first']:.1f} | {row['again']:.2%} |"
        for kind in edits.KINDS:
            some = [edit for edit in row["edits"] if edit["kind"] == kind]
            if not some:
                continue
            costs = [edit["cost"] for edit in some]
            print(f"{start} {kind} | {len(some)} | {statistics.median(costs):.1%} "
                  f"| {max(costs):.1%} | "
                  f"{statistics.median(edit['new'] for edit in some):.0f} | "
                  f"{row['results']} | {sum(edit['differs'] for edit in some)} |")
            start = "| | | |"
        if not row["edits"]:
            print(f"{start} - | 0 | - | - | - | {row['results']} | "
                  f"{row['differ']} |")


def missed_gates(rows):
    for row in rows:
        if row["again"] > UNCHANGED_GATE:
            yield f"{row['name']}: unchanged above {UNCHANGED_GATE:.0%}"
        bodies = [e["cost"] for e in row["edits"] if e["kind"] == "body"]
        if bodies and statistics.median(bodies) > EDIT_GATE:
            yield f"{row['name']}: the median edit above {EDIT_GATE:.0%}"
        if row["differ"]:
            yield f"{row['name']}: {row['differ']} results differ"


def counts_of(text):
    """`5`: bodies; `issue`: the draw of the goal; or by kinds."""
    if text == "issue":
        return ISSUE
    if text.isdigit():
        return {"body": int(text)}
    counts = {}
    for part in text.split(","):
        kind, _, count = part.partition("=")
        if kind not in edits.KINDS or not count.isdigit():
            raise argparse.ArgumentTypeError(
                "N, issue, or KIND=N,... of " + ", ".join(edits.KINDS))
        counts[kind] = int(count)
    return counts


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", default=list(packages.PACKAGES))
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    parser.add_argument("--edits", type=counts_of, default={"body": 5},
                        metavar="N|KIND=N,...|issue")
    parser.add_argument("--seed", default="watertight-1")
    parser.add_argument("--no-truth", action="store_true",
                        help="do not compare with fresh runs")
    parser.add_argument("--show", action="store_true",
                        help="a line for each edit on stderr")
    options = parser.parse_args(arguments)
    known = growth.known_packages()
    try:
        rows = [measure_package(packages.prepare(name, options.cache, known=known),
                                options.tool, options.edits, options.seed,
                                not options.no_truth, options.show)
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
