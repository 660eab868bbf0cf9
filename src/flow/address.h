// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which cell does an address mean, as far as one function shows?
//
// The value it is computed from, and the bytes added: `&s->list.head` is the
// value `s` plus 24.  Two cells with the same base are the same or different
// for certain; with different bases, the kind of the bases often tells.  This
// is how points-to, which knows objects only by the place they are made, is
// refined on a slice.
//
// Tested by tests/unit/flow/.

#pragma once

#include "ir/function.h"

#include <functional>

namespace wt::flow {

constexpr std::int64_t kCellBytes = 8; // of an address in memory

struct Cell {
  ir::ValueId base;
  std::int64_t offset = 0;
  bool is_exact = true; // else: somewhere in the object

  Cell plus(std::int64_t bytes) const {
    return {base, offset + bytes, is_exact};
  }
  auto operator<=>(const Cell &) const = default;
};

// What is null on some ways (`p = 0; if (c) p = malloc(n);`) is where it
// points to on the others.
Cell cell_at(const ir::Function &function, ir::ValueId address);
// The value that offsets are added to, as it is written.
ir::ValueId base_of(const ir::Function &function, ir::ValueId address);
// Of a phi: what came in on all edges but those with null; invalid: several.
ir::ValueId only_target(const ir::Function &function, ir::ValueId phi);

enum class Alias : std::uint8_t { kNever, kPerhaps, kSame };

// `is_fresh`: is the value the address of an object that did not exist before?
using IsFresh = std::function<bool(ir::ValueId)>;
Alias alias(const ir::Function &function, const Cell &a, const Cell &b,
            const IsFresh &is_fresh);

} // namespace wt::flow
