// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which value is the pointer that this one was computed from?
//
// Casts, fields and elements do not make another pointer to own: who holds
// `(char *)p + 8` can reach what p points to.

#pragma once

#include "ir/function.h"

#include <optional>

namespace wt::ownership {

ir::ValueId base_of(const ir::Function &function, ir::ValueId v);

// A local of the function and where in it, if the address is constant.
struct Cell {
  ir::ValueId slot;
  std::int64_t offset = 0;

  auto operator<=>(const Cell &) const = default;
};
std::optional<Cell> cell_of(const ir::Function &function, ir::ValueId address);

// Is it an element of an array, or inside one?
bool is_in_array(const ir::Function &function, ir::ValueId address);

} // namespace wt::ownership
