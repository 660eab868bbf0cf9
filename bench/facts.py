# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What do the facts cost that all engines share, and how precise are they?

Link and call graph, inferred behaviours, points-to and mod/ref, from units
that are captured already (`watertight-facts`), against `clang-19 -O0 -g -c`
over the same units.  Gate: 0.4 times the CPU time, all parts together.  Growth
is CPU and memory per line, as a part of those of the package that is nearest
to 50 kLOC.  Gate: 1.5 for programs of 500 kLOC.

--claims draws from what was inferred about functions, for people to judge.

Exits with 1 when a gate is missed.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import capture
import measure
import mutation_truth
import packages

# json-c is the program of 10 kLOC in C.
KNOWN = packages.PACKAGES | packages.GLIB_PACKAGES | {
    name: suite.package for name, suite in mutation_truth.SUITES.items()}
DEFAULT = ["json-c", *packages.PACKAGES]
PARTS = ["link", "infer", "points_to", "mod_ref"]
COST_GATE = 0.4
GROWTH_GATE = 1.5
GROWTH_FROM = 50_000   # lines
LARGE = 250_000        # lines: from here on growth is a gate
STEPS = 3_000_000_000   # many times what the gate allows
SEED = "watertight-1"
JUDGED = {"never-returns", "fresh", "pool", "free", "count"}


class Project:
    """A package whose units the store has."""

    def __init__(self, name, options):
        self.tool = options.tool
        self.tree = packages.prepare(name, options.cache, known=KNOWN)
        self.entries = packages.units(self.tree)
        self.folder = options.cache / "facts" / name
        (self.folder / "store").mkdir(parents=True, exist_ok=True)
        self.database = self.folder / "compile_commands.json"

    def baseline(self, again):
        """CPU seconds of clang, kept for the next run.  From now on only the
        units that it compiles are part of the project."""
        key = hashlib.sha256(json.dumps(self.entries).encode()).hexdigest()
        kept = self.folder / "baseline.json"
        facts = json.loads(kept.read_text()) if kept.exists() else {}
        if again or facts.get("key") != key:
            good, cost = capture.compiled(self.entries)
            facts = {"key": key, "seconds": cost.cpu,
                     "compiled": [self.entries.index(e) for e in good]}
            kept.write_text(json.dumps(facts))
        self.entries = [self.entries[i] for i in facts["compiled"]]
        return facts["seconds"]

    def lines(self):
        return sum(measure.line_count(Path(e["directory"], e["file"]))
                   for e in self.entries)

    def capture(self):
        self.database.write_text(json.dumps(self.entries, indent=1))
        self.output("capture")

    def output(self, what, *arguments):
        command = [self.tool, what, str(self.database),
                   str(self.folder / "store"), *arguments]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
        if done.returncode:
            raise packages.BenchError(" ".join(command) + " failed")
        return done.stdout

    def place(self, file):
        """A path within the package; None for other people's headers."""
        for root in (self.tree.build, self.tree.source):
            if Path(file).is_relative_to(root):
                return str(Path(file).relative_to(root))
        return None


@dataclass
class Row:
    name: str
    lines: int
    baseline: float      # CPU seconds of clang
    figures: dict        # of watertight-facts

    def ratio(self, part):
        """None: points-to did not end, so that part did not begin."""
        cpu = self.figures["cpu"].get(part)
        return None if cpu is None else cpu / self.baseline

    def total(self):
        return sum(self.ratio(part) or 0 for part in PARTS)

    def peak(self):
        return max(self.figures["peak"].values())

    def sets(self):
        """Locations per address of a load or store, and the most of one."""
        if "sets" not in self.figures:
            return None, None
        both = self.figures["sets"].values()
        addresses = sum(one["addresses"] for one in both)
        return (sum(one["locations"] for one in both) / max(1, addresses),
                max(one["largest"] for one in both))

    def per_line(self):
        """CPU of all parts, CPU of clang, and memory."""
        return [cost / self.lines for cost in
                (self.total() * self.baseline, self.baseline, self.peak())]


def text(value, form):
    return "-" if value is None else form.format(value)


def print_costs(rows):
    print(f"{'package':<28}{'units':>6}{'kLOC':>7}{'failed':>7}"
          + "".join(f"{part.replace('_', '-'):>10}" for part in PARTS)
          + f"{'total':>8}{'peak MiB':>9}")
    for row in rows:
        print(f"{row.name:<28}{row.figures['units']:>6}"
              f"{row.lines / 1000:>7.1f}{row.figures['failed']:>7}"
              + "".join(f"{text(row.ratio(part), '{:.3f}'):>10}"
                        for part in PARTS)
              + f"{row.total():>8.3f}{row.peak() / 2**20:>9.0f}"
              + ("" if row.figures["complete"] else "  points-to gave up"))


