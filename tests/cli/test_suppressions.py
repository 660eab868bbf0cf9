# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What hides findings, and what is said of what hides nothing."""

import tool


class Suppressions(tool.Case):
    def warnings(self, *words, status):
        done = self.run_tool("check", *words, "--store", "none", status=status)
        return [line.split("warning: ")[1] for line in done.stderr.splitlines()
                if "warning: " in line and "capturing" not in line]

    def test_an_attribute(self):
        for old, new in (("char *p =", "[[clang::suppress]] char *p ="),
                         ("int f(const char *s, int bad) {",
                          "[[clang::suppress]] int f(const char *s, int bad) "
                          "{"),
                         ("return 1;", "[[clang::suppress]] { return 1; }")):
            self.write("a.c", tool.LEAK.replace(old, new))
            self.assertEqual(self.warnings("a.c", "--", "-std=c2x", status=0),
                             [], new)
        self.write("a.c", tool.LEAK.replace(
            "free(p);", "[[clang::suppress]] free(p);"))
        self.assertEqual(self.warnings("a.c", "--", "-std=c2x", status=1),
                         ["a.c:9: this suppression hides nothing"])

    def test_a_comment_that_hides_nothing(self):
        self.write("a.c", tool.LEAK.replace(
            "free(p);", "free(p); // watertight: ignore"))
        self.assertEqual(self.warnings("a.c", status=1),
                         ["a.c:9: this suppression hides nothing"])
        # Another engine may be the one that it is for.
        self.assertEqual(self.warnings("a.c", "--engine", "absint", status=1),
                         [])

    def test_what_is_not_shown_anyway_is_hidden_too(self):
        self.write("a.c", tool.LEAK.replace(
            "(s);", "(s); // watertight: ignore[leak] why"))
        self.assertEqual(self.warnings("a.c", status=0), [])
        self.assertEqual(self.warnings("a.c", "--exclude", "a.c", status=0), [])

    def test_misspelt(self):
        for comment, said in (
                ("watertight: ignroe", "'ignroe' hides nothing; did you mean "
                 "'ignore'?"),
                ("watertight: ignore[leek]", "no kind of finding is called "
                 "'leek'; did you mean 'leak'?"),
                ("NOLINT(watertight-leek)", "no kind of finding is called "
                 "'leek'; did you mean 'leak'?")):
            self.write("a.c", tool.LEAK.replace("(s);", "(s); // " + comment))
            self.assertEqual(self.warnings("a.c", status=1),
                             ["a.c:4: " + said])
        self.write("a.c", tool.LEAK.replace(
            "(s);", "(s); // as in watertight: the best"))
        self.assertEqual(self.warnings("a.c", status=1), [])

    def test_a_file(self):
        self.write("src/a.c", tool.LEAK)
        for lines in ("* src", "leak src/a.c f", "leak *.c # why",
                      "# all\n\n* **"):
            self.write("hidden", lines + "\n")
            self.assertEqual(self.warnings("src/a.c", "--suppressions",
                                           "hidden", status=0), [], lines)
        self.write("hidden", "leak src/a.c g\n* b.c\nresource-leak *\n")
        self.assertEqual(
            self.warnings("src/a.c", "--suppressions", "hidden", status=1),
            [f"hidden:{n}: this suppression hides nothing" for n in (1, 2, 3)])

    def test_a_file_that_is_wrong(self):
        self.write("a.c", tool.LEAK)
        for line, said in (("leek a.c", "hidden:2: no kind of finding is "
                            "called 'leek'; did you mean 'leak'?"),
                           ("leak", "hidden:2: found no files"),
                           ("leak a.c f g", "hidden:2: found 'g'")):
            self.write("hidden", "# one\n" + line + "\n")
            done = self.run_tool("check", "a.c", "--suppressions", "hidden",
                                 status=2)
            self.assertIn(said, done.stderr)
        self.run_tool("check", "a.c", "--suppressions", "none", status=2)
