#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is every header and every function of src/ used by the product?

A header is used if a file of src/ or bench/ besides its own .cpp includes it.  A
function is used if its name occurs there in a body, an initialiser or a macro,
outside of the function itself, or if it overrides another.  Names are compared,
not overloads: what this reports is dead, but a dead function that shares its name
with a living one stays unseen.  What only tests call is dead, except for a way to
look inside or to make an input (FOR_TESTS).

    check_dead.py [ROOT]
    check_dead.py --self-test
"""

import re
import sys
import tempfile
from pathlib import Path

CALLED = {"main", "begin", "end"}  # by the language
FOR_TESTS = {
    "ir/parse.h", "parse_unit",  # programs as text
    "verify", "parse_path",      # what passes and texts are checked with
    "are_equivalent", "bind_parameter",
    "family_count", "model_names",  # all models, one after the other
    "may_alias", "may_share_object", "means", "may_modify", "object_of",
    "contents_read", "is_persistent",
    # Nothing but tests uses these yet; they go, or find a user.
    "covers_all", "simplified_under", "put_build",
}

TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|&&|[^\s\w]")
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
SCOPES = {"namespace", "class", "struct", "union"}
CONTROL = {"if", "for", "while", "switch", "return", "sizeof", "alignof",
           "decltype", "requires", "static_assert", "noexcept", "catch",
           "operator", "alignas", "defined", "typeid", "explicit", "assert"}


def opens_scope(tokens):
    """Whether `{` after these tokens of a declaration opens a scope."""
    words = [t for t in tokens if t not in ("inline", "export")]
    while words and words[0] == "template":
        depth, index = 0, 1
        while index < len(words):
            depth += {"<": 1, ">": -1}.get(words[index], 0)
            index += 1
            if depth == 0:
                break
        words = words[index:]
    return bool(words) and words[0] in SCOPES and "(" not in words


def scan(text):
    """Yields (name, is_declared, inside) of the identifiers of a file: inside
    is the function whose body it stands in."""
    text = NOISE.sub(" ", text)
    for directive in DIRECTIVE.findall(text):
        for name in re.findall(r"[A-Za-z_]\w*", directive):
            yield name, False, ""
    tokens = TOKEN.findall(DIRECTIVE.sub(" ", text))
    scopes = []           # for every open brace: None, or the function's name
    start, parens = 0, 0  # of the declaration under way
    function = None       # declared by it
    for index, token in enumerate(tokens):
        in_body = any(name is not None for name in scopes)
        if token == "{":
            if in_body or parens:
                scopes.append("")
            elif opens_scope(tokens[start:index]):
                scopes.append(None)
                start, function = index + 1, None
            else:
                scopes.append(function or "")
        elif token == "}" and scopes:
            scopes.pop()
            if not any(name is not None for name in scopes) and not parens:
                start, function = index + 1, None
        elif token == "(":
            parens += 1
        elif token == ")":
            parens -= 1
        elif token == ";" and not in_body and not parens:
            start, function = index + 1, None
        elif token[0].isalpha() or token[0] == "_":
            inside = next((n for n in scopes if n), "")
            after = tokens[index + 1] if index + 1 < len(tokens) else ""
            before = tokens[index - 1] if index else ""
            is_declared = (not in_body and not parens and function is None
                           and after == "(" and token not in CONTROL
                           and index > start and before not in ("=", "~", ",")
                           and "=" not in tokens[start:index]
                           and "using" not in tokens[start:index])
            if is_declared:
                function = token
            yield token, is_declared, inside
            if token == "override" and function:
                yield function, False, ""  # whoever knows the base calls it


def sources(root, folder):
    for file in sorted((root / folder).rglob("*")):
        if file.suffix in (".h", ".cpp", ".def"):
            yield file, file.read_text(errors="replace")


def dead_headers(root):
    source = root / "src"
    used = set(FOR_TESTS)
    for folder in ("src", "bench"):
        for file, text in sources(root, folder):
            own = file.with_suffix(".h")
            used |= {name for name in
                     re.findall(r'#\s*include\s*"([^"]+)"', text)
                     if source / name != own}
    for file, _ in sources(root, "src"):
        name = file.relative_to(source).as_posix()
        if file.suffix == ".h" and name not in used:
            yield f"{file}: no other file includes it"


def dead_functions(root):
    declared, types, used = {}, set(), CALLED | FOR_TESTS
    for file, text in sources(root, "src"):
        types |= set(re.findall(r"\b(?:class|struct|union)\s+(\w+)", text))
        for name, is_declared, inside in scan(text):
            if is_declared:
                declared.setdefault(name, file)
            elif inside != name:
                used.add(name)
    for _, text in sources(root, "bench"):
        used |= {name for name, _, _ in scan(text)}
    for name, file in sorted(declared.items(), key=lambda i: (str(i[1]), i[0])):
        if name not in used and name not in types:
            yield f"{file}: nothing calls {name}()"


def check(root):
    yield from dead_headers(root)
    yield from dead_functions(root)


def self_test():
    """Each row: files of src/, and what must be reported of them."""
    user = '#include "a/a.h"\nint main() { return f(1); }\n'
    rows = [
        ({"a/a.h": "int f(int x);\n", "a/m.cpp": user}, []),
        ({"a/a.h": "int f(int x);\nint g();\n", "a/m.cpp": user}, ["g()"]),
        # A call from itself or in a comment is no use.
        ({"a/a.h": "inline int f(int x) { return x; }\n"
                   "inline int g(int y) { return g(y - 1); } // g(1)\n",
          "a/m.cpp": user}, ["g()"]),
        ({"a/a.h": "struct S {\n  int f() const;\n  void g() {}\n};\n"
                   "int f(int);\n", "a/m.cpp": user}, ["g()"]),
        ({"a/a.h": "int f(int x);\n", "a/b.h": "struct B {};\n",
          "a/b.cpp": '#include "a/b.h"\n', "a/m.cpp": user}, ["b.h"]),
        # An initialiser and a function pointer in a table are uses.
        ({"a/a.h": "int f(int);\nint g();\nint h();\nstruct T { int (*p)(); };\n",
          "a/m.cpp": user + "const int k = g();\nT table[] = {{h}};\n"}, []),
    ]
    failures = 0
    for files, expected in rows:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                file = Path(folder) / "src" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            found = list(check(Path(folder)))
        if len(found) != len(expected) or \
                not all(e in f for e, f in zip(expected, found)):
            print(f"{files}: {found}", file=sys.stderr)
            failures += 1
    return failures


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    messages = list(check(root))
    for message in messages:
        print(message, file=sys.stderr)
    sys.exit(1 if messages else 0)


main()
