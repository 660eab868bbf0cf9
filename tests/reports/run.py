#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do the programs that read our reports accept them?

HTML in headless Chromium (page.mjs), SARIF by the validator with the rules of
code hosting.  Needs Debian's chromium, node and npm: './wt test full' installs
them; the packages of npm go to a cache (npm.py).

    run.py PATH/TO/watertight [--pictures FOLDER]
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import npm
import projects

TOOL = ""
PICTURES = None


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = os.path.realpath(tempfile.mkdtemp(prefix="wtreports"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.check("large", projects.write_large)
        cls.check("hostile", projects.write_hostile)

    @classmethod
    def check(cls, name, write):
        folder = os.path.join(cls.folder, name)
        os.makedirs(folder)
        done = subprocess.run(
            [TOOL, "check", "--store", "none", "--format", "html=html",
             "--format", "sarif=report.sarif", *write(folder)],
            cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 1, done.stderr

    def test_html_in_a_browser(self):
        browser = shutil.which("chromium")
        self.assertTrue(browser, "chromium is missing; './wt test full' "
                        "installs it")
        here = os.path.dirname(os.path.abspath(__file__))
        reports = [os.path.join(self.folder, name, "html")
                   for name in ("large", "hostile")]
        done = subprocess.run(
            ["node", os.path.join(here, "page.mjs"),
             npm.installed("playwright-core"), browser, *reports,
             *([PICTURES] if PICTURES else [])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=600)
        print(done.stdout)
        self.assertEqual(done.returncode, 0)

    # Every complaint is one line "FILE(LINE,COLUMN): error RULE: ...".
    def complaints(self, path):
        modules = npm.installed("@microsoft/sarif-multitool")
        validator = os.path.join(modules, "@microsoft", "sarif-multitool-linux",
                                 "Sarif.Multitool")
        os.chmod(validator, 0o755)
        done = subprocess.run(
            [validator, "validate", path, "--rule-kind", "Sarif;Ghas",
             "--max-file-size-in-kb", "100000", "--output", path + ".checked", "--log", "ForceOverwrite"],
            env=dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=300)
        self.assertIn("Done. 1 files scanned.", done.stdout)
        return [line for line in done.stdout.splitlines()
                if re.search(r": (error|warning) [A-Z]+\d+", line)]

    def test_sarif_is_valid(self):
        for name in ("large", "hostile"):
            path = os.path.join(self.folder, name, "report.sarif")
            # The project has no address of its own to name.  That one
            # warning also shows that the validator read the file to its end.
            complaints = self.complaints(path)
            self.assertEqual(len(complaints), 1, complaints)
            self.assertIn("SARIF2005", complaints[0])
            with open(path) as text:
                run = json.load(text)["runs"][0]
            self.assertTrue(run["invocations"][0]["executionSuccessful"])
            self.assertEqual(len(run["results"]),
                             5000 if name == "large" else 1)

    def test_the_validator_complains(self):
        with open(os.path.join(self.folder, "hostile", "report.sarif")) as text:
            log = json.load(text)
        for rule in log["runs"][0]["tool"]["driver"]["rules"]:
            del rule["help"]
        path = os.path.join(self.folder, "broken.sarif")
        with open(path, "w") as out:
            json.dump(log, out)
        self.assertTrue(any("GH2012" in c for c in self.complaints(path)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--pictures", metavar="FOLDER")
    arguments, rest = parser.parse_known_args()
    TOOL = os.path.abspath(arguments.tool)
    PICTURES = arguments.pictures and os.path.abspath(arguments.pictures)
    unittest.main(argv=[sys.argv[0], *rest])
