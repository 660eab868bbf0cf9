// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See broken_rules.h.

#include "engine/ownership/broken_rules.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace wt::ownership {

BrokenRule broken_rule(Priority priority, std::uint64_t allowed,
                       const std::string &reason, ir::ValueId at) {
  const char *rule = "it must be clear who owns what here: ";
  if (allowed == kZero)
    rule = "the pointer must own nothing here: ";
  else if (allowed == kOne)
    rule = "the pointer must own its object here: ";
  return {name_of(priority), rule + reason, at};
}

std::vector<BrokenRule> broken_rules(const ir::Function &function,
                                     const Body &body, const Solution &solution,
                                     std::optional<std::uint32_t> group) {
  constexpr std::size_t kMost = 8; // a reader looks at the first
  std::vector<const Constraint *> order;
  auto add = [&](const Constraint &constraint) {
    if (!group || solution.group[constraint.variables[0]] == *group)
      order.push_back(&constraint);
  };
  for (ConstraintId id : solution.violated)
    add(body.system.constraints()[id]);
  // Freed by a callee, but not always: nobody can keep such a rule.
  for (const Constraint &constraint : body.system.constraints())
    if (constraint.priority == Priority::kMember &&
        constraint.allowed == kEither)
      add(constraint);
  std::ranges::stable_sort(order, {}, &Constraint::priority);
  std::set<std::tuple<std::string, std::string, std::uint32_t>> told;
  std::vector<BrokenRule> out;
  for (const Constraint *constraint : order) {
    BrokenRule rule = broken_rule(constraint->priority, constraint->allowed,
                                  constraint->reason, constraint->at);
    std::uint32_t line =
        constraint->at.valid() ? function.insts[constraint->at].pos.line : 0;
    if (told.insert({rule.priority, rule.reason, line}).second &&
        out.size() < kMost)
      out.push_back(std::move(rule));
  }
  return out;
}

} // namespace wt::ownership
