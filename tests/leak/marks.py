# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does an annotated program promise?

Reads the comments of the programs under tests/leak (grammar: README.md) and
groups files into programs: a file of c/ or cxx/ is one, a folder there is one.
Used by run.py (what the analyser says) and truth.py (what execution says).

What one engine is known to get wrong is written beside the code or, where it is
much, in gaps/ENGINE.txt, a line each, by the line within its function:

    missed c/array.c slots_bad+2: elements of arrays are not probed
    false c/arithmetic.c remainder_ok+1: remainders are not computed
"""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent
SOURCES = (".c", ".cpp")

KINDS = {
    "LEAK": {"leak", "resource-leak"},
    "DOUBLE-FREE": {"double-free"},
    "USE-AFTER-FREE": {"use-after-free"},
    "MISMATCHED-FREE": {"mismatched-free"},
}
MARK = re.compile(
    r"//\s*(?P<word>LEAK|DOUBLE-FREE|USE-AFTER-FREE|MISMATCHED-FREE)"
    r"(?:\((?P<how>[^)]*)\))?"
    r"(?P<rest>.*)$")
HOW = re.compile(r"at-exit|indirect|elsewhere|note|warning|one-of \w+")
GAP = re.compile(r"\b(missed-by|false-alarm)\(([^)]*)\)(:?)")
DRIVE = re.compile(r"//\s*DRIVE:\s*(.+)$")
OPTION = re.compile(r"^//\s*(FLAGS|ENGINES|OOM-THROWS|LINK)\b:?\s*(.*)$")
DRIVEN = re.compile(r"\b(\w+_(?:bad|ok))\b")
GAP_LINE = re.compile(r"(missed|false) (\S+) (\S*)\+(\d+): (.+)$")
TOP_LEVEL = re.compile(r"^[A-Za-z_].*?([~\w]+)\s*\(")
DEFINED = re.compile(r"\b(\w+_(?:bad|ok))\s*\([^;]*$")


@dataclasses.dataclass(frozen=True)
class Mark:
    file: str                 # absolute
    line: int
    word: str                 # LEAK, DOUBLE-FREE ...; FALSE-ALARM
    how: frozenset = frozenset()  # at-exit, indirect, elsewhere, one-of NAME
    text: str = ""            # must be in the message
    engines: frozenset = frozenset()  # of the gap
    reason: str = ""

    @property
    def group(self):
        """Marks of one group: at least one of their lines is reported."""
        return next(((self.file, h) for h in self.how if h.startswith("one-of")), None)


@dataclasses.dataclass
class Program:
    name: str                 # relative to tests/leak
    files: list
    marks: list
    drives: list              # (file, line, statements)
    functions: set            # defined names ending in _bad or _ok
    flags: list
    engines: set              # empty: all
    oom_throws: bool

    @property
    def at_exit(self):
        return any("at-exit" in m.how for m in self.marks)


def marks_of_line(file, number, text):
    """The marks of one source line; raises ValueError on a broken one."""
    found = MARK.search(text)
    rest = found["rest"] if found else text.partition("//")[2]
    gaps = list(GAP.finditer(rest))
    missed = set()
    result = []
    for i, gap in enumerate(gaps):
        end = gaps[i + 1].start() if i + 1 < len(gaps) else len(rest)
        reason = rest[gap.end():end].strip(" ;/")
        engines = frozenset(e.strip() for e in gap[2].split(",") if e.strip())
        if not engines or not reason or not gap[3]:
            raise ValueError(f"{file}:{number}: a gap is written "
                             "'missed-by(ENGINE): reason'")
        if gap[1] == "missed-by":
            if not found:
                raise ValueError(f"{file}:{number}: missed-by without a mark")
            missed |= engines
        else:
            result.append(Mark(file, number, "FALSE-ALARM", engines=engines,
                               reason=reason))
    if found:
        plain = (rest[:gaps[0].start()] if gaps else rest).strip()
        if plain and not plain.startswith(":"):
            raise ValueError(f"{file}:{number}: cannot read mark '{text[found.start():]}'")
        how = frozenset(h.strip() for h in (found["how"] or "").split(",") if h.strip())
        if any(not HOW.fullmatch(h) for h in how):
            raise ValueError(f"{file}:{number}: unknown '({found['how']})'")
        result.insert(0, Mark(file, number, found["word"], how,
                              plain.lstrip(": ").strip(), frozenset(missed),
                              gaps and rest[gaps[0].end():].strip() or ""))
    return result


def functions_of(lines):
    """The function each line lies in and how far from its first line."""
    name, first = "", 0
    result = []
    for number, text in enumerate(lines, 1):
        if found := TOP_LEVEL.match(text):
            name, first = found[1], number
        result.append((name, number - first))
    return result


def read_gaps(program):
    """Adds the gaps that engines have written down for themselves."""
    places = {}
    for file in {mark.file for mark in program.marks} | set(program.files):
        lines = pathlib.Path(file).read_text().splitlines()
        name = str(pathlib.Path(file).relative_to(ROOT))
        for number, place in enumerate(functions_of(lines), 1):
            places[name, *place] = (file, number)
    for list_ in sorted((ROOT / "gaps").glob("*.txt")):
        for text in list_.read_text().splitlines():
            if not text.strip() or text.startswith("#"):
                continue
            gap = GAP_LINE.match(text)
            if not gap:
                raise ValueError(f"{list_}: cannot read '{text}'")
            at = places.get((gap[2], gap[3], int(gap[4])))
            if at:
                add_gap(program, list_.stem, gap[1], at, gap[5])


def add_gap(program, engine, kind, at, reason):
    file, number = at
    if kind == "false":
        program.marks.append(Mark(file, number, "FALSE-ALARM",
                                  engines=frozenset({engine}), reason=reason))
        return
    program.marks = [
        dataclasses.replace(mark, engines=mark.engines | {engine},
                            reason=mark.reason or reason)
        if (mark.file, mark.line) == at and mark.word != "FALSE-ALARM" else mark
        for mark in program.marks]


def read_program(path):
    folder = path.is_dir()
    files = sorted(p for p in path.iterdir() if p.suffix in SOURCES) if folder else [path]
    readable = sorted(p for p in path.iterdir() if p.is_file()) if folder else [path]
    program = Program(str(path.relative_to(ROOT)), [str(f) for f in files],
                      [], [], set(), [], set(), False)
    for file in readable:
        for number, text in enumerate(file.read_text().splitlines(), 1):
            if option := OPTION.match(text):
                read_option(program, option[1], option[2].strip())
            elif drive := DRIVE.search(text):
                program.drives.append((str(file), number, drive[1].strip()))
            else:
                program.marks += marks_of_line(str(file), number, text)
                if defined := DEFINED.search(text.partition("//")[0]):
                    if not text.startswith((" ", "\t", "#")):
                        program.functions.add(defined[1])
    read_gaps(program)
    return program


def read_option(program, name, value):
    if name == "FLAGS":
        program.flags += value.split()
    elif name == "ENGINES":
        program.engines |= {e.strip() for e in value.split(",")}
    elif name == "OOM-THROWS":
        program.oom_throws = True


def programs(filters=()):
    """All programs whose name contains one of the filters."""
    result = []
    for language in ("c", "cxx"):
        for path in sorted((ROOT / language).iterdir()):
            if path.suffix not in SOURCES and not path.is_dir():
                continue
            name = str(path.relative_to(ROOT))
            if not filters or any(matches(f, path, name) for f in filters):
                result.append(read_program(path))
    return result


def matches(wanted, path, name):
    full = pathlib.Path(wanted).resolve()
    return wanted in name or full == path or (path.is_dir() and path in full.parents)
