// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order do units get their numbers?
//
// By main file.  A file compiled several times, with different flags, gives
// several units; those are ordered by a digest of their content.
//
// Tested by tests/unit/program/link_test.cpp.

#pragma once

#include "ir/unit.h"

namespace wt {

void sort_units(std::vector<std::unique_ptr<const ir::Unit>> &units);

} // namespace wt
