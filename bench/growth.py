# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does a line cost in small and in large programs?

Whole packages, each checked with a fresh store and all engines, beside
`clang-19 -O0 -g -c` over the same units.  Lines are those of the compiled files,
without headers.  Dense code costs more per line everywhere, so the last column
divides twice: CPU per line against that of the package nearest to 50 kLOC, and
that by the same figure of clang.  Gates, from 250 kLOC on: CPU and memory per line
at most 1.5 times those at 50 kLOC; 6 GiB for a million lines.

Exits with 1 when a gate is missed.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import fresh
import measure
import packages

REFERENCE, LARGE = 50_000, 250_000  # lines
GATE = 1.5
MOST_PER_MILLION = 6 * 2**30
DEFAULT = ["dtach", "bc", "tar", "openssh", "bash", "openssl"]
# Only for this table.
LARGER = {package.name: package for package in [
    packages.Package("binutils", ["{source}/configure", "--quiet",
                                  "--disable-gdb", "--disable-nls",
                                  "--disable-gprofng", "--disable-werror"],
                     ["make", "-j" + packages.JOBS, "MAKEINFO=true"],
                     needs=["bison", "flex", "texinfo"]),
    packages.Package("postgresql-15", ["{source}/configure", "--quiet",
                                       "--without-readline", "--without-zlib"],
                     ["make", "-s", "-j" + packages.JOBS],
                     needs=["bison", "flex", "perl"]),
]}


def known_packages():
    small = {name: fresh.recipe(name)
             for name in fresh.CANDIDATES + fresh.CXX_CANDIDATES}
    return small | packages.PACKAGES | LARGER


@dataclass
class Row:
    name: str
    lines: int
    clang: float      # CPU seconds
    cpu: float
    peak: int         # bytes
    functions: int
    not_analysed: int # with any engine
    findings: int

    def per_line(self):
        return self.cpu / self.lines, self.clang / self.lines, self.peak / self.lines


def compile_all(tree, folder):
    total = measure.Cost()
    for entry in packages.units(tree):
        total += measure.compile_baseline(entry, str(Path(folder, "out.o")))
    return total


def measure_package(tree, tool):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        cost = measure.measure([tool, "check", "-p", str(tree.build),
                                "--store", str(Path(folder, "store")),
                                "--format", "json", "-o", str(report)],
                               keep_output=True)
        if cost.status not in (0, 1, 2) or not report.exists():
            raise packages.BenchError(f"{tree.package.name}: check ended with "
                                      f"{cost.status}:\n{cost.output[-2000:]}")
        records = [json.loads(line) for line in report.read_text().splitlines()]
        summary, = [r for r in records if r["record"] == "summary"]
        lines = sum(measure.line_count(Path(entry["directory"], entry["file"]))
                    for entry in packages.units(tree))
        return Row(f"{tree.package.name} {tree.version}", lines,
                   compile_all(tree, folder).cpu, cost.cpu, cost.peak,
                   summary.get("functions", 0),
                   sum(r["record"] == "not-analysed" for r in records),
                   sum(r["record"] == "finding" for r in records))


def print_table(rows):
    reference = min(rows, key=lambda row: abs(row.lines - REFERENCE)).per_line()
    print("| package | kLOC | clang, s | check, s | ratio | peak MiB | functions "
          "| not fully analysed | CPU per line | of clang | memory per line "
          "| growth beyond clang's |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        cpu, clang, memory = [a / b for a, b in zip(row.per_line(), reference)]
        print(f"| {row.name} | {row.lines / 1000:.1f} | {row.clang:.1f} | "
              f"{row.cpu:.1f} | {row.cpu / row.clang:.2f} | "
              f"{row.peak / 2**20:.0f} | {row.functions} | {row.not_analysed} | "
              f"{cpu:.2f} | {clang:.2f} | {memory:.2f} | {cpu / clang:.2f} |")


def missed_gates(rows):
    reference = min(rows, key=lambda row: abs(row.lines - REFERENCE)).per_line()
    for row in rows:
        if row.lines < LARGE:
            continue
        cpu, _, memory = [a / b for a, b in zip(row.per_line(), reference)]
        if cpu > GATE:
            yield f"{row.name}: CPU per line {cpu:.2f} x"
        if memory > GATE:
            yield f"{row.name}: memory per line {memory:.2f} x"
        if row.peak > MOST_PER_MILLION * max(1, row.lines / 1e6):
            yield f"{row.name}: {row.peak / 2**30:.1f} GiB"


def main(arguments=None):
    known = known_packages()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", default=DEFAULT,
                        help="any that a benchmark knows")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    rows = []
    try:
        for name in options.packages:
            tree = packages.prepare(name, options.cache, known=known)
            rows.append(measure_package(tree, options.tool))
            print(f"{rows[-1].name}: {rows[-1].cpu:.1f} s", file=sys.stderr,
                  flush=True)
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    rows.sort(key=lambda row: row.lines)
    print_table(rows)
    missed = list(missed_gates(rows))
    for line in missed:
        print("gate missed: " + line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
