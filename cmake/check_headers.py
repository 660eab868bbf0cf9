#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does every source file say under which licence it is and what it is for?

The licence is one SPDX line, the first of the file (a `#!` or an `ENGINES:` line
may come before it).  C++ files of src/ and of the test programs continue with
a comment in prose; tests that it names exist.

    check_headers.py [ROOT]
"""

import re
import sys
from pathlib import Path

LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
SUFFIXES = {".h", ".cpp", ".c", ".cc", ".def", ".py", ".cmake", ".sh", ".spec"}
FOLDERS = ["src", "tests", "cmake", "bench", "models", "examples"]
DATA = ["tests/fuzz/corpus", "tests/cli/projects"]  # inputs, not sources


def sources(root):
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if any(name.startswith(data) for data in DATA) or \
                    "__pycache__" in name or not file.is_file():
                continue
            if file.suffix in SUFFIXES or file.name == "CMakeLists.txt":
                yield name, file


def missing_tests(root, lines):
    """Names in "Tested by ..." of the header comment that fit no file."""
    comment = []
    for line in lines:
        if not line.startswith("//"):
            break
        comment.append(line[2:].strip())
    text = " ".join(comment).partition("Tested by ")[2]
    for name in re.findall(r"tests/[\w/.*-]*[\w/*]", text):
        if not any(root.glob(name.rstrip("/"))):
            yield name


def check(root):
    for name, file in sources(root):
        lines = file.read_text(errors="replace").splitlines()
        if not any(LICENCE in line for line in lines[:2]):
            yield f"{name}: no SPDX line"
            continue
        if not name.startswith("src/") or file.suffix not in (".h", ".cpp"):
            continue
        prose = [line for line in lines[1:8] if line.startswith("//")]
        if sum(len(line.strip("/ ")) for line in prose) < 12:
            yield f"{name}: no header comment that says what it is for"
        for test in missing_tests(root, lines):
            yield f"{name}: is tested by {test}, which does not exist"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    messages = list(check(root))
    for message in messages:
        print(message, file=sys.stderr)
    sys.exit(1 if messages else 0)


main()
