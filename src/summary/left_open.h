// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may happen to arguments where one of several overriders runs?
//
//   struct Keeps : Writer { bool start(FILE *f) override { file_ = f; ... } };
//   struct Looks : Writer { bool start(FILE *f) override { return ftell(f); }
//   };
//
//   bool save(Writer &w, FILE *f) { return w.start(f); }
//
// What some of them free or keep and others leave alone is left open: only who
// made the object knows which of them runs, and wrote the call for that one.
//
// Tested by tests/leak/cxx/dynamic_type.cpp.

#pragma once

#include "summary/behaviour.h"

#include <span>
#include <vector>

namespace wt::infer {

// Paths from parameters of the callees.
std::vector<AccessPath> left_open(std::span<const Behaviour *const> callees);

} // namespace wt::infer
