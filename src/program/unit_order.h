// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order do units get their numbers?
//
// By main file.  A file compiled several times, with different flags, gives
// several units; those are ordered by a digest of their content, and by where
// they are linked if even that is the same.
//
// Tested by tests/unit/program/link_test.cpp.

#pragma once

#include "ir/unit.h"
#include "program/link_place.h"

#include <memory>
#include <vector>

namespace wt {

// Both lists are put into the same order; they are equally long.
void sort_units(std::vector<std::unique_ptr<const ir::Unit>> &units,
                std::vector<LinkPlaces> &places);

} // namespace wt
