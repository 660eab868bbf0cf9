// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does LLVM's IR become ours?
//
// lower_module() translates a module in memory form (no pass has run) together
// with what the source says into a Unit, still in memory form.  The files:
//
//   lower_types.cpp     debug-info types and LLVM types -> ir::TypeTable
//   lower_unit.cpp      functions, positions, names of records
//   lower_global.cpp    globals with initial values, vtables, aliases
//   lower_function.cpp  variables, parameters, blocks, phis, constants
//   lower_inst.cpp      memory and arithmetic, one instruction at a time
//   lower_aggregate.cpp struct values
//   lower_control.cpp   branches, switches, returns, landing pads
//   lower_call.cpp      calls and intrinsics
//   texts.cpp           first: comparisons of strings with literals
//
// Struct values: our IR has scalars only.  A first-class aggregate lives in a
// temporary slot, and a function returning one gets a leading parameter that
// points to where the result goes, exactly like the ABI's own hidden result
// parameter.  An argument in memory is copied by the caller before the call.
//
// Tested by tests/ir (C in, printed IR out).

#pragma once

#include "frontend/declared.h"
#include "ir/unit.h"

#include <memory>

namespace llvm {
class Module;
}

namespace wt::frontend {

std::unique_ptr<ir::Unit> lower_module(llvm::Module &module,
                                       SourceFacts &facts);

} // namespace wt::frontend
