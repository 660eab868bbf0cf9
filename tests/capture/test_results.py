# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was analysed once is not analysed again, and every choice about what is
shown still works."""

from project import Project, leak


class KnownResults(Project):
    def setUp(self):
        super().setUp()
        self.write("a.c", leak("a"))
        self.write("b.c", leak("b"))
        self.database("gcc -c a.c", "gcc -c b.c")

    def expect(self, is_analysed, *words, findings=("a.c:3", "b.c:3"), status=1):
        answer = self.check(*words, status=status)
        self.assertEqual(answer.findings(), list(findings))
        self.assertEqual("analysing" in answer.stderr, is_analysed,
                         answer.stderr)
        return answer

    def test_nothing_is_analysed_twice(self):
        first = self.expect(True)
        self.assertEqual(first.stdout, self.expect(False).stdout)
        self.assertEqual(first.stdout,
                         self.expect(True, "--store", "none").stdout)

    def test_every_change_is_seen(self):
        self.expect(True)
        self.write("a.c", leak("a", "\n"))
        self.expect(True, findings=("a.c:4", "b.c:3"))
        self.expect(False, findings=("a.c:4", "b.c:3"))
        self.write("a.c", leak("a"))
        self.expect(False) # as it was before

    def test_a_unit_less(self):
        self.expect(True)
        self.database("gcc -c a.c")
        self.expect(True, findings=("a.c:3",))

    def test_choices_of_what_is_shown(self):
        whole = self.expect(True)
        self.expect(False, "--exclude", "b.c", findings=("a.c:3",))
        self.expect(False, "--min-confidence", "low")
        self.write("old.json", whole.stdout)
        self.expect(False, "--baseline", "old.json", findings=(), status=0)

    def test_suppressed_lines(self):
        self.write("a.c", leak("a").replace(
            "malloc(4);", "malloc(4); // watertight: ignore"))
        self.expect(True, findings=("b.c:3",))
        self.expect(False, findings=("b.c:3",))

    def test_other_questions(self):
        self.expect(True)
        self.expect(True, "--engine", "sat")
        self.expect(False, "--engine", "sat")
        self.expect(True, "--at-exit")

    def test_specifications_count_by_content(self):
        self.write("x.spec", "own void *get(void);\n")
        first = self.run_tool("check", "--spec", "x.spec", status=1)
        self.assertIn("analysing", first.stderr)
        again = self.run_tool("check", "--spec", "x.spec")
        self.assertNotIn("analysing", again.stderr)
        self.write("x.spec", "\nown void *get(void);\n")
        other = self.run_tool("check", "--spec", "x.spec")
        self.assertIn("analysing", other.stderr)

    def test_a_failed_unit_is_told_every_time(self):
        self.write("b.c", "int b(void) { return x; }\n")
        for _ in range(2):
            answer = self.check(status=1)
            self.assertEqual(answer.findings(), ["a.c:3"])
            self.assertEqual(list(answer.failed()), ["b.c"])
