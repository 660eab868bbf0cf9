# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does an engine cost beyond the shared facts?  For the benchmarks of
engines whose gate is 0.3 times the CPU time of `clang-19 -O0 -g -c`.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from measure import line_count

COST_GATE = 0.3
SIZES = [10_000, 50_000, 100_000, 500_000]  # lines


@dataclass
class Row:
    name: str
    lines: int
    baseline: float        # CPU seconds of clang
    statistics: dict       # of the engine alone
    findings: dict         # by confidence

    def ratio(self, stage):
        return self.statistics["cpu"].get(stage, 0) / self.baseline

    def count(self, name):
        return self.statistics["counters"].get(name, 0)

    def per_line(self):
        """CPU of the engine, of clang, and memory."""
        return [figure / self.lines
                for figure in (self.statistics["cpu"]["engine"], self.baseline,
                               self.statistics["peak"])]


def measure(project, name, again, row=Row):
    """`project`: of the engine (sat.Project)."""
    baseline = project.baseline(again)
    project.capture()
    return row(f"{name} {project.tree.version}", project.lines(), baseline,
               project.statistics(), project.check(1).summary()["findings"])


def tell_missed(rows):
    """True: one is above the gate."""
    missed = [row for row in rows if row.ratio("engine") > COST_GATE]
    for row in missed:
        print(f"gate missed: {row.name}: the engine is above {COST_GATE} x clang")
    return bool(missed)


def allocators_first(entries):
    """In an order that depends on names and texts alone."""
    def rank(entry):
        file = Path(entry["directory"], entry["file"])
        has_malloc = re.search(rb"\bmalloc *\(", file.read_bytes())
        name = hashlib.sha256(entry["file"].encode()).hexdigest()
        return not has_malloc, name
    return sorted(entries, key=rank)


def first_units(entries, most):
    """As many units as have `most` lines, and how many lines that is."""
    taken, lines = [], 0
    for entry in entries:
        if lines >= most:
            break
        taken.append(entry)
        lines += line_count(Path(entry["directory"], entry["file"]))
    return taken, lines


def print_growth(project, name, more=()):
    """What a line costs, on larger and larger parts of a package.  `more`:
    projects that are linked to the largest part."""
    own = project.entries
    entries = allocators_first(own)
    for other in more:
        entries += allocators_first(other.entries)
    project.entries = entries
    project.capture()
    print(f"\n{name}, a part{'kLOC':>10}{'engine s':>10}{'us/line':>9}"
          f"{'ratio':>7}{'objects':>9}{'us/object':>11}{'peak MiB':>10}"
          f"{'bytes/line':>12}{'over budget':>13}")
    before, smallest = 0, None
    for size in SIZES:
        project.entries, lines = first_units(entries, size)
        if lines == before:
            break
        before = lines
        project.database.write_text(json.dumps(project.entries))
        figures = project.statistics()
        cpu = figures["cpu"]["engine"]
        smallest = smallest or cpu / lines
        objects = figures["counters"].get("objects", 0)
        print(f"{'':<{len(name) + 8}}{lines / 1000:>10.1f}{cpu:>10.2f}"
              f"{1e6 * cpu / lines:>9.1f}{cpu / lines / smallest:>7.1f}"
              f"{objects:>9}{1e6 * cpu / max(1, objects):>11.0f}"
              f"{figures['peak'] / 2**20:>10.0f}"
              f"{figures['peak'] / lines:>12.0f}{figures['over_budget']:>13}")
    project.database.write_text(json.dumps(own, indent=1))
