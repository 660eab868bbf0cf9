// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects does a function make, put where only it can reach them, and
// never free?
//
//   std::vector<std::pair<int, char *>> v;
//   v.emplace_back(1, strdup("a"));           the string is lost with v
//   std::generate(v.begin(), v.end(), make);  so is what make() returns
//
// What paths cannot follow (elements of elements, callables, iterators that are
// handed round) is decided without paths: nothing that runs here frees the
// object, and nobody else can reach it (inlined_flow.h).  So it is lost on each
// path that comes to an end.  Asked of functions that keep something in a
// container or another record of the library, and only of objects of which
// nothing else is known.
//
// What the library makes for itself is not asked.  Objects of `main` are left
// out: they live as long as the process.
//
// Tested by tests/leak/cxx/nested_containers.cpp, cxx/algorithms.cpp,
// cxx/taken_out_elements.cpp.

#pragma once

#include "engine/engine.h"

namespace wt::ownership {

// `known`: what was said of the sites of the procedure before.  Replaced where
// it was not a loss.
void add_never_freed(const Facts &facts, ProcedureId procedure,
                     std::vector<Verdict> &known, Budget &budget);

} // namespace wt::ownership
