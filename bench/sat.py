# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does the engine `sat` cost on real code, and where does its time go?

`watertight check --engine sat` over units that the store has already, against
`clang-19 -O0 -g -c` over the same units.  Gate: 0.6 times the CPU time for the
engine; link and shared facts have a gate of their own (`facts`).  Goals: at
most 0.5 % of the functions over budget; 1.8 times as fast in wall time with two threads as with one.  Also findings by
confidence, peak memory, and which layer of `logic/` answered how many of the
questions that are not constant (from `watertight-engine`, which runs the engine alone).

Every run has a copy of the filled store, so that no run answers for another.

Exits with 1 when a gate is missed; a goal that is missed is only told.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import facts
import measure
import packages

COST_GATE = 0.6
BUDGET_GOAL = 0.005
SPEED_UP_GOAL = 1.8
CONFIDENCES = ["high", "medium", "low"]
# Layers in the order in which they are asked; the keys of the statistics.
LAYERS = ["contradiction", "assignment", "refuted", "search", "solver"]
SOLVER_GOAL = 0.2  # of the questions


@dataclass
class Run:
    """`check` with a number of threads."""
    cost: measure.Cost
    wall: float            # seconds
    report: list           # JSON records

    def summary(self):
        return self.report[-1]


class Project(facts.Project):
    """A package whose units are in a store that no analysis has seen."""

    NAME = "sat"  # of the engine

    def __init__(self, name, options):
        super().__init__(name, options)
        self.engine = str(Path(options.tool).with_name("watertight-engine"))
        self.filled = options.cache / self.NAME / name / "store"
        self.filled.mkdir(parents=True, exist_ok=True)

    def capture(self):
        self.database.write_text(json.dumps(self.entries, indent=1))
        done = measure.measure([self.tool, "capture", "-p", str(self.database),
                                "--store", str(self.filled)], keep_output=True)
        if done.status:
            raise packages.BenchError("capture failed: " + done.output)

    def statistics(self):
        """What the engine alone cost and counted."""
        return json.loads(packages.run([self.engine, self.NAME,
                                        str(self.database), str(self.filled)]))

    def check(self, threads):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            store, report = folder / "store", folder / "report"
            shutil.copytree(self.filled, store)
            command = [self.tool, "check", "--engine", self.NAME,
                       "-p", str(self.database), "--store", str(store),
                       "-j", str(threads), "--min-confidence", "low",
                       "--format", "json", "-o", str(report)]
            begin = time.monotonic()
            cost = measure.measure(command, keep_output=True)
            wall = time.monotonic() - begin
            if cost.status not in (0, 1):
                raise packages.BenchError(" ".join(command) + " failed:\n"
                                          + cost.output[-1000:])
            records = [json.loads(line)
                       for line in report.read_text().splitlines()]
            return Run(cost, wall, records)


@dataclass
class Row:
    name: str
    lines: int
    baseline: float        # CPU seconds of clang
    one: Run               # one thread
    statistics: dict       # of the engine alone
    speed_up: float = None  # of two threads

    def ratio(self):
        return self.one.cost.cpu / self.baseline

    def engine(self):
        """The engine alone, without link and facts."""
        return self.statistics["cpu"]["engine"] / self.baseline

    def functions(self):
        return self.one.summary()["functions"]

    def over_budget(self):
        return [record for record in self.one.report
                if record["record"] == "not-analysed"]

    def budget_share(self):
        return len(self.over_budget()) / max(1, self.functions())

    def layers(self):
        """Shares of the questions."""
        asked = [self.statistics["counters"].get(layer, 0) for layer in LAYERS]
        return [count / max(1, sum(asked)) for count in asked]

    def figures(self):
        return {"baseline": self.baseline, "cpu": self.one.cost.cpu,
                "peak": self.one.cost.peak, "speed_up": self.speed_up,
                "summary": self.one.summary(),
                "not_analysed": self.over_budget(),
                "statistics": self.statistics}


def text(value, form):
    return "-" if value is None else form.format(value)


def print_table(rows):
    print(f"{'package':<28}{'kLOC':>7}{'CPU':>7}{'engine':>8}{'speed-up':>9}"
          f"{'peak MiB':>9}{'functions':>10}{'over budget':>14}"
          + "".join(f"{name:>7}" for name in CONFIDENCES)
          + "".join(f"{name:>{len(name) + 2}}" for name in LAYERS))
    for row in rows:
        found = row.one.summary()["findings"]
        budget = f"{len(row.over_budget())} ({row.budget_share():.1%})"
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{row.ratio():>7.2f}"
              f"{row.engine():>8.2f}"
              f"{text(row.speed_up, '{:.2f}'):>9}"
              f"{row.one.cost.peak / 2**20:>9.0f}{row.functions():>10}"
              f"{budget:>14}"
              + "".join(f"{found[name]:>7}" for name in CONFIDENCES)
              + "".join(f"{share:>{len(name) + 2}.1%}"
                        for name, share in zip(LAYERS, row.layers())))


def missed_gates(rows):
    for row in rows:
        if row.engine() > COST_GATE:
            yield f"{row.name}: the engine is above {COST_GATE} x clang"
        if row.one.summary()["units_failed"]:
            yield (f"{row.name}: {row.one.summary()['units_failed']} units "
                   "that clang compiles failed")


def missed_goals(rows):
    for row in rows:
        if row.budget_share() > BUDGET_GOAL:
            yield f"{row.name}: over {BUDGET_GOAL:.1%} of functions over budget"
        if row.layers()[-1] > SOLVER_GOAL:
            yield (f"{row.name}: the solver answers more than "
                   f"{SOLVER_GOAL:.0%} of the questions")
        if row.speed_up and row.speed_up < SPEED_UP_GOAL:
            yield f"{row.name}: two threads are below {SPEED_UP_GOAL} x one"


def measure_package(name, options):
    project = Project(name, options)
    baseline = project.baseline(options.again)
    project.capture()
    runs = {1: [], 2: []} if (os.cpu_count() or 1) > 1 else {1: []}
    for _ in range(options.runs):
        for threads in runs:  # in turn: machines are faster at some times
            runs[threads].append(project.check(threads))
    row = Row(f"{name} {project.tree.version}", project.lines(), baseline,
              min(runs[1], key=lambda run: run.cost.cpu),
              project.statistics())
    if 2 in runs:
        row.speed_up = (min(run.wall for run in runs[1])
                        / min(run.wall for run in runs[2]))
    (project.filled.parent / "figures.json").write_text(
        json.dumps(row.figures(), indent=1))
    return row


def option_parser(what):
    """Options of every benchmark that compares an engine with clang."""
    parser = argparse.ArgumentParser(description=what.split("\n")[0])
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--again", action="store_true",
                        help="measure clang anew")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    return parser


def main(arguments=None):
    parser = option_parser(__doc__)
    parser.add_argument("--runs", type=int, default=1,
                        help="runs with one and with two threads; the best "
                             "counts")
    options = parser.parse_args(arguments)
    try:
        rows = [measure_package(name, options)
                for name in options.packages or packages.PACKAGES]
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print_table(rows)
    missed = list(missed_gates(rows))
    for line in missed:
        print("gate missed: " + line)
    for line in missed_goals(rows):
        print("goal missed: " + line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
