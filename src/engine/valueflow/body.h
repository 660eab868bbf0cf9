// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the engine know of one body before it follows an object?
//
// The unrolled copy, in which values are numbered through memory, with its
// memory versions and guards.  All questions about objects of the body are
// asked over one Body; all conditions are absolute, from the entry on.
//
// Tested by tests/unit/engine/valueflow_*_test.cpp.

#pragma once

#include "engine/valueflow/valueflow.h"
#include "flow/numbering.h"
#include "logic/guards.h"

#include <map>
#include <set>

namespace wt::valueflow {

using logic::Cond;
using logic::kNo;
using logic::kYes;

struct Setting {
  const PointerFacts &facts;
  const Limits &limits;
  ProcedureId procedure;
};

class Body {
public:
  Body(const Setting &setting, flow::UnrolledBody unrolled, Budget &budget);

  const Setting &setting;
  flow::UnrolledBody unrolled;
  const ir::Function &function; // the unrolled one
  Budget &budget;
  logic::Conditions table;
  logic::BranchAtoms atoms;
  flow::PointsToEffects effects;
  flow::MemorySsa memory;
  flow::CellHistory history;
  flow::KnownCells cells;

  // The function that a call reaches; none: not known.
  std::span<const ProcedureId> callees(ir::ValueId call) const;
  // The result is null or an object that was not there before.
  bool is_fresh(ir::ValueId value) const;
  // ... and nobody else has it.
  bool is_own(ir::ValueId value) const;
  // Could the call find what is in the cell?
  bool may_look(ir::ValueId call, const flow::Cell &cell) const;
  // A function of the library that does nothing but look at its arguments.
  bool only_looks(ir::ValueId call) const;
  // The argument that a call always returns; invalid: none.
  ir::ValueId returned(ir::ValueId call) const;
  // The argument that it puts into a cell whenever it leaves one.
  ir::ValueId put(ir::ValueId call, const flow::Cell &cell) const;
  bool zeroes(ir::ValueId call, const flow::Cell &cell) const;

  bool is_reachable(ir::BlockId block) const {
    return memory.dominators().is_reachable(block);
  }
  // Is there a way from one block to the other, or are they the same?
  bool comes_to(ir::BlockId from, ir::BlockId to) const;
  // Control comes to the block; to `to` from there.
  Cond guard(ir::BlockId block);
  Cond guard(ir::BlockId block, ir::BlockId to);
  logic::Guards &guards() { return *guards_; }
  // What is at a path of a callee before the call; invalid: no value here.
  ir::ValueId value_at(ir::ValueId call, const AccessPath &path);
  bool is_pointer(ir::ValueId value) const;
  bool is_small(ir::ValueId value) const; // too small for an address
  // From here on conditions are about another object.
  void begin_object() { before_object_ = table.size(); }
  // True: too much was asked, conditions may be too weak.
  bool gave_up() const;

private:
  bool may_write(ir::ValueId call, const flow::Cell &cell);
  // Could code that nobody knows get there?
  bool may_reach(ir::ValueId call, const flow::Cell &cell);
  // ... from one of these, or from what memory got?
  bool leads_to(const std::set<ir::ValueId> &given, const flow::Cell &cell,
                bool or_globals, int depth = 0);
  std::set<ir::ValueId> bases_of(ir::ValueId call, PathRoot root);
  // The values that an address may be computed from.
  void add_bases(ir::ValueId address, std::set<ir::ValueId> &out) const;
  void find_handed_on();
  void find_kept(ir::ValueId call);
  bool may_be_written(ir::ValueId call, const infer::Effect &effect,
                      const flow::Cell &cell);
  // Of a global or function that the body names.
  ir::ValueId address_of(PathRoot root);

  std::map<std::pair<ir::ValueId, flow::Cell>, bool> writes_;
  bool has_names_ = false;
  std::map<PathRoot, ir::ValueId> names_;
  bool has_handed_on_ = false;
  std::set<ir::ValueId> handed_on_; // bases that memory got
  std::set<ir::ValueId> kept_;      // ... that callees may have kept
  std::unique_ptr<logic::Guards> guards_;
  bool guards_gave_up_ = false;
  std::size_t before_object_ = 0; // nodes of formulas
  struct Freshness {
    bool is_fresh = false, is_own = false;
  };
  Freshness freshness(ir::ValueId call) const;
  bool is_older(ir::ValueId value, ir::ValueId call);

  mutable std::map<ir::ValueId, Freshness> fresh_; // by call of the body
};

// Nothing: too large.
std::unique_ptr<Body> make_body(const Setting &setting, Budget &budget,
                                Counters &counters);

} // namespace wt::valueflow
