# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Baselines: written, brought up to date, compared."""

import json
import os

from tool import BROKEN, Case, CLEAN, json_lines, LEAK

FILE = "watertight-baseline.json"


class Baselines(Case):
    def function(self, name):
        return LEAK.replace("int f(", f"int {name}(")

    def text(self, name):
        with open(self.path(name)) as text:
            return text.read()

    def kept(self, name=FILE):
        return {r["function"]: r for r in json_lines(self.text(name))
                if r["record"] == "finding"}

    def compare(self, *words, status):
        found = self.records("baseline", "compare", *words, status=status)
        return {what: sorted(r["function"] for r in found
                             if r["record"] == what)
                for what in ("finding", "fixed", "unchanged", "unseen")}

    def baseline(self, *words, status=0):
        return self.run_tool("baseline", *words, status=status)

    def test_write_compare_update(self):
        self.write("src/a.c", self.function("f") + self.function("g"))
        done = self.baseline("write", "src/a.c")
        self.assertEqual(done.stdout, "")
        self.assertIn(f"{FILE}: 2 findings", done.stderr)
        self.assertEqual(self.kept()["f"]["file"], "src/a.c")
        self.run_tool("check", "--baseline", FILE, "src/a.c", status=0)
        same = {"finding": [], "fixed": [], "unchanged": ["f", "g"],
                "unseen": []}
        self.assertEqual(self.compare("src/a.c", status=0), same)

        self.write("src/a.c", "/* moved */\n" + self.function("g") +
                   self.function("h"))
        self.assertEqual(self.compare("src/a.c", status=1),
                         {"finding": ["h"], "fixed": ["f"],
                          "unchanged": ["g"], "unseen": []})
        done = self.run_tool("baseline", "compare", "src/a.c", status=1)
        self.assertIn("fixed: src/a.c:4: ", done.stdout)
        self.assertTrue(done.stdout.endswith(
            "1 new, 1 fixed, 1 unchanged\n"), done.stdout)

        done = self.baseline("update", "src/a.c")
        self.assertIn("1 finding kept, 1 fixed and dropped; 1 new finding not "
                      "added", done.stderr)
        self.assertEqual(sorted(self.kept()), ["g"])
        self.assertEqual(self.kept()["g"]["line"], 5) # where it is now
        self.assertEqual(self.compare("src/a.c", status=1)["fixed"], [])
        self.baseline("compare", "--fail-on", "never", "src/a.c")

    def test_it_is_read_in_another_folder(self):
        for folder in ("one", "two"):
            self.write(f"{folder}/a.c", LEAK)
        self.run_tool("baseline", "write", "a.c", cwd=self.path("one"),
                      status=0)
        os.rename(self.path(f"one/{FILE}"), self.path(f"two/{FILE}"))
        os.remove(self.path("one/a.c"))
        self.run_tool("check", "--baseline", FILE, "a.c",
                      cwd=self.path("two"), status=0)
        done = self.run_tool("baseline", "compare", "a.c",
                             cwd=self.path("two"), status=0)
        self.assertIn("0 new, 0 fixed, 1 unchanged", done.stdout)

    def test_what_is_not_analysed_is_not_fixed(self):
        self.write("a.c", LEAK)
        self.write("b.c", self.function("g"))
        self.baseline("write", "a.c", "b.c")
        self.assertEqual(self.compare("a.c", status=0)["unseen"], ["g"])
        self.baseline("update", "a.c")
        self.assertEqual(sorted(self.kept()), ["f", "g"])
        # A failed unit may be where it is, by way of a header.
        self.write("b.c", BROKEN)
        self.assertEqual(self.compare("a.c", "b.c", status=0)["unseen"], ["g"])
        self.baseline("update", "a.c", "b.c")
        self.assertEqual(sorted(self.kept()), ["f", "g"])
        self.baseline("update", "--strict", "a.c", "b.c", status=2)
        # Its file is gone: so is it.
        os.remove(self.path("b.c"))
        self.baseline("update", "a.c")
        self.assertEqual(sorted(self.kept()), ["f"])

    def test_what_is_hidden_is_not_fixed(self):
        self.write("a.c", LEAK)
        self.baseline("write", "a.c")
        for words in (["--exclude", "a.c"], ["--min-confidence", "high"]):
            self.assertEqual(self.compare(*words, "a.c", status=0)["fixed"],
                             [], words)
        self.write("a.c", LEAK.replace("strdup(s);",
                                       "strdup(s); // watertight: ignore"))
        self.baseline("update", "a.c")
        # The fingerprint is of the line: another comment, another finding.
        self.assertLessEqual(len(self.kept()), 1)

    def test_the_options_of_check(self):
        self.write("a.c", LEAK)
        self.write("sub/b.c", self.function("g"))
        self.baseline("write", "--exclude", "sub", "--baseline", "o.json",
                      "a.c", "sub/b.c")
        self.assertEqual(sorted(self.kept("o.json")), ["f"])
        self.assertFalse(os.path.exists(self.path(FILE)))
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        self.baseline("write")
        self.assertEqual(sorted(self.kept()), ["f"])

    def test_json_has_no_kind_but_in_findings(self):
        self.write("a.c", self.function("f"))
        self.baseline("write", "a.c")
        self.write("a.c", self.function("g"))
        for record in self.records("baseline", "compare", "a.c", status=1):
            self.assertEqual("kind" in record, record["record"] == "finding")

    def test_nothing_is_destroyed(self):
        self.write("a.c", LEAK)
        self.baseline("write", "a.c")
        before = self.text(FILE)
        # A report of what is new is no baseline.
        for option in (["-o", FILE], [f"--format=json={FILE}"]):
            done = self.run_tool("check", "--format", "json", *option,
                                 "--baseline", FILE, "a.c", status=2) \
                if option[0] == "-o" else \
                self.run_tool("check", *option, "--baseline", FILE, "a.c",
                              status=2)
            self.assertIn("would replace the baseline", done.stderr)
        self.write("a.c", BROKEN)
        self.baseline("write", "a.c", status=2)
        self.baseline("update", "a.c", status=2)
        self.assertEqual(self.text(FILE), before)
        self.assertEqual([n for n in os.listdir(self.folder)
                          if n.startswith(FILE)], [FILE])
        # Nor is a file of another kind replaced.
        self.write("notes.c", CLEAN)
        self.baseline("write", "--baseline", "notes.c", "a.c", status=2)
        self.assertEqual(self.text("notes.c"), CLEAN)

    def test_what_cannot_be(self):
        self.write("a.c", LEAK)
        for words, text in (
                (["compare", "a.c"], FILE), (["update", "a.c"], FILE),
                (["wirte", "a.c"], "write, update or compare"),
                (["write", "--format", "json", "a.c"], "reports nothing"),
                (["compare", "--format", "sarif", "a.c"], "text or json"),
                ([], "ACTION")):
            done = self.baseline(*words, status=2)
            self.assertIn(text, done.stderr, words)
        self.assertFalse(os.path.exists(self.path(FILE)))

    def test_an_empty_one(self):
        self.write("a.c", CLEAN)
        self.baseline("write", "a.c")
        self.assertEqual(self.kept(), {})
        with open(self.path(FILE)) as text:
            self.assertEqual(json.loads(text.readline())["record"], "baseline")
        self.baseline("compare", "a.c")
