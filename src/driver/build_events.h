// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did an intercepted build link?
//
// `bear intercept` writes a line of JSON for each program that the build
// started, with its words, folder and process number.  Those of compilers,
// linkers and archivers that link something go into the record.
//
// A compiler starts the linker itself (gcc, collect2, ld): what a process links
// counts once, as its outermost program tells it, because the inner ones see
// objects with temporary names.
//
// Lines that are no events are passed over: knowing less of a build is no
// reason to lose it.
//
// Tested by tests/unit/driver/build_events_test.cpp.

#pragma once

#include "driver/link_record.h"

#include <istream>

namespace wt::driver {

void add_build_events(std::istream &events, LinkRecord &record);

} // namespace wt::driver
