// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At which calls does the program acquire objects?
//
// A call of malloc, and just so a call of a function whose body or model hands
// out a new object: in its result, in a variable whose address it is given, or
// in a field of an object it is given.  These are the sites of all engines, and
// the heap objects of points-to; no other part decides what a wrapper is.

#pragma once

#include "model/model.h"
#include "path/access_path.h"

#include <span>
#include <vector>

namespace wt::infer {

struct FreshPlace {
  ir::ValueId call;
  // In terms of the callee: `result`, `result[+8]`, `arg1[+0]`.  The new object
  // is what is found there after the call.
  AccessPath place;
  model::FamilyId family;
  bool may_fail = false; // there may be none: the family's failure value

  bool operator==(const FreshPlace &) const = default;
};

class FreshPlaces {
public:
  virtual ~FreshPlaces() = default;
  // In the body of `procedure`, by call.
  virtual std::span<const FreshPlace> in(ProcedureId procedure) const = 0;
};

} // namespace wt::infer
