# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How right is the tool on code that nobody looked at while building it?

Draws packages by a seed from CANDIDATES, leaves out those that were drawn
before or belong to the other benchmarks, builds them, checks them, and writes
the findings that a user would see to CACHE/fresh/SEED/PACKAGE.jsonl for people
to judge.  Verdicts go to bench/triage/PACKAGE.tsv; the table counts them.
Above 60 findings a sample of 60 is drawn, by the same seed.

A package that cannot be built here, or that has more lines than asked for, is
skipped, and that is told.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import measure
import packages
import triage
from packages import BenchError, JOBS, Package

SAMPLE = 60
# C programs and libraries of Debian that build with configure and make.
CANDIDATES = [
    "bc", "bison", "bzip2", "coreutils", "cpio", "curl", "dash", "diffutils",
    "dnsmasq", "ed", "enscript", "expat", "file", "findutils", "flex", "gawk",
    "gdbm", "gettext", "gperf", "grep", "groff", "gzip", "hostname", "indent",
    "jq", "less", "libarchive", "libevent", "libpcap", "libpng1.6",
    "libtasn1-6", "libxml2", "lynx", "lzip", "m4", "make-dfsg", "mawk",
    "memcached", "nano", "ncurses", "patch", "pcre2", "popt", "procps",
    "psmisc", "recode", "redis", "rsync", "screen", "sed", "sharutils",
    "sqlite3", "sysstat", "tcpdump", "texinfo", "tmux", "units", "wdiff",
    "wget", "which", "whois", "xz-utils", "zsh",
    # Added before `watertight-7` was drawn and before any of them was run.
    "abook", "acct", "attr", "bvi", "calcurse", "cflow", "chrpath", "datamash",
    "detox", "dtach", "enca", "ethtool", "fakeroot", "hexedit", "htop",
    "icoutils", "iftop", "inotify-tools", "iperf3", "jansson", "kmod",
    "libcdio", "libconfig", "libdaemon", "libedit", "libexif", "libidn",
    "libmicrohttpd", "libnet", "libpipeline", "libpsl", "libsmi", "libyaml",
    "logrotate", "lrzip", "mtools", "ngircd", "pv", "rcs", "tinyproxy",
    # Added before `watertight-8` was drawn: the mirror lacks half of the rest.
    "byacc", "c-ares", "cscope", "dosfstools", "iptables", "jimtcl", "ldns",
    "libassuan", "libmspack", "libnl3", "libonig", "libssh2", "nasm",
    "readline", "remind", "socat", "stunnel4", "tiff", "usbutils"]
# C++ ones that CMake configures without building anything first.
CXX_CANDIDATES = [
    "box2d", "cli11", "cppcheck", "double-conversion", "exiv2", "fmtlib",
    "jsoncpp", "libebml", "libmatroska", "libsass", "libzen", "pugixml", "re2",
    "simgear", "snappy", "spdlog", "taglib", "tinyxml2", "uncrustify",
    "yaml-cpp", "zxing-cpp",
    # Added before `watertight-cxx-4` was drawn and before any of them was run.
    "astyle", "bamtools", "benchmark", "catch2", "cctz", "cpputest",
    "cryptominisat", "game-music-emu", "geographiclib", "gflags",
    "google-glog", "graphite2", "libjson-rpc-cpp", "libnoise", "libsquish",
    "libtins", "log4cplus", "muparser", "ninja-build", "openal-soft", "opencc",
    "primecount", "primesieve", "re2c", "recastnavigation", "soci",
    "soundtouch", "spatialindex", "spirv-cross", "sqlitecpp",
    # Added before `watertight-cxx-5` was drawn, for the same reason.
    "capnproto", "clasp", "flatbuffers", "jsonnet", "libde265", "libheif",
    "libkml", "minisat2", "muparserx", "ode", "openexr", "rtmidi", "simdjson",
    "unittest++", "urdfdom", "woff2", "zeromq3"]
