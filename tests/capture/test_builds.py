# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Databases, folders, flags and languages."""

import os
import unittest

from project import Project, leak


class Databases(Project):
    def test_found_in_a_folder_above(self):
        self.write("a/b/x.c", leak())
        self.database("gcc -c a/b/x.c")
        answer = self.check(cwd=self.path("a/b"), status=1)
        self.assertEqual(answer.findings(), ["x.c:3"])
        # The store is beside the database, not where the tool was run.
        self.assertTrue(os.path.isdir(self.path(".watertight")))
        self.assertFalse(os.path.exists(self.path("a/b/.watertight")))

    def test_each_entry_has_its_folder(self):
        for name in ("one", "two"):
            self.write(f"{name}/inc/size.h", f"#define NAME {name}\n")
            self.write(f"{name}/x.c",
                       leak("NAME", '#include "size.h"\n'))
        self.database(
            {"directory": self.path("one"), "file": "x.c",
             "command": "cc -Iinc -c x.c"},
            {"directory": "two", "file": "x.c",
             "arguments": ["cc", "-Iinc", "-c", "x.c"]})
        answer = self.check(status=1)
        functions = sorted(r["function"] for r in answer.records
                           if r["record"] == "finding")
        self.assertEqual(functions, ["one", "two"])
        files = sorted(r["file"] for r in answer.records
                       if r["record"] == "finding")
        self.assertEqual(files, [self.path("one/x.c"), self.path("two/x.c")])

    def test_included_by_the_command(self):
        self.write("config.h", "#define NAME f\n")
        self.write("macros.h", "#define SIZE 4\nint only_macros_count(;\n")
        self.write("x.c", leak("NAME").replace("malloc(4)", "malloc(SIZE)"))
        self.database("gcc -include config.h -imacros macros.h -c x.c")
        self.assertEqual(self.check(status=1).findings(), ["x.c:3"])

    def test_response_file(self):
        self.write("sub/inc dir/h.h", "#define NAME f\n")
        self.write("sub/flags", "'-Iinc dir'\n@more -O2\n")
        self.write("sub/more", '-DTEXT="\\"a b\\""')
        self.write("sub/x.c", leak("NAME", '#include "h.h"\n') +
                   "const char *text = TEXT;\n")
        self.database({"directory": self.path("sub"), "file": "x.c",
                       "command": "gcc @flags -c x.c"})
        self.assertEqual(self.check(status=1).findings(), ["x.c:4"])

    def test_header_in_the_build_folder(self):
        self.write("src/x.c", leak("NAME", "#include <generated/name.h>\n"))
        self.write("build/generated/name.h", "#define NAME f\n")
        self.database({"directory": self.path("build"), "file": "../src/x.c",
                       "command": "gcc -I. -c ../src/x.c"}, folder="build")
        self.assertEqual(self.check("-p", "build", status=1).findings(),
                         ["x.c:4"])

    def test_two_flag_sets_of_one_file(self):
        self.write("x.c", leak("both") + "#ifdef ONE\n" + leak("one") +
                   "#else\n" + leak("two") + "#endif\n")
        self.database("gcc -DONE -c x.c", "gcc -c x.c", "gcc -O2 -c x.c")
        answer = self.check(status=1)
        self.assertEqual(answer.findings(), ["x.c:12", "x.c:21", "x.c:3"])
        self.assertEqual(answer.units(), 2)

    def test_static_functions_of_one_name(self):
        for name in ("a", "b"):
            self.write(f"{name}.c", leak("helper").replace("int h", "static int h")
                       + f"int {name}(int bad) {{ return helper(bad); }}\n")
        self.write("c.c", "static int helper(int n) { return n; }\n"
                   "int c(int n) { return helper(n); }\n")
        self.database("gcc -c a.c", "gcc -c b.c", "gcc -c c.c")
        self.assertEqual(self.check(status=1).findings(), ["a.c:3", "b.c:3"])

    def test_assembly_is_skipped_with_a_note(self):
        self.write("a.S", "nop\n")
        self.write("x.c", leak())
        self.database("gcc -c a.S", "gcc -c x.c")
        answer = self.check(status=1)
        self.assertEqual(answer.findings(), ["x.c:3"])
        self.assertRegex(answer.stderr, r"a\.S: skipped: not C or C\+\+")
        self.assertEqual(answer.failed(), {})

    def test_one_header_in_many_units_is_one_finding(self):
        self.write("h.h", leak("inline_in_header").replace("int i",
                                                           "static inline int i"))
        for name in "abc":
            self.write(f"{name}.c", f'#include "h.h"\nint {name}(int n) '
                       "{ return inline_in_header(n); }\n")
        self.database(*(f"gcc -c {name}.c" for name in "abc"))
        self.assertEqual(self.check(status=1).findings(), ["h.h:3"])


