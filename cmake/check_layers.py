#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do the folders of src/ depend on each other only as the design allows?

Reads every #include line of src/ and every wt_library() line, and fails on an
arrow that is not in the table below.  Also: Clang and LLVM headers are for
frontend/ alone, no engine prints, and the oracle of tests/agree shares no code
with what it checks.

    check_layers.py [ROOT]
    check_layers.py --self-test
"""

import re
import sys
import tempfile
from pathlib import Path

BASE = ["support", "ir"]
NUMBER = BASE + ["number"]
PROGRAM = NUMBER + ["program", "model"]
SUMMARY = PROGRAM + ["path", "summary"]
MEMORY = SUMMARY + ["logic", "memory"]
INFER = MEMORY + ["interpret", "model/infer"]
FACTS = INFER + ["pointer", "flow"]
ENGINES = ["sat", "valueflow", "absint", "contradiction", "ownership"]

# What a folder may include, besides itself.  DESIGN.md, "The way of the data".
ARROWS = {
    "support": [],
    "ir": ["support"],
    "number": BASE,
    "program": NUMBER,
    "model": NUMBER + ["program"],
    "frontend": BASE,
    "path": BASE + ["program"],
    "logic": NUMBER + ["path"],
    "summary": SUMMARY,
    "memory": MEMORY,
    "interpret": MEMORY,
    "model/infer": INFER,
    "pointer": SUMMARY,
    "flow": SUMMARY + ["logic", "pointer"],
    "finding": PROGRAM,
    "witness": PROGRAM + ["finding"],
    "fix": PROGRAM + ["finding"],
    "engine": FACTS + ["finding"],
    "verdict": PROGRAM + ["finding", "fix", "witness"],
    "report": BASE + ["finding", "fix", "verdict"],
    "store": BASE + ["finding"],
    "memo": SUMMARY + ["finding", "store"],
}
ARROWS |= {f"engine/{name}": ARROWS["engine"] + ["engine"] for name in ENGINES}
ARROWS["engine/contradiction"].append("witness")  # drops impossible paths
ARROWS["driver"] = list(ARROWS)  # the top: everything

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LIBRARY = re.compile(r"wt_library\(\s*(\w+)([^)]*)\)")
ORACLE_MAY = {"finding/verdict.h", "model/model.h", "program/program.h"}


def folder_of(path):
    """The layer of a path relative to src/: engine/sat is one of its own."""
    parts = Path(path).parts
    if len(parts) > 2 and parts[0] in ("engine", "model"):
        return "/".join(parts[:2])
    return parts[0] if len(parts) > 1 else ""


def includes(file):
    lines = file.read_text(errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == "<", match[2]


def check_include(place, folder, is_system, header):
    if is_system:
        if re.match(r"(clang|llvm)(-c)?/", header) and folder != "frontend":
            yield f"{place}: <{header}> belongs to frontend/ alone"
        if header == "iostream" and folder.startswith("engine"):
            yield f"{place}: an engine does not print"
        return
    if re.match(r"(clang|llvm)(-c)?/", header):
        if folder != "frontend":
            yield f"{place}: \"{header}\" belongs to frontend/ alone"
        return
    target = folder_of(header)
    if not target:
        yield f"{place}: \"{header}\" does not name its folder"
    elif target not in ARROWS:
        yield f"{place}: \"{header}\" is in no known folder"
    elif target != folder and target not in ARROWS[folder]:
        yield f"{place}: {folder}/ may not include {target}/ (\"{header}\")"


def check_library(root, file):
    folder = file.parent.relative_to(root / "src").as_posix()
    for name, rest in LIBRARY.findall(file.read_text()):
        for dependency in re.findall(r"\bwt_(\w+)", rest):
            target = dependency.replace("engine_", "engine/")
            target = {"infer": "model/infer"}.get(target, target)
            if target != folder and target not in ARROWS.get(folder, []):
                yield f"{file}: {folder}/ may not link wt_{dependency}"


def check(root):
    source = root / "src"
    for file in sorted(source.rglob("*")):
        if file.name == "CMakeLists.txt" and file.parent != source:
            yield from check_library(root, file)
        if file.suffix not in (".h", ".cpp", ".def"):
            continue
        folder = folder_of(file.relative_to(source))
        if folder not in ARROWS:
            yield f"{file}: no known folder; add it to cmake/check_layers.py"
            continue
        for number, is_system, header in includes(file):
            yield from check_include(f"{file}:{number}", folder, is_system,
                                     header)
    yield from check_oracle(root / "tests" / "agree")


def check_oracle(folder):
    """What compares engines may see them; the oracle itself may not."""
    for file in sorted(folder.glob("*.[ch]*")):
        if file.stem in ("compare", "agree_test"):
            continue
        for number, is_system, header in includes(file):
            layer = folder_of(header)
            if is_system or not layer or layer in BASE or header in ORACLE_MAY:
                continue
            yield f"{file}:{number}: the oracle may not include \"{header}\""


def self_test():
    """Each line is a file and an include that must be refused."""
    wrong = [
        ("ir/a.h", '#include "program/program.h"'),
        ("engine/sat/a.cpp", '#include "engine/absint/absint.h"'),
        ("engine/sat/a.cpp", '#include "driver/options.h"'),
        ("engine/sat/a.cpp", "#include <iostream>"),
        ("finding/a.cpp", "#include <llvm/IR/Module.h>"),
        ("report/a.cpp", '#include "clang/AST/Decl.h"'),
        ("support/a.h", '#include "id.h"'),
        ("colour/a.h", ""),
    ]
    right = [
        ("engine/sat/a.cpp", '#include "engine/engine.h"'),
        ("frontend/a.cpp", "#include <llvm/IR/Module.h>"),
        ("driver/a.cpp", '#include "engine/sat/sat.h"'),
    ]
    failures = 0
    for expected, cases in ((1, wrong), (0, right)):
        for path, line in cases:
            with tempfile.TemporaryDirectory() as name:
                file = Path(name) / "src" / path
                file.parent.mkdir(parents=True)
                file.write_text(line + "\n")
                found = len(list(check(Path(name))))
                if found != expected:
                    print(f"{path}: {line}: {found} messages", file=sys.stderr)
                    failures += 1
    return failures


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    messages = list(check(root))
    for message in messages:
        print(message, file=sys.stderr)
    sys.exit(1 if messages else 0)


main()
