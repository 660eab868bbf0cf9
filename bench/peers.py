# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What do the analysers that a programmer has at hand find on the same code?

Runs `clang-19 --analyze`, `gcc -fanalyzer` and `cppcheck` over the units of a
package, and `watertight check --engine all`, all from the sources.  For each
the CPU time against `clang-19 -O0 -g -c` of the same units, how many losses,
double frees and uses after free it tells, and how many of those we tell too.
What only others tell is either their false alarm or our miss: it is written to
CACHE/peers/PACKAGE.jsonl for people to read; verdicts go to
bench/triage/PACKAGE.tsv, as places of the kind `loss`.

The others know one unit at a time and are run with their own defaults.  A unit
that one of them cannot read, or that takes it longer than --limit seconds, is
counted.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import fresh
import measure
import packages
import triage

DEFAULT = ["procps", "findutils", "psmisc"]  # the others take long
WARNING = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: warning: "
                     r"(?P<text>.*) \[(?P<check>[^\]]+)\]$", re.MULTILINE)
QUOTED = re.compile(r"['‘\"]([^'’\"]+)['’\"]")
NEAR = 2  # lines


@dataclass(frozen=True)
class Told:
    """One finding of another tool."""
    file: str
    line: int
    check: str
    text: str

    def names(self):
        """What is quoted in the text: the variable is among it."""
        return set(QUOTED.findall(self.text))


def of_clang(entry, folder):
    return [measure.clang_for(entry), *measure.language_flags(entry),
            "--analyze", "--analyzer-output", "text", "-Qunused-arguments",
            "-fno-caret-diagnostics", entry["file"], "-o", f"{folder}/out"]


def of_gcc(entry, folder):
    return ["g++" if measure.is_cxx(entry) else "gcc", *measure.language_flags(entry),
            "-fanalyzer", "-fdiagnostics-plain-output",
            "-fdiagnostics-path-format=none", "-c", entry["file"],
            "-o", f"{folder}/out"]


def of_cppcheck(entry, folder):
    flags, rest = [], iter(measure.language_flags(entry))
    for flag in rest:
        if flag in ("-I", "-D", "-U"):
            flag += next(rest)
        if flag.startswith(("-I", "-D", "-U")):
            flags.append(flag)
    return ["cppcheck", *flags, "--quiet", "--max-configs=1",
            "--template={file}:{line}:1: warning: {message} [{id}]",
            entry["file"]]


@dataclass(frozen=True)
class Tool:
    name: str
    command: callable
    checks: tuple  # that tell of lost or twice freed memory and handles


TOOLS = [
    Tool("clang --analyze", of_clang,
         ("unix.Malloc", "cplusplus.NewDelete", "cplusplus.NewDeleteLeaks",
          "unix.Stream")),
    Tool("gcc -fanalyzer", of_gcc,
         ("-Wanalyzer-malloc-leak", "-Wanalyzer-file-leak",
          "-Wanalyzer-double-free", "-Wanalyzer-double-fclose",
          "-Wanalyzer-use-after-free", "-Wanalyzer-fd-leak")),
    Tool("cppcheck", of_cppcheck,
         ("memleak", "resourceLeak", "doubleFree", "deallocuse",
          "memleakOnRealloc", "leakNoVarFunctionCall", "leakReturnValNotUsed",
          "deallocret")),
]
# What the same checks tell beside losses and objects freed twice.
NOT_A_LOSS = re.compile(r"position of the stream|in EOF state|offset|not the start|"
                        r"should also be|not allocated by")


@dataclass
class Result:
    """Of one tool over one package."""
    name: str
    cpu: float = 0.0
    failed: int = 0
    told: set = field(default_factory=set)


def run_unit(tool, entry, limit):
    """CPU seconds, whether it went well, what it told."""
    with tempfile.TemporaryDirectory() as folder:
        cost = measure.measure(
            ["sh", "-c", 'exec timeout "$@" 1>&2', "sh", str(limit),
             *tool.command(entry, folder)],
            cwd=entry["directory"], keep_output=True)
    told = set()
    for match in WARNING.finditer(cost.output):
        checks = re.split(r"[\s,\[\]]+", match["check"])
        if not set(checks) & set(tool.checks) or NOT_A_LOSS.search(match["text"]):
            continue
        file = Path(entry["directory"], match["file"]).resolve()
        told.add(Told(str(file), int(match["line"]), checks[-1], match["text"]))
    return cost.cpu, cost.status == 0, told


