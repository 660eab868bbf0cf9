// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a behaviour kept for another run?  See program/id_bytes.h.
//
// What is written and read again is equal; equal behaviours have equal bytes.
//
// Tested by tests/unit/memo/bytes_test.cpp.

#pragma once

#include "path/path_bytes.h"
#include "summary/behaviour.h"
#include "summary/fresh_places.h"
#include "summary/suspect.h"

namespace wt::infer {

void write(ByteWriter &out, const Behaviour &behaviour, IdWriter &ids);
Behaviour read_behaviour(ByteReader &in, const IdReader &ids);

void write(ByteWriter &out, const FreshPlace &place, IdWriter &ids);

void write(ByteWriter &out, const Suspect &suspect, IdWriter &ids);
Suspect read_suspect(ByteReader &in, const IdReader &ids);

} // namespace wt::infer