class Languages(Project):
    def check_flags(self, *rows):
        """Each row: flags, file, text without any leak."""
        commands = []
        for number, (flags, name, text) in enumerate(rows):
            name = self.write(f"{number}{name}", text)
            commands.append(f"cc {flags} -c {name}")
        self.database(*commands)
        answer = self.check(status=0)
        self.assertEqual(answer.failed(), {})
        self.assertEqual(answer.units(), len(rows))

    def test_c(self):
        k_and_r = "f(a, b) char *b; { g(a); return *b; }\n"
        self.check_flags(
            ("-std=c89", ".c", "int f(void) { return 0; } /* */\n"),
            ("-std=gnu89", ".c", k_and_r),
            ("-ansi", ".c", k_and_r),
            ("-std=c90", ".c", k_and_r),
            ("-traditional-cpp -std=gnu89", ".c", "int x;\n"),
            ("-std=c99", ".c", "int f(int n) { int a[n]; a[0] = 1; "
             "for (int i = 0; i < 1; i++) n++; return a[0]; }\n"),
            ("-std=gnu11", ".c", "_Static_assert(1, \"\"); _Thread_local int x;"
             " int f(void) { return _Generic(1, int: 0); }\n"),
            ("-std=c17", ".c", "_Noreturn void f(void);\n"),
            ("-std=gnu2x", ".c", "bool b = true; auto x = 3;\n"),
            ("-std=c23", ".c", "int *p = nullptr; constexpr int n = 0b1'0;\n"
             "[[nodiscard]] int f(void);\n"),
            ("", ".c", "void f(void) { g(); int x = (char *)0; }\n"))

    def test_cxx(self):
        self.check_flags(
            ("-std=c++98", ".cpp", "#include <vector>\nstd::vector<int> v;\n"
             "int f() throw() { int nullptr = 0; return nullptr; }\n"),
            ("-std=gnu++03", ".cc", "template <class T> struct S { T t; };\n"),
            ("-std=c++11", ".cxx", "auto f = [](int n) { return n; };\n"),
            ("-std=c++14", ".C", "auto f() { return 1; }\n"),
            ("-std=c++17", ".cpp", "#include <optional>\n"
             "inline std::optional<int> f() { if (int x = 1; x) return x; "
             "return {}; }\n"),
            ("-std=c++20", ".cpp", "#include <string>\n"
             "template <class T> concept C = true;\n"
             "int f(C auto x) { std::string s = \"a\"; return s.size(); }\n"),
            ("-std=c++2b -fno-exceptions -fno-rtti", ".cpp",
             "struct S { int f(this S &self) { return 1; } };\n"),
            ("-std=gnu++23", ".cpp", "#include <expected>\n"
             "std::expected<int, int> f() { return 1; }\n"),
            ("-x c++", ".c", "class C {};\n"),
            ("-x c", ".cpp", "int class;\n"))

    def test_flags_only_gcc_knows(self):
        flags = ("-O2 -g3 -fno-tree-vectorize -Wno-maybe-uninitialized "
                 "-mno-avx256-split-unaligned-load -msse4.2 "
                 "--param=ssp-buffer-size=4 --param max-inline-insns-single=9 "
                 "-fconserve-stack -fno-ipa-sra -fcf-protection "
                 "-fstack-clash-protection -Wa,--noexecstack -Wl,-z,now "
                 "-fno-allow-store-data-races -mpreferred-stack-boundary=4 "
                 "-fno-var-tracking-assignments -Wimplicit-fallthrough=5 "
                 "-fplan9-extensions -fdump-tree-all -fanalyzer -pg "
                 "-fsanitize=address,undefined -flto=auto -ffat-lto-objects "
                 "-fprofile-arcs -ftest-coverage -pipe -pedantic-errors "
                 "-Werror -Wall -Wextra -fmax-errors=1 -fopenmp "
                 "-march=x86-64-v3 -mtune=generic -fdiagnostics-color=always")
        self.check_flags((flags, ".c", "int f(void) { int x; return 0; }\n"),
                         (flags, ".cpp", "int f() { int x; return 0; }\n"))

    def test_flags_of_another_language(self):
        """GCC warns where Clang's driver refuses."""
        self.check_flags(("-std=c++17 -fno-rtti", ".c", "int class;\n"),
                         ("-std=c11", ".cpp", "class C {};\n"),
                         ("-maltivec", ".c", "int x;\n"),
                         ("-fno-freestanding -fno-hosted", ".c", "int x;\n"))

    def test_flags_that_this_target_does_not_have(self):
        """As a compiler for a machine that Clang does not know gives them."""
        self.check_flags(("-mabi=lp64 -mfloat-abi=hard", ".c", "int x;\n"),
                         ("-std=gnu99x", ".c", "int x;\n"))

    def test_cross_compiler(self):
        self.write("a.c", "#if !defined __aarch64__\n#error target\n#endif\n"
                   "char c[sizeof(long) == 8 ? 1 : -1];\n")
        self.write("b.c", "#if !defined __arm__ || !defined __thumb__\n"
                   "#error target\n#endif\n"
                   "char c[sizeof(long) == 4 ? 1 : -1];\n")
        self.write("c.c", "char c[sizeof(long) == 4 ? 1 : -1];\n")
        self.database("aarch64-linux-gnu-gcc -march=armv8-a+crc -c a.c",
                      "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb "
                      "-mfloat-abi=hard -c b.c", "gcc -m32 -c c.c")
        self.assertEqual(self.check(status=0).failed(), {})

    def test_searched_by_the_environment(self):
        self.write("x.c", leak("NAME", "#include <name.h>\n"))
        self.write("inc/name.h", "#define NAME f\n")
        self.database("gcc -c x.c")
        self.assertEqual(list(self.check(status=2).failed()), ["x.c"])
        answer = self.check(env={"CPATH": self.path("inc")}, status=1)
        self.assertEqual(answer.findings(), ["x.c:4"])


