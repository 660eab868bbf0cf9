# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where does the real code come from that the benchmarks run over?

Debian source packages, fetched by name with `apt-get source`.  The machine's
own package sources are copied into a private configuration at run time and
switched to source packages there; nothing of the machine's configuration is
changed.  Each package is unpacked, configured and built once under a folder
outside the repository (default ~/.cache/watertight-bench), so that generated
headers exist and a compile_commands.json is at hand.

Adding a package: a row in PACKAGES.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Package:
    name: str
    configure: list  # run in the build folder, {source} is the source folder
    build: list = field(default_factory=list)  # under bear; empty: not needed
    needs: list = field(default_factory=list)  # Debian packages to build it
    kind: str = "C"


JOBS = str(os.cpu_count() or 2)
PACKAGES = {package.name: package for package in [
    Package("tar", ["{source}/configure", "--quiet"], ["make", "-j" + JOBS]),
    # As in debian/rules; bash's own malloc would hide every allocation.
    Package("bash", ["{source}/configure", "--quiet", "--enable-largefile",
                     "--without-bash-malloc"],
            ["make", "-j" + JOBS], needs=["bison"]),
    # Debian's patches change configure.ac.
    Package("openssh", ["sh", "-c", "(cd {source} && autoreconf -i) && "
                        "{source}/configure --quiet "
                        "--without-zlib-version-check"],
            ["make", "-j" + JOBS],
            needs=["autoconf", "automake", "libssl-dev", "zlib1g-dev"]),
    Package("leveldb", ["cmake", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                        "-DLEVELDB_BUILD_TESTS=OFF",
                        "-DLEVELDB_BUILD_BENCHMARKS=OFF", "{source}"],
            needs=["cmake", "ninja-build"], kind="C++"),
    # What debian/rules leaves out is left out; also no-shared, which would
    # compile everything twice.
    Package("openssl", ["perl", "{source}/Configure", "linux-x86_64", "-O0",
                        "no-asm", "no-shared", "no-tests", "no-idea",
                        "no-mdc2", "no-rc5", "no-zlib", "no-ssl3",
                        "no-ssl3-method", "enable-rfc3779", "enable-cms",
                        "no-capieng", "no-rdrand"],
            ["make", "-j" + JOBS, "build_sw"],
            needs=["perl"]),
]}
# A program on GLib, with its front end for terminals.
GLIB_PACKAGES = {package.name: package for package in [
    Package("hexchat", ["sh", "-c", "meson setup . {source} "
                        "-Dgtk-frontend=false -Dtext-frontend=true "
                        "-Dplugin=false -Ddbus=disabled "
                        "-Dlibcanberra=disabled && ninja"],
            needs=["meson", "ninja-build", "libglib2.0-dev", "libssl-dev",
                   "gettext"]),
]}


class BenchError(Exception):
    """The benchmark cannot go on; the message says why."""


def default_cache():
    return Path(os.environ.get("WATERTIGHT_BENCH",
                               Path.home() / ".cache" / "watertight-bench"))