# Drawn before, by the seed; whoever works on the tool has read them since.
USED = {name: seed for seed, names in {
    "watertight-sat-1": ["bison", "grep", "dnsmasq", "screen", "curl"],
    "watertight-sat-2": ["gperf", "coreutils", "units", "ed", "memcached"],
    "watertight-sat-3": ["ncurses", "gdbm"],
    "watertight-4": ["popt", "nano", "psmisc", "sed", "pcre2", "jq",
                     "libxml2", "tmux"],
    "watertight-5": ["file", "gettext", "libpng1.6", "findutils", "mawk",
                     "tcpdump", "procps"],
    "watertight-6": ["wget", "patch", "recode", "flex", "libarchive",
                     "diffutils", "less", "gzip", "cpio"],
    "watertight-7": ["tinyproxy", "bc", "dtach", "mtools", "sharutils"],
    "watertight-8": ["acct", "htop", "pv", "cflow", "byacc", "jimtcl",
                     "libssh2", "ldns"],
    "watertight-cxx-1": ["fmtlib", "taglib", "tinyxml2", "cli11", "yaml-cpp"],
    "watertight-cxx-2": ["cppcheck", "libebml", "spdlog", "pugixml"],
    "watertight-cxx-3": ["double-conversion", "exiv2", "box2d"],
    "watertight-cxx-4": ["ninja-build", "bamtools", "soundtouch"],
    "watertight-cxx-5": ["soci", "woff2", "libkml", "muparser", "gflags",
                         "geographiclib", "urdfdom", "rtmidi", "libheif"],
}.items() for name in names}
NEEDS = {"screen": ["libncurses-dev"], "tmux": ["libevent-dev", "libncurses-dev"],
         "curl": ["libssl-dev"], "rsync": ["libssl-dev", "libpopt-dev"],
         "tcpdump": ["libpcap-dev"], "memcached": ["libevent-dev"],
         "lynx": ["libncurses-dev"], "nano": ["libncurses-dev"],
         "less": ["libncurses-dev"], "zsh": ["libncurses-dev"],
         "procps": ["libncurses-dev"],
         "box2d": ["libx11-dev", "libxcursor-dev", "libxi-dev",
                   "libxinerama-dev", "libxrandr-dev"],
         "wget": ["libssl-dev", "pkg-config", "texinfo"],
         "abook": ["libncurses-dev", "libreadline-dev"],
         "acct": ["texinfo"], "bc": ["texinfo"], "cflow": ["texinfo"],
         "rcs": ["texinfo"],
         "bvi": ["libncurses-dev"], "hexedit": ["libncurses-dev"],
         "calcurse": ["libncurses-dev"], "htop": ["libncurses-dev"],
         "libedit": ["libncurses-dev", "libbsd-dev"],
         "ethtool": ["libmnl-dev", "pkg-config"],
         "fakeroot": ["libacl1-dev", "libcap-dev"],
         "icoutils": ["libpng-dev"], "mtools": ["texinfo"],
         "iftop": ["libncurses-dev", "libpcap-dev"],
         "iperf3": ["libssl-dev"], "kmod": ["gtk-doc-tools", "pkg-config"],
         "libcdio": ["libncurses-dev", "pkg-config"],
         "libexif": ["gettext", "autopoint"], "libidn": ["texinfo"],
         "libmicrohttpd": ["libgnutls28-dev", "pkg-config", "texinfo"],
         "libpipeline": ["pkg-config"], "libpsl": ["pkg-config"],
         "libsmi": ["flex", "bison"], "logrotate": ["libpopt-dev"],
         "detox": ["flex", "bison", "libfl-dev"],
         "lrzip": ["zlib1g-dev", "libbz2-dev", "liblzo2-dev", "liblz4-dev"],
         "bamtools": ["zlib1g-dev", "libjsoncpp-dev"],
         "cryptominisat": ["libboost-program-options-dev", "zlib1g-dev"],
         "game-music-emu": ["zlib1g-dev"],
         "libjson-rpc-cpp": ["libjsoncpp-dev", "libmicrohttpd-dev",
                             "libcurl4-openssl-dev", "libargtable2-dev"],
         "libtins": ["libpcap-dev", "libssl-dev"],
         "openal-soft": ["libasound2-dev"],
         "opencc": ["libmarisa-dev", "libtclap-dev", "darts"],
         "primecount": ["libprimesieve-dev"],
         "cscope": ["libncurses-dev", "flex", "bison"],
         "iptables": ["libmnl-dev", "libnftnl-dev", "flex", "bison"],
         "ldns": ["libssl-dev"], "libassuan": ["libgpg-error-dev"],
         "libnl3": ["flex", "bison"], "libssh2": ["libssl-dev"],
         "readline": ["libncurses-dev"], "socat": ["libssl-dev"],
         "stunnel4": ["libssl-dev"], "tiff": ["zlib1g-dev"],
         "usbutils": ["libusb-1.0-0-dev", "libudev-dev", "pkg-config"],
         "libheif": ["libde265-dev", "libx265-dev", "libaom-dev"],
         "libkml": ["libexpat1-dev", "libboost-dev", "libminizip-dev",
                    "liburiparser-dev", "zlib1g-dev"],
         "minisat2": ["zlib1g-dev"], "ode": ["libccd-dev"],
         "openexr": ["libimath-dev", "zlib1g-dev"],
         "rtmidi": ["libasound2-dev"],
         "urdfdom": ["liburdfdom-headers-dev", "libconsole-bridge-dev",
                     "libtinyxml-dev"],
         "woff2": ["libbrotli-dev"], "zeromq3": ["libsodium-dev"],
         "soci": ["libsqlite3-dev", "libboost-dev", "libboost-date-time-dev"],
         "sqlitecpp": ["libsqlite3-dev"]}

