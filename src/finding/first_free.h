// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where on this path was the object freed before?
//
// A double free or a use after free is told at its end; the reader also wants
// to see the free before it.  It is the last call on the path that frees the
// pointer in question, by its model or inside its body:
//
//   destroy(p);       <- frees its parameter
//   return p->size;   <- the use
//
// Pointers are compared as values and as loads of the same field; what is
// freed under another name is not found.
//
// Tested by tests/unit/finding/first_free_test.cpp.

#pragma once

#include "finding/verdict.h"

#include <optional>

namespace wt {

struct FirstFree {
  ir::ValueId call;       // in the procedure where the path starts
  std::size_t before = 0; // the step of the path that comes after it
};

// The same of a free that is known, in the procedure where the path starts.
std::optional<FirstFree> on_path(const Program &program, const Witness &witness,
                                 ir::ValueId call);

std::optional<FirstFree> first_free(const Program &program,
                                    const model::ModelSet &models,
                                    const Witness &witness);

// Does the call free what this argument points to, by its model or in its body?
bool frees_argument(const Program &program, const model::ModelSet &models,
                    ProcedureId caller, ir::ValueId call,
                    std::uint32_t argument);

} // namespace wt
