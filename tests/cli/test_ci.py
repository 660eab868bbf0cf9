# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of docs/user/ci.md, run as they stand there in a repository."""

import json
import os
import re
import subprocess

import tool

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                    os.pardir, "docs", "user", "ci.md")


def example(name):
    """The code below a heading."""
    with open(PAGE) as file:
        part = file.read().split(f"\n## {name}\n")[1].split("\n## ")[0]
    return re.search(r"```\w*\n(.*?)```", part, re.DOTALL)[1]


class Examples(tool.Case):
    def setUp(self):
        super().setUp()
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\n"
                   "project(p C)\nadd_library(p a.c)\n")
        self.write("Makefile", "a.o: a.c\n\tcc -c a.c\n")
        self.write("a.c", tool.LEAK)
        self.write(".gitignore", "build\n.watertight\n*.o\n")
        self.shell("git init -q . && git add -A && "
                   "git -c user.name=n -c user.email=e commit -q -m first")
        self.shell("cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && "
                   "watertight baseline write -p build")

    def shell(self, commands, status=0):
        """As a runner does: it ends at the first command that fails."""
        path = os.path.dirname(tool.TOOL) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["sh", "-e", "-c", commands], cwd=self.folder,
                              env={**os.environ, "PATH": path},
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status,
                         f"{commands}\n{done.stdout}\n{done.stderr}")
        return done

    def try_out(self, commands, fails=True):
        """Known findings pass; a new one does not."""
        self.shell(commands)
        self.write("a.c", tool.LEAK + tool.LEAK.replace("int f", "int g"))
        self.shell(commands, status=1 if fails else 0)

    def new_results(self):
        with open(self.path("watertight.sarif")) as file:
            return len(json.load(file)["runs"][0]["results"])

    def test_any(self):
        with open(PAGE) as file:
            self.try_out(re.search(r"```sh\n(.*?)```", file.read(),
                                   re.DOTALL)[1])
        self.assertEqual(self.new_results(), 1)

    def test_github(self):
        steps = re.findall(r"\brun: (.*)", example("GitHub"))
        self.assertEqual(len(steps), 2)
        self.try_out("\n".join(steps))
        self.assertEqual(self.new_results(), 1)

    def test_gitlab(self):
        script = example("GitLab").split("script:\n")[1].split("artifacts")[0]
        self.try_out("\n".join(re.findall(r"- (.*)", script)))
        self.assertTrue(os.path.exists(self.path(
            "watertight-report/index.html")))

    def test_pre_commit(self):
        entry = re.search(r"entry: (.*)", example("pre-commit"))[1]
        self.shell("cp build/compile_commands.json .")
        self.try_out(entry)
        self.write(".git/hooks/pre-commit", "#!/bin/sh\n" + entry + "\n")
        os.chmod(self.path(".git/hooks/pre-commit"), 0o755)
        self.shell("git add a.c && git commit -q -m leak", status=1)

    def test_jenkins(self):
        self.try_out(re.search(r"sh '(.*)'", example("Jenkins"))[1],
                     fails=False)
        self.assertEqual(self.new_results(), 2)
