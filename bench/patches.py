# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the tool find leaks that people found, and fixed, in real programs?

Debian's source packages carry patches; some of them fix a leak.  `scan` fetches
the packaging (not the source) of the packages in patches/packages.txt and keeps
the patches that say so and add a release.  `run` builds such a package
(patch_build.py), checks it as it is, takes the one patch back and checks again
(patch_check.py).  A case is *found* if the patched function is reported without
the patch, and less often with it.

Half of the cases, by seed, are never read: their figure says how much the other
half was fitted, and not even their names are printed.  What cannot be built, or
not without the patch, is counted.

What it does not do: information leaks, patches of several themes (over MANY
changed functions), packages over LARGE bytes of source.
Tested by tests/unit/facts/patches_test.py.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import packages
import patch_build
import patch_check
from packages import BenchError

LIST = Path(__file__).parent / "patches" / "packages.txt"
SEED = "patches"
MANY = 12
LARGE = 12 << 20
AT_ONCE = 50  # packages that are fetched
HEADERS = (".h", ".hh", ".hpp")
SOURCES = (".c", ".cc", ".cpp", ".cxx", *HEADERS)
SAYS_LEAK = re.compile(
    r"(memory|mem|resource|fd|file|descriptor|handle|handler|socket|string|"
    r"stream|buffer|object|context|possible|potential|small|several|some|"
    r"fix\w*|plug\w*|avoid\w*|a|the)[ _-]+leak|\bleak(s|ing|ed|age)?\b|memleak", re.I)
OTHER_LEAK = re.compile(
    r"(info\w*|data|stack|heap|kernel|password|credential|privacy|address|"
    r"pointer|timing|key|content)[ _-]+(memory[ _-]+)?leak|leak\w*[ _-]+"
    r"(of[ _-]+)?(info|data|sensitive|secret|password|credential|private|into)|"
    r"abstraction", re.I)
RELEASE = re.compile(
    r"\b\w*(free|close|destroy|unref|release|delete|cleanup|clear|dispose|"
    r"deinit|fini|put|drop)\w*\s*\(|\bdelete(\[\])?\s+\w", re.I)


def names():
    return [line for line in LIST.read_text().split("\n")
            if line and not line.startswith("#")]


def hunks(text):
    """(file, function of the hunk's headline, added lines) of a patch."""
    found, file = [], None
    for line in text.split("\n"):
        if line.startswith("+++ "):
            file = line[4:].split("\t")[0].strip().split("/", 1)[-1]
        elif line.startswith("@@ ") and file:
            found.append((file, line.split("@@")[-1].strip(), []))
        elif line.startswith("+") and found:
            found[-1][2].append(line[1:])
    return found


def headline(text):
    """What stands before the first file, and what people say of the patch."""
    return text.split("\n--- ", 1)[0]


def fixes_leak(name, text):
    says = f"{name}\n{headline(text)}"
    if not SAYS_LEAK.search(says) or OTHER_LEAK.search(says):
        return False
    changed = [h for h in hunks(text) if h[0].endswith(SOURCES)]
    return 0 < len(changed) <= MANY and any(
        RELEASE.search(line) for _, _, added in changed for line in added)


def is_read(case):
    """Whether people may look at this case before the end."""
    key = f"{SEED} {case['package']} {case['patch']}"
    return hashlib.sha256(key.encode()).digest()[0] % 2 == 0


def small_ones(apt, names):
    """Those whose source has at most LARGE bytes."""
    shown = packages.run(["apt-cache", *apt.options, "showsrc",
                          "--only-source", *names])
    sizes = {}
    for part in shown.split("\n\n"):
        name = re.search(r"^Package: (\S+)$", part, re.MULTILINE)
        files = re.findall(r"^ [0-9a-f]{32} (\d+) \S+$", part, re.MULTILINE)
        if name and files:
            sizes[name.group(1)] = max(int(size) for size in files)
    return [name for name in names if 0 < sizes.get(name, 0) <= LARGE]


def fetch(apt, names, folder):
    """The packaging of as many of them as the mirror has."""
    folder.mkdir(parents=True, exist_ok=True)
    if names:
        subprocess.run(["apt-get", *apt.options, "-qq", "source", "--diff-only",
                        *names], cwd=folder, stdin=subprocess.DEVNULL,
                       capture_output=True)


def scan_package(name, fetched, folder):
    """Cases of one package."""
    archives = list(fetched.glob(f"{name}_*.debian.tar.*"))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    cases = []
    if archives:
        packages.run(["tar", "xf", archives[0]], cwd=folder)
        patches = folder / "debian" / "patches"
        cases = [{"package": name, "patch": str(patch.relative_to(patches))}
                 for patch in listed_patches(patches)
                 if fixes_leak(patch.name, patch.read_text(errors="replace"))]
    (folder / "scanned.json").write_text(
        json.dumps({"fetched": bool(archives), "cases": cases}))


