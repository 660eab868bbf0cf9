// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this condition hold on some execution of the body?
//
// It is asked of the solver, with atoms as circuits (numbers.h) and with what
// holds on every execution that comes by:
//
//   a call ends in one of its outcomes, so its result is in one of their
//   classes what was dereferenced was not null what is compared without a sign
//   is counted, and does not wrap around
//
// Only what shares an atom with the question, directly or not, is handed over.
//
// Tested by tests/unit/engine/valueflow_calls_test.cpp.

#pragma once

#include "engine/valueflow/calls.h"
#include "engine/valueflow/numbers.h"
#include "logic/solver.h"

#include <set>

namespace wt::valueflow {

class Questions {
public:
  Questions(Body &body, Calls &calls, Numbers &numbers);

  // *Yes*: value() gives the assignment.
  logic::Answer can_hold(Cond c);
  // Makes the next assignment decide `c` as well.
  void include(Cond c);
  // Something that holds always, about the atoms of `about`.
  void add_fact(Cond fact, Cond about);
  bool value(Cond c) const { return solver_.value(c); }
  // The number of a value in the assignment, if the question was about it; of
  // an address only whether it is null.
  std::optional<std::int64_t> number(ir::ValueId value);

private:
  void collect_facts();
  void add_facts_of_counts();
  std::set<ir::ValueId> unsigned_numbers() const;
  bool starts_below_zero(ir::ValueId v, std::set<ir::ValueId> &seen) const;
  void add_fact(ir::BlockId where, Cond what);
  void add_facts_of(ir::ValueId access);
  void add_facts_of_earlier_loads();
  void add_facts_of_load(ir::ValueId load, const flow::Cell &cell);
  // A load, the cell it reads, and since where that is known.
  struct Reading {
    ir::ValueId load;
    flow::Cell cell;
    ir::BlockId block;
  };
  void add_facts_of_element(ir::ValueId load, const flow::Cell &cell,
                            flow::VersionId version, ir::BlockId block);
  Cond is_what_was_put(const Reading &reading, flow::VersionId version,
                       std::map<flow::VersionId, Cond> &known);
  Cond is(const Reading &reading, ir::ValueId value);
  std::optional<Cond> is_hit(const Reading &reading, ir::ValueId write);
  void add_facts_of_sums(ir::ValueId index);
  void add_fact_of_later_count(const flow::UnrolledBody::Later &later);
  void key_by(std::uint32_t atom, std::size_t fact);
  void key_by_bits(ir::ValueId value, std::size_t fact);
  void give(std::size_t fact, std::uint32_t atom);
  void hand_over(Cond c);

  Body &body_;
  Calls &calls_;
  Numbers &numbers_;
  logic::Solver solver_;
  bool has_facts_ = false;
  bool is_dead_ = false;       // no execution gets to the end
  std::set<ir::ValueId> sums_; // that have facts
  std::vector<Cond> facts_;
  std::map<std::uint32_t, std::vector<std::size_t>> by_atom_; // facts
  std::set<std::uint32_t> handed_over_;                       // atoms
  std::set<std::size_t> facts_given_;
};

} // namespace wt::valueflow
