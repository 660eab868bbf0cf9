#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the IR of real packages read back and obey the rules?

For every unit of every package that the benchmarks have built (bench/
packages.py; nothing is fetched here): print, parse, verify, print again.
Further folders with a compile_commands.json may be named.  Ends with status
77 when there is nothing to do.

    roundtrip_packages.py --watertight PROGRAM --roundtrip PROGRAM [FOLDER...]
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import packages  # noqa: E402

AT_ONCE = 50  # units in one run


def built_folders():
    cache = packages.default_cache()
    return [cache / name / "build" for name in packages.PACKAGES
            if (cache / name / "done.json").exists()]


def sources(folder):
    """Each C and C++ file of the database once, if it still exists."""
    entries = json.loads((folder / "compile_commands.json").read_text())
    found = {}
    for entry in entries:
        file = pathlib.Path(entry["directory"], entry["file"])
        if file.suffix in (".c", ".cc", ".cpp", ".cxx") and file.exists():
            found[str(file.resolve())] = True
    return list(found)


def check(options, folder):
    """(units, problems)"""
    files, count, problems = sources(folder), 0, []
    for start in range(0, len(files), AT_ONCE):
        printed = subprocess.run(
            [options.watertight, "ir", "--store", "none", "-p", str(folder),
             *files[start:start + AT_ONCE]],
            capture_output=True, text=True, errors="replace")
        problems += [line for line in printed.stderr.splitlines()
                     if "error" in line]
        again = subprocess.run([options.roundtrip], input=printed.stdout,
                               capture_output=True, text=True)
        count += int(again.stdout.strip() or 0)
        problems += again.stderr.splitlines()
    if count < len(files):
        problems.append(f"{count} units for {len(files)} files")
    return count, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--watertight", required=True)
    parser.add_argument("--roundtrip", required=True)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    folders = options.folders or built_folders()
    if not folders:
        print("no package has been built by the benchmarks")
        sys.exit(77)
    failures = 0
    for folder in folders:
        count, problems = check(options, folder)
        failures += bool(problems)
        print(f"{folder}: {count} units, {len(problems)} problems")
        for problem in problems[:20]:
            print(f"  {problem}")
    sys.exit(1 if failures else 0)


main()
