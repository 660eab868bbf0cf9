# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much processor time and memory does a command need?

CPU time is user plus system time of the process and everything it waited for,
so it does not depend on how many run at once.  The baseline that all figures
are divided by is `clang-19 -O0 -g -c` over the same units in the same run.
"""

import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Cost:
    cpu: float = 0.0       # seconds
    peak: int = 0          # bytes, of the largest process
    status: int = 0
    output: str = ""

    def __add__(self, other):
        return Cost(self.cpu + other.cpu, max(self.peak, other.peak),
                    self.status or other.status)


def measure(command, cwd=None, keep_output=False):
    """Runs one command to its end."""
    target = subprocess.PIPE if keep_output else subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=target)
    output = process.stderr.read().decode(errors="replace") if keep_output else ""
    if keep_output:
        process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024,
                process.returncode, output)


WITH_VALUE = {"-I", "-D", "-U", "-isystem", "-include", "-iquote", "-idirafter",
              "-imacros", "-x"}
KEPT = ("-I", "-D", "-U", "-isystem", "-iquote", "-std=", "-pthread", "-m", "-f",
        "-ansi")
GCC_ONLY = ("-ffat-lto", "-flto", "-fno-var", "-fvar", "-fanalyzer",
            "-fprofile", "-mno-", "-mtune", "-march", "-MD", "-MF", "-MT")


def language_flags(entry):
    """What of a compile command decides how the source is read."""
    arguments = entry.get("arguments") or shlex.split(entry["command"])
    kept, rest = [], iter(arguments[1:])
    for argument in rest:
        if argument in WITH_VALUE:
            kept += [argument, next(rest, "")]
        elif argument.startswith(KEPT) and not argument.startswith(GCC_ONLY):
            kept.append(argument)
    return kept


def is_cxx(entry):
    return Path(entry["file"]).suffix != ".c"


def clang_for(entry):
    return "clang++-19" if is_cxx(entry) else "clang-19"


def compile_baseline(entry, output):
    """`clang-19 -O0 -g -c` of one unit."""
    return measure([clang_for(entry), *language_flags(entry), "-O0", "-g", "-w",
                    "-Qunused-arguments", "-c", entry["file"], "-o", output],
                   cwd=entry["directory"])


def folder_size(folder):
    return sum(file.stat().st_size for file in Path(folder).rglob("*")
               if file.is_file())


def line_count(file):
    return Path(file).read_bytes().count(b"\n")
