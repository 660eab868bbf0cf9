# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which dropped deallocation calls really leak when the tests run?

The package is built once more with AddressSanitizer, from a copy of its
sources in which every deallocation call can be switched off:

    free (p);     becomes     WT_DROP (17, free) (p);

With WT_DROP_CALL=17 in the environment that call evaluates its arguments and
does nothing, which is what a rebuild without it would do, without a hundred
rebuilds.  The test suite runs once for each mutant; a mutant leaks when
LeakSanitizer reports an allocation stack, or a number of objects for one, that
the unchanged program does not.  Calls that the suite never executes need no
run.  Calls written in macros are left out: they are several calls in one.

The answers are kept in the cache, by version of the package.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import packages
from packages import Package

HEADER = r"""
/* Calls that can be switched off; see bench/mutation_truth.py. */
#if !defined WT_SWITCH_H && !defined __ASSEMBLER__
#define WT_SWITCH_H
#include <sys/syscall.h>
extern char *getenv (const char *);
extern long syscall (long, ...);
#define WT_ONCE __attribute__ ((weak, noinline, unused))
WT_ONCE int wt_number (const char *s)
{
  int n = 0;
  for (; s && *s; ++s)
    n = n * 10 + (*s - '0');
  return n;
}
WT_ONCE void wt_note (int n)
{
  static char seen[16384];
  const char *file = getenv ("WT_HITS");
  char text[16];
  int at = sizeof text, fd;
  if (!file || seen[n])
    return;
  seen[n] = 1;
  text[--at] = '\n';
  do
    text[--at] = '0' + n % 10;
  while ((n /= 10) != 0);
  fd = (int) syscall (SYS_openat, -100, file, 02001, 0); /* append */
  syscall (SYS_write, fd, text + at, (long) sizeof text - at);
  syscall (SYS_close, fd);
}
WT_ONCE int wt_is_dropped (int n)
{
  const char *chosen = getenv ("WT_DROP_CALL");
  wt_note (n);
  return chosen && wt_number (chosen) == n;
}
WT_ONCE void *wt_nothing (void) { return 0; }
#define WT_DROP(n, f) \
  (wt_is_dropped (n) ? (__typeof__ (&f)) (void *) wt_nothing : &f)
#endif
"""
FLAGS = "-O1 -g -fno-omit-frame-pointer -fsanitize=address -w"
# A test may ask for more memory than there is and expect null.
SANITIZER = ("detect_leaks=1:exitcode=0:malloc_context_size=20:"
             "allocator_may_return_null=1")
SECONDS_PER_RUN = 300


@dataclass
class Suite:
    package: Package   # how it is built for the analysis
    sources: str       # regular expression: files whose calls are dropped
    build: list        # commands in the build folder; {source}, {flags}, and
                       # {plain}: the flags without switches, for configure
    test: list         # one command


SUITES = {suite.package.name: suite for suite in [
    Suite(Package("json-c", ["cmake", "-G", "Ninja",
                             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                             "-DBUILD_SHARED_LIBS=OFF", "{source}"],
                  needs=["cmake", "ninja-build"]),
          r"[^/]+\.c$",
          [["cmake", "-G", "Ninja", "-DBUILD_SHARED_LIBS=OFF",
            "-DDISABLE_WERROR=ON", "-DCMAKE_C_COMPILER=clang-19",
            "-DCMAKE_C_FLAGS={flags}", "{source}"], ["ninja"]],
          ["ctest", "-j2"]),
    Suite(Package("libtasn1-6", ["{source}/configure", "--quiet",
                                 "--disable-doc", "--disable-shared"],
                  ["make", "-j" + packages.JOBS]),
          r"(lib|src)/[^/]+\.c$",
          # Its tests switch LeakSanitizer off.
          [["sed", "-i", "-E", "s/\\b[AL]SAN_OPTIONS=[^\\]*//",
            "{source}/tests/Makefile.in"],
           ["{source}/configure", "--quiet", "--disable-doc",
            "--disable-shared", "CC=clang-19", "CFLAGS={plain}"],
           ["make", "-j" + packages.JOBS, "CFLAGS={flags}"],
           ["make", "-C", "tests", "-j" + packages.JOBS, "check", "TESTS=",
            "CFLAGS={flags}"]],
          ["make", "-k", "-C", "tests", "-j2", "check"]),
    Suite(Package("popt", ["{source}/configure", "--quiet",
                           "--disable-shared", "--disable-nls"],
                  ["make", "-j" + packages.JOBS]),
          r"src/[^/]+\.c$",
          [["{source}/configure", "--quiet", "--disable-shared",
            "--disable-nls", "CC=clang-19", "CFLAGS={plain}"],
           ["make", "-j" + packages.JOBS, "CFLAGS={flags}"],
           ["make", "-C", "tests", "check", "TESTS=", "CFLAGS={flags}"]],
          ["make", "-k", "-C", "tests", "check"]),
]}


