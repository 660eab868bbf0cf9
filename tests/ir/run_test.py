#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Can a CHECK line fail?  Rows of (comments, what run.py says about them)."""

import sys

import run

TEXT = """\
file 0 "/a.c"
function @f name "ns::f" type fn() -> void {
b0:
  %3 = call ptr<void> %1(%2)  !0:4:7 ; @malloc
  %4 = store %5, %3 !0:5:1
  %6 = return
}
function @g type fn() -> void {
b0:
  %3 = return
}
"""

ROWS = [
    ("// CHECK: call ptr<void>", ""),
    ("// CHECK: store\n// CHECK: call", "2: not found"),
    ("// CHECK: call\n// CHECK: call", "2: not found"),
    ("// CHECK: %[m] = call ... @malloc\n// CHECK: store %5, %[m]", ""),
    ("// CHECK: %[m] = call\n// CHECK: store %[m], %[_]", "2: not found"),
    ("// CHECK: %[a] = store %[b], %[b]", "1: not found"),
    ("// CHECK: %[a]", ""),
    ("// CHECK: ret%[a]", "1: not found"),
    ("// CHECK-FN: f\n// CHECK: store", ""),
    ("// CHECK-FN: ns::f\n// CHECK: store", ""),
    ("// CHECK-FN: g\n// CHECK: store", "2: not found"),
    ("// CHECK-FN: h", "1: no function"),
    ("// CHECK-FN: g\n// CHECK-NOT: store", ""),
    ("// CHECK-FN: f\n// CHECK-NOT: store", "2: forbidden"),
    ("// CHECK-NOT: store\n// CHECK: call", ""),
    ("// CHECK: call\n// CHECK-NOT: store\n// CHECK: return", "2: forbidden"),
    ("// CHECK-COUNT: 2 return", ""),
    ("// CHECK-COUNT: 1 return", "1: 2 times"),
    ("\n\n// CHECK: call ... @[line+1]", ""),
    ("\n\n// CHECK: call ... @[line]", "3: not found"),
    ("// CHECK-NEVER: x", "1: unknown word"),
    ("int x;", "no CHECK line"),
]


def main():
    failures = 0
    for source, expected in ROWS:
        problems = run.Checker(source, TEXT).run()
        said = problems[0] if problems else ""
        if len(problems) > 1 or not said.startswith(expected) or \
                bool(said) != bool(expected):
            failures += 1
            print(f"{source!r}: {problems}, not {expected!r}")
    print(f"{len(ROWS)} rows, {failures} failed")
    sys.exit(1 if failures else 0)


main()
