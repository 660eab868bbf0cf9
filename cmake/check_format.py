#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are the C++ sources laid out as .clang-format says?

Programs that are inputs of tests are left alone: their lines are the truth that
the tests are about.

    check_format.py [ROOT]
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOOL = "clang-format-19"
INPUTS = ["tests/leak", "tests/capture", "tests/ir", "tests/prove",
          "tests/pointer/programs", "tests/cli/projects", "tests/fuzz/corpus"]
AT_ONCE = 40  # files of one call


def sources(root):
    for folder in ("src", "tests", "bench"):
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.suffix in (".h", ".cpp") and \
                    not any(name.startswith(inputs + "/") for inputs in INPUTS):
                yield name


def complaints(root, names):
    done = subprocess.run([TOOL, "--dry-run", "-Werror", *names], cwd=root,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode and not done.stderr:
        return [f"{TOOL} ended with status {done.returncode}"]
    return [line for line in done.stderr.splitlines() if ": error: " in line]


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    names = list(sources(root))
    parts = [names[i:i + AT_ONCE] for i in range(0, len(names), AT_ONCE)]
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        messages = [message for part in pool.map(
            lambda part: complaints(root, part), parts) for message in part]
    for message in messages:
        print(message, file=sys.stderr)
    if messages:
        print(f"{TOOL} -i FILE mends it", file=sys.stderr)
    sys.exit(1 if messages else 0)


main()
