#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are the marks of the annotated programs true?

Builds each program with AddressSanitizer and truth/shim.c, executes its
`// DRIVE:` lines (each alone, and again with the n-th allocation failing) and
compares what was really lost with the marks:

  - a report whose stack holds no marked line of its kind (nor has the driven
    function a mark `(elsewhere)`): a mark is missing;
  - a `_bad` function that is driven and never goes wrong: wrong name or mark;
  - an `_ok` function that loses anything, under any n: wrong;
  - a mark that no drive reached although its function is driven: wrong;
  - a mark or function without any drive: listed at the end, not a failure.

A null dereference after an injected failure is no error: such a path ends.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import marks

WRAPPED = """malloc calloc realloc reallocarray aligned_alloc posix_memalign
strdup strndup realpath getcwd asprintf vasprintf scandir free fopen tmpfile
popen open_memstream fmemopen opendir fdopen freopen fclose pclose closedir
close open dup dup2 mkstemp socket accept pipe exit _exit abort
__assert_fail""".split()
WRAPPED_NEW = ["_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"]
CFLAGS = ["-gdwarf-4", "-O0", "-fsanitize=address", "-fno-omit-frame-pointer",
          "-fno-pie", "-w", "-fno-builtin"]
ASAN = ("symbolize=0:detect_leaks=1:fast_unwind_on_malloc=0:handle_abort=0:"
        "detect_stack_use_after_return=0:allocator_may_return_null=1:"
        "detect_odr_violation=0:new_delete_type_mismatch=0")
ERRORS = {"attempting double-free": "double-free",
          "heap-use-after-free": "use-after-free",
          "alloc-dealloc-mismatch": "mismatched-free"}


def tool(*names):
    return next((n for n in names if shutil.which(n)), names[-1])


CC = os.environ.get("CC") or tool("clang-19", "clang", "gcc")
CXX = os.environ.get("CXX") or tool("clang++-19", "clang++", "g++")


def command(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True,
                          errors="replace", **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words[:3])} ...: {done.stderr[-2000:]}")
    return done


def wrapper_text(file, drives):
    """A unit that includes the program and calls its drives."""
    cxx = file.endswith(".cpp")
    lines = ["#define main program_main", f'#include "{file}"',
             "#undef exit", "#undef abort",
             ('extern "C" ' if cxx else "")
             + "void truth_drive(const char *, void (*)(void));"]
    for name, line, text in drives:
        body = f"try {{ {text}; }} catch (...) {{}}" if cxx else f"{text};"
        lines.append(f"static void truth_{line}(void) {{ {body} }}")
    lines.append("__attribute__((constructor)) static void truth_register(void) {")
    for name, line, text in drives:
        lines.append(f'  truth_drive("{name}:{line}", truth_{line});')
    return "\n".join(lines + ["}"]) + "\n"


def build(program, folder, shim):
    """One executable for all drives of a program."""
    objects, is_cxx = [], False
    for k, file in enumerate(program.files):
        is_cxx |= file.endswith(".cpp")
        drives = [(f, n, t) for f, n, t in program.drives if f == file]
        source = folder / f"unit{k}{pathlib.Path(file).suffix}"
        source.write_text(wrapper_text(file, drives))
        objects.append(str(folder / f"unit{k}.o"))
        command(CXX if file.endswith(".cpp") else CC, *CFLAGS, *program.flags,
                "-iquote", str(pathlib.Path(file).parent),
                "-c", str(source), "-o", objects[-1])
    wrapped = WRAPPED + (WRAPPED_NEW if is_cxx else [])
    flag = folder / "flag.c"
    flag.write_text(f"_Bool truth_oom_throws = {int(program.oom_throws)};\n")
    binary = str(folder / "program")
    command(CXX if is_cxx else CC, *CFLAGS, "-no-pie", "-rdynamic", *objects,
            str(flag) if not is_cxx else "-xc", *([str(flag), "-xnone"] if is_cxx else []),
            str(shim / "shim.o"), *([str(shim / "shim_new.o")] if is_cxx else []),
            *(f"-Wl,--wrap={w}" for w in wrapped), "-pthread", "-o", binary)
    return binary


class Run:
    """One drive with one failing allocation: (drive, n) and what it lost."""

    def __init__(self, drive, n):
        self.drive, self.n = drive, n
        self.ended = False
        self.reports = []     # (kind, [pc])
        self.trouble = ""     # crash or unknown error


def execute(binary, arguments, stacks):
    env = dict(os.environ, ASAN_OPTIONS=ASAN,
               LSAN_OPTIONS=f"use_stacks={stacks}:use_registers={stacks}:"
                            "report_objects=0:print_suppressions=0")
    done = subprocess.run([binary, *arguments], env=env, capture_output=True,
                          text=True, errors="replace", timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"the shim failed: {done.stderr[-1000:]}")
    runs, collecting, settled = [], None, False
    for line in done.stderr.splitlines():
        if found := re.search(r"@@ run (\d+) (\d+)$", line):
            runs.append(Run(int(found[1]), int(found[2])))
            collecting, settled = None, False
        elif not runs:
            continue
        elif found := re.search(r"@@ done (\d+)", line):
            if int(found[1]) & 0x7f and not settled:
                runs[-1].trouble = f"signal {int(found[1]) & 0x7f}"
        elif line.endswith("@@ ended"):
            runs[-1].ended = True
        elif found := re.search(r"@@ (resource-leak|double-free|mismatched-free)( .*)", line):
            runs[-1].reports.append((found[1], found[2].split()))
        elif found := re.search(r"ERROR: AddressSanitizer: (.*)", line):
            kind = next((k for t, k in ERRORS.items() if t in found[1]), None)
            settled, collecting = True, None
            if kind:
                collecting = []
                runs[-1].reports.append((kind, collecting))
            elif not ("SEGV" in found[1] and runs[-1].n > 0):
                runs[-1].trouble = found[1]
        elif re.match(r"(Direct|Indirect) leak of", line):
            collecting = []
            runs[-1].reports.append(("leak", collecting))
        elif found := re.match(r"\s+#\d+ (0x[0-9a-f]+)", line):
            if collecting is not None:
                collecting.append(found[1])
        elif not line.strip():
            collecting = None
    return runs


