#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the glossary explain the nouns of the code?

The noun of a type is the last word of its name: `OwnedCells` is about cells.
Each noun of a type that a header of src/ defines for other folders must be a
word of docs/dev/glossary.md, unless it is an everyday word of programming
(EVERYDAY).  And each word of the glossary must occur in src/.

    check_glossary.py [ROOT]
    check_glossary.py --self-test
"""

import re
import sys
import tempfile
from pathlib import Path

# Understood by who has never seen this program.
EVERYDAY = set("""
    access address alias analysis answer argument array assignment attempt
    attribute bit block branch budget builder cache call category change check
    class clause client clock code command comment complaint component condition
    console content context copy count cursor database decision destination
    digest edge end entity entry error event exit field file flag flight folder
    form format frame function global graph hand hash id index info input inst
    instance interface interpreter interval job key kind lane language layout
    limit line link linkage list literal location lock lookup loop machine map
    memory message name neighbourhood node note number offset op operation option
    order outside pair param parser pattern pool position pos predecessor
    predicate printer priority process proof question range reader record
    reference ref report result role root row rule run score scope search set
    shape size solver source space spec statement statistic step string subject
    symbol system table target task term test text time token total type unit
    use user utf value variable version view way width word work worker workspace
    write writer expression expr dominator dispatch decider division ssa load
    lowering constant stage space pass placement resolution solution duplicate
    plan transfer direction generator suggestion taking waiting found linked
    loaded analysed decl utf8 history forest frontier marks mark aliases round
    evaluation deallocator point to comparison aliase
""".split())

TYPE = re.compile(r"^(?:template <[^;{]*>\n)?(?:class|struct|enum class) "
                  r"([A-Z]\w*)(?:\s+final)?\s*(?::[^;{]*)?\{", re.MULTILINE)
WORD = re.compile(r"[A-Z][a-z0-9]+|[A-Z]+(?![a-z])")
ROW = re.compile(r"^\| ([^|]+?) +\|", re.MULTILINE)


def singular(word):
    for ending, instead in (("sses", "ss"), ("ies", "y"), ("s", "")):
        if word.endswith(ending) and not word.endswith(("ss", "is", "os", "as")):
            return word[:-len(ending)] + instead
    return word


def nouns(root):
    """{noun: one type and its header}"""
    found = {}
    for header in sorted((root / "src").rglob("*.h")):
        for name in TYPE.findall(header.read_text(errors="replace")):
            words = WORD.findall(name)
            if words:
                noun = singular(words[-1].lower())
                place = header.relative_to(root).as_posix()
                found.setdefault(noun, f"{name} ({place})")
    return found


def check(root):
    glossary = root / "docs" / "dev" / "glossary.md"
    rows = [row for row in ROW.findall(glossary.read_text())
            if row not in ("word", "---")]
    known = {singular(row) for row in rows}
    for noun, place in nouns(root).items():
        if noun not in known | EVERYDAY:
            yield f"{glossary}: no row for '{noun}', as in {place}"
    if rows != sorted(rows):
        yield f"{glossary}: the rows are not in alphabetical order"
    text = "\n".join(file.read_text(errors="replace").lower()
                     for file in (root / "src").rglob("*")
                     if file.suffix in (".h", ".cpp"))
    for row in rows:
        if not re.search(rf"{re.escape(row)}|{row.replace(' ', '_')}", text):
            yield f"{glossary}: nothing in src/ is called '{row}'"


def self_test():
    """Each row: a header, the glossary, how many messages there are."""
    rows = [
        ("class OwnedCells {\n};\n", "| cell | a place |\n", 0),
        ("class OwnedCells {\n};\n", "| site | owned |\n", 2),
        ("struct Options {\n};\n", "", 0),
        ("struct Cell;\n", "", 0),
        ("// a cell, a base\n", "| cell | b |\n| base | a |\n", 1),
    ]
    failures = 0
    for header, glossary, expected in rows:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in (("src/a.h", header),
                               ("docs/dev/glossary.md", glossary)):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            found = list(check(root))
        if len(found) != expected:
            print(f"{header!r}: {found}", file=sys.stderr)
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
