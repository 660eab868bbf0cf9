// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ways to end does a caller rule out who does not look at the result?
//
// A search tree that has an equal item already hands that back, instead of
// taking the new one:   RB_INSERT(tree, &head, item);
// Who does not look knows that there is none: it was looked up, removed, or
// counted before.  Only of pointers: an error code that nobody looks at is one
// that somebody forgot.
//
// Tested by tests/leak/c/search_tree.c.

#pragma once

#include "ir/unit.h"
#include "summary/behaviour.h"

#include <optional>
#include <span>
#include <vector>

namespace wt::infer {

// The object of the caller that is freed, kept, or put somewhere.
std::optional<AccessPath> given_away(const Effect &effect);

// Does this way to end hand back an object, instead of taking one from the
// caller as another does?
bool gives_another(const Outcome &outcome, std::span<const Outcome> outcomes);

class IgnoredResults {
public:
  IgnoredResults(const ir::Unit &unit, const ir::Function &function);

  bool rules_out(ir::ValueId call, std::span<const Outcome> outcomes,
                 const Outcome &outcome) const;

private:
  const ir::Unit *unit_;
  const ir::Function *function_;
  std::vector<bool> is_looked_at_; // by number of the value
};

} // namespace wt::infer
