# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is installed works from where it is."""

import os
import shutil
import subprocess
import unittest

import tool


class Install(tool.Case):
    def setUp(self):
        super().setUp()
        self.build = os.path.dirname(os.path.dirname(tool.TOOL))
        if not os.path.exists(os.path.join(self.build, "CMakeCache.txt")):
            self.skipTest("not in a build folder")
        subprocess.run(["cmake", "--build", self.build, "--target", "manual"],
                       check=True, stdout=subprocess.DEVNULL)

    def test_prefix(self):
        prefix = self.path("usr")
        subprocess.run(["cmake", "--install", self.build, "--prefix", prefix],
                       check=True, stdout=subprocess.DEVNULL)
        names = {os.path.relpath(os.path.join(folder, name), prefix)
                 for folder, _, files in os.walk(prefix) for name in files}
        self.assertEqual(names, {
            "bin/watertight", "bin/watertight-worker",
            "share/man/man1/watertight.1",
            "share/bash-completion/completions/watertight",
            "share/fish/vendor_completions.d/watertight.fish"})
        self.write("a.c", tool.LEAK)
        moved = self.path("elsewhere")
        shutil.move(prefix, moved)
        link = self.path("wt")
        os.symlink(os.path.join(moved, "bin", "watertight"), link)
        for program in (os.path.join(moved, "bin", "watertight"), link):
            done = subprocess.run([program, "check", "--store", "none", "a.c"],
                                  cwd=self.folder, capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("[leak, high confidence]", done.stdout)

    @unittest.skipUnless(shutil.which("groff"), "no groff here")
    def test_the_page_is_good_troff(self):
        with open(os.path.join(self.build, "src/driver/watertight.1")) as page:
            done = subprocess.run(["groff", "-man", "-ww", "-z"], stdin=page,
                                  capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
