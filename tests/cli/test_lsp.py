# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A scripted editor talks to `watertight lsp`."""

import json
import subprocess

import tool


class Editor(tool.Case):
    def setUp(self):
        super().setUp()
        self.server = subprocess.Popen(
            [tool.TOOL, "lsp", "--store", self.path("store")],
            cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.addCleanup(self.stop)
        self.number = 0

    def stop(self):
        self.server.stdin.close()
        self.server.wait(timeout=60)
        self.server.stdout.close()
        self.server.stderr.close()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text))
        self.server.stdin.write(text)
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while line := self.server.stdout.readline().strip():
            name, value = line.split(b": ")
            if name == b"Content-Length":
                length = int(value)
        return json.loads(self.server.stdout.read(length))

    def request(self, method, params=None):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params or {}})
        answer = self.receive()
        self.assertEqual(answer["id"], self.number)
        return answer

    def uri(self, name):
        return "file://" + self.path(name).replace(" ", "%20")

    def tell(self, what, name):
        """A notification about a document, and the diagnostics after it."""
        self.send({"method": "textDocument/" + what,
                   "params": {"textDocument": {"uri": self.uri(name)}}})
        told = self.receive()
        self.assertEqual(told["method"], "textDocument/publishDiagnostics")
        self.assertEqual(told["params"]["uri"], self.uri(name))
        return told["params"]["diagnostics"]

    def start(self):
        can = self.request("initialize", {"capabilities": {}})["result"]
        self.assertIn("codeActionProvider", can["capabilities"])
        self.send({"method": "initialized", "params": {}})

    def actions(self, name, line):
        place = {"line": line, "character": 0}
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": self.uri(name)},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []}})["result"]

    def edited(self, name, action):
        """The file as it is after the action."""
        (uri, edits), = action["edit"]["changes"].items()
        self.assertEqual(uri, self.uri(name))
        with open(self.path(name)) as file:
            lines = file.read().splitlines(keepends=True)
        for edit in reversed(edits):
            start, end = edit["range"]["start"], edit["range"]["end"]
            self.assertEqual(start, end)
            line, at = start["line"], start["character"]
            lines[line] = lines[line][:at] + edit["newText"] + lines[line][at:]
        return "".join(lines)

    def test_open_save_and_mend(self):
        name = "a b.c"
        self.write(name, tool.LEAK)
        self.start()
        found, = self.tell("didOpen", name)
        self.assertEqual(found["range"], {
            "start": {"line": 3, "character": 12},
            "end": {"line": 3, "character": 18}})
        self.assertEqual((found["code"], found["severity"]), ("leak", 2))
        self.assertTrue(found["message"].endswith(
            "\nfree 'p' before the return at line 8, as line 9 does"))
        path = found["relatedInformation"]
        self.assertEqual([step["location"]["range"]["start"]["line"]
                          for step in path], [3, 4, 6, 7])
        self.assertEqual(self.actions(name, 0), [])
        fix, hide = self.actions(name, 3)
        self.assertEqual(fix["title"],
                         "free 'p' before the return at line 8, as line 9 does")
        hidden = self.edited(name, hide)
        self.assertIn("strdup(s); // watertight: ignore[leak]\n", hidden)
        mended = self.edited(name, fix)
        self.assertIn("  if (bad) {\n    free(p);\n    return 1;\n  }\n", mended)
        for text in (hidden, mended):
            self.write(name, text)
            self.assertEqual(self.tell("didSave", name), [])
        self.write(name, tool.LEAK)
        self.assertEqual(len(self.tell("didSave", name)), 1)

    def test_the_whole_program(self):
        self.write("a.c", "#include <stdlib.h>\nchar *make(void) "
                   "{ return malloc(8); }\n")
        self.write("b.c", "char *make(void);\nvoid g(void) { make(); }\n")
        self.database([{"file": n, "command": "cc -c " + n}
                       for n in ("a.c", "b.c")])
        self.start()
        found, = self.tell("didOpen", "b.c")
        self.assertIn("make()", found["message"])
        # Another file is open, too: both are told.
        self.assertEqual(self.tell("didOpen", "a.c"), [])
        told = self.receive()["params"]
        self.assertEqual(told["uri"], self.uri("b.c"))
        self.assertEqual(len(told["diagnostics"]), 1)

    def test_what_is_broken(self):
        self.start()
        self.write("a.c", "int f( {")
        self.assertEqual(self.tell("didOpen", "a.c"), [])
        answer = self.request("textDocument/hover")
        self.assertEqual(answer["error"]["code"], -32601)
        answer = self.request("textDocument/codeAction", {"range": 1})
        self.assertEqual(answer["error"]["code"], -32602)
        self.write("a.c", tool.LEAK)
        self.assertEqual(len(self.tell("didSave", "a.c")), 1)
        self.assertIsNone(self.request("shutdown")["result"])
        self.send({"method": "exit"})
        self.assertEqual(self.server.wait(timeout=60), 0)
