# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How is the code built: `house.py [REVISION...]`.

Prints one column for each revision of this repository (default: HEAD and the
working tree).  Counts that should fall: lines of code, exact duplicates, long
functions, classes of many methods, folders that serve one other folder, and the
places where the same idea is written (IDEAS: files are found by what they
define, so that a renamed or removed one is noticed).

Comments and blank lines are no code.  Exits with 0: these are figures, no gate.
"""

import io
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = ("src/report/", "src/driver/", "src/store/")
MAX_FUNCTION, MAX_METHODS, MAX_HEADER, SAME_LINES = 60, 50, 200, 8

# What should be written once: a pattern that only the definition has.
IDEAS = {
    "forward interpreters": r"^class (?:Interpreter|PathRunner)\b(?!;)",
    "descriptions of a function":
        r"^(?:struct Behaviour|class ProcedureSummary|struct Signature"
        r"|struct FunctionSummary|struct CallSummary)\b[^;]*\{",
    "integer domains":
        r"^(?:class|struct) (?:NumberClass|Numbers|ValueSet|KnownBits|Range"
        r"|Interval)\b[^;]*\{",
}
# Files whose main work is to apply a callee at a call.
APPLIES = re.compile(
    r"/(?:\w*_)?calls?(?:_\w+)?\.cpp$|/instantiate\.cpp$|/apply\w*\.cpp$"
    r"|/from_behaviour\.cpp$|/\w*callee\w*\.cpp$")

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.DOTALL)
SCOPE = re.compile(r"\b(?:namespace|extern)\b|^\s*(?:template\s*<.*>\s*)?"
                   r"(?:class|struct|union|enum)\b[^()=]*$", re.DOTALL)


def files_of(revision):
    """{path: text} of src/; the working tree if revision is empty."""
    if not revision:
        return {file.relative_to(ROOT).as_posix():
                file.read_text(errors="replace")
                for file in sorted((ROOT / "src").rglob("*"))
                if file.suffix in (".h", ".cpp")}
    archive = subprocess.run(["git", "-C", ROOT, "archive", revision, "src"],
                             check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {member.name: tar.extractfile(member).read().decode(
                    errors="replace")
                for member in tar if member.isfile()
                and member.name.endswith((".h", ".cpp"))}


def blanked(text):
    """Without comments and texts; lines stay where they are."""
    return NOISE.sub(lambda m: "\n" * m[0].count("\n") or " ", text)


def blocks(text):
    """(heading, first line, last line, depth) of the outermost braces that hold
    code and of the classes around them."""
    start, line, stack = 0, 1, []
    for index, c in enumerate(text):
        if c == "\n":
            line += 1
        elif c == "{":
            heading = text[start:index].strip()
            is_scope = bool(SCOPE.search(heading)) and ")" not in heading[-2:]
            is_inner = any(not scope for _, _, scope in stack)
            stack.append((heading, line, is_scope and not is_inner))
            start = index + 1
        elif c == "}" and stack:
            heading, first, is_scope = stack.pop()
            is_inner = any(not scope for _, _, scope in stack)
            if not is_inner:
                yield heading, first, line, is_scope
            start = index + 1
        elif c == ";" and all(scope for _, _, scope in stack):
            start = index + 1


def long_functions(files):
    found = []
    for path, text in files.items():
        for heading, first, last, is_scope in blocks(blanked(text)):
            if not is_scope and "(" in heading and last - first > MAX_FUNCTION:
                name = re.search(r"([\w:~]+)\s*\(", heading)
                found.append((last - first, path, name[1] if name else "?"))
    return sorted(found, reverse=True)


METHOD = re.compile(r"^  (?:[\w:<>,*&~\[\] ]+[ *&])?~?\w+\([^;{]*\)[^;{]*[;{]",
                    re.MULTILINE)


def large_classes(files):
    found = []
    for path, text in files.items():
        clean = blanked(text)
        lines = clean.split("\n")
        for heading, first, last, is_scope in blocks(clean):
            name = re.search(r"\b(?:class|struct) (\w+)", heading)
            if not is_scope or not name or "enum" in heading:
                continue
            body = "\n".join(lines[first:last - 1])
            count = len(METHOD.findall(body))
            if count > MAX_METHODS:
                found.append((count, path, name[1]))
    return sorted(found, reverse=True)


def code_lines(text):
    return [line for line in blanked(text).split("\n") if line.strip()]


def exact_duplicates(files):
    """Pairs of files that share a run of SAME_LINES lines of code."""
    places = defaultdict(set)
    for path, text in files.items():
        lines = [line.strip() for line in code_lines(text)]
        lines = [line for line in lines if len(line) > 2 and
                 not line.startswith(("#include", "using ", "namespace "))]
        for at in range(len(lines) - SAME_LINES + 1):
            places[tuple(lines[at:at + SAME_LINES])].add(path)
    pairs = set()
    for found in places.values():
        ordered = sorted(found)
        pairs |= {(a, b) for a in ordered for b in ordered if a < b}
    return sorted(pairs)


def folder(path):
    parts = path.split("/")[1:-1]
    if parts[0] in ("engine", "model") and len(parts) > 1:
        return "/".join(parts[:2])
    return parts[0]


def single_use_folders(files):
    """Folders that stand beside the engines and serve one folder alone."""
    users = defaultdict(set)
    for path, text in files.items():
        for name in re.findall(r'#include "([^"]+)"', text):
            users[folder("src/" + name)].add(folder(path))
    top = {"driver", "report", "store", "verdict", "witness", "frontend",
           "capture", "engine"}
    return sorted(name for name, by in users.items()
                  if len(by - {name}) < 2 and "/" not in name
                  and name not in top)


def ideas(files, pattern):
    return sorted(path for path, text in files.items()
                  if re.search(pattern, blanked(text), re.MULTILINE))


def measure(files):
    """{name of a row: (figure, what it counts)}"""
    measured = {path: text for path, text in files.items()
                if not path.startswith(LEFT_OUT)}
    rows = {"lines of code": (sum(len(code_lines(t))
                                  for t in measured.values()), [])}
    for name, pattern in IDEAS.items():
        found = ideas(measured, pattern)
        rows[name] = (len(found), found)
    applies = [p for p in measured if APPLIES.search(p)
               and not p.startswith(("src/frontend/", "src/program/"))]
    rows["lines that apply a callee"] = (
        sum(len(code_lines(measured[p])) for p in applies), applies)
    for name, found in (
            (f"pairs of files with {SAME_LINES} equal lines",
             exact_duplicates(files)),
            (f"functions over {MAX_FUNCTION} lines", long_functions(files)),
            (f"classes over {MAX_METHODS} methods", large_classes(files)),
            (f"headers over {MAX_HEADER} lines",
             [p for p, t in files.items()
              if p.endswith(".h") and t.count("\n") > MAX_HEADER]),
            ("folders that serve one folder", single_use_folders(files))):
        rows[name] = (len(found), found)
    return rows


def main(arguments):
    is_listing = "--list" in arguments
    revisions = [a for a in arguments if a != "--list"] or ["HEAD", ""]
    try:
        tables = [measure(files_of(revision)) for revision in revisions]
    except subprocess.CalledProcessError as error:
        print(error.stderr.decode().strip(), file=sys.stderr)
        return 2
    print(f"{'':<36}" + "".join(f"{r or 'work tree':>14}" for r in revisions))
    for name in tables[0]:
        print(f"{name:<36}" + "".join(f"{t[name][0]:>14}" for t in tables))
        for item in tables[-1][name][1] if is_listing else []:
            print("   ", *(item if isinstance(item, tuple) else (item,)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
