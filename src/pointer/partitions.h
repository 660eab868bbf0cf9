// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Into which regions does memory fall when the callers are not known?
//
// A fragment of a program has no points-to sets: its parameters may point to
// anything.  Two coarse divisions still hold, whatever the rest does:
//
//   address-taken   a variable whose address is used only to load and store is
//                   a region of its own; everything else is one region
//   by type         memory that is accessed as different types is different
//                   memory: one region per record and field, and one per
//                   scalar type.  Right for programs that keep to their types;
//                   characters, unions and `void *` may be anything
//
// Both are read off the bodies in one pass, and answer the questions of
// regions.h.
//
// Tested by tests/unit/pointer/partitions_test.cpp.

#pragma once

#include "pointer/regions.h"

#include <memory>

namespace wt::pointer {

enum class Partition : std::uint8_t { kAddressTaken, kByType };

std::unique_ptr<const Regions> make_partition(const Program &program,
                                              Partition partition);

} // namespace wt::pointer
