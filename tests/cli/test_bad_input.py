# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Broken and hostile input is a message, never a crash."""

import json
import os

from tool import BROKEN, Case, CLEAN, LEAK


class BadInput(Case):
    def expect_error(self, *words, text, status=2, **how):
        done = self.run_tool("check", *words, status=status, **how)
        self.assertIn(text, done.stderr)
        self.assertNotIn("bug in Watertight", done.stderr)
        return done

    def test_no_input_at_all(self):
        self.expect_error(text="nothing to analyse")

    def test_missing_file(self):
        self.expect_error("none.c", text="none.c")

    def test_a_folder(self):
        os.mkdir(self.path("d.c"))
        self.expect_error("d.c", text="d.c")

    def test_empty_file(self):
        self.write("a.c", "")
        self.run_tool("check", "a.c", status=0)

    def test_garbage(self):
        self.write("a.c", bytes(range(256)) * 40)
        done = self.expect_error("a.c", text="a.c")
        self.assertFalse(any(ord(c) < 32 and c not in "\n" for c in
                             done.stderr))

    def test_file_including_itself(self):
        self.write("a.c", '#include "a.c"\nint x;\n')
        self.expect_error("a.c", text="a.c")

    def test_unreadable_file(self):
        self.write("a.c", CLEAN)
        os.chmod(self.path("a.c"), 0)
        self.expect_error("a.c", text="a.c: cannot read this file",
                          is_unprivileged=True)

    def test_folder_that_cannot_be_written(self):
        self.write("a.c", LEAK)
        os.chmod(self.folder, 0o555)
        done = self.expect_error("-o", "out.txt", "a.c", text="out.txt",
                                 is_unprivileged=True)
        self.assertIn("ermission denied", done.stderr)
        # Nothing can be kept there either, which is no error.
        done = self.expect_error("a.c", text="warning: ", status=1,
                                 is_unprivileged=True)
        self.assertIn("a.c:4:13: warning: ", done.stdout)

    def test_broken_database(self):
        for text in ("{", "[1, 2]", "{}", "[]", '[{"file": 3}]', "\0\0"):
            self.write("compile_commands.json", text)
            self.expect_error(text="compile_commands.json")

    def test_no_database_where_it_should_be(self):
        self.expect_error("-p", "nowhere", text="nowhere")

    def test_entry_with_a_missing_folder(self):
        self.write("a.c", CLEAN)
        self.database([{"directory": "/no/such/folder", "file": "x.c",
                        "command": "cc -c x.c"},
                       {"file": "a.c", "command": "cc -c a.c"}])
        records = self.records("check", status=0)
        failed = [r for r in records if r["record"] == "unit-failed"]
        self.assertEqual(len(failed), 1)
        self.assertEqual(failed[0]["file"], "/no/such/folder/x.c")

    def test_unknown_engine(self):
        self.write("a.c", CLEAN)
        self.expect_error("--engine", "magic", "a.c",
                          text="unknown engine 'magic' (known: sat, ")

    def test_every_engine_can_be_named(self):
        self.write("a.c", CLEAN)
        for engine in ("sat", "valueflow", "absint", "contradiction",
                       "ownership", "sat,absint", "all"):
            with self.subTest(engine):
                done = self.run_tool("check", "--engine", engine, "a.c")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_broken_spec(self):
        self.write("a.c", CLEAN)
        self.write("x.spec", "this is no specification\n")
        self.expect_error("--spec", "x.spec", "a.c", text="x.spec:1")
        self.expect_error("--spec", "none.spec", "a.c", text="none.spec")
        self.expect_error("--spec", "/tmp", "a.c", text="/tmp: cannot read")

    def test_broken_baseline(self):
        self.write("a.c", CLEAN)
        self.write("b.json", "hello\n")
        self.expect_error("--baseline", "b.json", "a.c", text="b.json:1")
        self.expect_error("--baseline", "none", "a.c", text="none")
        self.expect_error("--baseline", "/tmp", "a.c",
                          text="/tmp: cannot read")

    def test_what_is_no_plain_file(self):
        """Devices and pipes would be read without end."""
        self.write("a.c", CLEAN)
        os.mkfifo(self.path("pipe"))
        with open(self.path("huge"), "wb") as file:
            file.truncate(600 << 20)
        for option in ("--spec", "--baseline"):
            for name, why in (("/dev/zero", "not a plain file"),
                              ("pipe", "not a plain file"),
                              ("huge", "larger than 512 MiB")):
                self.expect_error(option, name, "a.c", text=why)
        self.database([{"file": "a.c", "command": "cc -c a.c"}])
        os.symlink("/dev/zero", self.path("link_targets.json"))
        self.expect_error(text="link_targets.json", status=0)
        os.remove(self.path("link_targets.json"))
        os.mkfifo(self.path("link_targets.json"))
        self.expect_error(text="link_targets.json", status=0)

    def test_a_name_that_is_not_utf8(self):
        name = os.fsencode(self.folder) + b"/caf\xe9.c"
        with open(name, "w") as out:
            out.write(LEAK)
        self.write("b.c", LEAK.replace("int f", "int g"))
        self.write("compile_commands.json", json.dumps(
            [{"directory": self.folder, "file": n, "command": "cc -c " + n}
             for n in ("caf@.c", "b.c")]).encode().replace(b"@", b"\xe9"))
        done = self.run_tool("check", status=1)
        self.assertIn("b.c:4:13: warning: ", done.stdout)
        self.assertIn("caf\\xe9.c:4:13: warning: ", done.stdout)
        records = self.records("check", status=1)
        self.assertEqual(len(records), 3)

    def test_a_newline_in_a_name(self):
        name = "a\nwatertight: error: forged.txt"
        self.write(name, "hello\n")
        done = self.expect_error(name, text="skipped")
        self.assertNotIn("\nwatertight: error: forged", done.stderr)
        self.write("b\nwatertight: error: b.c", BROKEN)
        done = self.expect_error("b\nwatertight: error: b.c",
                                 text="not analysed")
        self.assertNotIn("\nwatertight: error: b.c: not", done.stderr)

    def test_a_newline_in_the_name_of_an_error(self):
        forged = "x\nwatertight: error: forged"
        for words in ([forged + ".c"], ["--spec", forged, "a.c"],
                      ["--baseline", forged, "a.c"], ["-p", forged]):
            self.write("a.c", CLEAN)
            done = self.expect_error(*words, text="error: ")
            self.assertNotIn("\nwatertight: error: forged", done.stderr)

    def test_a_newline_in_a_note_about_links(self):
        for folder in ("a", "b"):
            self.write(f"{folder}\nwatertight: error: forged/x.c",
                       "int both(void) { return 1; }\n")
        self.write("c.c", "int both(void);\nint c(void) { return both(); }\n")
        done = self.run_tool("check", "c.c", *(
            f"{folder}\nwatertight: error: forged/x.c" for folder in "ab"))
        self.assertIn("'both' is defined in 2 files", done.stderr)
        self.assertNotIn("\nwatertight: error: forged", done.stderr)

    def test_store_is_a_link(self):
        self.write("a.c", LEAK)
        os.mkdir(self.path("victim"))
        os.symlink("victim", self.path(".watertight"))
        self.run_tool("check", "a.c", status=1)
        self.assertEqual(os.listdir(self.path("victim")), [])

    def test_unwritable_output(self):
        self.write("a.c", LEAK)
        done = self.expect_error("-o", "no/such/out", "a.c", text="no/such/out")
        self.assertNotIn("analysing", done.stderr)
        self.expect_error("-o", ".", "a.c", text="folder")

    def test_hostile_flags(self):
        self.write("a.c", LEAK)
        marker = self.path("marker")
        hostile = ["-fplugin=./evil.so", "-Xclang", "-load", "-Xclang",
                   "./evil.so", "-o", marker, "-MF", marker, "-MD",
                   "-fpass-plugin=./evil.so", "-B.", "-wrapper", "touch,x",
                   "-save-temps"]
        before = set(os.listdir(self.folder))
        self.run_tool("check", "--store", "none", "a.c", "--", *hostile,
                      status=1)
        self.database([{"file": "a.c",
                        "arguments": ["./evil-compiler", *hostile, "a.c"]}])
        self.run_tool("check", "--store", "none", status=1)
        after = set(os.listdir(self.folder)) - {"compile_commands.json"}
        self.assertEqual(before, after)

    def test_control_characters_in_names(self):
        name = "a\x1b[31m.c"
        self.write(name, LEAK)
        done = self.run_tool("check", name, status=1)
        self.assertNotIn("\x1b", done.stdout + done.stderr)
