# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `ownership` cost on real code?

`watertight-engine ownership` over units that the store has already, against
`clang-19 -O0 -g -c` over the same units.  Gate: the engine alone, beyond the
shared facts, at most 0.3 times the CPU time.  Also what grows with a program:
demands and violations per thousand lines, objects that paths are walked for,
memory, and findings by confidence; how many containers bodies use, and how many
functions `specs` would have specified.

`--growth PACKAGE` shows what a line costs in parts of 10, 50, 100 and 500
thousand lines; `--volume` how much of what fifteen programs leak is found
(ownership_volume.py).

Exits with 1 when the gate is missed.
"""

import sys

import engine_alone
import ownership_volume
import packages
import sat


class Project(sat.Project):
    NAME = "ownership"

    def suggestions(self):
        """How many functions `specs` names for the warnings they cause."""
        text = packages.run([self.tool, "specs", "-p", str(self.database),
                             "--store", str(self.filled)])
        return text.count("owned pointers disappear here")


class Row(engine_alone.Row):
    def per_thousand_lines(self, name):
        return self.count(name) * 1000 / self.lines


def measure(name, options):
    project = Project(name, options)
    row = engine_alone.measure(project, name, options.again, Row)
    row.suggestions = project.suggestions()
    return row


def print_table(rows):
    print(f"{'package':<28}{'kLOC':>7}{'link':>7}{'infer':>7}{'engine':>8}"
          f"{'peak MiB':>9}{'demands':>9}{'violated':>9}{'objects':>9}"
          f"{'over budget':>12}{'containers':>11}{'specs':>6}"
          + "".join(f"{name:>8}" for name in sat.CONFIDENCES))
    for row in rows:
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.ratio('link'):>7.2f}"
              f"{row.ratio('infer'):>7.2f}{row.ratio('engine'):>8.2f}"
              f"{row.statistics['peak'] / 2**20:>9.0f}"
              f"{row.per_thousand_lines('constraints'):>9.0f}"
              f"{row.per_thousand_lines('violations'):>9.1f}"
              f"{row.per_thousand_lines('subjects'):>9.1f}"
              f"{row.statistics['over_budget']:>12}"
              f"{row.count('containers'):>11}{row.suggestions:>6}"
              + "".join(f"{row.findings[name]:>8}" for name in sat.CONFIDENCES))


def main(arguments=None):
    parser = sat.option_parser(__doc__)
    parser.add_argument("--growth", metavar="PACKAGE")
    parser.add_argument("--volume", action="store_true")
    options = parser.parse_args(arguments)
    try:
        if options.growth:
            engine_alone.print_growth(Project(options.growth, options),
                                      options.growth)
            return 0
        if options.volume:
            return ownership_volume.main(options)
        rows = [measure(name, options) for name in options.packages or
                [*packages.PACKAGES, *packages.GLIB_PACKAGES]]
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print_table(rows)
    return 1 if engine_alone.tell_missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