def with_switches(text, calls):
    """The source text (bytes) with each (line, column, name, number) call made
    switchable; and the numbers of the calls that are not written that way."""
    lines = text.split(b"\n")
    refused = []
    for line, column, name, number in sorted(calls, reverse=True):
        row = lines[line - 1] if line <= len(lines) else b""
        head, rest = row[:column - 1], row[column - 1:]
        if not re.match(re.escape(name.encode()) + rb"\s*\(", rest):
            refused.append(number)
            continue
        call = b"WT_DROP (%d, %s)" % (number, name.encode())
        lines[line - 1] = head + call + rest[len(name):]
    return b"\n".join(lines), sorted(refused)


FRAME = re.compile(r"\s+#\d+ 0x[0-9a-f]+ in (\S+)(?: (\S+:\d+))?")
LEAK = re.compile(r"(?:Direct|Indirect) leak of \d+ byte\(s\) in (\d+) object")


def leaks_in(report):
    """Objects lost, by allocation stack, of one report of LeakSanitizer."""
    found, stack, objects = Counter(), [], 0
    for line in report.splitlines() + [""]:
        if leak := LEAK.match(line):
            stack, objects = [], int(leak[1])
        elif frame := FRAME.match(line):
            stack.append(f"{frame[1]} {frame[2] or ''}".strip())
        elif objects:
            found[" < ".join(stack[1:])] += objects  # without malloc itself
            objects = 0
    return found


def new_leaks(before, now):
    """Stacks that lose more objects than before."""
    return sorted(stack for stack, objects in now.items()
                  if objects > before.get(stack, 0))


