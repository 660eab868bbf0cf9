# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `valueflow` cost on real code?

`watertight-engine valueflow` over units that the store has already, against
`clang-19 -O0 -g -c` over the same units.  Gate: the engine alone, beyond the
shared facts, at most 0.3 times the CPU time.  Also each stage separately, the
share of the values that slices visit (an object each; the paper has 0.01 to
40 % of the graph), how many questions are asked, and findings by confidence.

`--growth PACKAGE` takes units of a large package, 10, 50, 100 and 500 thousand
lines of them, and shows what a line costs.  Units that call the allocator
themselves come first, since without wrappers of it there would be no objects.
Where the package is not large enough, openssh is linked to it.  Whole packages
are compared as well: there the share of objects does not grow with the size.
`--branches N` analyses one function with N branches.

Exits with 1 when the gate is missed, or when that function is over budget.
"""

import json
import sys
import tempfile
from pathlib import Path

import engine_alone
import facts
import measure
import packages
import sat

STAGES = ["unrolling", "memory", "graph", "slices", "guards", "questions"]


class Project(sat.Project):
    NAME = "valueflow"


class Row(engine_alone.Row):
    def visited(self):
        """Of the values of a body, those in the slice of one object."""
        return self.count("values in slices") / max(1, self.count("values of objects"))


def print_table(rows):
    print(f"{'package':<28}{'kLOC':>7}{'link':>7}{'infer':>7}{'points-to':>10}"
          f"{'engine':>8}{'peak MiB':>9}{'objects':>9}{'visited':>9}"
          f"{'questions':>10}{'over budget':>12}"
          + "".join(f"{name:>8}" for name in sat.CONFIDENCES))
    for row in rows:
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.ratio('link'):>7.2f}"
              f"{row.ratio('infer'):>7.2f}{row.ratio('pointers'):>10.2f}"
              f"{row.ratio('engine'):>8.2f}"
              f"{row.statistics['peak'] / 2**20:>9.0f}"
              f"{row.count('objects'):>9}{row.visited():>9.1%}"
              f"{row.count('questions'):>10}"
              f"{row.statistics['over_budget']:>12}"
              + "".join(f"{row.findings[name]:>8}" for name in sat.CONFIDENCES))


def print_stages(rows):
    """Of the engine alone: the copy of the body without loops, memory SSA with
    numbering, the graph, forward slices, sinks with their guards, the solver."""
    print("\nstages of the engine" + " " * 8
          + "".join(f"{name:>11}" for name in STAGES) + f"{'versions':>11}")
    for row in rows:
        print(f"{row.name:<28}"
              + "".join(f"{row.count('ns ' + name) / 1e9 / row.baseline:>11.3f}"
                        for name in STAGES)
              + f"{row.count('memory versions'):>11}")


def many_branches(count):
    """A function that acquires an object and goes through `count` branches."""
    tests = "\n".join(f"  if (a[{i}])\n    p[{i % 8}]++;" for i in range(count))
    return ("#include <stdlib.h>\nint many(const int *a) {\n"
            "  int *p = calloc(8, sizeof *p), out;\n  if (!p)\n    return 0;\n"
            + tests + "\n  out = p[0];\n  free(p);\n  return out;\n}\n")


def print_branches(count, options):
    """True: the function got an answer."""
    with tempfile.TemporaryDirectory() as folder:
        file, report = Path(folder, "many.c"), Path(folder, "report")
        file.write_text(many_branches(count))
        cost = measure.measure(
            [options.tool, "check", str(file), "--engine", Project.NAME,
             "--store", "none", "--format", "json", "-o", str(report)])
        records = [json.loads(line) for line in report.read_text().splitlines()]
    over = [r for r in records if r["record"] == "not-analysed"]
    print(f"\n{count} branches in one function: {cost.cpu:.1f} s, "
          f"{cost.peak / 2**20:.0f} MiB, "
          + ("over budget" if over else "within budget"))
    return not over


def main(arguments=None):
    parser = sat.option_parser(__doc__)
    parser.add_argument("--growth", metavar="PACKAGE", default="openssl",
                        help="where cost per line is measured; `none`: nowhere")
    parser.add_argument("--branches", type=int, default=10_000)
    options = parser.parse_args(arguments)
    try:
        names = list(options.packages or packages.PACKAGES)
        if options.growth not in names + ["none"]:
            names.append(options.growth)
        rows = [engine_alone.measure(Project(name, options), name,
                                     options.again, Row)
                for name in names]
        print_table(rows)
        print_stages(rows)
        if options.growth != "none":
            facts.print_growth(rows)
            engine_alone.print_growth(Project(options.growth, options),
                                      options.growth,
                                      [Project("openssh", options)])
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    is_within = print_branches(options.branches, options)
    is_missed = engine_alone.tell_missed(rows)
    return 1 if is_missed or not is_within else 0


if __name__ == "__main__":
    sys.exit(main())
