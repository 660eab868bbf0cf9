# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that shuffle pointers at random, with code that only the running
program has.

Cells of two pointers, and pointers to them, local and global, are loaded,
stored, copied and passed on.  The code
outside keeps what it gets, hands it out, writes it into other things that it
got, and calls functions that it got.
"""

import random

HEAD = """#include "observe.h"
#include <string.h>
struct cell {
  struct cell *a, *b;
};
typedef struct cell *(*function)(struct cell *, struct cell *);
void give(struct cell *p);
struct cell *take(void);
void give_function(function f);
function take_function(void);
void stir(void);
#ifdef RUN
static struct cell *kept[1000];
static function functions[100];
static unsigned kept_count, function_count, turn = %d;
static unsigned next(void) { return turn = (turn * 1103515245 + 12345) >> 3; }
void give(struct cell *p) {
  if (p && kept_count < 1000)
    kept[kept_count++] = p;
}
struct cell *take(void) {
  if (kept_count == 0)
    return 0;
  struct cell *p = kept[next() %% kept_count];
  switch (next() %% 3) {
  case 0: return p->a ? p->a : p;
  case 1: return p->b ? p->b : p;
  default: return p;
  }
}
void give_function(function f) {
  if (function_count < 100)
    functions[function_count++] = f;
}
function take_function(void) {
  return function_count ? functions[next() %% function_count] : 0;
}
void stir(void) {
  struct cell *p = take(), *q = take();
  if (p && next() %% 2)
    p->a = q;
  else if (p)
    p->b = q;
  static int depth;
  function f = take_function();
  if (f && depth < 2) {
    ++depth;
    give(f(take(), q));
    --depth;
  }
}
#endif
"""


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.cells = [f"c{i}" for i in range(6)]
        self.globals = [f"g{i}" for i in range(3)]
        self.functions = [f"f{i}" for i in range(3)]

    def pointer(self, names):
        """An expression that points to some cell, or is null."""
        pick = self.random.randrange(8)
        if pick < 2:
            return "&" + self.random.choice(self.cells)
        if pick == 2:
            return self.random.choice(self.globals)
        if pick == 3:
            return self.random.choice(self.cells) + self.random.choice(
                [".a", ".b"])
        return self.random.choice(names)

    def line(self, names, can_call):
        value, name = self.pointer(names), self.random.choice(names)
        field = self.random.choice("ab")
        lines = [
            f"{name} = {value};",
            f"{name} = {value};",
            f"{self.random.choice(self.globals)} = {value};",
            f"{self.random.choice(self.cells)}.{field} = {value};",
            f"if ({name}) {name}->{field} = {value};",
            f"if ({value}) {name} = ({value})->{field};",
            f"if ({name} && ({value})) *{name} = *({value});",
            f"if ({name}) memmove({name}, &{self.random.choice(self.cells)}, "
            f"sizeof *{name});",
            f"{name} = take();",
            f"{name} = take();",
        ]
        if self.random.randrange(4) == 0:
            lines += [f"give({value});", "stir();",
                      f"give_function({self.random.choice(self.functions)});"]
        if can_call:
            callee = self.random.choice(self.functions)
            lines += [f"{name} = {callee}({value}, {name});",
                      f"if (take_function()) "
                      f"{name} = take_function()({value}, {name});"]
        return f"  {self.random.choice(lines)}"

    def body(self, names, lines, can_call):
        for _ in range(lines):
            yield self.line(names, can_call)
            if self.random.randrange(2) == 0:
                yield f"  OBSERVE({self.pointer(names)});"

    def text(self, seed):
        yield "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
        yield HEAD % (seed + 1)
        yield f"static struct cell {', '.join(self.cells)};"
        yield f"static struct cell *{', *'.join(self.globals)};"
        for function in self.functions:
            yield f"static struct cell *{function}(struct cell *, struct cell *);"
        for function in self.functions:
            yield (f"static struct cell *{function}"
                   "(struct cell *p, struct cell *q) {")
            yield "  struct cell *r = q;"
            yield from self.body(["p", "q", "r"], 6, False)
            yield "  return r;\n}"
        yield "int main(void) {\n  struct cell *p = 0, *q = 0, *r = 0;"
        for cell in self.cells:
            yield f"  OBJECT(&{cell}, sizeof {cell});"
        yield from self.body(["p", "q", "r"], 40, True)
        yield "  return 0;\n}\n"


def random_program(seed):
    return "\n".join(Maker(seed).text(seed))