class Truth:
    def __init__(self, suite, tree, cache):
        self.suite, self.tree = suite, tree
        self.folder = cache / "mutation" / "truth" / suite.package.name
        self.file = self.folder / "truth.json"
        self.skipped = 0

    def eligible(self, mutants):
        """Keys of the calls that can be switched off, in order."""
        memory = {key: record for key, record in mutants.items()
                  if record["is_memory"] and
                  re.match(self.suite.sources, key.rsplit(":", 2)[0])}
        self.records = {key: record for key, record in sorted(memory.items())
                        if not record["macro"]}
        self.skipped = len(memory) - len(self.records)
        return list(self.records)

    def leaking(self, keys):
        """Those of the keys whose mutants leak."""
        truth = self.load()
        if not truth:
            truth = self.start()
        unknown = [key for key in keys if key not in truth["mutants"]]
        for done, key in enumerate(unknown):
            if sys.stderr.isatty():
                print(f"\r{self.suite.package.name}: mutant {done + 1} of "
                      f"{len(unknown)} ", end="", file=sys.stderr, flush=True)
            truth["mutants"][key] = self.judge(truth, key)
            self.save(truth)
        if unknown and sys.stderr.isatty():
            print(file=sys.stderr)
        answers = [truth["mutants"][key] for key in keys]
        if sum(a["executed"] for a in answers) >= 10 and \
                not any(a["leaks"] for a in answers):
            raise packages.BenchError(f"{self.suite.package.name}: no mutant "
                                      "leaks: do its tests let LeakSanitizer "
                                      "run?")
        return [key for key in keys if truth["mutants"][key]["leaks"]]

    def load(self):
        if not self.file.exists():
            return None
        truth = json.loads(self.file.read_text())
        is_same = (truth["version"] == self.tree.version and
                   truth.get("made_by") == self.made_by() and
                   truth["calls"] == list(self.records))
        return truth if is_same else None

    def made_by(self):
        """Everything in this file that decides the answers."""
        return [HEADER, FLAGS, SANITIZER, self.suite.build, self.suite.test]

    def save(self, truth):
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(truth, indent=1))
        fresh.replace(self.file)

    def start(self):
        """Builds the switchable program; two runs show what it always does."""
        refused = self.build()
        executed, first = set(), Counter()
        for _ in range(2):
            leaks, hits = self.run_suite(None)
            executed |= hits
            first |= leaks  # the larger count of both
        truth = {"version": self.tree.version, "made_by": self.made_by(),
                 "calls": list(self.records),
                 "refused": refused, "executed": sorted(executed),
                 "baseline": first, "mutants": {}}
        self.save(truth)
        return truth

    def build(self):
        print(f"building {self.suite.package.name} with switches ...",
              file=sys.stderr)
        shutil.rmtree(self.folder, ignore_errors=True)
        source, build = self.folder / "source", self.folder / "build"
        shutil.copytree(self.tree.source, source, symlinks=True)
        build.mkdir()
        header = self.folder / "wt_switch.h"
        header.write_text(HEADER)
        by_file = {}
        for number, (key, record) in enumerate(self.records.items(), 1):
            file, line, column = key.rsplit(":", 2)
            by_file.setdefault(file, []).append(
                (int(line), int(column), record["callee"], number))
        refused = []
        for file, calls in by_file.items():
            text, not_written = with_switches((source / file).read_bytes(),
                                              calls)
            stat = (source / file).stat()
            (source / file).write_bytes(text)
            os.utime(source / file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            refused += not_written
        flags = f"{FLAGS} -include {header}"
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        for command in self.suite.build:
            packages.run([part.format(source=source, flags=flags, plain=FLAGS)
                          for part in command], cwd=build, env=environment)
        return sorted(refused)

    def judge(self, truth, key):
        number = truth["calls"].index(key) + 1
        if number in truth["refused"] or number not in truth["executed"]:
            return {"executed": False, "leaks": False, "stacks": []}
        leaks, _ = self.run_suite(number)
        stacks = new_leaks(truth["baseline"], leaks)
        return {"executed": True, "leaks": bool(stacks), "stacks": stacks[:5]}

    def run_suite(self, dropped):
        """(objects lost by stack, numbers of the calls executed)"""
        with tempfile.TemporaryDirectory() as folder:
            options = f"{SANITIZER}:log_path={folder}/log"
            hits = Path(folder, "hits")
            hits.touch()
            environment = {**os.environ, "ASAN_OPTIONS": options,
                           "LSAN_OPTIONS": "exitcode=0",
                           "USE_VALGRIND": "0"}
            if dropped is None:
                environment["WT_HITS"] = str(hits)
            else:
                environment["WT_DROP_CALL"] = str(dropped)
            try:
                subprocess.run(self.suite.test, cwd=self.folder / "build",
                               env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL,
                               timeout=SECONDS_PER_RUN)
            except subprocess.TimeoutExpired:
                pass  # what was reported until then counts
            found = Counter()
            for log in sorted(Path(folder).glob("log.*")):
                found += leaks_in(log.read_text(errors="replace"))
            return found, {int(line) for line in hits.read_text().split()}
