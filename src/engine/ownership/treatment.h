// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a callee do to an object, besides looking at it?
//
// Tested by tests/leak/c/forgotten_fields.c and cxx/forgotten_members.cpp.

#pragma once

#include "summary/behaviour.h"

namespace wt::ownership {

struct Treatment {
  bool is_unknown = false; // kept, or nothing is known
  bool is_freed = false, is_returned = false;
  // Freed, with something new in its place: `p = realloc(p, n)`.
  bool is_replaced = false;
};
// Of what is found at the path when it is called.
Treatment treatment(const infer::Behaviour &behaviour, const AccessPath &path);

} // namespace wt::ownership
