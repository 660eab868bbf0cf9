# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `ownership` cost on real code?

`watertight-engine ownership` over units that the store has already, against
`clang-19 -O0 -g -c` over the same units.  Gate: the engine alone, beyond the
shared facts, at most 0.3 times the CPU time.  Also what grows with a program:
demands and violations per thousand lines, objects that paths are walked for,
memory, and findings by confidence.

Exits with 1 when the gate is missed.
"""

import sys
from dataclasses import dataclass

import packages
import sat

COST_GATE = 0.3


class Project(sat.Project):
    NAME = "ownership"


@dataclass
class Row:
    name: str
    lines: int
    baseline: float        # CPU seconds of clang
    statistics: dict       # of the engine alone
    findings: dict         # by confidence

    def ratio(self, stage):
        return self.statistics["cpu"].get(stage, 0) / self.baseline

    def per_thousand_lines(self, name):
        return self.statistics["counters"].get(name, 0) * 1000 / self.lines


def print_table(rows):
    print(f"{'package':<28}{'kLOC':>7}{'link':>7}{'infer':>7}{'engine':>8}"
          f"{'peak MiB':>9}{'demands':>9}{'violated':>9}{'objects':>9}"
          f"{'over budget':>12}"
          + "".join(f"{name:>8}" for name in sat.CONFIDENCES))
    for row in rows:
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.ratio('link'):>7.2f}"
              f"{row.ratio('infer'):>7.2f}{row.ratio('engine'):>8.2f}"
              f"{row.statistics['peak'] / 2**20:>9.0f}"
              f"{row.per_thousand_lines('constraints'):>9.0f}"
              f"{row.per_thousand_lines('violations'):>9.1f}"
              f"{row.per_thousand_lines('subjects'):>9.1f}"
              f"{row.statistics['over_budget']:>12}"
              + "".join(f"{row.findings[name]:>8}" for name in sat.CONFIDENCES))


def measure_package(name, options):
    project = Project(name, options)
    baseline = project.baseline(options.again)
    project.capture()
    return Row(f"{name} {project.tree.version}", project.lines(), baseline,
               project.statistics(), project.check(1).summary()["findings"])


def main(arguments=None):
    options = sat.option_parser(__doc__).parse_args(arguments)
    try:
        rows = [measure_package(name, options)
                for name in options.packages or packages.PACKAGES]
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print_table(rows)
    missed = [row for row in rows if row.ratio("engine") > COST_GATE]
    for row in missed:
        print(f"gate missed: {row.name}: the engine is above {COST_GATE} x clang")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
