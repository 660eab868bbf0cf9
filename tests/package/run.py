#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the Debian package install and run where nothing else is?

Makes the package of a build folder, a root with nothing but Debian's minimal
system, installs the package there with what it depends on, and finds a leak.
Needs root, debootstrap and the package mirror of this machine; says so and
passes without.

    run.py BUILD-FOLDER [ROOT]      ROOT: a minimal system that is there already
"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

SUITE = "bookworm"
LEAK = """#include <stdlib.h>
int f(int bad) {
  char *p = malloc(8);
  if (bad)
    return 1;
  free(p);
  return 0;
}
"""


def run(*words, **how):
    done = subprocess.run(words, capture_output=True, text=True, **how)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n"
                 f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def mirror():
    """Where this machine has its packages from."""
    places = run("apt-get", "indextargets", "--format", "$(REPO_URI)",
                 "Created-By: Packages").split()
    if not places:
        sys.exit("apt-get names no place for packages; run apt-get update")
    return places[0]


def package(build, folder):
    run("cmake", "--build", build, "--target", "watertight",
        "watertight-worker", "manual")
    run("cpack", "-G", "DEB", "-B", folder, cwd=build)
    found, = glob.glob(os.path.join(folder, "*.deb"))
    return found


def inside(root, *words):
    # No services are started there.
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                   "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return subprocess.run(["chroot", root, *words], capture_output=True,
                          text=True, env=environment)


def check(build, root, folder):
    if not os.path.exists(os.path.join(root, "etc")):
        run("debootstrap", "--variant=minbase", SUITE, root, mirror())
    for name in ("/etc/resolv.conf", "/etc/apt/apt.conf.d"):
        if os.path.isdir(name):
            shutil.copytree(name, root + name, dirs_exist_ok=True)
        elif os.path.exists(name):
            shutil.copy(name, root + name)
    shutil.copy(package(build, folder), os.path.join(root, "wt.deb"))
    for words in (("apt-get", "update", "-qq"),
                  ("apt-get", "install", "-y", "-qq",
                   "--no-install-recommends", "libc6-dev", "/wt.deb")):
        done = inside(root, *words)
        if done.returncode:
            sys.exit(f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    with open(os.path.join(root, "a.c"), "w") as file:
        file.write(LEAK)
    done = inside(root, "watertight", "check", "--fixes", "/a.c")
    for text in ("[leak, high confidence]", "+    free(p);"):
        if done.returncode != 1 or text not in done.stdout:
            sys.exit(f"status {done.returncode}, no '{text}':\n"
                     f"{done.stdout}{done.stderr}")
    print("installed, and found the leak")


def main():
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("not run: needs root and debootstrap")
        return
    build = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="wtpackage") as folder:
        root = sys.argv[2] if len(sys.argv) > 2 else \
            os.path.join(folder, "root")
        check(build, root, os.path.join(folder, "package"))


main()