def print_precision(rows):
    print(f"\n{'package':<28}{'bodies':>7}{'over budget':>12}{'sites':>7}"
          f"{'set size':>9}{'largest':>8}{'exact':>8}{'outside':>8}"
          f"{'by type':>8}{'targets':>8}")
    for row in rows:
        figures, calls = row.figures, row.figures.get("indirect", {})
        average, largest = row.sets()
        counts = [calls.get(key) for key in ("exact", "outside", "by_type")]
        targets = calls and calls["targets"] / max(1, sum(counts))
        print(f"{row.name:<28}{figures['bodies']:>7}"
              f"{len(figures['over_budget']):>12}{figures['sites']:>7}"
              f"{text(average, '{:.1f}'):>9}{text(largest, '{}'):>8}"
              + "".join(f"{text(count, '{}'):>8}" for count in counts)
              + f"{text(targets or None, '{:.1f}'):>8}")


def growth(rows):
    """Per row: how many times the per-line costs of the row near 50 kLOC."""
    reference = min(rows, key=lambda row: abs(row.lines - GROWTH_FROM))
    return reference, {
        row.name: [mine / other for mine, other in
                   zip(row.per_line(), reference.per_line())]
        for row in rows}


def print_growth(rows):
    reference, times = growth(rows)
    print(f"\nper line, against {reference.name}\n"
          f"{'package':<28}{'kLOC':>7}{'CPU':>8}{'clang CPU':>10}{'memory':>8}")
    for row in sorted(rows, key=lambda row: row.lines):
        cpu, clang, memory = times[row.name]
        print(f"{row.name:<28}{row.lines / 1000:>7.1f}{cpu:>8.2f}{clang:>10.2f}"
              f"{memory:>8.2f}")


def missed_gates(rows):
    for row in rows:
        if row.total() > COST_GATE:
            yield f"{row.name}: facts are above {COST_GATE} x clang"
        if not row.figures["complete"]:
            yield f"{row.name}: points-to ran out of budget"
        if row.figures["failed"]:
            yield f"{row.name}: {row.figures['failed']} units failed"
    yield from missed_growth(rows)


def missed_growth(rows):
    reference, times = growth(rows)
    for row in rows:
        if row.lines < LARGE or reference.lines >= LARGE:
            continue
        for what, much in zip(("CPU", "clang", "memory"), times[row.name]):
            if what != "clang" and much > GROWTH_GATE:
                yield (f"{row.name}: {what} per line is above {GROWTH_GATE} x "
                       f"that of {reference.name}")


def run_table(options):
    rows = []
    for name in options.packages or DEFAULT:
        project = Project(name, options)
        baseline = project.baseline(options.again)
        project.capture()
        figures = project.output("figures", str(options.steps))
        rows.append(Row(f"{name} {project.tree.version}", project.lines(),
                        baseline, json.loads(figures)))
        (project.folder / "figures.json").write_text(
            json.dumps(rows[-1].figures, indent=1))
    print_costs(rows)
    print_precision(rows)
    print_growth(rows)
    missed = list(missed_gates(rows))
    for line in missed:
        print("gate missed: " + line)
    return 1 if missed else 0


def draw_claims(lines, seed, count):
    """One claim each of `count` functions, in an order that depends on seed
    and names alone: a smaller sample is the beginning of a larger one."""
    def rank(*key):
        return hashlib.sha256(":".join((seed, *key)).encode()).hexdigest()
    functions = {}
    for place, line, function, claim in lines:
        functions.setdefault((place, line, function), []).append(claim)
    for key in sorted(functions, key=lambda key: rank(*key))[:count]:
        yield *key, min(functions[key], key=lambda claim: rank(*key, claim))


def run_claims(options):
    project = Project(options.claims, options)
    project.capture()
    lines = []
    for line in project.output("claims").splitlines():
        file, number, function, kind, text = line.split("\t")
        place = project.place(file)
        if place and kind in JUDGED:
            lines.append((place, number, function, text))
    for claim in draw_claims(lines, options.seed, options.sample):
        print(options.claims, *claim, sep="\t")
    print(f"{len(set(lines))} claims about "
          f"{len({line[:3] for line in lines})} functions", file=sys.stderr)
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--claims", metavar="PACKAGE",
                        help="print a sample of what was inferred instead")
    parser.add_argument("--sample", type=int, default=50, help="claims")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--steps", type=int, default=STEPS,
                        help="what points-to may spend on a package")
    parser.add_argument("--again", action="store_true",
                        help="measure clang anew")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight-facts"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    try:
        return run_claims(options) if options.claims else run_table(options)
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
