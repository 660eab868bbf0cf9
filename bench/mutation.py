# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many leaks does an engine find in real code?

Real leaks are rare and nobody knows them all, so they are made: one
deallocation call at a time is dropped from a real program, in the IR, and the
engine looks again (`watertight-mutate`).  Four classes of mutants:

  a   the object is acquired in the same function and provably stays there;
      decided by looking at the IR, see bench/mutation/mutant.h
  b   the package's own tests leak more than before when that call does
      nothing, says LeakSanitizer, see bench/mutation_truth.py
  c   the object was acquired elsewhere: a destroyer or a clean-up that forgets
      one release; decided by looking, see bench/mutation/elsewhere.h
  d   one line of C++ source is forgotten, and the tool runs as a user runs it,
      see bench/mutation_source.py

Every mutant with its outcome is kept in the cache, so that misses can be read.
docs/dev/benchmarks.md explains the columns.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import mutation_source
import mutation_truth
import packages

CLASS_A = ["tar", "bash", "openssh", "leveldb"]
SEED = "watertight-1"
MOST_A = 200   # mutants of class (a) or (c) per package
MOST_B = 100   # calls drawn for class (b), over all packages
LEAST_FOR_RATE = 20
MISSES = ["safe", "unknown", "over-budget", "low", "silent"]


def draw(keys, seed, count):
    """The first `count` in an order that depends on seed and name alone."""
    def rank(key):
        return hashlib.sha256(f"{seed}:{key}".encode()).hexdigest()
    return sorted(keys, key=rank)[:count]


class Mutator:
    """`watertight-mutate` over one unpacked package."""

    def __init__(self, program, tree, cache):
        self.tree = tree
        self.folder = cache / "mutation"
        self.folder.mkdir(parents=True, exist_ok=True)
        store = self.folder / "store" / tree.package.name
        store.mkdir(parents=True, exist_ok=True)
        self.command = [program, "-p", str(tree.build), "--store", str(store)]

    def records(self, *arguments):
        done = subprocess.run([*self.command, *arguments], text=True,
                              stdout=subprocess.PIPE)
        if done.returncode:
            raise packages.BenchError(" ".join(self.command) + " failed")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def mutants(self):
        """All deallocation calls, by a key without the place of the cache."""
        return {self.key(record): record for record in self.records()}

    def key(self, record):
        for root in (self.tree.source, self.tree.build):
            if Path(record["file"]).is_relative_to(root):
                file = Path(record["file"]).relative_to(root)
                return f"{file}:{record['line']}:{record['column']}"
        return record["mutant"]

    def run(self, engine, chosen):
        """Outcomes of the chosen records, by key; and the baseline's record."""
        if not chosen:
            return {}, None
        wanted = self.folder / "wanted.txt"
        wanted.write_text("".join(r["mutant"] + "\n" for r in chosen))
        baseline, *rest = self.records("--engine", engine, "--run", str(wanted))
        return {self.key(record): record for record in rest}, baseline

    def keep(self, engine, which, seed, outcomes):
        file = self.folder / f"{engine}-{which}-{self.tree.package.name}.json"
        file.write_text(json.dumps({
            "package": self.tree.package.name, "version": self.tree.version,
            "engine": engine, "class": which, "seed": seed,
            "mutants": outcomes}, indent=1))
        return file


def by_looking(mutator, engine, which, seed, count):
    known = {key: record for key, record in mutator.mutants().items()
             if record[f"class_{which}"]}
    chosen = draw(known, seed, count)
    outcomes, baseline = mutator.run(engine, [known[key] for key in chosen])
    mutator.keep(engine, which, seed, outcomes)
    return outcomes, baseline, len(known)


def share(part, whole):
    text = f"{part}/{whole}"
    return text + (f" {part / whole:.0%}" if whole >= LEAST_FOR_RATE else "")


def print_head():
    print(f"{'package':<30}{'class':>6}{'of':>6}{'found':>14}{'at site':>8}"
          f"{'witness':>8}{'replays':>8}{'masked':>7}"
          + "".join(f"{name:>12}" for name in MISSES)
          + f"{'ms/mutant':>10}{'CPU ratio':>10}")


