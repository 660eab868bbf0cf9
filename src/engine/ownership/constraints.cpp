// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Propagation over small tables with a trail, and a bounded search.

#include "engine/ownership/constraints.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace wt::ownership {
namespace {

using Value = Solution::Value;

class Propagation {
public:
  explicit Propagation(std::size_t variables)
      : values(variables, Value::kFree), uses_(variables) {}

  IdMap<Own, Value> values;

  std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark) {
    for (; trail_.size() > mark; trail_.pop_back())
      values[trail_.back()] = Value::kFree;
    queue_.clear();
  }

  // False: it contradicts what is known.  The constraint stays until remove().
  bool add(const Constraint &constraint) {
    active_.push_back(&constraint);
    for (Own variable : constraint.variables)
      uses_[variable].push_back(&constraint);
    return revise(constraint) && run();
  }
  void remove_last() {
    for (Own variable : active_.back()->variables)
      uses_[variable].pop_back();
    active_.pop_back();
  }

  bool assign(Own variable, bool value) {
    set(variable, value);
    return run();
  }

  // Completes the assignment; false: there is none.  Out of steps: true.
  bool search(std::uint64_t &steps, std::size_t from = 0) {
    for (std::size_t i = from; i < active_.size(); ++i)
      for (Own variable : active_[i]->variables) {
        if (values[variable] != Value::kFree)
          continue;
        for (bool value : {false, true}) {
          if (steps == 0)
            return true;
          --steps;
          std::size_t before = mark();
          if (assign(variable, value) && search(steps, i))
            return true;
          undo(before);
        }
        return false;
      }
    return true;
  }

private:
  void set(Own variable, bool value) {
    values[variable] = value ? Value::kYes : Value::kNo;
    trail_.push_back(variable);
    for (const Constraint *constraint : uses_[variable])
      queue_.push_back(constraint);
  }

  bool run() {
    while (!queue_.empty()) {
      const Constraint *next = queue_.back();
      queue_.pop_back();
      if (!revise(*next)) {
        queue_.clear();
        return false;
      }
    }
    return true;
  }

  // Assigns what all allowed assignments agree about.
  bool revise(const Constraint &constraint) {
    std::uint64_t all = 0, none = 0;
    bool is_possible = false;
    for (std::uint64_t i = 0;
         i < std::uint64_t(1) << constraint.variables.size(); ++i) {
      if (!(constraint.allowed >> i & 1) || !fits(constraint, i))
        continue;
      all = is_possible ? all & i : i;
      none = is_possible ? none & ~i : ~i;
      is_possible = true;
    }
    if (!is_possible)
      return false;
    for (std::size_t k = 0; k < constraint.variables.size(); ++k) {
      Own variable = constraint.variables[k];
      if (values[variable] != Value::kFree)
        continue;
      if (all >> k & 1)
        set(variable, true);
      else if (none >> k & 1)
        set(variable, false);
    }
    return true;
  }

  bool fits(const Constraint &constraint, std::uint64_t assignment) const {
    for (std::size_t k = 0; k < constraint.variables.size(); ++k) {
      Value value = values[constraint.variables[k]];
      if (value != Value::kFree &&
          (value == Value::kYes) != bool(assignment >> k & 1))
        return false;
    }
    return true;
  }

  std::vector<const Constraint *> active_;
  IdMap<Own, std::vector<const Constraint *>> uses_;
  std::vector<const Constraint *> queue_;
  std::vector<Own> trail_;
};

// In decreasing priority; within one, as they were required.
std::vector<ConstraintId>
by_priority(const IdMap<ConstraintId, Constraint> &constraints) {
  std::vector<ConstraintId> order;
  for (ConstraintId id : constraints.ids())
    order.push_back(id);
  std::ranges::stable_sort(
      order, {}, [&](ConstraintId id) { return constraints[id].priority; });
  return order;
}

