// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in, pass, text out: for tables of (before, after).

#pragma once

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace wt::ir::test {

// The text form of a unit around one function @f with this head and body.
inline std::string unit_text(const std::string &function) {
  return "watertight-ir 1\nunit c \"/a.c\" lines 0\n"
         "file 0 \"/a.c\"\n"
         "function @see type unknown result void\n" +
         function;
}

inline std::string function_text(const Unit &unit, FunctionId id) {
  std::ostringstream out;
  print(out, unit, unit.functions[id]);
  return out.str();
}

// Runs `pass` over the last function of the text and prints it.  Both before
// and after, the function must obey the rules of the language.
template <class Pass>
std::string after(Pass pass, const std::string &function) {
  Result<Unit> unit = parse_unit(unit_text(function), "test");
  if (!unit)
    return unit.error().text();
  FunctionId id(unit->functions.size() - 1);
  std::string out;
  for (const std::string &line : verify(*unit))
    out += "before: " + line + "\n";
  pass(*unit, unit->functions[id]);
  for (const std::string &line : verify(*unit))
    out += "after: " + line + "\n";
  return out + function_text(*unit, id);
}

} // namespace wt::ir::test
