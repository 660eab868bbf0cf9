// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What speaks against a change, once the changed program is compiled?
//
// Engines look for leaks, and report a double free or a late use where they are
// sure.  A change that we offer has to be right where they are not, too.  So
// each release that was written into the source is looked at by itself:
//
//  - it is there: not cut out by the preprocessor, not unreachable;
//  - what it frees is an object that a call made, or null, on every path to it:
//    never uninitialised, never a literal, a local or somebody's parameter;
//  - where null does not suit the release, a test on every path rules it out;
//  - the function does not free what the object was made of (fdopen, close);
//  - the pointer was not put where other code finds it, neither here nor by the
//    call that made it, nor is it left in a global variable;
//  - behind it nothing uses that pointer any more, other than to compare it.
//
// Tested by tests/cli/test_fixes.py.

#pragma once

#include "fix/statement.h"
#include "model/model.h"
#include "program/program.h"

#include <functional>

namespace wt::fix {

// Bytes of a changed file that were written into it.
struct Written {
  std::string file;
  std::uint32_t begin = 0, end = 0;
};

struct ObjectionQuestion {
  const Program &program;
  const model::ModelSet &models;
  // Does that call give its caller a new object?
  std::function<bool(ProcedureId, ir::ValueId)> is_fresh;
  // May something else hold the new object that the call returns?
  std::function<bool(ProcedureId, ir::ValueId)> is_shared;
};

// One phrase, or "": nothing does.
std::string objection_to(const ObjectionQuestion &question, SourceFiles &files,
                         const Written &written);

} // namespace wt::fix
