// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can these conditions hold together, as far as a short search shows?
//
// Works on the graph itself, from the question down, as circuit solvers do: a
// conjunction that must hold makes both parts hold; one that must not hold
// needs a part that does not, which is chosen where nothing forces it and taken
// back after a contradiction.  Every value knows the choices that led to it, so
// that a contradiction takes back the last one that has to do with it and all
// that came after (conflict-directed backjumping: Prosser 1993).
//
// Only what the choices need is ever looked at, so most questions are answered
// without handing their whole cone to the solver.  After many contradictions
// the search gives up: the rest is the solver's.
//
// Tested by tests/unit/logic/search_test.cpp.

#pragma once

#include "logic/condition.h"

#include <unordered_map>

namespace wt::logic {

// Conditions that hold always, by the atoms they are about.
using Facts = std::unordered_map<std::uint32_t, std::vector<Cond>>;

class Search {
public:
  enum class Answer : std::uint8_t { kSatisfiable, kUnsatisfiable, kOpen };

  Search(const Conditions &table, const Facts &facts)
      : table_(table), facts_(facts) {}

  // `prefers`: which way to choose where both would do.
  Answer run(std::span<const Cond> parts,
             const std::function<bool(Cond)> &prefers);

  // After kSatisfiable: the nodes that have to be so; any other atom may have
  // either value.
  std::span<const std::uint32_t> decided() const { return trail_; }
  bool value(std::uint32_t node) const { return values_[node] == kTrue; }

  // Nodes looked at so far, for budgets.
  std::uint64_t work() const { return work_; }

private:
  enum Truth : std::uint8_t { kUnknown, kTrue, kFalse };
  using Reasons = std::uint64_t; // a bit for each choice, the last for the rest
  struct Choice {
    std::size_t trail, open, watches, cursor; // sizes before it
    Cond refused, other; // the part that is not to hold; its sibling
    Reasons node = 0;    // why one of them is not to hold
  };
  struct Watch {
    std::uint32_t node;    // whose value matters
    std::uint32_t watcher; // a conjunction that must not hold
    std::uint32_t next;    // of the same node, 0: none
  };

  Truth truth(Cond c) const;
  Truth implied(Cond c) const;
  Reasons reasons(Cond c) const;    // for what is implied of it
  bool assign(Cond c, Reasons why); // false: contradiction
  static Reasons bit(std::size_t choice);
  bool propagate();
  bool require_false(std::uint32_t node);
  bool visit(std::uint32_t node);
  void watch(std::uint32_t node, std::uint32_t watcher);
  bool choose(const std::function<bool(Cond)> &prefers, bool &is_done);
  bool take_back();
  void undo(const Choice &to);

  const Conditions &table_;
  const Facts &facts_;
  std::vector<std::uint8_t> values_;       // Truth, by node
  std::vector<Reasons> why_;               // by node
  Reasons conflict_ = 0;                   // for the last contradiction
  std::vector<std::uint32_t> first_watch_; // by node
  std::vector<Watch> watches_;             // 0 is none
  std::vector<std::uint32_t> trail_;       // nodes with a value
  std::size_t done_ = 0;                   // of the trail
  std::vector<std::uint32_t> open_;        // conjunctions that must not hold
  std::size_t cursor_ = 0;                 // those before it have their reason
  std::vector<Choice> choices_;
  std::uint64_t work_ = 0;
};

} // namespace wt::logic
