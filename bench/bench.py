#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a benchmark by name: `bench.py capture tar bash`; without one, all.

A benchmark is a module of this folder with a main(arguments) that returns an
exit status: 0 all gates held, 1 a gate was missed, 2 it could not be run.
"""

import importlib
import sys
from pathlib import Path

BENCHMARKS = ["absint", "capture", "contradiction", "facts", "fresh", "growth",
              "house", "mutation", "ownership", "patches", "peers", "rerun", "sat",
              "valueflow"]


def main():
    sys.path.insert(0, str(Path(__file__).parent))
    sys.dont_write_bytecode = True
    if len(sys.argv) < 2:
        return max(importlib.import_module(name).main([])
                   for name in BENCHMARKS)
    if sys.argv[1] not in BENCHMARKS:
        print("usage: bench.py [NAME [OPTIONS]]\nNAME: " +
              ", ".join(BENCHMARKS), file=sys.stderr)
        return 2
    return importlib.import_module(sys.argv[1]).main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