class Hostile(Project):
    """A database cannot make the tool load, run or write anything."""

    def test_flags(self):
        # A plugin whose constructor leaves a trace.
        self.write("evil.c", "#include <stdlib.h>\n__attribute__((constructor))"
                   " static void e(void) { system(\"touch %s\"); }\n"
                   % self.path("loaded"))
        os.system(f"cd {self.folder} && clang-19 -shared -fPIC evil.c -o evil.so")
        os.remove(self.path("evil.c"))
        self.write("x.c", leak())
        self.write("flags", "-fplugin=./evil.so -o out1 -MF out2")
        self.write("evil.cfg", "-fplugin=./evil.so -o out3\n")
        self.write("clang.cfg", "-fplugin=./evil.so -o out3\n")
        hostile = [
            "-fplugin=./evil.so", "-fplugin ./evil.so", "@flags",
            "-fpass-plugin=./evil.so", "-Xclang -load -Xclang ./evil.so",
            "-load ./evil.so", "-Wp,-load,./evil.so",
            "-Xpreprocessor -load -Xpreprocessor ./evil.so",
            "-mllvm -load=./evil.so", "--config ./evil.cfg",
            "--config=./evil.cfg", "--config-user-dir=.", "-o out4 -oout5",
            "-MD -MF out6", "-Wp,-MD,out7", "-MJ out8", "-save-temps",
            "-ftime-trace=out9", "--serialize-diagnostics out10",
            "-specs=./evil.cfg", "-B. -wrapper ./evil.so",
            "-I -fplugin=./evil.so", "-D -fplugin=./evil.so",
            "-isystem-after -fplugin=./evil.so", "-I @flags2",
            "-include-pch out11", "-isystem-after", "-emit-llvm -S",
            "-E -dD", "-fmodules -fmodules-cache-path=out12",
            "-fprofile-generate=out13 -fcrash-diagnostics-dir=out14",
            "-x c -o out15 -- ./evil.so"]
        before = self.listing()
        self.database(*({"file": "x.c", "command": f"./evil.so {flags} -c x.c"}
                        for flags in hostile))
        before.add("compile_commands.json")
        answer = self.check("--store", "none")
        self.assertEqual(self.listing(), before)
        self.assertEqual(answer.findings(), ["x.c:3"])

    def listing(self):
        return {os.path.join(os.path.relpath(folder, self.folder), name)
                .removeprefix("./")
                for folder, _, names in os.walk(self.folder) for name in names}

    def test_endless_inputs(self):
        os.mkfifo(self.path("pipe.c"))
        self.write("x.c", leak())
        self.write("self", "@self @self @self @self")
        self.database("gcc @/dev/zero @/dev/stdin @pipe.c @self -c x.c",
                      "gcc -c pipe.c")
        answer = self.check(status=1)
        self.assertEqual(answer.findings(), ["x.c:3"])
        self.assertIn("not a plain file", answer.failed()["pipe.c"])

    def test_names(self):
        name = "a b'\"$(touch gone)\n\x1b[31m.c"
        self.write(name, leak())
        self.database({"file": name, "arguments": ["gcc", "-c", name]})
        answer = self.check(status=1)
        self.assertEqual(len(answer.findings()), 1)
        self.assertNotIn("\x1b", answer.stderr)
        self.assertFalse(os.path.exists(self.path("gone")))
