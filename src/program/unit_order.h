// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order do units get their numbers, and which of them are one?
//
// By main file.  A file compiled several times gives several units.  Those that
// differ, because the flags mean something to the code, are ordered by content.
// Those that do not are copies: libtool compiles every file of a library twice,
// with and without -fPIC.  Copies are one unit, which is linked wherever one of
// them is, unless they may mean different things by one name: a file that two
// programs compile for themselves, and that calls the `usage` of either.
//
// Tested by tests/unit/program/link_test.cpp and targets_test.cpp.

#pragma once

#include "ir/unit.h"
#include "program/link_place.h"

#include <memory>
#include <vector>

namespace wt {

// Both lists are put into the same order and lose the same copies; they are
// equally long.
void order_units(std::vector<std::unique_ptr<const ir::Unit>> &units,
                 std::vector<LinkPlaces> &places);

} // namespace wt
