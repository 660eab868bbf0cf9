# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which functions and which files are looked at, and by what names."""

import os

from project import Project, leak


class Functions(Project):
    def test_unused_functions_of_the_file(self):
        body = leak().split("{", 1)[1]
        self.write("u.c", "#include <stdlib.h>\n" +
                   "".join(f"{head}(int bad) {{{body}" for head in
                           ("static int a", "static inline int b")))
        self.assertEqual(self.check("u.c", status=1).findings(),
                         ["u.c:10", "u.c:3"])
        body = body.replace("= malloc", "= (char *)malloc")
        self.write("u.cc", "#include <stdlib.h>\nnamespace {\n" +
                   f"int a(int bad) {{{body}" + "}\nstruct S {\n" +
                   f"int m(int bad) {{{body}" + "};\n" +
                   f"inline int b(int bad) {{{body}")
        self.assertEqual(self.check("u.cc", status=1).findings(),
                         ["u.cc:13", "u.cc:21", "u.cc:4"])

    def test_unused_functions_of_headers_cost_nothing(self):
        self.write("h.h", leak("in_header").replace("int in", "static int in"))
        self.write("x.c", '#include "h.h"\nint x;\n')
        self.assertEqual(self.check("x.c", status=0).findings(), [])

    def test_an_attribute_in_a_form_that_only_gcc_has(self):
        attribute = "__attribute__((malloc(my_free, 2)))"
        for declaration in (f"void *my_alloc(int) {attribute};",
                            f"{attribute} void *my_alloc(int);",
                            f"extern void * {attribute} my_alloc(int);",
                            f"void *my_alloc(int) {attribute};"
                            "void *my_alloc(int n);"):
            self.write("x.c", f"void my_free(int, void *);\n{declaration}\n"
                       "int bad(void) { return !my_alloc(1); }\n"
                       "void ok(void) { my_free(1, my_alloc(2)); }\n" + leak())
            self.assertEqual(self.check("x.c", status=1).findings(),
                             ["x.c:3", "x.c:7"], declaration)


class Names(Project):
    def test_parent_of_a_link(self):
        """`link/..` is where the system says, not where the text says."""
        self.write("real/deep/d.c", '#include "../inc.h"\nint x;\n')
        self.write("real/inc.h", leak("f"))
        self.write("real/x.c", leak("g"))
        os.makedirs(self.path("work"))
        os.symlink("../real/deep", self.path("work/link"))
        answer = self.check("work/link/../x.c", status=1)
        self.assertEqual(answer.records[0]["file"], self.path("real/x.c"))
        answer = self.check("work/link/d.c", status=1)
        self.assertEqual(answer.records[0]["file"], self.path("real/inc.h"))

    def test_line_directives_in_a_linked_folder(self):
        self.write("real/sub/l.c", '#line 100 "gen.y"\n' + leak())
        os.symlink("real", self.path("lnk"))
        here = self.path("lnk", "sub")
        answer = self.check("l.c", status=1, cwd=here, env={"PWD": here})
        self.assertEqual(answer.findings(), ["gen.y:102"])
        self.assertTrue(any("assuming" in step["message"]
                            for step in answer.records[0]["trace"]))

    def test_what_is_no_plain_file_is_not_included(self):
        os.mkfifo(self.path("pipe"))
        for name in ("/dev/stdin", self.path("pipe")):
            self.write("x.c", f'#include "{name}"\nint x;\n')
            answer = self.check("x.c", status=2)
            self.assertIn("cannot open file", answer.failed()["x.c"])
