// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which programs and libraries does a unit end up?
//
// A build links objects into programs and libraries, the link targets.  Who
// knows of them tells link() for each unit where it stands in each target.
// With `cc -o prog a.o b.o libx.a liby.a`, in the target prog:
//
//   a.o, b.o        position 0: they are linked whatever they define
//   those of libx   position 1: asked for what is still missing
//   those of liby   position 2: asked for what libx does not have either
//
// A definition at a lower position is the one that a linker takes.
//
// Tested by tests/unit/program/targets_test.cpp.

#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace wt {

struct LinkPlace {
  std::uint32_t target = 0;   // a number for each program or library
  std::uint32_t position = 0; // see above
  bool is_inside = true;      // false: in a shared library the target uses

  auto operator<=>(const LinkPlace &) const = default;
};

// All places of one unit, ascending, at most one per target.
using LinkPlaces = std::vector<LinkPlace>;

} // namespace wt
