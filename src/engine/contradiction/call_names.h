// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was an expression before a call, if the call ended in a certain way?
//
//   t = take(s);        outcome: result is s->next, s->next = 0
//
//   after       before
//   %t          *(%s + 8)
//   *(%s + 8)   0
//   %u          %u
//
// Paths of the callee begin at its parameters: here they are the arguments.
// Cells in new objects are named by where the object is found.  Nothing here
// depends on the error cell, so the names of a call are found once and kept
// (Workspace::names).
//
// Tested by tests/leak/.

#pragma once

#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

class CallNames {
public:
  // `is_sound`: for proofs.  The outcome must live as long.
  CallNames(Workspace &workspace, FunctionView &view, ir::ValueId call,
            ProcedureId callee, const infer::Outcome &outcome, bool is_sound);

  // A cell after the call, or the result.
  struct Written {
    ExprId cell;
    ExprId address; // invalid: the result
    infer::Term value;
    bool is_certain = true;
    std::optional<ExprId> from; // where the value was before the call
  };
  // An object that is freed or kept.
  struct End {
    const infer::Effect *effect = nullptr;
    std::optional<ExprId> object; // what is at the path, deep or not
  };
  struct Moved {
    enum class Kind : std::uint8_t {
      kExpr,
      kNew,       // the object of that number
      kNothing,   // in a new object
      kForgotten, // something from before, nobody knows what
      kLost       // not known
    };
    Kind kind = Kind::kExpr;
    ExprId expr;
    std::uint32_t object = 0;
  };

  const ExprId result;
  NumberClass returned;         // the class of the result
  std::vector<Written> written; // longest cells first
  std::vector<End> ends;
  // For searches: what outcomes that the caller cannot tell from this one free
  // or keep, what they put into memory, and what they give back where this one
  // says nothing of the result.
  std::vector<End> unseen_ends;
  std::vector<ExprId> unseen_stored, unseen_results;

  // What an expression after the call was before it.
  Moved moved(ExprId e) const;
  bool is_written(ExprId cell) const;
  // What the callee finds at a path when it begins; nullopt: it has no name.
  std::optional<ExprId> before(const AccessPath &path) const {
    return path.is_deep() ? std::nullopt : before(path, path.length());
  }
  std::optional<ExprId> before(const AccessPath &path, std::size_t steps) const;
  std::optional<ExprId> before(const infer::Term &term) const;

private:
  NumberClass told_result() const;
  std::optional<ExprId> root(const AccessPath &path) const;
  RegionSetId regions_of(const AccessPath &path, std::size_t step) const;
  void collect_written();
  void collect_ends(const infer::Outcome &outcome, std::vector<End> &out) const;
  void collect_unseen();
  void collect_stored(const infer::Outcome &outcome);
  void collect_changed();
  Moved moved_by(ExprId e, const Written &by) const;
  Moved in_new(ExprId e, const Written &by) const;
  bool is_forgotten(ExprId e) const;
  const model::FunctionModel *find_model() const;
  std::optional<ExprId> find_answer() const;

  Workspace &workspace_;
  Expressions &exprs_;
  FunctionView &view_;
  const ir::ValueId call_;
  const ProcedureId callee_;
  const infer::Behaviour &behaviour_;
  const infer::Outcome &outcome_;
  const model::FunctionModel *model_ = nullptr; // for the search
  std::optional<ExprId> answer_; // the result, when the callee only looks
  // Objects in which cells change that have no name, and those in which one
  // changes that has.
  std::vector<ExprId> forgotten_, changed_;
};

} // namespace wt::contradiction