def listed_patches(folder):
    series = folder / "series"
    if not series.exists():
        return []
    rows = [line.split()[0] for line in series.read_text(errors="replace")
            .split("\n") if line.strip() and not line.startswith("#")]
    return [folder / row for row in rows if (folder / row).is_file()]


def scan(options):
    """(cases of all packages in the order of the list, packages fetched)"""
    apt = packages.PrivateApt(options.cache / "apt")
    root, fetched = options.cache / "patches", options.cache / "patches.fetched"
    listed = [name for name in names()[:options.packages]
              if not options.only or name in options.only]
    new = [n for n in listed if not (root / n / "scanned.json").exists()]
    for start in range(0, len(new), AT_ONCE):
        batch = new[start:start + AT_ONCE]
        apt.update()
        fetch(apt, small_ones(apt, batch), fetched)
        for name in batch:
            scan_package(name, fetched, root / name)
    known = [json.loads((root / name / "scanned.json").read_text())
             for name in listed]
    return ([case for one in known for case in one["cases"]],
            sum(one["fetched"] for one in known))


def targets(text):
    """The sources that a patch changes; headers are seen through them."""
    return sorted({file for file, _, _ in hunks(text)
                   if file.endswith(SOURCES) and not file.endswith(HEADERS)})


def put_on_top(patches, file, text):
    """Patches of the series behind this one that change one of its files."""
    files = {changed for changed, _, _ in hunks(text)}
    series = [patch.resolve() for patch in listed_patches(patches)]
    return [patch for patch in series[series.index(file) + 1:]
            if files & {changed for changed, _, _ in
                        hunks(patch.read_text(errors="replace"))}]


def measured(case, options, apt):
    """What patch_check.measure says, or {"failed": why}; kept in the cache."""
    folder = options.cache / "patches" / case["package"]
    kept = folder / "results" / f"{case['patch'].replace('/', '_')}.json"
    if kept.exists() and not options.again:
        return json.loads(kept.read_text())
    print(f"{case['package']} ...", file=sys.stderr)
    kept.parent.mkdir(exist_ok=True)
    patches = folder / "debian" / "patches"
    file = (patches / case["patch"]).resolve()
    text = file.read_text(errors="replace")
    try:
        source = patch_build.build(apt, case["package"], folder)
        later = put_on_top(patches, file, text)
        with patch_check.taken_back(source, later):
            result = patch_check.measure(
                options.tool, source, file, targets(text),
                patch_build.entries(folder), folder / "checks")
    except (BenchError, OSError) as error:
        result = {"failed": str(error).splitlines()[0][:100]}
    kept.write_text(json.dumps(result))
    return result


def print_case(case, result):
    name = f"{case['package']}/{case['patch']}"
    if "failed" in result:
        print(f"{name:60} {result['failed']}")
        return
    cells = [f"{result[scope]['without'][index]} -> "
             f"{result[scope]['with'][index]}{'' if not found else ' found'}"
             for scope in ("alone", "package") for index in (0, 1)
             for found in [patch_check.is_found(result, scope, index)]]
    print(f"{name:60} " + " ".join(f"{cell:14}" for cell in cells))


def print_figures(title, results):
    """Of one half: the cases that could be measured, and those found."""
    good = [r for r in results if "failed" not in r]
    cells = [sum(patch_check.is_found(r, scope, index) for r in good)
             for scope in ("alone", "package") for index in (0, 1)]
    print(f"{title:8} {len(good):6} " + " ".join(f"{n:9}" for n in cells)
          + f" {len(results) - len(good):12}")


def run(options):
    cases, _ = scan(options)
    apt = packages.PrivateApt(options.cache / "apt")
    results = [(case, measured(case, options, apt))
               for case in cases[:options.cases]]
    halves = {True: [], False: []}
    for case, result in results:
        halves[is_read(case)].append(result)
        if is_read(case):
            print_case(case, result)
    print(f"\n{'half':8} {'cases':>6} {'alone':>9} {'and low':>9} "
          f"{'package':>9} {'and low':>9} {'not measured':>12}")
    print_figures("read", halves[True])
    print_figures("unread", halves[False])
    return 0


def print_cases(options):
    """Names of the half that may be read, and how many there are."""
    cases, fetched = scan(options)
    for case in cases:
        if is_read(case):
            print(f"{case['package']:24} {case['patch']}")
    unread = sum(not is_read(case) for case in cases)
    print(f"{len(cases)} cases in {fetched} packages, {unread} not to be read")
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command", nargs="?", choices=["scan", "run"],
                        default="run")
    parser.add_argument("only", nargs="*", metavar="PACKAGE",
                        help="of the list: these")
    parser.add_argument("--packages", type=int, default=2000,
                        help="of the list: so many")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--again", action="store_true",
                        help="check again; builds are kept")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    return print_cases(options) if options.command == "scan" else run(options)


if __name__ == "__main__":
    sys.exit(main())
