# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How is any Debian package of C or C++ compiled, without a recipe for it?

By its own rules: `debian/rules build`, with the libraries and tools that it
names, and with compilers first in PATH that note how they were called (bear
takes minutes for what configure tries out).  Documentation and tests are left
out.  What matters are the commands that compile; so a build may end early if
the files that are asked for were compiled by then.

What it does not do: packages that need MANY further ones, or that take longer
than an hour.
Tested by tests/unit/facts/patches_test.py.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import packages
from packages import BenchError, JOBS

MANY = 80  # further packages that a build may need
HOUR = 3600
SOURCES = (".c", ".cc", ".cpp", ".cxx")
ALWAYS = ["dpkg-dev", "debhelper", "quilt", "gcc", "g++", "patch",
          "universal-ctags"]
COMPILERS = ["cc", "gcc", "c++", "g++", "x86_64-linux-gnu-gcc",
             "x86_64-linux-gnu-g++"]
NOTE = """#!/bin/sh
printf '%s\\0' "$PWD" "{real}" "$@" > "{folder}/$$"
exec {real} "$@"
"""
# Large, for documents, bindings and tests alone; builds go on without them.
LEFT_OUT = re.compile(
    r"texlive|doxygen|graphviz|pandoc|java|jdk|ruby|ghc|mono|libqt|qtbase|"
    r"xvfb|imagemagick|inkscape|dblatex")


def needed(description):
    """What a source package says that it needs to be built here; of
    alternatives the first."""
    fields = re.findall(r"^Build-Depends(?:-Arch)?:(.*(?:\n[ \t].*)*)",
                        description, re.MULTILINE)
    names = []
    for part in ",".join(fields).split(","):
        first = part.split("|")[0]
        word = re.match(r"\s*([a-z0-9][a-z0-9+.-]+)", first)
        here = "[" not in first or re.search(
            r"\[[^]!]*(linux-any|amd64)", first)
        wanted = "!nocheck" not in first and "!nodoc" not in first
        if word and here and wanted and not LEFT_OUT.search(word.group(1)):
            names.append(word.group(1))
    return names


def install(apt, names):
    """As far as that is possible: a build may do without some."""
    wanted = [name for name in [*ALWAYS, *names]
              if not packages.is_installed(name)]
    if not wanted:
        return
    planned = subprocess.run(["apt-get", *apt.options, "-s",
                              "--no-install-recommends", "install", *wanted],
                             capture_output=True, text=True).stdout
    more = len(re.findall(r"^Inst ", planned, re.MULTILINE))
    if more > MANY:
        raise BenchError(f"needs {more} further packages")
    try:
        apt.install(wanted)
    except BenchError:
        for name in wanted:
            try:
                apt.install([name])
            except BenchError:
                pass


def source_folder(apt, name, folder):
    """The unpacked source, fetched once."""
    into = folder / "source"
    if not list(into.glob("*/debian")):
        into.mkdir(parents=True, exist_ok=True)
        apt.install(ALWAYS)
        apt.source(name, into)
    return next(into.glob("*/debian")).parent


def put_compilers(folder):
    """Compilers in `folder`/bin that note their calls in `folder`/calls."""
    programs, calls = folder / "bin", folder / "calls"
    shutil.rmtree(calls, ignore_errors=True)
    for part in (programs, calls):
        part.mkdir(parents=True, exist_ok=True)
    for name in COMPILERS:
        real = shutil.which(name)
        if real and Path(real).parent != programs:
            (programs / name).write_text(NOTE.format(real=real, folder=calls))
            (programs / name).chmod(0o755)
    return programs


def commands(calls):
    """Entries of a compile_commands.json: those that compile a source."""
    rows = []
    for call in sorted(calls.iterdir(), key=lambda file: int(file.name)):
        folder, *arguments = call.read_bytes().decode(
            errors="replace").split("\0")[:-1]
        for file in arguments[1:]:
            if file.endswith(SOURCES) and "-E" not in arguments and Path(
                    folder, file).exists():
                rows.append({"directory": folder, "file": file,
                             "arguments": arguments})
    return rows


def build(apt, name, folder):
    """The source; `folder` has a compile_commands.json of what was compiled."""
    source = source_folder(apt, name, folder)
    database = folder / "compile_commands.json"
    if database.exists():
        return source
    description = next((folder / "source").glob("*.dsc")).read_text(
        errors="replace")
    install(apt, needed(description))
    programs = put_compilers(folder)
    environment = {
        **os.environ, "PATH": f"{programs}:{os.environ['PATH']}",
        "DEB_BUILD_OPTIONS": f"nocheck nodoc parallel={JOBS}",
        "DEB_CFLAGS_APPEND": "-O0 -g0", "DEB_CXXFLAGS_APPEND": "-O0 -g0",
        "DEB_BUILD_PROFILES": "nocheck nodoc"}
    # A folder `build` stands in the way of a target that is not phony.
    target = "build-arch" if (source / "build").exists() else "build"
    try:
        with (folder / "build.log").open("w") as log:
            subprocess.run(["debian/rules", target], cwd=source, stdout=log,
                           env=environment, stdin=subprocess.DEVNULL,
                           stderr=subprocess.STDOUT, timeout=HOUR)
    except subprocess.TimeoutExpired:
        raise BenchError("takes longer than an hour") from None
    database.write_text(json.dumps(commands(folder / "calls")))
    return source


def entries(folder):
    """Commands that compile C or C++ sources, one for each file."""
    file = folder / "compile_commands.json"
    seen = {}
    for entry in json.loads(file.read_text()) if file.exists() else []:
        path = Path(entry["directory"], entry["file"])
        if path.suffix in SOURCES and path.exists():
            seen.setdefault(str(path.resolve()), entry)
    return [seen[key] for key in sorted(seen)]