def run(command, **options):
    """Runs quietly; shows the last lines of the output when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise BenchError(f"{' '.join(map(str, command))} failed:\n{tail}")
    return done.stdout


class PrivateApt:
    """apt-get with source packages enabled, in folders of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.parts = folder / "sources.list.d"
        for part in (self.parts, folder / "lists" / "partial",
                     folder / "cache" / "archives" / "partial"):
            part.mkdir(parents=True, exist_ok=True)
        self.options = ["-o", "Dir::Etc::sourcelist=/dev/null",
                        "-o", f"Dir::Etc::sourceparts={self.parts}",
                        "-o", f"Dir::State::lists={folder / 'lists'}",
                        "-o", f"Dir::Cache={folder / 'cache'}",
                        "-o", "APT::Get::List-Cleanup=false"]
        if os.geteuid() == 0:  # the private folders may be closed to others
            self.options += ["-o", "APT::Sandbox::User=root"]
        self.is_updated = False

    def copy_sources(self):
        etc = Path("/etc/apt")
        files = [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]
        for file in files:
            if not file.exists():
                continue
            text = file.read_text()
            if file.suffix == ".sources":
                text = re.sub(r"^Types:.*$", "Types: deb deb-src", text,
                              flags=re.MULTILINE)
            elif file.suffix == ".list":
                lines = re.findall(r"^deb\s+.*$", text, re.MULTILINE)
                text = "".join(f"{line}\n{re.sub('^deb', 'deb-src', line)}\n"
                               for line in lines)
            else:
                continue
            (self.parts / file.name).write_text(text)

    def update(self):
        if not self.is_updated:
            self.copy_sources()
            run(["apt-get", *self.options, "-qq", "update"])
            self.is_updated = True

    def source(self, name, into):
        """The newest version; an older one where a mirror lacks a file."""
        self.update()
        error = None
        for version in self.versions(name):
            try:
                run(["apt-get", *self.options, "-qq", "source",
                     f"{name}={version}"], cwd=into)
                return
            except BenchError as failed:
                error = error or failed
        raise error or BenchError(f"no source package '{name}'")

    def versions(self, name):
        """All that are offered, the newest first."""
        shown = run(["apt-cache", *self.options, "showsrc", "--only-source",
                     name])
        found = set(re.findall(r"^Version: (\S+)$", shown, re.MULTILINE))

        def compare(a, b):
            newer = subprocess.run(["dpkg", "--compare-versions", a, "gt", b])
            return -1 if newer.returncode == 0 else 1
        return sorted(found, key=functools.cmp_to_key(compare))

    def install(self, names):
        missing = [name for name in names if not is_installed(name)]
        if not missing:
            return
        if os.geteuid() != 0:
            raise BenchError("please install: " + " ".join(missing))
        self.update()
        run(["apt-get", *self.options, "-qq", "-y", "--no-install-recommends",
             "install", *missing],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def is_installed(name):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
                          capture_output=True, text=True)
    return done.stdout == "installed"


@dataclass
class Tree:
    """A package that is unpacked and built."""
    package: Package
    version: str
    source: Path
    build: Path  # folder of compile_commands.json


def prepare(name, cache, apt=None, known=None):
    """Fetches and builds the package unless that was done before in the same
    way.  `known` stands in for PACKAGES."""
    known = known or PACKAGES
    if name not in known:
        raise BenchError(f"no package '{name}' (known: {', '.join(known)})")
    package = known[name]
    folder = cache / name
    done = folder / "done.json"
    facts = json.loads(done.read_text()) if done.exists() else {}
    if facts.get("configure") == package.configure:
        return Tree(package, facts["version"], Path(facts["source"]),
                    folder / "build")
    print(f"fetching and building {name} ...", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "build").mkdir(parents=True)
    apt = apt or PrivateApt(cache / "apt")
    apt.install(["dpkg-dev", *package.needs]
                + (["bear"] if package.build else []))
    apt.source(name, folder)
    source = next(path for path in sorted(folder.iterdir())
                  if path.is_dir() and path.name != "build")
    version = next(folder.glob("*.dsc")).stem.split("_", 1)[1]
    environment = {**os.environ, "FORCE_UNSAFE_CONFIGURE": "1"}
    run([part.format(source=source) for part in package.configure],
        cwd=folder / "build", env=environment)
    if package.build:
        run(["bear", "--output", "compile_commands.json", "--", *package.build],
            cwd=folder / "build", env=environment)
    done.write_text(json.dumps({"version": version, "source": str(source),
                                "configure": package.configure}))
    return Tree(package, version, source, folder / "build")


def units(tree):
    """Entries of the database: C and C++ sources, each once, that exist."""
    entries = json.loads((tree.build / "compile_commands.json").read_text())
    seen = {}
    for entry in entries:
        file = Path(entry["directory"], entry["file"])
        if file.suffix in (".c", ".cc", ".cpp", ".cxx") and file.exists():
            seen.setdefault(str(file.resolve()), entry)
    return [seen[key] for key in sorted(seen)]
