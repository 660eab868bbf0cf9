# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A unit is captured again when another header would be found than before,
and only then: headers that appear, disappear or hide one another."""

import os
import shutil

from project import Project, leak

LEAKING = "#define RELEASE(p)\n"
FREEING = "#define RELEASE(p) free(p)\n"


def user(include):
    """A function that leaks unless RELEASE frees."""
    return (f"#include <stdlib.h>\n{include}\n"
            "int f(int bad) {\n  char *p = malloc(4);\n"
            "  RELEASE(p);\n  return p ? bad : 0;\n}\n")


class Headers(Project):
    def setUp(self):
        super().setUp()
        self.write("b.c", leak("g"))  # looks for nothing of ours
        self.commands = ["gcc -Ifirst -Isecond -c a.c", "gcc -c b.c"]
        self.database(*self.commands)

    def expect(self, stored, leaks):
        answer = self.check(status=1)
        self.assertEqual(answer.failed(), {})
        self.assertEqual(answer.findings(),
                         (["a.c:4"] if leaks else []) + ["b.c:3"])
        self.assertEqual(answer.from_store(), stored, answer.stderr)

    def remove(self, name):
        if os.path.isdir(self.path(name)):
            shutil.rmtree(self.path(name))
        else:
            os.remove(self.path(name))


class Shadowed(Headers):
    def setUp(self):
        super().setUp()
        self.write("first/other.h", "")
        self.write("second/h.h", LEAKING)
        self.write("second/deep/h.h", LEAKING)

    def appears_and_goes(self, name, gone=None):
        self.expect(0, leaks=True)
        self.expect(2, leaks=True)
        self.write(name, FREEING)
        self.expect(1, leaks=False)
        self.expect(2, leaks=False)
        self.remove(gone or name)
        self.expect(2, leaks=True)  # as it was: that unit is still there

    def test_in_an_earlier_folder(self):
        self.write("a.c", user("#include <h.h>"))
        self.appears_and_goes("first/h.h")

    def test_beside_the_file(self):
        self.write("a.c", user('#include "h.h"'))
        self.appears_and_goes("h.h")

    def test_in_a_folder_of_a_folder(self):
        self.write("a.c", user("#include <deep/h.h>"))
        self.appears_and_goes("first/deep/h.h", gone="first/deep")

    def test_in_a_search_folder_that_did_not_exist(self):
        self.remove("first")
        self.write("a.c", user("#include <h.h>"))
        self.appears_and_goes("first/h.h", gone="first")

    def test_through_a_link(self):
        """The folder above is another one for the eye than for the system."""
        self.write("far/away/here/empty.h", "")
        self.write("far/away/second/h.h", LEAKING)
        os.symlink("far/away/here", self.path("near"))
        self.database("gcc -Inear -Inear/../third -Inear/../second -c a.c",
                      "gcc -c b.c")
        self.write("third/h.h", FREEING)  # not the one that is looked for
        self.write("a.c", user("#include <h.h>"))
        self.appears_and_goes("far/away/third/h.h", gone="far/away/third")

    def test_next(self):
        self.database("gcc -Ifirst -Isecond -Ithird -c a.c", "gcc -c b.c")
        self.write("first/n.h", "#include_next <n.h>\n")
        self.write("third/n.h", LEAKING)
        self.write("a.c", user("#include <n.h>"))
        self.appears_and_goes("second/n.h")

    def test_from_the_command_line(self):
        self.database("gcc -include h.h -Isecond -c a.c", "gcc -c b.c")
        self.write("a.c", user(""))
        self.appears_and_goes("h.h")

    def test_a_header_that_nobody_looks_for(self):
        self.write("a.c", user("#include <h.h>"))
        self.expect(0, leaks=True)
        self.write("first/unrelated.h", FREEING)
        self.write("second/stdlib.h.orig", FREEING)
        self.expect(2, leaks=True)


class Asked(Headers):
    """By __has_include."""

    def appears_and_goes(self, question, name, gone=None):
        self.write("a.c", user(f"#if __has_include({question})\n{FREEING}"
                               f"#else\n{LEAKING}#endif\n#line 3"))
        self.expect(0, leaks=True)
        self.expect(2, leaks=True)
        self.write(name, "")
        self.expect(1, leaks=False)
        self.expect(2, leaks=False)
        self.remove(gone or name)
        self.expect(2, leaks=True)

    def test_in_angles(self):
        self.appears_and_goes("<h.h>", "second/h.h", gone="second")

    def test_in_quotes(self):
        self.appears_and_goes('"h.h"', "h.h")

    def test_by_a_macro(self):
        self.database("gcc -DWANTED='<h.h>' -Ifirst -c a.c", "gcc -c b.c")
        self.appears_and_goes("WANTED", "first/h.h", gone="first")