# What is left out of a build because it needs more than a compiler.
CONFIGURE = {"libxml2": " --without-python"}
# What configure was made from is taken as it was shipped.
UNCHANGED = ["ACLOCAL=:", "AUTOCONF=:", "AUTOHEADER=:", "AUTOMAKE=:"]


def draw(seed, candidates=None):
    """What may be drawn, in the order of the seed; a recorded seed draws what
    it drew, whatever was added to the candidates since."""
    again = seed in USED.values()
    free = [name for name in candidates or CANDIDATES
            if name not in packages.PACKAGES
            and USED.get(name, None if again else seed) == seed]
    return sorted(free, key=lambda name: hashlib.sha256(
        f"{seed} {name}".encode()).hexdigest())


def recipe(name):
    if name in CXX_CANDIDATES:
        return Package(name, ["cmake", "-G", "Ninja",
                              "-DCMAKE_BUILD_TYPE=Debug",
                              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                              "-DBUILD_TESTING=OFF", "{source}"],
                       needs=["cmake", "ninja-build", *NEEDS.get(name, [])],
                       kind="C++")
    return Package(name, ["sh", "-c", "test -x {source}/configure || "
                          "(cd {source} && autoreconf -i); "
                          "{source}/configure --quiet"
                          + CONFIGURE.get(name, "")],
                   ["make", "-j" + JOBS, *UNCHANGED],
                   needs=["autoconf", "automake", "libtool",
                          *NEEDS.get(name, [])])


def check(name, options):
    """Findings that a user sees."""
    tree = packages.prepare(name, options.cache, known={name: recipe(name)})
    folder = options.cache / "fresh" / options.seed / name
    folder.mkdir(parents=True, exist_ok=True)
    entries = packages.units(tree)
    lines = sum(measure.line_count(Path(entry["directory"], entry["file"]))
                for entry in entries)
    if lines > options.kloc * 1000:
        raise BenchError(f"{name}: {lines / 1000:.0f} kLOC")
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    done = subprocess.run(
        [options.tool, "check", "-p", folder, "--engine", options.engine,
         "--store", folder / "store", "--format", "json"],
        capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise BenchError(f"{name}: {done.stderr[-300:]}")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return [r for r in records if r["record"] == "finding"]


def sample(findings, seed):
    if len(findings) <= SAMPLE:
        return findings
    ranked = sorted(findings, key=lambda f: hashlib.sha256(
        f"{seed} {f['fingerprint']}".encode()).hexdigest())
    return ranked[:SAMPLE]


def print_row(name, findings, known):
    counts = Counter(known.of_finding(f) or "not judged"
                     for f in findings)
    false = counts["false"] + counts["undecided"]
    print(f"{name:14} {len(findings):9} {counts['true']:6} {false:6} "
          f"{counts['not judged']:11}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", default="watertight-sat-2")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--engine", default="all")
    parser.add_argument("--kind", choices=["C", "C++"], default="C")
    parser.add_argument("--kloc", type=int, default=60,
                        help="skip packages with more thousand lines")
    parser.add_argument("--tool", default=str(
        Path(__file__).parent.parent / "build" / "bin" / "watertight"))
    parser.add_argument("--cache", type=Path, default=packages.default_cache())
    options = parser.parse_args(arguments)
    print(f"{'package':14} {'findings':>9} {'true':>6} {'false':>6} "
          f"{'not judged':>11}")
    left = options.count
    candidates = CANDIDATES if options.kind == "C" else CXX_CANDIDATES
    for name in draw(options.seed, candidates):
        if left == 0:
            break
        try:
            findings = sample(check(name, options), options.seed)
        except BenchError as error:
            print(f"{name}: skipped: {str(error).splitlines()[0]}",
                  file=sys.stderr)
            continue
        left -= 1
        out = options.cache / "fresh" / options.seed / f"{name}.jsonl"
        out.write_text("".join(json.dumps(f) + "\n" for f in findings))
        print_row(name, findings, triage.load(name))
    return 0 if left == 0 else 2


if __name__ == "__main__":
    sys.exit(main())
