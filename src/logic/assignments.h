// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does an assignment that was found before answer the next question too?
//
// Most questions about one function are satisfiable, and most of those by a
// path the solver has already shown.  The last 64 assignments are kept side by
// side, one bit each, in a word per node of the graph; the words of a
// conjunction are the words of its parts, bit by bit (as in the simulation of
// circuits).  One pass over the graph evaluates all 64 at once.
//
// An assignment that contradicts a fact is kept for the question it answered
// and answers no other.
//
// Tested by tests/unit/logic/solver_test.cpp.

#pragma once

#include "logic/condition.h"

#include <span>

namespace wt::logic {

class Assignments {
public:
  explicit Assignments(const Conditions &table) : table_(table) {}

  // A fact that useful assignments respect.
  void add_fact(Cond fact) { facts_.push_back(fact); }
  // Starts a new assignment; atoms that are not set are as in the last one.
  void begin();
  void set(std::uint32_t atom, bool value);
  void end();
  // Makes the latest assignment under which all parts hold the current one.
  bool find(std::span<const Cond> parts);

  // In the current assignment.
  bool value(Cond c);
  std::vector<Cond> broken_facts();

  // Nodes evaluated so far, for budgets.
  std::uint64_t work() const { return work_; }

private:
  static constexpr std::uint32_t kSlots = 64;

  void catch_up(); // words of new nodes, facts that came late
  std::uint64_t word(Cond c) const {
    return c.negated() ? ~words_[c.node()] : words_[c.node()];
  }

  const Conditions &table_;
  std::vector<std::uint64_t> words_; // by node
  std::vector<Cond> facts_;
  std::size_t facts_seen_ = 0;
  std::uint64_t alive_ = 0; // slots whose assignment respects all facts
  std::uint32_t next_ = 0, current_ = 0;
  std::uint64_t work_ = 0;
};

} // namespace wt::logic
