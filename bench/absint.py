# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `absint` cost on real code?

The engine alone (`watertight-engine`) over units that the store has already,
against `clang-19 -O0 -g -c` over the same units.  Gate: 0.3 times the CPU time;
stretch: 0.15.  Also link and shared facts with it, peak memory, findings by
confidence, functions over budget, and what became of the suspects: shown by a
path, or refuted.

`--growth` adds a large package and shows what a line of each costs against one
of the package nearest to 50 thousand lines (gate: 1.5 times).  Whole packages
are compared: parts of one lack their callees.  `--options` runs the engine with
each of its trade-offs the other way and counts its findings by their verdicts
(bench/triage/).

Exits with 1 when a gate is missed.
"""

import json
import sys
from collections import Counter

import facts
import packages
import sat
import triage

COST_GATE = 0.3
# The other way than by default.
OPTIONS = ["loops_iterate=1"]


class Project(sat.Project):
    NAME = "absint"


class Row(sat.Row):
    def per_line(self):
        """CPU of the engine, CPU of clang, memory: the order of facts.growth."""
        return [self.statistics["cpu"]["engine"] / self.lines,
                self.baseline / self.lines, self.one.cost.peak / self.lines]


def measure_package(name, options):
    project = Project(name, options)
    baseline = project.baseline(options.again)
    project.capture()
    return Row(f"{name} {project.tree.version}", project.lines(), baseline,
               project.check(1), project.statistics())


def print_table(rows):
    print(f"{'package':<28}{'kLOC':>7}{'engine':>8}{'with facts':>11}"
          f"{'peak MiB':>9}{'functions':>10}{'over budget':>12}"
          f"{'shown':>7}{'refuted':>8}"
          + "".join(f"{name:>7}" for name in sat.CONFIDENCES))
    for row in rows:
        counters = row.statistics["counters"]
        found = row.one.summary()["findings"]
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.engine():>8.2f}"
              f"{row.ratio():>11.2f}"
              f"{row.one.cost.peak / 2**20:>9.0f}"
              f"{row.functions():>10}{len(row.over_budget()):>12}"
              f"{counters.get('confirmed', 0):>7}"
              f"{counters.get('refuted', 0):>8}"
              + "".join(f"{found[name]:>7}" for name in sat.CONFIDENCES))


def print_options(name, options):
    project = Project(name, options)
    project.baseline(False)
    project.capture()
    known = triage.load(name)
    print(f"\n{name:<28}{'true':>6}{'false':>6}{'unread':>7}{'over budget':>12}"
          f"{'engine s':>9}")
    for option in ["by default", *OPTIONS]:
        command = [project.engine, project.NAME, str(project.database),
                   str(project.filled)]
        figures = json.loads(packages.run(
            command + [option] * (option in OPTIONS)))
        count = Counter(known.of_place(place) or "unread"
                        for place in figures["found"])
        print(f"  {option:<26}{count['true']:>6}{count['false']:>6}"
              f"{count['unread']:>7}{figures['over_budget']:>12}"
              f"{figures['cpu']['engine']:>9.2f}")


def main(arguments=None):
    parser = sat.option_parser(__doc__)
    parser.add_argument("--growth", action="store_true",
                        help="cost per line, on a large package too")
    parser.add_argument("--options", action="store_true",
                        help="what each trade-off gains and loses")
    options = parser.parse_args(arguments)
    if options.options:
        for name in options.packages or ["tar", "bash", "openssh"]:
            print_options(name, options)
        return 0
    names = options.packages or ["tar", "bash", "openssh"] + \
        ["openssl"] * options.growth
    rows = [measure_package(name, options) for name in names]
    print_table(rows)
    missed = [f"{row.name}: the engine is above {COST_GATE} x clang"
              for row in rows if row.engine() > COST_GATE]
    if options.growth:
        facts.print_growth(rows)
        missed += facts.missed_growth(rows)
    for line in missed:
        print("gate missed:", line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
