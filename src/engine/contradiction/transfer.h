// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must have held before a statement, if this holds after it?
//
// The transfer functions of Section 4.3, one per kind of statement, over
// expressions alone: they know neither the IR nor control flow.  Each changes
// the cell into its pre-state and returns false for a contradiction.
//
//   assign     *e0 = e1        FILTER1-4, SUBST1-2 of Figure 3
//   release    free(e)
//   compare    cond(e0 == e1), cond(e0 != e1)
//   define     v = e           a register: written once, never aliased
//   enter      scope(a)        before this the variable did not exist
//
// Allocations are calls (one_outcome.h), by the same rule as in the paper: the
// error cell that the result hits was made there, unless something older hits
// it too; one that the result misses was not.
//
// Tested by tests/unit/engine/contradiction_transfer_test.cpp.

#pragma once

#include "engine/contradiction/error_cell.h"

namespace wt::contradiction {

// `*address = value`.
struct Assignment {
  ExprId address;
  RegionSetId written;  // of the address
  ExprId value;         // invalid: not known
  bool may_hold = true; // the cell can hold pointers to the error cell:
                        // Section 4.8, first extension
  ExprId before;        // a value that the cell has in the pre-state
};

class Transfer {
public:
  explicit Transfer(Expressions &exprs, bool paths_are_cells = false)
      : cells(exprs, paths_are_cells), exprs_(exprs) {}

  Cells cells;

  bool assign(ErrorCell &cell, const Assignment &assignment);
  bool release(ErrorCell &cell, ExprId e) const;
  bool compare(ErrorCell &cell, ExprId a, ExprId b, bool are_equal) const;
  bool define(ErrorCell &cell, ExprId value, std::optional<ExprId> as);
  bool enter(ErrorCell &cell, PathRoot variable) const;

private:
  struct Reading {
    const ErrorCell &post;
    const Assignment &by;
    ExprId written_cell; // *e0; invalid: nothing names it
    bool value_is_stable = false, address_is_stable = false;
  };
  bool keeps(const Reading &reading, ExprId e, bool is_hit) const;
  std::optional<ExprId> substituted(const Reading &reading, ExprId e);
  bool equate(const Reading &reading, ErrorCell &post);
  bool move(const Reading &reading, ErrorCell &pre);
  bool learn_place(const Reading &reading, ErrorCell &pre);
  void move_holders(const Reading &reading, ErrorCell &pre);

  Expressions &exprs_;
};

} // namespace wt::contradiction