IdMap<Own, std::uint32_t>
connected(std::size_t variables,
          const IdMap<ConstraintId, Constraint> &constraints) {
  std::vector<std::uint32_t> parent(variables);
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](std::uint32_t v) {
    while (parent[v] != v)
      v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Constraint &constraint : constraints)
    for (Own variable : constraint.variables) {
      std::uint32_t a = root(constraint.variables[0].value);
      std::uint32_t b = root(variable.value);
      parent[std::max(a, b)] = std::min(a, b);
    }
  IdMap<Own, std::uint32_t> group(variables);
  for (Own variable : group.ids())
    group[variable] = root(variable.value);
  return group;
}

} // namespace

const char *name_of(Priority priority) {
  switch (priority) {
  case Priority::kSolid:
    return "solid";
  case Priority::kInterface:
    return "interface";
  case Priority::kScope:
    return "scope";
  case Priority::kMember:
    return "member";
  case Priority::kEscape:
    return "escape";
  }
  return "";
}

ConstraintId System::require(std::vector<Own> variables, std::uint64_t allowed,
                             Priority priority, ir::ValueId at,
                             const char *reason) {
  assert(!variables.empty() && variables.size() <= Constraint::kMaxVariables &&
         "too many variables");
  return constraints_.push(
      {std::move(variables), allowed, priority, at, reason});
}

Solution System::solve(std::uint64_t search_steps) const {
  Solution out;
  out.group = connected(variables_, constraints_);
  std::vector<ConstraintId> order = by_priority(constraints_);
  // Propagation alone finds nearly all; if it leaves an unsolvable rest, every
  // constraint is searched for as it is added.
  for (bool is_thorough : {false, true}) {
    Propagation state(variables_);
    out.violated.clear();
    std::uint64_t steps = search_steps;
    for (ConstraintId id : order) {
      std::size_t before = state.mark();
      bool is_fine = state.add(constraints_[id]);
      if (is_fine && is_thorough) {
        std::size_t after = state.mark();
        is_fine = state.search(steps);
        state.undo(after);
      }
      if (is_fine)
        continue;
      state.undo(before);
      state.remove_last();
      out.violated.push_back(id);
    }
    out.forced = state.values;
    std::uint64_t left = search_steps;
    bool is_solvable = state.search(left);
    out.is_exact = left > 0 && steps > 0;
    if (!is_solvable && !is_thorough)
      continue;
    if (is_solvable && left > 0) {
      out.example = IdMap<Own, std::uint8_t>(variables_);
      for (Own variable : out.example.ids())
        out.example[variable] = state.values[variable] == Value::kYes;
    }
    break;
  }
  std::ranges::sort(out.violated);
  return out;
}

std::uint64_t System::project(std::span<const Own> wanted,
                              std::span<const ConstraintId> left_out,
                              std::uint64_t search_steps) const {
  assert(wanted.size() <= Constraint::kMaxVariables && "too many variables");
  Propagation state(variables_);
  IdMap<ConstraintId, std::uint8_t> is_left_out(constraints_.size());
  for (ConstraintId id : left_out)
    is_left_out[id] = true;
  for (ConstraintId id : constraints_.ids())
    if (!is_left_out[id])
      state.add(constraints_[id]);
  std::uint64_t out = 0;
  for (std::uint64_t i = 0; i < std::uint64_t(1) << wanted.size(); ++i) {
    std::size_t before = state.mark();
    bool is_possible = true;
    for (std::size_t k = 0; k < wanted.size() && is_possible; ++k) {
      bool value = i >> k & 1;
      if (state.values[wanted[k]] == Value::kFree)
        is_possible = state.assign(wanted[k], value);
      else
        is_possible = (state.values[wanted[k]] == Value::kYes) == value;
    }
    std::uint64_t steps = search_steps;
    if (is_possible && state.search(steps))
      out |= std::uint64_t(1) << i;
    state.undo(before);
  }
  return out;
}

} // namespace wt::ownership
