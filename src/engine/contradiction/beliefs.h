// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the function believe that a pointer it was given is not null?
//
// Who hands a pointer of unknown origin to a callee that does nothing, or
// something else, for null, and never asks for null itself, relies on its being
// there:
//
//   push(owner->list, item);        a list is there
//   if (list && list->full) …       here null is expected
//   push(list, item);
//
// So a way on which such a pointer is null is no way that the function means
// (Engler and others, Bugs as Deviant Behavior, SOSP 2001).  Only arguments
// count, not cells behind them: an empty cell is the callee's to fill.  Where
// branches meet, and where a getter is called, each of the pointers that it can
// be is meant.  And a number that begins at zero and is only added to does not
// become negative, nor does a sum of lengths.  For the search, not for proofs.
//
// Tested by tests/leak/c/believed.c.

#pragma once

#include "engine/contradiction/error_cell.h"
#include "engine/contradiction/function_view.h"
#include "engine/engine.h"

#include <map>
#include <optional>
#include <set>

namespace wt::contradiction {

class Beliefs {
public:
  Beliefs(const Facts &facts, FunctionView &view, Expressions &exprs);

  // Is something null that the function relies on, or a count negative?
  bool contradict(const ErrorCell &cell);

private:
  using Pointers = std::set<ExprId>; // by where they were found first

  ExprId origin(ExprId e);
  bool is_of_unknown_origin(ExprId e) const;
  bool is_result_unknown(ir::ValueId call) const;
  bool is_maker(ir::ValueId call) const;
  void find();
  bool is_length(ir::ValueId call) const;
  std::optional<std::int64_t> least(ExprId e) const;
  void note_passed(ir::ValueId call, Pointers &out);
  void note(ir::ValueId pointer, Pointers &out);
  void note_got(ir::ValueId call, Pointers &out);

  const Facts facts_;
  FunctionView &view_;
  Expressions &exprs_;
  std::map<ExprId, ExprId> origins_;
  Pointers believed_;
};

} // namespace wt::contradiction
