# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small projects whose reports are large, mixed or hostile."""

import os

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

LEAK = """int leak_{id}(const char *s, int n) {{
  char *name = strdup(s);
  if (!name)
    return -1;
  if (n > {n})
    return 1;
  free(name);
  return 0;
}}
"""
STREAM = """int stream_{id}(const char *s, int n) {{
  FILE *in = fopen(s, "r");
  if (!in)
    return -1;
  if (n > {n})
    return 1;
  fclose(in);
  return 0;
}}
"""
TWICE = """void twice_{id}(int n) {{
  char *p = malloc(10);
  if (n > {n})
    free(p);
  free(p);
}}
"""

# What a browser would run if a report did not escape it.
HOSTILE_NAME = "<img src=x onerror=alert(1)>&amp;\"'.c"
HOSTILE_LINE = ('  if (n > 3) /* </script><script>document.title="owned"'
                "</script><b onmouseover=alert(2)>\u202ex\x1b[31m */")
HOSTILE = HEAD + """int f(const char *s, int n) {
  char *p = strdup(s);
""" + HOSTILE_LINE + """
    return 1;
  free(p);
  return 0;
}
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return name


def write_large(folder):
    """100 files in 20 folders: 4,000 leaks, 500 streams, 500 double frees."""
    files = []
    for d in range(20):
        for f in range(5):
            kinds = [STREAM, TWICE] + 8 * [LEAK]
            text = HEAD + "".join(
                kinds[k % 10].format(id=f"{d}_{f}_{k}", n=k)
                for k in range(50))
            files.append(write(folder, f"src/part{d}/file{f}.c", text))
    return files


def write_hostile(folder):
    return [write(folder, HOSTILE_NAME, HOSTILE)]
