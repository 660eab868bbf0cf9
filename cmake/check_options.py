#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is every option of driver/options.def used, and written about?

A row whose field nobody reads is a promise that is not kept.  Every name of
an option must also appear in docs/user/command-line.md.

    check_options.py [ROOT]
"""

import re
import sys
from pathlib import Path

ROW = re.compile(r"^(FLAG|TEXT|LIST|CHOICE|NUMBER)\((\w+),\s*\"([^\"]+)\"",
                 re.MULTILINE)


def check(root):
    table = root / "src" / "driver" / "options.def"
    if not table.exists():
        return
    rows = ROW.findall(table.read_text())
    if not rows:
        yield f"{table}: no rows found"
    text = ""
    for file in sorted((root / "src" / "driver").rglob("*.cpp")):
        if file.name != "options.cpp":
            text += file.read_text()
    page = root / "docs" / "user" / "command-line.md"
    manual = page.read_text()
    for _, field, names in rows:
        if not re.search(rf"(\.|->){field}\b", text):
            yield f"{table}: option '{names}' is never used"
        for name in names.split(","):
            if name.startswith("--") and \
                    not re.search(rf"{name}(?![\w-])", manual):
                yield f"{page}: option {name} is missing"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    messages = list(check(root))
    for message in messages:
        print(message, file=sys.stderr)
    sys.exit(1 if messages else 0)


main()
