// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pointers does an object hold, going by its type?
//
// A freed object takes the references in its fields with it, a variable in
// memory those in its cells.  Pointers in arrays and unions are not told apart:
// they are *hidden*, and nothing is proved of who has them.
//
// Tested by tests/prove/ and tests/leak/.

#pragma once

#include "ir/unit.h"

#include <functional>
#include <vector>

namespace wt::contradiction {

using PointerAt = std::function<void(std::int64_t offset, ir::TypeId type)>;

// The scalars in a thing of this type with their offsets; arrays and unions are
// left out.
void each_scalar(const ir::Unit &unit, ir::TypeId type, const PointerAt &found);

// Does it hold pointers, or what nobody knows?
bool has_pointers(const ir::Unit &unit, ir::TypeId type);

// Is it the first part of a record of the unit that has pointers behind it?
bool is_first_part(const ir::Unit &unit, ir::TypeId type);

// Does it hold pointers in an array, in a union, or in what nobody knows?
bool hides_pointers(const ir::Unit &unit, ir::TypeId type);

} // namespace wt::contradiction
