#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings on real packages were read, and are they true?

bench/triage/PACKAGE.tsv has one row per place of a package, whichever engine
or tool reported it; bench/triage/README.md describes the columns.  A place is
the key, not a fingerprint: the version of a package is fixed, whereas the
ordinal in a fingerprint changes with the set of findings.

    triage.py          checks all files: they parse, no place has two verdicts,
                       and the tables of confidence are those that follow
    triage.py evidence TOOL PACKAGE=FOLDER...
                       runs `TOOL check -p FOLDER` and notes in
                       triage/evidence.tsv, for each judged finding, what its
                       confidence rests on now
    triage.py table    writes the tables of confidence from evidence.tsv:
                       src/verdict/confidence_table.h and a part of
                       docs/user/confidence.md
"""

import json
import subprocess
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).parent / "triage"
EVIDENCE = FOLDER / "evidence.tsv"
EVIDENCE_COLUMNS = ["package", "place", "kind", "severity", "evidence", "verdict"]
ROOT = Path(__file__).parent.parent
TABLE = ROOT / "src" / "verdict" / "confidence_table.h"
PAGE = ROOT / "docs" / "user" / "confidence.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
FEWEST = 20  # judged findings in a row of the table; else the coarser row counts
PATH_FINDER = "sat"
PROPOSERS = {"valueflow", "contradiction"}  # `is_proposer` in driver/engines.cpp
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


def measure(tool, package, folder):
    """The judged findings of one package: rows of EVIDENCE."""
    words = [tool, "check", "-p", folder, "--store", "none", "--format", "json",
             "--min-confidence", "low", "--fail-on", "never"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    known, rows = load(package), []
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if record["record"] != "finding":
            continue
        verdict = known.of_finding(record)
        if verdict and not record["refuted_by"]:
            place = f"{Path(record['file']).name}:{record['line']}"
            rows.append([package, place, record["kind"], record["severity"],
                         record["evidence"], verdict])
    return rows


def read_evidence():
    if not EVIDENCE.exists():
        return []
    lines = EVIDENCE.read_text().splitlines()
    if lines[0].split("\t") != EVIDENCE_COLUMNS:
        raise BadRow(f"{EVIDENCE}:1: wrong columns")
    return [line.split("\t") for line in lines[1:]]


def write_evidence(rows):
    lines = ["\t".join(EVIDENCE_COLUMNS)] + ["\t".join(r) for r in sorted(rows)]
    EVIDENCE.write_text("\n".join(lines) + "\n")


def rows_of(evidence):
    """The rows of the table that count a finding, the finest first; the same
    as in src/verdict/confidence.cpp."""
    engines, replay, *flags = evidence.split(", ")
    engines = engines.split("+")
    rest = "".join(f", {flag}" for flag in flags)
    if PATH_FINDER in engines:
        group = f"{PATH_FINDER} and others" if engines[1:] else f"{PATH_FINDER} alone"
    else:
        group = "several others" if engines[1:] else "one other engine"
    rows = [evidence, f"{group}, {replay}{rest}", group + rest]
    return rows + ["any" + rest] if flags else rows


def is_low_by_rule(evidence):
    engines, replay, *_ = evidence.split(", ")
    return replay == "contradicted" or (
        replay != "confirmed" and PROPOSERS.issuperset(engines.split("+")))


def measured(evidence):
    """[(row, true, false)] with enough judged findings."""
    counts = defaultdict(lambda: [0, 0])
    for *_, what, verdict in evidence:
        if is_low_by_rule(what):
            continue
        for row in rows_of(what):
            counts[row][verdict != "true"] += 1
    return [(row, *counts[row]) for row in sorted(counts)
            if sum(counts[row]) >= FEWEST]


def table_text(rows):
    text = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many findings with this evidence were judged, and how many are true?
//
// Written by `bench/triage.py table`; do not edit.
//
// Tested by bench/triage.py.

#pragma once

#include "verdict/confidence.h"

#include <array>

namespace wt {

"""
    text += (f"inline constexpr std::array<MeasuredRow, {len(rows)}> "
             "kMeasuredRows = {")
    text += "{\n" if rows else ""
    for row, good, bad in rows:
        text += f'    {{"{row}", {good}, {bad}}},\n'
    return text + ("}};\n" if rows else "};\n") + "\n} // namespace wt\n"


def page_text(rows, evidence):
    packages = ", ".join(f"`{p}`" for p in sorted({r[0] for r in evidence}))
    text = textwrap.fill(
        f"{len(evidence)} judged findings of {packages or 'no package yet'} "
        f"(`bench/triage/evidence.tsv`). Rows with fewer than {FEWEST} are "
        "left out.", 118, break_on_hyphens=False, break_long_words=False)
    text += "\n\n| evidence | true | false |\n|---|---|---|\n"
    return text + "".join(f"| {row} | {good} | {bad} |\n"
                          for row, good, bad in rows)


def with_page_part(page, part):
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + part + END + after


def expected():
    """What the two generated files must hold."""
    evidence = read_evidence()
    rows = measured(evidence)
    return {TABLE: table_text(rows),
            PAGE: with_page_part(PAGE.read_text(), page_text(rows, evidence))}


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


def test_rows():
    assert rows_of("absint+sat, confirmed") == [
        "absint+sat, confirmed", "sat and others, confirmed", "sat and others"]
    assert rows_of("ownership, undecided, denied") == [
        "ownership, undecided, denied", "one other engine, undecided, denied",
        "one other engine, denied", "any, denied"]
    assert is_low_by_rule("contradiction+valueflow, undecided, denied")
    assert not is_low_by_rule("ownership+valueflow, undecided")
    judged = [["p", "a.c:1", "leak", "warning", "sat, confirmed", "true"]] * 19
    assert measured(judged) == []
    rows = measured(judged + [[*judged[0][:-1], "false"]])
    assert rows == [("sat alone", 19, 1), ("sat alone, confirmed", 19, 1),
                    ("sat, confirmed", 19, 1)]


def main():
    if sys.argv[1:2] == ["evidence"]:
        tool, *packages = sys.argv[2:]
        names = [p.partition("=")[0] for p in packages]
        rows = [r for r in read_evidence() if r[0] not in names]
        for package in packages:
            name, _, folder = package.partition("=")
            rows += measure(tool, name, folder)
        write_evidence(rows)
        return 0
    if sys.argv[1:2] == ["table"]:
        for file, text in expected().items():
            file.write_text(text)
        return 0
    self_test()
    test_rows()
    failed = False
    for file, text in expected().items():
        if file.read_text() != text:
            print(f"{file} is not what `bench/triage.py table` writes",
                  file=sys.stderr)
            failed = True
    for file in sorted(set(FOLDER.glob("*.tsv")) - {EVIDENCE}):
        try:
            Triage(file.read_text(), file)
        except BadRow as error:
            print(error, file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
