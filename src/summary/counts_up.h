// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers of a body count something?
//
// A count is never negative: a constant from zero on, a length that a callee
// gives back (`strlen`), a sum of counts, and what is one of them wherever
// branches meet:
//
//   size_t n = 0;   while (...) n += strlen(s) + 1;   if (n == 0) ...
//
// The sum of two counts that are no constants has 64 bits: shorter ones may
// wrap around.  What it does not do: counts that are kept in memory.
//
// Tested by tests/leak/c/sums_of_lengths.c and believed.c.

#pragma once

#include "ir/function.h"
#include "summary/behaviour.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace wt::infer {

// Is the result negative in none of the ways in which the call can end?
bool gives_no_negative(const Behaviour &behaviour);

// The least that it can be; nothing: it does not count.  `is_length`: the
// result of this call, of 64 bits, is never negative.
std::optional<std::int64_t>
least_count(const ir::Unit &unit, const ir::Function &function,
            ir::ValueId value,
            const std::function<bool(ir::ValueId)> &is_length);

} // namespace wt::infer
