// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a unit kept on disk?
//
// write_unit gives a compact sequence of bytes, read_unit the unit back with
// all ids unchanged.  In front of the compressed payload stand a magic word,
// the version of the format and a checksum, so damaged, truncated or foreign
// bytes are an Error whose message says what is wrong; the caller captures the
// unit again.  Nor can bytes with a right checksum do harm: the shape of the
// unit is checked (ir/verify.h), and memory stays within a fixed multiple of
// the size of the file.
//
// What the two forms leave out is what nobody can ask for: unused entries of
// side tables, `extra` of operations that have none.
//
//   offset  size
//        0     8  "WTUNIT" CR LF
//        8     4  kUnitFormat, little endian like all numbers here
//       12     4  how the payload is kept: 0 as it is, 1 zstd
//       16     8  size of the payload when it is unpacked
//       24    16  XXH3-128 of bytes 12 to 23 and of all bytes from 40 on
//       40        the payload; docs/dev/ir.md has its contents
//
// Tested by tests/unit/ir/binary_test.cpp and tests/fuzz/.

#pragma once

#include "ir/unit.h"
#include "support/result.h"

#include <string>
#include <string_view>

namespace wt::ir {

// Raised with every change of the payload or of the meaning of the IR.
inline constexpr std::uint32_t kUnitFormat = 3;

// Needs a unit without shape errors (ir/verify.h).
std::string write_unit(const Unit &unit);
Result<Unit> read_unit(std::string_view bytes);

// The payload alone, without header, checksum and compression.
std::string write_payload(const Unit &unit);
Result<Unit> read_payload(std::string_view payload);

} // namespace wt::ir