def print_row(name, which, available, outcomes, baseline):
    """`masked` mutants cannot be found and are not in the total."""
    records = list(outcomes.values())
    found = [r for r in records if r["outcome"] == "found"]
    masked = sum(r["outcome"] == "masked" for r in records)
    cpu = sum(r["cpu"] for r in records) / max(1, len(records))
    ratio = f"{cpu / baseline['cpu']:.1%}" if baseline else "-"
    print(f"{name:<30}{which:>6}{available:>6}"
          f"{share(len(found), len(records) - masked):>14}"
          f"{sum(r['at_origin'] for r in found):>8}"
          f"{sum(r['witness'] for r in found):>8}"
          f"{sum(r['replay'] == 'confirmed' for r in found):>8}{masked:>7}"
          + "".join(f"{sum(r['outcome'] == m for r in records):>12}"
                    for m in MISSES)
          + f"{cpu * 1000:>10.0f}{ratio:>10}", flush=True)


def print_misses(outcomes, most):
    missed = [(key, r) for key, r in sorted(outcomes.items())
              if r["outcome"] in MISSES]
    for key, record in missed[:most]:
        print(f"  {key}: {record['function']}: {record['callee']}: "
              f"{record['outcome']}: {record['reason']}")


class Total:
    """The rows of one class, and their sum."""

    def __init__(self, which):
        self.which, self.available, self.rows = which, 0, 0
        self.outcomes = {}

    def add(self, tree, available, outcomes, baseline):
        name = tree.package.name
        print_row(f"{name} {tree.version}", self.which, available, outcomes,
                  baseline)
        self.available += available
        self.rows += 1
        self.outcomes |= {f"{name}:{key}": record
                          for key, record in outcomes.items()}

    def print(self):
        if self.rows > 1:
            print_row("all", self.which, self.available, self.outcomes, None)


def run_by_looking(options, which):
    total = Total(which)
    for name in options.packages or CLASS_A:
        tree = packages.prepare(name, options.cache)
        mutator = Mutator(options.tool, tree, options.cache)
        outcomes, baseline, known = by_looking(mutator, options.engine, which,
                                               options.seed,
                                               options.sample or MOST_A)
        total.add(tree, known, outcomes, baseline)
        print_misses(outcomes, options.misses)
    total.print()


def run_class_b(options):
    """Draws over all packages at once, so that each call weighs the same."""
    suites, mutators, known = {}, {}, {}
    for name in options.packages or mutation_truth.SUITES:
        suite = mutation_truth.SUITES.get(name)
        if not suite:
            raise packages.BenchError(f"no test suite of '{name}' (known: "
                                      f"{', '.join(mutation_truth.SUITES)})")
        tree = packages.prepare(name, options.cache, known={
            name: suite.package})
        mutators[name] = Mutator(options.tool, tree, options.cache)
        suites[name] = mutation_truth.Truth(suite, tree, options.cache)
        mutants = mutators[name].mutants()
        for key in suites[name].eligible(mutants):
            known[f"{name}:{key}"] = mutants[key]
        print(f"{name}: {suites[name].skipped} calls are written in macros "
              "and are left out", file=sys.stderr)
    chosen = draw(known, options.seed, options.sample or MOST_B)
    total = Total("b")
    for name, truth in suites.items():
        mine = {full.split(":", 1)[1]: known[full] for full in sorted(chosen)
                if full.startswith(name + ":")}
        leaking = truth.leaking(list(mine))
        outcomes, baseline = mutators[name].run(
            options.engine, [mine[key] for key in leaking])
        mutators[name].keep(options.engine, "b", options.seed, outcomes)
        total.add(truth.tree, len(mine), outcomes, baseline)
        print_misses(outcomes, options.misses)
    total.print()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--class", dest="which",
                        choices=["a", "b", "c", "d", "all"],
                        default="all")
    parser.add_argument("--engine", default="sat")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--sample", type=int, default=0, help=f"mutants: classes "
                        f"a, c {MOST_A} per package, class b {MOST_B} in all")
    parser.add_argument("--misses", type=int, default=0,
                        help="also list so many that were not found")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight-mutate"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    if options.which == "all" and options.packages:
        parser.error("packages belong to one class: name it with --class")
    try:
        if options.which != "d":
            print_head()
        for which in "ac":
            if options.which in (which, "all"):
                run_by_looking(options, which)
        if options.which in ("b", "all"):
            run_class_b(options)
        if options.which in ("d", "all"):
            mutation_source.run_class_d(
                options, draw, str(Path(options.tool).parent / "watertight"))
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"every mutant: {options.cache / 'mutation'}/{options.engine}-*.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
