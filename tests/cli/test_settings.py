# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""watertight.toml and the environment."""

import os

from tool import BROKEN, Case, CLEAN, LEAK


class Settings(Case):
    def settings(self, *lines, name="watertight.toml"):
        self.write(name, "\n".join(lines) + "\n")

    def test_file_environment_command_line(self):
        self.write("a.c", LEAK)
        self.settings('format = "json"', 'fail-on = "never"  # for now')
        done = self.run_tool("check", "a.c", status=0)
        self.assertTrue(done.stdout.startswith('{"record":"finding"'))
        environment = {"WATERTIGHT_FORMAT": "text"}
        done = self.run_tool("check", "a.c", status=0, env=environment)
        self.assertTrue(done.stdout.startswith("a.c:4:13"))
        done = self.run_tool("check", "a.c", "--format", "sarif",
                             "--fail-on=note", status=1, env=environment)
        self.assertIn('"version":"2.1.0"', done.stdout.replace(" ", ""))
        self.run_tool("check", "a.c", "--config", "none", status=1)

    def test_below_the_folder(self):
        self.write("sub/a.c", LEAK)
        self.settings('exclude = ["sub/*.c"]')
        self.run_tool("check", "a.c", cwd=self.path("sub"), status=0)
        self.run_tool("check", "sub/a.c", status=0)
        self.settings("strict = true")
        self.write("b.c", BROKEN)
        self.run_tool("check", "sub/a.c", "b.c", status=2)
        self.run_tool("check", "sub/a.c", "b.c", "--strict=false", status=1)

    def test_other_commands_read_it(self):
        self.write("a.c", LEAK)
        self.settings('min-confidnce = "low"')
        for words in (["check", "a.c"], ["ir", "a.c"], ["query", "a.c:8"],
                      ["prove", "a.c"], ["explain", "f", "a.c"]):
            done = self.run_tool(*words, status=2)
            self.assertIn(self.path("watertight.toml") + ":1: unknown setting "
                          "'min-confidnce'; did you mean 'min-confidence'?",
                          done.stderr)

    def test_what_is_wrong_has_its_line(self):
        self.write("a.c", CLEAN)
        for lines, line, message in (
                (["", "jobs = many"], 2, "a text needs quotes"),
                (["jobs = 5000"], 1, "a number from 0 to 1024"),
                (["strict = 1"], 1, "true or false"),
                (["[check]"], 1, "tables are not known"),
                (['color = "red"'], 1, "one of auto, always, never"),
                (['spec = [', '"a.spec",', '3]'], 3, "texts in quotes"),
                (['engine = "sat', "jobs = 1"], 1, "not closed"),
                (["jobs = 1", "", "jobs = 2"], 3, "twice, first in line 1"),
                (["jobs = 1 strict = true"], 1, "one setting per line"),
                (['config = "x"'], 1, "unknown setting")):
            self.settings(*lines)
            done = self.run_tool("check", "a.c", status=2)
            self.assertIn(f"watertight.toml:{line}: ", done.stderr, lines)
            self.assertIn(message, done.stderr)
        self.settings('engine = "sta"')
        done = self.run_tool("check", "a.c", status=2)
        self.assertIn("watertight.toml: unknown engine 'sta'", done.stderr)
        self.settings()
        done = self.run_tool("check", "a.c", status=2,
                             env={"WATERTIGHT_JOBS": "many"})
        self.assertIn("WATERTIGHT_JOBS must be a number", done.stderr)

    def test_it_cannot_reach_outside_its_folder(self):
        self.write("p/a.c", LEAK)
        self.write("secret.spec", "")
        os.makedirs(self.path("p/.watertight"))
        os.symlink(self.folder, self.path("p/out"))
        for line in ('spec = ["../secret.spec"]', 'baseline = "/etc/passwd"',
                     'spec = "out/secret.spec"', 'store = ".."',
                     'build = "out"', 'output = "a.c"', 'output = "../o"',
                     'format = "json=x.json"', 'format = ["html=out/h"]',
                     'output = ".watertight/store.sqlite"',
                     'output = ".watertight/reports/../../a.c"'):
            self.settings(line, name="p/watertight.toml")
            done = self.run_tool("check", "a.c", cwd=self.path("p"), status=2)
            self.assertIn("watertight.toml:1: ", done.stderr, line)
            self.assertIn(" is outside ", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["p", "secret.spec"])
        # The user may.
        self.settings('output = "../o"', name="p/watertight.toml")
        self.run_tool("check", "a.c", "-o", "../o", cwd=self.path("p"),
                      status=1)

    def test_reports_have_a_place(self):
        self.write("a.c", LEAK)
        self.settings('format = ["json=.watertight/reports/a.json", "text"]')
        self.run_tool("check", "a.c", status=1)
        self.run_tool("check", "a.c", status=1)
        path = self.path(".watertight/reports/a.json")
        self.assertGreater(os.path.getsize(path), 0)

    def test_a_link_is_not_followed_out(self):
        self.write("secret", "password\n")
        self.write("p/a.c", LEAK)
        os.symlink("../secret", self.path("p/watertight.toml"))
        done = self.run_tool("check", "a.c", cwd=self.path("p"), status=2)
        self.assertIn("behind a link", done.stderr)
        self.assertNotIn("password", done.stderr)

    def test_init(self):
        self.write("a.c", LEAK)
        self.run_tool("init", status=0)
        self.run_tool("check", "a.c", status=1)
        self.run_tool("init", status=2)
        with open(self.path("watertight.toml")) as text:
            lines = text.read().splitlines()
        self.assertIn('#min-confidence = "medium"', lines)
        # Each default can be taken as it stands.
        settings = [line[1:] for line in lines
                    if line.startswith("#") and line[1:2].isalpha()]
        self.assertGreater(len(settings), 20)
        self.settings(*[line for line in settings
                        if not line.startswith("build")])
        self.run_tool("check", "a.c", status=1)
