// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is a random program before it is C or IR?
//
// A Sketch: a few functions over a few variables, made of the statements that
// leaks are made of.  It can be written as C (render_c) and translated to IR
// without a C compiler (lower); both agree on line numbers, so a finding in
// one can be compared with an execution of the other.
//
// Every function has the same shape; in the C text, what is not used is not
// declared:
//
//   char *f(int a, int b, char *x, char **out) {
//     char *p = 0; char *q = 0; char *r = 0;
//     struct node *s = 0; struct node *t = 0;
//     ... body ...
//   done:;
//     ... tail ...
//     return 0;
//   }

#pragma once

#include "ir/unit.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wt::agree {

// Pointers to characters 0..4: p q r x and the global g (only assigned to).
// Nodes 0..1: s t.  Numbers 0..1: a b.
constexpr std::uint8_t kX = 3;

struct Condition {
  enum class Kind : std::uint8_t {
    kTrue,        // 1
    kNumber,      // a
    kNotNumber,   // !a
    kEquals,      // a == constant
    kLess,        // a < constant
    kIsNull,      // p == 0
    kIsNotNull,   // p != 0
    kSame,        // p == q
    kNodeIsNull,  // s == 0
    kNodeNotNull, // s != 0
  };
  Kind kind = Kind::kTrue;
  std::uint8_t first = 0;  // a number, pointer or node, by kind
  std::uint8_t second = 0; // the other pointer, or the constant
};

struct Statement {
  enum class Kind : std::uint8_t {
    kMalloc,   // p = malloc(8);
    kStrdup,   // p = strdup("text");
    kRealloc,  // p = realloc(q, 16);
    kDiscard,  // malloc(8);
    kFree,     // free(p);
    kCopy,     // p = q;
    kNull,     // p = 0;
    kTouch,    // if (p) *p = 1;
    kEscape,   // escape(p);
    kToGlobal, // g = p;
    kToOut,    // *out = p;
    kNewNode,  // s = malloc(sizeof *s); if (s) { s->next = 0; s->data = 0; }
    kFreeNode, // free(s);
    kCopyNode, // s = t;
    kSetData,  // s->data = p;
    kGetData,  // p = s->data;
    kSetNext,  // s->next = t;
    kGetNext,  // s = s->next;  (first = second->next)
    kIf,       // if (condition) { body } else { other }
    kLoop,     // for (i = 0; i < a; i++) { body }
    kReturn,   // return p;  or return 0 when first is kNobody
    kGoto,     // goto done;
    kCall,     // p = helper(a, b, q, &r);
    kBreak,    // break;  (left out when not in a loop)
  };
  Kind kind = Kind::kNull;
  std::uint8_t first = 0;  // what is assigned, freed, returned
  std::uint8_t second = 0; // what it is assigned from
  std::uint8_t third = 0;  // kCall: the variable whose address is given
  std::uint8_t callee = 0; // kCall: index of the function
  Condition condition;
  std::vector<Statement> body;
  std::vector<Statement> other;
  std::uint32_t line = 0; // in the C text, set by render_c
};
constexpr std::uint8_t kNobody = 255;

struct SketchFunction {
  std::string name;
  std::vector<Statement> body;
  std::vector<Statement> tail; // behind `done:`
  std::uint32_t line = 0;
  std::uint32_t end_line = 0; // of the last `return 0;`
};

// Functions call only those before them; the last one is what is examined.
struct Sketch {
  std::vector<SketchFunction> functions;
};

// The C text, starting at line `first_line` of its file.  Sets all lines.
// Declarations that every file needs once are in c_prelude().
std::string render_c(Sketch &sketch, std::uint32_t first_line = 1);
std::string c_prelude();

// The same in memory form.  render_c must have set the lines.
ir::Unit lower(const Sketch &sketch);

// Statements in all functions, nested ones included.
std::size_t size_of(const Sketch &sketch);

} // namespace wt::agree
