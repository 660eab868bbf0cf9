#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does strange input end in a unit or in a message, and never in a crash?

Each case writes a file and says what must come out: IR that reads back, or
status 2 with words of a message.

    hostile.py --watertight PROGRAM --roundtrip PROGRAM
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile


def long_function(lines):
    """Statements of all kinds in one body: calls, branches, loops, exits."""
    pattern = ["  if (n == {i}) return {i};",
               "  p = malloc({i});",
               "  if (!p) goto out;",
               "  for (int i{i} = 0; i{i} < n; i{i}++) p[i{i}] = (char)n;",
               "  free(p);"]
    body = [pattern[i % len(pattern)].format(i=i) for i in range(lines)]
    return ("void *malloc(unsigned long);\nvoid free(void *);\n"
            "int f(int n) {\n  char *p = 0;\n" + "\n".join(body)
            + "\nout:\n  return 0;\n}\n")


def long_cleanup(lines):
    """A way out of one scope with a cleanup every second line."""
    body = [f"  if (n == {i}) return {i};\n  n += use(&p);"
            for i in range(lines // 2)]
    return ("void drop(char **);\nint use(char **);\n"
            "int f(int n) {\n  __attribute__((cleanup(drop))) char *p = 0;\n"
            + "\n".join(body) + "\n  return 0;\n}\n")


def many_cases(count):
    cases = "".join(f"  case {i}: n += {i}; if (n > {i}) break;\n"
                    for i in range(count))
    return "int f(int n) {\n  switch (n) {\n" + cases + "  }\n  return n;\n}\n"


GARBAGE = bytes(random.Random(1).randrange(256) for _ in range(20000))
DEPTH = 10000

# name, content, what is expected: "" is a unit, else words of the message.
CASES = [
    ("empty.c", "", ""),
    ("empty.cpp", "\n", ""),
    ("blank.c", "/* nothing */", ""),
    ("garbage.c", GARBAGE, "error:"),
    ("garbage.cpp", GARBAGE, "error:"),
    ("zeros.c", b"\0" * 5000, ""),
    ("itself.c", '#include "itself.c"\n', "nested too deeply"),
    ("missing.c", '#include "nowhere.h"\n', "file not found"),
    ("parentheses.c", "int f(int n) { return " + "(" * DEPTH + "n"
     + ")" * DEPTH + "; }\n", "bracket nesting"),
    ("braces.c", "void f(void) " + "{" * DEPTH + "}" * DEPTH + "\n",
     "bracket nesting"),
    ("nots.c", "int f(int n) { return " + "!" * 2000 + "n; }\n", ""),
    ("sums.c", "int f(int n) { return " + "n + " * 2000 + "n; }\n", ""),
    ("ifs.c", "int f(int n) {\n" + "if (n)\n" * 2000 + "n++;\nreturn n; }\n",
     ""),
    ("pointers.c", "int " + "*" * 1000 + "p;\nvoid *f(void) { return p; }\n",
     ""),
    ("arrays.c", "int a" + "[1]" * 1000 + ";\nvoid *f(void) { return a; }\n",
     ""),
    ("records.c", "".join(f"struct s{i} {{ struct s{i - 1} a; }};\n" if i
                          else "struct s0 { char *p; };\n"
                          for i in range(1000))
     + "struct s999 *x;\nchar *f(void) { return *(char **)x; }\n"
     + "struct s999 g(struct s999 a) { return a; }\n", ""),
    ("macro.c", "#define A0 f\n"
     + "".join(f"#define A{i} A{i - 1}\n" for i in range(1, 1000))
     + "int A999(void) { return 0; }\n", ""),
    ("line.c", "int f(int n) { " + "n++; " * 50000 + "return n; }\n", ""),
    ("names.c", "int " + "x" * 100000 + "(void) { return 0; }\n", ""),
    ("cases.c", many_cases(20000), ""),
    ("text.c", "const char *f(void) { return \"" + "a" * 1000000 + "\"; }\n",
     ""),
    ("templates.cpp", "template <int N> struct T { T<N + 1> t; };\nT<0> t;\n",
     "error:"),
    ("utf8.c", "int gr\u00f6\u00dfe(void) { return 1; }\n", ""),
]


class Tester:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.failures = 0

    def fail(self, name, text):
        self.failures += 1
        print(f"{name}: {text}")

    def run(self, name, content, expected):
        file = self.folder / name
        if isinstance(content, str):
            content = content.encode()
        file.write_bytes(content)
        done = subprocess.run(
            [self.options.watertight, "ir", "--store", "none", str(file)],
            capture_output=True, text=True, errors="replace", timeout=120)
        if "crash" in done.stderr or "signal" in done.stderr:
            self.fail(name, f"a crash: {done.stderr[-400:]}")
        elif expected:
            if done.returncode != 2 or expected not in done.stderr:
                self.fail(name, f"status {done.returncode}, no '{expected}': "
                          + done.stderr[-400:])
        elif done.returncode:
            self.fail(name, f"status {done.returncode}: {done.stderr[-400:]}")
        else:
            again = subprocess.run([self.options.roundtrip], input=done.stdout,
                                   capture_output=True, text=True)
            if again.returncode:
                self.fail(name, again.stderr[-400:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--watertight", required=True)
    parser.add_argument("--roundtrip", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        tester = Tester(options, pathlib.Path(name))
        for case in CASES:
            tester.run(*case)
        tester.run("statements.c", long_function(50000), "")
        tester.run("cleanups.c", long_cleanup(50000), "")
    print(f"{len(CASES) + 2} cases, {tester.failures} failed")
    sys.exit(1 if tester.failures else 0)


main()
