# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small edits of a source tree, drawn by seed.

    body       a statement before a `return`
    header     a declaration, or a member of a struct, in a header
    summary    a call statement is taken out, so that a function does something
               else for its callers
    universal  a new caller, a second store into a field, a new override
    files      a unit that comes, or goes

Edits are found by patterns, so some do not compile: see `draw` for how these
are left out.  A tree is edited as a copy (`copy_tree`), never in place.
"""

import json
import random
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import packages

KINDS = ("body", "header", "summary", "universal", "files")

RETURN = re.compile(r"^[ \t]+return\b.*;[ \t]*$", re.M)
STATEMENT = "{ volatile int watertight_edit = 1; (void)watertight_edit; }\n"
CALL = re.compile(r"^[ \t]+[A-Za-z_]\w* ?\([^;{}#]*\);[ \t]*$", re.M)
FREE = re.compile(r"^[ \t]+\w*free\w* ?\([^;{}#]*\);[ \t]*$", re.M)
STORE = re.compile(r"^[ \t]+(\w+(?:->|\.)\w+) = [^=;{}#]+;[ \t]*$", re.M)
# `name (` at the start of a line, or after its type; then its body.
FUNCTION = re.compile(
    r"^(?:[A-Za-z_][\w \t*]*[ \t*])?([a-z_]\w+) ?\([^;{}()#]*\)\s*\{", re.M)
STRUCT = re.compile(r"^(?:typedef )?struct\s+\w*\s*\{[^{}#]*^\}", re.M)
PROTOTYPE = re.compile(r"^(?:extern )?[A-Za-z_][\w \t*]*\([^;{}#]*\);[ \t]*$",
                       re.M)
CLASS = re.compile(r"^class (?:\w+_EXPORT )?(\w+)[^;{}]*\{.*?^\};\n", re.M | re.S)
VIRTUAL = re.compile(
    r"^[ \t]+virtual ([^;{}()~]+?)(\w+)\(([^;{}()]*)\)( const)? = 0;", re.M)
NOT_FUNCTIONS = {"if", "for", "while", "switch", "return", "main", "sizeof"}
NEW_UNIT = """\
#include <stdlib.h>
char *watertight_edit(int n) {
  char *p = (char *)malloc(7);
  if (n > 3)
    return 0;
  return p;
}
"""


@dataclass
class Edit:
    kind: str
    name: str    # for people
    apply: object  # (tree) -> {path: text}; also writes the build database


def copy_tree(tree, folder):
    """The same tree in another place, with a build database for that place."""
    root = tree.build.parent
    to = Path(folder, "tree")
    shutil.copytree(root, to, symlinks=True)
    database = to / tree.build.relative_to(root) / "compile_commands.json"
    database.write_text(database.read_text().replace(f"{root}/", f"{to}/"))
    return packages.Tree(tree.package, tree.version,
                         to / tree.source.relative_to(root), database.parent)


def sources(tree):
    return sorted({Path(entry["directory"], entry["file"]).resolve()
                   for entry in packages.units(tree)})


def headers(tree):
    """Of the tree itself; whether a unit reads them is not asked."""
    folders = {file.parent for file in sources(tree)}
    return sorted({header.resolve() for folder in folders
                   for header in folder.glob("*.h")} |
                  {header.resolve() for header in tree.source.glob("include/**/*.h")})


def read(file):
    return Path(file).read_text(errors="surrogateescape")


def replaced(file, begin, end, text):
    def apply(_):
        old = read(file)
        return {file: old[:begin] + text + old[end:]}
    return apply


def at(file, text, offset):
    return f"{file.name}:{text.count(chr(10), 0, offset) + 1}"


def by_pattern(kind, files, pattern, change):
    """One edit for each match; `change` gives begin, end and the new text."""
    out = []
    for file in files:
        text = read(file)
        for match in pattern.finditer(text):
            edit = change(text, match)
            if edit:
                out.append(Edit(kind, at(file, text, match.start()),
                                replaced(file, *edit)))
    return out


def body_edits(tree):
    return by_pattern("body", sources(tree), RETURN, lambda _, m:
                      (m.start(), m.start(), STATEMENT))


def header_edits(tree):
    files = headers(tree)
    return [by_pattern("header", files, STRUCT, lambda _, m:
                       (m.end() - 1, m.end() - 1, "int watertight_edit;\n")),
            by_pattern("header", files, PROTOTYPE, lambda _, m:
                       (m.end(), m.end(), "\nextern int watertight_edit;"))]


def summary_edits(tree):
    def without(_, match):
        return match.start(), match.end(), ";"
    return [by_pattern("summary", sources(tree), pattern, without)
            for pattern in (FREE, CALL)]


def universal_edits(tree):
    def call(text, match):
        if match[1] in NOT_FUNCTIONS:
            return None
        return (len(text), len(text), "\nvoid watertight_edit(void);\n"
                "void watertight_edit(void) {\n"
                f"  ((void (*)(void)){match[1]})();\n}}\n")

    def store(_, match):
        line = match[0].strip()
        return (match.start(), match.end(), f"{{ {line} {match[1]} = 0; }}")

    def override(_, match):
        method = VIRTUAL.search(match[0])
        if not method:
            return None
        result, name, parameters, const = method.groups()
        return (match.end(), match.end(),
                f"class WatertightEdit : public {match[1]} {{\n"
                f"  {result}{name}({parameters}){const or ''} override "
                "{ __builtin_trap(); }\n};\n")
    files = sources(tree)
    return [by_pattern("universal", files, FUNCTION, call),
            by_pattern("universal", files, STORE, store),
            by_pattern("universal", headers(tree) + files, CLASS, override)]


def file_edits(tree):
    database = tree.build / "compile_commands.json"

    def without(unit):
        def apply(_):
            entries = json.loads(database.read_text())
            return {database: json.dumps([e for e in entries if e["file"] !=
                                          unit["file"]])}
        return Edit("files", "without " + Path(unit["file"]).name, apply)

    def with_copy(unit):
        def apply(_):
            old = Path(unit["directory"], unit["file"])
            new = old.with_name("watertight_edit" + old.suffix)
            entry = dict(unit, file=str(new))
            if "arguments" in entry:
                entry["arguments"] = [str(new) if word == unit["file"] else word
                                      for word in unit["arguments"]]
            else:
                entry["command"] = unit["command"].replace(unit["file"], str(new))
            entries = json.loads(database.read_text())
            return {new: NEW_UNIT, database: json.dumps([entry, *entries])}
        return Edit("files", "another beside " + Path(unit["file"]).name, apply)
    units = packages.units(tree)
    return [[without(unit) for unit in units], [with_copy(unit) for unit in units]]


CANDIDATES = {"body": lambda tree: [body_edits(tree)], "header": header_edits,
              "summary": summary_edits, "universal": universal_edits,
              "files": file_edits}


def draw(tree, kind, seed):
    """Edits of the kind without end, each only once, from its sorts in turn.

    The user goes on to the next one when an edit does not compile."""
    sorts = [sort for sort in CANDIDATES[kind](tree) if sort]
    for number, sort in enumerate(sorts):
        random.Random(f"{seed} {kind} {number}").shuffle(sort)
    while any(sorts):
        for sort in sorts:
            if sort:
                yield sort.pop()


class Applied:
    """The edit is there inside `with`, and undone behind."""

    def __init__(self, tree, edit):
        self.texts = edit.apply(tree)
        self.before = {}

    def __enter__(self):
        for file, text in self.texts.items():
            self.before[file] = read(file) if file.exists() else None
            file.write_text(text, errors="surrogateescape")

    def __exit__(self, *_):
        for file, text in self.before.items():
            if text is None:
                file.unlink()
            else:
                file.write_text(text, errors="surrogateescape")
