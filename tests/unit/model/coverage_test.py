#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does every function of the system headers have a model?

Parses the ISO C, POSIX and glibc headers with Clang in several modes (large
files, fortified, strict) and looks up the link name of each function that is
declared: `open64`, `__isoc99_sscanf` and `__memcpy_chk` as well as `strlen`.

    coverage_test.py --clang clang-19 --list-models build/bin/list_models
"""

import argparse
import json
import re
import subprocess
import sys

HEADERS = """
assert.h complex.h ctype.h errno.h fenv.h inttypes.h locale.h math.h setjmp.h
signal.h stdio.h stdlib.h string.h threads.h time.h uchar.h wchar.h wctype.h

aio.h arpa/inet.h dirent.h dlfcn.h fcntl.h fmtmsg.h fnmatch.h ftw.h glob.h
grp.h iconv.h langinfo.h libgen.h libintl.h monetary.h mqueue.h net/if.h
netdb.h netinet/in.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h
search.h semaphore.h spawn.h strings.h sys/ipc.h sys/mman.h sys/msg.h
sys/resource.h sys/select.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h
sys/statvfs.h sys/time.h sys/times.h sys/types.h sys/uio.h sys/un.h
sys/utsname.h sys/wait.h syslog.h termios.h ulimit.h unistd.h utime.h utmpx.h
wordexp.h

alloca.h argp.h argz.h crypt.h envz.h err.h error.h execinfo.h fstab.h fts.h
getopt.h gshadow.h ifaddrs.h malloc.h mcheck.h mntent.h netinet/ether.h
obstack.h printf.h pty.h resolv.h shadow.h stdio_ext.h sys/auxv.h sys/epoll.h
sys/eventfd.h sys/file.h sys/fanotify.h sys/fsuid.h sys/inotify.h sys/ioctl.h
sys/klog.h sys/mount.h sys/personality.h sys/pidfd.h sys/prctl.h sys/ptrace.h
sys/quota.h sys/random.h sys/reboot.h sys/sendfile.h sys/signalfd.h
sys/statfs.h sys/swap.h sys/sysinfo.h sys/timerfd.h sys/timex.h sys/xattr.h
ttyent.h ucontext.h utmp.h aliases.h nss.h
""".split()

MODES = [
    ["-std=gnu2x", "-D_GNU_SOURCE"],
    ["-std=gnu2x", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64"],
    ["-std=gnu11", "-D_GNU_SOURCE", "-O2", "-D_FORTIFY_SOURCE=2"],
    ["-std=c17", "-D_XOPEN_SOURCE=700"],
    ["-std=c99"],
    ["-std=gnu89"],
]

# Declared, but nobody can call them: the double-underscore twins of math.h.
INTERNAL_MATH = re.compile(
    r"__(?!fpclassify|isinf|isnan|finite|signbit|issignaling|iscanonical"
    r"|iseqsig)\w+"
)


def note_file(location, current):
    """Clang names a file only where it changes."""
    if not isinstance(location, dict):
        return current
    current = location.get("file", current)
    for part in ("spellingLoc", "expansionLoc"):
        current = note_file(location.get(part), current)
    return current


def functions(clang, flags):
    """Link name -> header of every function declared under these flags."""
    source = "".join(
        f"#if __has_include(<{h}>)\n#include <{h}>\n#endif\n" for h in HEADERS
    )
    command = [clang, "-xc", "-fsyntax-only", "-w", "-Xclang"]
    done = subprocess.run(
        [*command, "-ast-dump=json", *flags, "-"],
        input=source, capture_output=True, text=True, check=False,
    )
    if done.returncode:
        sys.exit(f"{clang} {' '.join(flags)} failed:\n{done.stderr[:2000]}")
    found = {}
    current = ""

    def walk(node, top):
        nonlocal current
        current = note_file(node.get("loc"), current)
        here = current
        span = node.get("range", {})
        current = note_file(span.get("begin"), current)
        current = note_file(span.get("end"), current)
        if top and node["kind"] == "FunctionDecl" and not node.get("isImplicit"):
            found.setdefault(node.get("mangledName", node["name"]), here)
        for child in node.get("inner", []):
            walk(child, False)

    for node in json.loads(done.stdout)["inner"]:
        walk(node, True)
    return found


def needs_no_model(name, header):
    if "math" in header and INTERNAL_MATH.fullmatch(name):
        return True
    # Kernel byte order helpers, and inline functions of the headers.
    return any(part in header for part in
               ("/linux/", "/asm", "byteswap", "uintn-identity"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--list-models", required=True)
    options = parser.parse_args()

    listed = subprocess.run([options.list_models], capture_output=True,
                            text=True, check=True)
    models = set(listed.stdout.split("\n"))
    declared = {}
    for flags in MODES:
        for name, header in functions(options.clang, flags).items():
            declared.setdefault(name, header)
    missing = sorted(
        f"{header}: {name}"
        for name, header in declared.items()
        if name not in models and not needs_no_model(name, header)
    )
    print(f"{len(declared)} functions declared, {len(missing)} without model")
    for line in missing:
        print("  " + line)
    # A broken parse must not pass for full coverage.
    if len(declared) < 1500:
        sys.exit("too few declarations found")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
