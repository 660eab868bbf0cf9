#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the analyser report what the annotated programs promise, and no more?

Runs `watertight check` on every program under tests/leak, fused and with each
engine named, and compares its findings line by line with the marks (README.md).
Unmarked findings, missing findings, closed gaps and wrong exit statuses fail.
Tested by run_test.py.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

import marks

# Engines that look for lost objects, and for nothing else.
LEAKS_ONLY = {"valueflow"}


def analyse(binary, program, engine, at_exit):
    """(findings, problems): JSON records, and what is wrong with the run."""
    words = [binary, "check", "--format", "json", "--store", "none",
             "--min-confidence", "low", "--fail-on", "note"]
    words += ["--engine", engine] if engine != "fused" else []
    words += ["--at-exit"] if at_exit else []
    words += ["--oom-throws"] if program.oom_throws else []
    words += [*program.files, "--", *program.flags]
    try:
        done = subprocess.run(words, capture_output=True, text=True,
                              errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return [], ["no answer in 120 s"]
    findings, problems = [], []
    for line in done.stdout.splitlines():
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            problems.append(f"not JSON: {line[:100]}")
            continue
        if record["record"] == "finding":
            findings.append(record)
        elif record["record"] in ("unit-failed", "not-analysed"):
            problems.append(json.dumps(record))
    if done.returncode != (1 if findings else 0):
        problems.append(f"exit status {done.returncode} with {len(findings)} "
                        f"findings: {done.stderr.strip()[-300:]}")
    return findings, problems


def refuted(program, findings):
    """Marked losses that an engine claims to have proved impossible."""
    marked = {(mark.file, mark.line) for mark in program.marks
              if mark.word != "FALSE-ALARM" and "indirect" not in mark.how}
    return [f"{pathlib.Path(f['file']).name}:{f['line']}: the marked "
            f"{f['kind']} is refuted by {', '.join(f['refuted_by'])}"
            for f in findings if f["refuted_by"]
            and (os.path.realpath(f["file"]), f["line"]) in marked]


def compare(program, engine, findings, at_exit):
    """What differs between the findings of one run and the marks."""
    problems = []
    at_line = collections.defaultdict(list)
    for finding in findings:
        at_line[os.path.realpath(finding["file"]), finding["line"]].append(finding)
    groups = collections.defaultdict(list)
    for mark in program.marks:
        if "at-exit" in mark.how and not at_exit:
            continue
        place = f"{pathlib.Path(mark.file).name}:{mark.line}"
        here = at_line[mark.file, mark.line]
        if mark.word == "FALSE-ALARM":
            continue
        if mark.word != "LEAK" and engine in LEAKS_ONLY:
            continue
        found = [f for f in here if f["kind"] in marks.KINDS[mark.word]]
        for finding in found:
            here.remove(finding)
            weighs = mark.how & {"note", "warning"}
            if weighs and engine != "fused":
                continue  # others may know a worse place
            if mark.text not in finding["message"]:
                problems.append(f"{place}: '{mark.text}' is not in the message "
                                f"'{finding['message']}'")
            if weighs and finding["severity"] not in weighs:
                problems.append(f"{place}: the severity is {finding['severity']}")
        if mark.group:
            groups[mark.group].append((place, mark, found))
        elif "indirect" not in mark.how:
            problems += judge(place, mark.word, engine in mark.engines, found)
    for (_, group), members in groups.items():
        places = ", ".join(place for place, _, _ in members)
        problems += judge(places, f"LEAK ({group})",
                          any(engine in mark.engines for _, mark, _ in members),
                          [f for _, _, found in members for f in found])
    for mark in program.marks:
        if mark.word == "FALSE-ALARM" and engine in mark.engines:
            if not at_line.pop((mark.file, mark.line), []):
                problems.append(f"{pathlib.Path(mark.file).name}:{mark.line}: no "
                                f"false alarm of {engine} any more, remove its mark")
    for (file, line), rest in sorted(at_line.items()):
        problems += [f"{pathlib.Path(file).name}:{line}: unmarked {f['kind']}: "
                     f"{f['message']}" for f in rest]
    return problems


def judge(place, word, is_gap, found):
    if is_gap and found:
        return [f"{place}: {word} is found now, remove missed-by"]
    if not is_gap and not found:
        return [f"{place}: {word} is missed"]
    return []


def check(binary, program, engine):
    problems = []
    for at_exit in ([False, True] if program.at_exit else [False]):
        findings, wrong = analyse(binary, program, engine, at_exit)
        wrong += refuted(program, findings)
        shown = [f for f in findings if f["confidence"] != "low"]
        wrong += compare(program, engine, shown, at_exit)
        problems += [f"(--at-exit) {p}" if at_exit else p for p in wrong]
    return problems


def list_gaps(programs):
    for program in programs:
        for mark in program.marks:
            if mark.engines:
                word = "false alarm" if mark.word == "FALSE-ALARM" else f"misses {mark.word}"
                name = pathlib.Path(mark.file).relative_to(marks.ROOT)
                print(f"{name}:{mark.line}: {', '.join(sorted(mark.engines))}: "
                      f"{word}: {mark.reason}")


def main():
    parser = argparse.ArgumentParser(description="check findings against marks")
    parser.add_argument("--watertight", default="watertight", metavar="PATH")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME",
                        help="repeatable; default: fused")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--list-gaps", action="store_true")
    parser.add_argument("filters", nargs="*", help="parts of program names")
    options = parser.parse_args()
    programs = marks.programs(options.filters)
    if options.list_gaps:
        list_gaps(programs)
        return 0
    jobs = [(program, engine) for program in programs
            for engine in options.engine or ["fused"]
            if not program.engines or engine in program.engines]
    if not shutil.which(options.watertight):
        parser.error(f"{options.watertight}: no such program")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = pool.map(lambda j: check(options.watertight, *j), jobs)
        for (program, engine), problems in zip(jobs, results):
            failed += bool(problems)
            if problems:
                print(f"{program.name} [{engine}]: " + "\n    ".join(["", *problems]))
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
