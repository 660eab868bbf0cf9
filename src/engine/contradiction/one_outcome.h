// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must have held of the error cell before a call that ended in one way?
//
// The outcome (summary/behaviour.h) names tests that held, cells that were
// written, objects that were freed, kept or made.
//
//   made       the error cell is the new object: the way ends here
//   freed      an object that is gone is no leak: a contradiction
//   kept       somebody else has it: a contradiction
//   written    an assignment, as any other
//
// Private to outcomes.cpp.  Tested by tests/leak/.

#pragma once

#include "engine/contradiction/call_names.h"
#include "engine/contradiction/outcomes.h"

namespace wt::contradiction {

class OneOutcome {
public:
  OneOutcome(Workspace &workspace, FunctionView &view, Transfer &transfer,
             bool is_sound, ir::ValueId call, ProcedureId callee,
             const infer::Outcome &outcome);

  bool is_assumption = false;
  std::string stopped_by;

  std::optional<BeforeCall> back(const ErrorCell &post);
  // Only what was tested.
  std::optional<BeforeCall> conditions(const ErrorCell &post);

private:
  // ---- was it made here?
  std::optional<std::uint32_t> object_hit(const ErrorCell &post, bool &fits);
  static infer::Term term_at(const infer::Outcome &outcome,
                             const AccessPath &place);
  std::optional<infer::FreshPlace> place_of(std::uint32_t object) const;
  bool is_perhaps_other(const AccessPath &place) const;
  bool is_held_elsewhere(std::uint32_t object) const;
  std::optional<BeforeCall> made_here(const ErrorCell &post,
                                      std::uint32_t object);

  // ---- if not; false: a contradiction
  bool move_facts(const ErrorCell &post, ErrorCell &pre);
  bool apply_tests(ErrorCell &pre);
  bool equals_older(const Known &known) const;
  std::optional<ExprId> test_of_new(ExprId e) const;
  bool is_reached(const ErrorCell &cell, const CallNames::End &end) const;
  bool apply_ends(ErrorCell &pre);
  bool moves_contents() const;
  bool end_fields(ErrorCell &pre, const AccessPath &path);
  bool apply_writes(const ErrorCell &post, ErrorCell &pre);
  bool end_counted(ErrorCell &pre) const;
  bool end_unseen(const ErrorCell &post, ErrorCell &pre) const;
  bool end_stored(ErrorCell &pre) const;
  std::optional<std::int64_t> number() const;

  Workspace &workspace_;
  Expressions &exprs_;
  FunctionView &view_;
  Transfer &transfer_;
  const bool is_sound_;
  const ir::ValueId call_;
  const ProcedureId callee_;
  const infer::Behaviour &behaviour_;
  const infer::Outcome &outcome_;
  const CallNames &names_;
};

} // namespace wt::contradiction
