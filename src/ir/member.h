// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which member of a record does an address lie in?
//
//   &r->name[i]    the member `name`, all of its bytes
//   &r->list       the member `list`
//
// Whoever writes through such an address writes there and not into the next
// member: indices and lengths are taken to be right.  An array of one element
// or none at the end of a record is as long as its block, so nothing is said
// of it.
//
// Tested by tests/leak/c/unchanged.c.

#pragma once

#include "ir/unit.h"

#include <optional>

namespace wt::ir {

struct Member {
  ValueId field;           // its address
  std::uint64_t bytes = 0; // never 0
};

std::optional<Member> member_at(const Unit &unit, const Function &function,
                                ValueId address);

} // namespace wt::ir
