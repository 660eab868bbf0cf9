# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of what programs really leak is found?

As in table 3 of Heine and Lam (2006): programs that were named here before they
were measured are run under Valgrind: first five, five more when only one of
the first lost anything, and five more so that there are enough that do.  Bytes that are lost at the end, by
allocations of the program itself, are divided by the place of allocation: a
byte counts as found when one of the calls that led to its allocation is the
site of a finding of the engine `ownership` at medium or high confidence.

Lost is what Valgrind calls definitely or indirectly lost.  That includes what
only locals of `main` held at its end, so findings are taken with `--at-exit`.
Programs that lose nothing are told, and count neither way.
"""

import collections
import dataclasses
import json
import os
import statistics
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

import fresh
import packages

GOAL = 0.5  # median share


@dataclass
class Program:
    package: str
    binary: str             # in the build folder, not libtool's script
    runs: list              # argument lists; {input} is a file
    input: str = ""
    environment: dict = field(default_factory=dict)
    # Else no debug information is made; built in a folder of its own then.
    configure: str = ""


GPERF_INPUT = """%struct-type
%language=ANSI-C
struct month { char *name; int number; };
%%
january, 1
february, 2
march, 3
april, 4
may, 5
june, 6
%%
"""
SHELL_INPUT = """declare -A a; a[x]=1; a[y]=2
for i in 1 2 3 4 5; do v=${a[x]}; w=(one two $i); done
f() { local z=$1; echo ${z^^} ${z//a/b}; }
f banana; f cherry
cat <<EOF
${a[y]} $(echo inner) $((3 * 4))
EOF
case abc in a*) printf '%s\\n' yes;; esac
echo {1..5} > /dev/null
"""
TMUX_INPUT = """set -g command-alias[9] 'two=split-window ; next-window'
set -g status-left '#[fg=red]#{?client_prefix,on,off} #S'
bind-key -T root F5 { display-message hello ; run-shell true }
if-shell true { set -g @a b } { set -g @a c }
bind-key x ;
set -g nosuchoption 1
"""
FIRST = [
    Program("units", "units",
            [["-f", "{source}/definitions.units", "12 feet", "meters"],
             ["-f", "{source}/definitions.units", "--check"],
             ["-f", "{source}/definitions.units", "tempF(45)", "tempC"]]),
    Program("gperf", "src/gperf",
            [["-t", "{input}"], ["-t", "-m", "5", "{input}"], ["-k", "1,2", "{input}"]],
            GPERF_INPUT),
    Program("jq", ".libs/jq",
            [[".a[1] | tostring", "{input}"], ["[.. | numbers] | add", "{input}"],
             ["-n", "[range(10)] | map(. * 2) | join(\",\")"],
             [".a | map(", "{input}"]],
            '{"a": [1, {"b": 2}, "x"], "c": null}\n',
            {"LD_LIBRARY_PATH": "{build}/.libs"}),
    Program("tar", "src/tar",
            [["-cf", "/dev/null", "{input}"],
             ["-cf", "/dev/null", "--exclude=*.o", "--transform=s/a/b/", "{input}"],
             ["-tf", "{input}"]], "text\n"),
    Program("bash", "bash", [["{input}"], ["-c", "echo ${BASH_VERSION%%.*}"]],
            SHELL_INPUT),
]
# Those of the packages drawn by the seed watertight-4 whose programs run without
# a terminal or in the background, and the key tool of openssh.
MORE = [
    Program("psmisc", "src/pstree", [["-p"], ["-aul"], ["root"], ["-Z"], ["nobody-has-this-name"]]),
    Program("sed", "sed/sed",
            [["-n", "s/a/b/p;w /dev/null", "{input}"], ["$!N;P;D", "{input}"],
             ["-E", "s/(a)|(b)/\\2\\1/g;y/abc/xyz/", "{input}"],
             ["-f", "{input}"], ["s/x", "{input}"]], "abc\nbcd\n"),
    Program("pcre2", ".libs/pcre2grep",
            [["-n", "a.*c", "{input}"], ["-o1", "-o2", "(a)(b)", "{input}"],
             ["-f", "{input}", "--include=*.c", "-r", "{input}"],
             ["(", "{input}"]], "abc\nbcd\n",
            {"LD_LIBRARY_PATH": "{build}/.libs"}),
    Program("openssh", "ssh-keygen",
            [["-q", "-t", "ed25519", "-N", "", "-f", "key"],
             ["-l", "-f", "key.pub"], ["-e", "-f", "key.pub"],
             ["-Y", "sign", "-f", "key", "-n", "file", "{input}"],
             ["-F", "host", "-f", "{input}"], ["-R", "host", "-f", "{input}"],
             ["-l", "-f", "{input}"]], "host ssh-ed25519 AAAA\n"),
    Program("tmux", "tmux",
            [["-L", "leaks", "-f", "{input}", "new-session", "-d", "sleep 60"],
             ["-L", "leaks", "list-keys"],
             ["-L", "leaks", "split-window", "-d", "sleep 60"],
             ["-L", "leaks", "display-message", "-p", "#{session_name}"],
             ["-L", "leaks", "nosuchcommand"],
             ["-L", "leaks", "kill-server"]], TMUX_INPUT, configure=" CFLAGS=-g"),
]
# Of the packages drawn before by fresh.py those whose programs run on a file,
# without a terminal, and build in a minute or two.  (`file` stands for bison,
# which cannot be built from its package without its manual.)
THIRD = [
    Program("file", "src/.libs/file",
            [["{input}", "/bin/sh", "/usr/include/stdio.h"],
             ["-bz", "-e", "ascii", "--mime", "{input}"], ["-f", "{input}"],
             ["-k", "-P", "name=20", "/usr/share", "/dev/null", "{input}"],
             ["--extension", "-F", "::", "/nonexistent", "{input}"],
             ["-e", "nosuchtest", "{input}"]],
            "/bin/sh\n/etc/passwd\n#!/bin/sh\n",
            {"LD_LIBRARY_PATH": "{build}/src/.libs",
             "MAGIC": "{build}/magic/magic.mgc"}),
    Program("mawk", "mawk",
            [["NF { n[$1]++; s = s substr($0, 2) } "
              "END { for (k in n) print k, n[k]; print length(s) }", "{input}"],
             ["BEGIN { while ((getline line < ARGV[1]) > 0) print toupper(line); "
              "close(ARGV[1]) }", "{input}"],
             ["function f(a, b) { b[a] = a; return split(a, c, /b/) } "
              "BEGIN { print f(\"abc\", x), match(\"aab\", /a+/); delete x }"],
             ["BEGIN { gsub(/a/, \"b\", y); printf \"%s %5.2f\\n\", y, 2 > "
              "\"/dev/null\"; \"echo 1\" | getline z; exit 1 }"],
             ["BEGIN { print (1 }"]], "abc d\nbcd e\n\nabc f\n"),
    Program("gdbm", "tools/.libs/gdbmtool",
            [["-n", "data", "store", "one", "1"],
             ["data", "store", "two", "2"], ["data", "list"],
             ["-f", "{input}"], ["-r", "data", "fetch", "none"]],
            "open data\ndefine key { int a, string b }\nundefine key\n"
            "define key string\nstore three 3\ncount\nfirst\nnext\n"
            "list > /dev/null\nset pager=cat\nset\nsource nosuch\n"
            "delete three\nreorganize\nstatus\nhelp\nclose\nbad (\n",
            {"LD_LIBRARY_PATH": "{build}/src/.libs:{build}/compat/.libs"}),
    Program("procps", "src/ps/.libs/pscommand",
            [["aux"], ["-eo", "pid,user,comm,args", "--sort=-pid"],
             ["-C", "valgrind,bash", "-o", "pid="], ["-u", "root,0", "f"],
             ["L"], ["-o", "nosuchfield"], ["-p", "1,2", "-F"]], "",
            {"LD_LIBRARY_PATH": "{build}/library/.libs"}),
    Program("findutils", "find/find",
            [["/usr/include/linux", "-name", "*.h", "-newer", "{input}"],
             ["/usr/include/linux", "-type", "f", "-regex", ".*/a.*",
              "-printf", "%p %s %m\n"],
             ["/usr/include/asm-generic", "-size", "+1k", "(", "-user", "root",
              "-o", "-perm", "/111", ")", "-exec", "true", "{input}", ";"],
             ["{input}", "-fprintf", "out", "%f", "-ls"],
             ["{input}", "-exec", "true", "{input}", "+", "-nosuch"]], "text\n"),
]
PROGRAMS = FIRST + MORE + THIRD


def tree_of(program, cache):
    known = dict(packages.PACKAGES)
    if program.package not in known:
        known[program.package] = fresh.recipe(program.package)
    if not program.configure:
        return packages.prepare(program.package, cache, known=known)
    recipe = known[program.package]
    recipe = dataclasses.replace(
        recipe, configure=[*recipe.configure[:-1],
                           recipe.configure[-1] + program.configure])
    return packages.prepare(program.package, cache / "ownership" / "built",
                            apt=packages.PrivateApt(cache / "apt"),
                            known={program.package: recipe})


def lost_stacks(xml, folder):
    """Of every loss by code in the folder: bytes, and its frames as (name of
    the file, line); without debug information as (name of the function, 0)."""
    try:
        root = ElementTree.parse(xml).getroot()
    except ElementTree.ParseError:
        return  # of a process that became another one
    for error in root.findall("error"):
        if error.findtext("kind") not in ("Leak_DefinitelyLost",
                                          "Leak_IndirectlyLost"):
            continue
        frames = [frame for frame in error.find("stack").findall("frame")
                  if (frame.findtext("obj") or "").startswith(str(folder))]
        if frames:  # else: of a library
            yield (int(error.findtext("xwhat/leakedbytes")),
                   tuple((frame.findtext("file") or frame.findtext("fn"),
                          int(frame.findtext("line") or 0))
                         for frame in frames))


def await_all(folder, seconds=20):
    """Processes in the background write their files a little later; of one that
    became another program the file stays as it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not all(
            "</valgrindoutput>" in xml.read_text(errors="replace")
            for xml in folder.glob("*.xml")):
        time.sleep(0.5)


def run_program(program, tree):
    """Bytes by stack, over all runs."""
    lost = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        text = Path(name, "input")
        text.write_text(program.input)
        environment = {key: value.format(build=tree.build)
                       for key, value in program.environment.items()}
        for arguments in program.runs:
            command = [part.format(input=text, source=tree.source)
                       if part.startswith("{") else part for part in arguments]
            subprocess.run(["valgrind", "--leak-check=full", "--xml=yes",
                            "--show-leak-kinds=definite,indirect",
                            "--num-callers=40", f"--xml-file={name}/%p.xml",
                            str(tree.build / program.binary), *command],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           stdin=subprocess.DEVNULL, timeout=300, cwd=name,
                           env={**os.environ, **environment})
        await_all(Path(name))
        for xml in sorted(Path(name).glob("*.xml")):  # one per process
            for size, frames in lost_stacks(xml, tree.build.resolve()):
                lost[frames] += size
    return lost


def sites(tool, tree, store):
    """(name of the file, line) of every finding that is shown."""
    done = subprocess.run([tool, "check", "--engine", "ownership", "-p",
                           str(tree.build), "--store", str(store), "--at-exit",
                           "--format", "json"], capture_output=True, text=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return {(Path(record["file"]).name, record["line"])
            for record in records if record["record"] == "finding"}


def main(options):
    shares = []
    print(f"{'program':<12}{'lost bytes':>11}{'places':>8}{'found bytes':>12}"
          f"{'found places':>13}{'share':>8}")
    for program in PROGRAMS:
        tree = tree_of(program, options.cache)
        lost = run_program(program, tree)
        store = options.cache / "ownership" / "volume" / program.package
        store.mkdir(parents=True, exist_ok=True)
        found = sites(options.tool, tree, store)
        hit = {stack: size for stack, size in lost.items()
               if any(frame in found for frame in stack)}
        total, seen = sum(lost.values()), sum(hit.values())
        share = f"{seen / total:.0%}" if total else "none lost"
        print(f"{program.package:<12}{total:>11}{len(lost):>8}{seen:>12}"
              f"{len(hit):>13}{share:>10}")
        if total:
            shares.append(seen / total)
    if shares:
        median = statistics.median(shares)
        print(f"median of those that lose something: {median:.0%} "
              f"(goal {GOAL:.0%})")
    return 0
