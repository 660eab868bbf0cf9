#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings on real packages were read, and are they true?

bench/triage/PACKAGE.tsv has one row per place of a package, whichever engine
or tool reported it; bench/triage/README.md describes the columns.  A place is
the key, not a fingerprint: the version of a package is fixed, whereas the
ordinal in a fingerprint changes with the set of findings.

    triage.py          checks all files: they parse, no place has two verdicts
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "triage"
COLUMNS = ["place", "function", "kind", "verdict", "reason"]
KINDS = ["leak", "resource-leak", "double-free", "use-after-free", "loss"]
VERDICTS = ["true", "false", "undecided"]
LOSS = "loss"  # reported by another tool, at the place that loses the object


class BadRow(Exception):
    pass


class Triage:
    """The verdicts on one package."""

    def __init__(self, text, name):
        self.by_place = {}  # (line, kind) -> [(path, function, verdict)]
        lines = text.splitlines()
        if not lines or lines[0].split("\t") != COLUMNS:
            raise BadRow(f"{name}:1: the columns are not {', '.join(COLUMNS)}")
        for number, line in enumerate(lines[1:], 2):
            try:
                self.add(line.split("\t"))
            except BadRow as error:
                raise BadRow(f"{name}:{number}: {error}") from None

    def add(self, cells):
        if len(cells) != len(COLUMNS):
            raise BadRow(f"{len(cells)} cells instead of {len(COLUMNS)}")
        place, function, kind, verdict, reason = cells
        path, _, line = place.rpartition(":")
        if not path or path.startswith("/") or not line.isdigit():
            raise BadRow(f"'{place}' is not FILE:LINE in the package")
        if kind not in KINDS or verdict not in VERDICTS:
            raise BadRow(f"unknown kind or verdict '{kind}', '{verdict}'")
        if not function or not reason.strip():
            raise BadRow("a row needs a function and a reason")
        known = self.by_place.setdefault((int(line), kind), [])
        if any(is_suffix(path, other) for other, _, _ in known):
            raise BadRow(f"'{place}' has a second verdict of kind {kind}")
        known.append((path, function, verdict))

    def verdict(self, file, line, kind, function=None):
        """Of a place with any folders before it; None: not judged."""
        for path, judged, verdict in self.by_place.get((line, kind), []):
            if is_suffix(path, file) and function in (None, judged):
                return verdict
        return None

    def of_finding(self, record):
        """The verdict on one JSON record of `check`."""
        return self.verdict(record["file"], record["line"], record["kind"])

    def of_place(self, place):
        """The verdict on "FILE:LINE", of whatever kind of finding."""
        file, _, line = place.rpartition(":")
        for kind in KINDS[:-1]:
            verdict = self.verdict(file, int(line), kind)
            if verdict:
                return verdict
        return None

    def of_other_tool(self, place):
        file, _, line = place.rpartition(":")
        return self.verdict(file, int(line), LOSS)


def is_suffix(one, other):
    """The same file, one of them perhaps with more folders before it?"""
    long, short = sorted((str(one), str(other)), key=len, reverse=True)
    return long == short or long.endswith("/" + short)


def load(package):
    file = FOLDER / f"{package}.tsv"
    text = file.read_text() if file.exists() else "\t".join(COLUMNS)
    return Triage(text, file)


def self_test():
    """Does the check notice what it is for?"""
    head = "\t".join(COLUMNS) + "\n"
    row = "a/x.c:7\tf\tleak\ttrue\tlost at 9\n"
    triage = Triage(head + row, "good")
    assert triage.verdict("/src/a/x.c", 7, "leak") == "true"
    assert triage.verdict("/src/b/x.c", 7, "leak") is None
    assert triage.verdict("/src/a/x.c", 7, "double-free") is None
    assert triage.of_place("x.c:7") == "true"
    for bad in (row, row.replace("true", "false"), row.replace("a/", ""),
                row.replace("leak", "leek"), row.replace("lost at 9", ""),
                row.replace("\tf", ""), row.replace(":7", ""),
                row.replace("a/x", "/a/x")):
        is_alone = bad not in (row, row.replace("true", "false"),
                               row.replace("a/", ""))
        try:
            Triage(head + (bad if is_alone else row + bad), "bad")
        except BadRow:
            continue
        raise AssertionError("accepted: " + bad)


def main():
    self_test()
    failed = False
    for file in sorted(FOLDER.glob("*.tsv")):
        try:
            Triage(file.read_text(), file)
        except BadRow as error:
            print(error, file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
