// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the error cell look like on the other side of a call?
//
// Map and Unmap of Section 4.4.  Backwards, a call is entered at its exit: what
// only the caller can name is left out, the result is called `result`.  At the
// entry the way goes back to the caller: parameters become arguments, locals
// of the callee must not have been needed, and what was left out comes back
// if the callee cannot have changed it.
//
// Values are written once, so no shadow variables are needed for recursion: an
// argument is a register of the caller, a parameter one of the callee, and an
// expression is always about one activation.  The same holds for promoted
// variables: the caller's are left out of S inside the callee.
//
// Tested by tests/prove/.

#pragma once

#include "engine/contradiction/transfer.h"
#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

// Is it the same before and after these regions are changed?  nullopt: any.
// Variables that have no address are in no other hands; homes are those of the
// calls that are given their addresses.
bool is_left_alone(Workspace &workspace, ExprId e,
                   const std::optional<RegionSetId> &changed);

// The cell after numbers were written somewhere in these regions (nullopt: in
// any), as far as it held before: S is the same.
ErrorCell before_numbers(Workspace &workspace, const Cells &cells,
                         const ErrorCell &post,
                         const std::optional<RegionSetId> &changed);

class Frames {
public:
  Frames(Workspace &workspace, Transfer &transfer, ProcedureId caller,
         ir::ValueId call, ProcedureId callee)
      : workspace_(workspace), exprs_(workspace.exprs), transfer_(transfer),
        caller_(workspace.view(caller)), call_(call), callee_(callee) {}

  // After the call, in words of the callee at its exit.
  ErrorCell map(const ErrorCell &cell);
  // At the entry, in words of the caller before the call.  nullopt: a
  // contradiction.
  std::optional<ErrorCell> unmap(const ErrorCell &entry);
  // What `post` knew after the call and the callee leaves alone.  False: a
  // contradiction.
  bool restore(const ErrorCell &post, ErrorCell &pre);

  // What a procedure returns, at its exit.  Each has its own: cells behind them
  // lie in different regions.
  static ExprId result(Expressions &exprs, ProcedureId procedure) {
    return exprs.root({PathRoot::Kind::kResult, procedure.value});
  }
  // The locals of the function come to life.  False: a contradiction.
  static bool enter(Workspace &workspace, Transfer &transfer,
                    ProcedureId procedure, ErrorCell &cell);
  // Would they have had to hold the object?
  static bool begins_in_locals(Workspace &workspace, ProcedureId procedure,
                               const ErrorCell &cell);
  // A constructor that somebody unseen calls is given memory that holds
  // nothing. False: a contradiction.
  static bool begin_in_raw_memory(Workspace &workspace,
                                  const Transfer &transfer,
                                  ProcedureId procedure, ErrorCell &cell);

private:
  bool is_given(ExprId home_cell) const;
  ExprId home_inside(ir::ValueId parameter, std::int64_t bytes);
  std::optional<ExprId> inside(PathRoot root);
  std::optional<ExprId> outside(PathRoot root);
  bool is_restored(ExprId e);

  Workspace &workspace_;
  Expressions &exprs_;
  Transfer &transfer_;
  FunctionView &caller_;
  ir::ValueId call_;
  ProcedureId callee_;
};

} // namespace wt::contradiction
