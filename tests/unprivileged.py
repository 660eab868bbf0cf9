# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How is something tested that root may do and others may not?

Root reads every file and writes to every folder. A test of what happens to
those who may not runs the tool as `nobody`:

    tool, options = unprivileged.hand_over(self, folder, TOOL)
    subprocess.run([tool, ...], cwd=folder, **options)

For anybody but root this changes nothing.
"""

import os
import shutil
import tempfile

NOBODY = 65534


def hand_over(test, folder, tool):
    """Gives `folder` with all in it to nobody. The tool and its worker are
    copied: the build may lie where nobody may look."""
    if os.geteuid() != 0:
        return tool, {}
    for place, folders, files in os.walk(folder):
        for name in [place] + [os.path.join(place, f) for f in folders + files]:
            os.chown(name, NOBODY, NOBODY, follow_symlinks=False)
    copies = tempfile.mkdtemp(prefix="wtnobody")
    test.addCleanup(shutil.rmtree, copies, ignore_errors=True)
    os.chmod(copies, 0o755)
    for name in (os.path.basename(tool), "watertight-worker"):
        shutil.copy(os.path.join(os.path.dirname(tool), name), copies)
    return (os.path.join(copies, os.path.basename(tool)),
            {"user": NOBODY, "group": NOBODY, "extra_groups": []})
