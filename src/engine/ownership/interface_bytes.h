// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is an interface kept for another run?  Numbers, names and words: it names
// nothing of the program.
//
// Tested by tests/unit/engine/ownership_bytes_test.cpp.

#pragma once

#include "engine/ownership/interface.h"
#include "support/bytes.h"

namespace wt::ownership {

void write(ByteWriter &out, const Interface &interface);
Interface read_interface(ByteReader &in);

} // namespace wt::ownership
