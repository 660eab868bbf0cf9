// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a body demand of the ownership of its pointers?
//
// Pointers are the values of the function (a copied pointer is the same value)
// and the locals that live in memory.  A value is there from its definition
// to the end of the region that the definition dominates; ownership moves along
// the edges of the control-flow graph:
//
//   edge       what the pointer owns at the end of one block it owns at the
//              start of the next; on the edge of a null test, null owns or
//              not, as it likes
//   phi        p = p' + phi         on the edge
//   load       cell = cell' + v     of a local in memory
//   store      cell = 0, v = v' + cell'
//   elsewhere  v = v' + memory      and memory should own nothing: what
//              escapes is told last (Priority::kEscape)
//   call       actual = actual' + formal, formals by a copy of the interface
//   return v   v = v' + result, and then nothing else may own
//
// Structure goes along: values that may be one object share a shape.
//
// Tested by tests/leak/.

#pragma once

#include "engine/ownership/bases.h"
#include "engine/ownership/interface.h"

#include <functional>
#include <map>

namespace wt::ownership {

// What a call reaches, for callers; null: nothing is known.
using InterfaceLookup = std::function<const Interface *(ir::ValueId call)>;
// The interface of a function whose address is taken.
using FunctionLookup = std::function<const Interface *(ir::FunctionId)>;

struct Body {
  Body() : types(system) {}
  Body(const Body &) = delete;

  System system;
  Types types;
  std::vector<Type> parameters; // as handed in
  Type result;

  // A demand that something is owned, and of what.
  struct Source {
    ConstraintId demand;
    ir::ValueId call;
    const infer::FreshPlace *fresh = nullptr; // null: an element handed out
  };
  std::vector<Source> sources;
  // What is passed: the variable of the formal, and where.
  struct Handed {
    ir::ValueId call;
    std::uint32_t argument = 0;
  };
  std::map<Own, Handed> handed;
  // Elements that callees put into containers, and containers that elements
  // may have left again.
  struct Filled {
    ir::ValueId call;
    Own element;
  };
  std::vector<Filled> filled;
  std::vector<ShapeId> drained;
  // Containers whose elements were looked at: who did may still have them.
  std::vector<ShapeId> looked_into;
  // The same, by the addresses of elements (`v[0]`), which may be filled, too.
  std::vector<ShapeId> addressed;
  bool is_complete = true; // false: too large
};

struct BodySetting {
  const Facts &facts;
  ProcedureId procedure;
  const InterfaceLookup &interface_of;
  const FunctionLookup &address_of;
};

// Fills `out`, which must be new.
void read_body(const BodySetting &setting, Body &out, Budget &budget);

} // namespace wt::ownership
