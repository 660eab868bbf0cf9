// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which piece of memory is this object of points-to?
//
//   global     a variable of the program; all string literals are one object
//   function   its address
//   slot       a local variable of one procedure
//   heap       what one call acquires, by call and place
//   arguments  what was passed behind the dots to a procedure
//   library    memory of libraries that have models
//   outside    memory of code that is neither here nor modelled
//   nowhere    what the parameters of a procedure that never runs point to
//
// Slots, heap objects and arguments belong to a *context*: the procedure, or a
// copy of it for one call.  A procedure that hands out new objects (xmalloc, a
// constructor function) is copied for each of its calls, so that two calls
// give two objects; pointer/clones.h says when.

#pragma once

#include "model/model.h"
#include "pointer/constraints.h"
#include "program/program.h"

#include <string>

namespace wt::pointer {

using ContextId = Id<struct ContextTag>;

enum class ObjectKind : std::uint8_t {
  kOutside,
  kLibrary,
  kNowhere,
  kLiterals,
  kGlobal,
  kFunction,
  kSlot,
  kHeap,
  kArguments
};

struct ObjectInfo {
  ObjectKind kind = ObjectKind::kOutside;
  ProcedureId procedure;    // the function, or whose slot, call or arguments
  ProgramVariableId global; // kGlobal
  ir::VariableId variable;  // kSlot
  ir::ValueId call;         // kHeap
  model::Place place;       // kHeap: where the call puts it
  ContextId context;        // kSlot, kHeap, kArguments
  bool is_many = false;     // one for many: variable-length, or recursive
};

// One copy of a procedure.  The first contexts are the procedures themselves,
// in their order.
struct Context {
  ProcedureId procedure;
  ContextId caller; // invalid: the procedure itself
  ir::ValueId call; // in the caller
};

} // namespace wt::pointer
