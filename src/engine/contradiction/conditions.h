// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did the program know when it took this branch?
//
// The conditions of Section 4.3, and beyond the paper what they say of numbers:
// a way on which `n > 64` both holds and does not is no way.  A condition is
// taken apart as far as its instructions show what it means: comparisons,
// negations, `and`, `or`.
//
// Tested by tests/unit/engine/contradiction_walk_test.cpp.

#pragma once

#include "engine/contradiction/function_view.h"
#include "engine/contradiction/transfer.h"

namespace wt::contradiction {

class Conditions {
public:
  Conditions(FunctionView &view, Transfer &transfer)
      : view_(view), function_(view.function), transfer_(transfer) {}

  // Control left `block` by its successor of that number.  All of these:
  // false is a contradiction.
  bool take(ErrorCell &cell, ir::BlockId block, std::size_t successor);
  bool assume(ErrorCell &cell, ir::ValueId condition, bool holds) {
    return assume(cell, condition, holds, 0);
  }
  // What is known of values that are conditions is said of their parts.
  bool expand(ErrorCell &cell);

private:
  bool assume(ErrorCell &cell, ir::ValueId condition, bool holds, int depth);
  bool compare(ErrorCell &cell, ir::ValueId v, bool holds, int depth);
  bool is_number(ErrorCell &cell, ir::ValueId v, ir::Predicate predicate,
                 std::int64_t number, int depth);
  bool take_switch(ErrorCell &cell, ir::ValueId v, std::size_t successor);

  FunctionView &view_;
  const ir::Function &function_;
  Transfer &transfer_;
};

} // namespace wt::contradiction
