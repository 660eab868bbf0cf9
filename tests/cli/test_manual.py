# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page and completion know every command and option."""

import re
import shutil
import subprocess
import unittest

import tool


class Manual(tool.Case):
    def names(self):
        """Commands, and options of `check`, from --help."""
        told = self.run_tool("--help", status=0).stdout
        commands = re.findall(r"^  ([a-z]+) ", told, re.MULTILINE)
        told = self.run_tool("check", "--help", status=0).stdout
        return commands, sorted(set(re.findall(r"--[a-z][a-z-]+", told)) -
                                {"--help"})

    def test_page(self):
        page = self.run_tool("man", status=0).stdout
        self.assertTrue(page.startswith(".TH WATERTIGHT 1"))
        commands, options = self.names()
        self.assertIn("check", commands)
        self.assertIn("--fix-dir", options)
        for command in commands:
            self.assertIn(f".B {command}\n", page)
        for option in options:
            self.assertIn(option.replace("-", "\\-"), page)

    def complete(self, line):
        script = self.run_tool("completion", "bash", status=0).stdout
        words = line.split(" ")
        listed = " ".join(f"'{word}'" for word in words)
        done = subprocess.run(
            ["bash", "-c", script + f"COMP_WORDS=({listed}); "
             f"COMP_CWORD={len(words) - 1}; _watertight; "
             "printf '%s\\n' \"${COMPREPLY[@]}\""],
            capture_output=True, text=True, check=True, cwd=self.folder)
        return done.stdout.split()

    def test_bash(self):
        self.assertEqual(self.complete("watertight ch"), ["check"])
        self.assertEqual(self.complete("watertight check --fix-"),
                         ["--fix-dir"])
        self.assertEqual(self.complete("watertight check --fail-on n"),
                         ["note", "never"])
        self.assertEqual(self.complete("watertight baseline u"), ["update"])
        self.assertEqual(self.complete("watertight init --engi"), [])

    @unittest.skipUnless(shutil.which("fish"), "no fish here")
    def test_fish(self):
        script = self.run_tool("completion", "fish", status=0).stdout
        done = subprocess.run(
            ["fish", "-c", script + "complete -C 'watertight check --fix-'"],
            capture_output=True, text=True, check=True)
        self.assertIn("--fix-dir", done.stdout)

    def test_another_shell(self):
        self.run_tool("completion", "tcsh", status=2)