def run_tool(tool, entries, options):
    result = Result(tool.name)
    with ThreadPoolExecutor(options.jobs) as pool:
        for cpu, is_well, told in pool.map(
                lambda entry: run_unit(tool, entry, options.limit), entries):
            result.cpu += cpu
            result.failed += not is_well
            result.told |= told
    return result


def run_ours(entries, options):
    """CPU seconds with capture, and the findings of a user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "compile_commands.json").write_text(json.dumps(entries))
        cost = measure.measure(
            [options.tool, "check", "-p", str(folder), "--engine", "all",
             "--store", str(folder / "store"), "--format", "json",
             "-o", str(folder / "report")], keep_output=True)
        if cost.status not in (0, 1):
            raise packages.BenchError(cost.output[-500:])
        records = [json.loads(line) for line in
                   (folder / "report").read_text().splitlines()]
    return cost.cpu, [r for r in records if r["record"] == "finding"]


def is_same(told, finding):
    """The same loss, as far as lines and names tell: between the place that
    acquires and the last that loses, or next to one of them when another
    variable is named."""
    lines = [place["line"] for place in [finding, *finding["lost"]]
             if Path(place["file"]).resolve() == Path(told.file)]
    if not lines:
        return False
    names = told.names()
    if not names or finding.get("variable") in names:
        return min(lines) - NEAR <= told.line <= max(lines) + NEAR
    return any(abs(told.line - line) <= NEAR for line in lines)


def print_row(name, cpu, failed, count, both, counts):
    print(f"{name:<18}{cpu:>8.1f}{failed:>8}{count:>10}{both:>10}"
          f"{counts['true']:>7}{counts['false']:>7}"
          f"{count - counts['true'] - counts['false']:>12}")


def compare(name, options):
    recipes = ({name: fresh.recipe(name)} if name not in packages.PACKAGES
               else None)
    tree = packages.prepare(name, options.cache, known=recipes)
    entries = packages.units(tree)
    with tempfile.TemporaryDirectory() as folder:
        baseline = sum(measure.compile_baseline(entry, f"{folder}/out").cpu
                       for entry in entries)
    ours_cpu, ours = run_ours(entries, options)
    known = triage.load(name)
    print(f"\n{name} {tree.version}, {len(entries)} units\n{'':<18}{'x clang':>8}"
          f"{'failed':>8}{'findings':>10}{'ours too':>10}{'true':>7}{'false':>7}"
          f"{'not judged':>12}")
    counts = Counter(known.of_finding(f) for f in ours)
    print_row("watertight", ours_cpu / baseline, 0, len(ours), len(ours), counts)
    out = options.cache / "peers" / f"{name}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w") as file:
        for tool in TOOLS:
            result = run_tool(tool, entries, options)
            print_tool(result, baseline, ours, known, tree.source, file)


def print_tool(result, baseline, ours, known, source, file):
    """`known`: verdicts on the package."""
    both, counts = 0, Counter()
    for told in sorted(result.told, key=lambda t: (t.file, t.line, t.text)):
        same = [f for f in ours if is_same(told, f)]
        both += bool(same)
        place = told.file.removeprefix(f"{source}/")
        place = place.removeprefix(f"{source.parent}/")  # made by the build
        verdict = (known.of_finding(same[0]) if same
                   else known.of_other_tool(f"{place}:{told.line}"))
        counts[verdict] += 1
        file.write(json.dumps({
            "tool": result.name, "place": f"{place}:{told.line}",
            "check": told.check, "text": told.text, "verdict": verdict,
            "ours": [f["fingerprint"] for f in same]}) + "\n")
    print_row(result.name, result.cpu / baseline, result.failed,
              len(result.told), both, counts)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", default=DEFAULT)
    parser.add_argument("--limit", type=int, default=300,
                        help="seconds for one unit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    try:
        packages.PrivateApt(options.cache / "apt").install(["gcc", "g++", "cppcheck"])
        for name in options.packages:
            compare(name, options)
    except packages.BenchError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
