// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would a specification of this function say?
//
// The types with `own` and `ref` come from its interface (declaration.cpp);
// what types cannot say comes from its behaviour and is written as clauses:
//
//   int make(ref void *out) where { *out fresh when result == 0 };
//   void watch(void *p) where { p kept };
//
// Another project that uses this one as a library reads it with --spec.
//
// Tested by tests/cli/ and tests/unit/engine/ownership_containers_test.cpp.

#pragma once

#include "engine/ownership/interface.h"

namespace wt::ownership {

model::SpecFunction signature(const Interface &interface,
                              const infer::Behaviour &behaviour,
                              const model::ModelSet &models,
                              const ir::Unit &unit,
                              const ir::Function &function);

} // namespace wt::ownership
