#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a real build become the right units, whatever happens on the way?

Runs the binary on small projects, each in a fresh folder: databases and flags,
failing and crashing units, the store between runs, processes and signals.

    run.py PATH/TO/watertight [NAME-PART]
"""

import os
import sys
import unittest

import project

if __name__ == "__main__":
    project.TOOL = os.path.abspath(sys.argv[1])
    arguments = [sys.argv[0]]
    for name in sys.argv[2:]:
        arguments += ["-k", name]
    here = os.path.dirname(os.path.abspath(__file__))

    def load_tests(loader, tests, pattern):
        return loader.discover(here, pattern="test_*.py")

    unittest.main(argv=arguments)
