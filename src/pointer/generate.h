// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which constraints does a program put on its pointers?
//
// Every value that may be a pointer is a node, every piece of memory an object
// (objects.h), every instruction a constraint or none:
//
//   field, element, cast, phi, select    copies, moved by their offset
//   load, store, memcopy                 through the pointer
//   binop on wide integers               copies: tagged pointers, xor lists
//   landing, rethrow, throwing calls     one node for all exceptions
//   call                                 arguments to parameters, results back;
//                                        of a modelled function: its effects
//
// *Outside* is code that is neither in the program nor modelled.  It holds what
// was given to it: arguments of functions without body and model, and all that
// can be reached from there.  It may store all of that into all of that, and
// call every function it got hold of.  One node holds what has escaped to
// there, and one location stands for all of that and for outside's own memory:
// results of such functions point there (constraints.h).  A call through a
// pointer from outside is a call of such a function: those of the program that
// have escaped get nothing but what they have already.  Without a `main`,
// outside calls every procedure and knows every variable with external linkage.
//
// *The library* is the code that models describe.  It keeps what models say
// that it keeps, may hand that out again, and calls the functions it is given;
// it changes nothing but what models let it change.  It calls `main`, and what
// `argv` points to is its memory.  Once there is code outside, that code can
// use the library: the two are then one.  They are also taken for one when the
// library alone costs too much: it keeps so many things of a large program that
// lists of them at each pointer are out of hand (PointsToLimits).
//
// Procedures that nobody calls are called by outside, unless the program is
// whole (a main, and models for all that has no body): then they never run, and
// get memory that nothing else knows.
//
// Calls through pointers are connected while the solver runs.  When a pointer
// never holds a function, the call falls back to the candidates by type of
// program/call_graph.h.
//
// Not followed: pointers that are cut into pieces narrower than themselves,
// unless the pieces are stored as they were loaded (copies byte by byte)
// through pointers that are not declared as text; pointers that are put into
// the strings that libraries make, or through a pipe.
//
// The work is done by the Generator of generator.h.
//
// Tested by tests/unit/pointer/ and, against execution, tests/pointer/.

#pragma once

#include "pointer/clones.h"
#include "pointer/objects.h"
#include "pointer/solver.h"

#include <memory>
#include <string_view>

namespace wt::pointer {

// An indirect call, or a function pointer that a modelled function calls.
struct IndirectSite {
  ContextId context;
  ir::ValueId call;
  std::uint32_t argument_count = 0;
  std::vector<ProcedureId> targets; // sorted once all are known
  bool is_from_outside = false;     // and all that has escaped and fits
  bool reaches_outside = false;     // may call code that is not here
  bool fell_back = false;           // targets are candidates by type
  bool is_by_model = false;         // the model of the callee calls it
};

// What remains of a program when its constraints are solved.
struct System {
  Solution solution;
  IdMap<ObjectId, Object> layouts;
  IdMap<ObjectId, ObjectInfo> objects;
  IdMap<ContextId, Context> contexts;
  IdMap<ContextId, std::vector<NodeId>> values; // by value; may be invalid
  std::vector<IndirectSite> indirect_sites;     // by context, then call
  IdMap<ProcedureId, const model::FunctionModel *> models; // in force, or null
  IdMap<ProgramVariableId, ObjectId> globals;
  IdMap<ProcedureId, ObjectId> functions;
  std::vector<std::vector<ObjectId>> slots; // by context, sorted
  std::vector<ProcedureId> called_back;     // by outside or the library; sorted
  NodeId library;                           // what it knows
  bool is_library_too_much = false; // apart; so it was taken for outside
};

// What the front end cannot express is done by outside if it gets pointers, but
// for two intrinsics: va_start makes the arguments behind the dots reachable,
// the other one reads a constant.
constexpr std::string_view kVaStart = "llvm.va_start";
constexpr std::string_view kTypeId = "llvm.eh.typeid.for";
bool is_done_outside(const ir::Unit &unit, const ir::Function &f,
                     ir::ValueId v);

// Sets are larger than what happens: a function that the class hierarchy or
// the number of arguments rules out is not what is called at a site.
bool takes(const ir::Function &callee, std::uint32_t arguments);
bool is_bound_to_class(const Program &program, ProcedureId caller,
                       const IndirectSite &site);
bool fits(const Program &program, ProcedureId caller, const IndirectSite &site,
          ProcedureId callee);

struct PointsToLimits {
  // For a library that is apart from outside.  0: it is not tried, because it
  // is known to cost too much.
  std::uint64_t library_steps_per_node = 400;
  // Large copies through a hub lose nothing here, and take less time.
  Limits solver = {.pairs_per_memcopy = 8};
  CloneLimits clones;
};

System generate_and_solve(const Program &program, const model::ModelSet &models,
                          const infer::FreshPlaces &fresh, Budget &budget,
                          const PointsToLimits &limits);

} // namespace wt::pointer
