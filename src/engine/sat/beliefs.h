// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the function believe that a pointer it was given is not null?
//
// Who hands a pointer of unknown origin to a callee that does nothing, or
// something else, for null, and never asks for null itself, relies on its being
// there: `sk_push(list, p)` is taken to get a list.  Where the function itself
// compares the pointer with null, before or after the call, both may be.
// (Engler and others, Bugs as Deviant Behavior, SOSP 2001.)  A pointer that is
// one of several, as where branches meet or a getter returns it, stands for
// each of them that is null when it is.
//
// Tested by tests/leak/c/believed.c.

#pragma once

#include "engine/sat/value.h"
#include "logic/solver.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace wt::sat {

class Beliefs {
public:
  explicit Beliefs(Conditions &table) : table_(table) {}

  // A pointer of unknown origin.
  void note_unknown(Cond is_null) { unknown_.insert(is_null.node()); }
  // It is an argument, and the callee behaves differently when it is null.
  void note_passed(const Value &pointer) { note(pointer, passed_); }
  // The function asks whether it is.
  void note_asked(const Value &pointer) { note(pointer, asked_); }

  // When everything has been evaluated.
  void tell(logic::Solver &solver) const {
    for (std::uint32_t atom : passed_)
      if (Cond is_null{2 * atom}; !asked_.contains(atom))
        solver.add_fact(!is_null, is_null);
  }

private:
  using Atoms = std::set<std::uint32_t>; // each: a pointer is null
  static constexpr std::size_t kMaxParts = 32, kMaxKnown = 256;

  void note(const Value &pointer, Atoms &atoms) {
    Cond is_null = null_guard(table_, pointer);
    if (table_.is_atom(is_null.node()))
      atoms.insert(is_null.node());
    if (is_null.is_no() || is_null.is_yes())
      return;
    for (const Target &target : pointer.targets)
      if (target.object != kAddresses)
        note_part(target.guard, is_null, atoms);
  }

  // The conjuncts of a condition.
  std::vector<Cond> conjuncts(Cond of) const {
    std::vector<Cond> todo{of}, out;
    while (!todo.empty() && out.size() < kMaxParts) {
      Cond part = todo.back();
      todo.pop_back();
      if (part.negated() || part.is_yes() || table_.is_atom(part.node())) {
        out.push_back(part);
        continue;
      }
      todo.push_back(table_.left(part.node()));
      todo.push_back(table_.right(part.node()));
    }
    return out;
  }

  // The pointer is a certain one when `guard` holds, which says that this one
  // is not null.  If it were, would the pointer be null?
  void note_part(Cond guard, Cond is_null, Atoms &atoms) {
    std::vector<Cond> parts = conjuncts(guard);
    for (Cond there : parts) {
      if (!there.negated() || !unknown_.contains(there.node()))
        continue;
      Known known;
      for (Cond part : parts)
        known[part.node()] = !part.negated();
      known[there.node()] = true;
      if (value(is_null, known) == true)
        atoms.insert(there.node());
    }
  }

  // What nodes are; nullopt: not known.
  using Known = std::map<std::uint32_t, std::optional<bool>>;

  std::optional<bool> value(Cond of, Known &known) const {
    std::uint32_t node = of.node();
    if (node == 0)
      return !of.negated();
    auto [at, is_new] = known.try_emplace(node);
    if (is_new && !table_.is_atom(node) && known.size() < kMaxKnown) {
      std::optional<bool> left = value(table_.left(node), known);
      std::optional<bool> right = value(table_.right(node), known);
      if (left == false || right == false)
        known[node] = false;
      else if (left && right)
        known[node] = true;
    }
    std::optional<bool> out = known[node];
    return out && of.negated() ? std::optional(!*out) : out;
  }

  Conditions &table_;
  Atoms unknown_, passed_, asked_;
};

} // namespace wt::sat
