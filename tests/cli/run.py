#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the tool keep its promises at the command line?

Runs the binary on small inputs, each in a fresh folder, and compares exit
status, stdout and stderr with docs/user/command-line.md and docs/user/output.md.

    run.py PATH/TO/watertight [NAME-PART]
"""

import os
import sys
import unittest

import tool

if __name__ == "__main__":
    tool.TOOL = os.path.abspath(sys.argv[1])
    arguments = [sys.argv[0]]
    for name in sys.argv[2:]:
        arguments += ["-k", name]
    here = os.path.dirname(os.path.abspath(__file__))

    def load_tests(loader, tests, pattern):
        return loader.discover(here, pattern="test_*.py")

    unittest.main(argv=arguments)
