// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where is each unit linked?
//
// Follows the record of links from every program and library down to objects:
// through archives, which count as a whole, through objects made of objects and
// through shared libraries.  Link targets are the programs and shared
// libraries, and whatever else is put together and not used by another step: a
// library that nothing here is linked with, a kernel module.
//
// Without a record, objects in CMakeFiles/NAME.dir/ are those of the target
// NAME: CMake gives every target a folder of its own.
//
// Tested by tests/unit/driver/link_targets_test.cpp.

#pragma once

#include "driver/link_record.h"
#include "program/link_place.h"

namespace wt::driver {

// `outputs[i]` is what unit i is compiled to, see frontend::JobList.
std::vector<LinkPlaces>
link_places(const LinkRecord &record,
            const std::vector<std::vector<std::string>> &outputs);

} // namespace wt::driver
