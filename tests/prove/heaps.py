#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do the proofs of tests/prove/programs hold on all small heaps?

Compiles each program with heaps.c (which says how) and runs every routine that
is marked as proved and takes one or two cells.  A cell that is lost there is a
wrong proof.  With --all, routines that are marked as possible leaks are run
too and must lose something: otherwise the warning is counted as false.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import run

SHAPES = {"list": "LIST", "dlist": "DLIST", "tree": "TREE"}
MOST = {"LIST": 4, "DLIST": 3, "TREE": 3}
SIGNATURE = r"struct (\w+) \*{name}\(([^)]*)\)"


def call_of(text, name):
    """C that calls the routine, or None when its arguments are unusual."""
    found = re.search(SIGNATURE.replace("{name}", name), text)
    if not found or found[1] not in SHAPES:
        return None
    words, cells = [], 0
    for parameter in found[2].split(","):
        if parameter.strip().startswith("int "):
            words.append("1")
        else:
            words.append(f"given[{cells}]")
            cells += 1
    if cells > 2:
        return None
    shape = SHAPES[found[1]]
    function = (f"static void *call_{name}(void **given) "
                f"{{ (void)given; return {name}({', '.join(words)}); }}")
    most = MOST[shape] - (cells > 1 and shape != "LIST")
    start = (f'try_all("{name}", {shape}, {most}, call_{name}, '
             f"{max(1, cells)});")
    return function, start


def run_program(file, names, folder):
    text = file.read_text()
    calls = [c for c in (call_of(text, name) for name in names) if c]
    if not calls:
        return 0, "nothing to run"
    body = " ".join(f for f, _ in calls)
    starts = " ".join(s for _, s in calls)
    source = folder / (file.stem + "_heaps.c")
    harness = (run.ROOT / "heaps.c").read_text().replace(
        '#include "prove.h"', f'#include "{run.ROOT}/prove.h"')
    # The program sees the allocator of the test, and is counted.
    source.write_text(
        harness.replace("RUN_ALL\n", "#define malloc test_malloc\n"
                        "#define free test_free\n"
                        "#define while(...) while (step(), (__VA_ARGS__))\n"
                        f'#include "{file}"\n#undef malloc\n#undef free\n'
                        f"#undef while\n{body}\n"
                        f"static void run_all(void) {{ {starts} }}\n"))
    binary = folder / file.stem
    subprocess.run(["clang-19", "-O0", "-w",
                    "-o", str(binary), str(source)], check=True, timeout=120)
    # A small stack: endless recursion ends soon.
    done = subprocess.run(["sh", "-c", f"ulimit -s 128; exec {binary}"],
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true",
                        help="also routines with possible leaks, one by one")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in sorted((run.ROOT / "programs").glob("*.c")):
            marks = list(run.marks(file))
            proved = [n for n, mark, _ in marks if mark == "PROVED"]
            status, output = run_program(file, proved, folder)
            wrong += status != 0
            print(f"{file.name}: {output}")
            for name_, mark, _ in marks if options.all else []:
                if mark == "POSSIBLE":
                    status, output = run_program(file, [name_], folder)
                    print(f"{name_}: {output}"
                          + ("" if status else " (a false warning)"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
