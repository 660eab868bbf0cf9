# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does `contradiction` prove, and what does it cost on real code?

First our versions of the paper's nineteen list and tree routines
(tests/prove/programs) beside its Figure 6: probes, warnings, how many of these
are leaks (a cell of some small heap is lost just there), steps of the
median and of the longest probe, cells kept per place.  A routine counts with
its helpers.  Then packages, as in its Figure 7: probes, contradicted, given up
(too little known), abandoned (over a limit), warned; findings; and the CPU time
of the engine alone and of `watertight check` against `clang-19 -O0 -g -c`.
Then the engine as a judge of what the others report: its CPU time, how many
candidates (an object and a place that loses it), witnessed and refuted.  Last,
`watertight query` at places that lose something: CPU seconds.

Gates: 0.3 times the CPU time for the engine alone, 0.1 times as a judge.
Goals: at most a fifth of the probes abandoned, and a query in a second on 100 kLOC.
"""

import importlib.util
import json
import sys
from pathlib import Path

import measure
import packages
import sat

ROOT = Path(__file__).parent.parent
COST_GATE, JUDGE_GATE = 0.3, 0.1
OTHERS = "sat,valueflow,absint,ownership"
ABANDONED_GOAL = 0.2
MOST_QUERIES = 9
QUERY_GOAL = 1.0  # CPU seconds per 100 kLOC, and for less
# Figure 6: probes, warnings, leaks, median, longest, abstractions per point.
PAPER = {
    "si_create": (5, 0, 0, 2, 6, 1.0), "si_delete": (11, 0, 0, 10, 29, 1.4),
    "si_insert": (13, 1, 0, 2, 130, 1.8), "si_reverse": (9, 0, 0, 1, 6, 1.0),
    "si_rotate": (6, 1, 1, 2, 10, 1.1), "si_merge": (16, 0, 0, 12, 200, 1.7),
    "sr_append": (11, 0, 0, 2, 57, 2.0), "sr_insert": (11, 2, 0, 13, 114, 2.7),
    "sr_reverse": (11, 0, 0, 1, 82, 1.6), "sr_rev_leak": (13, 1, 1, 1, 95, 2.8),
    "di_delete": (9, 2, 2, 6, 89, 2.7), "di_prepend": (7, 1, 1, 7, 15, 1.1),
    "di_reverse": (7, 0, 0, 1, 12, 1.2), "di_merge": (19, 0, 0, 1, 24, 1.2),
    "avl_rotate": (6, 0, 0, 1, 2, 1.0), "avl_balance": (6, 1, 0, 22, 803, 1.3),
    "avl_insert": (31, 2, 0, 2, 1627, 3.9), "dsw_list": (14, 0, 0, 2, 91, 2.1),
    "dsw_tree": (18, 1, 0, 15, 1367, 8.6),
}


class Project(sat.Project):
    NAME = "contradiction"

    def judged(self):
        """What it says of the others' candidates, and at what cost."""
        return json.loads(packages.run(
            [self.engine, OTHERS, str(self.database), str(self.filled),
             "judge=" + self.NAME]))["judge"]

    def queries(self, report):
        """CPU seconds of one query per finding, sorted."""
        places = [f"{lost['file']}:{lost['line']}" for record in report
                  if record["record"] == "finding"
                  for lost in record["lost"][:1]]
        return sorted(
            measure.measure([self.tool, "query", "-p", str(self.database),
                             "--store", str(self.filled), place]).cpu
            for place in places[:MOST_QUERIES])


