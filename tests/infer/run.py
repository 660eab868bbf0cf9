#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the inference claim what the annotated functions do, and nothing else?

Each function of programs/ has its claims in the comment above it:

    //= result is new malloc, may fail
    char *copy(const char *s) { return strdup(s); }

A function without such a comment is not looked at; `//= nothing` says that
there is no claim.  `//= gap: CLAIM` is right but not found yet: found, it is an
error too, so that the mark goes away.

    run.py --watertight TOOL --claims TOOL [FILE...]
    run.py --self-test
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
NAME = re.compile(r"([\w:~]+)\s*\(")


def read_expected(text):
    """Function name -> (claims, gaps)."""
    expected, claims, gaps = {}, [], []
    for line in text.splitlines():
        if match := re.match(r"\s*//= (?:(gap): )?(.*)", line):
            (gaps if match[1] else claims).append(match[2].strip())
        elif claims or gaps:
            match = NAME.search(line)
            if not match:
                raise ValueError(f"no function after the claims: {line}")
            expected[match[1]] = (
                {c for c in claims if c != "nothing"}, set(gaps))
            claims, gaps = [], []
    return expected


def compare(expected, found):
    """Messages, one per difference."""
    for name, (claims, gaps) in expected.items():
        if name not in found:
            yield f"{name}: no such function"
            continue
        for claim in sorted(claims - found[name]):
            yield f"{name}: missing: {claim}"
        for claim in sorted(found[name] - claims - gaps):
            yield f"{name}: too much: {claim}"
        for claim in sorted(gaps & found[name]):
            yield f"{name}: found, so no gap: {claim}"


def claims_of(arguments, file):
    found = defaultdict(set)
    with tempfile.NamedTemporaryFile("w", suffix=".ir") as ir:
        subprocess.run([arguments.watertight, "ir", "--store", "none", file],
                       stdout=ir, stderr=subprocess.DEVNULL, check=True)
        ir.flush()
        out = subprocess.run([arguments.claims, ir.name], check=True,
                             capture_output=True, text=True).stdout
    for line in out.splitlines():
        name, _, claim = line.partition(": ")
        if claim:
            found[name].add(claim)
        else:
            found[name.removesuffix(":")]
    return found


def self_test():
    text = "//= a\n//= gap: b\nint f(int x) {\n//= nothing\nvoid g(void) {\n"
    expected = read_expected(text)
    right = not list(compare(expected, {"f": {"a"}, "g": set()}))
    wrong = [{"f": set(), "g": set()}, {"f": {"a", "b"}, "g": set()},
             {"f": {"a"}, "g": {"c"}}, {"f": {"a"}}]
    return right and all(list(compare(expected, w)) for w in wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--watertight")
    parser.add_argument("--claims")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.self_test:
        sys.exit(0 if self_test() else 1)
    functions = failures = gaps = 0
    for file in arguments.files or sorted((HERE / "programs").glob("*.c*")):
        expected = read_expected(file.read_text())
        functions += len(expected)
        gaps += sum(len(g) for _, g in expected.values())
        for message in compare(expected, claims_of(arguments, file)):
            print(f"{file.name}: {message}")
            failures += 1
    print(f"{functions} functions, {gaps} gaps, {failures} differences")
    sys.exit(1 if failures or not functions else 0)


main()
