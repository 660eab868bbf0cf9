// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions does the program ever put where this pointer comes from?
//
//   impl->ops->copy(x)   what initialisers and stores put into field `copy`
//   (*fatal_hook)()      what is stored into that global, also by a setter
//                        `set_hook(f)`: the arguments of all its calls
//   cmp(a, b)            a parameter: what the direct calls pass
//
// One pass over all units collects what is put into which holder (holders.h)
// and copied between them, a fixpoint does the rest (function_flow.h).
//
// No answer where something else arrives too: a result of a function without a
// body (dlsym), an argument of a procedure that is also called by pointer, a
// value read from memory that is no holder, a holder whose own address is given
// away.  Code outside the program may store more.
//
// Tested by tests/unit/program/stored_functions_test.cpp.

#pragma once

#include "program/function_flow.h"

namespace wt {

class StoredFunctions {
public:
  explicit StoredFunctions(const Program &program);

  // What the pointer that is called by `call` in the body of `caller` can be,
  // sorted, without those that need more arguments than are passed.  Empty:
  // nothing is known.
  std::vector<ProcedureId> called(ProcedureId caller, ir::ValueId call) const;

private:
  const Program &program_;
  Holders holders_;
  FunctionFlow flow_;
};

} // namespace wt