def test_module(name):
    """tests/prove/NAME.py as a module."""
    sys.path.insert(0, str(ROOT / "tests" / "prove"))
    spec = importlib.util.spec_from_file_location(
        "prove_" + name, ROOT / "tests" / "prove" / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def real_leaks(tool, file, name, places):
    """How many of these places lose a cell of some small heap?"""
    if not places:
        return 0
    runner = Path(tool).parent / "heap_runs"
    lost = test_module("heaps").lost_places(tool, str(runner), file, [name])
    return sum(place in lost[name][2] for place in places)


def routines(tool):
    """Name and our columns: probes, warned, leaks, median, longest, cells."""
    tests = test_module("run")
    ours = {}
    for file in sorted((tests.ROOT / "programs").glob("*.c")):
        lines = tests.prove(tool, file)
        rows, warned_places = tests.table(lines), tests.warned_places(lines)
        for name, _, helpers in tests.marks(file):
            if name not in PAPER:
                continue
            all_ = [rows[function] for function in [name, *helpers]]
            places = [place for place in warned_places
                      if place.split(":")[0] in [name, *helpers]]
            ours[name] = (sum(r[0] for r in all_), len(places),
                          real_leaks(tool, file, name, places),
                          max(r[4] for r in all_), max(r[5] for r in all_),
                          max(r[6] for r in all_))
    return ours


def print_routines(tool):
    head = (f"{'probes':>8}{'warned':>8}{'leaks':>7}{'median':>8}{'max':>8}"
            f"{'cells':>6}")
    print(f"{'':<14}{'ours':>8}{'':>37}  {'paper':>8}")
    print(f"{'routine':<14}{head}  {head}")
    ours = routines(tool)
    for name, paper in PAPER.items():
        print(f"{name:<14}" + "  ".join(
            f"{row[0]:>8.0f}{row[1]:>8.0f}{row[2]:>7.0f}{row[3]:>8.0f}"
            f"{row[4]:>8.0f}{row[5]:>6.1f}" for row in (ours[name], paper)))
    totals = [[sum(row[i] for row in rows.values()) for i in range(3)]
              for rows in (ours, PAPER)]
    print(f"{'all':<14}" + (" " * 24).join(
        f"{row[0]:>8.0f}{row[1]:>8.0f}{row[2]:>7.0f}" for row in totals))


def measure_package(name, options):
    project = Project(name, options)
    baseline = project.baseline(options.again)
    project.capture()
    run = project.check(1)
    statistics = project.statistics()
    count = statistics["counters"]
    probes = max(1, count.get("probes", 0))
    found = run.summary()["findings"]
    print(f"{name:<12}{project.lines() / 1000:>7.1f}"
          f"{run.cost.cpu / baseline:>7.2f}"
          f"{statistics['cpu']['engine'] / baseline:>8.2f}{probes:>8}"
          + "".join(f"{count.get(what, 0):>13}" for what in
                    ("elsewhere", "contradicted", "lost", "abandoned",
                     "warned"))
          + "".join(f"{found[level]:>8}" for level in sat.CONFIDENCES),
          flush=True)
    judge = project.judged()
    print(f"{'':<12}as a judge{judge['cpu'] / baseline:>7.2f}"
          f"{judge['candidates']:>8} candidates{judge['witnessed']:>8} witnessed"
          f"{judge['refuted']:>8} refuted", flush=True)
    queries = project.queries(run.report)
    if queries:
        print(f"{'':<12}a query{queries[len(queries) // 2]:>10.2f} s median"
              f"{queries[-1]:>8.2f} s at most, of {len(queries)}", flush=True)
        if queries[-1] > QUERY_GOAL * max(1, project.lines() / 100_000):
            print(f"goal missed: {name}: a query takes longer than "
                  f"{QUERY_GOAL} s per 100 kLOC")
    if count.get("abandoned", 0) > ABANDONED_GOAL * probes:
        print(f"goal missed: {name}: more than {ABANDONED_GOAL:.0%} abandoned")
    return (statistics["cpu"]["engine"] <= COST_GATE * baseline
            and judge["cpu"] <= JUDGE_GATE * baseline)


def main(arguments=None):
    parser = sat.option_parser(__doc__)
    parser.add_argument("--routines", action="store_true",
                        help="only the routines of the paper")
    options = parser.parse_args(arguments)
    try:
        print_routines(options.tool)
        if options.routines:
            return 0
        print(f"\n{'package':<12}{'kLOC':>7}{'check':>7}{'engine':>8}"
              f"{'probes':>8}{'elsewhere':>13}{'contradicted':>13}"
              f"{'given up':>13}"
              f"{'abandoned':>13}{'warned':>13}"
              + "".join(f"{level:>8}" for level in sat.CONFIDENCES))
        held = [measure_package(name, options)
                for name in options.packages or packages.PACKAGES]
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    if not all(held):
        print(f"gate missed: more than {COST_GATE} x clang, or {JUDGE_GATE} x "
              "as a judge")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
