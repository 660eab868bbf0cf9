# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `absint` cost on real code?

The engine alone (`watertight-engine`) over units that the store has already,
against `clang-19 -O0 -g -c` over the same units.  Gate: 0.3 times the CPU time;
stretch: 0.15.  Also link and shared facts with it, growth (CPU time per line
against the first package), peak memory, findings by confidence, functions over
budget, abstract states per function, and what became of the suspects: shown by
a path, or refuted.

Exits with 1 when the gate is missed.
"""

import sys

import sat

COST_GATE = 0.3


class Project(sat.Project):
    NAME = "absint"


def measure_package(name, options):
    project = Project(name, options)
    baseline = project.baseline(options.again)
    project.capture()
    return sat.Row(f"{name} {project.tree.version}", project.lines(), baseline,
                   project.check(1), project.statistics())


def per_line(row):
    return row.statistics["cpu"]["engine"] / row.lines


def print_table(rows):
    first = per_line(rows[0])
    print(f"{'package':<28}{'kLOC':>7}{'engine':>8}{'with facts':>11}"
          f"{'growth':>8}{'peak MiB':>9}{'functions':>10}{'over budget':>12}{'states':>8}"
          f"{'shown':>7}{'refuted':>8}"
          + "".join(f"{name:>7}" for name in sat.CONFIDENCES))
    for row in rows:
        counters = row.statistics["counters"]
        found = row.one.summary()["findings"]
        states = counters.get("states", 0) / max(1, row.functions())
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.engine():>8.2f}"
              f"{row.ratio():>11.2f}{per_line(row) / first:>8.2f}"
              f"{row.one.cost.peak / 2**20:>9.0f}"
              f"{row.functions():>10}{len(row.over_budget()):>12}{states:>8.1f}"
              f"{counters.get('confirmed', 0):>7}"
              f"{counters.get('refuted', 0):>8}"
              + "".join(f"{found[name]:>7}" for name in sat.CONFIDENCES))


def main(arguments=None):
    options = sat.option_parser(__doc__).parse_args(arguments)
    rows = [measure_package(name, options)
            for name in options.packages or ["tar", "bash", "openssh"]]
    print_table(rows)
    missed = [f"{row.name}: the engine is above {COST_GATE} x clang"
              for row in rows if row.engine() > COST_GATE]
    for line in missed:
        print("gate missed:", line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
