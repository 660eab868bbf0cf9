# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Notes come last, are short, and fail nothing unless asked."""

import json
import unittest

from tool import Case, LEAK

# Lost only if the second strdup() fails.
NOTE = """#include <stdlib.h>
#include <string.h>
char *f(const char *s) {
  char *first = strdup(s);
  if (!first)
    return NULL;
  char *second = strdup(s);
  if (!second)
    return NULL;
  free(second);
  return first;
}
"""


class Severity(Case):
    def test_a_note_is_no_failure_unless_asked(self):
        self.write("a.c", NOTE)
        self.write("b.c", LEAK)
        self.run_tool("check", "a.c", status=0)
        self.run_tool("check", "a.c", "--fail-on", "warning", status=0)
        self.run_tool("check", "a.c", "--fail-on", "note", status=1)
        self.run_tool("check", "a.c", "--fail-on", "never", status=0)
        self.run_tool("check", "b.c", status=1)
        self.run_tool("check", "b.c", "--fail-on", "never", status=0)
        self.run_tool("check", "b.c", "--fail-on", "x", status=2)

    def test_a_note_is_one_line_behind_the_warnings(self):
        self.write("a.c", NOTE)
        self.write("b.c", LEAK.replace("int f", "int g"))
        done = self.run_tool("check", "a.c", "b.c", status=1)
        lines = done.stdout.splitlines()
        self.assertIn("b.c:4:13: warning: ", lines[0])
        self.assertIn("a.c:4:17: note: ", lines[-1])
        self.assertIn("only if strdup() fails at line 7", lines[-1])
        self.assertIn("1 of them notes", done.stderr)
        told = self.run_tool("check", "a.c", "--verbose", status=0).stdout
        self.assertIn("a.c:9:5: note: lost here: ", told)
        self.assertIn("only if strdup() fails at line 7\n", told)

    def test_formats_have_the_severity(self):
        self.write("a.c", NOTE)
        [finding] = self.findings("check", "a.c", status=0)
        self.assertEqual(finding["severity"], "note")
        self.assertIn("only if strdup() fails",
                      finding["trace"][-1]["message"])
        done = self.run_tool("check", "a.c", "--format", "sarif", status=0)
        [result] = json.loads(done.stdout)["runs"][0]["results"]
        self.assertEqual(result["level"], "note")


if __name__ == "__main__":
    unittest.main()
