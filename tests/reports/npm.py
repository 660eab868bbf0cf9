# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs from npm that read our reports, installed once outside of the tree.

They go to $XDG_CACHE_HOME/watertight-test (else ~/.cache/watertight-test), one
folder per package and version.  Nothing of them is part of the product.
"""

import os
import shutil
import subprocess

VERSIONS = {"playwright-core": "1.65.1", "@microsoft/sarif-multitool": "5.7.0"}


def installed(package):
    """The node_modules folder that holds the package."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    version = VERSIONS[package]
    name = f"{package.split('/')[-1]}-{version}"
    folder = os.path.join(cache, "watertight-test", name)
    modules = os.path.join(folder, "node_modules")
    if os.path.isdir(modules):
        return modules
    if not shutil.which("npm"):
        raise FileNotFoundError("npm is missing; './wt test full' installs it")
    # Complete or not at all: an interrupted download is no installation.
    fresh = f"{folder}.{os.getpid()}"
    os.makedirs(fresh)
    try:
        subprocess.run(["npm", "install", "--prefix", fresh, "--no-save",
                        "--no-audit", "--no-fund", "--ignore-scripts",
                        f"{package}@{version}"],
                       check=True, timeout=300, stdout=subprocess.DEVNULL)
        if not os.path.isdir(folder):
            os.rename(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return modules
