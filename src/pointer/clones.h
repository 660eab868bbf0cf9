// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls get a copy of their callee?
//
// Those that acquire an object from a procedure with a body:
//
//   char *xmalloc(n) { p = malloc(n); if (!p) die(); return p; }
//   a = xmalloc(1); b = xmalloc(2);       a and b must not alias
//
// The caller then gets objects of its own, with all that the callee put into
// them, pointers to themselves included, and whatever else the callee did with
// them (kept them in a list) holds for these objects too.  A wrapper of a
// wrapper is copied with what it calls.
//
// Copies are bounded: no recursive procedures, none that is large with all it
// copies in turn, and all copies together are no quarter of the program.
// What is not copied shares its callee's objects, which is right but coarse.
//
// Tested by tests/unit/pointer/wrapper_test.cpp.

#pragma once

#include "model/model.h"
#include "program/program.h"
#include "summary/fresh_places.h"

#include <set>

namespace wt::pointer {

struct CloneLimits {
  std::uint64_t largest = 48;    // instructions of one copy, nested ones too
  std::uint64_t at_least = 4096; // all copies may have this many in any case
};

class ClonePlan {
public:
  // `replaced[p]`: p is known by its model alone.
  ClonePlan(const Program &program, const infer::FreshPlaces &fresh,
            const std::vector<bool> &replaced, const CloneLimits &limits);

  // The procedure to copy for this call, or an invalid id.
  ProcedureId clone_of(ProcedureId caller, ir::ValueId call) const;

private:
  std::uint64_t measure(std::uint64_t largest);

  struct FreshCall {
    ir::ValueId call;
    ProcedureId callee;
  };
  const Program &program_;
  IdMap<ProcedureId, std::vector<FreshCall>> calls_; // by call
  IdMap<ProcedureId, std::uint64_t> sizes_; // with copies; 0: not copied
};

} // namespace wt::pointer
