# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Class (d) of `./wt bench mutation`: one line of C++ is forgotten.

In a copy of a C++ package one line at a time is changed in place, so that no
other line moves, and the tool looks at the whole program again, as a user
would run it:

  delete     `delete p;`, `delete[] p;`, `free(p);`      the line goes
  reset      `p.reset();`, `p.reset(q);`                 becomes p.release()
  destroyer  `obj->Unref();`, `obj.close();` in a destructor      the line goes
  virtual    `virtual ~Base()`                           is not virtual
  raw        `std::unique_ptr<T> p(new T);`              becomes `auto *p = ...`

A mutant is found when a finding of the default run (confidence medium or
better) appears at a place where the unchanged program has none.  Whether a
mutant leaks at all is not decided here: the lines that were not found are
listed for a reader, whose verdicts go to bench/triage/mutants.tsv ("package
file:line kind none"); what is no leak is left out of the total.
"""

import json
import os
import re
import resource
import shutil
import subprocess
from pathlib import Path

import packages

PACKAGES = ["leveldb"]
VERDICTS = Path(__file__).parent / "triage" / "mutants.tsv"
SOURCES = (".cc", ".cpp", ".cxx", ".h", ".hpp", ".hxx")
TESTS = re.compile(r"(^|/)(tests?|benchmarks?|third_party|samples|fuzz\w*)/"
                   r"|_test\.|_bench\.")
DELETE = re.compile(r"^(\s*)(delete\s*(\[\s*\])?\s*[^;{}]+|free\s*\([^;{}]+\));"
                    r"(\s*//.*)?$")
RESET = re.compile(r"^(\s*[\w.>\-\[\]()*]*?(?:\.|->))reset\(([^;{}]*)\);\s*$")
VIRTUAL = re.compile(r"^(\s*)virtual(\s+~\w+\s*\(\s*\).*)$")
RAW = re.compile(r"^(\s*)(?:std::)?unique_ptr<\w[\w:]*>\s+(\w+)\((new [^;]+)\);$")
DESTROYER = re.compile(r"^(\s*)(\w+(?:\.|->)(?:Unref|unref|Release|close|Close|"
                       r"Clear|clear)\(\));\s*$")
DESTRUCTOR = re.compile(r"~\w+\s*\(\s*\)[^;]*\{")


def changes(text):
    """(line number, kind, the line as it becomes), of one file."""
    in_destructor = 0
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        code = line.partition("//")[0]
        if DESTRUCTOR.search(code):
            in_destructor = depth + 1
        depth += code.count("{") - code.count("}")
        if depth < in_destructor:
            in_destructor = 0
        if match := DELETE.match(line):
            yield number, "delete", match[1] + ";"
        elif match := RESET.match(line):
            rest = match[2].strip()
            keeps = f" {match[1].strip()}reset({rest});" if rest else ""
            yield number, "reset", f"{match[1]}release();{keeps}"
        elif match := VIRTUAL.match(line):
            yield number, "virtual", match[1] + match[2].lstrip()
        elif match := RAW.match(line):
            yield number, "raw", f"{match[1]}auto *{match[2]} = {match[3]};"
        elif in_destructor and (match := DESTROYER.match(line)):
            yield number, "destroyer", match[1] + ";"


class SourceMutator:
    """A copy of a package, in which one line at a time is another."""

    def __init__(self, program, tree, cache):
        self.program = program
        self.folder = cache / "mutation" / "source" / tree.package.name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.source = self.folder / "source"
        shutil.copytree(tree.source, self.source, symlinks=True)
        entries = json.loads((tree.build / "compile_commands.json").read_text())
        text = json.dumps(entries).replace(str(tree.source), str(self.source))
        (self.folder / "compile_commands.json").write_text(text)
        self.units = {str(Path(e["directory"], e["file"]))
                      for e in json.loads(text)}

    def mutants(self):
        out = {}
        for path in sorted(self.source.rglob("*")):
            name = str(path.relative_to(self.source))
            is_unit = str(path) in self.units or path.suffix.startswith(".h")
            if path.suffix not in SOURCES or not is_unit or TESTS.search(name):
                continue
            for number, kind, line in changes(path.read_text(errors="replace")):
                out[f"{name}:{number}"] = (path, number, kind, line)
        return out

    def findings(self):
        """Places of findings; None: a unit does not compile."""
        done = subprocess.run(
            [self.program, "check", "-p", str(self.folder), "--store",
             str(self.folder / "store"), "--format", "json", "--fail-on",
             "never", "--config", "none"],
            capture_output=True, text=True, errors="replace")
        places = set()
        for line in done.stdout.splitlines():
            record = json.loads(line)
            if record["record"] == "unit-failed":
                return None
            if record["record"] == "finding":
                places.add((record["kind"], record["file"], record["line"]))
        return places

    def run(self, mutant, before):
        path, number, kind, line = mutant
        text = path.read_bytes()
        lines = text.decode(errors="surrogateescape").split("\n")
        lines[number - 1] = line
        path.write_bytes("\n".join(lines).encode(errors="surrogateescape"))
        try:
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            after = self.findings()
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
        finally:
            path.write_bytes(text)
        record = {"kind": kind, "cpu": end.ru_utime + end.ru_stime
                  - start.ru_utime - start.ru_stime}
        if after is None:
            return record | {"outcome": "does not compile"}
        new = sorted(after - before)
        record["at"] = [f"{kind} {os.path.relpath(file, self.source)}:{n}"
                        for kind, file, n in new]
        return record | {"outcome": "found" if new else "silent"}


def verdicts():
    """Mutants that lose nothing, says a reader."""
    if not VERDICTS.exists():
        return set()
    rows = [line.split("\t") for line in VERDICTS.read_text().splitlines()[1:]]
    return {(row[0], row[1]) for row in rows if row[3] == "none"}


def run_class_d(options, draw, tool):
    known = verdicts()
    total = [0, 0]
    print(f"{'package':<30}{'class':>6}{'of':>6}{'found':>12}{'no leak':>9}"
          f"{'CPU s/mutant':>14}")
    for name in options.packages or PACKAGES:
        tree = packages.prepare(name, options.cache)
        mutator = SourceMutator(tool, tree, options.cache)
        mutants = mutator.mutants()
        chosen = draw(mutants, options.seed, options.sample or 60)
        before = mutator.findings()
        if before is None:
            raise packages.BenchError(f"{name}: a unit does not compile")
        outcomes = {}
        for key in chosen:
            outcomes[key] = mutator.run(mutants[key], before)
        file = options.cache / "mutation" / f"fused-d-{name}.json"
        file.write_text(json.dumps(outcomes, indent=1))
        real = {key: r for key, r in outcomes.items()
                if r["outcome"] != "does not compile"
                and (r["outcome"] == "found" or (name, key) not in known)}
        found = sum(r["outcome"] == "found" for r in real.values())
        harmless = sum((name, key) in known and r["outcome"] == "silent"
                       for key, r in outcomes.items())
        cpu = sum(r["cpu"] for r in outcomes.values()) / max(1, len(outcomes))
        print(f"{name + ' ' + tree.version:<30}{'d':>6}{len(mutants):>6}"
              f"{f'{found}/{len(real)}':>12}{harmless:>9}{cpu:>14.1f}",
              flush=True)
        total = [total[0] + found, total[1] + len(real)]
        silent = [key for key, r in sorted(real.items())
                  if r["outcome"] == "silent"]
        for key in silent[:options.misses]:
            print(f"  {key}: {real[key]['kind']}: silent")
    if total[1] >= 20:
        print(f"all: {total[0]} of {total[1]}, {total[0] / total[1]:.0%}")
