// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a unit look like to a reader?
//
// A stable, line-oriented text that holds everything a Unit holds, so that
// parse_unit (ir/parse.h) gives the same unit back: same value, block,
// variable, file, global and function ids.  docs/dev/ir.md has the grammar.
//
//   function @twice type fn(i32) -> i32 result i32 !0:1:5 {
//     var $0 x i32 param !0:1:15
//     %0 = param i32 $0
//   b0:
//     %1 = binop add i32 %0, %0 !0:1:27
//     %2 = return %1 !0:1:20
//   }
//
// What is behind `;` is a comment for people.  Printing never fails: ids that
// point nowhere are printed as they are, so a broken function can be looked at.
//
// Tested by tests/unit/ir/print_parse_test.cpp.

#pragma once

#include "ir/unit.h"

#include <iosfwd>
#include <string>
#include <string_view>

namespace wt::ir {

void print(std::ostream &out, const Unit &unit);
void print(std::ostream &out, const Unit &unit, const Function &function);

// The notation of ir/type.h, for messages: "ptr<const %node>".
std::string type_text(const Unit &unit, TypeId type);

// In double quotes; what is not printable ASCII is escaped.
std::string quoted(std::string_view text);

// The words of the text form that ir/inst.h does not name.
const char *name_of(Linkage linkage);
const char *name_of(Access access);
const char *name_of(DeclAttribute::Kind kind);

} // namespace wt::ir
