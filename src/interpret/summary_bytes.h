// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is the summary of a procedure kept for another run?  See
// program/id_bytes.h.
//
// Tested by tests/unit/memo/bytes_test.cpp.

#pragma once

#include "interpret/summary.h"
#include "path/path_bytes.h"

namespace wt::absint {

void write(ByteWriter &out, const ProcedureSummary &summary, IdWriter &ids);
// Into a summary that is as its constructor makes it.
void read(ByteReader &in, const IdReader &ids, ProcedureSummary &summary);

} // namespace wt::absint
