// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the function believe that a pointer it was given is not null?
//
// Who hands a pointer of unknown origin to a callee that does nothing, or
// something else, for null, and never asks for null itself, relies on its being
// there: `sk_push(list, p)` is taken to get a list.  Where the function itself
// compares the pointer with null, before or after the call, both may be.
// (Engler and others, Bugs as Deviant Behavior, SOSP 2001.)
//
// Tested by tests/leak/c/believed.c.

#pragma once

#include "logic/solver.h"

#include <set>

namespace wt::sat {

class Beliefs {
public:
  explicit Beliefs(const logic::Conditions &table) : table_(table) {}

  // A callee behaves differently when this holds.
  void note_passed(logic::Cond is_null) { note(is_null, passed_); }
  // The function asks whether it holds.
  void note_asked(logic::Cond is_null) { note(is_null, asked_); }

  // When everything has been evaluated.
  void tell(logic::Solver &solver) const {
    for (std::uint32_t atom : passed_)
      if (logic::Cond is_null{2 * atom}; !asked_.contains(atom))
        solver.add_fact(!is_null, is_null);
  }

private:
  using Atoms = std::set<std::uint32_t>; // each: a pointer is null

  // Of a pointer that was found somewhere; not one that depends on others.
  void note(logic::Cond is_null, Atoms &atoms) const {
    if (table_.is_atom(is_null.node()))
      atoms.insert(is_null.node());
  }

  const logic::Conditions &table_;
  Atoms passed_, asked_;
};

} // namespace wt::sat
