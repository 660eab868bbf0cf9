# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does an engine cost beyond the shared facts?  For the benchmarks of
engines whose gate is 0.3 times the CPU time of `clang-19 -O0 -g -c`.
"""

from dataclasses import dataclass

COST_GATE = 0.3


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
