// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a verdict kept for another run?  See program/id_bytes.h.
//
// Tested by tests/unit/memo/bytes_test.cpp.

#pragma once

#include "finding/verdict.h"
#include "program/id_bytes.h"

namespace wt {

void write(ByteWriter &out, const Site &site, IdWriter &ids);
Site read_site(ByteReader &in, const IdReader &ids);

void write(ByteWriter &out, const Verdict &verdict, IdWriter &ids);
Verdict read_verdict(ByteReader &in, const IdReader &ids);

} // namespace wt
