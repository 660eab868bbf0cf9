# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does it cost to read a project?

Capture alone (`watertight capture`: no engine runs) against `clang-19 -O0 -g
-c`, over the same units in one run.  Gate: 1.3 times the CPU time.  Also peak
memory, bytes stored per source line, and what a second run costs when nothing
has changed (gate: 2 %).  No figure is an absolute time.

Exits with 1 when a gate is missed.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import measure
import packages

CAPTURE_GATE = 1.3
AGAIN_GATE = 0.02


@dataclass
class Row:
    name: str
    version: str
    units: int = 0
    lines: int = 0
    failed: int = 0          # clang compiles it, capture does not
    baseline: measure.Cost = None
    capture: measure.Cost = None
    again: measure.Cost = None
    stored: int = 0          # bytes


def compiled(entries):
    """The units that the baseline compiles, and what that costs."""
    cost, good = measure.Cost(), []
    with tempfile.TemporaryDirectory() as folder:
        for entry in entries:
            one = measure.compile_baseline(entry, str(Path(folder, "unit.o")))
            if one.status == 0:
                cost += one
                good.append(entry)
    return good, cost


def can_capture(tool):
    return tool and Path(tool).exists() and \
        measure.measure([tool, "capture", "--help"]).status == 0


def measure_package(tree, tool, limit):
    entries = packages.units(tree)
    if limit:
        entries = entries[::max(1, len(entries) // limit)][:limit]
    row = Row(tree.package.name, tree.version)
    entries, row.baseline = compiled(entries)
    row.units = len(entries)
    row.lines = sum(measure.line_count(Path(e["directory"], e["file"]))
                    for e in entries)
    if not can_capture(tool):
        return row
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "compile_commands.json")
        database.write_text(json.dumps(entries))
        command = [tool, "capture", "-p", folder, "--store", folder + "/store"]
        row.capture = measure.measure(command, keep_output=True)
        row.failed = sum("cannot be compiled" in line or "unit failed" in line
                         for line in row.capture.output.splitlines())
        row.stored = measure.folder_size(folder + "/store")
        row.again = measure.measure(command)
    return row


def text(value, form="{:.2f}"):
    return "-" if value is None else form.format(value)


def print_table(rows):
    print(f"{'package':<28}{'units':>6}{'kLOC':>7}{'failed':>7}"
          f"{'CPU ratio':>10}{'peak MiB':>9}{'bytes/line':>11}{'again':>8}")
    for row in rows:
        ratio = row.capture and row.capture.cpu / row.baseline.cpu
        again = row.again and row.again.cpu / row.capture.cpu
        peak = row.capture and row.capture.peak / 2**20
        stored = row.capture and row.stored / max(1, row.lines)
        print(f"{row.name + ' ' + row.version:<28}{row.units:>6}"
              f"{row.lines / 1000:>7.1f}"
              f"{row.failed if row.capture else '-':>7}{text(ratio):>10}"
              f"{text(peak, '{:.0f}'):>9}{text(stored, '{:.0f}'):>11}"
              f"{text(again, '{:.1%}'):>8}")


def missed_gates(rows):
    for row in rows:
        if not row.capture:
            continue
        if row.capture.cpu > CAPTURE_GATE * row.baseline.cpu:
            yield f"{row.name}: capture is above {CAPTURE_GATE} x clang"
        if row.again.cpu > AGAIN_GATE * row.capture.cpu:
            yield f"{row.name}: an unchanged run is above {AGAIN_GATE:.0%}"
        if row.failed:
            yield f"{row.name}: {row.failed} units that clang compiles failed"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", default=list(packages.PACKAGES))
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    parser.add_argument("--units", type=int, default=0,
                        help="measure only so many units of each package")
    options = parser.parse_args(arguments)
    rows = []
    try:
        for name in options.packages:
            tree = packages.prepare(name, options.cache)
            rows.append(measure_package(tree, options.tool, options.units))
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print_table(rows)
    if not can_capture(options.tool):
        print(f"{options.tool} offers no 'capture': baseline only",
              file=sys.stderr)
        return 2
    missed = list(missed_gates(rows))
    for line in missed:
        print("gate missed: " + line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
