// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is an access path kept for another run?  See program/id_bytes.h.
//
// Tested by tests/unit/memo/bytes_test.cpp.

#pragma once

#include "path/access_path.h"
#include "program/id_bytes.h"

namespace wt {

void write(ByteWriter &out, const AccessPath &path, IdWriter &ids);
AccessPath read_path(ByteReader &in, const IdReader &ids);

} // namespace wt