def lines_of(binary, runs):
    """pc -> set of file:line, with one call of the symbolizer."""
    pcs = sorted({pc for r in runs for _, stack in r.reports for pc in stack})
    if not pcs:
        return {}
    out = command("addr2line", "-a", "-i", "-e", binary, *pcs).stdout
    result, now = {}, None
    for line in out.splitlines():
        if line.startswith("0x"):
            now = result.setdefault(int(line, 16), set())
        elif found := re.match(r"(.+):(\d+)", line):
            now.add((os.path.realpath(found[1]), int(found[2])))
    return result


def check(program, shim):
    """(failures, reached marks, driven functions)"""
    with tempfile.TemporaryDirectory() as name:
        binary = build(program, pathlib.Path(name), shim)
        runs = execute(binary, ["-e"] if program.at_exit else [], 0)
        again = [str(x) for r in runs if r.ended for x in (r.drive, r.n)]
        if again:
            runs += execute(binary, ["-e", *again], 1)
        where = lines_of(binary, runs)
    # The linker runs constructors in the order of the objects.
    order = [d for f in program.files for d in program.drives if d[0] == f]
    failures, reached, wrong = [], set(), set()
    for run in runs:
        file, line, text = order[run.drive]
        at = f"{pathlib.Path(file).name}:{line}: {text} (n={run.n or 'none'})"
        driven = marks.DRIVEN.findall(text)
        if run.trouble:
            failures.append(f"{at}: {run.trouble}")
        for kind, stack in run.reports:
            lines = set().union(*(where.get(int(pc, 16), set()) for pc in stack))
            hit = [m for m in program.marks if m.word in marks.KINDS
                   and (m.file, m.line) in lines and kind in marks.KINDS[m.word]]
            hit = hit or [m for m in program.marks if "elsewhere" in m.how
                          and kind in marks.KINDS[m.word] and enclosing(m) in driven]
            reached.update(hit)
            wrong.update(driven)
            inside = sorted(n for f, n in lines if f in program.files)
            if not hit:
                failures.append(f"{at}: unmarked {kind}, stack lines {inside}")
            elif any(d.endswith("_ok") for d in driven) and not any(
                    d.endswith("_bad") for d in driven):
                failures.append(f"{at}: {kind} in an _ok function, lines {inside}")
    driven = {d for _, _, text in program.drives for d in marks.DRIVEN.findall(text)}
    for name in sorted(driven - wrong):
        if name.endswith("_bad"):
            failures.append(f"{name}: driven, but nothing goes wrong")
    groups = {m.group for m in reached if m.group}
    reached |= {m for m in program.marks if m.group in groups}
    for mark in program.marks:
        if mark.word not in marks.KINDS or mark in reached:
            continue
        owner = enclosing(mark)
        if owner in driven or (owner is None and program.drives):
            failures.append(f"{pathlib.Path(mark.file).name}:{mark.line}: "
                            f"{mark.word} is marked but no drive reaches it")
    return failures, reached, driven


def enclosing(mark):
    """The name of the last function with a verdict that begins above the mark."""
    lines = pathlib.Path(mark.file).read_text().splitlines()[:mark.line]
    for text in reversed(lines):
        found = marks.DEFINED.search(text.partition("//")[0])
        if found and not text.startswith((" ", "\t")):
            return found[1]
    return None


def main():
    parser = argparse.ArgumentParser(description="check the marks by execution")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    programs = marks.programs(options.filters)
    failed = executed = total = functions = 0
    silent = []
    with tempfile.TemporaryDirectory() as name:
        shim = pathlib.Path(name)
        command(CC, "-g", "-O0", "-w", "-fno-pie", "-fno-builtin", "-c",
                str(marks.ROOT / "truth/shim.c"), "-o", name + "/shim.o")
        command(CXX, "-g", "-O0", "-fno-pie", "-c",
                str(marks.ROOT / "truth/shim_new.cpp"), "-o", name + "/shim_new.o")

        def guarded(program):
            try:
                return check(program, shim)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                return [str(error)], set(), set()

        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for program, (failures, reached, driven) in zip(
                    programs, pool.map(guarded, programs)):
                failed += bool(failures)
                for text in failures:
                    print(f"{program.name}: {text}")
                here = [m for m in program.marks if m.word in marks.KINDS]
                total += len(here)
                executed += sum(m in reached for m in here)
                silent += [f"{pathlib.Path(m.file).name}:{m.line}" for m in here
                           if m not in reached]
                functions += len(program.functions)
                silent += [f"{program.name}: {f}"
                           for f in sorted(program.functions - driven)]
    if silent:
        print("not executed: " + ", ".join(silent))
    print(f"{functions} functions; {executed} of {total} marks executed")
    print(f"{len(programs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
