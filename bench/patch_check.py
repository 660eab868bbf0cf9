# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is a leak that a patch mends reported without the patch, and less with it?

The source tree is put into both states by `patch` and checked in both, by the
same compile commands.  Findings count if they are leaks in a function that the
patch changes, by its name.  Which functions those are is read off the two
versions of the file: `diff` says which lines differ, `ctags` where functions
begin and end.

What it does not do: a leak that is mended elsewhere than where it happens
counts as missed; patches of headers alone are left out.
Tested by tests/unit/facts/patches_test.py.
"""

import contextlib
import json
import re
import shutil
import subprocess
from pathlib import Path

from packages import BenchError

LEAKS = ("leak", "resource-leak")
SHOWN = ("high", "medium")
SECONDS = 1200  # for one check


def patch(source, file, *options):
    done = subprocess.run(
        ["patch", "-p1", "--forward", "--silent", "--fuzz=1", "-r", "-",
         "--no-backup-if-mismatch", *options, "-i", file],
        cwd=source, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode == 0


def put(source, file, is_with):
    """Puts the tree into the state with or without the patch."""
    has = patch(source, file, "--dry-run", "-R")
    if not has and not patch(source, file, "--dry-run"):
        raise BenchError("the patch can neither be applied nor taken back")
    if has != is_with and not patch(source, file, *([] if is_with else ["-R"])):
        raise BenchError("patch failed")


def changed_lines(old, new):
    """The lines that differ: ranges in the one and in the other file."""
    done = subprocess.run(["diff", "-U0", old, new], capture_output=True,
                          text=True, errors="replace")
    first, second = [], []
    for a, b, c, d in re.findall(
            r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", done.stdout,
            re.MULTILINE):
        first.append((int(a), int(a) + max(int(b or 1), 1) - 1))
        second.append((int(c), int(c) + max(int(d or 1), 1) - 1))
    return first, second


def functions(file, ranges):
    """Names of the functions that contain some of these lines."""
    done = subprocess.run(
        ["ctags", "--languages=C,C++", "--map-C++=+.h", "--kinds-C=f",
         "--kinds-C++=f", "--fields=+ne", "--output-format=json", "-f", "-",
         file], capture_output=True, text=True, errors="replace")
    tags = [json.loads(line) for line in done.stdout.splitlines()]
    return {tag["name"].split("::")[-1] for tag in tags for low, high in ranges
            if tag["line"] <= high and low <= tag.get("end", tag["line"])}


def is_one_of(name, names):
    """Is this the plain or qualified name of one of them?"""
    plain = re.sub(r"\(.*", "", name or "")
    return plain.split("::")[-1] in names


def check(tool, entries, folder):
    """Findings at every confidence; the units that fail to compile are told."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    try:
        done = subprocess.run(
            [tool, "check", "-p", folder, "--store", folder / "store",
             "--format", "json", "--min-confidence", "low", "--fail-on",
             "never"], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise BenchError("the check takes too long") from None
    if done.returncode:
        raise BenchError(f"check failed: {done.stderr[-200:]}")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return records


def counts(records, files, names):
    """[shown, all]: leaks in these functions of these files."""
    if any(r["record"] == "unit-failed" and Path(r["file"]).resolve() in files
           for r in records):
        raise BenchError("a patched file does not compile")
    here = [r for r in records if r["record"] == "finding"
            and r["kind"] in LEAKS and Path(r["file"]).resolve() in files
            and is_one_of(r["function"], names)]
    return [sum(r["confidence"] in SHOWN for r in here), len(here)]


@contextlib.contextmanager
def taken_back(source, later):
    """Without the patches that were put on top, in both states."""
    done = []
    try:
        for file in reversed(later):
            put(source, file, False)
            done.append(file)
        yield
    finally:
        for file in reversed(done):
            put(source, file, True)


def measure(tool, source, file, targets, entries, folder):
    """{"alone": {"without": [shown, all], "with": …}, "package": …} of one
    patch; targets are the files it changes, entries all that compiles."""
    files = {(source / target).resolve() for target in targets}
    alone = [e for e in entries
             if Path(e["directory"], e["file"]).resolve() in files]
    if not alone:
        raise BenchError("no patched file is compiled")
    try:
        return both_states(tool, source, file, targets,
                           {"alone": alone, "package": entries}, folder)
    finally:
        put(source, file, True)


def both_states(tool, source, file, targets, scopes, folder):
    files = {(source / target).resolve() for target in targets}
    put(source, file, True)
    kept = folder / "with"
    shutil.rmtree(kept, ignore_errors=True)
    for target in targets:
        (kept / target).parent.mkdir(parents=True, exist_ok=True)
        if (source / target).exists():
            shutil.copy(source / target, kept / target)
    put(source, file, False)
    names = set()
    for target in targets:
        old, new = source / target, kept / target
        if old.exists() and new.exists():
            before, after = changed_lines(old, new)
            names |= functions(old, before) | functions(new, after)
    found = {"functions": sorted(names), "alone": {}, "package": {}}
    for state in ("without", "with"):
        put(source, file, state == "with")
        for scope, units in scopes.items():
            records = check(tool, units, folder / scope)
            found[scope][state] = counts(records, files, names)
    return found


def is_found(measured, scope, index):
    """index: 0 for what is shown, 1 with low confidence."""
    without, with_it = (measured[scope][state][index]
                        for state in ("without", "with"))
    return without > with_it
