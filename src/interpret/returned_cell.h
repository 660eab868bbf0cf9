// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How large is the cell whose contents a call returns?
//
//   size_t size() const { return length_; }     eight bytes
//   bool has_value() const { return engaged_; } one byte
//
// An outcome says which cell the result is, not how much was read there.  Who
// compares the result with something says so in terms of that cell, and needs
// to know.  A truth value is one byte; another number is as large as what the
// callee loads, if it returns nothing else.
//
// Tested by tests/leak/cxx/checked_index.cpp.

#pragma once

#include "program/program.h"

namespace wt::infer {

// 0: not known.
unsigned returned_bytes(const Program &program, ProcedureId caller,
                        ir::ValueId call);

} // namespace wt::infer
