#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do proofs of random routines hold on small heaps?

Small routines over cells with two links are made at random: several
parameters, locals in inner scopes, a global, helpers, loops, numbers stored
beside and over pointers, and a union.  What `watertight prove` proves of them,
with each division of memory, is run on small heaps as in heaps.py; a lost cell
is a wrong proof.  The programs depend on --seed and --programs alone.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import heaps
import run

HEAD = """#include <stdlib.h>
struct cell { struct cell *left, *right; long count; };
struct either { union { struct cell *cell; long number; } u; };
static struct cell *top;
static struct cell *new_cell(void) {
  struct cell *made = malloc(sizeof *made);
  if (made)
    made->left = made->right = NULL;
  return made;
}
"""
ROUTINES = 60


class Maker:
    def __init__(self, random_numbers):
        self.random = random_numbers
        self.scopes = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def variable(self, names):
        return self.random.choice(names)

    def simple(self, names, helpers):
        """A statement without others in it."""
        v, w = self.variable(names), self.variable(names)
        link = self.pick("left", "right")
        choices = [
            (4, f"{v} = {w};"),
            (4, f"if ({w}) {v} = {w}->{link};"),
            (5, f"if ({v}) {v}->{link} = {w};"),
            (1, f"if ({v}) {v}->{link} = NULL;"),
            (2, f"{v} = NULL;"),
            (3, f"{v} = new_cell();"),
            (3, f"free({v});"),
            (2, f"{v} = top;"),
            (2, f"top = {v};"),
            (1, f"if ({v}) {v}->count = 1;"),
            (1, f"if ({v}) *(long *)&{v}->{link} = 0;"),
            (1, f"if ({v}) *(char *)&{v}->{link} = 0;"),
            (1, "e->u.number = 1;"),
            (1, f"e->u.cell = {v};"),
            (1, f"{v} = e->u.cell;"),
            (2, f"if ({v} && !{v}->{link}) {{ {v}->{link} = {w}; {w} = NULL; }}"),
            (2, f"if (({v} = new_cell())) "
                f"{{ {v}->{link} = top; top = {v}; }}"),
            (2, f"if (top) {{ {v} = top; top = {v}->{link}; "
                f"{v}->{link} = NULL; }}"),
            (2, f"if ({v} && {w}) {{ struct cell *t = {v}->{link}; "
                f"{v}->{link} = {w}->{link}; {w}->{link} = t; }}"),
            (2, f"{v} = {w} = new_cell();"),
            (1, f"{{ struct cell **at = {v} ? &{v}->{link} : &top; "
                f"*at = {w}; }}"),
        ]
        if helpers:
            helper = self.random.choice(helpers)
            choices += [(2, f"{v} = {helper}({w}, {self.variable(names)}, e);"),
                        (1, f"{helper}({v}, {w}, e);")]
        weights, texts = zip(*choices)
        return self.random.choices(texts, weights)[0]

    def statement(self, names, helpers, depth):
        kind = self.random.random() if depth else 0
        if kind < 0.65:
            return [self.simple(names, helpers)]
        v, w = self.variable(names), self.variable(names)
        if kind < 0.85:
            test = self.pick(f"{v}", f"!{v}", f"{v} == {w}",
                             f"{v} && {v}->left", f"{v} && !{v}->right")
            out = [f"if ({test}) {{", *self.block(names, helpers, depth - 1),
                   "}"]
            if self.random.random() < 0.4:
                out[-1] = "} else {"
                out += [*self.block(names, helpers, depth - 1), "}"]
            return out
        if kind < 0.93:
            self.scopes += 1
            inner = [f"i{self.scopes}", f"j{self.scopes}"]
            return ["{", f"struct cell *{inner[0]} = {v}, *{inner[1]} = {w};",
                    *self.block(names + inner, helpers, depth - 1), "}"]
        return [f"while ({v}) {{", f"{w} = {v}->{self.pick('left', 'right')};",
                *self.block(names, helpers, 0), f"{v} = {w};", "}"]

    def block(self, names, helpers, depth):
        return [line for _ in range(self.random.randint(1, 3))
                for line in self.statement(names, helpers, depth)]

    def routine(self, name, helpers, linkage=""):
        names = ["a", "b", "x"]
        lines = [f"{linkage}struct cell *{name}(struct cell *a, "
                 "struct cell *b, struct either *e) {",
                 "struct cell *x = NULL;",
                 *self.block(names, helpers, self.random.randint(0, 2))]
        back = self.pick("a", "b", "x", "x", "NULL")
        return "\n".join(lines + [f"return {back};", "}\n"])


def program(seed):
    maker = Maker(random.Random(seed))
    parts, names = [HEAD], []
    for i in range(ROUTINES):
        helpers = []
        if maker.random.random() < 0.4:
            helpers = [f"helper{i}"]
            parts.append(maker.routine(helpers[0], [], "static "))
        names.append(f"routine{i}")
        parts.append(maker.routine(names[-1], helpers))
    return "\n".join(parts), names


def proved(watertight, file, regions):
    done = subprocess.run([watertight, "prove", "--store", "none", "--regions",
                           regions, str(file)],
                          capture_output=True, text=True, timeout=120)
    rows = list(filter(None, map(run.ROW.match, done.stdout.splitlines())))
    if not rows:
        raise RuntimeError(f"{file}: no table: {done.stderr}")
    return {row[1] for row in rows if row[9] == "proved"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("--runner", default="heap_runs", metavar="PATH")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=6)
    parser.add_argument("--keep", metavar="FOLDER",
                        help="leave programs with wrong proofs there")
    options = parser.parse_args()
    count = wrong = runs = 0
    for seed in range(options.seed, options.seed + options.programs):
        text, names = program(seed)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / f"random{seed}.c"
            file.write_text(text)
            by_regions = {regions: proved(options.watertight, file, regions)
                          & set(names)
                          for regions in ("type", "address-taken", "points-to")}
            some = sorted(set().union(*by_regions.values()))
            if not some:
                continue
            found = heaps.lost_places(options.watertight, options.runner, file,
                                      some, "--quick")
        count += len(some)
        runs += sum(f[0] - f[1] for f in found.values())
        for name in some:
            if found[name][2]:
                wrong += 1
                how = [r for r, some in by_regions.items() if name in some]
                print(f"seed {seed}: {name} is proved with {how} and loses a "
                      f"cell: {found[name][2]}")
                if options.keep:
                    (pathlib.Path(options.keep) / file.name).write_text(text)
    print(f"{count} of {options.programs * ROUTINES} routines proved, "
          f"{runs} runs, {wrong} proofs wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
